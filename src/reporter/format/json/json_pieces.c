/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/json/json_pieces.h"

#include <inttypes.h>
#include <stdio.h>

#include "reporter/format/contents.h"
#include "reporter/format/json/json_writer.h"

void json_cell(struct json *json, struct cell cell)
{
    if (!cell.is_given)
        json_null(json);
    else if (cell.is_ratio)
        json_ratio(json, cell.ratio);
    else
        json_number(json, cell.value);
}

void json_costs(struct json *json, struct text key, const struct table *table,
                const struct figure *figures, enum figure_part part)
{
    if (figures == NULL)
        return;
    json_key(json, key);
    json_figures(json, table, figures, part);
}

void json_figures(struct json *json, const struct table *table, const struct figure *figures,
                  enum figure_part part)
{
    json_begin(json, '{');
    for (size_t i = 0; i < table->n_events; i++) {
        if (part == PART_NEW_RATIO && !table->events[i].is_ratio)
            continue;
        json_key(json, table->events[i].name);
        json_cell(json, figure_part(table, &figures[i], part));
    }
    json_end(json, '}');
}

void json_column(struct json *json, const char *key, const struct table *table,
                 const struct table_row *row, enum column_id column)
{
    const struct placed_row placed = {.table = table, .row = row};
    struct value value = column_value(column, &placed, 0);

    if (value.kind == VALUE_COUNT)
        json_number_member(json, text_of(key), value.number);
    if (value.kind != VALUE_COST)
        return;
    json_begin_member(json, text_of(key), '{');
    for (size_t i = 0; i < table->n_events; i++) {
        value = column_value(column, &placed, i);
        json_key(json, table->events[i].name);
        json_cell(json, value.figure);
    }
    json_end(json, '}');
}

bool json_has_ratios(const struct table *table)
{
    for (size_t i = 0; i < table->n_events; i++)
        if (table->events[i].is_ratio)
            return true;
    return false;
}

/* Writes a line's number, 0 where it is not known; in a difference one side may lack the line. */
static void write_line_number(struct json *json, uint64_t line, bool is_missing)
{
    json_key(json, TEXT("line"));
    if (is_missing)
        json_null(json);
    else
        json_line_number(json, line);
}

void json_address(struct json *json, uint64_t address)
{
    char text[24];

    snprintf(text, sizeof text, "0x%" PRIx64, address);
    json_member(json, TEXT("address"), text_of(text));
}

static void write_instruction(struct json *json, const struct table_row *row)
{
    if (row->line != 0)
        write_line_number(json, row->line, false);
    if (row->address != 0)
        json_address(json, row->address);
    json_key(json, TEXT("instruction"));
    if (row->text.at == NULL)
        json_null(json);
    else
        json_text(json, row->text);
}

void json_names(struct json *json, const struct table *table, const struct table_row *row)
{
    bool is_line_of_code = row->kind == ROW_HOTSPOT && table_is_of_lines(table);

    json_member(json, TEXT("object"), row->object);
    json_member(json, TEXT("file"), row->file);
    json_member(json, TEXT("function"), row->function);
    if (row->inlined == INLINED_PARTLY)
        json_member(json, TEXT("inlined"), TEXT("partly"));
    if (row->inlined == INLINED_WHOLLY) {
        json_boolean_member(json, TEXT("inlined"), true);
    }
    json_member(json, table->by, row->label);
    json_member_if_any(json, TEXT("time_range"), row->time_range);
    json_member_if_any(json, TEXT("trigger"), row->trigger);
    if (row->kind == ROW_LINE || is_line_of_code) {
        write_line_number(json, row->line, row->old.line_change == LINE_GONE);
        json_member(json, TEXT("text"), row->text);
    }
    if (row->kind == ROW_INSTRUCTION ||
        (row->kind == ROW_HOTSPOT && table_has(table, COLUMN_ADDRESS)))
        write_instruction(json, row);
    if (row->kind == ROW_CALLEE && row->target != 0)
        json_address(json, row->target);
}

void json_jump(struct json *json, const struct jump_facts *jump)
{
    json_begin(json, '{');
    json_member_if_any(json, TEXT("file"), jump->file);
    json_member_if_any(json, TEXT("function"), jump->function);
    if (jump->line != 0)
        write_line_number(json, jump->line, false);
    if (jump->address != 0)
        json_address(json, jump->address);
    if (jump->times != 0)
        json_number_member(json, TEXT("times"), jump->times);
    if (jump->executed != 0 || jump->followed != 0) {
        json_number_member(json, TEXT("taken"), jump->followed);
        json_number_member(json, TEXT("executed"), jump->executed);
        json_boolean_member(json, TEXT("exact"), !jump->is_bound);
    }
    json_member_if_any(json, TEXT("course"), text_of(jump_course_name(jump->course)));
    json_end(json, '}');
}

void json_old(struct json *json, const struct table *table, const struct table_row *row)
{
    const struct old_row *old = &row->old;

    json_member_if_any(json, TEXT("status"), text_of(change_name(old->change)));
    if (table_is_of_lines(table))
        json_member(json, TEXT("source"), text_of(line_change_name(old->line_change)));
    json_begin_member(json, TEXT("old"), '{');
    json_member(json, TEXT("object"), old->object);
    json_member(json, TEXT("file"), old->file);
    json_member(json, TEXT("function"), old->function);
    if (table_is_of_lines(table))
        write_line_number(json, old->line, old->line_change == LINE_NEW);
    json_column(json, "calls", table, row, COLUMN_OLD_CALLS);
    json_costs(json, TEXT("self"), table, row->self, PART_OLD);
    json_costs(json, TEXT("inclusive"), table, row->inclusive, PART_OLD);
    json_end(json, '}');
    if (!json_has_ratios(table))
        return;
    json_begin_member(json, TEXT("new"), '{');
    json_costs(json, TEXT("self"), table, row->self, PART_NEW_RATIO);
    json_costs(json, TEXT("inclusive"), table, row->inclusive, PART_NEW_RATIO);
    json_end(json, '}');
}

/* Writes an end of what several runs have. */
static void write_noise_end(struct json *json, const char *key, const struct table *table,
                            const struct table_row *row, bool is_most)
{
    enum figure_part part = is_most ? PART_NOISE_MOST : PART_NOISE_LEAST;

    json_begin_member(json, text_of(key), '{');
    json_column(json, "calls", table, row, is_most ? COLUMN_MOST_CALLS : COLUMN_LEAST_CALLS);
    json_costs(json, TEXT("self"), table, row->self, part);
    json_costs(json, TEXT("inclusive"), table, row->inclusive, part);
    json_end(json, '}');
}

void json_noise(struct json *json, const struct table *table, const struct table_row *row)
{
    json_begin_member(json, TEXT("noise"), '{');
    write_noise_end(json, "least", table, row, false);
    write_noise_end(json, "most", table, row, true);
    json_end(json, '}');
}
