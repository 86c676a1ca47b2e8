/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_INPUT_FIGURES_H
#define QUERN_REPORTER_VIEW_INPUT_FIGURES_H

/*
 * From rows of cost to cells and columns: what all views need. Which events are shown was decided
 * before. A cost that does not fit into 64 bits marks its event: see events_fit(), which is asked
 * after each section and each row.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rank.h"
#include "base/error.h"
#include "reporter/table.h"

struct row_figures;
struct warnings;

struct figures {
    const struct profile *profile;
    const struct costs *total; /* a row: of the program; in a difference how it changed */
    const struct costs *base;  /* a row: what percentages are of; in a difference the old total */
    const size_t *shown;       /* event ids, by column */
    size_t n_shown;
    size_t measured;        /* the column that rows are ranked by, where it is one */
    struct sorting sorting; /* what rows and calls are ranked by */
    bool is_difference;
};

/* The self cost of rows, their inclusive cost, and the one row of the program. */
struct row_costs figures_self(const struct row_figures *of);
struct row_costs figures_inclusive(const struct row_figures *of);
struct row_costs figures_total(const struct figures *figures);

/*
 * The cells of a row of cost, one a column, with bounds marked. In a difference that of a ratio is
 * by how many points it changed.
 */
void figures_cells(const struct figures *figures, struct row_costs costs, size_t row,
                   struct cell *cells);

/*
 * What the cost of a row of a difference was and is. The costs are the change, and have the old
 * ones; where they do not have the new ones, what is given of the change is given now.
 */
void figures_sides(const struct figures *figures, struct row_costs costs, size_t row,
                   struct cell *old, struct cell *now);

/*
 * False when a shown derived event does not fit into 64 bits in some row of these costs, or in the
 * program's total: to be known before anything is printed.
 */
bool figures_fit(const struct figures *figures, const struct costs *const *all, size_t count,
                 struct error *error);

/*
 * Columns with the names and totals of the shown events, and no extent yet; there is room for
 * n_columns. The caller frees them.
 */
struct column *figures_columns(const struct figures *figures, size_t n_columns);

/* Takes a row of cost into account for the extent of the columns. */
void figures_include(const struct figures *figures, struct column *columns, struct row_costs costs,
                     size_t row);

/* Sets the names of a row in a table's row. */
void figures_name_row(const struct rows *rows, row_id id, struct table_row *row);

/* What the event that rows are ranked by is in a row of cost: the first key of figures->sorting. */
int64_t figures_key(const struct figures *figures, struct row_costs costs, size_t row);

/* Warns, under the profile's name, where calls contradict costs. */
void figures_warn(const struct figures *figures, const struct row_figures *of,
                  struct warnings *warnings);

/* The same where that is known. */
void figures_warn_inconsistent(const struct figures *figures, struct warnings *warnings);

/* What a row of a difference was in the old profile, for the table row that shows it. */
struct old_figures {
    const struct figures *figures;
    const struct row_figures *of;
    struct old_table_row row; /* of the row shown last */
    struct cell *self, *inclusive, *now, *inclusive_now;
};

/* Where `of` is not of a difference rows get nothing. old_figures_end() in any case. */
void old_figures_begin(struct old_figures *old, const struct figures *figures,
                       const struct row_figures *of);

/* Sets row->old, good until the next call. */
void old_figures_set(struct old_figures *old, row_id id, struct table_row *row);

/*
 * The same of any row of cost: the change, with the old ones. The inclusive ones have no costs
 * where there are none.
 */
void old_figures_set_costs(struct old_figures *old, struct row_costs self,
                           struct row_costs inclusive, size_t row, struct table_row *table_row);

void old_figures_end(struct old_figures *old);

#endif
