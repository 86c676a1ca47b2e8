/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hand-made reports as Markdown. */

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "unit/reporter/format/hand_made.h"

#define AT_LEAST "\xe2\x89\xa5"

static const struct column column = {.name = {"Ir", 2}, .total = GIVEN(20000)};
static const struct cell self = GIVEN(5000), inclusive = GIVEN(20000), bound = BOUND(1),
                         zero = GIVEN(0), none = {0};

static void expect_markdown(const struct section *section, const struct table_row *rows,
                            size_t count, const char *expected)
{
    const struct hand_made_section made = {*section, rows, count};

    expect_text(hand_made_write_section(&made, format_markdown, &(struct format_options){0}),
                expected);
}

Test(format_markdown, writes_a_table)
{
    static const struct section section = {
        .kind = SECTION_HOTSPOTS,
        .table = {
            .columns = &column, .n_columns = 1, .has_inclusive = true, .by = {"function", 8}}};
    static const struct table_row rows[] = {
        {.kind = ROW_HOTSPOT,
         .object = {"bin/a", 5},
         .file = {"a.c", 3},
         .function = {"main", 4},
         .calls = 1000,
         .cells = &self,
         .inclusive = &inclusive},
        {.kind = ROW_HOTSPOT, .function = {"f", 1}, .cells = &zero, .inclusive = &bound},
        {.kind = ROW_HOTSPOT, .function = {"g", 1}, .cells = &none, .inclusive = &none},
        {.kind = ROW_CYCLE,
         .function = {"<cycle 1>", 9},
         .cycle = 1,
         .n_members = 2,
         .inclusive = &self},
    };

    expect_markdown(&section, rows, ARRAY_LENGTH(rows),
                    "**profile**: 20,000 Ir\n\n"
                    "| self | % | inclusive | % | calls | function |\n"
                    "|---:|---:|---:|---:|---:|---|\n"
                    "| 5,000 | 25.00 | 20,000 | 100.00 | 1,000 | main (a.c) \\[bin/a\\] |\n"
                    "| 0 | 0.00 | " AT_LEAST "1 | 0.01 | 0 | f |\n"
                    "| . | . | . | . | 0 | g |\n"
                    "| . | . | 5,000 | 25.00 | . | &lt;cycle 1\\> |\n");
}

/* Rows without inclusive cost are called by what they have: a place, a file, a label, an object. */
Test(format_markdown, names_rows)
{
    static const struct section section = {
        .kind = SECTION_HOTSPOTS,
        .table = {.columns = &column, .n_columns = 1, .by = {"thing", 5}}};
    static const struct table_row rows[] = {
        {.kind = ROW_HOTSPOT, .file = {"a.c", 3}, .line = 7, .cells = &self},
        {.kind = ROW_HOTSPOT, .file = {"a.c", 3}, .object = {"o", 1}, .cells = &self},
        {.kind = ROW_HOTSPOT, .label = {"src", 3}, .cells = &self},
        {.kind = ROW_HOTSPOT, .object = {"o", 1}, .cells = &self},
    };

    expect_markdown(&section, rows, ARRAY_LENGTH(rows),
                    "**profile**: 20,000 Ir\n\n"
                    "| self | % | thing |\n|---:|---:|---|\n"
                    "| 5,000 | 25.00 | a.c:7 |\n"
                    "| 5,000 | 25.00 | a.c |\n"
                    "| 5,000 | 25.00 | src |\n"
                    "| 5,000 | 25.00 | o |\n");
}

Test(format_markdown, escapes_names)
{
    static const struct {
        struct text name;
        const char *expected;
    } cases[] = {
        {{"a&b<c>", 6}, "a&amp;b&lt;c\\>"},
        {{"|\\`*_[]~#$", 10}, "\\|\\\\\\`\\*\\_\\[\\]\\~\\#\\$"},
        {{"@a", 2}, "@<!-- -->a"},
        {{"a\r\n\0b", 5}, "a   b"},
        {{"\x1b[0m", 4}, "\\x1b\\[0m"},
        {{"\xc3\xa4\xe4", 3}, "\xc3\xa4\xef\xbf\xbd"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct event_facts event = {.name = cases[i].name};
        const struct table_row row = {.kind = ROW_EVENT, .event = &event, .cells = &self};
        char expected[200];

        snprintf(expected, sizeof expected,
                 "| total | event | long name | formula |\n|---:|---|---|---|\n"
                 "| 5,000 | %s |  |  |\n",
                 cases[i].expected);
        expect_markdown(&(struct section){.kind = SECTION_EVENTS}, &row, 1, expected);
    }
}

Test(format_markdown, writes_events)
{
    static const struct event_facts ir = {.name = {"Ir", 2},
                                          .long_name = {"Instruction Fetch", 17},
                                          .meaning = {"Instructions that ran.", 22}},
                                    sum = {.name = {"Sum", 3}, .formula = {"2 Ir", 4}};
    static const struct table_row rows[] = {
        {.kind = ROW_EVENT, .event = &ir, .cells = &self},
        {.kind = ROW_EVENT, .event = &sum, .cells = &none},
    };

    expect_markdown(&(struct section){.kind = SECTION_EVENTS}, rows, ARRAY_LENGTH(rows),
                    "| total | event | long name | formula |\n|---:|---|---|---|\n"
                    "| 5,000 | Ir | Instruction Fetch |  |\n"
                    "| . | Sum |  | 2 Ir |\n");
}

Test(format_markdown, writes_what_belongs_to_a_function)
{
    static const struct cell about = {.value = 5000, .is_given = true, .is_estimate = true};
    static const struct cell_range range = {4000, 6000, true};
    static const struct tree_place place = {.inclusive = &range};
    static const struct section section = {.kind = SECTION_PEEK,
                                           .table = {.columns = &column, .n_columns = 1}};
    static const struct table_row rows[] = {
        {.kind = ROW_FUNCTION,
         .function = {"f", 1},
         .calls = 7,
         .cells = &self,
         .inclusive = &inclusive},
        {.kind = ROW_CALLER, .function = {"a", 1}, .calls = 2, .cells = &inclusive},
        {.kind = ROW_RECURSION, .function = {"f", 1}, .calls = 4, .cells = &bound},
        {.kind = ROW_CALLEE, .function = {"c", 1}, .calls = 5, .cells = &inclusive},
        {.kind = ROW_FILE, .file = {"f.c", 3}, .cells = &self},
        {.kind = ROW_PATH, .function = {"a", 1}, .cells = &inclusive, .tree = &place},
        {.kind = ROW_PATH, .function = {"f", 1}, .cells = &about, .tree = &place},
    };

    expect_markdown(&section, rows, ARRAY_LENGTH(rows),
                    "**profile**: 20,000 Ir\n\n"
                    "| | cost | % | calls | function |\n|---|---:|---:|---:|---|\n"
                    "| **function** | 20,000 | 100.00 | 7 | f |\n"
                    "| called from | 20,000 | 100.00 | 2 | a |\n"
                    "| calls itself | " AT_LEAST "1 | 0.01 | 4 | f |\n"
                    "| calls | 20,000 | 100.00 | 5 | c |\n"
                    "| self cost in | 5,000 | 25.00 | | f.c |\n"
                    "| on the hottest path | 20,000 | 100.00 | | a |\n"
                    "| on the hottest path | ~5,000 | 25.00 | | f |\n\n");
}

Test(format_markdown, writes_listings)
{
    static const struct section section = {
        .kind = SECTION_CODE_LISTING,
        .table = {.columns = &column, .n_columns = 1, .has_inclusive = true}};
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING, .function = {"f", 1}, .file = {"a_b.c", 5}},
        {.kind = ROW_LINE,
         .file = {"a_b.c", 5},
         .line = 7,
         .text = {"\tx *= 2;\r", 9},
         .cells = &self,
         .inclusive = &inclusive},
        {.kind = ROW_CALLEE,
         .file = {"b.c", 3},
         .function = {"g", 1},
         .calls = 1000,
         .cells = &bound},
    };

    expect_markdown(&section, rows, ARRAY_LENGTH(rows),
                    "**profile**: 20,000 Ir\n\n"
                    "| self | % | inclusive | % | line | |\n|---:|---:|---:|---:|---:|---|\n"
                    "| . | . | . | . | | **a\\_b.c** |\n"
                    "| 5,000 | 25.00 | 20,000 | 100.00 | 7 | x \\*= 2; |\n"
                    "| . | . | " AT_LEAST "1 | 0.01 | | calls 1,000x g (b.c) |\n\n");
}

/* Below the headings of costs. */
Test(format_markdown, has_long_names_in_headings)
{
    static const struct {
        enum section_kind kind;
        const char *expected;
    } cases[] = {
        {SECTION_HOTSPOTS,
         "| self<br>a\\|b&lt;br\\> c | % | inclusive<br>a\\|b&lt;br\\> c | % | calls "
         "| thing |\n|---:|---:|---:|---:|---:|---|\n"},
        {SECTION_PEEK, "| | cost<br>a\\|b&lt;br\\> c | % | calls | function |\n"
                       "|---|---:|---:|---:|---|\n\n"},
        {SECTION_CODE_LISTING,
         "| self<br>a\\|b&lt;br\\> c | % | inclusive<br>a\\|b&lt;br\\> c | % | line "
         "| |\n|---:|---:|---:|---:|---:|---|\n\n"},
    };
    const struct format_options options = {.show_long_names = true};
    struct column named = column;

    named.long_name = TEXT("a|b<br> c");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct hand_made_section section = {.section = {.kind = cases[i].kind,
                                                              .table = {.columns = &named,
                                                                        .n_columns = 1,
                                                                        .has_inclusive = true,
                                                                        .by = TEXT("thing")}}};
        char expected[512];

        snprintf(expected, sizeof expected, "**profile**: 20,000 Ir\n\n%s", cases[i].expected);
        expect_text(hand_made_write_section(&section, format_markdown, &options), expected);
    }
}

Test(format_markdown, has_usual_headings_without_a_long_name)
{
    const struct format_options options = {.show_long_names = true};
    const struct hand_made_section section = {
        .section = {.kind = SECTION_HOTSPOTS,
                    .table = {.columns = &column, .n_columns = 1, .by = TEXT("thing")}}};

    expect_text(hand_made_write_section(&section, format_markdown, &options),
                "**profile**: 20,000 Ir\n\n| self | % | thing |\n|---:|---:|---|\n");
}

/* Counts have signs, and a bound means an unknown figure. */
Test(format_markdown, writes_differences)
{
    static const struct run_facts old_runs[] = {
        {.name = {"old", 3}},
        {.name = {"older", 5}, .note = {"2 files", 7}},
        {.name = {"oldest", 6}},
    };
    static const struct column change_of = {
        .name = {"Ir", 2}, .total = GIVEN(20000), .change = GIVEN(5000)};
    static const struct cell gone = GIVEN(-5000), unknown = BOUND(5000);
    static const struct old_table_row renamed = {.change = CHANGE_RENAMED,
                                                 .function = {"h", 1},
                                                 .cells = &self,
                                                 .inclusive = &inclusive},
                                      moved = {.change = CHANGE_MOVED,
                                               .file = {"b.c", 3},
                                               .cells = &self,
                                               .inclusive = &inclusive},
                                      lost = {.change = CHANGE_GONE,
                                              .cells = &self,
                                              .inclusive = &inclusive};
    static const struct table_row rows[] = {
        {.kind = ROW_HOTSPOT,
         .function = {"f", 1},
         .calls = 3,
         .cells = &self,
         .inclusive = &unknown,
         .old = &renamed},
        {.kind = ROW_HOTSPOT,
         .function = {"g", 1},
         .file = {"a.c", 3},
         .cells = &zero,
         .inclusive = &gone,
         .old = &moved},
        {.kind = ROW_HOTSPOT,
         .function = {"i", 1},
         .calls = -1,
         .cells = &gone,
         .inclusive = &gone,
         .old = &lost},
    };
    static const struct hand_made_section section = {
        {.kind = SECTION_HOTSPOTS,
         .table = {.columns = &change_of,
                   .n_columns = 1,
                   .has_inclusive = true,
                   .is_difference = true,
                   .by = {"function", 8}}},
        rows,
        ARRAY_LENGTH(rows),
    };
    struct hand_made report = {.facts = hand_made_facts, .sections = &section, .n_sections = 1};

    report.facts.old_runs = (struct run_list){old_runs, 3};
    report.facts.command = TEXT("./a");
    expect_text(hand_made_write(&report, format_markdown, &(struct format_options){0}),
                "**profile** (./a) less **old older** (2 files) **oldest**: +5,000 Ir, +25.00 % of "
                "20,000\n\n"
                "| self | % | % of own | inclusive | % | % of own | calls | function |\n"
                "|---:|---:|---:|---:|---:|---:|---:|---|\n"
                "| +5,000 | +25.00 | +100.00 | ~+5,000 | +25.00 | +25.00 | +3 | f, was h |\n"
                "| 0 | 0.00 | 0.00 | -5,000 | -25.00 | -25.00 | 0 | g, was in b.c (a.c) |\n"
                "| -5,000 | -25.00 | gone | -5,000 | -25.00 | gone | -1 | i |\n");
}
