/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_COLUMNS_H
#define QUERN_REPORTER_FORMAT_COLUMNS_H

/*
 * The columns of tables with costs: what they are called, and which value a row has in each.
 * Formats loop over them, and write a value by its kind alone.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "reporter/format/contents.h"
#include "reporter/table.h"

/* How many values a row has: one, or one for each event, or one for each ratio. */
enum column_width { PER_ROW, PER_EVENT, PER_RATIO };

/* The list of the row that a figure comes from. */
enum figure_list { NO_LIST, LIST_SELF, LIST_INCLUSIVE, LIST_CONTRIBUTION, LIST_SELF_OR_CALLED };

struct column_kind {
    const char *key; /* in JSON, and the heading in CSV */
    enum column_width width;
    enum figure_list list; /* the row's list, in a column of figures */
    enum figure_part part; /* the part of each figure in it */
};

extern const struct column_kind column_kinds[N_COLUMNS];

enum value_kind {
    VALUE_NONE, /* the row has no value */
    VALUE_TEXT,
    VALUE_COUNT,
    VALUE_LINE, /* a number from 1; 0 if it is on no line */
    VALUE_ADDRESS,
    VALUE_COST,
};

struct value {
    enum value_kind kind;
    struct text text;
    int64_t number;     /* the bits of an address */
    struct cell figure; /* a cost, or a count as one */
};

/* Returns the mean cost of a call, rounded towards 0; not given without calls, nor for a ratio. */
struct cell cost_per_call(struct cell cost, struct cell calls);

/* A row with what only the rows before it tell. */
struct placed_row {
    const struct table *table;
    const struct table_row *row;
    struct text parent; /* the function that it belongs to, or the path above it; may be empty */
    struct text path;   /* the names in a tree down to this row */
};

/* Returns the row's value in a column; the value for the event, where it has one for each. */
struct value column_value(enum column_id column, const struct placed_row *placed, size_t event);

#endif
