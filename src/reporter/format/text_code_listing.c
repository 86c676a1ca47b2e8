/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/line_changes.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* The columns of a listing, before the text of its lines. */
struct listing_columns {
    struct figure_columns figures;
    size_t line;     /* width of the number */
    size_t room;     /* for the text; 0: as much as it takes */
    bool has_source; /* of the file being listed */
};

static struct listing_columns listing_columns_of(const struct text_writer *writer,
                                                 const struct table *table)
{
    enum { LINE_WIDTH = 6, LEAST_ROOM = 20 };
    struct listing_columns columns = {figure_columns_of(writer, table), LINE_WIDTH, 0, false};
    size_t width = writer->options->width, others = GAP + columns.line;

    columns.figures.has_running = columns.figures.has_calls = columns.figures.has_per_call = false;
    figure_columns_fit(&columns.figures, writer, table, others, LEAST_ROOM);
    size_t before = figure_columns_width(&columns.figures) + others;
    if (width != 0)
        columns.room = width > before + LEAST_ROOM ? width - before : LEAST_ROOM;
    return columns;
}

/* What is after the names: "[bin/fib], found as x/fib.c". */
static void append_source(const struct text_writer *writer, struct buffer *title,
                          const struct table_row *row)
{
    if (row->object.at != NULL) {
        buffer_append(title, TEXT(" ["));
        buffer_append(title, writer->options->width == 0 ? row->object : path_base(row->object));
        buffer_append(title, TEXT("]"));
    }
    if (row->text.at == NULL) {
        buffer_append(title, TEXT(", source not found"));
    } else if (!text_equal(row->text, row->file)) {
        buffer_append(title, TEXT(", found as "));
        buffer_append(title, row->text);
    }
}

/* "fib in src/fib.c [bin/fib]": fitted to the terminal. */
static void append_title(const struct text_writer *writer, struct buffer *title,
                         const struct table_row *row)
{
    append_code(title, writer, row->function, row->file, writer->options->width / 2);
    append_source(writer, title, row);
}

static void write_title(const struct text_writer *writer, struct buffer *title)
{
    bool has_color = writer->options->has_color;

    tint_begin(writer->out, has_color, TINT_TITLE);
    write_text(writer->out, buffer_text(title));
    tint_end(writer->out, has_color, TINT_TITLE);
    fputc('\n', writer->out);
    free(title->at);
}

static void write_heading(const struct listing_columns *columns)
{
    const struct figure_columns *figures = &columns->figures;
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
    write_right(out, "line", 4, GAP + columns->line);
    fputc('\n', out);
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
    write_blanks(figures->out, GAP);
    if (inclusive != NULL)
        write_bound(figures, inclusive[of->column], of->cost);
    if (inclusive != NULL && of->has_share)
        write_share(figures, inclusive[of->column], of->total);
    write_blanks(figures->out, inclusive == NULL ? of->cost + 1 + share : 0);
}

static void write_figures(const struct figure_columns *figures, const struct table_row *row)
{
    for (size_t i = 0; i < figures->n_events; i++) {
        write_blanks(figures->out, i == 0 ? 0 : figures->event_gap);
        write_event_figures(figures, row, &figures->events[i]);
    }
}

/* Hot lines stand out as a whole. */
static enum tint tint_of_line(const struct table_row *row, const struct event_columns *measured)
{
    int64_t total = measured->total.value;

    if (row->kind != ROW_LINE || !row->cells[measured->column].is_given || total == 0)
        return TINT_NONE;
    enum tint tint = tint_of_share(percent_of(row->cells[measured->column].value, total));
    return tint >= TINT_HOT ? tint : TINT_NONE;
}

static void write_line(const struct listing_columns *columns, const struct table_row *row)
{
    const struct figure_columns *figures = &columns->figures;
    bool has_text = row->text.at != NULL;
    enum tint tint = has_text ? tint_of_line(row, measured_event(figures)) : TINT_DIM;
    char number[24] = ".";
    FILE *out = figures->out;

    write_figures(figures, row);
    if (row->line != 0)
        snprintf(number, sizeof number, "%" PRIu64, row->line);
    fprintf(out, "%*s%*s%*s", GAP, "", (int)columns->line, number, GAP, "");
    tint_begin(out, figures->has_color, tint);
    if (has_text)
        write_source_text(out, row->text, columns->room);
    else
        fprintf(out, "%s\n", source_excuse(row->line, columns->has_source));
    tint_end(out, figures->has_color, tint);
}

/*
 * A call below its line: how often, what it costs, whom. The cost is below the inclusive ones,
 * where these have a column; one that is nested in another has none.
 */
static void write_call(const struct listing_columns *columns, const struct table_row *row)
{
    enum { INDENTED = 4, LEAST_ROOM = 8 };
    const struct figure_columns *figures = &columns->figures;
    size_t room = columns->room, taken = INDENTED + 2;
    FILE *out = figures->out;
    char count[MAX_COUNT];

    write_figures(figures, row);
    write_blanks(out, GAP + columns->line + GAP + INDENTED);
    taken += format_count(row->calls, count) + 2; /* with "x " */
    fprintf(out, "\xe2\x86\x92 %sx", count);      /* U+2192, an arrow */
    const struct event_columns *measured = measured_event(figures);
    const struct cell *cell = &row->cells[measured->column];
    if (!measured->has_inclusive && cell->is_given) {
        taken += format_figure(*cell, false, count) + 5; /* with ",  in" */
        fprintf(out, ", %s in", count);
    }
    fputc(' ', out);
    if (room != 0)
        room = room > taken + LEAST_ROOM ? room - taken : LEAST_ROOM;
    write_label(figures->writer, row, room, figures->has_color);
}

/* Between two ranges of lines. */
static void write_gap(const struct listing_columns *columns, const struct table_row *row)
{
    write_figures(&columns->figures, row);
    fprintf(columns->figures.out, "%*s\n", GAP + (int)columns->line, "...");
}

/* The lines of a difference that changed. */
static bool format_changes(const struct text_writer *writer, const struct section *section,
                           struct error *error)
{
    struct line_changes changes = line_changes_begin(writer, &section->table, false);
    bool is_first = true;
    struct table_row row = {0};

    while (table_next_row(&section->table, writer->out, &row, error)) {
        if (row.kind != ROW_LISTING) {
            line_changes_write_row(&changes, &row);
            continue;
        }
        struct buffer title = {0};
        changes.has_source = row.text.at != NULL;
        line_changes_append_title(&changes, &title, &row, writer->options->width);
        fputs(is_first ? "" : "\n", writer->out);
        is_first = false;
        write_title(writer, &title);
        line_changes_write_heading(&changes);
    }
    fputc('\n', writer->out);
    line_changes_end(&changes);
    return error->kind == ERROR_NONE;
}

bool format_text_code_listing(const struct text_writer *writer, const struct section *section,
                              struct error *error)
{
    if (section->table.is_difference)
        return format_changes(writer, section, error);
    struct listing_columns columns = listing_columns_of(writer, &section->table);
    bool is_first = true;
    struct table_row row = {0};
    struct buffer title = {0};

    while (table_next_row(&section->table, writer->out, &row, error)) {
        switch (row.kind) {
        case ROW_LISTING:
            columns.has_source = row.text.at != NULL;
            fputs(is_first ? "" : "\n", writer->out);
            is_first = false;
            append_title(writer, &title, &row);
            write_title(writer, &title);
            title = (struct buffer){0};
            write_heading(&columns);
            break;
        case ROW_GAP:
            write_gap(&columns, &row);
            break;
        case ROW_CALLEE:
            write_call(&columns, &row);
            break;
        default:
            write_line(&columns, &row);
            break;
        }
    }
    fputc('\n', writer->out);
    figure_columns_free(&columns.figures);
    return error->kind == ERROR_NONE;
}
