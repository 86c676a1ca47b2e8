/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The sections of hand-made reports as text. The layout is that of callgrind_annotate. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "unit/reporter/format/hand_made.h"

#define RULE "--------------------------------------------------------------------------------\n"

/* A column as initializer: event, total, extent. */
#define COLUMN(event, of_program, most, least)                                                     \
    {                                                                                              \
        .name = {(event), sizeof(event) - 1}, .total = of_program, .largest = most,                \
        .smallest = least                                                                          \
    }

static char *format_section(const struct section *section, const struct table_row *rows,
                            size_t count, bool show_percentages)
{
    const struct hand_made_section made = {*section, rows, count};
    const struct format_options options = {.show_percentages = show_percentages};

    return hand_made_write_section(&made, format_text, &options);
}

static char *format_rows(const struct table *table, const struct table_row *rows, size_t count,
                         enum section_kind kind, bool show_percentages)
{
    const struct section section = {.kind = kind, .table = *table};

    return format_section(&section, rows, count, show_percentages);
}

static struct cell given(int64_t value)
{
    return (struct cell)GIVEN(value);
}

Test(format_text_report, writes_a_table_of_functions)
{
    const struct column columns[] = {
        COLUMN("Ir", given(2000), given(1234), given(7)),
        COLUMN("Dr", given(50), given(50), given(0)),
    };
    const struct table table = {.columns = columns, .n_columns = 2, .has_functions = true};
    const struct cell first[] = {GIVEN(1234), GIVEN(50)};
    const struct cell second[] = {GIVEN(7), GIVEN(0)};
    const struct cell third[] = {GIVEN(100), {0}};
    const struct table_row rows[] = {
        {.kind = ROW_FUNCTION,
         .cells = first,
         .file = TEXT("a.c"),
         .function = TEXT("main"),
         .object = TEXT("prog")},
        {.kind = ROW_FUNCTION, .cells = second, .file = TEXT("a.c"), .function = TEXT("f")},
        {.kind = ROW_FUNCTION, .cells = third, .function = TEXT("g")},
    };

    /* "1,234" and 9 are 14; "50" and 9 are 11; '.' and 0 have 9 blanks for a percentage. */
    expect_text(format_rows(&table, rows, 3, SECTION_FUNCTIONS, true),
                RULE "Ir             Dr           file:function\n" RULE
                     "1,234 (61.70%) 50 (100.0%)  a.c:main [prog]\n"
                     "    7 ( 0.35%)  0           a.c:f\n"
                     "  100 ( 5.00%)  .           :g\n\n");
    /* Without, the widths are 5 and 2. */
    expect_text(format_rows(&table, rows, 3, SECTION_FUNCTIONS, false),
                RULE "Ir    Dr  file:function\n" RULE "1,234 50  a.c:main [prog]\n"
                     "    7  0  a.c:f\n"
                     "  100  .  :g\n\n");
}

Test(format_text_report, makes_columns_wide_enough)
{
    static const struct {
        const char *behaviour;
        struct column column;
        const char *heading, *headings_without; /* with and without percentages */
    } cases[] = {
        {"the largest", COLUMN("A", GIVEN(1), GIVEN(1000), GIVEN(0)), "A              ", "A     "},
        {"a negative number is longer", COLUMN("A", GIVEN(1), GIVEN(10), GIVEN(-1000)),
         "A               ", "A      "},
        {"the name of the event", COLUMN("Instructions_executed", GIVEN(1), GIVEN(1), GIVEN(1)),
         "Instructions_executed ", "Instructions_executed "},
        {"never given: the name alone", COLUMN("A", {0}, {0}, {0}), "A ", "A "},
        {"only 0", COLUMN("A", GIVEN(0), GIVEN(0), GIVEN(0)), "A          ", "A "},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct table table = {.columns = &cases[i].column, .n_columns = 1};
        char expected[512];

        snprintf(expected, sizeof(expected), RULE "%s\n" RULE "\n", cases[i].heading);
        expect_text(format_rows(&table, NULL, 0, SECTION_FUNCTIONS, true), expected);
        snprintf(expected, sizeof(expected), RULE "%s\n" RULE "\n", cases[i].headings_without);
        expect_text(format_rows(&table, NULL, 0, SECTION_FUNCTIONS, false), expected);
    }
}

/* A name is broken between words, which the column is wide enough for; the last one is not. */
Test(format_text_report, has_long_names_below_the_heading)
{
    static const struct {
        const char *behaviour, *first, *last, *expected;
    } cases[] = {
        {"none", "", "", "A   B \n"},
        {"of the last", "", "Instruction Fetch", "A   B \n    Instruction Fetch\n"},
        {"of the first", "L2", "", "A   B \nL2\n"},
        {"a wider word", "Data", "Ib", "A    B \nData Ib\n"},
        {"several lines", "L1 \t Data  Miss", "Ib", "A    B \nL1   Ib\nData\nMiss\n"},
        {"as many words as fit", "a bc def", "", "A   B \na\nbc\ndef\n"},
        {"two in a line", "Fetch a b", "", "A     B \nFetch\na b\n"},
        {"a word that no column is made for", "12345678901234567 a", "b",
         "A                B \n1234567890123456 b\n7 a\n"},
        {"characters, not bytes", "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", "b",
         "A    B \n\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4 b\n"},
        {"what no terminal may get", "\x1b", "b", "A    B \n\\x1b b\n"},
    };
    const struct format_options options = {.show_long_names = true};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct column columns[] = {COLUMN("A", GIVEN(999), GIVEN(999), GIVEN(0)),
                                   COLUMN("B", GIVEN(1), GIVEN(1), GIVEN(1))};
        const struct hand_made_section section = {
            {.kind = SECTION_FUNCTIONS, .table = {.columns = columns, .n_columns = 2}}, NULL, 0};
        char expected[512];

        columns[0].long_name = text_of(cases[i].first);
        columns[1].long_name = text_of(cases[i].last);
        snprintf(expected, sizeof(expected), RULE "%s" RULE "\n", cases[i].expected);
        expect_text(hand_made_write_section(&section, format_text, &options), expected);
    }
}

Test(format_text_report, has_long_names_above_a_listing)
{
    struct column column = COLUMN("Ir", GIVEN(1), GIVEN(1), GIVEN(1));
    const struct hand_made_section section = {
        {.kind = SECTION_FILE_LISTING,
         .title = TEXT("a.c"),
         .table = {.columns = &column, .n_columns = 1}},
        NULL,
        0,
    };

    column.long_name = TEXT("Instruction Fetch");
    expect_text(hand_made_write_section(&section, format_text,
                                        &(struct format_options){.show_long_names = true}),
                RULE "-- Auto-annotated source: a.c\n" RULE "Ir \nInstruction Fetch\n\n");
    expect_text(hand_made_write_section(&section, format_text, &(struct format_options){0}),
                RULE "-- Auto-annotated source: a.c\n" RULE "Ir \n\n");
}

/* In the 15 characters of a column that is wide enough for "-10,000" and its percentage. */
Test(format_text_report, writes_counts_and_percentages)
{
    static const struct {
        int64_t value, total;
        const char *expected;
    } cases[] = {
        {1, 3, "      1 (33.33%)"},
        {1, 100, "      1 ( 1.00%)"},
        {99994, 100000, " 99,994 (99.99%)"},
        {99995, 100000, " 99,995 (100.0%)"}, /* 99.995 and above have one digit */
        {99996, 100000, " 99,996 (100.0%)"},
        {3, 1, "      3 (300.0%)"},
        {-999, 10000, "   -999 (-9.99%)"},
        {-9994, 100000, " -9,994 (-9.99%)"},
        {-9995, 100000, " -9,995 (-10.0%)"}, /* so have -9.995 and below */
        {-10000, 10000, "-10,000 (-100.0%)"},
        {5, 0, "      5 ( 0.00%)"}, /* of nothing there is no share */
        {1, 1000000, "      1 ( 0.00%)"},
        {-1, 10, "     -1 (-10.0%)"},
        {1, -10, "      1 (-10.0%)"},
        {0, 10, "      0         "},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct column column = COLUMN("A", given(cases[i].total), given(0), given(-10000));
        const struct table table = {.columns = &column, .n_columns = 1, .has_functions = true};
        const struct cell cell = given(cases[i].value);
        const struct table_row row = {.kind = ROW_FUNCTION, .cells = &cell};
        char expected[512];

        snprintf(expected, sizeof(expected),
                 RULE "A                 file:function\n" RULE "%s  :\n\n", cases[i].expected);
        expect_text(format_rows(&table, &row, 1, SECTION_FUNCTIONS, true), expected);
    }
}

Test(format_text_report, writes_callers_and_callees)
{
    const struct column columns[] = {COLUMN("Ir", given(100), given(50), given(50))};
    const struct table table = {
        .columns = columns, .n_columns = 1, .has_functions = true, .has_calls = true};
    const struct cell small = given(50), large = given(1000000);
    const struct table_row rows[] = {
        {.kind = ROW_CALLER,
         .cells = &small,
         .file = TEXT("a"),
         .function = TEXT("f"),
         .calls = 1000},
        {.kind = ROW_FUNCTION,
         .cells = &small,
         .file = TEXT("a"),
         .function = TEXT("g"),
         .object = TEXT("o")},
        {.kind = ROW_CALLEE,
         .cells = &large,
         .file = TEXT("b"),
         .function = TEXT("h"),
         .object = TEXT("o"),
         .calls = 0},
        {.kind = ROW_GAP},
    };

    /* The last one is wider than its column. */
    expect_text(format_rows(&table, rows, 4, SECTION_FUNCTIONS, false),
                RULE "Ir  file:function\n" RULE "50  < a:f (1,000x)\n"
                     "50  *  a:g [o]\n"
                     "1,000,000  >   b:h (0x) [o]\n\n\n");
}

Test(format_text_report, writes_the_total)
{
    static const struct {
        bool is_calculated;
        const char *expected;
    } cases[] = {
        {false, RULE "Ir          \n" RULE "50 (100.0%)  PROGRAM TOTALS\n\n"},
        {true, RULE "Ir          \n" RULE "50 (100.0%)  PROGRAM TOTALS (calculated)\n\n"},
    };
    const struct column column = COLUMN("Ir", given(50), given(50), given(50));
    const struct cell cell = given(50);
    const struct table_row row = {.kind = ROW_TOTAL, .cells = &cell};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct section section = {
            .kind = SECTION_TOTALS,
            .is_calculated = cases[i].is_calculated,
            .table = {.columns = &column, .n_columns = 1},
        };
        expect_text(format_section(&section, &row, 1, true), cases[i].expected);
    }
}

#define DASHES "----------------------------------------"

Test(format_text_report, writes_a_listing)
{
    const struct column column = COLUMN("Ir", given(100), given(40), given(5));
    const struct cell some = given(40), none = {0};
    const struct table_row rows[] = {
        {.kind = ROW_RANGE, .line = 18446744073709551615u},
        {.kind = ROW_SOURCE, .cells = &some, .text = TEXT("\tint x;\r"), .line = 5},
        {.kind = ROW_CALL, .cells = &some, .file = TEXT("a"), .function = TEXT("f"), .calls = 2},
        {.kind = ROW_SOURCE, .cells = &none, .text = {0}, .line = 6},
        {.kind = ROW_RANGE, .line = 6},
        {.kind = ROW_BOGUS, .cells = &some, .line = 99},
        {.kind = ROW_GAP},
        {.kind = ROW_UNIDENTIFIED, .cells = &some, .file = TEXT("a.c")},
    };
    const struct section section = {
        .kind = SECTION_FILE_LISTING,
        .title = TEXT("a.c"),
        .found_in = TEXT("src/"),
        .table = {.columns = &column, .n_columns = 1},
    };

    expect_text(format_section(&section, rows, ARRAY_LENGTH(rows), false),
                RULE "-- Auto-annotated source: src/ + a.c\n" RULE "Ir \n\n"
                     "-- line 18446744073709551615 " DASHES "\n"
                     "40  \tint x;\r\n"
                     "40  => a:f (2x)\n"
                     " .  \n"
                     "-- line 6 " DASHES "\n"
                     "40  <bogus line 99>\n"
                     "\n"
                     "40  <counts for unidentified lines in a.c>\n\n");
}

Test(format_text_report, writes_sections_without_a_table)
{
    const struct section no_cost = {
        .kind = SECTION_NO_COST, .is_user_chosen = true, .title = TEXT("a.c")};

    expect_text(format_section(&no_cost, NULL, 0, true),
                RULE "-- User-annotated source: a.c\n" RULE
                     "  No information has been collected for a.c\n\n");
}

Test(format_text_report, writes_what_was_annotated)
{
    const struct column column = COLUMN("Ir", given(100), given(40), given(40));
    const struct table table = {.columns = &column, .n_columns = 1};
    const struct cell cell = given(40);
    const struct table_row row = {.kind = ROW_ANNOTATED_SUM, .cells = &cell};

    expect_text(format_rows(&table, &row, 1, SECTION_ANNOTATED_SUM, true),
                RULE "Ir          \n" RULE "40 (40.00%)  events annotated\n\n");
}

Test(format_text_report, shows_control_characters_of_names)
{
    const struct column column = COLUMN("I\nr", given(1), given(1), given(1));
    const struct table table = {.columns = &column, .n_columns = 1, .has_functions = true};
    const struct cell cell = given(1);
    const struct table_row row = {.kind = ROW_FUNCTION,
                                  .cells = &cell,
                                  .file = TEXT("a\x1b]0;x\a"),
                                  .function = TEXT("f\r\n\x7f"),
                                  .object = TEXT("o\0p")};
    char *text = format_rows(&table, &row, 1, SECTION_FUNCTIONS, false);

    cr_expect(strstr(text, "a\\x1b]0;x\\x07:f\\x0d\\x0a\\x7f [o\\x00p]\n"), "it is\n%s", text);
    cr_expect(strstr(text, "I\\x0ar"), "it is\n%s", text);
    free(text);
}

/* A column more for the mark, which has three bytes; in a difference it means unknown. */
Test(format_text_report, marks_bounds)
{
    const struct text old_file = TEXT("old");
    const struct column column = {.name = TEXT("Ir"),
                                  .total = given(100),
                                  .largest = given(50),
                                  .smallest = given(5),
                                  .has_bounds = true};
    const struct cell bound = BOUND(50), exact = GIVEN(5);
    const struct table_row rows[] = {
        {.kind = ROW_FUNCTION, .cells = &bound, .function = TEXT("f")},
        {.kind = ROW_FUNCTION, .cells = &exact, .function = TEXT("g")},
    };
    const struct hand_made_section section = {
        {.kind = SECTION_FUNCTIONS, .table = {.columns = &column, .n_columns = 1}}, rows, 2};
    struct hand_made report = {.facts = hand_made_facts, .sections = &section, .n_sections = 1};

    expect_text(hand_made_write(&report, format_text, &(struct format_options){0}),
                RULE "Ir  \n" RULE "\xe2\x89\xa5"
                     "50  :f\n  5  :g\n\n");
    report.facts.old_files = (struct text_list){&old_file, 1};
    expect_text(hand_made_write(&report, format_text, &(struct format_options){0}),
                RULE "Ir  \n" RULE "~50  :f\n  5  :g\n\n");
}

/* Of an old total of 0 nothing is a share, where otherwise all would be 0 %. */
Test(format_text_report, says_what_became_of_functions)
{
    static const struct old_table_row olds[] = {
        {.change = CHANGE_NONE},
        {.change = CHANGE_NEW},
        {.change = CHANGE_GONE},
        {.change = CHANGE_MOVED, .file = {"b", 1}, .function = {"f", 1}},
        {.change = CHANGE_RENAMED, .file = {"a", 1}, .function = {"g", 1}},
    };
    const struct text old_file = TEXT("old");
    const struct column column = COLUMN("Ir", given(0), given(50), given(50));
    const struct cell cell = GIVEN(50);
    struct table_row rows[ARRAY_LENGTH(olds)];
    const struct hand_made_section section = {
        {.kind = SECTION_FUNCTIONS, .table = {.columns = &column, .n_columns = 1}},
        rows,
        ARRAY_LENGTH(rows),
    };
    struct hand_made report = {.facts = hand_made_facts, .sections = &section, .n_sections = 1};

    for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
        rows[i] = (struct table_row){.kind = ROW_FUNCTION,
                                     .cells = &cell,
                                     .file = TEXT("a"),
                                     .function = TEXT("f"),
                                     .old = &olds[i]};
    report.facts.old_files = (struct text_list){&old_file, 1};
    expect_text(
        hand_made_write(&report, format_text, &(struct format_options){.show_percentages = true}),
        RULE "Ir          \n" RULE "50           a:f\n"
             "50           a:f (new)\n"
             "50           a:f (gone)\n"
             "50           a:f (was b:f)\n"
             "50           a:f (was a:g)\n\n");
}

/* Costs by how large a share they are, titles bold, objects and nothings dim. */
Test(format_text_report, has_colours)
{
    const struct column column = COLUMN("Ir", given(1000), given(500), given(0));
    const struct cell cells[] = {GIVEN(500), GIVEN(50), GIVEN(5), GIVEN(1), GIVEN(0)};
    const struct table_row rows[] = {
        {.kind = ROW_FUNCTION, .cells = &cells[0], .object = TEXT("o")},
        {.kind = ROW_FUNCTION, .cells = &cells[1]},
        {.kind = ROW_FUNCTION, .cells = &cells[2]},
        {.kind = ROW_FUNCTION, .cells = &cells[3]},
        {.kind = ROW_FUNCTION, .cells = &cells[4]},
    };
    const struct hand_made_section functions = {
        {.kind = SECTION_FUNCTIONS, .table = {.columns = &column, .n_columns = 1}}, rows, 5};
    const struct hand_made_section no_cost = {
        .section = {.kind = SECTION_NO_COST, .title = TEXT("a.c")}};
    const struct format_options options = {.has_color = true};

    expect_text(hand_made_write_section(&functions, format_text, &options),
                RULE "Ir  \n" RULE "\x1b[1;31m500 \x1b[0m :\x1b[2m [o]\x1b[0m\n"
                     " \x1b[31m50 \x1b[0m :\n"
                     "  \x1b[33m5 \x1b[0m :\n"
                     "  1  :\n"
                     "  \x1b[2m0 \x1b[0m :\n\n");
    expect_text(hand_made_write_section(&no_cost, format_text, &options),
                RULE "\x1b[1m-- Auto-annotated source: a.c\x1b[0m\n" RULE
                     "  No information has been collected for a.c\n\n");
}
