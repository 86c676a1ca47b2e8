/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "reporter/format/cause_text.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

enum { INDENTED = 2, BELOW_TERM = 4, SHARE_WIDTH = 9, LEAST_WIDTH = 12, LEAST_NAME = 24 };

struct causes_text {
    const struct text_writer *writer;
    FILE *out; /* the writer's */
    const struct table *table;
    size_t *widths; /* by event; 0 of a ratio, and of one that has no room */
    size_t lead;    /* columns before words and names, */
    size_t room;    /* and for them; 0 for no limit */
    bool has_shares;
};

/* Writes as much of a text as ends at column `width`. */
static void write_at_right(FILE *out, struct text text, size_t width)
{
    size_t columns = text_columns(text);

    write_blanks(out, width > columns ? width - columns : 0);
    write_text(out, text);
}

static size_t width_of(const struct table_event *event)
{
    char largest[MAX_COUNT], smallest[MAX_COUNT];
    size_t width = at_least(text_columns(event->name), LEAST_WIDTH);

    width = at_least(format_figure(event->largest, true, largest), width);
    return at_least(format_figure(event->smallest, true, smallest), width);
}

/* Drops the last events but the one that is measured, as long as they leave no room for names. */
static void drop_events(struct causes_text *text)
{
    const struct table *table = text->table;
    size_t width = text->writer->options->width, kept = table->n_events;
    struct buffer names = {0};

    for (; kept > 0 && width != 0 && text->lead + LEAST_NAME > width; kept--)
        if (kept - 1 != table->measured && text->widths[kept - 1] != 0)
            text->lead -= text->widths[kept - 1] + (text->has_shares ? SHARE_WIDTH : 0);
    for (size_t i = kept; i < table->n_events; i++) {
        if (i == table->measured || text->widths[i] == 0)
            continue;
        buffer_append(&names, names.length == 0 ? TEXT("") : TEXT(", "));
        buffer_append(&names, table->events[i].name);
        text->widths[i] = 0;
    }
    if (names.length != 0)
        tell_left_out(text->writer, buffer_string(&names));
    free(names.at);
}

/* Begins a table, in which there are no ratios. */
static struct causes_text causes_text_begin(const struct text_writer *writer,
                                            const struct table *table)
{
    struct causes_text text = {.writer = writer,
                               .out = writer->out,
                               .table = table,
                               .widths = memory_alloc(table->n_events, sizeof(size_t)),
                               .has_shares = writer->options->show_percentages};
    size_t width = writer->options->width;

    for (size_t i = 0; i < table->n_events; i++) {
        if (table->events[i].is_ratio)
            continue;
        text.widths[i] = width_of(&table->events[i]) + (text.lead == 0 ? 0 : GAP);
        text.lead += text.widths[i] + (text.has_shares ? SHARE_WIDTH : 0);
    }
    text.lead += GAP;
    drop_events(&text);
    if (width != 0)
        text.room = width > text.lead + 1 ? width - text.lead : 1;
    return text;
}

static void write_heading(const struct causes_text *text)
{
    const struct table *table = text->table;
    bool is_single = table->n_events == 1;

    for (size_t i = 0; i < table->n_events; i++) {
        if (text->widths[i] == 0)
            continue;
        write_at_right(text->out, is_single ? TEXT("contribution") : table->events[i].name,
                       text->widths[i]);
        if (text->has_shares)
            write_at_right(text->out, TEXT("%"), SHARE_WIDTH);
    }
    fputs("  cause\n", text->out);
}

/* Writes the figures: of causes all of them and their shares, of terms that of one event. */
static void write_figures(const struct causes_text *text, const struct figure *figures,
                          bool is_cause)
{
    const struct table *table = text->table;

    for (size_t i = 0; i < table->n_events; i++) {
        const struct table_event *event = &table->events[i];
        char figure[MAX_COUNT] = "", share[MAX_COUNT] = "";
        if (text->widths[i] == 0)
            continue;
        const struct cell cell = table_shown(table, &figures[i]);
        if (is_cause || i == table->measured)
            format_figure(cell, true, figure);
        write_at_right(text->out, text_of(figure), text->widths[i]);
        if (!text->has_shares)
            continue;
        if (is_cause && event->base.value != 0)
            snprintf(share, sizeof share, "%+.2f", percent_of(cell.value, event->base.value));
        write_at_right(text->out, text_of(share), SHARE_WIDTH);
    }
    write_blanks(text->out, GAP);
}

/* Says of the code of a cause what is to be said, if anything, on as many lines as it takes. */
static void write_code_change(const struct causes_text *text, const struct table_row *row)
{
    struct buffer words = {0};
    struct text rest, word;
    size_t column = 0, room = at_least(text->room, LEAST_NAME);

    append_code_change(&words, TEXT(""), text->table, row);
    rest = buffer_text(&words);
    while (rest.length != 0 && text_cut(&rest, ' ', &word)) {
        bool is_full = text->room != 0 && column + 1 + word.length > room;
        if (column != 0 && is_full)
            fputc('\n', text->out);
        if (column == 0 || is_full) {
            size_t indent = column == 0 ? INDENTED : BELOW_TERM;
            write_blanks(text->out, text->lead + indent);
            column = indent;
        } else {
            fputc(' ', text->out);
            column++;
        }
        write_text(text->out, word);
        column += word.length;
    }
    if (column != 0)
        fputc('\n', text->out);
    free(words.at);
}

static void write_cause(const struct causes_text *text, const struct table_row *row)
{
    struct buffer name = {0};

    write_figures(text, row->contribution, true);
    if (append_cause_name(&name, row)) {
        write_text(text->out, buffer_text(&name));
        fputc('\n', text->out);
    } else {
        write_label(text->writer, row, text->room, text->writer->options->palette);
    }
    free(name.at);
}

/* Writes a line of source that shows what changed. */
static void write_evidence(const struct causes_text *text, const struct term_line *line)
{
    size_t indent = text->lead + BELOW_TERM, width = text->writer->options->width;
    struct buffer words = {0};

    append_term_line(&words, line);
    write_blanks(text->out, indent);
    write_source_text(text->out, buffer_text(&words),
                      width == 0 ? 0 : at_least(width > indent ? width - indent : 0, LEAST_NAME),
                      text->writer->options->is_ascii);
    free(words.at);
}

/* Writes words with as much of the name among them as has room; values may take a line more. */
static void write_words(const struct causes_text *text, const struct term_words *words,
                        struct text name)
{
    size_t words_width = INDENTED + text_columns(buffer_text(&words->before)) +
                         text_columns(buffer_text(&words->after));
    size_t values_width = text_columns(buffer_text(&words->values)), room = text->room;
    size_t name_width = words->has_name ? text_columns(name) : 0;
    size_t least = name_width < LEAST_NAME ? name_width : LEAST_NAME;
    bool is_split = room != 0 && words_width + least + values_width > room;
    size_t taken = words_width + (is_split ? 1 : values_width);
    struct buffer line = {0};

    buffer_append(&line, buffer_text(&words->before));
    if (words->has_name)
        append_function(&line, text->writer, name,
                        room == 0 ? 0 : at_least(room > taken ? room - taken : 0, LEAST_NAME));
    buffer_append(&line, buffer_text(&words->after));
    write_blanks(text->out, INDENTED);
    write_text(text->out, buffer_text(&line));
    struct text values = buffer_text(&words->values);
    if (is_split && values.length > 2) {
        fputs(":\n", text->out);
        write_blanks(text->out, text->lead + BELOW_TERM);
        values = text_skip(values, 2); /* ": " */
    }
    write_text(text->out, values);
    fputc('\n', text->out);
    free(line.at);
}

/* Writes what changed in words. */
static void write_term(const struct causes_text *text, const struct table_row *row)
{
    struct term_words words = {0};

    write_figures(text, row->contribution, false);
    if (row->term != NULL)
        term_words_make(&words, row);
    else
        append_cause_name(&words.before, row);
    write_words(text, &words, row_name(row));
    term_words_free(&words);
    for (size_t i = 0; row->term != NULL && i < row->term->n_lines; i++)
        write_evidence(text, &row->term->lines[i]);
}

/* Says first where causes of both signs are large beside the change. */
static void write_warning(const struct causes_text *text)
{
    const struct table *table = text->table;
    char ups[MAX_COUNT], downs[MAX_COUNT];

    if (!causes_cancel(table))
        return;
    format_signed_count(table->ups, ups);
    format_signed_count(table->downs, downs);
    fprintf(text->out,
            "Causes of both signs, %s and %s, are together more than\n"
            "twice the change: some made it better and some worse,\n"
            "or a cost moved from one to another, or it is noise.\n\n",
            ups, downs);
}

bool format_text_explanation(const struct text_writer *writer, const struct section *section,
                             struct error *error)
{
    const struct table *table = &section->table;
    struct causes_text text = causes_text_begin(writer, table);
    const struct table_row *row;
    size_t n_causes = 0;

    write_warning(&text);
    while ((row = table_next_row(table, writer->out, error)) != NULL) {
        if (row->kind == ROW_CAUSE && n_causes++ == 0)
            write_heading(&text);
        if (row->kind == ROW_CAUSE) {
            write_cause(&text, row);
            write_code_change(&text, row);
        } else {
            write_term(&text, row);
        }
    }
    if (n_causes == 0)
        fputs("no cause: nothing changed\n", writer->out);
    free(text.widths);
    return error->kind == ERROR_NONE;
}

bool format_text_causes_in_brief(const struct text_writer *writer, const struct section *section,
                                 size_t most, struct error *error)
{
    struct causes_text text = causes_text_begin(writer, &section->table);
    const struct table_row *row;
    size_t n_causes = 0;

    while ((row = table_next_row(&section->table, writer->out, error)) != NULL) {
        if (row->kind != ROW_CAUSE || (row->n_left_out != 0 && n_causes != 0) || n_causes == most)
            continue;
        if (n_causes++ == 0)
            write_heading(&text);
        write_cause(&text, row);
    }
    if (n_causes == 0)
        fputs("no cause: nothing changed\n", writer->out);
    free(text.widths);
    return error->kind == ERROR_NONE;
}
