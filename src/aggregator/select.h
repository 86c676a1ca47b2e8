/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_SELECT_H
#define QUERN_AGGREGATOR_SELECT_H

/* Which rows the report shows, and in which order. */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/rank.h"
#include "base/error.h"

/* Rows in order, of which the report shows the first ones. */
struct selection {
    struct ranking ranking; /* item ids are row ids */
    size_t n_selected;      /* the rows until every threshold is reached */
};

/* What rows are selected by. */
struct selecting {
    struct sorting sorting;    /* with a threshold for each key; of a ratio 0 or INFINITY */
    struct row_costs costs;    /* self, or inclusive cost */
    bool is_inclusive;         /* then rows that are only called count too */
    const struct costs *total; /* of the program: one row */
};

/* Ranks the rows that are not hidden. False when a figure does not fit into 64 bits;
   selection_free() in any case. */
bool select_rows(struct selection *selection, const struct rows *rows,
                 const struct selecting *selecting, struct error *error);

static inline row_id selected_row(const struct selection *selection, size_t place)
{
    return selection->ranking.items[place].id;
}

void selection_free(struct selection *selection);

#endif
