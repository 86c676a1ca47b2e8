/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/json/json_rows.h"

#include <stdlib.h>

#include "base/arena.h"
#include "reporter/format/contents.h"
#include "reporter/format/json/json_pieces.h"
#include "reporter/format/json/json_writer.h"

/* Writes what each slice has of a row, as its self cost; null where it lacks the row. */
static void write_slices(struct json *json, const struct table *table, const struct table_row *row)
{
    struct figure *figures = memory_alloc(table->n_events, sizeof *figures);

    json_begin_member(json, TEXT("per_values"), '[');
    for (size_t i = 0; i < table->n_slices; i++) {
        if (table->find_in_slice(table->view, row->id, i, figures))
            json_figures(json, table, figures, PART_SHOWN);
        else
            json_null(json);
    }
    json_end(json, ']');
    free(figures);
}

/* Writes what a main row is, its calls, self and inclusive cost. */
static void write_main_row(struct json *json, const struct table *table,
                           const struct table_row *row)
{
    if (row->kind == ROW_CYCLE) {
        json_number_member(json, TEXT("cycle"), (int64_t)row->cycle);
        json_number_member(json, TEXT("members"), (int64_t)row->n_members);
    } else {
        json_names(json, table, row);
    }
    if (row->run_verdict != NULL)
        json_member(json, TEXT("verdict"), text_of(row->run_verdict));
    json_column(json, "calls", table, row, COLUMN_CALLS);
    json_costs(json, TEXT("self"), table, row->self, PART_SHOWN);
    if (table->n_slices != 0)
        write_slices(json, table, row);
    json_costs(json, TEXT("inclusive"), table, row->inclusive, PART_SHOWN);
    json_column(json, "per_call", table, row, COLUMN_PER_CALL);
    if (row->inclusive != NULL)
        json_boolean_member(json, TEXT("exact"),
                            figures_are_exact(row->inclusive, table->n_events));
    if (table_has(table, COLUMN_LEAST_SELF) && row->kind != ROW_CYCLE)
        json_noise(json, table, row);
    if (!row->has_old)
        return;
    if (table_has(table, COLUMN_CHANGE))
        json_costs(json, TEXT("change"), table, row->self, PART_CHANGE);
    else
        json_old(json, table, row);
}

/* Returns the key of the list in a function's object that has rows of the kind. */
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

/* Writes what a call of a line was. */
static void write_old_call(struct json *json, const struct table *table,
                           const struct table_row *row)
{
    json_begin_member(json, TEXT("old"), '{');
    json_column(json, "calls", table, row, COLUMN_OLD_CALLS);
    json_costs(json, TEXT("cost"), table, row->inclusive, PART_OLD);
    json_end(json, '}');
}

void json_related(struct json *json, const struct table *table, const struct table_row *row)
{
    json_begin(json, '{');
    json_column(json, "left_out", table, row, COLUMN_LEFT_OUT);
    json_names(json, table, row);
    if (row->kind == ROW_PATH)
        json_costs(json, TEXT("inclusive"), table, row->tree->of_function, PART_SHOWN);
    json_costs(json, TEXT("self"), table, row->self, PART_SHOWN);
    json_column(json, "calls", table, row, COLUMN_CALLS);
    json_column(json, "cost", table, row, COLUMN_INCLUSIVE);
    json_column(json, "per_call", table, row, COLUMN_PER_CALL);
    if (row->has_old)
        write_old_call(json, table, row);
    if (row->kind == ROW_PATH) {
        json_boolean_member(json, TEXT("exact"),
                            figures_are_exact(row->inclusive, table->n_events));
        json_costs(json, TEXT("lower"), table, row->inclusive, PART_LEAST);
        json_costs(json, TEXT("upper"), table, row->inclusive, PART_MOST);
    }
    json_end(json, '}');
}

bool json_rows(struct json *json, const struct table *table, struct error *error)
{
    struct text list = {0}; /* the key of the open one */
    bool has_object = false;
    const struct table_row *row;

    while ((row = table_next_row(table, json->out, error)) != NULL) {
        struct text key = list_key(row->kind);
        bool is_same_list = text_equal(key, list);
        if (list.length != 0 && !is_same_list)
            json_end(json, ']');
        if (row_is_main(row)) {
            if (has_object)
                json_end(json, '}');
            json_begin_line(json);
            json_begin(json, '{');
            has_object = true;
            write_main_row(json, table, row);
        } else if (key.length != 0) {
            if (!is_same_list) {
                json_begin_member(json, key, '[');
            }
            if (row->kind == ROW_JUMP)
                json_jump(json, row->jump);
            else
                json_related(json, table, row);
        }
        list = key;
    }
    if (list.length != 0)
        json_end(json, ']');
    if (has_object)
        json_end(json, '}');
    return error->kind == ERROR_NONE;
}

/* Writes the lower or the upper bounds of the costs. */
static void write_bounds(struct json *json, struct text key, const struct table *table,
                         const struct table_row *row, enum figure_part end)
{
    json_begin_member(json, key, '{');
    json_costs(json, TEXT("self"), table, row->self, end);
    json_costs(json, TEXT("inclusive"), table, row->inclusive, end);
    json_end(json, '}');
}

/* Writes a path, without what is below it. */
static void write_path(struct json *json, const struct table *table, const struct table_row *row)
{
    const struct tree_place *place = row->tree;

    if (row->n_members != 0) {
        json_number_member(json, TEXT("cycle"), (int64_t)row->cycle);
        json_number_member(json, TEXT("members"), (int64_t)row->n_members);
    } else {
        json_names(json, table, row);
    }
    if (place->n_frames > 1)
        json_number_member(json, TEXT("frames"), (int64_t)place->n_frames);
    if (place->is_recursive)
        json_boolean_member(json, TEXT("recursive"), true);
    if (place->is_member)
        json_boolean_member(json, TEXT("in_cycle"), true);
    json_column(json, "calls", table, row, COLUMN_CALLS);
    json_costs(json, TEXT("self"), table, row->self, PART_SHOWN);
    json_costs(json, TEXT("inclusive"), table, row->inclusive, PART_SHOWN);
    json_boolean_member(json, TEXT("exact"),
                        figures_are_exact(row_tree_figures(row), table->n_events));
    write_bounds(json, TEXT("lower"), table, row, PART_LEAST);
    write_bounds(json, TEXT("upper"), table, row, PART_MOST);
    if (row->has_old)
        json_old(json, table, row);
}

/* Writes what is not shown below a path. */
static void write_left_out(struct json *json, const struct table *table,
                           const struct table_row *row)
{
    json_column(json, "left_out", table, row, COLUMN_LEFT_OUT);
    json_begin_member(json, TEXT("upper"), '{');
    json_key(json, table->events[table->measured].name);
    json_cell(json, row->tree->most_left_out);
    json_end(json, '}');
}

/* Ends the rows from the innermost, which has nothing below it, out to those of a depth. */
static void end_rows(struct json *json, size_t *n_open, size_t depth)
{
    for (bool is_innermost = true; *n_open > depth; --*n_open) {
        if (!is_innermost)
            json_end(json, ']');
        json_end(json, '}');
        is_innermost = false;
    }
}

bool json_tree(struct json *json, const struct table *table, struct error *error)
{
    const struct table_row *row;
    size_t n_open = 0; /* rows within each other */

    while ((row = table_next_row(table, json->out, error)) != NULL) {
        bool is_first_below = n_open != 0 && row->tree->depth == n_open;
        end_rows(json, &n_open, row->tree->depth);
        if (is_first_below) {
            json_begin_member(json, TEXT("rows"), '[');
        }
        json_begin_line(json);
        json_begin(json, '{');
        if (row->kind == ROW_LEFT_OUT)
            write_left_out(json, table, row);
        else
            write_path(json, table, row);
        n_open++;
    }
    end_rows(json, &n_open, 0);
    return error->kind == ERROR_NONE;
}
