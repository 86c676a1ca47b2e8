/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_GRAPH_H
#define QUERN_AGGREGATOR_PATHS_PATH_GRAPH_H

/*
 * Who can be above whom on the stack, as a graph without cycles. Its vertices are functions as they
 * were recorded, f, f'2 and f'main apart; functions that call each other in a cycle are one vertex
 * together. A vertex has no calls of itself.
 *
 * Where a profile knows its stacks, each of them is a vertex instead, called by the one above it
 * alone: such a graph is true, and all that is read from it is exact. f below f is another vertex.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rows.h"
#include "base/components.h"

/* Calls of one vertex that lead to one name, or from one where paths go up. */
struct path_step {
    uint32_t name;      /* of the vertices that it leads to */
    size_t targets;     /* where they begin in the graph's targets, */
    uint32_t n_targets; /* and how many they are */
    uint32_t cost;      /* a row of step_costs: of all these calls; NO_ID: there are none, but
                           the function is in the cycle that it leads to */
    int64_t calls;      /* how many they are */
};

/* One of these vertices. */
struct path_target {
    uint32_t vertex;
    uint32_t cost;   /* a row of step_costs; NO_ID as of the step */
    uint32_t n_arcs; /* how many calls of the profile these are */
};

/* Where the steps of a vertex are, once they were asked for. */
struct made_steps {
    size_t first;
    uint32_t count;
    bool is_made;
};

/* The steps from a vertex. */
struct path_steps {
    const struct path_step *list; /* the costliest first */
    size_t count;
};

struct path_graph {
    const struct profile *profile; /* not owned */
    const struct events *events;   /* whose ids are asked for, of these columns: the profile's until
                                      another is set, as a difference has its own. Not owned */
    bool goes_up;                  /* steps lead to callers */
    bool is_true;                  /* vertices are stacks: there are no nodes and no members */
    struct rows nodes;             /* functions as recorded */
    struct rows names;             /* what rows of a tree are called: see path_naming */

    uint32_t *vertex_of; /* by node */
    size_t n_vertices;
    uint32_t *name_of_node; /* a row of `names` */
    uint32_t *name_of;      /* by vertex: a row of `names`, or of a cycle names.count and more */
    size_t n_cycles;
    size_t *cycle_sizes;   /* by cycle: how many names its nodes have */
    uint32_t *members;     /* nodes by vertex, */
    size_t *members_begin; /* from (*begin)[i] to (*begin)[i + 1] */

    struct costs self;     /* by vertex */
    struct costs entering; /* by vertex: calls from others */
    struct costs leaving;  /* by vertex: its self cost and calls of others */
    int64_t *calls;        /* by vertex: from others */
    uint32_t *n_entering;  /* by vertex: how many calls of the profile these are */
    bool *is_nested;       /* by vertex of a true graph that goes down: its name is above it, too */
    bool *is_doubtful;   /* by vertex: calls of it may be among those of another, or none of its */
    bool *is_below_zero; /* by recorded event: some of it is negative */

    struct edge *ends; /* by call of the profile: the vertices that it is between */
    size_t n_arcs;
    const struct costs *arc_costs; /* by call; not owned */
    const int64_t *arc_counts;
    uint32_t *arcs;     /* ids of calls between different vertices, along the way: */
    size_t *arcs_begin; /* by vertex */

    /* Made when they are asked for: */
    struct made_steps *made, *made_members; /* by vertex */
    uint32_t *member_costs; /* by node of a cycle whose members were made: its name's step_costs */
    struct path_step *steps;
    size_t n_steps, step_capacity;
    struct path_target *targets;
    size_t n_targets, target_capacity;
    struct costs step_costs;
    uint32_t
        *sole_callers; /* by vertex: the only one that calls it; NO_ID: there is none, or more */
    uint32_t *mains;   /* vertices called main */
    size_t n_mains;
};

/* What the rows of a tree are called. */
struct path_naming {
    bool is_folded;           /* without levels and contexts */
    const symbol_id *symbols; /* by function id; NULL: as in the profile */
};

/*
 * Makes the graph of a profile whose calls were kept. False when a sum does not fit into 64 bits;
 * path_graph_free() in any case.
 */
bool path_graph_create(struct path_graph *graph, const struct profile *profile,
                       const struct path_naming *naming, bool goes_up, struct error *error);
void path_graph_free(struct path_graph *graph);

/*
 * path_stacks.c: the same of the stacks of a profile that knows them. The graph must stay where it
 * is.
 */
bool path_graph_create_of_stacks(struct path_graph *graph, const struct profile *profile,
                                 const struct path_naming *naming, bool goes_up,
                                 struct error *error);

/*
 * For both of these: begins with all costs 0; takes note of events of which a row has less than 0;
 * sorts the calls, whose ends are known.
 */
void path_graph_init_costs(struct path_graph *graph);
void path_graph_note_negative(struct path_graph *graph, const struct costs *costs,
                              const int64_t *row);
void path_graph_sort_arcs(struct path_graph *graph);

/*
 * path_steps.c: the steps from a vertex, sorted by an event that is always the same. False when a
 * sum does not fit into 64 bits.
 */
bool path_graph_steps(struct path_graph *graph, uint32_t vertex, size_t event,
                      struct path_steps *steps, struct error *error);

/*
 * The same of the functions of a cycle, by name, with their self cost; they lead nowhere. The list
 * of either is good until one that was not asked for before.
 */
bool path_graph_member_steps(struct path_graph *graph, uint32_t vertex, size_t event,
                             struct path_steps *steps, struct error *error);

/* Whether a vertex is several functions. */
static inline bool path_graph_is_cycle(const struct path_graph *graph, uint32_t vertex)
{
    return graph->name_of[vertex] >= graph->names.count;
}

/* The names of its functions, sorted, each once. The caller frees them. */
uint32_t *path_graph_members(const struct path_graph *graph, uint32_t vertex, size_t *count);

#endif
