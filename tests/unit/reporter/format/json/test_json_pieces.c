/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/json/json_pieces.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "reporter/format/json/json_writer.h"
#include "unit/reporter/format/hand_made.h"

struct written {
    struct json json;
    char *text;
    size_t size;
};

/* An object that is written in memory. */
static void begin(struct written *written)
{
    *written = (struct written){0};
    written->json.out = open_memstream(&written->text, &written->size);
    cr_assert(written->json.out, "out of memory");
    json_begin(&written->json, '{');
}

static void expect(struct written *written, const char *expected)
{
    json_end(&written->json, '}');
    fclose(written->json.out);
    expect_text(written->text, expected);
}

#define RATIO(of)                                                                                  \
    {                                                                                              \
        .ratio = (of), .is_given = true, .is_ratio = true                                          \
    }

static const struct column columns[] = {{.name = {"Ir", 2}}, {.name = {"R%", 2}, .is_ratio = true}};
static const struct table table = {.columns = columns, .n_columns = 2, .by = {"thread", 6}},
                          of_costs = {.columns = columns, .n_columns = 1, .by = {"file", 4}},
                          of_lines = {.columns = columns, .n_columns = 1, .by = {"line", 4}};

Test(format_json_pieces, write_figures)
{
    static const struct {
        struct cell cell;
        const char *expected;
    } cases[] = {
        {GIVEN(5), "{\"a\": 5}"},
        {GIVEN(-9223372036854775807), "{\"a\": -9223372036854775807}"},
        {{.value = 5}, "{\"a\": null}"},
        {BOUND(5), "{\"a\": 5}"},
        {RATIO(2.5), "{\"a\": 2.5}"},
        {{.is_ratio = true, .ratio = 2.5}, "{\"a\": null}"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct written written;
        begin(&written);
        json_key(&written.json, TEXT("a"));
        json_cell(&written.json, cases[i].cell);
        expect(&written, cases[i].expected);
    }
}

Test(format_json_pieces, write_a_figure_for_each_column)
{
    static const struct cell cells[] = {GIVEN(5), RATIO(0.25)};
    struct written written;

    begin(&written);
    json_costs(&written.json, TEXT("self"), &table, cells);
    json_costs(&written.json, TEXT("cost"), &of_costs, cells);
    json_exact(&written.json, true);
    json_exact(&written.json, false);
    expect(&written, "{\"self\": {\"Ir\": 5, \"R%\": 0.25}, \"cost\": {\"Ir\": 5}, "
                     "\"exact\": true, \"exact\": false}");
}

/* Of a ratio nothing is known, and of what is not given there is no range. */
Test(format_json_pieces, write_the_ends_of_ranges)
{
    static const struct cell given[] = {GIVEN(5), RATIO(0.25)}, none[] = {{0}, {0}};
    static const struct cell_range known[] = {{-2, 7, true}, {0}},
                                   unknown[] = {{-2, 7, false}, {0}};
    struct written written;

    begin(&written);
    json_range_ends(&written.json, TEXT("lower"), &table, known, given, false);
    json_range_ends(&written.json, TEXT("upper"), &table, known, given, true);
    json_range_ends(&written.json, TEXT("of unknown"), &table, unknown, given, true);
    json_range_ends(&written.json, TEXT("of none"), &table, known, none, true);
    expect(&written,
           "{\"lower\": {\"Ir\": -2, \"R%\": null}, \"upper\": {\"Ir\": 7, \"R%\": null}, "
           "\"of unknown\": {\"Ir\": null, \"R%\": null}, "
           "\"of none\": {\"Ir\": null, \"R%\": null}}");
}

Test(format_json_pieces, write_the_names_that_a_row_has)
{
    static const struct {
        struct table_row row;
        const char *expected;
    } cases[] = {
        {{.kind = ROW_TREE, .object = {"o", 1}, .file = {"f", 1}, .function = {"g", 1}},
         "{\"object\": \"o\", \"file\": \"f\", \"function\": \"g\"}"},
        {{.kind = ROW_TREE}, "{}"},
        {{.kind = ROW_HOTSPOT, .label = {"1", 1}, .time_range = {"t", 1}, .trigger = {"x", 1}},
         "{\"thread\": \"1\", \"time_range\": \"t\", \"trigger\": \"x\"}"},
        {{.kind = ROW_LINE, .file = {"f", 1}, .line = 7, .text = {"x;", 2}},
         "{\"file\": \"f\", \"line\": 7, \"text\": \"x;\"}"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct written written;
        begin(&written);
        json_names(&written.json, &table, &cases[i].row);
        expect(&written, cases[i].expected);
    }
}

Test(format_json_pieces, number_lines_of_code_in_tables_by_line)
{
    static const struct table_row row = {.kind = ROW_HOTSPOT, .file = {"f", 1}, .line = 7};
    struct written written;

    begin(&written);
    json_names(&written.json, &of_lines, &row);
    json_names(&written.json, &table, &row);
    expect(&written, "{\"file\": \"f\", \"line\": 7, \"file\": \"f\"}");
}

/* Ratios that are new follow from no change; what was not known is left out. */
Test(format_json_pieces, write_what_a_row_was)
{
    static const struct cell self[] = {GIVEN(5), RATIO(0.25)}, all[] = {GIVEN(9), RATIO(0.5)},
                             ratios[] = {{0}, RATIO(0.75)}, no_ratios[] = {{0}, {0}};
    static const struct old_table_row
        moved = {.change = CHANGE_MOVED,
                 .object = {"o", 1},
                 .file = {"f", 1},
                 .function = {"g", 1},
                 .calls = 3,
                 .cells = self,
                 .inclusive = all,
                 .ratios = ratios,
                 .inclusive_ratios = no_ratios},
        in_a_tree = {.lacks_calls = true, .cells = self, .ratios = no_ratios},
        line = {.lacks_calls = true, .cells = self, .line = 7, .line_change = LINE_REFORMATTED},
        new_line = {
            .change = CHANGE_NEW, .lacks_calls = true, .cells = self, .line_change = LINE_NEW};
    static const struct {
        const struct table *table;
        const struct old_table_row *old;
        const char *expected;
    } cases[] = {
        {&of_costs, &moved,
         "{\"status\": \"moved\", \"old\": {\"object\": \"o\", \"file\": \"f\", "
         "\"function\": \"g\", \"calls\": 3, \"self\": {\"Ir\": 5}, \"inclusive\": {\"Ir\": 9}}}"},
        {&of_lines, &line,
         "{\"source\": \"reformatted\", \"old\": {\"line\": 7, \"self\": {\"Ir\": 5}}}"},
        {&of_lines, &new_line,
         "{\"status\": \"new\", \"source\": \"new\", \"old\": {\"line\": null, "
         "\"self\": {\"Ir\": 5}}}"},
        {&table, &moved,
         "{\"status\": \"moved\", \"old\": {\"object\": \"o\", \"file\": \"f\", "
         "\"function\": \"g\", \"calls\": 3, \"self\": {\"Ir\": 5, \"R%\": 0.25}, "
         "\"inclusive\": {\"Ir\": 9, \"R%\": 0.5}}, "
         "\"new\": {\"self\": {\"R%\": 0.75}, \"inclusive\": {\"R%\": null}}}"},
        {&of_costs, &in_a_tree, "{\"old\": {\"self\": {\"Ir\": 5}}}"},
        {&table, &in_a_tree,
         "{\"old\": {\"self\": {\"Ir\": 5, \"R%\": 0.25}}, \"new\": {\"self\": {\"R%\": null}}}"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct written written;
        begin(&written);
        json_old(&written.json, cases[i].table, cases[i].old);
        expect(&written, cases[i].expected);
    }
}

Test(format_json_pieces, know_tables_with_ratios)
{
    cr_expect(json_has_ratios(&table));
    cr_expect_not(json_has_ratios(&of_costs));
    cr_expect_not(json_has_ratios(&(struct table){0}));
}
