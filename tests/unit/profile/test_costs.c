/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/costs.h"

#include <criterion/criterion.h>

/* Around the 64 events that share a word of marks. */
static const size_t counts[] = {1, 63, 64, 65, 128, 129, 1024};

Test(costs, are_not_given_at_first)
{
    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
        struct costs costs;

        costs_init(&costs, counts[i]);
        costs_ensure(&costs, 3);
        cr_assert_eq(costs.n_rows, 3);
        for (size_t event = 0; event < counts[i]; event++) {
            cr_expect_not(costs_is_given(costs_row(&costs, 2), event));
            cr_expect_eq(costs_sum(&costs, costs_row(&costs, 2), event), 0);
        }
        costs_free(&costs);
    }
}

/* An event that is given, be it 0, leaves its neighbours alone. */
Test(costs, are_given_one_by_one)
{
    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
        for (size_t given = 0; given<counts[i]; given += counts[i]> 200 ? 61 : 1) {
            struct costs costs;

            costs_init(&costs, counts[i]);
            costs_ensure(&costs, 3);
            costs_set(&costs, costs_row(&costs, 1), given, 0);
            for (size_t event = 0; event < counts[i]; event++) {
                cr_expect_eq(costs_is_given(costs_row(&costs, 1), event), event == given);
                cr_expect_not(costs_is_given(costs_row(&costs, 0), event));
                cr_expect_not(costs_is_given(costs_row(&costs, 2), event));
            }
            costs_free(&costs);
        }
    }
}

Test(costs, add_up)
{
    struct costs costs;

    costs_init(&costs, 2);
    costs_ensure(&costs, 1);
    cr_expect_not(costs_add_overflows(&costs, costs_row(&costs, 0), 1, 5));
    cr_expect_not(costs_add_overflows(&costs, costs_row(&costs, 0), 1, -7));
    cr_expect_eq(costs_sum(&costs, costs_row(&costs, 0), 1), -2);
    cr_expect_not(costs_is_given(costs_row(&costs, 0), 0));
    costs_free(&costs);
}

Test(costs, add_rows)
{
    struct costs costs;

    costs_init(&costs, 3);
    costs_ensure(&costs, 2);
    costs_set(&costs, costs_row(&costs, 0), 0, 1);
    costs_set(&costs, costs_row(&costs, 0), 1, 2);
    costs_set(&costs, costs_row(&costs, 1), 1, 40);
    cr_expect_not(costs_add_row_overflows(&costs, costs_row(&costs, 0), costs_row(&costs, 1)));
    cr_expect_eq(costs_sum(&costs, costs_row(&costs, 0), 0), 1);
    cr_expect_eq(costs_sum(&costs, costs_row(&costs, 0), 1), 42);
    cr_expect_not(costs_is_given(costs_row(&costs, 0), 2), "nothing and nothing is nothing");
    cr_expect_not(costs_is_given(costs_row(&costs, 1), 0), "the row added stays as it is");
    costs_free(&costs);
}

Test(costs, report_overflow)
{
    struct costs costs;

    costs_init(&costs, 2);
    costs_ensure(&costs, 2);
    costs_set(&costs, costs_row(&costs, 0), 1, INT64_MAX);
    costs_set(&costs, costs_row(&costs, 1), 0, INT64_MAX);
    costs_set(&costs, costs_row(&costs, 1), 1, 1);
    cr_expect(costs_add_row_overflows(&costs, costs_row(&costs, 0), costs_row(&costs, 1)));
    cr_expect_not(costs_add_overflows(&costs, costs_row(&costs, 1), 0, 0));
    cr_expect(costs_add_overflows(&costs, costs_row(&costs, 1), 0, 1));
    costs_set(&costs, costs_row(&costs, 1), 0, INT64_MIN);
    cr_expect(costs_add_overflows(&costs, costs_row(&costs, 1), 0, -1));
    costs_free(&costs);
}

/* From a word of marks to several, too. */
Test(costs, are_widened)
{
    for (size_t i = 1; i < sizeof(counts) / sizeof(*counts); i++) {
        size_t before = counts[i - 1], last = before - 1;
        struct costs costs;

        costs_init(&costs, before);
        costs_ensure(&costs, 2);
        costs_set(&costs, costs_row(&costs, 0), last, 7);
        costs_set(&costs, costs_row(&costs, 1), 0, -8);
        costs_widen(&costs, counts[i]);
        cr_expect_eq(costs.n_rows, 2);
        cr_expect_eq(costs.n_events, counts[i]);
        cr_expect_eq(costs_sum(&costs, costs_row(&costs, 0), last), 7);
        cr_expect_eq(costs_sum(&costs, costs_row(&costs, 1), 0), -8);
        for (size_t event = 0; event < counts[i]; event++) {
            cr_expect_eq(costs_is_given(costs_row(&costs, 0), event), event == last);
            cr_expect_eq(costs_is_given(costs_row(&costs, 1), event), event == 0);
        }
        costs_ensure(&costs, 3);
        cr_expect_not(costs_is_given(costs_row(&costs, 2), counts[i] - 1));
        costs_free(&costs);
    }
}

Test(costs, are_widened_from_nothing)
{
    struct costs costs;

    costs_init(&costs, 0);
    costs_ensure(&costs, 3);
    costs_widen(&costs, 2);
    cr_expect_eq(costs.n_rows, 3);
    cr_expect_not(costs_is_given(costs_row(&costs, 2), 1));
    cr_expect_eq(costs_sum(&costs, costs_row(&costs, 2), 1), 0);
    costs_free(&costs);
}

Test(costs, keep_their_rows_when_more_are_added)
{
    struct costs costs;

    costs_init(&costs, 3);
    for (size_t row = 0; row < 1000; row++) {
        costs_ensure(&costs, row + 1);
        costs_set(&costs, costs_row(&costs, row), row % 3, (int64_t)row);
    }
    costs_ensure(&costs, 5);
    cr_expect_eq(costs.n_rows, 1000, "ensuring fewer rows takes none away");
    for (size_t row = 0; row < 1000; row++)
        cr_expect_eq(costs_sum(&costs, costs_row(&costs, row), row % 3), (int64_t)row);
    costs_free(&costs);
}
