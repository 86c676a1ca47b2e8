/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "reporter/format/columns.h"
#include "reporter/format/contents.h"
#include "reporter/format/csv_fields.h"
#include "reporter/format/format.h"
#include "reporter/format/path_names.h"
#include "reporter/report.h"

struct csv {
    struct csv_line line;
    const struct section *section; /* the one being written */
    struct placed_row row;
    struct path_names path; /* the names in a tree down to the last row */
};

static void write_value(struct csv_line *line, const struct value *value)
{
    switch (value->kind) {
    case VALUE_NONE:
    case VALUE_TEXT:
        csv_text(line, value->text);
        break;
    case VALUE_COUNT:
        csv_number(line, value->number, true);
        break;
    case VALUE_LINE:
        csv_line_number(line, (uint64_t)value->number);
        break;
    case VALUE_ADDRESS:
        csv_address(line, (uint64_t)value->number, true);
        break;
    case VALUE_COST:
        csv_cell(line, value->figure);
        break;
    }
}

/*
 * Writes "calls", or for an event "self:Ir", "self:Ir@2" for the
 * second slice. Other columns are not of a slice: that is 0.
 */
static void write_heading_field(struct csv *csv, const struct column_kind *kind, size_t event,
                                size_t slice)
{
    const struct table_event *of = &csv->section->table.events[event];
    struct buffer field = {0};

    buffer_append(&field, text_of(kind->key));
    if (kind->width != PER_ROW) {
        buffer_append(&field, TEXT(":"));
        buffer_append(&field, of->name);
    }
    if (slice != 0)
        buffer_print(&field, "@%zu", slice);
    csv_text(&csv->line, buffer_text(&field));
    free(field.at);
}

/*
 * Writes what each slice has of the row, or the headings of that. They are numbered from 1, since
 * several may have one name; where a slice lacks the row, its fields are empty.
 */
static void write_slices(struct csv *csv, bool are_headings)
{
    const struct table *table = &csv->section->table;
    size_t n_events = table->n_events;
    struct figure *figures = memory_alloc(table->n_slices * n_events, sizeof *figures);

    for (size_t slice = 0; !are_headings && slice < table->n_slices; slice++)
        (void)table->find_in_slice(table->view, csv->row.row->id, slice,
                                   &figures[slice * n_events]);
    for (size_t i = 0; i < n_events; i++)
        for (size_t slice = 0; slice < table->n_slices; slice++) {
            if (are_headings)
                write_heading_field(csv, &column_kinds[COLUMN_SELF], i, slice + 1);
            else
                csv_cell(&csv->line, figures[slice * n_events + i].now);
        }
    free(figures);
}

/* Writes the fields of the row, or their headings. */
static void write_fields(struct csv *csv, bool are_headings)
{
    const struct table *table = &csv->section->table;

    for (enum column_id id = 0; id < N_COLUMNS; id++) {
        const struct column_kind *kind = &column_kinds[id];
        if (id > COLUMN_EXACT && !table_has(table, id)) /* those up to it are always there */
            continue;
        for (size_t i = 0; i < (kind->width == PER_ROW ? 1 : table->n_events); i++) {
            if (kind->width == PER_RATIO && !table->events[i].is_ratio)
                continue;
            if (are_headings) {
                write_heading_field(csv, kind, i, 0);
            } else {
                const struct value value = column_value(id, &csv->row, i);
                write_value(&csv->line, &value);
            }
        }
    }
    write_slices(csv, are_headings);
    csv_end_line(&csv->line);
}

static void write_event_heading(struct csv *csv)
{
    static const char *const names[] = {"event", "long_name", "formula", "total"};

    for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
        csv_text(&csv->line, text_of(names[i]));
    csv_end_line(&csv->line);
}

static void write_event_row(struct csv *csv, const struct table_row *row)
{
    csv_text(&csv->line, row->event->name);
    csv_text(&csv->line, row->event->long_name);
    csv_text(&csv->line, row->event->formula);
    csv_cell(&csv->line, row->self[0].now);
    csv_end_line(&csv->line);
}

/* Writes a row, but no row that heads a listing: each line names its file. */
static void write_row(struct csv *csv, const struct table_row *row)
{
    csv->row.row = row;
    if (row->kind == ROW_LISTING)
        return;
    if (row->event != NULL) {
        write_event_row(csv, row);
        return;
    }
    if (row->kind == ROW_TREE)
        path_names_extend(&csv->path, row->tree->depth, row_name(row));
    if (row->kind == ROW_TREE || row->kind == ROW_LEFT_OUT) {
        csv->row.parent = path_names_parent(&csv->path, row->tree->depth);
        csv->row.path = buffer_text(&csv->path.text);
    } else if (row_is_main(row)) {
        csv->row.parent = row->function;
    }
    write_fields(csv, false);
}

/* Writes the rows of all sections below one heading. */
static bool write_separated(const struct report *report, char separator, FILE *out,
                            struct error *error)
{
    struct section section = {0};
    struct csv csv = {.line = {.out = out, .separator = separator}, .section = &section};
    bool is_first = true;

    while (error->kind == ERROR_NONE && !ferror(out) &&
           report->next(report->maker, &section, error)) {
        if (!section_is_table(section.kind)) {
            refuse_section(section.kind, error);
            break;
        }
        csv.row.table = &section.table;
        if (is_first && section.kind == SECTION_EVENTS)
            write_event_heading(&csv);
        else if (is_first)
            write_fields(&csv, true);
        is_first = false;
        const struct table_row *row;
        while ((row = table_next_row(&section.table, out, error)) != NULL)
            write_row(&csv, row);
    }
    path_names_free(&csv.path);
    free(csv.line.text.at);
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
