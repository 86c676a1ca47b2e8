/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_JSON_JSON_ROWS_H
#define QUERN_REPORTER_FORMAT_JSON_JSON_ROWS_H

/* The rows of tables that are not trees. */

#include <stdbool.h>

struct error;
struct json;
struct table;

/*
 * Writes main rows as values of an array, each an object; those that belong to it are in lists of
 * it, one for each kind. False when one of them fails.
 */
bool json_rows(struct json *json, const struct table *table, struct error *error);

#endif
