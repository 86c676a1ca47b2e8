/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
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

/*
 * The columns that a level takes, those that a name always has, and the levels that are drawn where
 * there is no limit of columns. ROOM_FOR_CHANGES is for two levels, a name, and a range of changes.
 */
enum { LEVEL_WIDTH = 2, LEAST_OF_NAME = 16, MOST_LEVELS_DRAWN = 100, ROOM_FOR_CHANGES = 48 };

struct tree_writer {
    struct grid grid;
    bool *goes_on; /* by level: another row of it follows */
    size_t n_levels, level_capacity;
};

/*
 * Draws the levels above the row and its own, the lowest ones where they would not leave `wanted`
 * columns for what comes after them: the highest say least. Returns the columns that they take.
 */
static size_t write_levels(const struct tree_writer *writer, const struct tree_place *place,
                           size_t wanted)
{
    enum { CUT_WIDTH = 4 };
    FILE *out = writer->grid.writer->out;
    bool is_ascii = writer->grid.writer->options->is_ascii;
    size_t room = writer->grid.room, depth = place->depth, cut = 0;

    while (room == 0 ? depth - cut > MOST_LEVELS_DRAWN
                     : depth - cut > 1 &&
                           wanted + LEVEL_WIDTH * (depth - cut) + (cut != 0 ? CUT_WIDTH : 0) > room)
        cut++;
    if (cut != 0) {
        char number[MAX_COUNT];
        int length = snprintf(number, sizeof number, "%zu", cut);
        fprintf(out, "%s%s", number, is_ascii ? "+" : "\xe2\x80\xa6");
        write_blanks(out, length + 1 < CUT_WIDTH ? CUT_WIDTH - 1 - (size_t)length : 0);
    }
    for (size_t level = cut + 1; level < depth; level++)
        fputs(!writer->goes_on[level] ? "  " : is_ascii ? "| " : "\xe2\x94\x82 ", out);
    if (depth != 0 && place->has_next)
        fputs(is_ascii ? "| " : "\xe2\x94\x9c ", out);
    else if (depth != 0)
        fputs(is_ascii ? "` " : "\xe2\x94\x94 ", out);
    return (cut != 0 ? CUT_WIDTH : 0) + LEVEL_WIDTH * (depth - cut);
}

static void write_name(const struct tree_writer *writer, const struct table_row *row)
{
    const struct text_writer *text = writer->grid.writer;
    const struct tree_place *place = row->tree;
    struct text *names = memory_alloc(place->n_chained + 1, sizeof *names);
    const struct chain chain = {names, place->n_chained + 1, chain_sign(place)};
    struct buffer name = {0}, note = {0};
    const struct table *table = writer->grid.table;
    const struct cell cell = table_shown(table, &row_figures(row)[table->measured]);
    char range[MAX_COUNT];
    size_t room = writer->grid.room;

    for (size_t i = 0; i < place->n_chained; i++)
        names[i] = place->chain[i];
    names[place->n_chained] = row_drawn_name(row);
    if (row->inlined == INLINED_WHOLLY)
        buffer_append(&note, TEXT(" [inlined]"));
    append_tree_note(&note, row);
    buffer_append(&note, format_range(cell, table->events[table->measured].base.value,
                                      table->is_difference, range));
    size_t taken = text_columns(buffer_text(&note));
    taken += write_levels(writer, place, taken + LEAST_OF_NAME);
    if (room != 0)
        room = room > taken + LEAST_OF_NAME ? room - taken : LEAST_OF_NAME;
    append_chain(&name, &chain, room, text->options->is_ascii);
    bool is_link = link_begin(text, row->file);
    write_text(text->out, buffer_text(&name));
    link_end(text, is_link);
    write_tinted(text->out, text->options->palette, TINT_DIM, buffer_text(&note));
    fputc('\n', text->out);
    free(names);
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
    fputs("\n~ estimated, within [ ] where that is known", out);
    if (remedy.length != 0)
        fprintf(out, "; %.*s", (int)remedy.length, remedy.at);
    fputc('\n', out);
}

bool format_text_tree(const struct text_writer *text, const struct section *section,
                      struct error *error)
{
    bool is_difference = section->table.is_difference;
    struct tree_writer writer = {0};

    if (grid_read(&writer.grid, text, &section->table, false, SIZE_MAX, error)) {
        grid_fit(&writer.grid, GAP + (is_difference ? ROOM_FOR_CHANGES : ROOM_FOR_NAMES));
        grid_write_heading(&writer.grid, section->table.by);
        for (size_t i = 0; i < writer.grid.n_rows; i++)
            write_row(&writer, writer.grid.rows[i]);
        write_legend(&writer);
    }
    grid_free(&writer.grid);
    free(writer.goes_on);
    return error->kind == ERROR_NONE;
}
