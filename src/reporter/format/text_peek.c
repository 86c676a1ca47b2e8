/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/buffer.h"
#include "base/error.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/grid.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* Title of each group of rows, by their kind. */
static const char *const titles[] = {
    [ROW_CALLER] = "called from",
    [ROW_RECURSION] = "calls itself",
    [ROW_CALLEE] = "calls",
    [ROW_FILE] = "self cost comes from",
    [ROW_PATH] = "hottest path and its cost",
};

/* Writes the function itself: its inclusive cost with its calls, and its self cost. */
static void write_function(struct grid *grid, const struct table_row *row)
{
    const struct text_writer *writer = grid->writer;
    struct table_row alone = *row;

    tint_begin(writer->out, writer->options->palette, TINT_TITLE);
    write_label(writer, row, writer->options->width, false);
    tint_end(writer->out, writer->options->palette, TINT_TITLE);
    alone.inclusive = NULL;
    grid_write_row(grid, row);
    fputs("inclusive\n", writer->out);
    grid_write_row(grid, &alone);
    fputs("self\n", writer->out);
}

/* Writes what comes after the name of a step of the hottest path. */
static void append_note(struct buffer *note, const struct table *table, const struct table_row *row)
{
    char range[MAX_COUNT];

    append_tree_note(note, row);
    buffer_append(note, format_range(row->inclusive[table->measured].now,
                                     table->events[table->measured].base.value, false, range));
}

/* Writes a caller, a callee or the like. */
static void write_related(struct grid *grid, const struct table_row *row)
{
    const struct text_writer *writer = grid->writer;
    struct buffer note = {0};

    if (row->tree != NULL)
        append_note(&note, grid->table, row);
    grid_write_row(grid, row);
    if (row->n_left_out != 0) {
        char left_out[MAX_COUNT];
        format_left_out(row->n_left_out, left_out);
        write_tinted(writer->out, writer->options->palette, TINT_DIM, text_of(left_out));
        fputc('\n', writer->out);
    } else {
        write_label_and_note(writer, row, grid->room, writer->options->palette, buffer_text(&note));
    }
    free(note.at);
}

bool format_text_peek(const struct text_writer *writer, const struct section *section,
                      struct error *error)
{
    enum table_row_kind last = ROW_FUNCTION;
    struct grid grid;

    if (grid_read(&grid, writer, &section->table, false, SIZE_MAX, error)) {
        grid_fit(&grid, GAP + ROOM_FOR_NAMES);
        grid_write_heading(&grid, TEXT("function"));
        for (size_t i = 0; i < grid.n_rows; i++) {
            const struct table_row *row = grid.rows[i];
            if (row->kind != last && row->kind != ROW_FUNCTION)
                fprintf(writer->out, "  %s\n", titles[row->kind]);
            last = row->kind;
            if (row->kind == ROW_FUNCTION)
                write_function(&grid, row);
            else
                write_related(&grid, row);
        }
        fputc('\n', writer->out);
    }
    grid_free(&grid);
    return error->kind == ERROR_NONE;
}
