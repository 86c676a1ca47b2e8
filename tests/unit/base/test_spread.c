/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/spread.h"

#include <criterion/criterion.h>
#include <inttypes.h>

#include "base/array.h"

Test(spread, counts_what_is_outside_of_it)
{
    static const struct {
        int64_t current, counted;
    } cases[] = {{12, 2}, {10, 0}, {7, 0}, {5, 0}, {4, -1}, {0, -5}, {-3, -8}};
    const struct spread spread = {5, 10};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        int64_t counted = 99;
        cr_expect_not(spread_count_overflows(&spread, cases[i].current, &counted));
        cr_expect_eq(counted, cases[i].counted, "%" PRIi64 ": %" PRIi64, cases[i].current, counted);
    }
}

Test(spread, tells_where_what_counts_does_not_fit)
{
    const struct spread above = {INT64_MAX - 1, INT64_MAX}, below = {INT64_MIN, -2};
    int64_t counted;

    cr_expect(spread_count_overflows(&above, -3, &counted));
    cr_expect(spread_count_overflows(&below, INT64_MAX, &counted));
    cr_expect_not(spread_count_overflows(&below, INT64_MAX - 2, &counted));
    cr_expect_eq(counted, INT64_MAX);
    cr_expect_not(spread_count_overflows(&above, INT64_MAX, &counted));
}

Test(spread, includes_figures)
{
    struct spread spread = {5, 5};

    spread_include(&spread, 7);
    spread_include(&spread, -1);
    spread_include(&spread, 6);
    cr_expect_eq(spread.least, -1);
    cr_expect_eq(spread.most, 7);
}
