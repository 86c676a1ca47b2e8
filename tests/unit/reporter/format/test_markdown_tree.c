/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hand-made call trees as Markdown. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "unit/reporter/format/hand_made.h"

#define ABOUT(cost)                                                                                \
    {                                                                                              \
        .value = (cost), .is_given = true, .is_estimate = true                                     \
    }
#define OF(name) .kind = ROW_TREE, .function = {name, sizeof name - 1}

static const struct column ir = {.name = {"Ir", 2}, .total = GIVEN(1000)};
static const struct table table = {
    .columns = &ir, .n_columns = 1, .has_inclusive = true, .by = {"function", 8}};
static const struct cell self = GIVEN(50), inclusive = GIVEN(250), about_self = ABOUT(100),
                         about = ABOUT(300);
/* Of the program 25 to 35 %. */
static const struct cell_range range = {250, 350, true};
static const struct tree_place top = {.self = &range, .inclusive = &range};

#define HEADING                                                                                    \
    "| inclusive | % | self % | calls | within % | function |\n|---:|---:|---:|---:|---:|---|\n"

static void expect_tree(const struct table *of, const struct table_row *rows, size_t count,
                        const char *expected)
{
    const struct hand_made_section section = {
        {.kind = SECTION_CALL_TREE, .table = *of}, rows, count};
    char *whole = hand_made_write_section(&section, format_markdown, &(struct format_options){0});
    const char *end_of_facts = strstr(whole, "\n\n");

    cr_assert(end_of_facts, "there is no table: %s", whole);
    cr_expect_str_eq(end_of_facts + 2, expected, "expected\n%sgot\n%s", expected, end_of_facts + 2);
    free(whole);
}

/* 50, 100, 250 and 300 of 1,000; 12 of it is 1.2 %. */
Test(format_markdown_tree, has_a_line_for_each_row)
{
    static const struct tree_place below = {.depth = 1,
                                            .has_next = true,
                                            .has_calls = true,
                                            .self = &range,
                                            .inclusive = &range},
                                   member = {.depth = 2, .is_member = true, .self = &range},
                                   left_out = {
                                       .depth = 1, .n_left_out = 1234, .most_left_out = GIVEN(12)};
    static const struct table_row rows[] = {
        {OF("main"), .cells = &self, .inclusive = &inclusive, .tree = &top},
        {OF("f"), .calls = 1234, .cells = &about_self, .inclusive = &about, .tree = &below},
        {OF("g"), .calls = 5, .cells = &self, .tree = &member},
        {.kind = ROW_LEFT_OUT, .tree = &left_out},
    };
    struct table with_remedy = table;

    with_remedy.remedy = TEXT("more");
    expect_tree(&with_remedy, rows, ARRAY_LENGTH(rows),
                HEADING "| 250 | 25.00 | 5.00 | . | | main |\n"
                        "| ~300 | 30.00 | ~10.00 | 1,234 | 25.0-35.0 | &emsp;f |\n"
                        "| . | . | 5.00 | . | | &emsp;&emsp;g |\n"
                        "| | | | | | &emsp;(1,234 more, up to 1.20 %) |\n"
                        "\n~ estimated, within the percentages given; more\n");
}

Test(format_markdown_tree, has_one_cost_where_there_is_no_other)
{
    static const struct tree_place place = {.self = &range},
                                   left_out = {.n_left_out = 2, .most_left_out = GIVEN(123)};
    static const struct table_row rows[] = {
        {OF("f"), .cells = &self, .tree = &place},
        {OF("g"), .cells = &about, .tree = &place},
        {.kind = ROW_LEFT_OUT, .tree = &left_out},
    };
    struct table up = table;

    up.has_inclusive = false;
    expect_tree(&up, rows, ARRAY_LENGTH(rows),
                "| self | % | within % | function |\n|---:|---:|---:|---|\n"
                "| 50 | 5.00 | | f |\n"
                "| ~300 | 30.00 | 25.0-35.0 | g |\n"
                "| | | | (2 more, up to 12.30 %) |\n"
                "\n~ estimated, within the percentages given\n");
}

Test(format_markdown_tree, says_what_a_row_is)
{
    static const struct tree_place frames = {.n_frames = 3, .self = &range, .inclusive = &range},
                                   recursive = {
                                       .is_recursive = true, .self = &range, .inclusive = &range};
    static const struct table_row rows[] = {
        {OF("_start|"), .cells = &self, .inclusive = &inclusive, .tree = &frames},
        {OF("f<int>"), .cells = &self, .inclusive = &inclusive, .tree = &recursive},
        {OF("<cycle 1>"), .cycle = 1, .n_members = 2, .cells = &self, .inclusive = &inclusive,
         .tree = &recursive},
    };

    expect_tree(&table, rows, ARRAY_LENGTH(rows),
                HEADING
                "| 250 | 25.00 | 5.00 | . | | \\_start\\| (3 frames to main) |\n"
                "| 250 | 25.00 | 5.00 | . | | f&lt;int\\> (recursive) |\n"
                "| 250 | 25.00 | 5.00 | . | | &lt;cycle 1\\> of 2 functions (recursive) |\n");
}

/* As many digits as it takes, and none where two after the point do not tell the ends apart. */
Test(format_markdown_tree, says_what_is_known_of_an_estimate)
{
    static const struct {
        struct cell_range range;
        const char *within;
    } cases[] = {
        {{0, 100000, true}, "0.0-100.0 |"},
        {{30000, 30050, true}, "30.00-30.05 |"},
        {{30000, 30001, true}, "|"},
        {{0, 0, false}, "? |"},
    };
    const struct column column = {.name = {"Ir", 2}, .total = GIVEN(100000)};
    const struct cell cell = ABOUT(30000);
    struct table of_much = table;

    of_much.columns = &column;
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct tree_place place = {.self = &range, .inclusive = &cases[i].range};
        const struct table_row row = {OF("f"), .cells = &self, .inclusive = &cell, .tree = &place};
        char expected[300];
        snprintf(expected, sizeof expected,
                 "%s| ~30,000 | 30.00 | 0.05 | . | %s f |\n"
                 "\n~ estimated, within the percentages given\n",
                 HEADING, cases[i].within);
        expect_tree(&of_much, &row, 1, expected);
    }
}

Test(format_markdown_tree, says_that_another_cost_is_an_estimate)
{
    static const struct table_row row = {OF("f"), .cells = &about_self, .inclusive = &inclusive,
                                         .tree = &top};

    expect_tree(&table, &row, 1,
                HEADING "| 250 | 25.00 | ~10.00 | . | | f |\n"
                        "\n~ estimated, within the percentages given\n");
}

/* A ratio has no share, and nothing of it is left out. */
Test(format_markdown_tree, has_several_events)
{
    static const struct column columns[] = {
        {.name = {"Ir", 2}, .total = GIVEN(1000)},
        {.name = {"R%", 2}, .is_ratio = true, .total = {.is_ratio = true}},
    };
    static const struct cell cells[] = {GIVEN(50), {.is_ratio = true}},
                             all[] = {GIVEN(250),
                                      {.ratio = 2.5, .is_given = true, .is_ratio = true}};
    static const struct cell_range ranges[] = {{50, 50, true}, {0}};
    static const struct tree_place place = {.self = ranges, .inclusive = ranges},
                                   left_out = {.n_left_out = 2, .most_left_out = GIVEN(123)};
    static const struct table_row rows[] = {
        {OF("f"), .cells = cells, .inclusive = all, .tree = &place},
        {.kind = ROW_LEFT_OUT, .tree = &left_out},
    };
    struct table several = table;

    several.columns = columns;
    several.n_columns = 2;
    expect_tree(&several, rows, ARRAY_LENGTH(rows),
                "| incl(Ir) | % | incl(R%) | self % | calls | within % | function |\n"
                "|---:|---:|---:|---:|---:|---:|---|\n"
                "| 250 | 25.00 | 2.50 | 5.00 | . | | f |\n"
                "| | | | | | | (2 more, up to 12.30 %) |\n");
}

/* Of the old program's 1,000; 100 is 20 % of the 500 that it was. */
Test(format_markdown_tree, shows_differences)
{
    static const struct column change_of = {
        .name = {"Ir", 2}, .total = GIVEN(1000), .change = GIVEN(100)};
    static const struct cell more = GIVEN(100), about_more = ABOUT(20), less = GIVEN(-40),
                             zero = GIVEN(0), was = GIVEN(500), was_less = GIVEN(40);
    static const struct cell_range ends = {-10, 30, true};
    static const struct old_table_row same = {.cells = &was_less, .inclusive = &was},
                                      gone = {.change = CHANGE_GONE,
                                              .cells = &was_less,
                                              .inclusive = &was_less};
    static const struct tree_place place = {.has_calls = true, .self = &ends, .inclusive = &ends},
                                   left_out = {.n_left_out = 2, .most_left_out = GIVEN(12)};
    static const struct table_row rows[] = {
        {OF("m"), .calls = 3, .cells = &about_more, .inclusive = &more, .old = &same,
         .tree = &place},
        {OF("f"), .cells = &zero, .inclusive = &about_more, .old = &same, .tree = &place},
        {OF("g"), .calls = -1, .cells = &less, .inclusive = &less, .old = &gone, .tree = &place},
        {.kind = ROW_LEFT_OUT, .tree = &left_out},
    };
    struct table changed = table;

    changed.columns = &change_of;
    changed.is_difference = true;
    expect_tree(&changed, rows, ARRAY_LENGTH(rows),
                "| inclusive | % | % of own | self % | calls | within % | function |\n"
                "|---:|---:|---:|---:|---:|---:|---|\n"
                "| +100 | +10.00 | +20.00 | ~+2.00 | +3 | | m |\n"
                "| ~+20 | +2.00 | +4.00 | 0.00 | 0 | -1.0 to +3.0 | f |\n"
                "| -40 | -4.00 | gone | -4.00 | -1 | | g |\n"
                "| | | | | | | (2 more, up to 1.20 %) |\n"
                "\n~ estimated, within the percentages given\n");
}

/* How often a word is in the line of the last row. */
static size_t count_in_last_line(const struct table_row *rows, size_t count, const char *word)
{
    const struct hand_made_section section = {
        {.kind = SECTION_CALL_TREE, .table = table}, rows, count};
    char *whole = hand_made_write_section(&section, format_markdown, &(struct format_options){0});
    size_t n_words = 0, length = strlen(whole);

    whole[length - 1] = '\0';
    for (const char *at = strrchr(whole, '\n'); (at = strstr(at, word)) != NULL; at++)
        n_words++;
    free(whole);
    return n_words;
}

Test(format_markdown_tree, indents_no_more_than_cells_have_room_for)
{
    static const struct {
        size_t depth, n_indents;
    } cases[] = {{0, 0}, {1, 1}, {40, 40}, {41, 40}, {250, 40}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct tree_place place = {
            .depth = cases[i].depth, .self = &range, .inclusive = &range};
        const struct table_row row = {OF("f"), .cells = &self, .inclusive = &inclusive,
                                      .tree = &place};
        cr_expect_eq(count_in_last_line(&row, 1, "&emsp;"), cases[i].n_indents, "depth %zu",
                     cases[i].depth);
    }
}
