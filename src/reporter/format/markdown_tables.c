/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/buffer.h"
#include "base/error.h"
#include "reporter/format/cause_text.h"
#include "reporter/format/contents.h"
#include "reporter/format/grid.h"
#include "reporter/format/markdown_pieces.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_listing.h"
#include "reporter/format/text_names.h"

/* Writes what a row is, in the last cell of its line. */

static void write_path(const struct markdown *markdown, const struct table_row *row)
{
    enum { MOST_LEVELS_INDENTED = 40 }; /* a cell of the table has only so much room */
    const struct table *table = markdown->table;
    struct buffer note = {0};
    FILE *out = markdown->out;

    for (size_t i = 0; i < row->tree->depth && i < MOST_LEVELS_INDENTED; i++)
        fputs("&emsp;", out);
    if (row->kind == ROW_LEFT_OUT) {
        char count[MAX_COUNT];
        format_count((int64_t)row->n_left_out, count);
        fprintf(
            out, "(%s more, up to %.2f %%) |\n", count,
            percent_of(row->tree->most_left_out.value, table->events[table->measured].base.value));
        return;
    }
    for (size_t i = 0; i < row->tree->n_chained; i++) {
        write_markdown_function(markdown, row->tree->chain[i]);
        write_text(out, chain_sign(row->tree));
    }
    write_markdown_function(markdown,
                            row->function.length == 0 ? row_drawn_name(row) : row->function);
    append_tree_note(&note, row);
    write_text(out, buffer_text(&note));
    fputs(" |\n", out);
    free(note.at);
}

/* Writes words below others, in a row without figures. */
static void write_below(const struct grid *grid, const char *indent, struct buffer *words)
{
    FILE *out = grid->writer->out;

    if (words->length != 0) {
        grid_write_blanks(grid);
        fputs(indent, out);
        write_markdown_name(out, buffer_text(words));
        fputs(" |\n", out);
    }
    words->length = 0;
}

static void write_cause(const struct markdown *markdown, const struct grid *grid,
                        const struct table_row *row)
{
    struct buffer words = {0};

    if (append_cause_name(&words, row)) {
        write_markdown_name(markdown->out, buffer_text(&words));
        fputs(" |\n", markdown->out);
    } else {
        write_markdown_label(markdown, row);
        append_code_change(&words, TEXT(""), markdown->table, row);
        write_below(grid, "&emsp;", &words);
    }
    free(words.at);
}

/* Writes what of a cause changed, and the lines that show it. */
static void write_term(const struct markdown *markdown, const struct grid *grid,
                       const struct table_row *row)
{
    struct buffer line = {0};

    append_term(&line, row, NAME_ROOM, false);
    fputs("&emsp;", markdown->out);
    write_markdown_name(markdown->out, buffer_text(&line));
    fputs(" |\n", markdown->out);
    line.length = 0;
    for (size_t i = 0; row->term != NULL && i < row->term->n_lines; i++) {
        append_term_line(&line, &row->term->lines[i]);
        write_below(grid, "&emsp;&emsp;", &line);
    }
    free(line.at);
}

static void write_name(const struct markdown *markdown, const struct grid *grid,
                       const struct table_row *row)
{
    if (row->kind == ROW_CAUSE)
        write_cause(markdown, grid, row);
    else if (row->kind == ROW_TERM)
        write_term(markdown, grid, row);
    else if (row->kind == ROW_TREE || row->kind == ROW_LEFT_OUT)
        write_path(markdown, row);
    else
        write_markdown_label(markdown, row);
}

/* Writes a table: its columns, and the names of its rows after them. */
static void write_table(const struct markdown *markdown, const struct grid *grid,
                        enum section_kind kind)
{
    const struct table *table = markdown->table;
    struct text remedy = table->remedy;

    grid_write_heading(grid, table->by.length != 0 ? table->by : TEXT("function"));
    for (size_t i = 0; i < grid->n_rows; i++) {
        const struct table_row *row = grid->rows[i];
        if (row->kind == ROW_LEFT_OUT)
            grid_write_blanks(grid);
        else
            grid_write_row(grid, row);
        write_name(markdown, grid, row);
    }
    if (kind == SECTION_CALL_TREE && grid_has_estimates(grid))
        fprintf(markdown->out, "\n~ estimated, within the percentages given%s%.*s\n",
                remedy.length != 0 ? "; " : "", (int)remedy.length, remedy.at);
    if (kind == SECTION_PEEK)
        fputc('\n', markdown->out);
}

bool write_markdown_table(const struct markdown *markdown, const struct section *section,
                          struct error *error)
{
    struct buffer warning = {0};
    struct grid grid;

    if (!section_is_table(section->kind))
        return refuse_section(section->kind, error);
    if (section->kind == SECTION_CODE_LISTING)
        return write_markdown_listing(&markdown->text, section, error);
    append_warning_of_signs(&warning, &section->table);
    write_markdown_name(markdown->out, buffer_text(&warning));
    fputs(warning.length != 0 ? "\n\n" : "", markdown->out);
    free(warning.at);
    bool is_read = grid_read(&grid, &markdown->text, &section->table, true, SIZE_MAX, error);
    if (is_read)
        write_table(markdown, &grid, section->kind);
    grid_free(&grid);
    return is_read;
}
