/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/page.h"

#include <inttypes.h>
#include <stdio.h>

#include "reporter/format/contents.h"
#include "reporter/format/json/json_rows.h"
#include "reporter/format/json/json_writer.h"
#include "reporter/report.h"

/* Which parts are open: the lines of a file, one of them, a list of its calls or jumps. */
struct listing_block {
    struct json *json;
    const struct table *table;
    bool is_in_code, is_in_line;
    struct text list; /* its key; empty: none is open */
};

static bool any_is_given(const struct table *table, const struct figure *figures,
                         enum figure_part part)
{
    for (size_t i = 0; figures != NULL && i < table->n_events; i++)
        if (figure_part(table, &figures[i], part).is_given)
            return true;
    return false;
}

/* Writes a member with a figure for each event; null where the profile gave none of them. */
static void write_costs(const struct listing_block *block, struct text key,
                        const struct figure *figures, enum figure_part part)
{
    const struct table *table = block->table;
    struct json *json = block->json;

    json_key(json, key);
    if (!any_is_given(table, figures, part)) {
        json_null(json);
        return;
    }
    json_begin(json, '[');
    for (size_t i = 0; i < table->n_events; i++)
        json_cell(json, figure_part(table, &figures[i], part));
    json_end(json, ']');
}

/* Writes an address where it is known. */
static void write_address(struct json *json, uint64_t address)
{
    char text[24];

    if (address == 0)
        return;
    snprintf(text, sizeof text, "%" PRIx64, address);
    json_member(json, TEXT("address"), text_of(text));
}

/* Writes a line's number and text. A line that is gone, or cost on no line, has no number. */
static void write_number_and_text(struct json *json, const struct table_row *row)
{
    json_key(json, TEXT("line"));
    if (row->line == 0)
        json_null(json);
    else
        json_line_number(json, row->line);
    json_key(json, TEXT("text"));
    if (row->text.at == NULL)
        json_null(json);
    else
        json_text(json, row->text);
}

static void write_lanes(const struct listing_block *block, const unsigned char *lanes)
{
    if (lanes == NULL)
        return;
    json_key(block->json, TEXT("lanes"));
    json_begin(block->json, '[');
    for (size_t i = 0; i < block->table->n_lanes; i++)
        json_number(block->json, lanes[i]);
    json_end(block->json, ']');
}

static void write_old(const struct listing_block *block, const struct table_row *row)
{
    const struct old_row *old = &row->old;
    struct json *json = block->json;

    if (old->line_change != LINE_BY_NUMBER)
        json_member(json, TEXT("change"), text_of(line_change_name(old->line_change)));
    if (old->line != 0) {
        json_key(json, TEXT("old_line"));
        json_line_number(json, old->line);
    }
    json_key(json, TEXT("old"));
    json_begin(json, '{');
    write_costs(block, TEXT("self"), row->self, PART_OLD);
    if (row->inclusive != NULL)
        write_costs(block, TEXT("inclusive"), row->inclusive, PART_OLD);
    json_end(json, '}');
    if (!json_has_ratios(block->table))
        return;
    /* A change may be of points from or to no ratio at all: then it does not say what it is now. */
    write_costs(block, TEXT("ratios"), row->self, PART_NEW_RATIO);
    if (row->inclusive != NULL)
        write_costs(block, TEXT("inclusive_ratios"), row->inclusive, PART_NEW_RATIO);
}

/* Writes what a line or an instruction has of its own; its calls and jumps follow. */
static void write_line(const struct listing_block *block, const struct table_row *row)
{
    struct json *json = block->json;

    write_number_and_text(json, row);
    if (row->kind == ROW_INSTRUCTION) {
        write_address(json, row->address);
        write_lanes(block, row->lanes);
    }
    write_costs(block, TEXT("self"), row->self, PART_SHOWN);
    if (row->inclusive != NULL) {
        write_costs(block, TEXT("inclusive"), row->inclusive, PART_SHOWN);
        if (!figures_are_exact(row->inclusive, block->table->n_events)) {
            json_key(json, TEXT("bound"));
            json_boolean(json, true);
        }
    }
    if (row->has_old)
        write_old(block, row);
}

static void write_call(const struct listing_block *block, const struct table_row *row)
{
    struct json *json = block->json;

    json_begin(json, '{');
    json_member(json, TEXT("function"), row->function);
    json_member(json, TEXT("file"), row->file);
    json_member(json, TEXT("object"), row->object);
    if (row_calls(block->table, row).is_given)
        json_number_member(json, TEXT("calls"), row_calls(block->table, row).value);
    write_costs(block, TEXT("cost"), row->inclusive, PART_SHOWN);
    write_address(json, row->target);
    json_end(json, '}');
}

static void end_list(struct listing_block *block)
{
    if (block->list.length != 0)
        json_end(block->json, ']');
    block->list = (struct text){0};
}

static void end_line(struct listing_block *block)
{
    end_list(block);
    if (block->is_in_line)
        json_end(block->json, '}');
    block->is_in_line = false;
}

static void end_code(struct listing_block *block)
{
    end_line(block);
    if (block->is_in_code) {
        json_end(block->json, ']');
        json_end(block->json, '}');
    }
    block->is_in_code = false;
}

static void begin_code(struct listing_block *block, const struct table_row *row)
{
    struct json *json = block->json;

    end_code(block);
    json_begin(json, '{');
    json_member(json, TEXT("function"), row->function);
    json_member(json, TEXT("file"), row->file);
    json_member(json, TEXT("object"), row->object);
    json_key(json, TEXT("found"));
    json_text(json, row->text);
    json_key(json, TEXT("lines"));
    json_begin(json, '[');
    block->is_in_code = true;
}

static void begin_line(struct listing_block *block)
{
    end_line(block);
    json_begin_line(block->json);
    json_begin(block->json, '{');
    block->is_in_line = true;
}

/* Writes a call or a jump into the list of those of its line. */
static void write_item(struct listing_block *block, struct text list, const struct table_row *row)
{
    if (!text_equal(list, block->list)) {
        end_list(block);
        json_key(block->json, list);
        json_begin(block->json, '[');
        block->list = list;
    }
    if (row->kind != ROW_JUMP) {
        write_call(block, row);
        return;
    }
    json_begin(block->json, '{');
    json_jump(block->json, row->jump);
    json_end(block->json, '}');
}

static void write_row(struct listing_block *block, const struct table_row *row)
{
    switch (row->kind) {
    case ROW_LISTING:
        begin_code(block, row);
        break;
    case ROW_CALLEE:
        write_item(block, TEXT("calls"), row);
        break;
    case ROW_JUMP:
        write_item(block, TEXT("jumps"), row);
        break;
    case ROW_GAP:
        begin_line(block);
        json_key(block->json, TEXT("gap"));
        json_boolean(block->json, true);
        break;
    default:
        begin_line(block);
        write_line(block, row);
        break;
    }
}

bool listing_block_write(struct json *json, const struct section *section, struct error *error)
{
    struct listing_block block = {.json = json, .table = &section->table};
    const struct table_row *row;

    json_begin(json, '{');
    json_number_member(json, TEXT("function"), (int64_t)section->number);
    json_key(json, TEXT("codes"));
    json_begin(json, '[');
    while ((row = table_next_row(&section->table, json->out, error)) != NULL)
        write_row(&block, row);
    end_code(&block);
    json_end(json, ']');
    json_end(json, '}');
    return error->kind == ERROR_NONE;
}
