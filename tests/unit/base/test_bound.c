/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/bound.h"

#include <criterion/criterion.h>
#include <inttypes.h>

#include "base/array.h"

Test(bound, is_rounded_to_the_inside)
{
    static const struct {
        const char *written;
        int64_t total, most, least; /* what is not above the bound, and not below it */
    } cases[] = {
        {"5", 100, 5, 5},
        {"1.5K", 100, 1500, 1500},
        {"1%", 150, 1, 2},
        {"1%", 200, 2, 2},
        {"0.5%", 150, 0, 1},
        {"0%", 150, 0, 0},
        {"1%", 0, 0, 0},
        {"50%", 1, 0, 1},
        {"100%", INT64_MAX, INT64_MAX, INT64_MAX},
        {"90000%", INT64_MAX, INT64_MAX, INT64_MAX},
        {"0.000001%", 100000000, 1, 1},
        {"0.000001%", 100000001, 1, 2},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct bound bound;

        cr_assert(bound_read(text_of(cases[i].written), &bound), "%s", cases[i].written);
        cr_expect_eq(bound_of(&bound, cases[i].total), cases[i].most, "%s of %" PRIi64,
                     cases[i].written, cases[i].total);
        cr_expect_eq(bound_least(&bound, cases[i].total), cases[i].least, "%s of %" PRIi64,
                     cases[i].written, cases[i].total);
    }
}
