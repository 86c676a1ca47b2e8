/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/number.h"
#include "reporter/format/cause_text.h"
#include "reporter/format/contents.h"
#include "reporter/format/html/html_text.h"
#include "reporter/format/html/page.h"
#include "reporter/format/json/json_rows.h"
#include "reporter/format/json/json_writer.h"
#include "reporter/format/pieces.h"

/* Names may be as long as they like. */
enum { MOST_OF_NAME = 200 };

static void write_cell(struct buffer *out, const char *text)
{
    buffer_append(out, TEXT("<td class=\"number\">"));
    buffer_append(out, text_of(text));
    buffer_append(out, TEXT("</td>"));
}

/* Writes what something contributes to the first event, and of a cause its share of the total. */
static void write_contribution(struct buffer *out, const struct table *table,
                               const struct table_row *row)
{
    const struct table_event *event = &table->events[table->measured];
    const struct cell cell = table_shown(table, &row->contribution[table->measured]);
    char figure[MAX_COUNT], share[MAX_COUNT] = "";

    format_figure(cell, true, figure);
    write_cell(out, figure);
    if (row->kind == ROW_CAUSE && event->base.value != 0)
        snprintf(share, sizeof share, "%+.2f", percent_of(cell.value, event->base.value));
    write_cell(out, share);
}

static void write_cause(struct buffer *out, const struct table *table, const struct table_row *row)
{
    struct buffer name = {0};

    if (!append_cause_name(&name, row))
        buffer_append(&name, row->function);
    buffer_append(out, TEXT("<th scope=\"row\">"));
    html_cut_text(out, buffer_text(&name), MOST_OF_NAME);
    name.length = 0;
    append_code_change(&name, TEXT("; "), table, row);
    html_text(out, buffer_text(&name));
    buffer_append(out, TEXT("</th>"));
    free(name.at);
}

static void write_term(struct buffer *out, const struct table_row *row)
{
    struct term_words words = {0};

    if (row->term != NULL)
        term_words_make(&words, row);
    else
        append_cause_name(&words.before, row);
    buffer_append(out, TEXT("<td>\xe2\x80\x83")); /* U+2003, a blank as wide as a letter */
    html_text(out, buffer_text(&words.before));
    if (words.has_name)
        html_cut_text(out, row->function, MOST_OF_NAME);
    html_text(out, buffer_text(&words.after));
    html_text(out, buffer_text(&words.values));
    buffer_append(out, TEXT("</td>"));
    term_words_free(&words);
}

bool causes_block_write(struct json *json, struct buffer *rows, const struct table *table,
                        struct error *error)
{
    struct json_nesting open = {0};
    const struct table_row *row;

    while ((row = table_next_row(table, json->out, error)) != NULL) {
        json_row(json, table, row, &open);
        buffer_append(rows, TEXT("<tr>"));
        write_contribution(rows, table, row);
        if (row->kind == ROW_CAUSE)
            write_cause(rows, table, row);
        else
            write_term(rows, row);
        buffer_append(rows, TEXT("</tr>\n"));
    }
    json_rows_end(json, &open);
    return error->kind == ERROR_NONE;
}
