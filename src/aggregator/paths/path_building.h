/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_BUILDING_H
#define QUERN_AGGREGATOR_PATHS_PATH_BUILDING_H

/* Functions that build the rows of a path tree */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/paths/paths.h"

/* The end of the steps that paths begin with: there is none. */
#define NO_END SIZE_MAX

static inline struct path_cost path_cost_known(int64_t cost, bool is_given)
{
    return (struct path_cost){(double)cost, cost, cost, is_given, false};
}

/*
 * Returns the part of a path's cost that is due to a cost of its end, which cost `inclusive` in
 * all. Where that is sure all of these are from 0 up.
 */
struct path_cost path_cost_part(struct path_cost whole, struct event_cost of_end,
                                int64_t inclusive);

/* Adds the cost of other paths; no more than `limit`, which all are part of. */
void path_cost_add(struct path_cost *sum, struct path_cost added, int64_t limit);

/* Returns the most that it may be, without its sign. */
int64_t path_cost_size(const struct path_cost *cost);

/* Returns what is in a row of cost. */
static inline struct event_cost path_graph_value(const struct path_graph *graph, size_t event,
                                                 const struct costs *costs, size_t row)
{
    return event_sum(graph->events, event, costs, costs_row(costs, row));
}

/* Returns I(v). */
static inline int64_t path_graph_inclusive(const struct path_graph *graph, size_t event,
                                           uint32_t vertex)
{
    return path_graph_value(graph, event, &graph->inclusive, vertex).sum;
}

/* Returns how much of a vertex's cost starts there: what no caller has. */
int64_t path_graph_started(const struct path_graph *graph, size_t event, uint32_t vertex);

/* Returns whether costs of an event may be negative, so that only estimates are known */
bool path_graph_is_below_zero(const struct path_graph *graph, size_t event);

/* Returns the arcs of a vertex, members first, by name and then by vertex. */
const struct path_arc *path_graph_arcs(struct path_graph *graph, uint32_t vertex, size_t *count);

/*
 * Adds the row of a name below another row, of a function of the cycle that this is if `is_member`,
 * or below none a start of that name. Returns it, or NO_ID where there is none.
 */
uint32_t path_tree_add_one(struct path_tree *tree, uint32_t row, uint32_t name, bool is_member);

/* Finds where threads start, once for a tree: tree->starts. */
void path_tree_find_starts(struct path_tree *tree);

#endif
