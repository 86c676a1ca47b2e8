/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/buffer.h"
#include "base/error.h"
#include "reporter/format/cause_text.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/grid.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

enum { INDENTED = 2, BELOW_TERM = 4, LEAST_NAME = 24 };

/* Writes words below a cause, indented, on as many lines as they take. */
static void write_words(const struct grid *grid, struct text words, size_t column)
{
    size_t names = grid_width(grid) + GAP, width = grid->writer->options->width;

    write_filled(grid->writer->out, words, column, names + BELOW_TERM,
                 width == 0 ? 0 : at_least(width, names + BELOW_TERM + LEAST_NAME));
}

/* Says of the code of a cause what is to be said, if anything. */
static void write_code_change(const struct grid *grid, const struct table_row *row)
{
    struct buffer words = {0};
    size_t column = grid_width(grid) + GAP + INDENTED;

    append_code_change(&words, TEXT(""), grid->table, row);
    if (words.length != 0) {
        write_blanks(grid->writer->out, column);
        write_words(grid, buffer_text(&words), column);
    }
    free(words.at);
}

static void write_cause(struct grid *grid, const struct table_row *row)
{
    const struct text_writer *writer = grid->writer;
    struct buffer name = {0};

    grid_write_row(grid, row);
    if (append_cause_name(&name, row)) {
        write_text(writer->out, buffer_text(&name));
        fputc('\n', writer->out);
    } else {
        write_label(writer, row, grid->room, writer->options->palette);
    }
    free(name.at);
}

/* Writes a line of source that shows what changed. */
static void write_evidence(const struct grid *grid, const struct term_line *line)
{
    struct buffer words = {0};
    size_t room = at_least(grid->room, BELOW_TERM) - BELOW_TERM;

    append_term_line(&words, line);
    write_blanks(grid->writer->out, grid_width(grid) + GAP + BELOW_TERM);
    write_source_text(grid->writer->out, buffer_text(&words),
                      grid->room == 0 ? 0 : at_least(room, LEAST_NAME),
                      grid->writer->options->is_ascii);
    free(words.at);
}

/* Writes what changed in words, and the lines that show it. */
static void write_term(struct grid *grid, const struct table_row *row)
{
    size_t room = grid->room;
    struct buffer line = {0};

    append_term(&line, row, room == 0 ? 0 : at_least(room, LEAST_NAME + INDENTED) - INDENTED,
                grid->writer->options->is_ascii);
    grid_write_row(grid, row);
    write_blanks(grid->writer->out, INDENTED);
    write_words(grid, buffer_text(&line), grid_width(grid) + GAP + INDENTED);
    free(line.at);
    for (size_t i = 0; row->term != NULL && i < row->term->n_lines; i++)
        write_evidence(grid, &row->term->lines[i]);
}

bool format_text_explanation(const struct text_writer *writer, const struct section *section,
                             struct error *error)
{
    struct buffer warning = {0};
    struct grid grid;

    append_warning_of_signs(&warning, &section->table);
    if (warning.length != 0 && !writer->is_brief) {
        write_filled(writer->out, buffer_text(&warning), 0, 0, writer->options->width);
        fputc('\n', writer->out);
    }
    free(warning.at);
    if (grid_read(&grid, writer, &section->table, false, SIZE_MAX, error)) {
        grid_fit(&grid, GAP + LEAST_NAME);
        grid_write_heading(&grid, TEXT("cause"));
        for (size_t i = 0; i < grid.n_rows; i++) {
            const struct table_row *row = grid.rows[i];
            bool is_first = i == 0, is_cause = row->kind == ROW_CAUSE;
            if (writer->is_brief && !is_first && (!is_cause || row->n_left_out != 0))
                continue;
            if (is_cause)
                write_cause(&grid, row);
            else
                write_term(&grid, row);
            if (is_cause && !writer->is_brief)
                write_code_change(&grid, row);
        }
    }
    grid_free(&grid);
    return error->kind == ERROR_NONE;
}
