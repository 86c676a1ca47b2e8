/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_BUILDING_H
#define QUERN_AGGREGATOR_PATHS_PATH_BUILDING_H

/* How the rows of a path tree are made: private to the files of this folder. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/paths/paths.h"
#include "base/number.h"

static inline struct path_cost path_cost_known(int64_t cost, bool is_given)
{
    return (struct path_cost){(double)cost, cost, cost, is_given, false};
}

/*
 * Returns the part of a path's cost that is due to a cost of its end, which cost `inclusive` in
 * all. Where that is sure all of these are from 0 up.
 */
static inline struct path_cost path_cost_part(struct path_cost whole, struct event_cost of_end,
                                              int64_t inclusive)
{
    struct path_cost part = {.is_given = of_end.is_given, .is_unsure = whole.is_unsure};
    int64_t cost = of_end.sum;

    part.estimate = inclusive == 0 ? 0 : whole.estimate * ((double)cost / (double)inclusive);
    if (part.is_unsure)
        return part;
    part.least = whole.least > inclusive - cost ? whole.least - (inclusive - cost) : 0;
    part.most = whole.most < cost ? whole.most : cost;
    return part;
}

/* Returns the most that it may be, without its sign. */
static inline int64_t path_cost_size(const struct path_cost *cost)
{
    int64_t below_zero = magnitude(cost->least), most = magnitude(cost->most);

    if (cost->is_unsure)
        return magnitude(path_cost_rounded(cost->estimate));
    return cost->least < 0 && below_zero > most ? below_zero : most;
}

/* Returns the sum, no more than `limit`; the least there is where it does not fit. */
static inline int64_t path_cost_sum(int64_t sum, int64_t added, int64_t limit)
{
    if (added > 0 && sum > limit - added)
        return limit;
    if (added < 0 && sum < INT64_MIN - added)
        return INT64_MIN;
    return sum + added < limit ? sum + added : limit;
}

/* Adds the cost of other paths; no more than `limit`, which all are part of. */
static inline void path_cost_add(struct path_cost *sum, struct path_cost added, int64_t limit)
{
    sum->estimate += added.estimate;
    sum->is_given |= added.is_given;
    sum->is_unsure |= added.is_unsure;
    if (sum->is_unsure) {
        sum->least = sum->most = 0;
        return;
    }
    sum->least = path_cost_sum(sum->least, added.least, limit);
    sum->most = path_cost_sum(sum->most, added.most, limit);
}

/* The steps from a vertex. */
struct path_steps {
    const struct path_step *list; /* the costliest first */
    size_t count;
};

/*
 * Returns the steps from a vertex, sorted by an event that is always the same; or the functions of
 * the cycle that it is, by name, with their self cost, which lead nowhere. The list is good until
 * one that was not asked for before.
 */
struct path_steps path_graph_steps(struct path_graph *graph, uint32_t vertex, bool is_of_members,
                                   size_t event);

/* Whether a name is that of a function called main. */
bool path_graph_is_main(const struct path_graph *graph, uint32_t name);

/* Whether the name of a vertex is above it, too, in a graph of stacks. */
bool path_graph_is_nested(const struct path_graph *graph, uint32_t vertex);

/* Returns the names of a cycle's functions, sorted, each once. The caller frees them. */
uint32_t *path_graph_members(const struct path_graph *graph, uint32_t vertex, size_t *count);

/*
 * Adds the row of that name, or with NO_ID all, of those below a row, or of the members of the
 * cycle that it is, as far as the first event's estimate is that much; the same of starts. Returns
 * the costliest, or NO_ID where there is none.
 */
uint32_t path_tree_add_one(struct path_tree *tree, uint32_t row, uint32_t name, bool is_member,
                           double least);
uint32_t path_tree_add_start(struct path_tree *tree, uint32_t name);

/* Whether a column of the tree follows from others: that of a derived event. */
static inline bool path_tree_is_sum(const struct path_tree *tree, size_t column)
{
    return tree->columns[column] >= tree->graph->events->n_recorded;
}

/* Adds zeroed costs of one thing, by column, and gives the place of the first. */
size_t path_tree_add_costs(struct path_tree *tree);

/* Sets what is a sum of other columns to what these say of it, in costs that are known. */
void path_tree_settle(struct path_tree *tree, size_t costs);

/*
 * Returns how much of the self cost of a function of a cycle is known to be of the end's paths,
 * whatever else they cost: 0 where nothing is.
 */
int64_t path_tree_own(const struct path_tree *tree, const struct path_end *end, size_t i);

/*
 * Return what is in a row of cost for the tree's column i, and what a vertex cost with its calls of
 * others.
 */
struct event_cost path_tree_value(const struct path_tree *tree, size_t i, const struct costs *costs,
                                  size_t row);
int64_t path_tree_inclusive(const struct path_tree *tree, size_t i, uint32_t vertex);

/*
 * Whether nothing is known for sure of the paths through a vertex: its callers were charged for
 * more than it cost, or calls may lead to it which name another, or some cost is below 0.
 */
bool path_tree_is_unsure(const struct path_tree *tree, size_t i, uint32_t vertex);

/* Whether threads start in a vertex, and how much of its cost starts there: what no caller has. */
bool path_tree_is_start(const struct path_tree *tree, uint32_t vertex);
int64_t path_tree_started(const struct path_tree *tree, size_t i, uint32_t vertex);

/* Finds all of these, once for a tree: tree->starts. */
void path_tree_find_starts(struct path_tree *tree);

/* The self cost of a row whose ends and inclusive cost are known. */
void path_tree_add_self(struct path_tree *tree, struct path_row *row);

/* Returns the end of the last row that is a vertex, made if it is not there. */
struct path_end *path_tree_find_end(struct path_tree *tree, struct path_row *row, uint32_t vertex);

/*
 * Whether a row is of a function that is in the cycle of one of its ends: a row at the top. Others
 * that end at a cycle are called as that is.
 */
static inline bool path_row_is_within(const struct path_tree *tree, const struct path_row *row,
                                      const struct path_end *end)
{
    return row->name < tree->graph->names.count && path_graph_is_cycle(tree->graph, end->vertex);
}

/* Takes a last row that is below the limit out again, and its costs; false where it is above. */
bool path_tree_leave_out(struct path_tree *tree, const struct path_row *row, double least,
                         struct path_rows *added);

/* Sorts the rows from one on, the costliest first. */
void path_tree_sort_rows(struct path_tree *tree, size_t first);

#endif
