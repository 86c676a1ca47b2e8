/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/listing/listing_figures.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/table.h"

/* What is after the names: "[bin/fib], found as x/fib.c". */
static void append_source(const struct text_writer *writer, struct buffer *title,
                          const struct table_row *row, bool is_of_instructions)
{
    struct text recorded = is_of_instructions ? row->object : row->file;

    if (row->object.at != NULL) {
        buffer_append(title, TEXT(" ["));
        buffer_append(title, writer->options->width == 0 ? row->object : path_base(row->object));
        buffer_append(title, TEXT("]"));
    }
    if (row->text.at == NULL) {
        buffer_append(title,
                      is_of_instructions ? TEXT(", text not known") : TEXT(", source not found"));
    } else if (recorded.at == NULL || !text_equal(row->text, recorded)) {
        buffer_append(title, TEXT(", found as "));
        buffer_append(title, row->text);
    }
}

void write_listing_text(const struct text_writer *writer, struct buffer *title)
{
    bool has_color = writer->options->has_color;

    tint_begin(writer->out, has_color, TINT_TITLE);
    write_text(writer->out, buffer_text(title));
    tint_end(writer->out, has_color, TINT_TITLE);
    fputc('\n', writer->out);
    free(title->at);
}

void write_listing_title(const struct text_writer *writer, const struct table_row *row,
                         bool is_of_instructions)
{
    struct buffer title = {0};

    append_code(&title, writer, row->function, row->file, writer->options->width / 2);
    append_source(writer, &title, row, is_of_instructions);
    write_listing_text(writer, &title);
}

void write_listing_heading(const struct figure_columns *figures)
{
    FILE *out = figures->out;

    for (size_t i = 0; i < figures->n_events; i++) {
        const struct event_columns *of = &figures->events[i];
        write_blanks(out, i == 0 ? 0 : figures->event_gap);
        write_self_heading(figures, i, of->cost);
        if (of->has_share)
            write_right(out, "%", 1, figures->share);
        if (of->has_inclusive)
            write_inclusive_heading(figures, i, GAP + of->cost + 1);
        if (of->has_inclusive && of->has_share)
            write_right(out, "%", 1, figures->share);
    }
}

/* The figures of an event, each with its share, or room for them. */
static void write_event_figures(const struct figure_columns *figures, const struct table_row *row,
                                const struct event_columns *of)
{
    const struct cell *self = row_self(row), *inclusive = row_inclusive(row);
    size_t share = of->has_share ? figures->share : 0;

    if (self != NULL)
        write_cost(figures, self[of->column], of->cost);
    if (self != NULL && of->has_share)
        write_share(figures, self[of->column], of->total);
    write_blanks(figures->out, self == NULL ? of->cost + share : 0);
    if (!of->has_inclusive)
        return;
    if (inclusive != NULL)
        write_bound(figures, inclusive[of->column], GAP, of->cost);
    if (inclusive != NULL && of->has_share)
        write_share(figures, inclusive[of->column], of->total);
    write_blanks(figures->out, inclusive == NULL ? GAP + of->cost + 1 + share : 0);
}

void write_listing_figures(const struct figure_columns *figures, const struct table_row *row)
{
    for (size_t i = 0; i < figures->n_events; i++) {
        write_blanks(figures->out, i == 0 ? 0 : figures->event_gap);
        write_event_figures(figures, row, &figures->events[i]);
    }
}

enum tint tint_of_listed(const struct table_row *row, const struct figure_columns *figures)
{
    const struct event_columns *measured = measured_event(figures);
    int64_t total = measured->total.value;

    if (row->cells == NULL || !row->cells[measured->column].is_given || total == 0)
        return TINT_NONE;
    enum tint tint = tint_of_share(percent_of(row->cells[measured->column].value, total));
    return tint >= TINT_HOT ? tint : TINT_NONE;
}
