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

/* The width of the growth column, the gap between columns, and the room that names should have. */
enum { GROWTH_WIDTH = 10, GAP = 2, ROOM_FOR_NAMES = 32 };

/* The width of what became of a run, with a gap before it. */
enum { VERDICT_WIDTH = GAP + 9 };

/*
 * The columns of an event. A ratio has no share; in a difference it has what it is, what it was,
 * and how many points it changed.
 */
struct event_columns {
    size_t event; /* its place in the table */
    struct text name;
    struct cell base; /* shares are percentages of this */
    size_t cost;      /* width; without a column of inclusive cost it is cost_alone */
    size_t cost_alone;
    bool has_share, has_inclusive, is_ratio;
    bool has_old; /* in a difference, a ratio also has what it was, and the change */
};

/* Which columns are written, where, and how wide they are. */
struct figure_columns {
    const struct text_writer *writer;
    FILE *out; /* the writer's */
    const struct table *table;
    struct event_columns *events; /* in the table's order */
    size_t n_events;
    size_t measured;               /* the event among them that rows are ranked by */
    bool is_of_several;            /* the table has several events: headings name them */
    size_t event_gap;              /* between the columns of two events */
    size_t share, calls, per_call; /* widths */
    bool has_running, has_calls, has_per_call;
    column_set of_calls; /* the columns of callers and callees in --peek */
    bool has_growth, has_inclusive_growth;
    bool has_trend, has_trend_growth; /* how costs changed since the row before; in percent too */
    size_t n_slices;                  /* of the table's slices, the first ones that have columns */
    size_t room;                      /* columns for names; 0 for no limit */
    const struct palette *palette;    /* NULL: no colours */
};

/* Returns all columns of the table. Free with figure_columns_free(). */
struct figure_columns figure_columns_of(const struct text_writer *writer,
                                        const struct table *table);
void figure_columns_free(struct figure_columns *columns);

/*
 * Leaves out the table's least important columns until names have `wanted` columns of the writer's
 * terminal, if there is one, beside `others`, which something else takes. Events go last, and the
 * writer's notes name those left out.
 */
void figure_columns_fit(struct figure_columns *columns, const struct text_writer *writer,
                        const struct table *table, size_t others, size_t wanted);

/* Returns the width of a slice's column, and of how the last slice differs from the first. */
size_t slice_width(const struct figure_columns *columns, size_t slice);
size_t slices_change_width(const struct figure_columns *columns);

/* Puts a name before those of a list, "A, B". */
void prepend_name(struct buffer *names, struct text name);

/* Notes that events have no room; only once where several tables leave out the same. */
void tell_left_out(const struct text_writer *writer, const char *names);

/* Returns the width of all columns, with a gap after them. */
size_t figure_columns_width(const struct figure_columns *columns);

/* Returns the columns of the event that rows are ranked by. */
static inline const struct event_columns *measured_event(const struct figure_columns *columns)
{
    return &columns->events[columns->measured];
}

/*
 * Writes "self" where there is only one event and it is no ratio, else its name; the second
 * function writes "inclusive" or "incl(Ir)".
 */
void write_self_heading(const struct figure_columns *columns, size_t event, size_t width);
void write_inclusive_heading(const struct figure_columns *columns, size_t event, size_t width);

/* Writes a text that takes `columns` columns, at the right end of `width` of them. */
void write_right(FILE *out, const char *string, size_t columns, size_t width);

/* Writes a cost, or "." where it is not given; the first function adds a sign in a difference. */
void write_cost(const struct figure_columns *columns, struct cell cell, size_t width);
void write_plain_cost(FILE *out, struct cell cell, size_t width);

/*
 * Writes a cost after a gap of at least GAP. A mark before a lower bound takes one more column; if
 * it has two characters, it also takes one of the gap. A difference of two bounds may be anything.
 */
void write_bound(const struct figure_columns *columns, struct cell cell, size_t gap, size_t width);

/* Writes a cost in percent of the base; the second function tints it by how much it is. */
void write_plain_share(const struct figure_columns *columns, struct cell cell, struct cell base);
void write_share(const struct figure_columns *columns, struct cell cell, struct cell base);

/* Writes a change in percent of the old figure. */
void write_growth(FILE *out, struct cell change, struct cell old, enum change kind);

/*
 * Writes what stands in a difference beside a ratio's own column: what it was, and how it changed.
 */
void write_ratio_growth_heading(const struct figure_columns *columns,
                                const struct event_columns *event);
void write_ratio_growth(const struct figure_columns *columns, const struct event_columns *event,
                        const struct figure *ratio);

/* Writes what became of a run, or its heading, where the table has that. */
void write_verdict_heading(FILE *out, bool has_verdicts);
void write_verdict(const struct figure_columns *columns, const struct table_row *row,
                   bool has_verdicts);

/* Writes what a call cost, with the gap before it and the mark of a bound, or "." without calls. */
void write_per_call(const struct figure_columns *columns, const struct table_row *row);

#endif
