/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/path_amount.h"

#include <criterion/criterion.h>
#include <inttypes.h>

#include "base/array.h"

/* 2^53 + 1, which is no double. */
#define LARGE 9007199254740993

Test(path_amount, keeps_all_digits_beside_what_is_estimated)
{
    struct path_amount sum = path_amount_of(LARGE);

    path_amount_add(&sum, path_amount_of_estimate(0.75));
    path_amount_add(&sum, path_amount_of_estimate(0.5));
    path_amount_subtract(&sum, path_amount_of(2));
    cr_assert(path_amount_floor(&sum));
    cr_expect_eq(sum.whole, LARGE - 1);
    cr_expect_eq(sum.rest, 0.25);
}

Test(path_amount, is_rounded_away_from_nothing)
{
    static const struct {
        double estimate;
        int64_t rounded;
    } cases[] = {{0, 0}, {2.4, 2}, {2.5, 3}, {-2.4, -2}, {-2.5, -3}, {-2.6, -3}, {1e30, INT64_MAX}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        int64_t rounded = path_amount_rounded(path_amount_of_estimate(cases[i].estimate));
        cr_expect_eq(rounded, cases[i].rounded, "%g: %" PRIi64, cases[i].estimate, rounded);
    }
}

Test(path_amount, is_the_same_part_of_what_it_is_all_of)
{
    cr_expect_eq(path_amount_part(path_amount_of(LARGE), LARGE - 2, LARGE).whole, LARGE - 2);
    cr_expect_eq(path_amount_part(path_amount_of(LARGE), LARGE + 2, LARGE + 2).whole, LARGE);
    cr_expect_eq(path_amount_part(path_amount_of(LARGE), 0, 7).whole, 0);
    cr_expect_eq(path_amount_size(path_amount_part(path_amount_of(10), 1, 4)), 2.5);
    cr_expect_eq(path_amount_ratio(path_amount_of(LARGE), LARGE), 1);
    cr_expect_eq(path_amount_ratio(path_amount_of(3), 4), 0.75);
    cr_expect_eq(path_amount_ratio(path_amount_of(3), 0), 0);
    cr_expect_eq(path_amount_times(path_amount_of(LARGE), 1).whole, LARGE);
    cr_expect_eq(path_amount_size(path_amount_times(path_amount_of(3), 0.5)), 1.5);
}

Test(path_amount, says_where_it_does_not_fit)
{
    struct path_amount sum = path_amount_of(INT64_MAX), part = path_amount_of(-INT64_MAX);

    path_amount_add(&sum, path_amount_of(1));
    cr_expect_not(path_amount_floor(&sum));
    path_amount_subtract(&part, path_amount_of(2));
    cr_expect_not(path_amount_floor(&part));
}
