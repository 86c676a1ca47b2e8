/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes tables for people, as text or in Markdown: the columns, and after them what each row is.
 */

#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
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

enum {
    INDENT = 2,                /* columns of a level below a row, or in a tree */
    LEAST_WORDS = 24,          /* columns that words below a row always have, */
    LEAST_NAME = 16,           /* and the name of a row in a tree */
    MOST_LEVELS = 100,         /* of a tree, where no width limits them, */
    MOST_MARKDOWN_LEVELS = 40, /* and in a cell of Markdown, which has little room */
    ROOM_FOR_CHANGES = 48,     /* for two levels, a name, and a range of changes */
};

struct table_writer {
    const struct text_writer *text;
    struct grid grid;
    enum table_row_kind last; /* of the row before */
    bool *goes_on;            /* by level of a tree: another row of it follows */
    size_t n_levels, level_capacity;
};

static void end_row(const struct text_writer *text)
{
    fputs(text->is_markdown ? " |\n" : "\n", text->out);
}

/*
 * Writes words below a row, or after its cells, the given number of levels further in, on as many
 * lines as they take.
 */
static void write_indented(const struct table_writer *writer, size_t n_levels, struct text words)
{
    const struct text_writer *text = writer->text;
    size_t names = grid_width(&writer->grid) + GAP, width = text->options->width;
    size_t indent = names + (size_t)2 * INDENT;

    if (text->is_markdown) {
        for (size_t i = 0; i < n_levels; i++)
            fputs("&emsp;", text->out);
        write_words(text, words);
        end_row(text);
        return;
    }
    write_blanks(text->out, n_levels * INDENT);
    write_filled(text->out, words, names + n_levels * INDENT, indent,
                 width == 0 ? 0 : at_least(width, indent + LEAST_WORDS));
}

/* Writes words in a row of their own, if there are any. */
static void write_below(const struct table_writer *writer, size_t n_levels, struct text words)
{
    if (words.length == 0)
        return;
    grid_write_blanks(&writer->grid);
    write_indented(writer, n_levels, words);
}

/* Writes what matters less, if there is anything. */
static void write_dim(const struct text_writer *text, struct text words)
{
    if (words.length == 0)
        return;
    tint_begin(text->out, text->options->has_color, TINT_DIM);
    write_words(text, words);
    tint_end(text->out, text->options->has_color, TINT_DIM);
}

/* Writes the title of the rows below it. */
static void write_title(const struct table_writer *writer, size_t indent, struct text title)
{
    const struct text_writer *text = writer->text;

    if (text->is_markdown)
        grid_write_blanks(&writer->grid);
    write_blanks(text->out, text->is_markdown ? 0 : indent);
    fputs(text->is_markdown ? "**" : "", text->out);
    tint_begin(text->out, text->options->has_color, TINT_TITLE);
    write_words(text, title);
    tint_end(text->out, text->options->has_color, TINT_TITLE);
    fputs(text->is_markdown ? "**" : "", text->out);
    end_row(text);
}

/* Writes an event, and what it means. */
static void write_event(const struct table_writer *writer, const struct event_facts *event)
{
    struct buffer words = {0};

    buffer_append(&words, event->name);
    buffer_append(&words, event->long_name.length != 0 ? TEXT(": ") : TEXT(""));
    buffer_append(&words, event->long_name);
    buffer_append(&words, event->formula.length != 0 ? TEXT(" = ") : TEXT(""));
    buffer_append(&words, event->formula);
    write_indented(writer, 0, buffer_text(&words));
    write_below(writer, 0, event->meaning);
    free(words.at);
}

/* Writes a cause, and what is to be said of its source. */
static void write_cause(const struct table_writer *writer, const struct table_row *row)
{
    struct buffer name = {0}, note = {0};

    if (append_cause_name(&name, row)) {
        write_words(writer->text, buffer_text(&name));
        end_row(writer->text);
    } else {
        write_label(writer->text, row, writer->grid.room, TEXT(""));
    }
    append_code_change(&note, TEXT(""), writer->grid.table, row);
    if (!writer->text->is_brief)
        write_below(writer, 1, buffer_text(&note));
    free(name.at);
    free(note.at);
}

/* Writes what of a cause changed, and the lines that show it. */
static void write_term(const struct table_writer *writer, const struct table_row *row)
{
    const struct text_writer *text = writer->text;
    size_t room = writer->grid.room;
    struct buffer words = {0};

    append_term(&words, row, room == 0 ? 0 : at_least(room, LEAST_WORDS + INDENT) - INDENT,
                text->options->is_ascii);
    write_indented(writer, 1, buffer_text(&words));
    words.length = 0;
    if (row->term != NULL && row->term->line != NULL)
        append_term_line(&words, row->term->line);
    if (words.length != 0 && text->is_markdown) {
        write_below(writer, 2, buffer_text(&words));
    } else if (words.length != 0) {
        const size_t indent = (size_t)2 * INDENT;
        grid_write_blanks(&writer->grid);
        write_blanks(text->out, indent);
        write_source_text(text->out, buffer_text(&words),
                          room == 0 ? 0 : at_least(room, LEAST_WORDS + indent) - indent,
                          text->options->is_ascii);
    }
    free(words.at);
}

/*
 * Draws the levels above a row of a tree and its own, the lowest ones where they would not leave
 * `wanted` columns for what comes after them: the highest say least. Returns the columns that they
 * take.
 */
static size_t write_levels(struct table_writer *writer, const struct tree_place *place,
                           size_t wanted)
{
    enum { CUT_WIDTH = 4 };
    FILE *out = writer->text->out;
    bool is_ascii = writer->text->options->is_ascii;
    size_t room = writer->grid.room, depth = place->depth, cut = 0;

    for (size_t i = 0; writer->text->is_markdown && i < depth && i < MOST_MARKDOWN_LEVELS; i++)
        fputs("&emsp;", out);
    if (writer->text->is_markdown)
        return 0;
    for (; writer->n_levels <= depth; writer->n_levels++)
        ARRAY_GROW(writer->goes_on, writer->n_levels, writer->level_capacity);
    writer->goes_on[depth] = place->has_next;
    while (room == 0 ? depth - cut > MOST_LEVELS
                     : depth - cut > 1 &&
                           wanted + INDENT * (depth - cut) + (cut != 0 ? CUT_WIDTH : 0) > room)
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
    return (cut != 0 ? CUT_WIDTH : 0) + INDENT * (depth - cut);
}

/* Writes the functions of a path that are one row. */
static void write_path(struct table_writer *writer, const struct table_row *row)
{
    const struct text_writer *text = writer->text;
    const struct tree_place *place = row->tree;
    struct text *names = memory_alloc(place->n_chained + 1, sizeof *names);
    const struct chain chain = {names, place->n_chained + 1,
                                place->goes_up ? TEXT(" < ") : TEXT(" > ")};
    struct buffer name = {0}, note = {0};
    size_t room = writer->grid.room;

    for (size_t i = 0; i < place->n_chained; i++)
        names[i] = place->chain[i];
    names[place->n_chained] = row_drawn_name(row);
    append_tree_note(&note, writer->grid.table, row);
    size_t taken = text_columns(buffer_text(&note));
    taken += write_levels(writer, place, taken + LEAST_NAME);
    if (room != 0)
        room = room > taken + LEAST_NAME ? room - taken : LEAST_NAME;
    append_chain(&name, &chain, text->is_markdown ? chain.count * NAME_ROOM : room,
                 text->options->is_ascii);
    bool is_link = link_begin(text, row->file);
    write_words(text, buffer_text(&name));
    link_end(text, is_link);
    write_dim(text, buffer_text(&note));
    end_row(text);
    free(names);
    free(name.at);
    free(note.at);
}

/* Writes that other paths are left out here: "(3 more, up to 0.85 %)". */
static void write_left_out(struct table_writer *writer, const struct table_row *row)
{
    const struct table *table = writer->grid.table;
    const struct text_writer *text = writer->text;
    char count[MAX_COUNT];
    struct buffer words = {0};

    format_count((int64_t)row->n_left_out, count);
    buffer_print(
        &words, "(%s more, up to %.2f %%)", count,
        percent_of(row->tree->most_left_out.value, table->events[table->measured].base.value));
    write_levels(writer, row->tree, words.length);
    write_dim(text, buffer_text(&words));
    end_row(text);
    free(words.at);
}

/*
 * Writes the function that others are related to: its inclusive cost with its calls, and its self
 * cost.
 */
static void write_function(const struct table_writer *writer, const struct table_row *row)
{
    const struct text_writer *text = writer->text;
    struct table_row alone = *row;
    struct buffer title = {0}, rest = {0};

    make_label(row, text->options->width, text->options->is_ascii, &title, &rest);
    buffer_append(&title, buffer_text(&rest));
    write_title(writer, 0, buffer_text(&title));
    alone.inclusive = NULL;
    grid_write_row(&writer->grid, row);
    fputs("inclusive", text->out);
    end_row(text);
    grid_write_row(&writer->grid, &alone);
    fputs("self", text->out);
    end_row(text);
    free(title.at);
    free(rest.at);
}

/* Writes what a row is after its cells, and what is below it. */
static void write_name(struct table_writer *writer, const struct table_row *row)
{
    const struct text plural = writer->grid.table->plural;
    struct buffer words = {0};

    switch (row->kind) {
    case ROW_EVENT:
        write_event(writer, row->event);
        break;
    case ROW_CAUSE:
        write_cause(writer, row);
        break;
    case ROW_TERM:
        write_term(writer, row);
        break;
    case ROW_TREE:
        write_path(writer, row);
        break;
    case ROW_CYCLE:
        buffer_append(&words, row->function);
        buffer_print(&words, " of %zu %.*s", row->n_members, (int)plural.length, plural.at);
        write_words(writer->text, buffer_text(&words));
        end_row(writer->text);
        break;
    default:
        if (row->tree != NULL)
            append_tree_note(&words, writer->grid.table, row);
        write_label(writer->text, row, writer->grid.room, buffer_text(&words));
        break;
    }
    free(words.at);
}

static void write_row(struct table_writer *writer, const struct table_row *row)
{
    /* For rows related to a function. */
    static const char *const titles[] = {
        [ROW_CALLER] = "called from",
        [ROW_RECURSION] = "calls itself",
        [ROW_CALLEE] = "calls",
        [ROW_FILE] = "self cost comes from",
        [ROW_PATH] = "hottest path and its cost",
    };

    if (row->kind != writer->last && row->kind < ARRAY_LENGTH(titles) && titles[row->kind] != NULL)
        write_title(writer, INDENT, text_of(titles[row->kind]));
    writer->last = row->kind;
    if (row->kind == ROW_FUNCTION) {
        write_function(writer, row);
        return;
    }
    if (row->kind == ROW_LEFT_OUT) {
        grid_write_blanks(&writer->grid);
        write_left_out(writer, row);
        return;
    }
    grid_write_row(&writer->grid, row);
    write_name(writer, row);
}

/*
 * Writes which slice is which, with what it cost, also of those that have no room for a column, and
 * the cost of the program.
 */
static void write_slices(const struct table_writer *writer)
{
    const struct table *table = writer->grid.table;
    const struct format_options *options = writer->text->options;
    FILE *out = writer->text->out;
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

/* Writes what the sizes of causes of both signs mean, if that is to be said. */
static void write_warning(const struct text_writer *text, const struct table *table)
{
    struct buffer warning = {0};

    append_warning_of_signs(&warning, table);
    if (warning.length != 0 && !text->is_brief) {
        if (text->is_markdown)
            write_words(text, buffer_text(&warning));
        else
            write_filled(text->out, buffer_text(&warning), 0, 0, text->options->width);
        fputs(text->is_markdown ? "\n\n" : "\n", text->out);
    }
    free(warning.at);
}

/* An overview has causes alone, without what of each changed, and the other ones in one row. */
static bool is_brief_enough(const struct text_writer *text, const struct table_row *row)
{
    return !text->is_brief || (row->kind != ROW_TERM && row->n_left_out == 0);
}

bool format_table(const struct text_writer *text, const struct section *section,
                  struct error *error)
{
    const struct table *table = &section->table;
    bool is_tree = section->kind == SECTION_CALL_TREE;
    struct table_writer writer = {.text = text, .last = ROW_FUNCTION};
    struct grid *grid = &writer.grid;

    write_warning(text, table);
    if (grid_read(grid, text, table, text->is_brief ? text->most_rows : SIZE_MAX, error)) {
        grid_fit(grid, GAP + (is_tree && table->is_difference ? ROOM_FOR_CHANGES : ROOM_FOR_NAMES));
        if (!text->is_markdown)
            write_slices(&writer);
        tint_begin(text->out, text->options->has_color, TINT_TITLE);
        grid_write_heading(grid, table->by.length != 0 ? table->by : TEXT("function"));
        tint_end(text->out, text->options->has_color, TINT_TITLE);
        fputs(text->is_markdown ? "" : "\n", text->out);
        for (size_t i = 0; i < grid->n_rows; i++)
            if (i == 0 || is_brief_enough(text, grid->rows[i]))
                write_row(&writer, grid->rows[i]);
        if (is_tree && grid_has_estimates(grid))
            fputs("\n~ estimated, range in [ ] if known; callgrind "
                  "--separate-callers=3 makes more of them exact\n",
                  text->out);
        fputs(section->kind == SECTION_PEEK ? "\n" : "", text->out);
    }
    grid_free(grid);
    free(writer.goes_on);
    return error->kind == ERROR_NONE;
}
