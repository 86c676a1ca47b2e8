/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/columns.h"
#include "reporter/format/contents.h"
#include "reporter/format/csv_fields.h"
#include "reporter/format/format.h"
#include "reporter/format/path_names.h"
#include "reporter/report.h"

struct csv {
    struct csv_line line;
    struct cell_place at;
    struct path_names path; /* the names in a tree down to the last row */
};

static void write_value(struct csv_line *line, const struct value *value)
{
    switch (value->kind) {
    case VALUE_NONE:
    case VALUE_TEXT:
        csv_text(line, value->text);
        break;
    case VALUE_LINE:
        csv_unsigned(line, value->number, 10);
        break;
    case VALUE_ADDRESS:
        csv_unsigned(line, value->number, 16);
        break;
    default:
        csv_cell(line, value->figure);
        break;
    }
}

/* Writes "calls", or for an event "self:Ir", "self:Ir@2" for the second slice. */
static void write_heading(struct csv_line *line, const struct table *table,
                          const struct column *column)
{
    struct buffer field = {0};

    buffer_append(&field, text_of(column->key));
    if (column->list != NO_LIST) {
        buffer_append(&field, TEXT(":"));
        buffer_append(&field, table->events[column->event].name);
    }
    if (column->slice != 0)
        buffer_print(&field, "@%zu", column->slice);
    csv_text(line, buffer_text(&field));
    free(field.at);
}

/* Writes what the row has in the columns that have a key, or their headings. */
static void write_fields(struct csv *csv, bool are_headings)
{
    const struct table *table = csv->at.table;

    for (size_t i = 0; table->columns != NULL && i < table->columns->count; i++) {
        csv->at.column = &table->columns->items[i];
        if (csv->at.column->key == NULL)
            continue;
        if (are_headings) {
            write_heading(&csv->line, table, csv->at.column);
        } else {
            const struct value value = csv->at.column->cell(&csv->at);
            write_value(&csv->line, &value);
        }
    }
    csv_end_line(&csv->line);
}

/* Writes a row, but no row that heads a listing: each line names its file. */
static void write_row(struct csv *csv, const struct table_row *row)
{
    csv->at.row = row;
    if (row->kind == ROW_LISTING)
        return;
    if (row->kind == ROW_TREE)
        path_names_extend(&csv->path, row->tree->depth, row_name(row));
    if (row->kind == ROW_TREE || row->kind == ROW_LEFT_OUT) {
        csv->at.parent = path_names_parent(&csv->path, row->tree->depth);
        csv->at.path = buffer_text(&csv->path.text);
    } else if (row_is_main(row)) {
        csv->at.parent = row->function;
    }
    write_fields(csv, false);
}

/* Writes the rows of all sections below one heading. */
static bool write_separated(const struct report *report, char separator, FILE *out,
                            struct error *error)
{
    struct section section = {0};
    struct csv csv = {.line = {.out = out, .separator = separator},
                      .at = {.table = &section.table}};
    bool is_first = true;

    while (error->kind == ERROR_NONE && !ferror(out) &&
           report->next(report->maker, &section, error)) {
        if (!section_is_table(section.kind)) {
            refuse_section(section.kind, error);
            break;
        }
        if (is_first)
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
