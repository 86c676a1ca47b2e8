/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_GRAPH_ROWS_H
#define QUERN_REPORTER_VIEW_GRAPH_ROWS_H

/* Makes table rows of functions and the calls between them, for all views of a call graph. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rank.h"
#include "aggregator/row_figures.h"
#include "base/error.h"
#include "reporter/table.h"
#include "reporter/view/input/figures.h"

struct section;
struct view_input;

/*
 * Holds a call graph for its rows. {0} is empty. It must not move once it has nodes: its pointers
 * lead into it.
 */
struct graph_rows {
    const struct view_input *input;
    struct row_figures by_row;
    struct ranking nodes; /* by number of a function, the costliest first; item ids are rows */
    uint32_t *number_of;  /* by row; NO_ID where it is no node */
    struct table_event *events;
};

/*
 * Adds up functions and calls, for an input that has chosen what to show. Returns false when a cost
 * does not fit into 64 bits; call graph_rows_end() in any case.
 */
bool graph_rows_begin(struct graph_rows *graph, const struct view_input *input,
                      struct error *error);

/*
 * Numbers the nodes: the rows of is_wanted that are not hidden, or all such rows if that is NULL.
 */
void graph_rows_number(struct graph_rows *graph, const bool *is_wanted);

/* Adds the row of a node. */
struct table_row *graph_rows_add_node(const struct graph_rows *graph, size_t number,
                                      struct graph_place place, struct table_rows *rows);

/* Adds the row of a call between two nodes, with what it adds to the callee. */
struct table_row *graph_rows_add_arc(const struct graph_rows *graph, uint32_t arc,
                                     const struct figure *leaving, struct table_rows *rows);

void graph_rows_end(struct graph_rows *graph);

/*
 * Holds all functions of a profile, with their cycles and the calls between them, as one table to
 * look things up in. {0} is empty. It must not move: its pointers lead into it.
 */
struct whole_graph {
    struct graph_rows rows; /* all functions that are not hidden */
    size_t *n_members;      /* by cycle */
    size_t node, cycle;     /* the next of each */
};

/*
 * Adds up functions and calls, for an input that has chosen what to show. Returns false when a cost
 * does not fit into 64 bits; call whole_graph_end() in any case.
 */
bool whole_graph_begin(struct whole_graph *graph, const struct view_input *input,
                       struct error *error);

/* Fills in the section, whose rows are the cycles, and then the functions, each with its calls. */
void whole_graph_show(struct whole_graph *graph, struct section *section);

void whole_graph_end(struct whole_graph *graph);

#endif
