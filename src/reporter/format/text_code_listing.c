/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
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

/* "fib in src/fib.c [bin/fib], found as x/fib.c": fitted to the terminal. */
static void write_title(const struct text_writer *writer, const struct table_row *row)
{
    size_t width = writer->options->width;
    bool has_color = writer->options->has_color;
    struct buffer title = {0};

    if (row->function.at != NULL) {
        append_function(&title, writer, row->function, width / 2);
        buffer_append(&title, row_has_known_file(row) ? TEXT(" in ") : TEXT(""));
    }
    if (row->function.at == NULL || row_has_known_file(row))
        append_fitted(&title, row->file, width / 2);
    if (row->object.at != NULL) {
        buffer_append(&title, TEXT(" ["));
        buffer_append(&title, width == 0 ? row->object : path_base(row->object));
        buffer_append(&title, TEXT("]"));
    }
    if (row->text.at == NULL) {
        buffer_append(&title, TEXT(", source not found"));
    } else if (!text_equal(row->text, row->file)) {
        buffer_append(&title, TEXT(", found as "));
        buffer_append(&title, row->text);
    }
    tint_begin(writer->out, has_color, TINT_TITLE);
    write_text(writer->out, buffer_text(&title));
    tint_end(writer->out, has_color, TINT_TITLE);
    fputc('\n', writer->out);
    free(title.at);
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

/* The text with blanks for its tabs, and without a carriage return at its end. */
static void append_expanded(struct buffer *to, struct text text)
{
    enum { TAB_WIDTH = 8 };
    size_t column = 0;
    struct text piece;

    if (text.length != 0 && text.at[text.length - 1] == '\r')
        text.length--;
    for (bool is_first = true; text_cut(&text, '\t', &piece); is_first = false) {
        size_t blanks = is_first ? 0 : TAB_WIDTH - column % TAB_WIDTH;
        buffer_append(to, (struct text){"        ", blanks});
        buffer_append(to, piece);
        column += blanks + text_columns(piece);
    }
}

static void write_source_text(const struct listing_columns *columns, struct text source)
{
    FILE *out = columns->figures.out;
    struct buffer expanded = {0};

    append_expanded(&expanded, source);
    struct text text = buffer_text(&expanded);
    if (columns->room != 0 && text_columns(text) > columns->room) {
        write_text(out, text_head(text, columns->room - 1));
        fputs("\xe2\x80\xa6", out); /* U+2026 */
    } else {
        write_text(out, text);
    }
    fputc('\n', out);
    free(expanded.at);
}

/* Why a line has no text. */
static const char *excuse(const struct listing_columns *columns, uint64_t line)
{
    return line == 0 ? "(on no line)" : columns->has_source ? "(past the end of the file)" : "";
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
        write_source_text(columns, row->text);
    else
        fprintf(out, "%s\n", excuse(columns, row->line));
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

bool format_text_code_listing(const struct text_writer *writer, const struct section *section,
                              struct error *error)
{
    struct listing_columns columns = listing_columns_of(writer, &section->table);
    bool is_first = true;
    struct table_row row = {0};

    while (table_next_row(&section->table, writer->out, &row, error)) {
        switch (row.kind) {
        case ROW_LISTING:
            columns.has_source = row.text.at != NULL;
            fputs(is_first ? "" : "\n", writer->out);
            is_first = false;
            write_title(writer, &row);
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
