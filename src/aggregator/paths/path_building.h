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

/*
 * Sums of costs and of parts of costs: a double has not all digits of a large cost, so that what is
 * known keeps the whole number that it is.
 */

/* The sum of both; {0} is nothing. */
struct path_amount {
    int64_t whole;
    double rest;    /* 0 where all of it is known */
    bool overflows; /* the whole number does not fit */
};

static inline struct path_amount path_amount_of(int64_t cost)
{
    return (struct path_amount){.whole = cost};
}

static inline struct path_amount path_amount_of_estimate(double estimate)
{
    int64_t whole = path_cost_rounded(estimate);

    return (struct path_amount){.whole = whole, .rest = estimate - (double)whole};
}

static inline struct path_amount path_amount_of_cost(const struct path_cost *cost)
{
    return path_cost_is_exact(cost) ? path_amount_of(cost->least)
                                    : path_amount_of_estimate(cost->estimate);
}

/* Returns it as a double, which may lack digits. */
static inline double path_amount_size(struct path_amount amount)
{
    return (double)amount.whole + amount.rest;
}

static inline void path_amount_add(struct path_amount *sum, struct path_amount added)
{
    sum->overflows |= added.overflows || add_overflows(&sum->whole, added.whole);
    sum->rest += added.rest;
}

static inline void path_amount_subtract(struct path_amount *sum, struct path_amount taken)
{
    sum->overflows |= taken.overflows || subtract_overflows(&sum->whole, taken.whole);
    sum->rest -= taken.rest;
}

static inline struct path_amount path_amount_times(struct path_amount amount, double factor)
{
    return factor == 1 ? amount : path_amount_of_estimate(path_amount_size(amount) * factor);
}

static inline struct path_amount path_amount_multiplied(struct path_amount amount, int64_t times)
{
    amount.overflows |= multiply_overflows(times, amount.whole, &amount.whole);
    amount.rest *= (double)times;
    return amount;
}

/* Returns how many times `whole` it is: 1 where they are the same, to the last digit. */
static inline double path_amount_ratio(struct path_amount amount, int64_t whole)
{
    if (whole == 0)
        return 0;
    return amount.rest == 0 && amount.whole == whole ? 1 : path_amount_size(amount) / (double)whole;
}

/* Returns as much of it as `part` is of `whole`. */
static inline struct path_amount path_amount_part(struct path_amount amount, int64_t part,
                                                  int64_t whole)
{
    if (whole == 0 || part == 0)
        return path_amount_of(0);
    if (amount.rest == 0 && amount.whole == whole)
        return path_amount_of(part);
    return path_amount_times(amount, part == whole ? 1 : (double)part / (double)whole);
}

/*
 * Makes `whole` the whole number at or below the sum, give or take the error of sums, and `rest`
 * what is above it. False where that does not fit.
 */
static inline bool path_amount_floor(struct path_amount *amount)
{
    int64_t moved = path_cost_rounded(amount->rest);

    if ((double)moved > amount->rest + 1e-9)
        moved--;
    amount->overflows |= add_overflows(&amount->whole, moved);
    amount->rest -= (double)moved;
    return !amount->overflows;
}

/*
 * Returns the whole number next to it, of two the one that is farther from 0; the largest there is
 * where it does not fit.
 */
static inline int64_t path_amount_rounded(struct path_amount amount)
{
    int64_t nearly = path_cost_rounded(path_amount_size(amount));

    if (!path_amount_floor(&amount))
        return nearly;
    bool is_up = amount.rest > 0.5 || (amount.rest == 0.5 && amount.whole >= 0);
    return is_up && amount.whole < INT64_MAX ? amount.whole + 1 : amount.whole;
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

/* Returns the names of a cycle's functions, sorted, each once. The caller frees them. */
uint32_t *path_graph_members(const struct path_graph *graph, uint32_t vertex, size_t *count);

/*
 * Adds no more than the row of that name, or with NO_ID the costliest, of those below a row, or of
 * the members of the cycle that it is, where paths go down; the same of starts. Returns the row, or
 * NO_ID where there is none.
 */
uint32_t path_tree_add_one(struct path_tree *tree, uint32_t row, uint32_t name, bool is_member);
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

/*
 * Adds to a first row, which is not in the tree yet and is a start that nothing calls, the
 * functions that lead from there to one called main, where each is called by the one before alone.
 * Its self cost is that of them all, and below it stands what any of them calls.
 */
void path_tree_add_frames(struct path_tree *tree, struct path_row *row);

/* Takes note of rows that are below the limit, the largest of them of that cost. */
void path_rows_leave_out(struct path_rows *rows, const struct path_cost *largest, size_t count);

#endif
