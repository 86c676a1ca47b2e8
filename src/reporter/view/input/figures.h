/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_INPUT_FIGURES_H
#define QUERN_REPORTER_VIEW_INPUT_FIGURES_H

/*
 * Makes figures and tables from rows of cost, for all views. Which events are shown was decided
 * before. A cost that does not fit into 64 bits marks its event: see events_fit(), which is asked
 * after each section and each block of rows.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rank.h"
#include "base/error.h"
#include "reporter/columns.h"
#include "reporter/table.h"

struct inclusive;
struct row_figures;
struct warnings;

struct figures {
    const struct profile *profile;
    const struct costs *total;   /* a row: of the program; in a difference how it changed */
    const struct costs *base;    /* a row: what percentages are of; in a difference the old total */
    const int64_t *ceilings;     /* by event: see program_ceilings() */
    const int64_t *old_ceilings; /* of a difference, of its old side */
    const struct costs *total_noise; /* by further run: a row, of its program */
    size_t n_noise;                  /* further runs */
    const size_t *shown;             /* event ids, by event of the table */
    size_t n_shown;
    size_t measured; /* index in shown of the event that rows are ranked by, if it is there */
    struct sorting sorting; /* what rows and calls are ranked by */
    bool is_difference;
};

/* Returns the cost of the program, which is one row. */
struct row_costs figures_total(const struct figures *figures);

/*
 * Sets the figures of a row of cost, one for each event, with bounds marked. In a difference the
 * costs are the change: where they have the old ones both sides are set, else the change is the new
 * side.
 */
void figures_fill(const struct figures *figures, struct row_costs costs, size_t row,
                  struct figure *into);

/* Makes the figures in the arena of a table's rows. */
const struct figure *figures_make(const struct figures *figures, struct row_costs costs, size_t row,
                                  struct table_rows *rows);

/* Returns the figure of a count, which in a difference is how it changed. */
struct figure figures_count(const struct figures *figures, int64_t count, int64_t old);

/* Returns the figure of the calls of a row that has some, with their spread over further runs. */
struct figure figures_calls(const struct figures *figures, const struct row_figures *by_row,
                            row_id id);

/*
 * Checks that shown derived events fit into 64 bits, in all rows and calls, in lines that are kept
 * and in the program's total, before anything is printed.
 */
bool figures_fit(const struct figures *figures, const struct row_figures *by_row,
                 struct error *error);

/*
 * Returns the shown events with their names and totals, and no extent yet; there is room for
 * n_events. The caller frees them.
 */
struct table_event *figures_events(const struct figures *figures, size_t n_events);

/* Takes a row of cost into account for the extent of its figures. */
void figures_include(const struct figures *figures, struct table_event *events,
                     struct row_costs costs, size_t row);

/*
 * Returns a table of the shown events, whose columns are emptied, if it has some; the caller adds
 * them, and sets what makes its rows.
 */
struct table figures_table(const struct figures *figures, const struct table_event *events,
                           struct columns *columns);

/*
 * Returns the slices of rows as a table shows them, by the first shown event; NULL where there are
 * none. The caller frees them.
 */
struct table_slice *figures_slices(const struct figures *figures, const struct row_figures *by_row);

/* Sets what a slice has of a row in a shown event. Returns false where the row is not in it. */
bool figures_find_in_slice(const struct figures *figures, const struct row_figures *by_row,
                           uint32_t row, size_t slice, size_t event, struct figure *into);

/* Sets the names of a row in a table's row. */
void figures_name_row(const struct rows *rows, row_id id, struct table_row *row);

/* Returns whether code of a row, which may be many functions, was inlined into others. */
bool figures_has_inlined(const struct rows *rows, row_id id);

/*
 * Leaves of a row's calls what is known where what they call has inlined code. They are those that
 * were recorded: 0 is not given, nor is a change whose sides are not.
 */
void figures_limit_calls(const struct figures *figures, bool has_inlined, struct table_row *row);

/*
 * Returns the cost of a row in the event that rows are ranked by: the first key of
 * figures->sorting.
 */
int64_t figures_key(const struct figures *figures, struct row_costs costs, size_t row);

/*
 * Returns whether inclusive figures of a row, one for each shown event, exceed those of the whole
 * program, as they can if calls contradict self costs.
 */
bool figures_are_above(const struct figures *figures, const struct figure *row);

/* Warns, under the profile's name, where a row has such figures. */
void figures_warn(const struct figures *figures, const struct row_figures *by_row,
                  struct warnings *warnings);

/* Warns, under the profile's name, that there are such figures. */
void figures_warn_inconsistent(const struct figures *figures, struct warnings *warnings);

/* Sets what a row of a difference was and what became of it; does nothing without a difference. */
void figures_set_old(const struct figures *figures, const struct row_figures *by_row, row_id id,
                     struct table_row *row);

/*
 * Adds the row of a function or of other code to a table: its names, its figures and calls as far
 * as they were added up, and in a difference what it was.
 */
struct table_row *figures_add_row(const struct figures *figures, const struct row_figures *by_row,
                                  row_id id, enum table_row_kind kind, struct table_rows *rows);

/* Returns the name of a cycle, "<cycle 1>", in the rows' arena. */
struct text cycle_name(size_t number, struct table_rows *rows);

/* Adds the row of a cycle, of which only the inclusive cost is known. Cycles count from 0. */
void figures_add_cycle(const struct figures *figures, const struct inclusive *inclusive,
                       size_t cycle, size_t n_members, struct table_rows *rows);

#endif
