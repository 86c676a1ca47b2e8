/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/source/line_ranges.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"

enum { LINES_MAX = 4 };

struct annotate_case {
    const char *behaviour;
    uint64_t context;
    size_t n_lines;
    uint64_t lines[LINES_MAX];
    size_t n_ranges;
    struct line_range ranges[LINES_MAX];
};

/* The lines that come within twice the context of each other make one range. */
Test(annotate, merges_ranges)
{
    static const struct annotate_case cases[] = {
        {"no line", 8, 0, {0}, 0, {{0, 0}}},
        {"one line", 8, 1, {20}, 1, {{12, 28}}},
        {"the first line", 8, 1, {1}, 1, {{1, 9}}},
        {"near the first line", 8, 1, {9}, 1, {{1, 17}}},
        {"not quite near it", 8, 1, {10}, 1, {{2, 18}}},
        {"twice the context apart", 8, 2, {20, 36}, 1, {{12, 44}}},
        {"one more apart", 8, 2, {20, 37}, 2, {{12, 28}, {29, 45}}},
        {"a chain", 2, 4, {10, 14, 18, 23}, 2, {{8, 20}, {21, 25}}},
        {"no context", 0, 3, {5, 6, 8}, 3, {{5, 5}, {6, 6}, {8, 8}}},
        {"the last line of all", 8, 1, {UINT64_MAX}, 1, {{UINT64_MAX - 8, UINT64_MAX}}},
        {"all lines as context", UINT64_MAX, 2, {5, 1000}, 1, {{1, UINT64_MAX}}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        static const bool has_self[LINES_MAX] = {true, true, true, true};
        struct numbered_line lines[LINES_MAX];
        size_t count;

        for (uint32_t j = 0; j < cases[i].n_lines; j++)
            lines[j] = (struct numbered_line){cases[i].lines[j], j};
        struct line_range *ranges =
            line_ranges_find(lines, cases[i].n_lines, has_self, cases[i].context, &count);
        cr_assert_eq(count, cases[i].n_ranges, "%s: %zu ranges", cases[i].behaviour, count);
        for (size_t j = 0; j < count; j++) {
            cr_expect_eq(ranges[j].first, cases[i].ranges[j].first, "%s: first of %zu",
                         cases[i].behaviour, j);
            cr_expect_eq(ranges[j].last, cases[i].ranges[j].last, "%s: last of %zu",
                         cases[i].behaviour, j);
        }
        free(ranges);
    }
}

/* Lines that only make calls, or whose only cost is that of calls. */
Test(annotate, passes_over_lines_without_self_cost)
{
    static const bool has_self[] = {false, true, false};
    static const struct numbered_line lines[] = {{10, 0}, {50, 1}, {90, 2}};
    size_t count;
    struct line_range *ranges = line_ranges_find(lines, 3, has_self, 1, &count);

    cr_assert_eq(count, 1);
    cr_expect_eq(ranges[0].first, 49);
    cr_expect_eq(ranges[0].last, 51);
    free(ranges);
}
