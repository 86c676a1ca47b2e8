/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/json/json_tree.h"

#include "reporter/format/contents.h"
#include "reporter/format/json/json_pieces.h"
#include "reporter/format/json/json_writer.h"

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
