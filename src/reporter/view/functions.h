/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_FUNCTIONS_H
#define QUERN_REPORTER_VIEW_FUNCTIONS_H

/* The table of functions, each with its callers above and its callees below if asked for. */

#include <stdbool.h>

#include "aggregator/diff.h"
#include "aggregator/select.h"
#include "base/arena.h"
#include "base/error.h"
#include "reporter/table.h"
#include "reporter/view/figures.h"

/* What of functions is shown. */
struct functions_shown {
    bool is_inclusive; /* inclusive instead of self cost */
    bool shows_both;   /* self cost, and beside it inclusive cost */
    bool shows_callers, shows_callees;
    const struct row_change *changes; /* of a difference, by row of the totals; or NULL */
};

struct view_functions {
    const struct figures *figures;
    const struct selection *selection;
    struct functions_shown shown;
    struct column *columns; /* of the shown events, and then maybe of their inclusive costs */
    struct cell *cells;
    struct old_table_row old; /* of the row given last, in a difference */
    struct arena arena;       /* the names of the latter */

    /* Where the table is: a function of the selection and a row of its block. */
    size_t function;
    size_t block_row;
    size_t n_callers, n_callees; /* in the current block */
    struct ranked_calls callers, callees;
    row_id *names;
    size_t name_capacity;
};

/*
 * Sets up the view and the table that pulls its rows. False when a cost does not fit;
 * view_functions_end() is to be called in any case.
 */
bool view_functions_begin(struct view_functions *view, const struct figures *figures,
                          const struct selection *selection, const struct functions_shown *shown,
                          struct table *table, struct error *error);

void view_functions_end(struct view_functions *view);

#endif
