/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/grid.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_sections.h"

/* Room for a cell: two figures with their marks. */
enum { CELL_ROOM = 2 * MAX_COUNT };

/* Writes a figure after what marks it as one that is not exact, or as noise. */
static void write_figure(const struct grid *grid, const struct value *value, char *text)
{
    const struct cell *cell = &value->figure;
    bool is_ascii = grid->writer->options->is_ascii;
    bool is_exact = !cell->is_given || (!cell->is_estimate && !cell->is_bound);
    struct text mark = cell->is_noise                       ? sign_text(SIGN_NOISE, is_ascii)
                     : is_exact                             ? TEXT("")
                     : cell->is_estimate || value->has_sign ? TEXT("~")
                                                            : sign_text(SIGN_AT_LEAST, is_ascii);

    memcpy(text, mark.at, mark.length);
    format_figure(*cell, value->has_sign, text + mark.length);
}

static enum tint write_share(const struct value *value, char *text)
{
    const struct cell *cell = &value->figure;
    const char *form = value->has_sign && cell->value != 0 ? "%s%+.2f" : "%s%.2f";

    if (!cell->is_given || value->base.value == 0)
        snprintf(text, CELL_ROOM, ".");
    else
        snprintf(text, CELL_ROOM, form, cell->is_estimate ? "~" : "",
                 percent_of(cell->value, value->base.value));
    return value->has_tint ? tint_of_cell(*cell, value->base, value->has_sign) : TINT_NONE;
}

/* Writes the cell of a row, which may be empty, and returns its tint. */
static enum tint write_cell(const struct grid *grid, const struct column *column,
                            const struct table_row *row, char text[CELL_ROOM])
{
    const struct cell_place at = {.table = grid->table, .row = row, .column = column};
    const struct value value = column->cell(&at);
    const char *bold = grid->writer->is_markdown && value.has_tint ? "**" : "";

    text[0] = '\0';
    switch (value.kind) {
    case VALUE_NONE:
        break;
    case VALUE_TEXT:
        snprintf(text, CELL_ROOM, "%s%.*s%s", bold, (int)value.text.length, value.text.at, bold);
        return value.has_tint ? TINT_MORE : TINT_NONE;
    case VALUE_LINE:
        snprintf(text, CELL_ROOM, "%" PRIu64, value.number);
        break;
    case VALUE_ADDRESS:
        snprintf(text, CELL_ROOM, "%" PRIx64, value.number);
        break;
    case VALUE_COST:
        write_figure(grid, &value, text);
        break;
    case VALUE_SHARE:
        return write_share(&value, text);
    case VALUE_GROWTH:
        format_growth(value.figure, value.base, value.change, text);
        break;
    }
    return TINT_NONE;
}

/* Returns the heading of a column. Where there is room for that, a slice has its name. */
static struct text heading_of(const struct grid *grid, const struct column *column)
{
    return column->slice != 0 && grid->writer->is_markdown
             ? grid->table->slices[column->slice - 1].name
             : column->heading;
}

/* Chooses the columns that have a heading. */
static void choose_columns(struct grid *grid)
{
    const struct columns *columns = grid->table->columns;

    for (size_t i = 0; columns != NULL && i < columns->count; i++) {
        const struct column *column = &columns->items[i];
        size_t width = at_least(text_columns(column->heading), column->width);
        if (column->heading.at != NULL)
            ARRAY_ADD(grid->columns, grid->count, grid->capacity,
                      (struct grid_column){column, width});
    }
}

/* Widens the columns for a row, unless it heads others and has its figures in words. */
static void measure(struct grid *grid, const struct table_row *row)
{
    char cell[CELL_ROOM];

    if (row->kind == ROW_LISTING || row->kind == ROW_LISTED_SUM)
        return;
    for (size_t i = 0; i < grid->count; i++) {
        struct grid_column *column = &grid->columns[i];
        write_cell(grid, column->column, row, cell);
        column->width = at_least(column->width, text_columns(text_of(cell)));
    }
}

static void shorten(struct arena *arena, struct text *name)
{
    struct buffer fitted = {0};

    if (name->length == 0)
        return;
    append_short_name(&fitted, *name, NAME_ROOM, false);
    *name = buffer_keep(&fitted, arena);
}

void grid_shorten_names(struct grid *grid)
{
    for (size_t i = 0; i < grid->n_rows; i++) {
        shorten(&grid->table->rows->arena, &grid->rows[i]->function);
        shorten(&grid->table->rows->arena, &grid->rows[i]->old.function);
    }
}

bool grid_read(struct grid *grid, const struct text_writer *writer, const struct table *table,
               size_t most, struct error *error)
{
    *grid = (struct grid){.writer = writer, .table = table};
    choose_columns(grid);
    grid->rows = table_read_rows(table, most, writer->out, &grid->n_rows, error);
    if (writer->is_markdown)
        grid_shorten_names(grid);
    for (size_t i = 0; !writer->is_markdown && i < grid->n_rows; i++)
        measure(grid, grid->rows[i]);
    return error->kind == ERROR_NONE;
}

void grid_free(struct grid *grid)
{
    free(grid->columns);
    free(grid->rows);
    *grid = (struct grid){0};
}

/* Room. */

/* Returns the blanks before a column; a share stands close to its figure. */
static size_t gap_before(const struct grid_column *column)
{
    bool is_share = column->column->kind == VALUE_SHARE && column->column->part == PART_SHOWN;

    return is_share ? 1 : GAP;
}

size_t grid_width(const struct grid *grid)
{
    size_t width = 0;

    for (size_t i = 0; i < grid->count; i++)
        width += grid->columns[i].width + (i == 0 ? 0 : gap_before(&grid->columns[i]));
    return width;
}

bool grid_shows(const struct grid *grid, const struct table_row *row)
{
    for (size_t i = 0; i < grid->count; i++)
        if (column_figure(grid->columns[i].column, row) != NULL)
            return true;
    return false;
}

static bool show_estimate(const struct table *table, const struct figure *figures)
{
    for (size_t i = 0; figures != NULL && i < table->n_events; i++)
        if (cell_shows_estimate(table_shown(table, &figures[i])))
            return true;
    return false;
}

bool grid_has_estimates(const struct grid *grid)
{
    for (size_t i = 0; i < grid->n_rows; i++)
        if (show_estimate(grid->table, grid->rows[i]->self) ||
            show_estimate(grid->table, grid->rows[i]->inclusive))
            return true;
    return false;
}

/* Returns the lowest rank of a column that may go; RANK_KEPT where there is none. */
static unsigned lowest_rank(const struct grid *grid)
{
    unsigned lowest = RANK_KEPT;

    for (size_t i = 0; i < grid->count; i++) {
        unsigned rank = grid->columns[i].column->rank;
        if (rank != RANK_KEPT && (lowest == RANK_KEPT || rank < lowest))
            lowest = rank;
    }
    return lowest;
}

/* Leaves out the columns of a rank. */
static void drop(struct grid *grid, unsigned rank)
{
    size_t kept = 0;

    for (size_t i = 0; i < grid->count; i++)
        if (grid->columns[i].column->rank != rank)
            grid->columns[kept++] = grid->columns[i];
    grid->count = kept;
}

/* Appends the name of the event or the slice that goes with a rank. */
static void append_dropped(struct buffer *names, const struct grid *grid, unsigned rank)
{
    size_t i = 0;

    if (rank < RANK_EVENTS || rank == RANK_OLD)
        return;
    while (grid->columns[i].column->rank != rank)
        i++;
    const struct column *column = grid->columns[i].column;
    buffer_append(names, names->length != 0 ? TEXT(", ") : TEXT(""));
    buffer_append(names,
                  column->slice != 0 ? column->heading : grid->table->events[column->event].name);
}

void grid_fit(struct grid *grid, size_t wanted)
{
    enum { LEAST_ROOM = 8 };
    size_t width = grid->writer->options->width;
    struct buffer names = {0};
    unsigned rank;

    if (width == 0)
        return;
    while (grid_width(grid) + wanted > width && (rank = lowest_rank(grid)) != RANK_KEPT) {
        append_dropped(&names, grid, rank);
        drop(grid, rank);
    }
    if (names.length != 0 && grid->writer->notes != NULL)
        warnings_add(grid->writer->notes, NULL, 0, "no room for %.120s in %zu columns: see --wide",
                     buffer_string(&names), width);
    free(names.at);
    size_t taken = grid_width(grid) + GAP;
    grid->room = width > taken + LEAST_ROOM ? width - taken : LEAST_ROOM;
}

/* Writing. */

void write_words(const struct text_writer *writer, struct text text)
{
    (writer->is_markdown ? write_markdown_name : write_text)(writer->out, text);
}

void write_right(FILE *out, const char *string, size_t columns, size_t width)
{
    write_blanks(out, columns < width ? width - columns : 0);
    fputs(string, out);
}

/* Writes a text in a column of text, with the gap before it. */
static void write_padded(const struct grid *grid, size_t place, struct text text, enum tint tint)
{
    const struct grid_column *column = &grid->columns[place];
    FILE *out = grid->writer->out;
    size_t blanks = column->width - text_columns(text);
    bool is_left = column->column->is_left;

    write_blanks(out, (place == 0 ? 0 : gap_before(column)) + (is_left ? 0 : blanks));
    write_tinted(out, grid->writer->options->has_color, tint, text);
    write_blanks(out, is_left ? blanks : 0);
}

void grid_write_heading(const struct grid *grid, struct text last)
{
    FILE *out = grid->writer->out;

    fputs(grid->writer->is_markdown ? "|" : "", out);
    for (size_t i = 0; i < grid->count; i++) {
        struct text heading = heading_of(grid, grid->columns[i].column);
        if (grid->writer->is_markdown) {
            fputs(heading.length != 0 ? " " : "", out);
            write_markdown_name(out, heading);
            fputs(" |", out);
        } else {
            write_padded(grid, i, heading, TINT_NONE);
        }
    }
    if (!grid->writer->is_markdown) {
        write_blanks(out, last.length != 0 ? GAP : 0);
        write_text(out, last);
        return;
    }
    fprintf(out, " %.*s%s|\n|", (int)last.length, last.at, last.length != 0 ? " " : "");
    for (size_t i = 0; i < grid->count; i++)
        fputs(grid->columns[i].column->is_left ? "---|" : "---:|", out);
    fputs("---|\n", out);
}

void grid_write_cells(const struct grid *grid, const struct table_row *row)
{
    char cell[CELL_ROOM];

    fputs(grid->writer->is_markdown ? "|" : "", grid->writer->out);
    for (size_t i = 0; i < grid->count; i++) {
        enum tint tint = write_cell(grid, grid->columns[i].column, row, cell);
        if (grid->writer->is_markdown)
            fprintf(grid->writer->out, cell[0] == '\0' ? "%s |" : " %s |", cell);
        else
            write_padded(grid, i, text_of(cell), tint);
    }
}

void grid_write_row(const struct grid *grid, const struct table_row *row)
{
    grid_write_cells(grid, row);
    write_blanks(grid->writer->out, grid->writer->is_markdown ? 1 : GAP);
}

void grid_write_blanks(const struct grid *grid)
{
    FILE *out = grid->writer->out;

    fputs(grid->writer->is_markdown ? "|" : "", out);
    for (size_t i = 0; grid->writer->is_markdown && i < grid->count; i++)
        fputs(" |", out);
    write_blanks(out, grid->writer->is_markdown ? 1 : grid_width(grid) + GAP);
}
