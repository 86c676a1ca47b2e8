/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/jumps.h"

#include <criterion/criterion.h>

static const struct jump first = {.from = 3, .to = {.file = 1, .function = NO_ID, .position = 7}};

Test(jumps, add_up_by_both_their_ends)
{
    const struct jump_counts counts = {1, 2, 5};
    struct jumps jumps = {0};
    struct jump others[] = {first, first, first, first};

    others[0].from = 4;
    others[1].to.file = 2;
    others[2].to.function = 0;
    others[3].to.position = 8;
    cr_expect_not(jumps_add_overflows(&jumps, first, &counts, false));
    for (size_t i = 0; i < 4; i++)
        cr_expect_not(jumps_add_overflows(&jumps, others[i], &counts, false));
    cr_expect_not(jumps_add_overflows(&jumps, first, &counts, false));
    cr_assert_eq(jumps.pairs.count, 5);
    cr_expect_eq(jumps.counts[0].unconditional, 2);
    cr_expect_eq(jumps.counts[0].followed, 4);
    cr_expect_eq(jumps.counts[0].executed, 10);
    cr_expect_eq(jumps.counts[4].executed, 5);
    for (size_t i = 0; i < 4; i++) {
        struct jump jump = jumps_get(&jumps, i + 1);
        cr_expect_eq(jump.from, others[i].from);
        cr_expect_eq(jump.to.file, others[i].to.file);
        cr_expect_eq(jump.to.function, others[i].to.function);
        cr_expect_eq(jump.to.position, others[i].to.position);
    }
    jumps_free(&jumps);
}

Test(jumps, may_be_taken_away)
{
    const struct jump_counts counts = {1, 2, 5};
    struct jumps jumps = {0};

    cr_expect_not(jumps_add_overflows(&jumps, first, &counts, true));
    cr_expect_eq(jumps.counts[0].unconditional, -1);
    cr_expect_eq(jumps.counts[0].executed, -5);
    jumps_free(&jumps);
}

Test(jumps, tell_sums_that_do_not_fit)
{
    const struct jump_counts counts[] = {
        {INT64_MAX, 0, 0}, {0, INT64_MAX, 0}, {0, 0, INT64_MAX}, {1, 1, 1}};

    for (size_t i = 0; i < 3; i++) {
        struct jumps jumps = {0};
        cr_expect_not(jumps_add_overflows(&jumps, first, &counts[i], false));
        cr_expect(jumps_add_overflows(&jumps, first, &counts[3], false), "of counts %zu", i);
        jumps_free(&jumps);
    }
}
