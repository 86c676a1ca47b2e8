/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_CAUSES_CAUSE_GRAPH_H
#define QUERN_AGGREGATOR_CAUSES_CAUSE_GRAPH_H

/*
 * Both sides of a difference as one graph: functions, in the order of their names, and who calls
 * whom on either side. Without the calls that are cut it has no cycle.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rows.h"

struct diff;

enum { OLD_SIDE, NEW_SIDE, N_SIDES };

enum cause_arc_kind {
    ARC_CALL,
    ARC_CUT,          /* a call that leads back */
    ARC_INTO_LIBRARY, /* its cost is its caller's work */
    ARC_NOT_COUNTED,  /* within a library, and of the dynamic linker */
    ARC_FROM_LINKER,  /* a start */
};

struct cause_arc {
    uint32_t caller, callee; /* nodes */
    enum cause_arc_kind kind;
    bool is_inlined[N_SIDES]; /* the callee is inlined there: the calls are assumed */
    double calls[N_SIDES];
};

/* A function. */
struct cause_node {
    row_id row;
    bool is_library;        /* its cost is its callers' work */
    uint32_t cycle;         /* NO_ID for none. A function that calls itself is in one, too */
    bool is_there[N_SIDES]; /* its code ran, or it called */
    double starts[N_SIDES]; /* s of causes.h */
    double runs[N_SIDES];   /* n */
};

struct cause_graph {
    size_t n_nodes, n_arcs, n_cycles;
    struct cause_node *nodes;
    uint32_t *node_of_row;
    struct cause_arc *arcs; /* by caller, then by callee */
    size_t *begin;          /* by node: where its arcs begin; one more at the end */
    double *self[N_SIDES];  /* by event, then by node */
    double *spent[N_SIDES]; /* by event, then by arc: its inclusive cost as recorded */
    uint32_t *order;        /* nodes that are of no library: callees before callers */
    size_t n_ordered;
    uint32_t *members; /* by cycle: nodes, from members_begin[i] to members_begin[i + 1] */
    size_t *members_begin;
    double *entries[N_SIDES]; /* by cycle: how often it was entered */
};

/* Makes the graph, for rows of the change by function. Free it with cause_graph_free(). */
void cause_graph_create(struct cause_graph *graph, const struct diff *diff, const struct rows *rows,
                        const size_t *events, size_t n_events);

void cause_graph_free(struct cause_graph *graph);

/* Returns how many functions a cycle has. */
static inline size_t cycle_size(const struct cause_graph *graph, size_t cycle)
{
    return graph->members_begin[cycle + 1] - graph->members_begin[cycle];
}

#endif
