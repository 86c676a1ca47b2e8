/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_JSON_JSON_TREE_H
#define QUERN_REPORTER_FORMAT_JSON_JSON_TREE_H

/* A call tree: each row is an object that has the rows below it. */

#include <stdbool.h>

struct error;
struct json;
struct table;

/* Writes the rows of the table as values of an array. Returns false when one of them fails. */
bool json_tree(struct json *json, const struct table *table, struct error *error);

#endif
