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

/* What is to be explained. */
struct causes_wanted {
    const struct rows *rows;   /* of the change, by function */
    const size_t *events;      /* ids of events that are no ratios */
    size_t n_events, measured; /* the event by which it is decided what was split */
    const int64_t *changes;    /* by event: of the total */
};

enum { OLD_SIDE, NEW_SIDE, N_SIDES };

enum cause_arc_kind {
    ARC_CALL,
    ARC_CUT,          /* a call that leads back */
    ARC_INTO_LIBRARY, /* what it costs is its caller's work */
    ARC_NOT_COUNTED,  /* within a library, and of the dynamic linker */
    ARC_FROM_LINKER,  /* a start */
};

struct cause_arc {
    uint32_t caller, callee; /* nodes */
    enum cause_arc_kind kind;
    uint32_t library; /* of ARC_INTO_LIBRARY: its number among them */
};

/* What a side has of the graph. Costs are by event. */
struct cause_side {
    int64_t *calls;        /* by arc */
    double *self;          /* by node and event */
    double *library_costs; /* by number of ARC_INTO_LIBRARY and event */
    bool *is_there;        /* by node: its code ran, or it called */
    double *starts;        /* by node: s */
    double *runs;          /* by node: n */
    double *entries;       /* by cycle: how often it was entered */
};

struct cause_graph {
    size_t n_nodes, n_arcs, n_events, n_library_arcs;
    row_id *rows;           /* by node */
    uint32_t *nodes;        /* by row */
    struct cause_arc *arcs; /* by caller, then by callee */
    size_t *begin;          /* by node: where its arcs begin; one more at the end */
    bool *is_library;       /* by node */
    uint32_t *order;        /* nodes that are of no library: callees before callers */
    size_t n_ordered;
    uint32_t *cycle_of; /* by node; NO_ID for none. A function that calls itself is in one, too */
    size_t n_cycles;
    uint32_t *members; /* by cycle: nodes, from members_begin[i] to members_begin[i + 1] */
    size_t *members_begin;
    struct cause_side sides[N_SIDES];
};

/* Makes the graph of a difference. Free it with cause_graph_free(). */
void cause_graph_create(struct cause_graph *graph, const struct diff *diff,
                        const struct causes_wanted *wanted);

void cause_graph_free(struct cause_graph *graph);

/* Returns how many functions a cycle has. */
static inline size_t cycle_size(const struct cause_graph *graph, size_t cycle)
{
    return graph->members_begin[cycle + 1] - graph->members_begin[cycle];
}

#endif
