/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/json/json_rows.h"

#include "reporter/format/contents.h"
#include "reporter/format/json/json_pieces.h"
#include "reporter/format/json/json_writer.h"

/* What a main row is, its calls, self and inclusive cost. */
static void write_main_row(struct json *json, const struct table *table,
                           const struct table_row *row)
{
    const struct placed_row placed = {.table = table, .row = row};

    if (row->kind == ROW_CYCLE) {
        json_number_member(json, TEXT("cycle"), (int64_t)row->cycle);
        json_number_member(json, TEXT("members"), (int64_t)row->n_members);
    } else {
        json_names(json, table, row);
    }
    json_column(json, &placed, COLUMN_CALLS, "calls");
    json_column(json, &placed, COLUMN_SELF, "self");
    json_column(json, &placed, COLUMN_INCLUSIVE, "inclusive");
    if (row->inclusive != NULL)
        json_exact(json, cells_are_exact(row->inclusive, table->n_columns));
    if (row->old != NULL)
        json_old(json, table, row->old);
    json_column(json, &placed, COLUMN_CHANGE, "change");
}

/* The key of the list that rows of the kind are in, in the object of a function. */
static struct text list_key(enum table_row_kind kind)
{
    switch (kind) {
    case ROW_CALLER:
        return TEXT("callers");
    case ROW_CALLEE:
        return TEXT("callees");
    case ROW_RECURSION:
        return TEXT("recursion");
    case ROW_FILE:
        return TEXT("files");
    case ROW_PATH:
        return TEXT("path");
    case ROW_JUMP:
        return TEXT("jumps");
    default:
        return (struct text){0};
    }
}

/* What a call of a line was. */
static void write_old_call(struct json *json, const struct table *table,
                           const struct old_table_row *old)
{
    json_key(json, TEXT("old"));
    json_begin(json, '{');
    json_number_member(json, TEXT("calls"), old->calls);
    json_costs(json, TEXT("cost"), table, old->cells);
    json_end(json, '}');
}

/* An item of such a list. */
static void write_related(struct json *json, const struct table *table, const struct table_row *row)
{
    const struct placed_row placed = {.table = table, .row = row};

    json_begin(json, '{');
    if (row->n_left_out != 0)
        json_number_member(json, TEXT("left_out"), (int64_t)row->n_left_out);
    json_names(json, table, row);
    if (row->kind == ROW_PATH)
        json_costs(json, TEXT("inclusive"), table, row->inclusive);
    if (row->kind == ROW_FILE)
        json_column(json, &placed, COLUMN_SELF, "self");
    for (const enum column_id *id = call_columns; row->kind != ROW_FILE && *id != N_COLUMNS; id++)
        json_column(json, &placed, *id, *id == COLUMN_INCLUSIVE ? "cost" : column_kinds[*id].key);
    if (row->old != NULL)
        write_old_call(json, table, row->old);
    if (row->kind == ROW_PATH) {
        json_exact(json, cells_are_exact(row->cells, table->n_columns));
        json_range_ends(json, TEXT("lower"), table, row->tree->inclusive, row->cells, false);
        json_range_ends(json, TEXT("upper"), table, row->tree->inclusive, row->cells, true);
    }
    json_end(json, '}');
}

bool json_rows(struct json *json, const struct table *table, struct error *error)
{
    struct text list = {0}; /* the key of the open one */
    bool has_object = false;
    struct table_row row = {0};

    while (table_next_row(table, json->out, &row, error)) {
        struct text key = list_key(row.kind);
        bool is_same_list = text_equal(key, list);
        if (list.length != 0 && !is_same_list)
            json_end(json, ']');
        if (row_is_main(&row)) {
            if (has_object)
                json_end(json, '}');
            json_begin_line(json);
            json_begin(json, '{');
            has_object = true;
            write_main_row(json, table, &row);
        } else if (key.length != 0) {
            if (!is_same_list) {
                json_key(json, key);
                json_begin(json, '[');
            }
            if (row.kind == ROW_JUMP)
                json_jump(json, row.jump);
            else
                write_related(json, table, &row);
        }
        list = key;
    }
    if (list.length != 0)
        json_end(json, ']');
    if (has_object)
        json_end(json, '}');
    return error->kind == ERROR_NONE;
}
