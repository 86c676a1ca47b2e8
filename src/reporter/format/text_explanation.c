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

/* Ends a line and begins one below a cause, whose words are indented. */
static void write_line_begin(const struct grid *grid, bool is_first, size_t indent)
{
    fputs(is_first ? "" : "\n", grid->writer->out);
    write_blanks(grid->writer->out, grid_width(grid) + GAP + indent);
}

/* Says of the code of a cause what is to be said, if anything, on as many lines as it takes. */
static void write_code_change(const struct grid *grid, const struct table_row *row)
{
    FILE *out = grid->writer->out;
    struct buffer words = {0};
    struct text rest, word;
    size_t column = 0, room = at_least(grid->room, LEAST_NAME);

    append_code_change(&words, TEXT(""), grid->table, row);
    rest = buffer_text(&words);
    while (rest.length != 0 && text_cut(&rest, ' ', &word)) {
        bool is_full = grid->room != 0 && column + 1 + word.length > room;
        if (column == 0 || is_full) {
            size_t indent = column == 0 ? INDENTED : BELOW_TERM;
            write_line_begin(grid, column == 0, indent);
            column = indent;
        } else {
            fputc(' ', out);
            column++;
        }
        write_text(out, word);
        column += word.length;
    }
    fputs(column != 0 ? "\n" : "", out);
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
    write_line_begin(grid, true, BELOW_TERM);
    write_source_text(grid->writer->out, buffer_text(&words),
                      grid->room == 0 ? 0 : at_least(room, LEAST_NAME),
                      grid->writer->options->is_ascii);
    free(words.at);
}

/* Writes words with as much of the name among them as has room; values may take a line more. */
static void write_words(const struct grid *grid, const struct term_words *words, struct text name)
{
    FILE *out = grid->writer->out;
    size_t words_width = INDENTED + text_columns(buffer_text(&words->before)) +
                         text_columns(buffer_text(&words->after));
    size_t values_width = text_columns(buffer_text(&words->values)), room = grid->room;
    size_t name_width = words->has_name ? text_columns(name) : 0;
    size_t least = name_width < LEAST_NAME ? name_width : LEAST_NAME;
    bool is_split = room != 0 && words_width + least + values_width > room;
    size_t taken = words_width + (is_split ? 1 : values_width);
    struct text values = buffer_text(&words->values);
    struct buffer line = {0};

    buffer_append(&line, buffer_text(&words->before));
    if (words->has_name)
        append_function(&line, grid->writer, name,
                        room == 0 ? 0 : at_least(room > taken ? room - taken : 0, LEAST_NAME));
    buffer_append(&line, buffer_text(&words->after));
    write_blanks(out, INDENTED);
    write_text(out, buffer_text(&line));
    if (is_split && values.length > 2) {
        fputc(':', out);
        write_line_begin(grid, false, BELOW_TERM);
        values = text_skip(values, 2); /* ": " */
    }
    write_text(out, values);
    fputc('\n', out);
    free(line.at);
}

/* Writes what changed in words. */
static void write_term(struct grid *grid, const struct table_row *row)
{
    struct term_words words = {0};

    grid_write_row(grid, row);
    if (row->term != NULL)
        term_words_make(&words, row);
    else
        append_cause_name(&words.before, row);
    write_words(grid, &words, row_name(row));
    term_words_free(&words);
    for (size_t i = 0; row->term != NULL && i < row->term->n_lines; i++)
        write_evidence(grid, &row->term->lines[i]);
}

/* Says first where causes of both signs are large beside the change. */
static void write_warning(const struct text_writer *writer, const struct table *table)
{
    char ups[MAX_COUNT], downs[MAX_COUNT];

    if (!causes_cancel(table))
        return;
    format_signed_count(table->ups, ups);
    format_signed_count(table->downs, downs);
    fprintf(writer->out,
            "Causes of both signs, %s and %s, are together more than\n"
            "twice the change: some made it better and some worse,\n"
            "or a cost moved from one to another, or it is noise.\n\n",
            ups, downs);
}

/* Writes the first causes, each in a line or with what of it changed. */
static bool write_causes(const struct text_writer *writer, const struct section *section,
                         bool is_brief, size_t most, struct error *error)
{
    struct grid grid;

    if (grid_read(&grid, writer, section, false, is_brief, SIZE_MAX, error)) {
        size_t n_causes = 0;
        grid_fit(&grid, GAP + LEAST_NAME);
        for (size_t i = 0; i < grid.n_rows; i++) {
            const struct table_row *row = grid.rows[i];
            bool is_more = row->kind != ROW_CAUSE || n_causes == most ||
                           (row->n_left_out != 0 && n_causes != 0);
            if (is_brief && is_more)
                continue;
            if (row->kind == ROW_CAUSE && n_causes++ == 0)
                grid_write_heading(&grid, TEXT("cause"));
            if (row->kind == ROW_CAUSE)
                write_cause(&grid, row);
            else
                write_term(&grid, row);
            if (row->kind == ROW_CAUSE && !is_brief)
                write_code_change(&grid, row);
        }
        fputs(n_causes == 0 ? "no cause: no function changed\n" : "", writer->out);
    }
    grid_free(&grid);
    return error->kind == ERROR_NONE;
}

bool format_text_explanation(const struct text_writer *writer, const struct section *section,
                             struct error *error)
{
    write_warning(writer, &section->table);
    return write_causes(writer, section, false, SIZE_MAX, error);
}

bool format_text_causes_in_brief(const struct text_writer *writer, const struct section *section,
                                 size_t most, struct error *error)
{
    return write_causes(writer, section, true, most, error);
}
