/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_JSON_JSON_PIECES_H
#define QUERN_REPORTER_FORMAT_JSON_JSON_PIECES_H

/* Writes what the rows of all tables have in JSON. */

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "reporter/format/columns.h"
#include "reporter/table.h"

struct json;

/* Writes a figure; null where it is not given. */
void json_cell(struct json *json, struct cell cell);

/* Writes that part of each event's figure, {"Ir": 10, ...}. */
void json_figures(struct json *json, const struct table *table, const struct figure *figures,
                  enum figure_part part);

/*
 * Writes a member with that part of each event's figure, "key": {"Ir": 10, ...}; nothing where
 * there are no figures.
 */
void json_costs(struct json *json, struct text key, const struct table *table,
                const struct figure *figures, enum figure_part part);

/*
 * Writes a member with the row's number in a column, or one for each event; nothing if it has none.
 */
void json_column(struct json *json, const char *key, const struct table *table,
                 const struct table_row *row, enum column_id column);

/* Writes an address as text, since not every reader of JSON has integers of 64 bits. */
void json_address(struct json *json, uint64_t address);

/* Writes the row's names as members; a label goes under what the table is by. */
void json_names(struct json *json, const struct table *table, const struct table_row *row);

/* Writes what a row of a difference was, as far as it is known, and what became of it. */
void json_old(struct json *json, const struct table *table, const struct table_row *row);

/* Writes the least and the most that further runs and the old one, or this one, have in the row. */
void json_noise(struct json *json, const struct table *table, const struct table_row *row);

/* Writes a jump that a line or an instruction makes, as an object. */
void json_jump(struct json *json, const struct jump_facts *jump);

/* Returns whether some event is a ratio. */
bool json_has_ratios(const struct table *table);

#endif
