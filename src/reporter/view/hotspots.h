/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_HOTSPOTS_H
#define QUERN_REPORTER_VIEW_HOTSPOTS_H

/* Makes the table of hotspots, also for other views that rank rows. */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/rank.h"
#include "base/arena.h"
#include "base/error.h"
#include "reporter/table.h"
#include "reporter/view/input/figures.h"

struct row_figures;
struct view_input;

/* Holds the ranked rows. {0} is empty. */
struct hotspots_table {
    const struct view_input *input;
    const struct row_figures *by_row;
    struct columns columns;
    struct table_event *events;
    struct table_slice *slices; /* NULL where none has a column */
    struct ranking ranking;     /* item ids are row ids, and cycles from rows->count up */
    bool has_trend;             /* rows are inputs in their order, compared with the one before */
    bool is_by_name;            /* rows are runs of directories in the order of their names */
    bool has_inclusive;         /* it is shown */
    struct cell running;        /* the measured self cost of the rows so far */
    size_t n_rows, row;         /* places in the ranking: the end of what is shown, and the next */
    struct text *row_texts;     /* by place in the ranking; NULL where rows have none */
    struct arena texts;
};

/*
 * Ranks the rows that are not hidden and sets up the table of those shown. End with hotspots_end().
 */
void hotspots_begin(struct hotspots_table *hotspots, const struct view_input *input,
                    const struct row_figures *by_row, struct table *table);

/*
 * Adds the columns of the table: for programs, and for people; if it is brief, without those that
 * they can do without.
 */
void hotspots_add_columns(const struct hotspots_table *hotspots, const struct table *table,
                          bool is_brief);

void hotspots_end(struct hotspots_table *hotspots);

#endif
