/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/format/cause_text.h"
#include "reporter/format/contents.h"
#include "reporter/format/json/json_pieces.h"
#include "reporter/format/json/json_rows.h"
#include "reporter/format/json/json_writer.h"

static void write_lines(struct json *json, const struct term_facts *term)
{
    json_begin_member(json, TEXT("lines"), '[');
    for (size_t i = 0; i < term->n_lines; i++) {
        const struct term_line *line = &term->lines[i];
        json_begin(json, '{');
        json_member(json, TEXT("file"), line->file);
        json_key(json, TEXT("line"));
        json_line_number(json, line->number);
        json_member_if_any(json, TEXT("text"), line->text);
        if (line->change == LINE_NEW || line->change == LINE_GONE)
            json_member(json, TEXT("status"),
                        line->change == LINE_NEW ? TEXT("new") : TEXT("gone"));
        json_end(json, '}');
    }
    json_end(json, ']');
}

/* Writes what is said of a term, in two pieces where the function's name is between them. */
static void write_term_words(struct json *json, const struct table_row *row)
{
    struct term_words words;

    term_words_make(&words, row);
    buffer_append(words.has_name ? &words.after : &words.before, buffer_text(&words.values));
    json_begin_member(json, TEXT("words"), '[');
    json_text(json, buffer_text(&words.before));
    if (words.has_name)
        json_text(json, buffer_text(&words.after));
    json_end(json, ']');
    term_words_free(&words);
}

static void write_term(struct json *json, const struct table *table, const struct table_row *row)
{
    const struct term_facts *term = row->term;

    json_begin(json, '{');
    if (term == NULL) {
        json_number_member(json, TEXT("left_out"), (int64_t)row->n_left_out);
        json_costs(json, TEXT("contribution"), table, row->contribution, PART_SHOWN);
        json_end(json, '}');
        return;
    }
    json_member(json, TEXT("kind"), text_of(cause_kind_name(term->kind)));
    json_names(json, table, row);
    write_term_words(json, row);
    json_ratio_member(json, TEXT("old_value"), term->old_value);
    json_ratio_member(json, TEXT("new_value"), term->new_value);
    json_number_member(json, TEXT("old_calls"), term->old_calls);
    json_number_member(json, TEXT("new_calls"), term->new_calls);
    json_boolean_member(json, TEXT("weak"), term->is_weak);
    json_costs(json, TEXT("contribution"), table, row->contribution, PART_SHOWN);
    if (term->n_lines != 0)
        write_lines(json, term);
    json_end(json, '}');
}

static void write_cause(struct json *json, const struct table *table, const struct table_row *row)
{
    struct buffer note = {0};

    json_column(json, "left_out", table, row, COLUMN_LEFT_OUT);
    json_names(json, table, row);
    if (row->n_members != 0)
        json_number_member(json, TEXT("members"), (int64_t)row->n_members);
    json_costs(json, TEXT("contribution"), table, row->contribution, PART_SHOWN);
    if (row->code != CODE_UNKNOWN)
        json_member(json, TEXT("code"), row->code == CODE_SAME ? TEXT("same") : TEXT("changed"));
    append_code_change(&note, TEXT(""), table, row);
    json_member_if_any(json, TEXT("note"), buffer_text(&note));
    free(note.at);
    json_begin_member(json, TEXT("terms"), '[');
}

void json_cause_end(struct json *json, bool *has_terms)
{
    if (*has_terms) {
        json_end(json, ']');
        json_end(json, '}');
    }
    *has_terms = false;
}

void json_cause_row(struct json *json, const struct table *table, const struct table_row *row,
                    bool *has_terms)
{
    if (row->kind == ROW_TERM) {
        write_term(json, table, row);
        return;
    }
    json_cause_end(json, has_terms);
    *has_terms = true;
    json_begin_line(json);
    json_begin(json, '{');
    json_member(json, TEXT("kind"), TEXT("cause"));
    write_cause(json, table, row);
}

bool json_causes(struct json *json, const struct table *table, struct error *error)
{
    bool has_terms = false;
    const struct table_row *row;

    while ((row = table_next_row(table, json->out, error)) != NULL)
        json_cause_row(json, table, row, &has_terms);
    json_cause_end(json, &has_terms);
    return error->kind == ERROR_NONE;
}
