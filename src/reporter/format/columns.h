/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_COLUMNS_H
#define QUERN_REPORTER_FORMAT_COLUMNS_H

/*
 * The columns of tables with costs: what they are called, and what a row has in each. Formats go
 * through them, and write a value by its kind alone.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "reporter/table.h"

/* How many values a row has: one, or one for each event, or for each that is a ratio. */
enum column_width { PER_ROW, PER_EVENT, PER_RATIO };

/* Which of a row's lists a figure is of. */
enum figure_list { NO_LIST, LIST_SELF, LIST_INCLUSIVE };

/* What is written of a figure. */
enum figure_part {
    PART_SHOWN,
    PART_OLD,
    PART_NEW_RATIO, /* of ratios alone: other new figures follow from the old ones and the change */
    PART_CHANGE,    /* since the row before */
    PART_LEAST,     /* the ends of the range of what is shown */
    PART_MOST,
};

/* Not given where the figure has no such part. */
struct cell figure_part(const struct table *table, const struct figure *figure,
                        enum figure_part part);

struct column_kind {
    const char *key; /* in JSON, and the heading in CSV */
    enum column_width width;
    enum figure_list list; /* of a column of figures: which of the row's, */
    enum figure_part part; /* and what of each */
    bool is_always_in_csv; /* also where the table does not have it */
    const char *heading;   /* for people; NULL: none of theirs has this column */
    const char *unit;      /* what follows a figure that has no heading in text */
};

extern const struct column_kind column_kinds[N_COLUMNS];

/*
 * What a caller or a callee has beside its names, up to N_COLUMNS, where the table has it. Its
 * cost, COLUMN_INCLUSIVE, goes first where people read it, with its shares.
 */
extern const enum column_id call_columns[];

enum value_kind {
    VALUE_NONE, /* the row has none */
    VALUE_TEXT,
    VALUE_COUNT,
    VALUE_LINE, /* a number from 1; 0: it is on no line */
    VALUE_ADDRESS,
    VALUE_COST,
};

struct value {
    enum value_kind kind;
    struct text text;
    int64_t number;     /* of an address its bits */
    struct cell figure; /* a cost; and a count as one */
};

/* A cost in the mean of all calls, rounded towards 0; not given without calls, nor of a ratio. */
struct cell cost_per_call(struct cell cost, struct cell calls);

/* A row, and what only those before it tell. */
struct placed_row {
    const struct table *table;
    const struct table_row *row;
    struct text parent; /* the function that it belongs to, or the path above it; may be empty */
    struct text path;   /* of a row of a tree */
};

/* What a row has in a column; of an event, where it has a value for each. */
struct value column_value(enum column_id column, const struct placed_row *placed, size_t event);

#endif
