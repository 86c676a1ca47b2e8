/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/grid.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* How a level is drawn: its rows, the last of them, and what is below each. */
struct signs {
    const char *row, *last_row, *below, *below_last;
};

/*
 * The columns that a level takes at most, those that a name always has but in a deep tree, those of
 * a range, and the levels that are drawn where there is no limit of columns. ROOM_FOR_CHANGES is
 * for two levels, a name, and a range of changes.
 */
enum {
    LEVEL_WIDTH = 3,
    LEAST_OF_NAME = 16,
    LEAST_OF_DEEP_NAME = 10,
    RANGE_WIDTH = 15,
    MOST_LEVELS_DRAWN = 100,
    ROOM_FOR_CHANGES = 48
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
    struct grid grid;
    const struct signs *signs;
    size_t level_width;
    bool *goes_on; /* by level: another row of it follows */
    size_t n_levels, level_capacity;
    bool has_ranges, has_unknown; /* some range is shown; some range is unknown */
};

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
    FILE *out = writer->grid.writer->out;
    bool is_ascii = writer->grid.writer->options->is_ascii;
    size_t room = writer->grid.room, width = writer->level_width, first = 1;
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
    const struct table *table = writer->grid.table;
    struct cell cell = table_shown(table, &row_tree_figures(row)[table->measured]);
    struct text note =
        format_range(cell, table->events[table->measured].base.value, table->is_difference, text);

    writer->has_ranges = writer->has_ranges || (cell.has_range && note.length != 0);
    writer->has_unknown = writer->has_unknown || (cell_shows_estimate(cell) && !cell.has_range);
    return note;
}

static void write_name(struct tree_writer *writer, const struct table_row *row)
{
    const struct text_writer *text = writer->grid.writer;
    struct buffer name = {0}, note = {0};
    char range[MAX_COUNT];
    size_t room = writer->grid.room;

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
    append_chain(&name, text, row, room);
    bool is_link = link_begin(text, row->file);
    write_text(text->out, buffer_text(&name));
    link_end(text, is_link);
    write_tinted(text->out, text->options->palette, TINT_DIM, buffer_text(&note));
    fputc('\n', text->out);
    free(name.at);
    free(note.at);
}

/* Writes "(3 more, up to 0.85 %)". */
static void write_left_out(const struct tree_writer *writer, const struct table_row *row)
{
    const struct table *table = writer->grid.table;
    const struct text_writer *to = writer->grid.writer;
    char count[MAX_COUNT], text[2 * MAX_COUNT];

    format_count((int64_t)row->n_left_out, count);
    int length = snprintf(
        text, sizeof text, "(%s more, up to %.2f %%)", count,
        percent_of(row->tree->most_left_out.value, table->events[table->measured].base.value));
    grid_write_blanks(&writer->grid);
    write_levels(writer, row->tree, (size_t)length);
    write_tinted(to->out, to->options->palette, TINT_DIM, text_of(text));
    fputc('\n', to->out);
}

static void note_level(struct tree_writer *writer, const struct tree_place *place)
{
    for (; writer->n_levels <= place->depth; writer->n_levels++)
        ARRAY_GROW(writer->goes_on, writer->n_levels, writer->level_capacity);
    writer->goes_on[place->depth] = place->has_next;
}

static void write_row(struct tree_writer *writer, const struct table_row *row)
{
    note_level(writer, row->tree);
    if (row->kind == ROW_LEFT_OUT) {
        write_left_out(writer, row);
        return;
    }
    grid_write_row(&writer->grid, row);
    write_name(writer, row);
}

static void write_legend(const struct tree_writer *writer)
{
    struct text remedy = writer->grid.table->remedy;
    FILE *out = writer->grid.writer->out;

    if (!grid_has_estimates(&writer->grid))
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
    size_t room = writer->grid.room;
    size_t width = levels_width(writer->grid.table->n_levels, level_width);

    return room == 0 || width + wanted <= room || width <= room / 4;
}

/*
 * Chooses how much levels are indented: as deep rows have room for, so that all of them keep their
 * lines. Where it takes the column of calls, that goes.
 */
static void choose_levels(struct tree_writer *writer)
{
    size_t least = LEAST_OF_DEEP_NAME + strlen(" (recursive)") + RANGE_WIDTH;

    writer->level_width = LEVEL_WIDTH;
    while (writer->level_width > 1 &&
           !levels_fit(writer, writer->level_width, LEAST_OF_NAME + RANGE_WIDTH))
        writer->level_width--;
    if (!levels_fit(writer, writer->level_width, least)) {
        grid_drop(&writer->grid, RANK_CALLS);
        grid_fit(&writer->grid, GAP + ROOM_FOR_NAMES);
    }
    writer->signs =
        &(writer->grid.writer->options->is_ascii ? ascii : line_drawing)[writer->level_width];
}

bool format_text_tree(const struct text_writer *text, const struct section *section,
                      struct error *error)
{
    bool is_difference = section->table.is_difference;
    struct tree_writer writer = {0};

    if (grid_read(&writer.grid, text, section, false, false, SIZE_MAX, error)) {
        grid_fit(&writer.grid, GAP + (is_difference ? ROOM_FOR_CHANGES : ROOM_FOR_NAMES));
        choose_levels(&writer);
        grid_write_heading(&writer.grid, section->table.by);
        for (size_t i = 0; i < writer.grid.n_rows; i++)
            write_row(&writer, writer.grid.rows[i]);
        write_legend(&writer);
    }
    grid_free(&writer.grid);
    free(writer.goes_on);
    return error->kind == ERROR_NONE;
}
