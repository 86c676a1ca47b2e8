/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_COLUMNS_H
#define QUERN_REPORTER_COLUMNS_H

/*
 * Defines the columns of a table. A column is everything that is shown: one with a key is written
 * for programs, in the order of the list, and one with a heading is laid out for people. A view
 * makes the list from the columns and functions below; a format loops over it, and writes a value
 * by its kind alone.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/kinds.h"
#include "base/text.h"
#include "reporter/table.h"

enum value_kind {
    VALUE_COST,   /* a cost, a count or a ratio */
    VALUE_SHARE,  /* a figure in percent of the base */
    VALUE_GROWTH, /* a change in percent of the base, which is what it was before */
    VALUE_TEXT,
    VALUE_LINE, /* a number above 0 */
    VALUE_ADDRESS,
    VALUE_NONE,
};

/* Holds what stands in a cell. */
struct value {
    enum value_kind kind;
    struct text text;
    uint64_t number;
    struct cell figure, base;
    enum change change; /* of a growth: one side alone has it */
    bool has_sign;      /* a figure above 0 has its '+' */
    bool has_tint;      /* a text stands out; a share is tinted by its size */
};

/* Names the list of a row that a figure comes from. */
enum figure_list {
    NO_LIST,
    LIST_SELF,
    LIST_INCLUSIVE,
    LIST_CONTRIBUTION,
    LIST_INCLUSIVE_OR_SELF, /* what the row is about, where that is one cost */
};

/* Lists what columns go by for want of room: they go one rank at a time, the lowest first. */
enum column_rank {
    RANK_ABSENT, /* such a column is not made */
    RANK_KEPT,   /* never */
    RANK_PER_CALL,
    RANK_RUNNING,     /* up to here, also where people are to read a few columns alone */
    RANK_TREE_GROWTH, /* the ranges of a tree say more */
    RANK_LISTED_GROWTH,
    RANK_CALLS,
    RANK_INCLUSIVE_GROWTH,
    RANK_OTHER_INCLUSIVE, /* of events that rows are not ranked by */
    RANK_INCLUSIVE,
    RANK_SHARES, /* likewise, or those of a trend, which say least */
    RANK_OLD_RATIOS,
    RANK_TREND_GROWTH,
    RANK_EVENTS,        /* from here on: an event or a slice each, which a note names */
    RANK_OLD = 1 << 30, /* the new cost and the change imply the old cost */
};

/* Names what has a member that a column shows. */
enum member_owner { OWNER_ROW, OWNER_EVENT, OWNER_JUMP, OWNER_CONDITION, OWNER_TERM };

/* Says where a cell is, with what only the rows before it say. */
struct cell_place {
    const struct table *table;
    const struct table_row *row;
    const struct column *column;
    struct text parent; /* the function that it belongs to, or the path above it; may be empty */
    struct text path;   /* the names in a tree down to this row */
};

struct column {
    const char *key;     /* in CSV, and in JSON where that asks for it; NULL: people alone see it */
    struct text heading; /* without pointer: programs alone read it */
    struct value (*cell)(const struct cell_place *at);
    enum value_kind kind;    /* how it shows a figure */
    enum figure_list list;   /* of the row, in a column of figures: there is one for each event */
    enum figure_part part;   /* of the figure, or of the calls */
    size_t event;            /* its place in the table */
    size_t slice;            /* its number, from 1; 0: it is of none */
    enum member_owner owner; /* of a column that shows a member: what has it, */
    size_t member;           /* and where it is there */
    unsigned rank;
    size_t width;         /* at least, in text */
    bool is_marked;       /* a share that stands alone says whether it is an estimate */
    bool is_left;         /* its cells are words, aligned at the left */
    bool skips_unchanged; /* of most rows nothing changed, which is not said of each */
};

/* Holds the columns of a table. {0} is empty. */
struct columns {
    struct column *items;
    size_t count, capacity;
    struct arena arena; /* of headings */
};

void columns_free(struct columns *columns);

/* Returns the first column with that key, which those of other events follow; NULL: there is none.
 */
const struct column *columns_find(const struct columns *columns, const char *key);

/*
 * Columns for programs, in lists that end with an empty one. A table has names first, and then of
 * the others those that it needs, in this order.
 */
extern const struct column name_keys[], trend_keys[], span_keys[], instruction_keys[], jump_keys[],
    path_keys[], event_keys[], cause_keys[], noise_keys[], inlined_keys[];

/* Adds the columns of a list, those of figures once for each event. */
void columns_add_keys(const struct table *table, const struct column *list);

/* Adds what a difference has for programs after names, also of lines. */
void columns_add_old_keys(const struct table *table, bool are_lines);

/* Adds for programs, after all others, what each slice has of each event. */
void columns_add_slice_keys(const struct table *table);

/* Columns for people. */
extern const struct column verdict_column, address_column, line_column, new_line_column,
    old_line_column, calls_column, per_call_column, running_column, self_share_column, trend_column,
    trend_growth_column;

/*
 * Adds a column, and returns it, good until the next one is added. One of an event that rows are
 * not ranked by goes with that event where it would be kept otherwise.
 */
struct column *columns_add(const struct table *table, const struct column *kind,
                           enum figure_list list, size_t event, unsigned rank);

/* Adds a cost and its share; in a difference how it changed, of a ratio also what it was. */
void columns_add_cost(const struct table *table, enum figure_list list, size_t event, unsigned rank,
                      unsigned share_rank, unsigned growth_rank);

/* Adds both sides of a cost and how it changed. */
void columns_add_sides(const struct table *table, enum figure_list list, size_t event,
                       unsigned old_rank, unsigned growth_rank, bool skips_unchanged);

/* Adds the cost of a peeked row; without a difference its share is of the function. */
void columns_add_peeked(const struct table *table, size_t event);

/* Adds what each slice has of the first event; where there is no room the last ones go. */
void columns_add_slices(const struct table *table, bool are_compared);

/* Returns the row's figure in a column; NULL where it has none of that list. */
const struct figure *column_figure(const struct column *column, const struct table_row *row);

#endif
