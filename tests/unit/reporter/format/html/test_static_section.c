/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "unit/reporter/format/html/page_blocks.h"

static void expect_within(const char *page, const char *expected)
{
    cr_expect(strstr(page, expected), "no\n%s\nin\n%s", expected, page);
}

static const struct table_event event = {.name = {"Ir", 2}, TOTAL(2000)};
static const struct table table = {.has_inclusive = true, .events = &event, .n_events = 1};

/* The page of a report, with that graph. */
static char *page_with(struct hand_made report, const struct table *graph,
                       const struct table_row *rows, size_t count)
{
    const struct hand_made_section section = {
        {.kind = SECTION_CALL_GRAPH, .table = *graph}, rows, count};

    report.sections = &section;
    report.n_sections = 1;
    return page_of(&report);
}

/* With nothing to say but the name of its profile. */
static struct hand_made plain(void)
{
    return (struct hand_made){.facts = hand_made_facts};
}

Test(static_section, has_the_functions_by_self_cost)
{
    static const struct figure none = {0}, few = NOW(1), some = NOW(1999), many = NOW_BOUND(2000);
    static const struct table_row rows[] = {
        {.kind = ROW_NODE,
         .function = {"main", 4},
         .self = &few,
         .inclusive = &many,
         .calls = NOW(0)},
        {.kind = ROW_NODE,
         .function = {"nothing", 7},
         .self = &none,
         .inclusive = &some,
         .calls = NOW(0)},
        {.kind = ROW_NODE,
         .function = {"f(int)", 6},
         .file = {"a.c", 3},
         .calls = NOW(1234),
         .self = &some,
         .inclusive = &some},
    };
    char *page = page_with(plain(), &table, rows, ARRAY_LENGTH(rows));

    expect_within(page, "<p>2,000 Ir</p>\n");
    expect_within(
        page,
        "<table><caption>Functions with most self cost of Ir: 2 of 3</caption>\n<thead><tr>"
        "<th scope=\"col\" class=\"number\">Self</th><th scope=\"col\" class=\"number\">%</th>"
        "<th scope=\"col\" class=\"number\">Inclusive</th>"
        "<th scope=\"col\" class=\"number\">%</th><th scope=\"col\" class=\"number\">Calls</th>"
        "<th scope=\"col\">Function</th><th scope=\"col\">File</th></tr></thead>\n<tbody>\n"
        "<tr><td class=\"number\">1,999</td><td class=\"number\">99.95</td>"
        "<td class=\"number\">1,999</td><td class=\"number\">99.95</td>"
        "<td class=\"number\">1,234</td><th scope=\"row\" title=\"f(int)\">f(int)</th><td>a.c</td>"
        "</tr>\n"
        "<tr><td class=\"number\">1</td><td class=\"number\">0.05</td>"
        "<td class=\"number\">\xe2\x89\xa5"
        "2,000</td><td class=\"number\">100.00</td><td class=\"number\">0</td>"
        "<th scope=\"row\" title=\"main\">main</th><td></td></tr>\n"
        "</tbody></table>\n");
    free(page);
}

Test(static_section, has_twenty_five_functions_at_most)
{
    enum { COUNT = 250, MOST = 25 };
    static struct figure costs[COUNT];
    static struct table_row rows[COUNT];
    static char names[COUNT][8];
    char expected[80];

    for (size_t i = 0; i < COUNT; i++) {
        size_t cost = 1 + i * 7 % COUNT; /* each once */
        snprintf(names[i], sizeof names[i], "f%zu", cost);
        costs[i].now = (struct cell)GIVEN((int64_t)cost);
        rows[i] =
            (struct table_row){.kind = ROW_NODE, .function = text_of(names[i]), .self = &costs[i]};
    }
    char *page = page_with(plain(), &table, rows, COUNT);
    const char *at = page;
    for (size_t i = 0; i < MOST; i++) {
        snprintf(expected, sizeof expected, "<th scope=\"row\" title=\"f%zu\">", COUNT - i);
        at = strstr(at, expected);
        cr_assert(at, "no %s", expected);
    }
    cr_expect_null(strstr(at + 1, "<th scope=\"row\""));
    expect_within(page, ": 25 of 250</caption>");
    free(page);
}

/* Small or large, a change is ranked by its size; of two bounds nothing is known. */
Test(static_section, has_the_largest_changes_of_a_difference)
{
    static const struct table_event changed = {
        .name = {"Ir", 2}, .total = {GIVEN(1920), GIVEN(2000)}, .base = GIVEN(2000)};
    static const struct table changes = {
        .has_inclusive = true, .events = &changed, .n_events = 1, .is_difference = true};
    static const struct figure up = {GIVEN(50), GIVEN(30)}, down = {GIVEN(200), GIVEN(300)},
                               unknown = {BOUND(50), BOUND(45)};
    static const struct table_row rows[] = {
        {.kind = ROW_NODE,
         .function = {"up", 2},
         .self = &up,
         .inclusive = &unknown,
         .calls = {GIVEN(3), GIVEN(3)},
         .has_old = true},
        {.kind = ROW_NODE,
         .function = {"down", 4},
         .self = &down,
         .inclusive = &down,
         .calls = {GIVEN(4), GIVEN(6)},
         .has_old = true},
    };
    char *page = page_with(plain(), &changes, rows, ARRAY_LENGTH(rows));
    expect_within(page, "<p>-80 Ir, was 2,000</p>\n");
    expect_within(page, "Functions with the largest change of self cost of Ir: 2 of 2</caption>");
    expect_within(page, "<tbody>\n<tr><td class=\"number\">-100</td><td class=\"number\">-5.00</td>"
                        "<td class=\"number\">-100</td><td class=\"number\">-5.00</td>"
                        "<td class=\"number\">-2</td><th scope=\"row\" title=\"down\">down</th>");
    expect_within(page, "<tr><td class=\"number\">+20</td><td class=\"number\">+1.00</td>"
                        "<td class=\"number\">?</td><td class=\"number\">.</td>"
                        "<td class=\"number\">0</td><th scope=\"row\" title=\"up\">up</th>");
    free(page);
}

Test(static_section, has_nothing_of_calls_that_there_are_not)
{
    static const struct table_event cost = {.name = {"Ir", 2}, TOTAL(4)};
    static const struct table without_calls = {.events = &cost, .n_events = 1};
    static const struct figure low = NOW(1), high = NOW(3);
    static const struct table_row rows[] = {
        {.kind = ROW_NODE, .function = {"low", 3}, .self = &low},
        {.kind = ROW_NODE, .function = {"high", 4}, .self = &high},
    };
    char *page = page_with(plain(), &without_calls, rows, ARRAY_LENGTH(rows));

    expect_within(page, "<thead><tr><th scope=\"col\" class=\"number\">Self</th>"
                        "<th scope=\"col\" class=\"number\">%</th>"
                        "<th scope=\"col\">Function</th><th scope=\"col\">File</th></tr></thead>");
    expect_within(page, "<tbody>\n<tr><td class=\"number\">3</td><td class=\"number\">75.00</td>"
                        "<th scope=\"row\" title=\"high\">high</th><td></td></tr>\n"
                        "<tr><td class=\"number\">1</td>");
    free(page);
}
