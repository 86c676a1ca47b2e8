/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hand-made reports as JSON. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "unit/reporter/format/hand_made.h"

static const struct column columns[] = {
    {.name = {"Ir", 2}, .long_name = {"Instruction Fetch", 17}, .total = GIVEN(100)},
    {.name = {"Sum", 3}, .formula = {"2 Ir", 4}},
};

/* The document as "{...rows": [", its rows, and "]}". */
#define HEAD(facts, by)                                                                            \
    "{\"format\": \"quern\", \"schema\": 1, " facts                                                \
    ", \"events\": [{\"name\": \"Ir\", \"long_name\": \"Instruction Fetch\", \"formula\": null}, " \
    "{\"name\": \"Sum\", \"long_name\": \"\", \"formula\": \"2 Ir\"}], \"totals\": {\"Ir\": 100, " \
    "\"Sum\": null}" by ", \"rows\": ["
#define PROFILE "\"files\": [\"profile\"], \"parts\": []"

static char *as_json(const struct table_row *rows, size_t count, enum section_kind kind,
                     const struct table *table)
{
    const struct hand_made_section section = {{.kind = kind, .table = *table}, rows, count};

    return hand_made_write_section(&section, format_json, &(struct format_options){0});
}

static const struct table by_function = {.columns = columns, .n_columns = 2, .by = {"function", 8}};

Test(format_json, writes_what_a_row_has)
{
    static const struct cell self[] = {GIVEN(10), {0}}, exact[] = {GIVEN(50), GIVEN(0)},
                             bound[] = {GIVEN(50), BOUND(-1)};
    static const struct table_row rows[] = {
        {.kind = ROW_HOTSPOT,
         .object = {"bin/a", 5},
         .file = {"a.c", 3},
         .function = {"main", 4},
         .calls = 3,
         .cells = self,
         .inclusive = exact},
        {.kind = ROW_HOTSPOT, .function = {"", 0}, .cells = self, .inclusive = bound},
        {.kind = ROW_HOTSPOT, .cells = self},
    };

    expect_text(
        as_json(rows, ARRAY_LENGTH(rows), SECTION_HOTSPOTS, &by_function),
        HEAD(
            PROFILE,
            ", \"by\": \"function\"") "\n{\"object\": \"bin/a\", \"file\": \"a.c\", \"function\": "
                                      "\"main\", "
                                      "\"calls\": 3, \"self\": {\"Ir\": 10, \"Sum\": null}, "
                                      "\"inclusive\": {\"Ir\": 50, \"Sum\": 0}, \"exact\": true},"
                                      "\n{\"function\": \"\", \"calls\": 0, \"self\": {\"Ir\": 10, "
                                      "\"Sum\": null}, "
                                      "\"inclusive\": {\"Ir\": 50, \"Sum\": -1}, \"exact\": false},"
                                      "\n{\"self\": {\"Ir\": 10, \"Sum\": null}}\n]}\n");
}

Test(format_json, writes_cycles)
{
    static const struct cell inclusive[] = {GIVEN(50), {0}};
    static const struct table_row row = {.kind = ROW_CYCLE,
                                         .function = {"<cycle 2>", 9},
                                         .cycle = 2,
                                         .n_members = 5,
                                         .inclusive = inclusive};

    expect_text(
        as_json(&row, 1, SECTION_HOTSPOTS, &by_function),
        HEAD(PROFILE, ", \"by\": \"function\"") "\n{\"cycle\": 2, \"members\": 5, \"inclusive\": "
                                                "{\"Ir\": 50, \"Sum\": null}, "
                                                "\"exact\": true}\n]}\n");
}

Test(format_json, names_what_a_table_is_by)
{
    static const struct table by_part = {.columns = columns, .n_columns = 2, .by = {"part", 4}},
                              by_line = {.columns = columns, .n_columns = 2, .by = {"line", 4}};
    static const struct cell self[] = {GIVEN(10), {0}};
    static const struct table_row part = {
        .kind = ROW_HOTSPOT, .label = {"thread 2", 8}, .cells = self};
    static const struct table_row line = {
        .kind = ROW_HOTSPOT, .file = {"a.c", 3}, .line = 7, .text = {"x++;", 4}, .cells = self};

    expect_text(as_json(&part, 1, SECTION_HOTSPOTS, &by_part),
                HEAD(PROFILE, ", \"by\": \"part\"") "\n{\"part\": \"thread 2\", \"self\": {\"Ir\": "
                                                    "10, \"Sum\": null}}\n]}\n");
    expect_text(as_json(&line, 1, SECTION_HOTSPOTS, &by_line),
                HEAD(PROFILE,
                     ", \"by\": \"line\"") "\n{\"file\": \"a.c\", \"line\": 7, \"text\": \"x++;\", "
                                           "\"self\": {\"Ir\": 10, \"Sum\": null}}\n]}\n");
}

Test(format_json, writes_no_calls_of_instructions)
{
    static const struct table table = {
        .columns = columns, .n_columns = 2, .by = {"instruction", 11}, .has_instructions = true};
    static const struct cell cost[] = {GIVEN(10), {0}};
    static const struct table_row at_0 = {.kind = ROW_HOTSPOT, .cells = cost, .inclusive = cost};

    expect_text(
        as_json(&at_0, 1, SECTION_HOTSPOTS, &table),
        HEAD(PROFILE, ", \"by\": \"instruction\"") "\n{\"address\": \"0x0\", "
                                                   "\"instruction\": null, "
                                                   "\"self\": {\"Ir\": 10, \"Sum\": null}, "
                                                   "\"inclusive\": {\"Ir\": 10, "
                                                   "\"Sum\": null}, \"exact\": true}\n]}\n");
}

/* Of one column: totals and costs are changes, "old" has what was. */
Test(format_json, writes_differences)
{
    static const struct text old_file = {"old", 3};
    static const struct column column = {
        .name = {"Ir", 2}, .total = GIVEN(100), .change = GIVEN(-5)};
    static const struct table table = {.columns = &column, .n_columns = 1, .is_difference = true};
    static const struct cell change = GIVEN(-5), was = GIVEN(15);
    static const struct old_table_row renamed = {.change = CHANGE_RENAMED,
                                                 .function = {"f", 1},
                                                 .cells = &was,
                                                 .inclusive = &was,
                                                 .calls = 2},
                                      same = {.cells = &was, .inclusive = &was};
    static const struct table_row rows[] = {
        {.kind = ROW_HOTSPOT,
         .function = {"g", 1},
         .calls = -1,
         .cells = &change,
         .inclusive = &change,
         .old = &renamed},
        {.kind = ROW_HOTSPOT,
         .function = {"h", 1},
         .cells = &change,
         .inclusive = &change,
         .old = &same},
    };
    const struct hand_made_section section = {
        {.kind = SECTION_HOTSPOTS, .table = table}, rows, ARRAY_LENGTH(rows)};
    struct hand_made report = {.facts = hand_made_facts, .sections = &section, .n_sections = 1};

    report.facts.old_files = (struct text_list){&old_file, 1};
    expect_text(hand_made_write(&report, format_json, &(struct format_options){0}),
                "{\"format\": \"quern\", \"schema\": 1, \"files\": [\"profile\"], "
                "\"old\": [\"old\"], \"parts\": [], "
                "\"events\": [{\"name\": \"Ir\", \"long_name\": \"\", \"formula\": null}], "
                "\"totals\": {\"Ir\": -5}, \"old_totals\": {\"Ir\": 100}, \"rows\": ["
                "\n{\"function\": \"g\", \"calls\": -1, \"self\": {\"Ir\": -5}, "
                "\"inclusive\": {\"Ir\": -5}, \"exact\": true, \"status\": \"renamed\", "
                "\"old\": {\"function\": \"f\", \"calls\": 2, \"self\": {\"Ir\": 15}, "
                "\"inclusive\": {\"Ir\": 15}}},"
                "\n{\"function\": \"h\", \"calls\": 0, \"self\": {\"Ir\": -5}, "
                "\"inclusive\": {\"Ir\": -5}, \"exact\": true, "
                "\"old\": {\"calls\": 0, \"self\": {\"Ir\": 15}, \"inclusive\": {\"Ir\": 15}}}"
                "\n]}\n");
}

/* A table of one column, whose costs are short. */
static const struct column ir = {.name = {"Ir", 2}, .total = GIVEN(100)};
static const struct table of_one_event = {.columns = &ir, .n_columns = 1};

/* Writes such a table and compares its rows. */
static void expect_rows(const struct hand_made_section *sections, size_t count,
                        const char *expected)
{
    const struct hand_made report = {
        .facts = hand_made_facts, .sections = sections, .n_sections = count};
    char *text = hand_made_write(&report, format_json, &(struct format_options){0});
    char *rows = strstr(text, "\"rows\": [");

    cr_assert(rows, "there are no rows: %s", text);
    rows += strlen("\"rows\": [");
    cr_expect_str_eq(rows, expected, "expected\n%sgot\n%s", expected, rows);
    free(text);
}

/* Each kind of related rows is a list; the next function is an object of its own. */
Test(format_json, nests_what_belongs_to_a_function)
{
    static const struct cell one = GIVEN(1), two = GIVEN(2),
                             about = {.value = 1, .is_given = true, .is_estimate = true};
    static const struct cell_range range = {0, 2, true};
    static const struct tree_place place = {.inclusive = &range};
    static const struct table_row f[] = {
        {.kind = ROW_FUNCTION, .function = {"f", 1}, .cells = &one, .inclusive = &one},
        {.kind = ROW_CALLER, .function = {"a", 1}, .calls = 2, .cells = &one},
        {.kind = ROW_CALLER, .function = {"b", 1}, .calls = 3, .cells = &one},
        {.kind = ROW_RECURSION, .function = {"f", 1}, .calls = 4, .cells = &one},
        {.kind = ROW_CALLEE, .function = {"c", 1}, .calls = 5, .cells = &one},
        {.kind = ROW_FILE, .file = {"f.c", 3}, .cells = &one},
        {.kind = ROW_PATH, .function = {"a", 1}, .cells = &one, .inclusive = &two, .tree = &place},
        {.kind = ROW_PATH,
         .function = {"b", 1},
         .cells = &about,
         .inclusive = &two,
         .tree = &place},
    };
    const struct hand_made_section sections[] = {
        {{.kind = SECTION_PEEK, .table = of_one_event}, f, ARRAY_LENGTH(f)},
        {{.kind = SECTION_PEEK, .table = of_one_event}, f, 1},
    };

#define F                                                                                          \
    "{\"function\": \"f\", \"calls\": 0, \"self\": {\"Ir\": 1}, \"inclusive\": {\"Ir\": 1}, "      \
    "\"exact\": true"
    expect_rows(sections, 2,
                "\n" F
                ", \"callers\": [{\"function\": \"a\", \"calls\": 2, \"cost\": {\"Ir\": 1}}, "
                "{\"function\": \"b\", \"calls\": 3, \"cost\": {\"Ir\": 1}}], "
                "\"recursion\": [{\"function\": \"f\", \"calls\": 4, \"cost\": {\"Ir\": 1}}], "
                "\"callees\": [{\"function\": \"c\", \"calls\": 5, \"cost\": {\"Ir\": 1}}], "
                "\"files\": [{\"file\": \"f.c\", \"self\": {\"Ir\": 1}}], "
                "\"path\": [{\"function\": \"a\", \"inclusive\": {\"Ir\": 2}, "
                "\"cost\": {\"Ir\": 1}, \"exact\": true, \"lower\": {\"Ir\": 0}, "
                "\"upper\": {\"Ir\": 2}}, "
                "{\"function\": \"b\", \"inclusive\": {\"Ir\": 2}, "
                "\"cost\": {\"Ir\": 1}, \"exact\": false, \"lower\": {\"Ir\": 0}, "
                "\"upper\": {\"Ir\": 2}}]},"
                "\n" F "}\n]}\n");
#undef F
}

/* Each line names what it is of, so that there is nothing more to say of that. */
Test(format_json, nests_calls_in_lines)
{
    static const struct cell one = GIVEN(1);
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING, .file = {"a.c", 3}},
        {.kind = ROW_LINE, .file = {"a.c", 3}, .line = 1, .cells = &one, .inclusive = &one},
        {.kind = ROW_CALLEE, .function = {"f", 1}, .calls = 2, .cells = &one},
        {.kind = ROW_CALLEE, .function = {"g", 1}, .calls = 3, .cells = &one},
        {.kind = ROW_LISTING, .file = {"b.h", 3}},
        {.kind = ROW_LINE, .file = {"b.h", 3}, .line = 9, .text = {"x;", 2}, .cells = &one},
    };
    const struct hand_made_section section = {
        {.kind = SECTION_CODE_LISTING, .table = of_one_event}, rows, ARRAY_LENGTH(rows)};

    expect_rows(&section, 1,
                "\n{\"file\": \"a.c\", \"line\": 1, \"self\": {\"Ir\": 1}, "
                "\"inclusive\": {\"Ir\": 1}, \"exact\": true, "
                "\"callees\": [{\"function\": \"f\", \"calls\": 2, \"cost\": {\"Ir\": 1}}, "
                "{\"function\": \"g\", \"calls\": 3, \"cost\": {\"Ir\": 1}}]},"
                "\n{\"file\": \"b.h\", \"line\": 9, \"text\": \"x;\", \"self\": {\"Ir\": 1}}"
                "\n]}\n");
}

/* What they mean is for people, and their totals are in the rows. */
Test(format_json, writes_events)
{
    static const struct event_facts ir_facts = {.name = {"Ir", 2},
                                                .long_name = {"Instruction Fetch", 17},
                                                .meaning = {"Instructions that ran.", 22}},
                                    sum_facts = {.name = {"Sum", 3}, .formula = {"2 Ir", 4}};
    static const struct cell given = GIVEN(5), none = {0};
    static const struct table_row rows[] = {
        {.kind = ROW_EVENT, .event = &ir_facts, .cells = &given},
        {.kind = ROW_EVENT, .event = &sum_facts, .cells = &none},
    };

    expect_text(as_json(rows, 2, SECTION_EVENTS, &of_one_event),
                "{\"format\": \"quern\", \"schema\": 1, " PROFILE ", \"rows\": ["
                "\n{\"name\": \"Ir\", \"long_name\": \"Instruction Fetch\", \"total\": 5},"
                "\n{\"name\": \"Sum\", \"formula\": \"2 Ir\", \"total\": null}\n]}\n");
}

Test(format_json, writes_facts_and_limits)
{
    static const struct text files[] = {{"a", 1}, {"b", 1}},
                             creators[] = {{"callgrind", 9}, {"", 0}},
                             descriptions[] = {{"x", 1}, {"y: z", 4}};
    static const struct part_facts parts[] = {
        {.pid = 7,
         .number = 1,
         .thread = 2,
         .trigger = {"Program termination", 19},
         .thread_name = {"worker", 6},
         .file = {"a", 1},
         .creator = {"callgrind", 9},
         .command = {"./a", 3},
         .descriptions = {descriptions, 2}},
        {.pid = -1, .number = 0, .thread = -1, .time_range = {"1 - 2", 5}, .file = {"b", 1}},
    };
    static const struct verdict verdicts[] = {
        {.limit = {"Ir > 3", 6},
         .outcome = LIMIT_EXCEEDED,
         .value = {.count = 5},
         .bound = {.count = 3}},
        {.limit = {"Ir of each . > +3", 17},
         .function = {"f", 1},
         .is_growth = true,
         .fresh = {.count = 9},
         .old = {.count = 7},
         .value = {.count = 2},
         .bound = {.count = 3}},
        {.limit = {"Ir of g > 3", 11}, .outcome = LIMIT_UNDECIDED, .reason = "no function matches"},
    };
    const struct hand_made_section section = {.section = {.kind = SECTION_EVENTS}};
    const struct hand_made report = {
        .facts = {.files = {files, 2},
                  .creators = {creators, 2},
                  .command = TEXT("./a"),
                  .parts = parts,
                  .n_parts = 2},
        .verdicts = {verdicts, 3},
        .sections = &section,
        .n_sections = 1,
    };

    expect_text(hand_made_write(&report, format_json, &(struct format_options){0}),
                "{\"format\": \"quern\", \"schema\": 1, \"files\": [\"a\", \"b\"], "
                "\"command\": \"./a\", \"creator\": \"callgrind\", "
                "\"parts\": [{\"part\": 1, \"thread\": 2, \"pid\": 7, "
                "\"thread_name\": \"worker\", \"trigger\": \"Program termination\", "
                "\"file\": \"a\", \"creator\": \"callgrind\", \"command\": \"./a\", "
                "\"descriptions\": [\"x\", \"y: z\"]}, "
                "{\"part\": 0, \"time_range\": \"1 - 2\", \"file\": \"b\", "
                "\"descriptions\": []}], \"rows\": [\n],"
                "\n\"limits\": [{\"limit\": \"Ir > 3\", \"verdict\": \"exceeded\", "
                "\"value\": 5, \"bound\": 3}, "
                "{\"limit\": \"Ir of each . > +3\", \"function\": \"f\", \"verdict\": \"ok\", "
                "\"value\": 2, \"bound\": 3, \"new\": 9, \"was\": 7}, "
                "{\"limit\": \"Ir of g > 3\", \"verdict\": \"undecided\", "
                "\"reason\": \"no function matches\"}]}\n");
}
