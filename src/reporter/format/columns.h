/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_COLUMNS_H
#define QUERN_REPORTER_FORMAT_COLUMNS_H

/*
 * The columns of tables with costs: which there are, in which tables, and what a row has in each.
 * Formats go through them, and write a value by its kind alone.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "reporter/report.h"

/* In the order in which CSV has them: new ones are appended. */
enum column_id {
    COLUMN_KIND,
    COLUMN_PARENT,
    COLUMN_OBJECT,
    COLUMN_FILE,
    COLUMN_FUNCTION,
    COLUMN_LINE,
    COLUMN_CALLS,
    COLUMN_SELF,
    COLUMN_INCLUSIVE,
    COLUMN_EXACT,
    COLUMN_STATUS,
    COLUMN_OLD_OBJECT,
    COLUMN_OLD_FILE,
    COLUMN_OLD_FUNCTION,
    COLUMN_OLD_CALLS,
    COLUMN_OLD_LINE,
    COLUMN_SOURCE,
    COLUMN_OLD_SELF,
    COLUMN_OLD_INCLUSIVE,
    COLUMN_NEW_SELF,
    COLUMN_NEW_INCLUSIVE,
    COLUMN_CHANGE,
    COLUMN_TIME_RANGE,
    COLUMN_TRIGGER,
    COLUMN_ADDRESS,
    COLUMN_INSTRUCTION,
    COLUMN_TO_FILE,
    COLUMN_TO_FUNCTION,
    COLUMN_TO_LINE,
    COLUMN_TO_ADDRESS,
    COLUMN_TIMES,
    COLUMN_TAKEN,
    COLUMN_EXECUTED,
    COLUMN_COURSE,
    COLUMN_PATH,
    COLUMN_LEFT_OUT,
    COLUMN_LOWER_SELF,
    COLUMN_LOWER_INCLUSIVE,
    COLUMN_UPPER_SELF,
    COLUMN_UPPER_INCLUSIVE,
    N_COLUMNS
};

/* How many values a row has: one, or one for each event, or for each that is a ratio. */
enum column_width { PER_ROW, PER_EVENT, PER_RATIO };

struct column_kind {
    const char *key; /* in JSON, and the heading in CSV */
    enum column_width width;
    /* Whether the table of a section has it; NULL: all with costs have. */
    bool (*is_in)(const struct section *section);
    const char *heading; /* for people; NULL: none of theirs has this column */
    const char *unit;    /* what follows a figure that has no heading in text */
};

extern const struct column_kind column_kinds[N_COLUMNS];

/*
 * What a caller or a callee has beside its names, up to N_COLUMNS. Its cost, COLUMN_INCLUSIVE, goes
 * first where people read it, with its shares.
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
