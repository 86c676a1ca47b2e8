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
    struct listing_columns columns = {figure_columns_of(writer, table, 0), LINE_WIDTH, 0, false};
    size_t before = columns.figures.cost + columns.figures.share + GAP + columns.line + GAP;
    size_t width = writer->options->width;

    if (table->has_inclusive)
        before += GAP + columns.figures.cost + 1 + columns.figures.share;
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
        append_fitted(&title, row->function, width / 2);
        buffer_append(&title, TEXT(" in "));
    }
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

    write_right(out, "self", 4, figures->cost);
    write_right(out, "%", 1, figures->share);
    if (figures->has_inclusive) {
        write_right(out, "inclusive", 9, GAP + figures->cost + 1);
        write_right(out, "%", 1, figures->share);
    }
    write_right(out, "line", 4, GAP + columns->line);
    fputc('\n', out);
}

/* The figures of a row, each with its share, or room for them. */
static void write_figures(const struct figure_columns *figures, const struct table_row *row)
{
    const struct cell *self = row_self(row), *inclusive = row_inclusive(row);

    if (self != NULL) {
        write_cost(figures, *self, figures->cost);
        write_share(figures, *self, figures->total);
    } else {
        write_blanks(figures->out, figures->cost + figures->share);
    }
    if (!figures->has_inclusive)
        return;
    write_blanks(figures->out, GAP);
    if (inclusive != NULL) {
        write_bound(figures, *inclusive, figures->cost);
        write_share(figures, *inclusive, figures->total);
    } else {
        write_blanks(figures->out, figures->cost + 1 + figures->share);
    }
}

/* The text with blanks for its tabs, and without a carriage return at its end. */
static void append_expanded(struct buffer *to, struct text text)
{
    enum { TAB_WIDTH = 8 };
    size_t column = 0;

    for (size_t i = 0; i < text.length; i++) {
        bool is_tab = text.at[i] == '\t';
        size_t blanks = is_tab ? TAB_WIDTH - column % TAB_WIDTH : 0;
        if (text.at[i] == '\r' && i + 1 == text.length)
            break;
        buffer_append(to,
                      is_tab ? (struct text){"        ", blanks} : (struct text){text.at + i, 1});
        column += is_tab ? blanks : ((unsigned char)text.at[i] & 0xc0) != 0x80;
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
static enum tint tint_of_line(const struct table_row *row, struct cell total)
{
    if (row->kind != ROW_LINE || !row->cells[0].is_given || total.value == 0)
        return TINT_NONE;
    enum tint tint = tint_of_share(percent_of(row->cells[0].value, total.value));
    return tint >= TINT_HOT ? tint : TINT_NONE;
}

static void write_line(const struct listing_columns *columns, const struct table_row *row)
{
    const struct figure_columns *figures = &columns->figures;
    bool has_text = row->text.at != NULL;
    enum tint tint = has_text ? tint_of_line(row, figures->total) : TINT_DIM;
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
    if (!figures->has_inclusive && row->cells[0].is_given) {
        taken += format_count(row->cells[0].value, count) + 5; /* with ",  in" */
        fprintf(out, ", %s in", count);
    }
    fputc(' ', out);
    if (room != 0)
        room = room > taken + LEAST_ROOM ? room - taken : LEAST_ROOM;
    write_label(out, row, room, figures->has_color);
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
    return error->kind == ERROR_NONE;
}
