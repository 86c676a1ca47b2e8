/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_TEXT_COLUMNS_H
#define QUERN_REPORTER_FORMAT_TEXT_COLUMNS_H

/* The columns of figures that a table has for each event, and how they are written. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "reporter/table.h"

struct buffer;
struct text_writer;

/* Of the growth column, between columns, and what names are to have on a terminal. */
enum { GROWTH_WIDTH = 10, GAP = 2, ROOM_FOR_NAMES = 32 };

/* Of an event. A ratio has no share; in a difference it has what it is, what it was, and points. */
struct event_columns {
    size_t event; /* its place in the table */
    struct text name;
    struct cell base; /* what shares are of */
    size_t cost;      /* width; and without a column of inclusive cost: */
    size_t cost_alone;
    bool has_share, has_inclusive, is_ratio;
    bool has_old; /* of a ratio in a difference: what it was, and the change */
};

/* Where the columns are written, which there are and how wide. */
struct figure_columns {
    const struct text_writer *writer;
    FILE *out; /* the writer's */
    const struct table *table;
    struct event_columns *events; /* in the table's order */
    size_t n_events;
    size_t measured;               /* among them: what the rows are ranked by */
    bool is_of_several;            /* the table is of several events: headings name them */
    size_t event_gap;              /* between those of two events */
    size_t share, calls, per_call; /* widths */
    bool has_running, has_calls, has_per_call;
    column_set of_calls; /* what callers and callees have, in --peek */
    bool has_growth, has_inclusive_growth;
    bool has_trend, has_trend_growth; /* how costs changed since the row before; in percent too */
    size_t room;                      /* for names; 0: as much as they take */
    bool has_color;
};

/* All columns of the table. figure_columns_free() gives the events back. */
struct figure_columns figure_columns_of(const struct text_writer *writer,
                                        const struct table *table);
void figure_columns_free(struct figure_columns *columns);

/*
 * Leaves the table's least important columns out until names have `wanted` columns of the writer's
 * terminal for themselves, where there is one, beside `others` which are not those here. The last
 * to go are events, of which the writer's notes tell.
 */
void figure_columns_fit(struct figure_columns *columns, const struct text_writer *writer,
                        const struct table *table, size_t others, size_t wanted);

/* Puts a name before those of a list, "A, B". */
void prepend_name(struct buffer *names, struct text name);

/* Notes that events have no room; once, where several tables leave out the same. */
void tell_left_out(const struct text_writer *writer, const char *names);

/* What all of the columns take, with a gap after them. */
size_t figure_columns_width(const struct figure_columns *columns);

/* The event that rows are ranked by. */
static inline const struct event_columns *measured_event(const struct figure_columns *columns)
{
    return &columns->events[columns->measured];
}

/*
 * "self" where there is one event and that is no ratio, else its name; likewise "inclusive" and
 * "incl(Ir)".
 */
void write_self_heading(const struct figure_columns *columns, size_t event, size_t width);
void write_inclusive_heading(const struct figure_columns *columns, size_t event, size_t width);

/* A text that takes `columns` columns, at the right end of `width` of them. */
void write_right(FILE *out, const char *string, size_t columns, size_t width);

/* "." for what is not given; in a difference with its sign, or likewise without. */
void write_cost(const struct figure_columns *columns, struct cell cell, size_t width);
void write_plain_cost(FILE *out, struct cell cell, size_t width);

/*
 * The same after a gap of at least GAP, with a mark before a lower bound, for which a column more
 * is taken; where the mark has two, one of the gap's. The difference of two may be anything.
 */
void write_bound(const struct figure_columns *columns, struct cell cell, size_t gap, size_t width);

/* In percent of the base, tinted by how much it is, or not. */
void write_plain_share(const struct figure_columns *columns, struct cell cell, struct cell base);
void write_share(const struct figure_columns *columns, struct cell cell, struct cell base);

/* A change in percent of what it was. */
void write_growth(FILE *out, struct cell change, struct cell old, enum change kind);

/* What beside a ratio's own column there is in a difference: what it was, and how it changed. */
void write_ratio_growth_heading(const struct figure_columns *columns,
                                const struct event_columns *event);
void write_ratio_growth(const struct figure_columns *columns, const struct event_columns *event,
                        const struct figure *ratio);

/* "." for rows without calls. */
void write_calls(const struct figure_columns *columns, const struct table_row *row, size_t width);
void write_per_call(const struct figure_columns *columns, const struct table_row *row,
                    size_t width);

#endif
