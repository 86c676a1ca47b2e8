/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What rows are made of; and path_cost.h, by which costs of paths are taken apart and added. */

#include <criterion/criterion.h>

#include "aggregator/paths/path_tree.h"
#include "base/array.h"
#include "support/path_rows.h"
#include "support/temporary.h"

TestSuite(path_parts, .init = temporary_enter, .fini = temporary_leave);

Test(path_parts, are_between_bounds)
{
    static const struct {
        const char *behaviour;
        struct path_cost whole;
        int64_t of_end, inclusive;
        struct path_cost expected;
    } cases[] = {
        {"all", {7, 7, 7, true, false}, 10, 10, {7, 7, 7, true, false}},
        {"of all", {10, 10, 10, true, false}, 4, 10, {4, 4, 4, true, false}},
        {"of a part", {6, 6, 6, true, false}, 5, 10, {3, 1, 5, true, false}},
        {"of a small part", {2, 2, 2, true, false}, 5, 10, {1, 0, 2, true, false}},
        {"of what has bounds", {6, 5, 8, true, false}, 7, 10, {4.2, 2, 7, true, false}},
        {"nothing", {6, 5, 8, true, false}, 0, 10, {0, 0, 0, true, false}},
        {"of nothing", {0, 0, 0, true, false}, 0, 0, {0, 0, 0, true, false}},
        {"of what is not sure", {6, 0, 0, true, true}, 5, 10, {3, 0, 0, true, true}},
        {"of the largest",
         {4e18, 4000000000000000000, 4000000000000000000, true, false},
         4000000000000000000,
         9000000000000000000,
         {4e18 * 4 / 9, 0, 4000000000000000000, true, false}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct event_cost of_end = {cases[i].of_end, true};
        struct path_cost part = path_cost_part(cases[i].whole, of_end, cases[i].inclusive);
        const struct path_cost *expected = &cases[i].expected;
        cr_expect_float_eq(part.estimate, expected->estimate, 1e-9 + 1e-9 * expected->estimate,
                           "%s", cases[i].behaviour);
        cr_expect_eq(part.least, expected->least, "%s", cases[i].behaviour);
        cr_expect_eq(part.most, expected->most, "%s", cases[i].behaviour);
        cr_expect_eq(part.is_unsure, expected->is_unsure, "%s", cases[i].behaviour);
    }
}

Test(path_parts, add_up_to_no_more_than_the_limit)
{
    struct path_cost sum = {0};

    path_cost_add(&sum, (struct path_cost){5, 3, 8, false, false}, 10);
    cr_expect_eq(sum.most, 8);
    cr_expect(!sum.is_given);
    path_cost_add(&sum, (struct path_cost){4, 1, 6, true, false}, 10);
    cr_expect_float_eq(sum.estimate, 9, 1e-9);
    cr_expect_eq(sum.least, 4);
    cr_expect_eq(sum.most, 10);
    cr_expect(sum.is_given);
    cr_expect(!path_cost_is_exact(&sum));
    path_cost_add(&sum, (struct path_cost){.estimate = 1, .is_unsure = true}, 10);
    cr_expect_float_eq(sum.estimate, 10, 1e-9);
    cr_expect(sum.is_unsure);
    cr_expect_eq(sum.least, 0);
    cr_expect_eq(sum.most, 0);
    cr_expect(!path_cost_is_exact(&sum), "although both bounds are 0");

    sum = path_cost_known(INT64_MAX, true);
    path_cost_add(&sum, path_cost_known(0, true), INT64_MAX);
    cr_expect_eq(sum.most, INT64_MAX);
    path_cost_add(&sum, (struct path_cost){.most = INT64_MAX}, INT64_MAX);
    cr_expect_eq(sum.most, INT64_MAX, "which is no overflow");

    sum = path_cost_known(-5, true);
    path_cost_add(&sum, path_cost_known(INT64_MAX, true), INT64_MAX);
    cr_expect_eq(sum.most, INT64_MAX - 5);
    path_cost_add(&sum, path_cost_known(-7, true), INT64_MAX);
    cr_expect_eq(sum.least, INT64_MAX - 12);
}

/* 2^53 + 1 is no double. */
Test(path_parts, have_all_digits_where_they_are_known)
{
    static const struct {
        struct path_cost cost;
        int64_t expected;
    } cases[] = {
        {{9007199254740992.0, 9007199254740993, 9007199254740993, true, false}, 9007199254740993},
        {{9223372036854775807.0, INT64_MAX, INT64_MAX, true, false}, INT64_MAX},
        {{9223372036854775807.0, 0, INT64_MAX, true, false}, INT64_MAX},
        {{-1e30, 0, 0, true, true}, -INT64_MAX},
        {{2.5, 2, 3, true, false}, 3},
        {{-2.5, 0, 0, true, true}, -3},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(path_cost_value(&cases[i].cost), cases[i].expected, "case %zu", i);
}

struct vertex_case {
    const char *function;
    int64_t inclusive;
    bool starts;
};

static void check(const char *profile, size_t event, const struct vertex_case *cases, size_t count)
{
    const struct path_question question = {.events = {event}, .n_events = 1};
    struct path_rows_made made;
    struct error error = {0};

    path_rows_begin(&made, profile, &question);
    for (size_t i = 0; i < count; i++) {
        uint32_t vertex =
            made.graph.vertex_of[path_rows_find(&made.graph.nodes, cases[i].function)];
        int64_t inclusive;
        bool starts;
        cr_assert(path_tree_inclusive(&made.tree, 0, vertex, &inclusive, &error));
        cr_assert(path_tree_is_start(&made.tree, vertex, &starts, &error));
        cr_expect_eq(inclusive, cases[i].inclusive, "%s: %d", cases[i].function, (int)inclusive);
        cr_expect_eq(starts, cases[i].starts, "%s", cases[i].function);
    }
    path_rows_free(&made);
}

/* By A f is entered by 9 and left by 8, g by 3 and 7; by B both by as much as they are left. */
Test(path_parts, take_the_larger_of_what_enters_and_leaves)
{
    static const char profile[] =
        "event: D = A - 2 B\nevents: A B\nfl=a\nfn=m\n1 1 1\ncfn=f\ncalls=1 1\n1 9 6\nfn=f\n1 5 2\n"
        "cfn=g\ncalls=1 1\n1 3 4\nfn=g\n1 7 4\n";
    static const struct vertex_case of_a[] = {{"m", 10, true}, {"f", 9, false}, {"g", 7, true}};
    static const struct vertex_case of_b[] = {{"m", 7, true}, {"f", 6, false}, {"g", 4, false}};
    /* m is 10 - 14, which nothing entered; f 9 - 12 and 8 - 12, g 3 - 8 and 7 - 8. */
    static const struct vertex_case of_d[] = {{"m", -4, true}, {"f", -3, false}, {"g", -1, true}};

    check(profile, 0, of_a, ARRAY_LENGTH(of_a));
    check(profile, 1, of_b, ARRAY_LENGTH(of_b));
    check(profile, 2, of_d, ARRAY_LENGTH(of_d));
}

Test(path_parts, have_zeroed_costs)
{
    static const struct path_question question = {.events = {0, 0}, .n_events = 2};
    struct path_rows_made made;

    path_rows_begin(&made, "events: A\nfl=a\nfn=m\n1 1\n", &question);
    for (size_t i = 0; i < 100; i++) {
        size_t first = path_tree_add_costs(&made.tree);
        cr_assert_eq(first, 2 * i);
        for (size_t k = first; k < first + 2; k++) {
            cr_expect_eq(made.tree.costs[k].most, 0);
            cr_expect(!made.tree.costs[k].is_given);
        }
        made.tree.costs[first].most = 7;
    }
    path_rows_free(&made);
}
