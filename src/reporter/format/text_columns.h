/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_TEXT_COLUMNS_H
#define QUERN_REPORTER_FORMAT_TEXT_COLUMNS_H

/* The columns of figures that tables of one event have, and how they are written. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "reporter/table.h"

struct text_writer;

/* Of the growth column, and between columns. */
enum { GROWTH_WIDTH = 10, GAP = 2 };

/* Where the columns are written, which there are and how wide. */
struct figure_columns {
    FILE *out;
    struct cell total;                   /* of the program */
    size_t cost, share, calls, per_call; /* widths */
    bool has_running, has_inclusive, has_calls, has_per_call;
    bool is_difference; /* counts with their sign */
    bool has_growth, has_inclusive_growth;
    size_t room; /* for names; 0: as much as they take */
    bool has_color;
};

/* In a terminal of that width the least important columns go first; 0: there is no limit. */
struct figure_columns figure_columns_of(const struct text_writer *writer, const struct table *table,
                                        size_t width);

/* A text that takes `columns` columns, at the right end of `width` of them. */
void write_right(FILE *out, const char *string, size_t columns, size_t width);

/* "." for what is not given; in a difference with its sign. */
void write_cost(const struct figure_columns *columns, struct cell cell, size_t width);

/*
 * The same with a mark before a lower bound, for which a column more is taken. The
 * difference of two may be anything.
 */
void write_bound(const struct figure_columns *columns, struct cell cell, size_t width);

/* In percent of a total, tinted by how much it is, or not. */
void write_plain_share(const struct figure_columns *columns, struct cell cell, struct cell total);
void write_share(const struct figure_columns *columns, struct cell cell, struct cell total);

/* A change in percent of what it was. */
void write_growth(FILE *out, struct cell change, struct cell old, enum change kind);

/* "." for rows without calls. */
void write_calls(const struct figure_columns *columns, const struct table_row *row, size_t width);
void write_per_call(const struct figure_columns *columns, const struct table_row *row,
                    size_t width);

#endif
