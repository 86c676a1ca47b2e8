/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_TREE_H
#define QUERN_AGGREGATOR_PATHS_PATH_TREE_H

/*
 * What was spent by paths through a path graph, from its starts on. A profile has calls, not
 * paths, so that this is an estimate between bounds. Down a path P that ends at v, which cost I(v),
 * calls of w that cost c have
 *
 *     estimate(P w) = estimate(P) * c / I(v)
 *     least(P w)    = max(0, least(P) + c - I(v))
 *     most(P w)     = min(most(P), c)
 *
 * since the paths to v share what its calls cost: none has more than all of that, or than it has
 * itself, and if all others were spent elsewhere, that much is left for it. The self cost of a path
 * is the same with that of v. I(v) is the larger of what enters v, and its self cost with its calls
 * of others. Where both bounds are the same the cost is known.
 *
 * In a true graph, of stacks, all of that is known instead: what calls cost was spent by the only
 * path that makes them.
 *
 * A row of the tree is all paths whose vertices have the same names: the calls of one vertex that
 * lead to one name are added up before the bounds are taken, and then those of all vertices.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/paths/path_cost.h"
#include "aggregator/paths/path_graph.h"

/* A vertex at the end of a row's paths. */
struct path_end {
    uint32_t vertex;
    uint32_t n_arcs; /* calls of the profile that lead to it by these paths */
    bool is_sole;    /* they are all that do, so that all its own calls are made by these paths */
    size_t costs;    /* of these paths: the first of n_events in the tree's costs */
    uint32_t member; /* where the row is of a function of the cycle that this is, and paths go down:
                        the self cost of all nodes of its name, a row of step_costs; else NO_ID */
    size_t own;      /* then that of those of the first level, which is of these paths: by event */
};

struct path_row {
    uint32_t parent; /* a row; NO_ID of starts */
    uint32_t name;   /* as of the graph's vertices */
    uint32_t depth;  /* 0 of starts */
    size_t ends, n_ends;
    size_t inclusive, self; /* in the tree's costs: n_events each */
    int64_t calls;
    bool knows_calls;  /* there is no other way to them than by this path */
    bool is_member;    /* of the cycle that its parent is: it has self cost alone, and no ends */
    uint32_t n_frames; /* of a start, if above 1: how many functions in a row it is, each called by
                          the one before alone; the next is main */
};

struct path_tree {
    struct path_graph *graph; /* not owned */
    const size_t *events;     /* ids of sums; the first decides the order. Not owned */
    size_t n_events;
    bool folds_frames;  /* what is between a start and main is one row */
    bool *lacks_bounds; /* by event: some cost is below 0, so that the parts of a whole may be
                           more than it, and all below a start is an estimate */
    struct path_row *rows;
    size_t n_rows, row_capacity;
    struct path_end *ends;
    size_t n_ends, end_capacity;
    size_t *end_of;   /* by vertex: the end made for it last, if any was */
    uint32_t *starts; /* vertices where threads start, after path_tree_find_starts() */
    size_t n_starts, start_capacity;
    bool knows_starts;
    struct path_cost *costs;
    size_t n_costs, cost_capacity;
};

/* Rows below another one, or the starts. */
struct path_rows {
    uint32_t first, count; /* the costliest first; members of a cycle before what they call */
    size_t n_left_out;     /* rows whose estimate is below the limit, */
    int64_t most_left_out; /* and the most that any of them may be */
};

/* Takes note of rows that are below the limit, the largest of them of that cost. */
void path_rows_leave_out(struct path_rows *rows, const struct path_cost *largest, size_t count);

/* An empty tree, which folds no frames. path_tree_free() gives it back. */
void path_tree_begin(struct path_tree *tree, struct path_graph *graph, const size_t *events,
                     size_t n_events);
void path_tree_free(struct path_tree *tree);

/* Takes all rows out again. */
void path_tree_clear(struct path_tree *tree);

/*
 * Adds the rows of all starts, path_starts.c, or those below a row, whose estimate of the first
 * event is at least that much, or below 0 as much. False when a cost does not fit into 64 bits.
 */
bool path_tree_add_starts(struct path_tree *tree, double least, struct path_rows *added,
                          struct error *error);
bool path_tree_add_below(struct path_tree *tree, uint32_t row, double least,
                         struct path_rows *added, struct error *error);

/*
 * Adds no more than the row of that name, or with NO_ID the costliest, of those below a row, where
 * paths go down; the same of starts and of members of a cycle. `added` is the row, or NO_ID: there
 * is none.
 */
bool path_tree_add_one(struct path_tree *tree, uint32_t row, uint32_t name, uint32_t *added,
                       struct error *error);
bool path_tree_add_start(struct path_tree *tree, uint32_t name, uint32_t *added,
                         struct error *error);
bool path_tree_add_member(struct path_tree *tree, uint32_t row, uint32_t name, uint32_t *added,
                          struct error *error);

/*
 * The same for functions by name, a row of the graph's names: of each what was spent in it and all
 * that it called; where paths go up its self cost.
 */
bool path_tree_add_functions(struct path_tree *tree, const bool *is_wanted, double least,
                             struct path_rows *added, struct error *error);

/* What a step costs by all paths. */
struct step_cost {
    const struct costs *costs;
    size_t row; /* of the step in them; NO_ID: all that the paths cost */
};

/*
 * path_parts.c, for those that add rows. Zeroed costs of one thing, by event: gives the place of
 * the first. What a step of an end costs by the end's paths, of the tree's event i.
 */
size_t path_tree_add_costs(struct path_tree *tree);
bool path_tree_part(const struct path_tree *tree, const struct path_end *end, size_t i,
                    struct step_cost step, struct path_cost *part, struct error *error);

/*
 * The self cost of an end, or of the function of a cycle that it is of; and how much of the latter
 * is known to be of the end's paths, whatever else they cost: 0 where nothing is.
 */
bool path_tree_self(const struct path_tree *tree, const struct path_end *end, size_t i,
                    struct path_cost *self, struct error *error);
int64_t path_tree_own(const struct path_tree *tree, const struct path_end *end, size_t i);

/* Adds the cost of other paths, which together have no more than `limit`: all are part of that. */
void path_tree_add_cost(const struct path_tree *tree, struct path_cost *sum, struct path_cost added,
                        int64_t limit);

/* The sum of the tree's event i in a row of cost; what a vertex cost with its calls of others. */
bool path_tree_value(const struct path_tree *tree, size_t i, const struct costs *costs, size_t row,
                     struct event_cost *value, struct error *error);
bool path_tree_inclusive(const struct path_tree *tree, size_t i, uint32_t vertex, int64_t *value,
                         struct error *error);

/*
 * Whether nothing is known for sure of the paths through a vertex: its callers were charged for
 * more than it cost, or calls may lead to it which name another, or some cost is below 0.
 */
bool path_tree_is_unsure(const struct path_tree *tree, size_t i, uint32_t vertex, bool *is,
                         struct error *error);

/* Whether threads start in a vertex, and how much of its cost starts there: what no caller has. */
bool path_tree_is_start(const struct path_tree *tree, uint32_t vertex, bool *is,
                        struct error *error);
bool path_tree_started(const struct path_tree *tree, size_t i, uint32_t vertex, int64_t *cost,
                       struct error *error);

/*
 * Whether that is so of any event that was recorded and that calls can cost: how often a vertex
 * calls others says nothing of events, so that it does not matter which of them are asked for.
 */
bool path_tree_may_start(const struct path_tree *tree, uint32_t vertex, bool *may,
                         struct error *error);

/* path_starts.c: finds all of these, once for a tree: tree->starts. */
bool path_tree_find_starts(struct path_tree *tree, struct error *error);

/* The self cost of a row whose ends and inclusive cost are known. */
bool path_tree_add_self(struct path_tree *tree, struct path_row *row, struct error *error);

/* The end of the last row that is a vertex, made if it is not there. */
struct path_end *path_tree_find_end(struct path_tree *tree, struct path_row *row, uint32_t vertex);

/* Adds the row. */
void path_tree_add_row(struct path_tree *tree, struct path_row row);

#endif
