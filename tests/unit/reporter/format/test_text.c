/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hand-made reports as text. The layout is that of callgrind_annotate. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "reporter/report.h"

#define RULE "--------------------------------------------------------------------------------\n"

/* A cell as initializer. */
#define GIVEN(cost)                                                                                \
    {                                                                                              \
        .value = (cost), .is_given = true                                                          \
    }

/* A column of such, likewise: event, total, extent. */
#define COLUMN(event, of_program, most, least)                                                     \
    {                                                                                              \
        .name = {(event), sizeof(event) - 1}, .total = of_program, .largest = most,                \
        .smallest = least                                                                          \
    }

/* A table of rows that stand in an array, ended by one of a report's only section. */
struct rows {
    const struct table_row *next, *end;
};

static bool next_row(void *view, struct table_row *row, struct error *error)
{
    struct rows *rows = view;

    (void)error;
    if (rows->next == rows->end)
        return false;
    *row = *rows->next++;
    return true;
}

/* The sections of a report, in an array too. */
struct sections {
    const struct section *next, *end;
};

static bool next_section(void *maker, struct section *section, struct error *error)
{
    struct sections *sections = maker;

    (void)error;
    if (sections->next == sections->end)
        return false;
    *section = *sections->next++;
    return true;
}

/* The report as text, from its first section on: facts have a test of their own. */
static char *format_section(const struct section *section, bool show_percentages)
{
    struct sections sections = {section, section + 1};
    struct report report = {.is_classic = true, .next = next_section, .maker = &sections};
    struct error error = {0};
    char *text = NULL, *from;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    struct format_options options = {.show_percentages = show_percentages};
    cr_assert(out, "out of memory");
    cr_expect(format_text(&report, &options, out, &error));
    fclose(out);
    from = strstr(text, "Auto-annotation:  off\n\n");
    cr_assert(from, "there are no facts");
    from += strlen("Auto-annotation:  off\n\n");
    memmove(text, from, strlen(from) + 1);
    return text;
}

static char *format_rows(const struct table *layout, const struct table_row *rows, size_t count,
                         enum section_kind kind, bool show_percentages)
{
    struct rows view = {rows, rows + count};
    struct section section = {.kind = kind, .table = *layout};

    section.table.next = next_row;
    section.table.view = &view;
    return format_section(&section, show_percentages);
}

static void expect_text(char *text, const char *expected)
{
    cr_expect_str_eq(text, expected, "expected\n%sgot\n%s", expected, text);
    free(text);
}

static struct cell given(int64_t value)
{
    return (struct cell)GIVEN(value);
}

Test(format_text, writes_a_table_of_functions)
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

Test(format_text, makes_columns_wide_enough)
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

/* In the 15 characters of a column that is wide enough for "-10,000" and its percentage. */
Test(format_text, writes_counts_and_percentages)
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

Test(format_text, writes_callers_and_callees)
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

Test(format_text, writes_the_total)
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
        struct rows view = {&row, &row + 1};
        const struct section section = {
            .kind = SECTION_TOTALS,
            .is_calculated = cases[i].is_calculated,
            .table = {.columns = &column, .n_columns = 1, .next = next_row, .view = &view},
        };
        expect_text(format_section(&section, true), cases[i].expected);
    }
}

#define DASHES "----------------------------------------"

Test(format_text, writes_a_listing)
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
    struct rows view = {rows, rows + ARRAY_LENGTH(rows)};
    const struct section section = {
        .kind = SECTION_FILE_LISTING,
        .title = TEXT("a.c"),
        .found_in = TEXT("src/"),
        .table = {.columns = &column, .n_columns = 1, .next = next_row, .view = &view},
    };

    expect_text(format_section(&section, false),
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

Test(format_text, writes_sections_without_a_table)
{
    const struct text names[] = {TEXT("a.c"), TEXT("b\x1b[2J.c")};
    const struct section no_cost = {
        .kind = SECTION_NO_COST, .is_user_chosen = true, .title = TEXT("a.c")};
    const struct section missing = {.kind = SECTION_MISSING, .names = {names, 2}};

    expect_text(format_section(&no_cost, true),
                RULE "-- User-annotated source: a.c\n" RULE
                     "  No information has been collected for a.c\n\n");
    expect_text(format_section(&missing, true),
                RULE "The following files chosen for auto-annotation could not be found:\n" RULE
                     "  a.c\n  b\\x1b[2J.c\n\n");
}

Test(format_text, writes_what_was_annotated)
{
    const struct column column = COLUMN("Ir", given(100), given(40), given(40));
    const struct table table = {.columns = &column, .n_columns = 1};
    const struct cell cell = given(40);
    const struct table_row row = {.kind = ROW_ANNOTATED_SUM, .cells = &cell};

    expect_text(format_rows(&table, &row, 1, SECTION_ANNOTATED_SUM, true),
                RULE "Ir          \n" RULE "40 (40.00%)  events annotated\n\n");
}

Test(format_text, shows_control_characters_of_names)
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

/* The report up to its first section. */
static char *format_facts(const struct facts *facts)
{
    struct sections sections = {0};
    struct report report = {
        .facts = *facts, .is_classic = true, .next = next_section, .maker = &sections};
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    cr_expect(format_text(&report, &(struct format_options){0}, out, &error));
    fclose(out);
    return text;
}

Test(format_text, writes_facts)
{
    const struct text file = TEXT("callgrind.out.7"), creator = TEXT("callgrind-3.19.0"),
                      events[] = {TEXT("Ir"), TEXT("Dr")}, thresholds[] = {TEXT("99"), TEXT("0")},
                      dirs[] = {TEXT("a/"), TEXT("b/")}, sources[] = {TEXT("x.c")},
                      descriptions[] = {TEXT("I1 cache: none")};
    const struct part_facts part = {.pid = 7, .number = 2, .thread = 3};
    const struct facts facts = {
        .files = {&file, 1},
        .creators = {&creator, 1},
        .descriptions = {descriptions, 1},
        .command = TEXT("./a b"),
        .has_command = true,
        .parts = &part,
        .n_parts = 1,
        .recorded = {events, 2},
        .shown = {events, 1},
        .sorted = {events, 2},
        .thresholds = {thresholds, 2},
        .include_dirs = {dirs, 2},
        .sources = {sources, 1},
        .is_auto_annotated = true,
    };

    expect_text(format_facts(&facts),
                RULE "Profile data file 'callgrind.out.7' (creator: callgrind-3.19.0)\n" RULE
                     "I1 cache: none\n"
                     "Profiled target:  ./a b (PID 7, part 2, thread 3)\n"
                     "Events recorded:  Ir Dr\n"
                     "Events shown:     Ir\n"
                     "Event sort order: Ir Dr\n"
                     "Thresholds:       99 0\n"
                     "Include dirs:     a/\n"
                     "                  b/\n"
                     "User annotated:   x.c\n"
                     "Auto-annotation:  on\n\n");
}

/* Label and blanks stay where nothing follows; without a PID there is no bracket. */
Test(format_text, writes_facts_that_are_not_known)
{
    const struct text file = TEXT("p"), creator = {0};
    const struct part_facts part = {.pid = -1, .number = 1, .thread = -1};
    const struct facts facts = {.chosen_file = TEXT("p"),
                                .files = {&file, 1},
                                .creators = {&creator, 1},
                                .parts = &part,
                                .n_parts = 1};

    expect_text(format_facts(&facts), "Reading data from 'p'...\n" RULE
                                      "Profile data file 'p'\n" RULE "Profiled target:  (unknown)\n"
                                      "Events recorded:  \n"
                                      "Events shown:     \n"
                                      "Event sort order: \n"
                                      "Thresholds:       \n"
                                      "Include dirs:     \n"
                                      "User annotated:   \n"
                                      "Auto-annotation:  off\n\n");
}

static bool fail(void *maker, struct section *section, struct error *error)
{
    (void)maker;
    (void)section;
    return error_set(error, ERROR_FAILED, NULL, 0, "no");
}

Test(format_text, fails_where_a_section_does)
{
    struct report report = {.is_classic = true, .next = fail};
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    cr_expect_not(format_text(&report, &(struct format_options){0}, out, &error));
    cr_expect_str_eq(error.text, "no");
    fclose(out);
    free(text);
}
