/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sums of costs that have bounds; the golden cases of --call-tree have the paths, random programs
 * their truth. */

#include "aggregator/paths/path_building.h"

#include <criterion/criterion.h>

#include "aggregator/paths/paths.h"
#include "base/array.h"

Test(path_costs, are_between_bounds)
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

Test(path_costs, add_up_to_no_more_than_the_limit)
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
