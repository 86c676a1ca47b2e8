/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_TEXT_COLUMNS_H
#define QUERN_REPORTER_FORMAT_TEXT_COLUMNS_H

/* The columns of figures that tables of one event have, and how they are written. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "reporter/format/tint.h"
#include "reporter/table.h"

/* Of the growth column, and between columns. */
enum { GROWTH_WIDTH = 10, GAP = 2 };

/* Which columns there are and how wide. */
struct layout {
    size_t cost, share, calls, per_call; /* widths */
    bool has_running, has_inclusive, has_calls, has_per_call;
    bool is_difference; /* counts with their sign */
    bool has_growth, has_inclusive_growth;
    size_t room; /* for names; 0: as much as they take */
    bool has_color;
};

/* In a terminal of that width the least important columns go first; 0: there is no limit. */
struct layout lay_out(const struct table *table, size_t width, bool has_color);

static inline size_t at_least(size_t width, size_t least)
{
    return width > least ? width : least;
}

/* The columns that a count takes. */
size_t count_width(int64_t value);

/* A text of so many columns, at the right end of `width` of them. */
void write_right(FILE *out, const char *string, size_t columns, size_t width);

/* "." for what is not given; in a difference with its sign. */
void write_cost(FILE *out, const struct layout *layout, struct cell cell, size_t width);

/*
 * The same with a mark before a lower bound, for which a column more is taken. The
 * difference of two may be anything.
 */
void write_bound(FILE *out, const struct layout *layout, struct cell cell, size_t width);

/* In percent of a total, tinted by how much it is, or not. */
void write_plain_share(FILE *out, const struct layout *layout, struct cell cell, struct cell total);
void write_share(FILE *out, const struct layout *layout, struct cell cell, struct cell total);

/* A change in percent of what it was. */
void write_growth(FILE *out, struct cell change, struct cell old, const struct table_row *row);

void write_calls(FILE *out, const struct layout *layout, int64_t calls, size_t width);
void write_per_call(FILE *out, const struct layout *layout, const struct table_row *row,
                    size_t width);

#endif
