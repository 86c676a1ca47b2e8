/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* How a level is drawn: its rows, the last of them, and what is below each. */
struct signs {
    const char *row, *last_row, *below, *below_last;
};

/*
 * The columns that a level takes at most, those that a name always has but in a deep tree, those of
 * a range, and the levels that are drawn where there is no limit of columns. WANTED_ROOM is for two
 * levels, a name, and a range of changes.
 */
enum {
    LEVEL_WIDTH = 3,
    LEAST_OF_NAME = 16,
    LEAST_OF_DEEP_NAME = 10,
    RANGE_WIDTH = 15,
    MOST_LEVELS_DRAWN = 100,
    WANTED_ROOM = 48
};

/* By the columns that a level takes. */
static const struct signs line_drawing[LEVEL_WIDTH + 1] = {
    [1] = {"\xe2\x94\x9c", "\xe2\x94\x94", "\xe2\x94\x82", " "},
    [2] = {"\xe2\x94\x9c ", "\xe2\x94\x94 ", "\xe2\x94\x82 ", "  "},
    [3] = {"\xe2\x94\x9c\xe2\x94\x80 ", "\xe2\x94\x94\xe2\x94\x80 ", "\xe2\x94\x82  ", "   "},
};
static const struct signs ascii[LEVEL_WIDTH + 1] = {
    [1] = {"|", "`", "|", " "},
    [2] = {"| ", "` ", "| ", "  "},
    [3] = {"|- ", "`- ", "|  ", "   "},
};

struct tree_writer {
    struct figure_columns columns;
    const struct signs *signs;
    size_t level_width;
    size_t self_share; /* width of the column; 0 if there is none */
    bool *goes_on;     /* by level: another row of it follows */
    size_t n_levels, level_capacity;
    bool has_estimates;           /* some figure is an estimate */
    bool has_ranges, has_unknown; /* some range is shown; some range is unknown */
};

/* Writes a cost, marked where it is an estimate. */
static void write_estimate(const struct figure_columns *columns, struct cell cell, size_t width)
{
    char count[MAX_COUNT];
    size_t length = format_figure(cell, columns->table->is_difference, count);
    size_t taken = length + cell_shows_estimate(cell);

    if (taken < width)
        write_blanks(columns->out, width - taken);
    fputs(cell_shows_estimate(cell) ? "~" : "", columns->out);
    fputs(count, columns->out);
}

/* Writes a cost in percent, marked where it is an estimate. */
static void write_estimated_share(const struct tree_writer *writer, struct cell cell,
                                  struct cell base)
{
    const struct figure_columns *columns = &writer->columns;
    bool has_sign = columns->table->is_difference && cell.value != 0;
    bool is_known = cell.is_given && base.value != 0;
    enum tint tint = tint_of_cell(cell, base, columns->table->is_difference);
    char share[MAX_COUNT] = ".";

    if (is_known)
        snprintf(share, sizeof share, has_sign ? "%+.2f" : "%.2f",
                 percent_of(cell.value, base.value));
    size_t taken = strlen(share) + (is_known && cell.is_estimate);
    write_blanks(columns->out, taken < writer->self_share ? writer->self_share - taken : 0);
    tint_begin(columns->out, columns->palette, tint);
    fputs(is_known && cell.is_estimate ? "~" : "", columns->out);
    fputs(share, columns->out);
    tint_end(columns->out, columns->palette, tint);
}

/* Writes the headings of an event. Where there is no inclusive cost, the figure is a self cost. */
static void write_event_heading(const struct tree_writer *writer, size_t event)
{
    const struct figure_columns *columns = &writer->columns;
    const struct event_columns *of = &columns->events[event];
    FILE *out = columns->out;

    if (table_has(columns->table, COLUMN_INCLUSIVE))
        write_inclusive_heading(columns, event, of->cost);
    else
        write_self_heading(columns, event, of->cost);
    if (of->has_share)
        write_right(out, "%", 1, columns->share);
    if (columns->has_growth && !of->is_ratio)
        write_right(out, "% of own", 8, GROWTH_WIDTH);
    if (event == columns->measured && writer->self_share != 0)
        write_right(out, "self %", 6, writer->self_share);
}

static void write_heading(const struct tree_writer *writer)
{
    const struct figure_columns *columns = &writer->columns;
    const struct text by = columns->table->by;

    for (size_t i = 0; i < columns->n_events; i++) {
        write_blanks(columns->out, i == 0 ? 0 : columns->event_gap);
        write_event_heading(writer, i);
    }
    if (columns->has_calls)
        write_right(columns->out, "calls", 5, GAP + columns->calls);
    fprintf(columns->out, "%*s%.*s\n", GAP, "", (int)by.length, by.at);
}

static void write_event_figures(struct tree_writer *writer, const struct table_row *row,
                                size_t event)
{
    static const struct figure none = {0};
    const struct figure_columns *columns = &writer->columns;
    const struct table *table = columns->table;
    const struct event_columns *of = &columns->events[event];
    const struct figure *figures = table_has(table, COLUMN_INCLUSIVE) ? row->inclusive : row->self;
    const struct figure *figure = figures != NULL ? &figures[of->event] : &none;
    struct cell cell = table_shown(table, figure);

    write_estimate(columns, cell, of->cost);
    writer->has_estimates = writer->has_estimates || cell_shows_estimate(cell);
    if (of->has_share) {
        cell.is_estimate = false; /* it is marked once */
        write_share(columns, cell, of->base);
    }
    if (columns->has_growth && !of->is_ratio)
        write_growth(columns->out, cell, figure->old, row->old.change);
    if (event == columns->measured && writer->self_share != 0) {
        struct cell self = table_shown(table, &row->self[of->event]);
        write_estimated_share(writer, self, of->base);
        writer->has_estimates = writer->has_estimates || cell_shows_estimate(self);
    }
}

/* Returns the columns that the levels of a row take, with a blank before the name. */
static size_t levels_width(size_t depth, size_t level_width)
{
    return depth == 0 ? 0 : depth * level_width + (level_width == 1);
}

/*
 * Draws the levels above the row and its own, the lowest ones where they would not leave `wanted`
 * columns for what comes after them: the highest say least. Returns the columns that they take.
 */
static size_t write_levels(const struct tree_writer *writer, const struct tree_place *place,
                           size_t wanted)
{
    enum { CUT_WIDTH = 4 };
    const struct signs *signs = writer->signs;
    FILE *out = writer->columns.out;
    bool is_ascii = writer->columns.writer->options->is_ascii;
    size_t room = writer->columns.room, width = writer->level_width, first = 1;
    size_t most = MOST_LEVELS_DRAWN, cut = 0;

    if (room != 0) {
        size_t left = room > wanted ? room - wanted : 0;
        most = left >= levels_width(place->depth, width) ? place->depth
             : left > CUT_WIDTH + 1 + width              ? (left - CUT_WIDTH - 1) / width
                                                         : 1;
    }
    if (place->depth > most) {
        char number[MAX_COUNT];
        first = place->depth - most + 1;
        cut = CUT_WIDTH;
        int length = snprintf(number, sizeof number, "%zu", first - 1);
        fprintf(out, "%s%s", number, is_ascii ? "+" : "\xe2\x80\xa6");
        write_blanks(out, length + 1 < CUT_WIDTH ? CUT_WIDTH - 1 - (size_t)length : 0);
    }
    for (size_t level = first; level < place->depth; level++)
        fputs(writer->goes_on[level] ? signs->below : signs->below_last, out);
    if (place->depth != 0) {
        fputs(place->has_next ? signs->row : signs->last_row, out);
        write_blanks(out, width == 1);
    }
    return cut + levels_width(place->depth + 1 - first, width);
}

/*
 * Returns a note for after the row's name: the range of its main cost, where that is an estimate.
 */
static struct text note_range(struct tree_writer *writer, const struct table_row *row,
                              char text[MAX_COUNT])
{
    const struct event_columns *of = measured_event(&writer->columns);
    const struct table *table = writer->columns.table;
    struct cell cell = table_shown(table, &row_tree_figures(row)[of->event]);
    struct text note = format_range(cell, of->base.value, table->is_difference, text);

    writer->has_ranges = writer->has_ranges || (cell.has_range && note.length != 0);
    writer->has_unknown = writer->has_unknown || (cell_shows_estimate(cell) && !cell.has_range);
    return note;
}

static void write_name(struct tree_writer *writer, const struct table_row *row)
{
    const struct figure_columns *columns = &writer->columns;
    struct buffer name = {0}, note = {0};
    char range[MAX_COUNT];
    size_t room = columns->room;

    if (row->inlined == INLINED_WHOLLY)
        buffer_append(&note, TEXT(" [inlined]"));
    append_tree_note(&note, row);
    buffer_append(&note, note_range(writer, row, range));
    size_t noted = text_columns(buffer_text(&note)), least = LEAST_OF_NAME;
    if (levels_width(row->tree->depth, writer->level_width) + noted + least > room)
        least = LEAST_OF_DEEP_NAME;
    size_t taken = noted + write_levels(writer, row->tree, noted + least);
    if (room != 0)
        room = room > taken + least ? room - taken : least;
    append_chain(&name, columns->writer, row, room);
    bool is_link = link_begin(columns->writer, row->file);
    write_text(columns->out, buffer_text(&name));
    link_end(columns->writer, is_link);
    write_tinted(columns->out, columns->palette, TINT_DIM, buffer_text(&note));
    fputc('\n', columns->out);
    free(name.at);
    free(note.at);
}

/* Writes "(3 more, up to 0.85 %)". */
static void write_left_out(const struct tree_writer *writer, const struct table_row *row)
{
    const struct figure_columns *columns = &writer->columns;
    struct cell base = measured_event(columns)->base;
    char count[MAX_COUNT], text[2 * MAX_COUNT];

    format_count((int64_t)row->n_left_out, count);
    int length = snprintf(text, sizeof text, "(%s more, up to %.2f %%)", count,
                          percent_of(row->tree->most_left_out.value, base.value));
    write_blanks(columns->out, figure_columns_width(columns) + writer->self_share);
    write_levels(writer, row->tree, (size_t)length);
    write_tinted(columns->out, columns->palette, TINT_DIM, text_of(text));
    fputc('\n', columns->out);
}

static void note_level(struct tree_writer *writer, const struct tree_place *place)
{
    for (; writer->n_levels <= place->depth; writer->n_levels++)
        ARRAY_GROW(writer->goes_on, writer->n_levels, writer->level_capacity);
    writer->goes_on[place->depth] = place->has_next;
}

static void write_row(struct tree_writer *writer, const struct table_row *row)
{
    const struct figure_columns *columns = &writer->columns;
    FILE *out = columns->out;

    note_level(writer, row->tree);
    if (row->kind == ROW_LEFT_OUT) {
        write_left_out(writer, row);
        return;
    }
    for (size_t i = 0; i < columns->n_events; i++) {
        write_blanks(out, i == 0 ? 0 : columns->event_gap);
        write_event_figures(writer, row, i);
    }
    if (columns->has_calls)
        write_cost(columns, row_calls(columns->table, row), GAP + columns->calls);
    write_blanks(out, GAP);
    write_name(writer, row);
}

static void write_legend(const struct tree_writer *writer)
{
    struct text remedy = writer->columns.table->remedy;
    FILE *out = writer->columns.out;

    if (!writer->has_estimates)
        return;
    fputs(writer->has_ranges ? "\n~ estimated within [ ]" : "\n~ estimated", out);
    if (writer->has_unknown)
        fputs("; [?]: nothing is known for sure", out);
    if (remedy.length != 0)
        fprintf(out, "; %.*s", (int)remedy.length, remedy.at);
    fputc('\n', out);
}

/* Whether the deepest row keeps its levels, of that width, beside what comes after them. */
static bool levels_fit(const struct tree_writer *writer, size_t level_width, size_t wanted)
{
    size_t room = writer->columns.room;
    size_t width = levels_width(writer->columns.table->n_levels, level_width);

    return room == 0 || width + wanted <= room || width <= room / 4;
}

/*
 * Chooses how much levels are indented: as deep rows have room for, so that all of them keep their
 * lines. Where it takes the column of calls, that goes.
 */
static void choose_levels(struct tree_writer *writer, const struct text_writer *text,
                          const struct table *table)
{
    struct figure_columns *columns = &writer->columns;
    size_t least = LEAST_OF_DEEP_NAME + strlen(" (recursive)") + RANGE_WIDTH;

    writer->level_width = LEVEL_WIDTH;
    while (writer->level_width > 1 &&
           !levels_fit(writer, writer->level_width, LEAST_OF_NAME + RANGE_WIDTH))
        writer->level_width--;
    if (!levels_fit(writer, writer->level_width, least) && columns->has_calls &&
        (table->kept & COLUMN(COLUMN_CALLS)) == 0) {
        columns->has_calls = false;
        figure_columns_fit(columns, text, table, writer->self_share, ROOM_FOR_NAMES);
    }
    writer->signs = &(text->options->is_ascii ? ascii : line_drawing)[writer->level_width];
}

/*
 * Chooses the columns: beside the figures of each event, and the share of self cost beside the
 * measured one. Growth is dropped first for want of room, since ranges of changes say more.
 */
static void choose_columns(struct tree_writer *writer, const struct text_writer *text,
                           const struct table *table)
{
    struct figure_columns *columns = &writer->columns;

    *columns = figure_columns_of(text, table);
    columns->has_running = columns->has_per_call = columns->has_inclusive_growth = false;
    for (size_t i = 0; i < columns->n_events; i++) {
        columns->events[i].has_inclusive = columns->events[i].has_old = false;
        columns->events[i].cost_alone = ++columns->events[i].cost; /* for the mark */
    }
    writer->self_share = table_has(table, COLUMN_INCLUSIVE) ? columns->share + 2 : 0;
    figure_columns_fit(columns, text, table, writer->self_share, ROOM_FOR_NAMES);
    if (columns->has_growth && columns->room != 0 && columns->room < WANTED_ROOM) {
        columns->has_growth = false;
        figure_columns_fit(columns, text, table, writer->self_share, ROOM_FOR_NAMES);
    }
}

bool format_text_tree(const struct text_writer *text, const struct section *section,
                      struct error *error)
{
    const struct table *table = &section->table;
    struct tree_writer writer = {0};
    const struct table_row *row;

    choose_columns(&writer, text, table);
    choose_levels(&writer, text, table);
    write_heading(&writer);
    while ((row = table_next_row(table, text->out, error)) != NULL)
        write_row(&writer, row);
    write_legend(&writer);
    figure_columns_free(&writer.columns);
    free(writer.goes_on);
    return error->kind == ERROR_NONE;
}
