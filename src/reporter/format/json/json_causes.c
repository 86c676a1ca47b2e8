/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/contents.h"
#include "reporter/format/json/json_pieces.h"
#include "reporter/format/json/json_rows.h"
#include "reporter/format/json/json_writer.h"

static void write_lines(struct json *json, const struct term_facts *term)
{
    json_key(json, TEXT("lines"));
    json_begin(json, '[');
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

static void write_term(struct json *json, const struct table *table, const struct table_row *row)
{
    const struct term_facts *term = row->term;

    json_begin(json, '{');
    json_member(json, TEXT("kind"), text_of(cause_kind_name(term->kind)));
    json_names(json, table, row);
    json_key(json, TEXT("old_value"));
    json_ratio(json, term->old_value);
    json_key(json, TEXT("new_value"));
    json_ratio(json, term->new_value);
    json_number_member(json, TEXT("old_calls"), term->old_calls);
    json_number_member(json, TEXT("new_calls"), term->new_calls);
    json_key(json, TEXT("weak"));
    json_boolean(json, term->is_weak);
    json_costs(json, TEXT("contribution"), table, row->contribution, PART_SHOWN);
    if (term->n_lines != 0)
        write_lines(json, term);
    json_end(json, '}');
}

static void write_cause(struct json *json, const struct table *table, const struct table_row *row)
{
    json_column(json, "left_out", table, row, COLUMN_LEFT_OUT);
    json_names(json, table, row);
    if (row->n_members != 0)
        json_number_member(json, TEXT("members"), (int64_t)row->n_members);
    json_costs(json, TEXT("contribution"), table, row->contribution, PART_SHOWN);
    json_key(json, TEXT("terms"));
    json_begin(json, '[');
}

static void write_consequence(struct json *json, const struct table *table,
                              const struct table_row *row)
{
    json_column(json, "left_out", table, row, COLUMN_LEFT_OUT);
    json_names(json, table, row);
    json_costs(json, TEXT("self"), table, row->self, PART_SHOWN);
}

bool json_causes(struct json *json, const struct table *table, struct error *error)
{
    bool has_terms = false;
    const struct table_row *row;

    while ((row = table_next_row(table, json->out, error)) != NULL) {
        if (row->kind == ROW_TERM) {
            write_term(json, table, row);
            continue;
        }
        if (has_terms) {
            json_end(json, ']');
            json_end(json, '}');
        }
        has_terms = row->kind == ROW_CAUSE;
        json_begin_line(json);
        json_begin(json, '{');
        json_member(json, TEXT("kind"), has_terms ? TEXT("cause") : TEXT("consequence"));
        if (has_terms) {
            write_cause(json, table, row);
        } else {
            write_consequence(json, table, row);
            json_end(json, '}');
        }
    }
    if (has_terms) {
        json_end(json, ']');
        json_end(json, '}');
    }
    return error->kind == ERROR_NONE;
}
