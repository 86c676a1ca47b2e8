/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_JSON_JSON_ROWS_H
#define QUERN_REPORTER_FORMAT_JSON_JSON_ROWS_H

/* The rows of tables. */

#include <stdbool.h>

struct error;
struct json;
struct table;
struct table_row;

/*
 * Writes main rows as objects in an array; the rows that belong to each are in its lists, one for
 * each kind. Returns false when a row fails.
 */
bool json_rows(struct json *json, const struct table *table, struct error *error);

/* Writes an item of such a list. */
void json_related(struct json *json, const struct table *table, const struct table_row *row);

/*
 * Writes the rows of a call tree as objects in an array, each of which has the rows below it.
 * Returns false when a row fails.
 */
bool json_tree(struct json *json, const struct table *table, struct error *error);

/*
 * Writes causes as objects in an array, each with a list of its terms. Returns false when a row
 * fails. See json_causes.c.
 */
bool json_causes(struct json *json, const struct table *table, struct error *error);

/*
 * Does so for one row after the other, and ends the last cause. *has_terms is false at first, and
 * then whether a list of terms is open.
 */
void json_cause_row(struct json *json, const struct table *table, const struct table_row *row,
                    bool *has_terms);
void json_cause_end(struct json *json, bool *has_terms);

#endif
