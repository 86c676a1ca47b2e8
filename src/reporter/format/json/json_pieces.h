/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_JSON_JSON_PIECES_H
#define QUERN_REPORTER_FORMAT_JSON_JSON_PIECES_H

/* What the rows of all tables have in JSON. */

#include <stdbool.h>

#include "base/text.h"
#include "reporter/format/columns.h"
#include "reporter/table.h"

struct json;

/* A figure; null where it is not given. */
void json_cell(struct json *json, struct cell cell);

/* A member with a figure for each column: "key": {"Ir": 10, ...} */
void json_costs(struct json *json, struct text key, const struct table *table,
                const struct cell *cells);

/* A member with what the row has in a column, or in one for each event; nothing for nothing. */
void json_column(struct json *json, const struct placed_row *placed, enum column_id column,
                 const char *key);

/* Likewise one end of the range of each cell; null where it is not known. */
void json_range_ends(struct json *json, struct text key, const struct table *table,
                     const struct cell_range *ranges, const struct cell *cells, bool is_upper);

/* The names that a row has, as members; a label goes under what the table is by. */
void json_names(struct json *json, const struct table *table, const struct table_row *row);

/* What a row of a difference was, as far as it is known, and what became of it. */
void json_old(struct json *json, const struct table *table, const struct old_table_row *old);

/* A jump that a line or an instruction makes, as an object. */
void json_jump(struct json *json, const struct jump_facts *jump);

/* Whether the inclusive cost is known. */
void json_exact(struct json *json, bool is_exact);

/* Whether some column is of a ratio. */
bool json_has_ratios(const struct table *table);

#endif
