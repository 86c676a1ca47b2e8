/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/format.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "reporter/report.h"
#include "unit/reporter/format/hand_made.h"

Test(format, has_a_name)
{
    static const char *const names[] = {"text",   "json",   "csv",   "tsv",      "markdown",
                                        "grep",   "folded", "pprof", "dot",      "github",
                                        "gitlab", "sarif",  "html",  "callgrind"};

    cr_assert_eq(ARRAY_LENGTH(names), (size_t)N_FORMATS);
    for (size_t i = 0; i < N_FORMATS; i++) {
        cr_expect_str_eq(formats[i].name, names[i]);
    }
}

/*
 * Views make sections of these kinds for all formats, and the others for text alone, for a page, or
 * for an overview, whose sections are written together.
 */
Test(format, writes_all_kinds_of_sections)
{
    static const struct table_event event = {.name = {"Ir", 2}};
    struct text name = TEXT("a.c");

    for (size_t i = 0; i < N_FORMATS; i++) {
        const struct format_options options = {.format = (enum format)i};
        for (int kind = 0; kind < N_SECTION_KINDS; kind++) {
            const struct hand_made_section section = {
                .section = {.kind = (enum section_kind)kind,
                            .table = {.events = &event, .n_events = 1},
                            .names = {&name, 1}}};
            bool is_of_report = kind < SECTION_EVENTS;
            enum view view = formats[i].view;
            if ((view == VIEW_CALL_GRAPH) != (kind == SECTION_CALL_GRAPH) ||
                (view == VIEW_GROWTH) != (kind == SECTION_GROWTH))
                continue; /* these write that alone, and nobody else does */
            if (view == VIEW_HOTSPOTS && kind != SECTION_HOTSPOTS)
                continue;
            if (view == VIEW_PROFILE || view == VIEW_CALL_TREE || view == VIEW_ALL ||
                kind == SECTION_WARNINGS || kind == SECTION_OVERVIEW || kind == SECTION_PATH ||
                (is_of_report && !formats[i].has_report))
                continue;
            free(hand_made_write_section(&section, formats[i].write, &options));
        }
    }
}

static bool fail(void *maker, struct section *section, struct error *error)
{
    (void)maker;
    (void)section;
    return error_set(error, ERROR_FAILED, NULL, 0, "no section");
}

static void make_row(void *view, struct table_rows *rows)
{
    (void)view;
    table_rows_add(rows, ROW_FUNCTION);
}

static bool fits_never(const void *maker, struct error *error)
{
    (void)maker;
    return error_set(error, ERROR_FAILED, NULL, 0, "no row");
}

struct failing {
    enum section_kind kind;
    struct table_rows rows;
};

/* A section whose first row has a figure that does not fit. */
static bool give_failing_section(void *maker, struct section *section, struct error *error)
{
    struct failing *failing = maker;
    static const struct table_event event = {.name = {"Ir", 2}};

    (void)error;
    *section = (struct section){.kind = failing->kind,
                                .table = {.events = &event,
                                          .n_events = 1,
                                          .make_rows = make_row,
                                          .rows = &failing->rows,
                                          .fits = fits_never}};
    return true;
}

/* The error with which the format fails to write the report. */
static struct error failure_of(const struct report *report, enum format format)
{
    const struct format_options options = {.format = format, .page_limit = SIZE_MAX};
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    cr_expect_not(formats[format].write(report, &options, out, &error), "%s wrote %s",
                  formats[format].name, text);
    fclose(out);
    free(text);
    return error;
}

Test(format, fails_where_a_section_does)
{
    const struct report report = {.facts = hand_made_facts, .next = fail};

    for (size_t i = 0; i < N_FORMATS; i++) {
        if (formats[i].write == NULL)
            continue;
        struct error error = failure_of(&report, (enum format)i);
        cr_expect_str_eq(error.text, "no section", "%s", formats[i].name);
    }
}

/* The kinds that text, JSON, CSV, TSV and Markdown have in common. */
Test(format, fails_where_a_row_does)
{
    static const enum section_kind kinds[] = {SECTION_EVENTS, SECTION_HOTSPOTS, SECTION_PEEK,
                                              SECTION_CODE_LISTING, SECTION_CALL_TREE};

    for (size_t i = FORMAT_TEXT; i <= FORMAT_MARKDOWN; i++) {
        for (size_t k = 0; k < ARRAY_LENGTH(kinds); k++) {
            struct failing failing = {.kind = kinds[k]};
            const struct report report = {
                .facts = hand_made_facts, .next = give_failing_section, .maker = &failing};
            struct error error = failure_of(&report, (enum format)i);
            cr_expect_str_eq(error.text, "no row", "%s, kind %d: %s", formats[i].name, kinds[k],
                             error.text);
            table_rows_free(&failing.rows);
        }
    }
}
