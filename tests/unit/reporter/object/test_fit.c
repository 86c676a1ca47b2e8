/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/object/fit.h"

#include <criterion/criterion.h>

#include "base/array.h"

TestSuite(fit, .timeout = 20);

/* An instruction of four bytes at 0x100, unless it says something else. */
#define PLAIN                                                                                      \
    {                                                                                              \
        .length = 4, .flow = {.is_plain = true, .falls_through = true }                            \
    }
#define BRANCH                                                                                     \
    {                                                                                              \
        .length = 4, .flow = {                                                                     \
            .is_jump = true,                                                                       \
            .falls_through = true,                                                                 \
            .has_target = true,                                                                    \
            .target = 0x200                                                                        \
        }                                                                                          \
    }
#define INDIRECT                                                                                   \
    {                                                                                              \
        .length = 4, .flow = {.is_jump = true }                                                    \
    }
#define CALL                                                                                       \
    {                                                                                              \
        .length = 4, .flow = {                                                                     \
            .is_call = true,                                                                       \
            .falls_through = true,                                                                 \
            .has_target = true,                                                                    \
            .target = 0x200                                                                        \
        }                                                                                          \
    }
#define UNKNOWN                                                                                    \
    {                                                                                              \
        .length = 4, .is_unknown = true                                                            \
    }
#define JUMPS_TO(to)                                                                               \
    {                                                                                              \
        .address = 0x100, .has_jump = true, .jump_target = (to)                                    \
    }
#define MAY_JUMP_TO(to)                                                                            \
    {                                                                                              \
        .address = 0x100, .has_jump = true, .jump_target = (to), .is_conditional = true            \
    }

Test(fit, is_told_by_what_was_recorded)
{
    static const struct {
        struct decoded decoded;
        struct executed executed;
        uint64_t next;
        bool is_last, is_locked;
        enum fit expected;
    } cases[] = {
        /* What is executed next. */
        {PLAIN, {.address = 0x100}, 0x104, false, false, FIT},
        {PLAIN, {.address = 0x100}, 0x105, false, false, MISFIT_NOT_FOLLOWED},
        {PLAIN, {.address = 0x100}, 0x105, true, false, FIT},
        {PLAIN, {.address = 0x100}, UINT64_MAX, true, false, FIT},
        {PLAIN, {.address = 0x100, .has_call = true}, 0x105, false, false, FIT},
        {BRANCH, {.address = 0x100}, 0x105, false, false, FIT},
        {CALL, {.address = 0x100}, 0x105, false, false, FIT},
        {UNKNOWN, {.address = 0x100}, 0x105, false, false, FIT},
        /* What begins within it. */
        {PLAIN, {.address = 0x100}, 0x103, false, false, MISFIT_INSIDE},
        {PLAIN, {.address = 0x100}, 0x101, true, false, MISFIT_INSIDE},
        {CALL, {.address = 0x100}, 0x101, false, false, MISFIT_INSIDE},
        {PLAIN, {.address = 0x100}, 0x101, false, true, FIT},
        {PLAIN, {.address = 0x100}, 0x102, false, true, MISFIT_INSIDE},
        /* Where a jump goes to. */
        {BRANCH, JUMPS_TO(0x200), 0x104, false, false, FIT},
        {BRANCH, JUMPS_TO(0x201), 0x104, false, false, MISFIT_TARGET},
        {BRANCH, JUMPS_TO(0x104), 0x104, false, false, FIT},
        {BRANCH, JUMPS_TO(0x100), 0x104, false, false, FIT},
        {CALL, JUMPS_TO(0x201), 0x104, false, false, MISFIT_TARGET},
        {INDIRECT, JUMPS_TO(0x201), 0x105, false, false, FIT},
        {PLAIN, JUMPS_TO(0x100), 0x104, false, false, FIT},
        {PLAIN, JUMPS_TO(0x104), 0x104, false, false, FIT},
        {PLAIN, JUMPS_TO(0x200), 0x104, false, false, MISFIT_NO_JUMP},
        {UNKNOWN, JUMPS_TO(0x200), 0x104, false, false, FIT},
        {BRANCH, MAY_JUMP_TO(0x200), 0x104, false, false, FIT},
        {INDIRECT, MAY_JUMP_TO(0x200), 0x104, false, false, MISFIT_NO_JUMP},
        {INDIRECT, MAY_JUMP_TO(0x104), 0x104, false, false, FIT},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct fit_case fit = {&cases[i].executed, &cases[i].decoded, cases[i].next,
                               cases[i].is_last, cases[i].is_locked};
        cr_expect_eq(fit_of(&fit), cases[i].expected, "case %zu", i);
    }
}
