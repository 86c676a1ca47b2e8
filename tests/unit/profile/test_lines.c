/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/lines.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/array.h"

static uint32_t add_line(struct lines *lines, uint32_t file, uint64_t number)
{
    return lines_add_in_page(lines, lines_page(lines, file, number), number);
}

Test(lines, have_dense_ids)
{
    struct lines lines = {0};

    cr_expect_eq(add_line(&lines, 0, 1), 0);
    cr_expect_eq(add_line(&lines, 0, 2), 1);
    cr_expect_eq(add_line(&lines, 3, 1), 2);
    cr_expect_eq(add_line(&lines, 0, 1), 0);
    cr_expect_eq(add_line(&lines, 0, 100000000), 3);
    cr_expect_eq(add_line(&lines, 3, 100000000), 4);
    cr_expect_eq(add_line(&lines, 3, 100000000), 4);
    cr_expect_eq(lines.count, 5);
    lines_free(&lines);
}

Test(lines, lie_in_pages)
{
    struct lines lines = {0};
    static const uint64_t numbers[] = {0, 63, 64, 65535, 65536, 16777216, 4294967295, UINT64_MAX};

    for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
        const struct line_page *page = lines_page(&lines, 1, numbers[i]);

        cr_expect_eq(page->first % LINES_PER_PAGE, 0);
        cr_expect_leq(page->first, numbers[i]);
        cr_expect_lt(numbers[i] - page->first, LINES_PER_PAGE);
        cr_expect_eq(lines_page(&lines, 1, page->first), page);
        cr_expect_eq(lines_page(&lines, 1, page->first + LINES_PER_PAGE - 1), page);
        cr_expect_neq(lines_page(&lines, 2, numbers[i]), page);
    }
    lines_free(&lines);
}

/* Near and far ones, in whichever order they came. */
Test(lines, are_listed_by_number)
{
    static const uint64_t numbers[] = {4294967295, 7,  100000000, 0,          65536, 65535,
                                       64,         63, 100000001, UINT64_MAX, 8,     99999999};
    static const uint64_t sorted[] = {
        0, 7, 8, 63, 64, 65535, 65536, 99999999, 100000000, 100000001, 4294967295, UINT64_MAX};
    struct lines lines = {0};
    size_t count;

    for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
        add_line(&lines, 1, numbers[i]);
        add_line(&lines, 2, numbers[i] / 2);
    }
    lines_page(&lines, 1, 5000); /* no line of this page has a cost */
    struct numbered_line *list = lines_of_file(&lines, 1, &count);
    cr_assert_eq(count, ARRAY_LENGTH(sorted));
    for (size_t i = 0; i < count; i++) {
        cr_expect_eq(list[i].number, sorted[i]);
        cr_expect_eq(list[i].id, add_line(&lines, 1, list[i].number));
    }
    free(list);
    lines_free(&lines);
}

Test(lines, may_be_none)
{
    struct lines lines = {0};
    size_t count = 7;
    struct numbered_line *list = lines_of_file(&lines, 3, &count);

    cr_expect_eq(count, 0);
    free(list);
    add_line(&lines, 5, 1);
    list = lines_of_file(&lines, 3, &count);
    cr_expect_eq(count, 0);
    free(list);
    lines_free(&lines);
}

/* In KiB, as Linux counts it. */
static long memory_used(void)
{
    struct rusage usage;

    cr_assert_eq(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

/* Memory never follows a number: an array up to the largest of 32 bits would take half a GiB. */
Test(lines, take_little_memory)
{
    struct lines lines = {0};
    long before = memory_used();

    for (uint64_t shift = 0; shift < 64; shift++)
        cr_expect_eq(add_line(&lines, 0, UINT64_MAX >> shift), shift);
    cr_expect_eq(lines.count, 64);
    cr_expect_lt(memory_used() - before, 16 * 1024);
    lines_free(&lines);
}

enum { LINES_MAX = 4 };

struct ranges_case {
    const char *behaviour;
    uint64_t context;
    size_t n_lines;
    uint64_t lines[LINES_MAX];
    size_t n_ranges;
    struct line_range ranges[LINES_MAX];
};

/* The lines that come within twice the context of each other make one range. */
Test(lines, merges_ranges)
{
    static const struct ranges_case cases[] = {
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
Test(lines, passes_over_lines_without_self_cost)
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
