/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_FIGURES_H
#define QUERN_REPORTER_VIEW_FIGURES_H

/*
 * From rows of cost to cells and columns: what all views need. Which events are shown
 * and which are sorted by was decided before.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/program.h"
#include "aggregator/select.h"
#include "base/error.h"
#include "reporter/table.h"

struct figures {
    const struct totals *totals;
    const struct costs *base; /* a row: what percentages are of; NULL: the program's total */
    const size_t *shown;      /* event ids, by column */
    size_t n_shown;
    size_t measured; /* the column that rows are measured by, where that is one */
    const struct sort_key *sort_keys;
    size_t n_sort_keys;
};

/* The cells of a row of cost, one a column. */
bool figures_cells(const struct figures *figures, const struct costs *costs, const int64_t *row,
                   struct cell *cells, struct error *error);

/*
 * False when a shown derived event does not fit into 64 bits in the program's total or a
 * row of totals: to be known before anything is printed.
 */
bool figures_fit(const struct figures *figures, struct error *error);

/*
 * Columns with the names and totals of the shown events, and no extent yet; there is
 * room for n_columns. The caller frees them.
 */
struct column *figures_columns(const struct figures *figures, size_t n_columns,
                               struct error *error);

/* Takes a row of cost into account for the extent of the columns. */
bool figures_include(const struct figures *figures, struct column *columns,
                     const struct costs *costs, const int64_t *row, struct error *error);

/* The names of a totals row, set in a table's row. */
void figures_name(const struct figures *figures, row_id id, struct table_row *row);

/* The same of a group. */
void figures_name_group(const struct groups *groups, group_id id, struct table_row *row);

struct ranked_calls {
    struct ranked *items; /* item id: index into the arcs given; owned */
    int64_t *keys;
    size_t capacity, key_capacity;
};

/*
 * Ranks calls by their cost: `arcs` are rows of the table, and `names` says for each
 * which row of totals it is called by, which decides between equal costs.
 */
bool figures_rank_calls(const struct figures *figures, const struct call_table *table,
                        const uint32_t *arcs, const row_id *names, size_t count,
                        struct ranked_calls *ranked, struct error *error);

void ranked_calls_free(struct ranked_calls *ranked);

#endif
