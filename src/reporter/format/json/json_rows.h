/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_JSON_JSON_ROWS_H
#define QUERN_REPORTER_FORMAT_JSON_JSON_ROWS_H

/* Writes the rows of tables: each is an object, in a list of the row that it belongs to. */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "reporter/format/contents.h"

struct error;
struct json;

/* The rows that enclose the next one. {0} for none. */
struct json_nesting {
    size_t depth;            /* number of open objects, each in a list of the one before */
    struct text list, above; /* the list that is open in the last of them, and the one it is in */
    bool is_one_list;        /* all rows are in one list, as the steps of a path are */
};

/* Writes all rows of a table. Returns false when one fails. */
bool json_rows(struct json *json, const struct table *table, struct error *error);

/*
 * Writes a row without its end, after ending the previous one; the second function ends the last
 * one.
 */
void json_row(struct json *json, const struct table *table, const struct table_row *row,
              struct json_nesting *open);
void json_rows_end(struct json *json, struct json_nesting *open);

/*
 * Writes part of each event's figure, {"Ir": 10, ...}, after the key if any; nothing if there are
 * no figures. A page, which has many, gets an array by event, [10, ...].
 */
void json_figures(struct json *json, struct text key, const struct table *table,
                  const struct figure *figures, enum figure_part part);

/* Writes an address as text, since not every reader of JSON has integers of 64 bits. */
void json_address(struct json *json, uint64_t address);

/* Returns whether some event is a ratio. */
bool json_has_ratios(const struct table *table);

#endif
