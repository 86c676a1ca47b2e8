/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/listing/listing_pieces.h"
#include "reporter/format/pieces.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* The columns of a listing, before the text of its lines. */
struct listing_columns {
    struct figure_columns figures;
    size_t line;     /* width of the number */
    size_t before;   /* columns before the text */
    size_t room;     /* columns for the text; 0 for no limit */
    bool has_source; /* the source of the file being listed is there */
};

static struct listing_columns listing_columns_of(const struct text_writer *writer,
                                                 const struct table *table)
{
    enum { LINE_WIDTH = 6, LEAST_ROOM = 20 };
    struct listing_columns columns = {.figures = figure_columns_of(writer, table),
                                      .line = LINE_WIDTH};
    size_t width = writer->options->width, others = GAP + columns.line;

    columns.figures.has_running = columns.figures.has_calls = columns.figures.has_per_call = false;
    figure_columns_fit(&columns.figures, writer, table, others, LEAST_ROOM);
    columns.before = figure_columns_width(&columns.figures) + others;
    if (width != 0)
        columns.room = at_least(width, columns.before + LEAST_ROOM) - columns.before;
    return columns;
}

static void write_line(const struct listing_columns *columns, const struct table_row *row)
{
    const struct figure_columns *figures = &columns->figures;
    char number[24] = ".";

    write_listing_figures(figures, row);
    if (row->line != 0)
        snprintf(number, sizeof number, "%" PRIu64, row->line);
    fprintf(figures->out, "%*s%*s%*s", GAP, "", (int)columns->line, number, GAP, "");
    write_listed_text(figures->writer, figures->table, row, columns->room, columns->has_source);
}

/*
 * Writes a call below its line: how often, at which cost, whom. The cost stands below the inclusive
 * ones where these have a column. A call that nests in another has no cost.
 */
static void write_call(const struct listing_columns *columns, const struct table_row *row)
{
    enum { INDENTED = 4, LEAST_ROOM = 8 };
    const struct figure_columns *figures = &columns->figures;
    bool is_ascii = figures->writer->options->is_ascii;
    size_t room = columns->room, taken = INDENTED + sign_columns(SIGN_CALLS, is_ascii) + 1;
    FILE *out = figures->out;
    char count[MAX_COUNT];

    write_listing_figures(figures, row);
    write_blanks(out, GAP + columns->line + GAP + INDENTED);
    write_text(out, sign_text(SIGN_CALLS, is_ascii));
    if (row->calls.now.is_given) {
        taken += format_count(row->calls.now.value, count) + 2; /* with "x " */
        fprintf(out, " %sx", count);
    }
    const struct event_columns *measured = measured_event(figures);
    const struct cell cost = table_shown(figures->table, &row->inclusive[measured->event]);
    if (!measured->has_inclusive && cost.is_given) {
        taken += format_figure(cost, false, count) + 5; /* with ",  in" */
        fprintf(out, "%s %s in", row->calls.now.is_given ? "," : "", count);
    }
    fputc(' ', out);
    if (room != 0)
        room = room > taken + LEAST_ROOM ? room - taken : LEAST_ROOM;
    write_label(figures->writer, row, room, figures->palette);
}

/* Writes a jump below its line, or further left where it is long: it has no figures. */
static void write_jump(const struct listing_columns *columns, const struct table_row *row)
{
    enum { INDENTED = 4, WANTED_ROOM = 44 };
    const struct figure_columns *figures = &columns->figures;
    size_t end = columns->before + columns->room, at = columns->before + INDENTED;
    size_t room = columns->room == 0 ? 0 : at_least(end - at, WANTED_ROOM);
    struct buffer jump = {0};

    append_line_jump(&jump, row->jump, room, figures->writer->options->is_ascii);
    size_t taken = text_columns(buffer_text(&jump));
    if (columns->room != 0 && at + taken > end)
        at = end > taken ? end - taken : 0;
    write_blanks(figures->out, at);
    write_dim_line(figures->out, figures->palette, &jump);
}

/* Writes dots between two ranges of lines. */
static void write_gap(const struct listing_columns *columns, const struct table_row *row)
{
    write_listing_figures(&columns->figures, row);
    fprintf(columns->figures.out, "%*s\n", GAP + (int)columns->line, "...");
}

/* Writes the sum of lines that are not shown, and how many they are. */
static void write_fold(const struct listing_columns *columns, const struct table_row *row)
{
    const struct figure_columns *figures = &columns->figures;
    struct buffer fold = {0};

    append_fold(&fold, figures->table, row);
    fputs(row->n_parts != 0 ? "\n" : "", figures->out);
    write_listing_figures(figures, row);
    fprintf(figures->out, "%*s%*s", GAP + (int)columns->line, "...", GAP, "");
    write_dim_line(figures->out, figures->palette, &fold);
}

/* Writes the lines that changed in a difference. */
static bool format_changes(const struct text_writer *writer, const struct table *table,
                           struct error *error)
{
    struct line_changes changes = line_changes_create(writer, table, false);
    struct parts_line parts = {0};
    const struct table_row *row;
    bool is_first = true;

    while ((row = table_next_row(table, writer->out, error)) != NULL) {
        if (row->kind == ROW_LISTED_PART) {
            parts_line_add(&parts, writer, table, row);
            continue;
        }
        if (row->kind == ROW_LISTED_SUM) {
            struct buffer title = {0};
            line_changes_append_title(&changes, &title, row, writer->options->width);
            write_title_line(writer, &title, row->file);
            parts_line_begin(&parts, table, row);
            continue;
        }
        if (row->kind != ROW_LISTING) {
            line_changes_write_row(&changes, row);
            continue;
        }
        struct buffer title = {0};
        changes.has_source = row->text.at != NULL;
        line_changes_append_title(&changes, &title, row, writer->options->width);
        parts_line_write(&parts, writer->out);
        fputs(is_first ? "" : "\n", writer->out);
        is_first = false;
        write_title_line(writer, &title, row->file);
        line_changes_write_heading(&changes);
    }
    fputc('\n', writer->out);
    line_changes_free(&changes);
    return error->kind == ERROR_NONE;
}

bool format_text_code_listing(const struct text_writer *writer, const struct section *section,
                              struct error *error)
{
    const struct table *table = &section->table;

    if (table_has(table, COLUMN_ADDRESS)) {
        bool is_done = text_instructions_write(writer, table, error);
        fputc('\n', writer->out);
        return is_done;
    }
    if (table->is_difference)
        return format_changes(writer, table, error);
    struct listing_columns columns = listing_columns_of(writer, table);
    struct parts_line parts = {0};
    const struct table_row *row;
    bool is_first = true;

    while ((row = table_next_row(table, writer->out, error)) != NULL) {
        switch (row->kind) {
        case ROW_LISTED_SUM:
            write_listing_title(writer, table, row);
            parts_line_begin(&parts, table, row);
            break;
        case ROW_LISTED_PART:
            parts_line_add(&parts, writer, table, row);
            break;
        case ROW_FOLD:
            write_fold(&columns, row);
            break;
        case ROW_LISTING:
            columns.has_source = row->text.at != NULL;
            parts_line_write(&parts, writer->out);
            fputs(is_first ? "" : "\n", writer->out);
            is_first = false;
            write_listing_title(writer, table, row);
            write_listing_heading(&columns.figures);
            write_right(writer->out, "line\n", 4, GAP + columns.line);
            break;
        case ROW_GAP:
            write_gap(&columns, row);
            break;
        case ROW_CALLEE:
            write_call(&columns, row);
            break;
        case ROW_JUMP:
            write_jump(&columns, row);
            break;
        default:
            write_line(&columns, row);
            break;
        }
    }
    fputc('\n', writer->out);
    figure_columns_free(&columns.figures);
    return error->kind == ERROR_NONE;
}
