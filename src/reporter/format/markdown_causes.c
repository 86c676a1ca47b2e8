/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/buffer.h"
#include "base/error.h"
#include "reporter/format/cause_text.h"
#include "reporter/format/contents.h"
#include "reporter/format/markdown_pieces.h"
#include "reporter/format/pieces.h"

static void write_heading(const struct markdown *markdown)
{
    const struct table *table = markdown->table;
    FILE *out = markdown->out;

    fputc('|', out);
    for (size_t i = 0; i < table->n_events; i++)
        if (!table->events[i].is_ratio)
            write_markdown_cost_heading(markdown, i, "contribution");
    fputs(" cause |\n|", out);
    for (size_t i = 0; i < table->n_events; i++)
        if (!table->events[i].is_ratio)
            fputs("---:|---:|", out);
    fputs("---|\n", out);
}

/* Writes the figures: of causes all of them, of terms that of one event. */
static void write_figures(const struct markdown *markdown, const struct table_row *row)
{
    const struct table *table = markdown->table;

    fputc('|', markdown->out);
    for (size_t i = 0; i < table->n_events; i++) {
        if (row->kind == ROW_TERM && i != table->measured && !table->events[i].is_ratio)
            fputs(" | |", markdown->out);
        else if (!table->events[i].is_ratio)
            write_markdown_cost_and_share(markdown, i, table_shown(table, &row->contribution[i]));
    }
}

/* Writes words below others, in a row without figures. */
static void write_below(const struct markdown *markdown, const char *indent, struct text words)
{
    const struct table *table = markdown->table;
    FILE *out = markdown->out;

    fputc('|', out);
    for (size_t i = 0; i < table->n_events; i++)
        if (!table->events[i].is_ratio)
            fputs(" | |", out);
    fprintf(out, " %s", indent);
    write_markdown_name(out, words);
    fputs(" |\n", out);
}

/* Writes a line of source that shows what changed. */
static void write_evidence(const struct markdown *markdown, const struct term_line *line)
{
    struct buffer words = {0};

    append_term_line(&words, line);
    write_below(markdown, "&emsp;&emsp;", buffer_text(&words));
    free(words.at);
}

/* Says of the code of a cause what is to be said, if anything. */
static void write_code_change(const struct markdown *markdown, const struct table_row *row)
{
    struct buffer words = {0};

    append_code_change(&words, TEXT(""), markdown->table, row);
    if (words.length != 0)
        write_below(markdown, "&emsp;", buffer_text(&words));
    free(words.at);
}

static void write_cause(const struct markdown *markdown, const struct table_row *row)
{
    struct buffer name = {0};

    write_figures(markdown, row);
    if (append_cause_name(&name, row)) {
        fputc(' ', markdown->out);
        write_markdown_name(markdown->out, buffer_text(&name));
        fputs(" |\n", markdown->out);
    } else {
        write_markdown_label(markdown, row);
        write_code_change(markdown, row);
    }
    free(name.at);
}

static void write_term(const struct markdown *markdown, const struct table_row *row)
{
    FILE *out = markdown->out;
    struct term_words words = {0};

    if (row->term != NULL)
        term_words_make(&words, row);
    else
        append_cause_name(&words.before, row);
    write_figures(markdown, row);
    fputs(" &emsp;", out);
    write_markdown_name(out, buffer_text(&words.before));
    if (words.has_name)
        write_markdown_function(markdown, row_name(row));
    write_markdown_name(out, buffer_text(&words.after));
    write_markdown_name(out, buffer_text(&words.values));
    fputs(" |\n", out);
    term_words_free(&words);
    for (size_t i = 0; row->term != NULL && i < row->term->n_lines; i++)
        write_evidence(markdown, &row->term->lines[i]);
}

bool write_markdown_causes(const struct markdown *markdown, struct error *error)
{
    const struct table_row *row;
    size_t n_causes = 0;

    if (causes_cancel(markdown->table))
        fputs("Causes of both signs are together more than twice the change: some made it better "
              "and some worse, or a cost moved from one to another, or it is noise.\n\n",
              markdown->out);
    while ((row = table_next_row(markdown->table, markdown->out, error)) != NULL) {
        if (row->kind == ROW_CAUSE && n_causes++ == 0)
            write_heading(markdown);
        if (row->kind == ROW_CAUSE)
            write_cause(markdown, row);
        else
            write_term(markdown, row);
    }
    if (n_causes == 0)
        fputs("No cause: nothing changed.\n", markdown->out);
    return error->kind == ERROR_NONE;
}
