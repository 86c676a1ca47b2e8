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
        cr_expect_str_eq(format_name((enum format)i), names[i]);
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

Test(format, says_what_it_is_for)
{
    static const struct {
        bool is_for_machines, is_tabular, is_of_paths, has_lines, writes_profile, is_of_findings,
            is_page;
    } expected[N_FORMATS] = {
        [FORMAT_TEXT] = {.is_tabular = false},
        [FORMAT_JSON] = {.is_for_machines = true, .is_tabular = true},
        [FORMAT_CSV] = {.is_for_machines = true, .is_tabular = true},
        [FORMAT_TSV] = {.is_for_machines = true, .is_tabular = true},
        [FORMAT_MARKDOWN] = {.is_tabular = true},
        [FORMAT_FOLDED] = {.is_tabular = true, .is_of_paths = true},
        [FORMAT_PPROF] = {.is_for_machines = true,
                          .is_tabular = true,
                          .is_of_paths = true,
                          .has_lines = true},
        [FORMAT_DOT] = {.is_tabular = true},
        [FORMAT_GITHUB] = {.is_tabular = true, .is_of_findings = true},
        [FORMAT_GITLAB] = {.is_tabular = true, .is_of_findings = true},
        [FORMAT_SARIF] = {.is_tabular = true, .is_of_findings = true},
        [FORMAT_CALLGRIND] = {.is_tabular = true, .writes_profile = true},
        [FORMAT_HTML] = {.is_for_machines = true, .is_tabular = true, .is_page = true},
    };

    for (size_t i = 0; i < N_FORMATS; i++) {
        enum format format = (enum format)i;
        const char *name = format_name(format);
        cr_expect_eq(format_is_for_machines(format), expected[i].is_for_machines, "%s", name);
        cr_expect_eq(format_is_tabular(format), expected[i].is_tabular, "%s", name);
        cr_expect_eq(format_is_of_paths(format), expected[i].is_of_paths, "%s", name);
        cr_expect_eq(format_has_lines(format), expected[i].has_lines, "%s", name);
        cr_expect_eq(format_is_of_findings(format), expected[i].is_of_findings, "%s", name);
        cr_expect_eq(format_is_page(format), expected[i].is_page, "%s", name);
        cr_expect_eq(format_writes_profile(format), expected[i].writes_profile, "%s", name);
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
            if ((options.format == FORMAT_DOT) != (kind == SECTION_CALL_GRAPH) ||
                format_is_of_findings(options.format) != (kind == SECTION_GROWTH))
                continue; /* these write that alone, and nobody else does */
            if (format_writes_profile(options.format) || format_is_of_paths(options.format) ||
                format_is_page(options.format) || kind == SECTION_WARNINGS ||
                (is_of_report && format_is_tabular(options.format)))
                continue;
            free(hand_made_write_section(&section, format_report, &options));
        }
    }
}
