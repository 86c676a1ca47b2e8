/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hand-made call trees as text. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "unit/reporter/format/hand_made.h"

#define ABOUT(cost)                                                                                \
    {                                                                                              \
        .value = (cost), .is_given = true, .is_estimate = true                                     \
    }

static const struct column ir = {.name = {"Ir", 2}, .total = GIVEN(1000)};
static const struct cell self = GIVEN(50), inclusive = GIVEN(250), about_self = ABOUT(100),
                         about = ABOUT(300);
/* Of the program 25 to 35 %; nothing. */
static const struct cell_range range = {250, 350, true}, unknown = {0};

static const struct table table = {
    .columns = &ir, .n_columns = 1, .has_inclusive = true, .by = {"function", 8}};

/* What is written of the tree, with the heading. The caller frees all of *whole. */
static const char *write_tree(const struct table *of, const struct table_row *rows, size_t count,
                              const struct format_options *options, char **whole)
{
    const struct hand_made_section section = {
        {.kind = SECTION_CALL_TREE, .table = *of}, rows, count};

    *whole = hand_made_write_section(&section, format_text, options);
    const char *end_of_facts = strstr(*whole, "\n\n");
    cr_assert(end_of_facts, "there is no table: %s", *whole);
    return end_of_facts + 2;
}

static void expect_tree(const struct table *of, const struct table_row *rows, size_t count,
                        const struct format_options *options, const char *expected)
{
    char *whole;
    const char *tree = write_tree(of, rows, count, options, &whole);

    cr_expect_str_eq(tree, expected, "expected\n%sgot\n%s", expected, tree);
    free(whole);
}

/*
 * The same without the heading and what comes before names: 35 columns, or 28 on a terminal that
 * has no room for calls.
 */
enum { BEFORE_NAMES = 35, BEFORE_NAMES_ALONE = 28 };

static void expect_names(const struct table_row *rows, size_t count,
                         const struct format_options *options, size_t before, const char *expected)
{
    char *whole, *names = NULL;
    size_t size;
    FILE *out = open_memstream(&names, &size);

    cr_assert(out, "out of memory");
    const char *line = strchr(write_tree(&table, rows, count, options, &whole), '\n') + 1;
    while (*line != '\0' && *line != '\n') {
        size_t length = strcspn(line, "\n");
        cr_assert(length > before, "%s", whole);
        fprintf(out, "%.*s\n", (int)(length - before), line + before);
        line += length + 1;
    }
    fclose(out);
    expect_text(names, expected);
    free(whole);
}

#define OF(name) .kind = ROW_TREE, .function = {name, sizeof name - 1}
#define COSTS .cells = &self, .inclusive = &inclusive

/* A row at a depth, which has calls; after it others follow, or not. */
#define ROW(name, at_depth, goes_on)                                                               \
    {                                                                                              \
        OF(name), COSTS, .tree = &(const struct tree_place)                                        \
        {                                                                                          \
            .depth = (at_depth), .has_next = (goes_on), .self = &range, .inclusive = &range        \
        }                                                                                          \
    }
#define LEFT_OUT(at_depth, count, most)                                                            \
    {                                                                                              \
        .kind = ROW_LEFT_OUT, .tree = &(const struct tree_place)                                   \
        {                                                                                          \
            .depth = (at_depth), .n_left_out = (count), .most_left_out = GIVEN(most)               \
        }                                                                                          \
    }

/* 50, 100, 250 and 300 of 1,000. */
Test(format_text_tree, has_costs_and_calls_before_names)
{
    static const struct tree_place place = {.self = &range, .inclusive = &range},
                                   below = {.depth = 1,
                                            .has_calls = true,
                                            .self = &range,
                                            .inclusive = &range},
                                   member = {.depth = 2, .is_member = true, .self = &range};
    static const struct table_row rows[] = {
        {OF("main"), COSTS, .tree = &place},
        {OF("f"), .calls = 1234, .cells = &about_self, .inclusive = &about, .tree = &below},
        {OF("g"), .calls = 5, .cells = &self, .tree = &member},
    };

    expect_tree(&table, rows, ARRAY_LENGTH(rows), &(struct format_options){0},
                " inclusive      %   self %  calls  function\n"
                "       250  25.00     5.00      .  main\n"
                "      ~300  30.00   ~10.00  1,234  └─ f  [25.0-35.0 %]\n"
                "         .      .     5.00      .     └─ g\n"
                "\n~ estimated within [ ]\n");
}

Test(format_text_tree, has_one_cost_where_there_is_no_other)
{
    static const struct tree_place place = {.self = &range}, below = {.depth = 1, .self = &range};
    static const struct table_row rows[] = {
        {OF("f"), .cells = &self, .tree = &place},
        {OF("main"), .cells = &about, .tree = &below},
    };
    struct table up = table;

    up.has_inclusive = false;
    up.remedy = TEXT("record more");
    expect_tree(&up, rows, ARRAY_LENGTH(rows), &(struct format_options){0},
                "      self      %  function\n"
                "        50   5.00  f\n"
                "      ~300  30.00  └─ main  [25.0-35.0 %]\n"
                "\n~ estimated within [ ]; record more\n");
}

Test(format_text_tree, draws_what_is_below_what)
{
    const struct table_row rows[] = {ROW("m", 0, true),  ROW("a", 1, true),  ROW("b", 2, true),
                                     ROW("c", 3, false), ROW("d", 2, false), ROW("e", 1, false),
                                     ROW("f", 2, false), ROW("n", 0, false), ROW("g", 1, false)};
    const struct format_options utf8 = {0}, ascii = {.is_ascii = true};

    expect_names(rows, ARRAY_LENGTH(rows), &utf8, BEFORE_NAMES,
                 "m\n├─ a\n│  ├─ b\n│  │  └─ c\n│  └─ d\n└─ e\n   └─ f\nn\n└─ g\n");
    expect_names(rows, ARRAY_LENGTH(rows), &ascii, BEFORE_NAMES,
                 "m\n|- a\n|  |- b\n|  |  `- c\n|  `- d\n`- e\n   `- f\nn\n`- g\n");
}

/* 12 of 1,000 is 1.2 %. */
Test(format_text_tree, says_what_is_left_out)
{
    const struct table_row rows[] = {ROW("m", 0, true), ROW("a", 1, true), LEFT_OUT(2, 1, 0),
                                     LEFT_OUT(1, 1234, 12), LEFT_OUT(0, 2, 123)};

    expect_names(rows, ARRAY_LENGTH(rows), &(struct format_options){0}, BEFORE_NAMES,
                 "m\n├─ a\n│  └─ (1 more, up to 0.00 %)\n└─ (1,234 more, up to 1.20 %)\n"
                 "(2 more, up to 12.30 %)\n");
}

Test(format_text_tree, says_what_a_row_is)
{
    static const struct tree_place frames = {.n_frames = 3, .self = &range, .inclusive = &range},
                                   recursive = {
                                       .is_recursive = true, .self = &range, .inclusive = &range};
    static const struct table_row rows[] = {
        {OF("0x1"), COSTS, .tree = &frames},
        {OF("f"), COSTS, .tree = &recursive},
        {OF("<cycle 1>"), COSTS, .cycle = 1, .n_members = 2, .tree = &recursive},
        {OF("f"), .cells = &self, .inclusive = &about, .tree = &recursive},
        {OF("\x1b[m"), COSTS, .tree = &frames},
    };

    expect_names(rows, ARRAY_LENGTH(rows), &(struct format_options){0}, BEFORE_NAMES,
                 "0x1 (3 frames to main)\nf (recursive)\n<cycle 1> of 2 functions (recursive)\n"
                 "f (recursive)  [25.0-35.0 %]\n\\x1b[m (3 frames to main)\n");
}

/* What is below the tree: about the signs that are in it. */
Test(format_text_tree, explains_its_signs)
{
    static const struct {
        const struct cell *cells, *inclusive;
        const struct cell_range *of_self, *of_inclusive;
        const char *expected;
    } cases[] = {
        {&self, &inclusive, &range, &range, "f\n"},
        {&about_self, &about, &range, &range, "f  [25.0-35.0 %]\n\n~ estimated within [ ]; more\n"},
        {&about_self, &about, &unknown, &unknown,
         "f  [?]\n\n~ estimated; [?]: nothing is known for sure; more\n"},
        {&about_self, &inclusive, &range, &range, "f\n\n~ estimated; more\n"},
        {&self, &about, &range, &unknown,
         "f  [?]\n\n~ estimated; [?]: nothing is known for sure; more\n"},
    };
    struct table with_remedy = table;

    with_remedy.remedy = TEXT("more");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct tree_place place = {.self = cases[i].of_self,
                                         .inclusive = cases[i].of_inclusive};
        const struct table_row row = {OF("f"), .cells = cases[i].cells,
                                      .inclusive = cases[i].inclusive, .tree = &place};
        char *whole;
        const char *tree = write_tree(&with_remedy, &row, 1, &(struct format_options){0}, &whole);
        cr_expect_str_eq(strchr(tree, '\n') + 1 + BEFORE_NAMES, cases[i].expected, "case %zu: %s",
                         i, tree);
        free(whole);
    }
}

Test(format_text_tree, explains_brackets_and_their_lack_at_once)
{
    static const struct tree_place known = {.self = &range, .inclusive = &range},
                                   not_known = {.self = &unknown, .inclusive = &unknown};
    static const struct table_row rows[] = {
        {OF("f"), .cells = &self, .inclusive = &about, .tree = &known},
        {OF("g"), .cells = &self, .inclusive = &about, .tree = &not_known},
    };

    expect_tree(&table, rows, 2, &(struct format_options){0},
                " inclusive      %   self %  calls  function\n"
                "      ~300  30.00     5.00      .  f  [25.0-35.0 %]\n"
                "      ~300  30.00     5.00      .  g  [?]\n"
                "\n~ estimated within [ ]; [?]: nothing is known for sure\n");
}

/* +100 of 1,000 is 10 %, of its own 500 20 %; +30 and -10 are the ends of what is about +20. */
Test(format_text_tree, shows_differences)
{
    static const struct column change_of = {
        .name = {"Ir", 2}, .total = GIVEN(1000), .change = GIVEN(100)};
    static const struct cell more = GIVEN(100), about_more = ABOUT(20), less = GIVEN(-40),
                             none = {0}, was = GIVEN(500), was_less = GIVEN(40);
    static const struct cell_range exact = {100, 100, true}, ends = {-10, 30, true};
    static const struct old_table_row same = {.cells = &was_less, .inclusive = &was},
                                      gone = {.change = CHANGE_GONE,
                                              .cells = &was_less,
                                              .inclusive = &was_less};
    static const struct tree_place place = {.has_calls = true, .self = &ends, .inclusive = &exact},
                                   below = {.depth = 1,
                                            .has_next = true,
                                            .self = &ends,
                                            .inclusive = &ends},
                                   last = {.depth = 1, .self = &exact, .inclusive = &exact};
    static const struct table_row rows[] = {
        {OF("m"), .calls = 3, .cells = &about_more, .inclusive = &more, .old = &same,
         .tree = &place},
        {OF("f"), .cells = &about_more, .inclusive = &about_more, .old = &same, .tree = &below},
        {OF("g"), .cells = &none, .inclusive = &less, .old = &gone, .tree = &last},
    };
    struct table changed = table;

    changed.columns = &change_of;
    changed.is_difference = true;
    expect_tree(&changed, rows, ARRAY_LENGTH(rows), &(struct format_options){0},
                " inclusive        %  % of own     self %  calls  function\n"
                "      +100   +10.00    +20.00     ~+2.00     +3  m\n"
                "      ~+20    +2.00     +4.00     ~+2.00      .  ├─ f  [-1.0 to +3.0 %]\n"
                "       -40    -4.00      gone          .      .  └─ g\n"
                "\n~ estimated within [ ]\n");
}

/* The second event is a ratio, which has no share; the first decides. */
Test(format_text_tree, has_several_events)
{
    static const struct column columns[] = {
        {.name = {"Ir", 2}, .total = GIVEN(1000)},
        {.name = {"R%", 2}, .is_ratio = true, .total = {.is_ratio = true}},
        {.name = {"Dr", 2}, .total = GIVEN(10)},
    };
    static const struct cell cells[] = {GIVEN(50), {.is_ratio = true}, GIVEN(1)},
                             all[] = {GIVEN(250),
                                      {.ratio = 2.5, .is_given = true, .is_ratio = true},
                                      ABOUT(7)};
    static const struct cell_range ranges[] = {{50, 50, true}, {0}, {5, 10, true}};
    static const struct tree_place place = {.self = ranges, .inclusive = ranges};
    static const struct table_row row = {OF("f"), .cells = cells, .inclusive = all, .tree = &place};
    struct table several = table;

    several.columns = columns;
    several.n_columns = 3;
    expect_tree(&several, &row, 1, &(struct format_options){0},
                "  incl(Ir)      %   self %  incl(R%)    incl(Dr)      %  calls  function\n"
                "       250  25.00     5.00      2.50          ~7  70.00      .  f\n"
                "\n~ estimated\n");
}

/*
 * Of 83 columns 10, 7 and 9 are those of Ir, 2 + 21 those of the other event without its share and
 * 2 are before names, which have 32; calls have no room.
 */
Test(format_text_tree, leaves_columns_out_on_a_terminal)
{
    static const struct column columns[] = {{.name = {"Ir", 2}, .total = GIVEN(1000)},
                                            {.name = {"EstimatedCycles", 15}, .total = GIVEN(10)}};
    static const struct cell cells[] = {GIVEN(50), GIVEN(1)}, all[] = {ABOUT(250), ABOUT(7)};
    static const struct cell_range ranges[] = {{250, 250, true}, {7, 7, true}};
    static const struct tree_place place = {.self = ranges, .inclusive = ranges};
    static const struct table_row row = {OF("f"), .cells = cells, .inclusive = all, .tree = &place};
    const struct format_options wide = {.width = 83}, narrow = {.width = 82};
    struct table several = table;

    several.columns = columns;
    several.n_columns = 2;
    expect_tree(&several, &row, 1, &wide,
                "  incl(Ir)      %   self %  incl(EstimatedCycles)  function\n"
                "      ~250  25.00     5.00                     ~7  f\n"
                "\n~ estimated\n");
    /* Without that event calls have no room either: they were the first to go. */
    expect_tree(&several, &row, 1, &narrow,
                "  incl(Ir)      %   self %  function\n"
                "      ~250  25.00     5.00  f\n"
                "\n~ estimated\n");
}

/* A cost of nine digits with its commas and its mark is 12 wide, whatever the terminal. */
Test(format_text_tree, has_room_for_marks_on_a_terminal)
{
    static const struct column column = {
        .name = {"Ir", 2}, .total = GIVEN(400000000), .largest = GIVEN(400000000)};
    static const struct cell most = GIVEN(400000000), large = ABOUT(100000000);
    static const struct cell_range ranges = {100000000, 100000000, true};
    static const struct tree_place place = {.self = &ranges, .inclusive = &ranges};
    static const struct table_row rows[] = {
        {OF("m"), .cells = &most, .inclusive = &most, .tree = &place},
        {OF("f"), .cells = &large, .inclusive = &large, .tree = &place},
    };
    struct table of_large = table;

    of_large.columns = &column;
    expect_tree(&of_large, rows, 2, &(struct format_options){.width = 40},
                "   inclusive      %   self %  function\n"
                " 400,000,000 100.00   100.00  m\n"
                "~100,000,000  25.00   ~25.00  f\n"
                "\n~ estimated\n");
}

/* Writes 300 times 'a' and as often 'b'. */
static struct text make_long_name(char name[600])
{
    memset(name, 'a', 300);
    memset(name + 300, 'b', 300);
    return (struct text){name, 600};
}

/* Of 67 columns 35 are before names; of 40 there are 28, and calls have no room. */
Test(format_text_tree, cuts_names_that_have_no_room)
{
    static const struct tree_place top = {.self = &range, .inclusive = &range},
                                   below = {.depth = 1, .self = &range, .inclusive = &range};
    char name[600];
    const struct text long_name = make_long_name(name);
    const struct table_row rows[] = {
        {.kind = ROW_TREE, .function = long_name, COSTS, .tree = &top},
        {.kind = ROW_TREE, .function = long_name, COSTS, .tree = &below},
        {.kind = ROW_TREE,
         .function = long_name,
         .cells = &self,
         .inclusive = &about,
         .tree = &top},
        {OF("ns::f(int)"), COSTS, .tree = &below},
        {OF("a::function(int, char, double)"), COSTS, .tree = &below},
    };
    const struct format_options wide = {.width = 67}, narrow = {.width = 40};

    /* 32; 3 less for the level; 15 less for the range. */
    expect_names(rows, ARRAY_LENGTH(rows), &wide, BEFORE_NAMES,
                 "aaaaaaaaaaaaaaa…bbbbbbbbbbbbbbbb\n"
                 "└─ aaaaaaaaaaaaaa…bbbbbbbbbbbbbb\n"
                 "aaaaaaaa…bbbbbbbb  [25.0-35.0 %]\n"
                 "└─ ns::f(int)\n"
                 "└─ a::function\n");
    /* 12 were left: a name has 16 in any case. */
    expect_names(rows, ARRAY_LENGTH(rows), &narrow, BEFORE_NAMES_ALONE,
                 "aaaaaaa…bbbbbbbb\n"
                 "└─ aaaaaaa…bbbbbbbb\n"
                 "aaaaaaa…bbbbbbbb  [25.0-35.0 %]\n"
                 "└─ ns::f(int)\n"
                 "└─ a::function\n");
}

Test(format_text_tree, has_whole_names_without_a_terminal)
{
    static const struct tree_place place = {.self = &range, .inclusive = &range};
    char name[600], expected[602];
    const struct table_row row = {
        .kind = ROW_TREE, .function = make_long_name(name), COSTS, .tree = &place};

    snprintf(expected, sizeof expected, "%.600s\n", name);
    expect_names(&row, 1, &(struct format_options){0}, BEFORE_NAMES, expected);
}

/* Each character takes two columns: of 32, less 3 for the level, 7 + 1 + 7 have room. */
Test(format_text_tree, cuts_between_wide_characters)
{
#define TEN "漢漢漢漢漢漢漢漢漢漢"
    const struct table_row rows[] = {ROW(TEN TEN, 0, false), ROW(TEN TEN, 1, false)};
    struct character_widths widths = character_widths_begin();
    bool has_widths = widths.characters != (locale_t)0;

    character_widths_end(&widths);
    if (!has_widths)
        cr_skip_test("there is no locale of UTF-8");
    expect_names(rows, 2, &(struct format_options){.width = 67}, BEFORE_NAMES,
                 "漢漢漢漢漢漢漢…漢漢漢漢漢漢漢漢\n└─ 漢漢漢漢漢漢漢…漢漢漢漢漢漢漢\n");
#undef TEN
}

/*
 * Names have 32 columns, 16 of them in any case: there is room for five levels, of which the first
 * is a number where there are more.
 */
Test(format_text_tree, has_a_number_for_levels_without_room)
{
    enum { MOST = 110 };
    static const struct {
        size_t depth;
        bool is_ascii;
        const char *expected;
    } cases[] = {
        {4, false, "         └─ aaaaaaaaa…bbbbbbbbbb\n"},
        {5, false, "            └─ aaaaaaaa…bbbbbbbb\n"},
        {6, false, "2…          └─ aaaaaaaa…bbbbbbbb\n"},
        {6, true, "2+          `- aaaaaaa...bbbbbbb\n"},
        {13, false, "9…          └─ aaaaaaaa…bbbbbbbb\n"},
        {14, false, "10…         └─ aaaaaaaa…bbbbbbbb\n"},
        {MOST, true, "106+         `- aaaaaa...bbbbbbb\n"},
    };
    char name[600];
    struct tree_place places[MOST + 1];
    struct table_row rows[MOST + 1];

    for (size_t depth = 0; depth <= MOST; depth++) {
        places[depth] = (struct tree_place){.depth = depth, .self = &range, .inclusive = &range};
        rows[depth] = (struct table_row){OF(""), COSTS, .tree = &places[depth]};
        rows[depth].function = make_long_name(name);
    }
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct format_options options = {.width = 67, .is_ascii = cases[i].is_ascii};
        char *whole;
        const char *tree = write_tree(&table, rows, cases[i].depth + 1, &options, &whole);
        for (size_t skipped = 0; skipped <= cases[i].depth; skipped++)
            tree = strchr(tree, '\n') + 1;
        cr_expect_str_eq(tree + BEFORE_NAMES, cases[i].expected, "%zu: %s", cases[i].depth, tree);
        free(whole);
    }
}
