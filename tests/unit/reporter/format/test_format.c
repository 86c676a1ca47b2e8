/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/format.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "reporter/report.h"
#include "unit/reporter/format/hand_made.h"

Test(format, has_a_name)
{
    static const char *const names[] = {"text",   "json",  "csv",      "tsv",    "markdown",
                                        "folded", "pprof", "dot",      "github", "gitlab",
                                        "sarif",  "html",  "callgrind"};

    cr_assert_eq(ARRAY_LENGTH(names), (size_t)N_FORMATS);
    for (size_t i = 0; i < N_FORMATS; i++) {
        enum format found = N_FORMATS;
        cr_expect_str_eq(formats[i].name, names[i]);
        cr_expect(format_find(names[i], &found), "%s", names[i]);
        cr_expect_eq(found, i, "%s", names[i]);
    }
}

Test(format, is_found_by_its_whole_name_alone)
{
    static const char *const others[] = {"", "JSON", "jso", "json ", "jsonl"};

    for (size_t i = 0; i < ARRAY_LENGTH(others); i++) {
        enum format format = FORMAT_TSV;
        cr_expect_not(format_find(others[i], &format), "'%s'", others[i]);
        cr_expect_eq(format, FORMAT_TSV, "'%s'", others[i]);
    }
}

/* Each begins in a way of its own. */
Test(format, writes_reports)
{
    static const char *const beginnings[] = {
        [FORMAT_TEXT] = "                  50  Ir\n",
        [FORMAT_JSON] = "{\"format\": \"quern\", ",
        [FORMAT_CSV] = "event,long_name,formula,total\r\n",
        [FORMAT_TSV] = "event\tlong_name\tformula\ttotal\r\n",
        [FORMAT_MARKDOWN] = "| total | event | long name | formula |\n",
    };
    static const struct event_facts event = {.name = {"Ir", 2}};
    static const struct cell total = GIVEN(50);
    static const struct table_row row = {.kind = ROW_EVENT, .cells = &total, .event = &event};
    static const struct hand_made_section section = {
        .section = {.kind = SECTION_EVENTS}, .rows = &row, .n_rows = 1};

    for (size_t i = 0; i < ARRAY_LENGTH(beginnings); i++) {
        const struct format_options options = {.format = (enum format)i};
        char *text = hand_made_write_section(&section, format_report, &options);
        cr_expect_eq(strncmp(text, beginnings[i], strlen(beginnings[i])), 0, "%s", text);
        free(text);
    }
}

/* Those of the report are in text alone. */
Test(format, fails_at_sections_that_it_does_not_have)
{
    static report_writer *const tabular[] = {format_json, format_csv, format_tsv, format_markdown};
    static const struct hand_made_section totals = {.section = {.kind = SECTION_TOTALS}};

    for (size_t i = 0; i < ARRAY_LENGTH(tabular); i++) {
        struct error error = hand_made_failure(&totals, tabular[i]);
        cr_expect_eq(error.kind, ERROR_FAILED);
        cr_expect_str_eq(error.text, "this format has no sections of kind 0");
    }
}

/* Views make sections of these kinds for all formats, and the others for text alone. */
Test(format, writes_all_kinds_of_sections)
{
    static const struct column column = {.name = {"Ir", 2}};

    for (size_t i = 0; i < N_FORMATS; i++) {
        const struct format_options options = {.format = (enum format)i};
        for (int kind = 0; kind < N_SECTION_KINDS; kind++) {
            const struct hand_made_section section = {
                .section = {.kind = (enum section_kind)kind,
                            .table = {.columns = &column, .n_columns = 1}}};
            bool is_of_report = kind < SECTION_EVENTS;
            enum view view = formats[i].view;
            if ((view == VIEW_CALL_GRAPH) != (kind == SECTION_CALL_GRAPH) ||
                (view == VIEW_GROWTH) != (kind == SECTION_GROWTH))
                continue; /* these write that alone, and nobody else does */
            if (view == VIEW_PROFILE || view == VIEW_CALL_TREE || view == VIEW_ALL ||
                kind == SECTION_WARNINGS || (is_of_report && !formats[i].has_report))
                continue;
            free(hand_made_write_section(&section, format_report, &options));
        }
    }
}
