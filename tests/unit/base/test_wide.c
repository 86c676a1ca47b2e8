/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/wide.h"

#include <criterion/criterion.h>
#include <inttypes.h>

#include "base/array.h"

/* The products were worked out by hand, as multiples of 2^64. */
Test(wide, adds_products)
{
    static const struct {
        int64_t a, b;
        uint64_t high, low;
    } cases[] = {
        {0, 0, 0, 0},
        {3, 5, 0, 15},
        {-3, 5, UINT64_MAX, UINT64_MAX - 14},
        {-3, -5, 0, 15},
        {0, INT64_MIN, 0, 0},
        {INT64_C(1) << 32, INT64_C(1) << 32, 1, 0},
        {INT64_MAX, 2, 0, UINT64_MAX - 1},
        {INT64_MAX, 4, 1, UINT64_MAX - 3},
        {INT64_MAX, INT64_MAX, 0x3fffffffffffffff, 1},
        {INT64_MIN, INT64_MIN, 0x4000000000000000, 0},
        {INT64_MIN, 1, UINT64_MAX, 0x8000000000000000},
        {INT64_MIN, 2, UINT64_MAX, 0},
        {0x1ffffffff, 0x1ffffffff, 3, 0xfffffffc00000001},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct wide sum = {0};
        wide_add_product(&sum, cases[i].a, cases[i].b);
        cr_expect(sum.high == cases[i].high && sum.low == cases[i].low,
                  "%" PRIi64 " * %" PRIi64 ": %" PRIx64 " %" PRIx64, cases[i].a, cases[i].b,
                  sum.high, sum.low);
        wide_add_product(&sum, -1, 1);
        wide_add_product(&sum, 1, 1);
        cr_expect(sum.high == cases[i].high && sum.low == cases[i].low, "and a carry back");
        for (int half = 0; half < 2 && cases[i].a != INT64_MIN; half++)
            wide_add_product(&sum, half == 0 ? -cases[i].a : 0, cases[i].b);
        cr_expect(cases[i].a == INT64_MIN || wide_is_zero(sum));
    }
}

Test(wide, becomes_a_double)
{
    static const struct {
        int64_t a, b;
        double expected;
    } cases[] = {
        {0, 7, 0},
        {6, 7, 42},
        {-6, 7, -42},
        {INT64_C(1) << 52, 2, 9007199254740992.0},
        {INT64_C(1) << 60, INT64_C(1) << 60, 0x1p120},
        {INT64_C(1) << 60, -(INT64_C(1) << 60), -0x1p120},
        {INT64_MIN, 1000, -9223372036854775808.0 * 1000},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct wide sum = {0};
        wide_add_product(&sum, cases[i].a, cases[i].b);
        cr_expect_eq(wide_to_double(sum), cases[i].expected, "%g", wide_to_double(sum));
    }
}
