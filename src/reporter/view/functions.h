/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_FUNCTIONS_H
#define QUERN_REPORTER_VIEW_FUNCTIONS_H

/*
 * Makes the report's table of functions, each with its callers above and its callees below if asked
 * for.
 */

#include <stdbool.h>

#include "aggregator/rank.h"
#include "base/arena.h"
#include "base/error.h"
#include "reporter/table.h"

struct figures;
struct row_figures;
struct selection;
struct view_options;

struct functions_table {
    /* Set by the caller, and not owned: */
    const struct figures *figures;
    const struct row_figures *of;
    const struct selection *selection;
    const struct view_options *shown; /* which cost, and whether callers and callees */

    /* The events shown, followed by those of inclusive cost where that is shown. */
    struct table_event *events;
    size_t n_events;
    struct arena arena;              /* owns the names of the events */
    size_t function;                 /* the next one of the selection */
    struct ranking callers, callees; /* of the current function; item ids are arcs */
};

/* Sets up the table that makes its rows. Free with functions_end(). */
void functions_begin(struct functions_table *functions, struct table *table);

void functions_end(struct functions_table *functions);

#endif
