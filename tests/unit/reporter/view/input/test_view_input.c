/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/input/view_input.h"

#include <criterion/criterion.h>

#include "base/array.h"
#include "support/temporary.h"
#include "support/viewed.h"

TestSuite(view, .init = temporary_enter, .fini = temporary_leave);

/* Ir, Dr and X are events 0 to 2, and two built-in ones follow. */
#define PROFILE                                                                                    \
    "events: Ir Dr\nevent: X = Ir + Dr\nfl=a.c\nfn=f\n1 5 2\ncfn=g\ncalls=3 1\n1 4 1\nfn=g\n"      \
    "1 4 1\n"

/* Of a difference: 9 now, 6 before. Rows go by size, and percentages are of the 6. */
Test(view, knows_what_figures_are_of)
{
    static const struct view_options options = {0};
    static const char old[] = "events: Ir Dr\nevent: X = Ir + Dr\nfl=a.c\nfn=f\n1 6 1\n";

    for (int is_difference = 0; is_difference < 2; is_difference++) {
        struct viewed viewed;
        struct row_figures rows = {0};
        struct error error = {0};

        viewed_read(&viewed, &options, PROFILE, is_difference ? old : NULL);
        const struct figures *figures = &viewed.input.figures;
        cr_assert(view_choose_metric(&viewed.input, METRIC_CALLS, &error));
        cr_expect_eq(figures->is_difference, is_difference);
        cr_expect_eq(figures->sorting.keys[0].by_size, is_difference);
        cr_expect_eq(figured_cost(figures->total, 0, 0), is_difference ? 9 - 6 : 9);
        cr_expect_eq(figured_cost(figures->base, 0, 0), is_difference ? 6 : 9);
        cr_assert(view_add_up(&viewed.input,
                              &(struct row_figures_wanted){.choice = FOLDED(BY_FUNCTION)}, &rows,
                              &error));
        cr_expect_eq(rows.diff != NULL, is_difference);
        cr_expect_eq(figured_cost(&rows.rows->self, figured_find(rows.rows, "a.c:f"), 0),
                     is_difference ? 5 - 6 : 5);
        row_figures_free(&rows);
        viewed_free(&viewed);
    }
}

/* The old total is 200 of Ir and, of X, -1000; shares of a total below 0 are of its size. */
Test(view, knows_the_smallest_change)
{
    static const char old[] = "events: Ir Dr\nevent: X = -5 Ir + Dr\nfl=a.c\nfn=f\n1 200\n";
    static const char current[] = "events: Ir Dr\nevent: X = -5 Ir + Dr\nfl=a.c\nfn=f\n1 500\n";
    static const struct {
        const char *old;
        bool has_least;
        struct bound least;
        size_t event;
        int64_t expected;
    } cases[] = {
        {old, true, {.kind = BOUND_COUNT, .figure = 7}, 0, 7},
        {old, false, {.kind = BOUND_COUNT, .figure = 7}, 0, 0},
        {NULL, true, {.kind = BOUND_COUNT, .figure = 7}, 0, 0},
        {old, true, {.kind = BOUND_PERCENT, .figure = 10 * 1000000}, 0, 20},
        {old, true, {.kind = BOUND_PERCENT, .figure = 250000}, 0, 1}, /* 0.25 % is a half */
        {old, true, {.kind = BOUND_PERCENT, .figure = 10 * 1000000}, 1, 0},
        {old, true, {.kind = BOUND_PERCENT, .figure = 10 * 1000000}, 2, 100},
        {old, true, {.kind = BOUND_PERCENT, .figure = 250000}, 2, 3}, /* 2.5 */
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct view_options options = {.has_least = cases[i].has_least,
                                             .least = cases[i].least};
        struct viewed viewed;

        viewed_read(&viewed, &options, current, cases[i].old);
        cr_expect_eq(view_smallest_change(&viewed.input, cases[i].event), cases[i].expected,
                     "case %zu", i);
        viewed_free(&viewed);
    }
}

Test(view, fails_where_the_old_total_does_not_fit)
{
    static const char large[] =
        "events: Ir\nevent: X = 2 Ir\nfl=a.c\nfn=f\n1 9223372036854775807\n";
    static const struct view_options options = {.has_least = true,
                                                .least = {.kind = BOUND_COUNT, .figure = 7}};
    struct viewed viewed;
    struct error error = {0};

    viewed_read(&viewed, &options, large, large);
    cr_expect(view_fits(&viewed.input, &error));
    view_smallest_change(&viewed.input, 1);
    cr_expect_not(view_fits(&viewed.input, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    viewed_free(&viewed);
}
