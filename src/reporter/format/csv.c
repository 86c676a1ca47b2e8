/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/harmless.h"
#include "base/utf8.h"
#include "reporter/format/format.h"
#include "reporter/report.h"

struct csv {
    FILE *out;
    char separator;
    bool is_line_begun;
    struct text parent; /* the function that callers and callees belong to */
};

static void separate(struct csv *csv)
{
    if (csv->is_line_begun)
        fputc(csv->separator, csv->out);
    csv->is_line_begun = true;
}

static void end_line(struct csv *csv)
{
    fputs("\r\n", csv->out);
    csv->is_line_begun = false;
}

static bool needs_quotes(const struct csv *csv, struct text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] == csv->separator || strchr("\"\r\n", text.at[i]) != NULL)
            return true;
    return false;
}

/*
 * What is no UTF-8, and what a terminal must not get, becomes U+FFFD; a quote within quotes is
 * doubled.
 */
static void write_text_field(struct csv *csv, struct text text)
{
    bool has_quotes = needs_quotes(csv, text);
    const char *at = text.at, *end = text_end(text);

    separate(csv);
    if (has_quotes)
        fputc('"', csv->out);
    while (at < end) {
        uint32_t character;
        size_t length = utf8_decode(at, end, &character);
        bool is_line_end = length == 1 && (character == '\r' || character == '\n');
        if (length == 0 || (harmless_length(at, end) == 0 && !is_line_end))
            fputs("\xef\xbf\xbd", csv->out);
        else
            fwrite(at, 1, length, csv->out);
        if (length != 0 && character == '"')
            fputc('"', csv->out);
        at += length == 0 ? 1 : length;
    }
    if (has_quotes)
        fputc('"', csv->out);
}

static void write_number_field(struct csv *csv, int64_t number, bool is_given)
{
    separate(csv);
    if (is_given)
        fprintf(csv->out, "%" PRIi64, number);
}

static void write_cells(struct csv *csv, const struct table *table, const struct cell *cells)
{
    for (size_t i = 0; i < table->n_columns; i++)
        write_number_field(csv, cells == NULL ? 0 : cells[i].value,
                           cells != NULL && cells[i].is_given);
}

static void write_event_names(struct csv *csv, const struct table *table, const char *prefix)
{
    struct buffer field = {0};

    for (size_t i = 0; i < table->n_columns; i++) {
        field.length = 0;
        buffer_append(&field, text_of(prefix));
        buffer_append(&field, table->columns[i].name);
        write_text_field(csv, buffer_text(&field));
    }
    free(field.at);
}

static void write_heading(struct csv *csv, const struct table *table)
{
    static const char *const first[] = {"kind",     "parent", "object", "file",
                                        "function", "line",   "calls"};

    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        write_text_field(csv, text_of(first[i]));
    write_event_names(csv, table, "self:");
    write_event_names(csv, table, "inclusive:");
    write_text_field(csv, TEXT("exact"));
    if (table->is_difference) {
        write_text_field(csv, TEXT("status"));
        write_text_field(csv, TEXT("old_object"));
        write_text_field(csv, TEXT("old_file"));
        write_text_field(csv, TEXT("old_function"));
        write_text_field(csv, TEXT("old_calls"));
        write_event_names(csv, table, "old_self:");
        write_event_names(csv, table, "old_inclusive:");
    }
    end_line(csv);
}

static struct text kind_name(const struct table *table, enum table_row_kind kind)
{
    switch (kind) {
    case ROW_CALLER:
        return TEXT("caller");
    case ROW_CALLEE:
        return TEXT("callee");
    case ROW_RECURSION:
        return TEXT("recursion");
    case ROW_FILE:
        return TEXT("self in file");
    case ROW_PATH:
        return TEXT("path");
    case ROW_CYCLE:
        return TEXT("cycle");
    default:
        return table->by.length != 0 ? table->by : TEXT("function");
    }
}

/* The costs that a row of the kind has: of calls and of steps of a path it is inclusive. */
static void write_costs(struct csv *csv, const struct table *table, const struct table_row *row)
{
    bool is_call = row->kind == ROW_CALLER || row->kind == ROW_CALLEE ||
                   row->kind == ROW_RECURSION || row->kind == ROW_PATH;
    const struct cell *inclusive = is_call ? row->cells : row->inclusive;
    bool is_exact = true;

    write_cells(csv, table, is_call ? NULL : row->cells);
    write_cells(csv, table, inclusive);
    for (size_t i = 0; inclusive != NULL && i < table->n_columns; i++)
        is_exact = is_exact && !inclusive[i].is_bound;
    write_text_field(csv, inclusive == NULL || row->kind == ROW_LINE ? TEXT("")
                          : is_exact                                 ? TEXT("true")
                                                                     : TEXT("false"));
}

/* What a row of a difference was; fields without a value for rows of calls. */
static void write_old(struct csv *csv, const struct table *table, const struct old_table_row *old)
{
    static const struct old_table_row none = {0};
    static const char *const statuses[] = {"", "new", "gone", "moved", "renamed"};
    const struct old_table_row *row = old != NULL ? old : &none;

    write_text_field(csv, text_of(statuses[row->change]));
    write_text_field(csv, row->object);
    write_text_field(csv, row->file);
    write_text_field(csv, row->function);
    write_number_field(csv, row->calls, old != NULL);
    write_cells(csv, table, row->cells);
    write_cells(csv, table, row->inclusive);
}

static void write_row(struct csv *csv, const struct table *table, const struct table_row *row)
{
    bool has_calls = row->kind == ROW_CALLER || row->kind == ROW_CALLEE ||
                     row->kind == ROW_RECURSION ||
                     (row->inclusive != NULL && row->kind != ROW_LINE);
    bool is_main = row->kind == ROW_FUNCTION || row->kind == ROW_HOTSPOT ||
                   row->kind == ROW_CYCLE || row->kind == ROW_LINE;
    bool has_line = row->kind == ROW_HOTSPOT || row->kind == ROW_LINE;

    if (is_main)
        csv->parent = row->function;
    write_text_field(csv, kind_name(table, row->kind));
    write_text_field(csv, is_main ? TEXT("") : csv->parent);
    write_text_field(csv, row->object);
    write_text_field(csv, row->file);
    write_text_field(csv, row->label.at != NULL ? row->label : row->function);
    write_number_field(csv, (int64_t)row->line, has_line && row->line != 0);
    write_number_field(csv, row->calls, has_calls && row->kind != ROW_CYCLE);
    write_costs(csv, table, row);
    if (table->is_difference)
        write_old(csv, table, row->old);
    end_line(csv);
}

static void write_event_row(struct csv *csv, const struct table_row *row)
{
    write_text_field(csv, row->event->name);
    write_text_field(csv, row->event->long_name);
    write_text_field(csv, row->event->formula);
    write_number_field(csv, row->cells[0].value, row->cells[0].is_given);
    end_line(csv);
}

static void write_event_heading(struct csv *csv)
{
    static const char *const names[] = {"event", "long_name", "formula", "total"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        write_text_field(csv, text_of(names[i]));
    end_line(csv);
}

static bool write_separated(const struct report *report, char separator, FILE *out,
                            struct error *error)
{
    struct csv csv = {.out = out, .separator = separator};
    struct section section = {0};
    bool is_first = true;

    while (!ferror(out) && report->next(report->maker, &section, error)) {
        bool is_events = section.kind == SECTION_EVENTS;
        struct table_row row = {0};
        if (is_first && is_events)
            write_event_heading(&csv);
        else if (is_first)
            write_heading(&csv, &section.table);
        is_first = false;
        while (!ferror(out) && section.table.next(section.table.view, &row, error)) {
            if (is_events)
                write_event_row(&csv, &row);
            else if (row.kind != ROW_LISTING)
                write_row(&csv, &section.table, &row);
        }
    }
    return error->kind == ERROR_NONE;
}

bool format_csv(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error)
{
    (void)options;
    return write_separated(report, ',', out, error);
}

bool format_tsv(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error)
{
    (void)options;
    return write_separated(report, '\t', out, error);
}
