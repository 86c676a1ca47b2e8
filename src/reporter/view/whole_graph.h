/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_WHOLE_GRAPH_H
#define QUERN_REPORTER_VIEW_WHOLE_GRAPH_H

/*
 * All functions of a profile, with their cycles and the calls between them, as one table: for
 * whoever looks things up in it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "reporter/view/graph_rows.h"

struct section;
struct view_input;

/* {0} is empty. Not to be moved: its pointers lead into it. */
struct whole_graph {
    struct graph_rows rows; /* all functions that are not hidden */
    size_t *n_members;      /* by cycle */
    size_t node, cycle, caller,
        arc; /* the next of each; arc is a place among those of the caller */
};

/*
 * Adds up functions and calls, for an input that has chosen what to show. False when a cost does
 * not fit into 64 bits; whole_graph_end() in any case.
 */
bool whole_graph_begin(struct whole_graph *graph, const struct view_input *input,
                       struct error *error);

/* Fills in the section, whose rows are the functions, then the cycles, then the calls by caller. */
void whole_graph_show(struct whole_graph *graph, struct section *section);

void whole_graph_end(struct whole_graph *graph);

#endif
