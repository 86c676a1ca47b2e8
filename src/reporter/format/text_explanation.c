/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "reporter/format/cause_text.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

enum { GAP = 2, INDENTED = 2, SHARE_WIDTH = 9, LEAST_WIDTH = 12, LEAST_NAME = 8 };

struct causes_text {
    const struct text_writer *writer;
    FILE *out; /* the writer's */
    const struct table *table;
    size_t *widths; /* by event */
    size_t room;    /* columns for words and names; 0 for no limit */
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

/* Begins a table, in which there are no ratios. */
static struct causes_text causes_text_begin(const struct text_writer *writer,
                                            const struct table *table)
{
    struct causes_text text = {.writer = writer,
                               .out = writer->out,
                               .table = table,
                               .widths = memory_alloc(table->n_events, sizeof(size_t)),
                               .has_shares = writer->options->show_percentages};
    size_t width = writer->options->width, taken = GAP;

    for (size_t i = 0; i < table->n_events; i++) {
        text.widths[i] = table->events[i].is_ratio ? 0 : width_of(&table->events[i]);
        taken += text.widths[i] + (i == 0 ? 0 : GAP);
        taken += text.has_shares && !table->events[i].is_ratio ? SHARE_WIDTH : 0;
    }
    if (width != 0)
        text.room = width > taken + 1 ? width - taken : 1;
    return text;
}

static void write_heading(const struct causes_text *text)
{
    const struct table *table = text->table;
    bool is_single = table->n_events == 1;

    for (size_t i = 0; i < table->n_events; i++) {
        if (table->events[i].is_ratio)
            continue;
        write_at_right(text->out, is_single ? TEXT("contribution") : table->events[i].name,
                       text->widths[i] + (i == 0 ? 0 : GAP));
        if (text->has_shares)
            write_at_right(text->out, TEXT("%"), SHARE_WIDTH);
    }
    fputs("  cause\n", text->out);
}

/* Writes the figures; their shares only beside those of causes. */
static void write_figures(const struct causes_text *text, const struct figure *figures,
                          bool has_shares)
{
    const struct table *table = text->table;

    for (size_t i = 0; i < table->n_events; i++) {
        const struct table_event *event = &table->events[i];
        char figure[MAX_COUNT], share[MAX_COUNT] = "";
        if (event->is_ratio)
            continue;
        const struct cell cell = table_shown(table, &figures[i]);
        format_figure(cell, true, figure);
        write_at_right(text->out, text_of(figure), text->widths[i] + (i == 0 ? 0 : GAP));
        if (!text->has_shares)
            continue;
        if (has_shares && event->base.value != 0)
            snprintf(share, sizeof share, "%+.2f", percent_of(cell.value, event->base.value));
        write_at_right(text->out, text_of(share), SHARE_WIDTH);
    }
    write_blanks(text->out, GAP);
}

static void write_cause(const struct causes_text *text, const struct table_row *row)
{
    bool has_color = text->writer->options->has_color;
    FILE *out = text->out;

    write_figures(text, row->contribution, true);
    if (row->label.at != NULL) {
        write_text(out, row->label);
        fputc('\n', out);
    } else if (row->n_left_out != 0) {
        fprintf(out, "(%zu smaller one%s)\n", row->n_left_out, row->n_left_out == 1 ? "" : "s");
    } else if (row->n_members != 0) {
        write_text(out, row->function);
        fprintf(out, " of %zu functions\n", row->n_members);
    } else {
        write_label(text->writer, row, text->room, has_color);
    }
}

/* Writes the line that makes the call below it. */
static void write_site(const struct causes_text *text, const struct term_facts *term)
{
    size_t indent = 2 * INDENTED, width = text->writer->options->width;
    struct buffer line = {0};
    char number[24];

    for (size_t i = 0; i < text->table->n_events; i++) {
        if (text->table->events[i].is_ratio)
            continue;
        indent += text->widths[i] + (text->has_shares ? SHARE_WIDTH : 0);
        indent += i == 0 ? GAP : 2 * GAP;
    }
    snprintf(number, sizeof number, ":%" PRIu64, term->site_line);
    buffer_append(&line, term->is_old_site ? TEXT("was ") : TEXT(""));
    buffer_append(&line, path_base(term->site));
    buffer_append(&line, text_of(number));
    if (term->site_text.length != 0) {
        buffer_append(&line, TEXT("  "));
        buffer_append(&line, term->site_text);
    }
    write_blanks(text->out, indent);
    write_source_text(text->out, buffer_text(&line),
                      width == 0 ? 0 : at_least(width > indent ? width - indent : 0, LEAST_NAME),
                      text->writer->options->is_ascii);
    free(line.at);
}

/* Writes what changed in words, with as much of the name among them as has room. */
static void write_term(const struct causes_text *text, const struct table_row *row)
{
    struct term_words words;
    struct buffer line = {0};

    term_words_make(&words, row);
    buffer_append(&line, buffer_text(&words.before));
    if (words.has_name) {
        size_t taken = INDENTED + text_columns(buffer_text(&words.before)) +
                       text_columns(buffer_text(&words.after));
        size_t room = text->room > taken ? at_least(text->room - taken, LEAST_NAME) : LEAST_NAME;
        append_function(&line, text->writer, row_name(row), text->room == 0 ? 0 : room);
    }
    buffer_append(&line, buffer_text(&words.after));
    write_figures(text, row->contribution, false);
    write_blanks(text->out, INDENTED);
    write_text(text->out, buffer_text(&line));
    fputc('\n', text->out);
    free(line.at);
    term_words_free(&words);
    if (row->term->site_line != 0)
        write_site(text, row->term);
}

static void write_consequence(const struct causes_text *text, const struct table_row *row,
                              bool is_first)
{
    const struct figure *of = row->self != NULL ? &row->self[text->table->measured] : NULL;
    char change[MAX_COUNT];

    if (is_first)
        fputs("\nas a consequence (self cost):", text->out);
    fputs(is_first ? " " : ", ", text->out);
    if (row->n_left_out != 0) {
        fprintf(text->out, "and %zu more", row->n_left_out);
        return;
    }
    format_figure(table_shown(text->table, of), true, change);
    struct buffer name = {0};
    append_function(&name, text->writer, row_name(row), text->room);
    write_text(text->out, buffer_text(&name));
    fprintf(text->out, " %s", change);
    free(name.at);
}

/* Says first where causes cancel each other: then they may be noise. */
static void write_warning(const struct causes_text *text)
{
    const struct table *table = text->table;
    char ups[MAX_COUNT], downs[MAX_COUNT];

    if (!causes_cancel(table))
        return;
    format_signed_count(table->ups, ups);
    format_signed_count(table->downs, downs);
    fprintf(text->out,
            "Causes of both signs, %s and %s, cancel most of each other:\n"
            "each may be noise, or moved from one to the other.\n\n",
            ups, downs);
}

bool format_text_explanation(const struct text_writer *writer, const struct section *section,
                             struct error *error)
{
    const struct table *table = &section->table;
    struct causes_text text = causes_text_begin(writer, table);
    const struct table_row *row;
    size_t n_causes = 0, n_consequences = 0;

    write_warning(&text);
    while ((row = table_next_row(table, writer->out, error)) != NULL) {
        if (row->kind == ROW_CAUSE && n_causes++ == 0)
            write_heading(&text);
        if (row->kind == ROW_CAUSE)
            write_cause(&text, row);
        else if (row->kind == ROW_TERM)
            write_term(&text, row);
        else
            write_consequence(&text, row, n_consequences++ == 0);
    }
    if (n_causes == 0)
        fputs("no cause: nothing changed\n", writer->out);
    if (n_consequences != 0)
        fputc('\n', writer->out);
    free(text.widths);
    return error->kind == ERROR_NONE;
}
