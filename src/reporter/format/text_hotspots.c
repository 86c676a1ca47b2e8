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

/*
 * Writes which slice is which, with what it cost, also of those that have no room for a column, and
 * the cost of the program.
 */
static void write_slices(const struct grid *grid)
{
    const struct table *table = grid->table;
    const struct format_options *options = grid->writer->options;
    FILE *out = grid->writer->out;
    char total[MAX_COUNT];
    size_t width = 5;

    for (size_t i = 0; i < table->n_slices; i++)
        width = at_least(width, format_figure(table->slices[i].total, false, total));
    for (size_t i = 0; i < table->n_slices; i++) {
        size_t length = format_figure(table->slices[i].total, false, total);
        fprintf(out, "@%-*zu", options->width == 0 ? 6 : 4, i + 1);
        write_right(out, total, length, width);
        write_blanks(out, GAP);
        write_cut(out, table->slices[i].name,
                  options->width > width + 9 ? options->width - width - 9 : SIZE_MAX,
                  options->is_ascii);
        fputc('\n', out);
    }
    fputs(table->n_slices != 0 ? "\n" : "", out);
}

static void write_row(struct grid *grid, const struct table_row *row)
{
    const struct text_writer *writer = grid->writer;
    const struct text plural = grid->table->plural;

    grid_write_row(grid, row);
    if (row->kind == ROW_CYCLE) {
        write_text(writer->out, row->function);
        fprintf(writer->out, " of %zu %.*s\n", row->n_members, (int)plural.length, plural.at);
    } else {
        write_label(writer, row, grid->room, writer->options->palette);
    }
}

bool format_text_hotspots(const struct text_writer *writer, const struct section *section,
                          struct error *error)
{
    const struct palette *palette = writer->is_brief ? writer->options->palette : NULL;
    bool has_sides = section->table.is_difference && section->table.has_no_sum;
    struct grid grid;

    if (grid_read(&grid, writer, &section->table, false,
                  writer->is_brief ? writer->most_rows : SIZE_MAX, error)) {
        grid_fit(&grid, has_sides ? 16 : GAP + ROOM_FOR_NAMES);
        write_slices(&grid);
        tint_begin(writer->out, palette, TINT_TITLE);
        grid_write_heading(&grid, section->table.by);
        tint_end(writer->out, palette, TINT_TITLE);
        for (size_t i = 0; i < grid.n_rows; i++)
            write_row(&grid, grid.rows[i]);
    }
    grid_free(&grid);
    return error->kind == ERROR_NONE;
}
