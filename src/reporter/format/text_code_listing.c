/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_tables.h"
#include "reporter/report.h"

/* The columns of a listing, before the text of its lines. */
struct listing_layout {
    struct layout figures;
    size_t line;     /* width of the number */
    size_t room;     /* for the text; 0: as much as it takes */
    bool has_source; /* of the file being listed */
};

static struct listing_layout lay_out_listing(const struct table *table,
                                             const struct format_options *options)
{
    enum { LINE_WIDTH = 6, LEAST_ROOM = 20 };
    struct listing_layout layout = {lay_out(table, 0, options->has_color), LINE_WIDTH, 0, false};
    size_t before = layout.figures.cost + layout.figures.share + GAP + layout.line + GAP;

    if (table->has_inclusive)
        before += GAP + layout.figures.cost + 1 + layout.figures.share;
    if (options->width != 0)
        layout.room = options->width > before + LEAST_ROOM ? options->width - before : LEAST_ROOM;
    return layout;
}

/* "fib in src/fib.c [bin/fib], found as x/fib.c": fitted to the terminal. */
static void write_title(FILE *out, const struct format_options *options,
                        const struct table_row *row)
{
    struct buffer title = {0};

    if (row->function.at != NULL) {
        append_fitted(&title, row->function, options->width / 2);
        buffer_append(&title, TEXT(" in "));
    }
    append_fitted(&title, row->file, options->width / 2);
    if (row->object.at != NULL) {
        buffer_append(&title, TEXT(" ["));
        buffer_append(&title, options->width == 0 ? row->object : path_base(row->object));
        buffer_append(&title, TEXT("]"));
    }
    if (row->text.at == NULL) {
        buffer_append(&title, TEXT(", source not found"));
    } else if (!text_equal(row->text, row->file)) {
        buffer_append(&title, TEXT(", found as "));
        buffer_append(&title, row->text);
    }
    tint_begin(out, options->has_color, TINT_TITLE);
    write_text(out, buffer_text(&title));
    tint_end(out, options->has_color, TINT_TITLE);
    fputc('\n', out);
    free(title.at);
}

static void write_listing_heading(FILE *out, const struct listing_layout *layout,
                                  const struct table *table)
{
    const struct layout *figures = &layout->figures;

    write_right(out, "self", 4, figures->cost);
    write_right(out, "%", 1, figures->share);
    if (table->has_inclusive) {
        write_right(out, "inclusive", 9, GAP + figures->cost + 1);
        write_right(out, "%", 1, figures->share);
    }
    write_right(out, "line", 4, GAP + layout->line);
    fputc('\n', out);
}

/* A figure and its share, or room for both. */
static void write_figure(FILE *out, const struct layout *layout, const struct cell *cell,
                         size_t width, struct cell total)
{
    if (cell == NULL) {
        write_blanks(out, width + layout->share);
        return;
    }
    if (width > layout->cost) /* there is room for the mark of a bound */
        write_bound(out, layout, *cell, layout->cost);
    else
        write_cost(out, layout, *cell, width);
    write_share(out, layout, *cell, total);
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

static void write_source_text(FILE *out, const struct listing_layout *layout,
                              const struct table_row *row)
{
    struct buffer expanded = {0};

    if (row->text.at == NULL) {
        fputs(row->line == 0       ? "(on no line)\n"
              : layout->has_source ? "(past the end of the file)\n"
                                   : "\n",
              out);
        return;
    }
    append_expanded(&expanded, row->text);
    struct text text = buffer_text(&expanded);
    if (layout->room != 0 && text_columns(text) > layout->room) {
        write_text(out, text_head(text, layout->room - 1));
        fputs("\xe2\x80\xa6", out); /* U+2026 */
    } else {
        write_text(out, text);
    }
    fputc('\n', out);
    free(expanded.at);
}

/* Hot lines stand out as a whole. */
static enum tint tint_of_line(const struct table_row *row, struct cell total)
{
    if (row->kind != ROW_LINE || !row->cells[0].is_given || total.value == 0)
        return TINT_NONE;
    enum tint tint = tint_of_share((double)row->cells[0].value * 100.0 / (double)total.value);
    return tint >= TINT_HOT ? tint : TINT_NONE;
}

static void write_listed_line(FILE *out, const struct listing_layout *layout,
                              const struct table *table, const struct table_row *row)
{
    const struct layout *figures = &layout->figures;
    struct cell total = table->columns[0].total;
    enum tint tint = tint_of_line(row, total);
    bool has_source = row->text.at != NULL;
    char number[24] = ".";

    write_figure(out, figures, row->kind == ROW_LINE ? &row->cells[0] : NULL, figures->cost, total);
    if (table->has_inclusive) {
        write_blanks(out, GAP);
        write_figure(out, figures, row->inclusive, figures->cost + 1, total);
    }
    if (row->line != 0)
        snprintf(number, sizeof number, "%" PRIu64, row->line);
    fprintf(out, "%*s%*s%*s", GAP, "", (int)layout->line, number, GAP, "");
    tint_begin(out, figures->has_color && (tint != TINT_NONE || !has_source),
               has_source ? tint : TINT_DIM);
    write_source_text(out, layout, row);
    tint_end(out, figures->has_color && (tint != TINT_NONE || !has_source),
             has_source ? tint : TINT_DIM);
}

/*
 * A call below its line: how often, what it costs, whom. The cost stands with the inclusive ones,
 * where these have a column; one that nests in another call is none.
 */
static void write_listed_call(FILE *out, const struct listing_layout *layout,
                              const struct table *table, const struct table_row *row)
{
    enum { INDENTED = 4, LEAST_ROOM = 8 };
    const struct layout *figures = &layout->figures;
    struct cell total = table->columns[0].total;
    size_t room = layout->room, taken = INDENTED + 2;
    char count[MAX_COUNT];

    write_figure(out, figures, NULL, figures->cost, total);
    if (table->has_inclusive) {
        write_blanks(out, GAP);
        write_figure(out, figures, &row->cells[0], figures->cost + 1, total);
    }
    write_blanks(out, GAP + layout->line + GAP + INDENTED);
    taken += format_count(row->calls, count) + 2; /* with "x " */
    fprintf(out, "\xe2\x86\x92 %sx", count);      /* U+2192, an arrow */
    if (!table->has_inclusive && row->cells[0].is_given) {
        taken += format_count(row->cells[0].value, count) + 5; /* with ",  in" */
        fprintf(out, ", %s in", count);
    }
    fputc(' ', out);
    if (room != 0)
        room = room > taken + LEAST_ROOM ? room - taken : LEAST_ROOM;
    write_label(out, row, room, figures->has_color);
}

bool format_text_code_listing(FILE *out, const struct section *section,
                              const struct format_options *options, struct error *error)
{
    const struct table *table = &section->table;
    struct listing_layout layout = lay_out_listing(table, options);
    bool is_first = true;
    struct table_row row = {0};

    while (!ferror(out) && table->next(table->view, &row, error)) {
        switch (row.kind) {
        case ROW_LISTING:
            layout.has_source = row.text.at != NULL;
            fputs(is_first ? "" : "\n", out);
            is_first = false;
            write_title(out, options, &row);
            write_listing_heading(out, &layout, table);
            break;
        case ROW_GAP:
            write_blanks(out, layout.figures.cost + layout.figures.share);
            if (table->has_inclusive)
                write_blanks(out, GAP + layout.figures.cost + 1 + layout.figures.share);
            fprintf(out, "%*s\n", GAP + (int)layout.line, "...");
            break;
        case ROW_CALLEE:
            write_listed_call(out, &layout, table, &row);
            break;
        default:
            write_listed_line(out, &layout, table, &row);
            break;
        }
    }
    fputc('\n', out);
    return error->kind == ERROR_NONE;
}
