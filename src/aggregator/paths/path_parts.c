/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "aggregator/paths/path_tree.h"
#include "base/array.h"

size_t path_tree_add_costs(struct path_tree *tree)
{
    size_t first = tree->n_costs;

    for (size_t i = 0; i < tree->n_events; i++) {
        ARRAY_GROW(tree->costs, tree->n_costs, tree->cost_capacity);
        tree->costs[tree->n_costs++] = (struct path_cost){0};
    }
    return first;
}

struct event_cost path_tree_value(const struct path_tree *tree, size_t i, const struct costs *costs,
                                  size_t row)
{
    return event_sum(tree->graph->events, tree->events[i], costs, costs_row(costs, row));
}

/* What enters a vertex, and what leaves it or is spent there. */
struct passing {
    int64_t entering, leaving;
    bool has_entering, has_leaving; /* which of them are given */
};

static struct passing passing_of(const struct path_tree *tree, size_t i, uint32_t vertex)
{
    const struct event_cost entering = path_tree_value(tree, i, &tree->graph->entering, vertex);
    const struct event_cost leaving = path_tree_value(tree, i, &tree->graph->leaving, vertex);

    return (struct passing){entering.sum, leaving.sum, entering.is_given, leaving.is_given};
}

/* What is not given is no 0 that would be larger than a cost below it. */
static int64_t larger_of(struct passing passing)
{
    if (passing.has_entering != passing.has_leaving)
        return passing.has_entering ? passing.entering : passing.leaving;
    return passing.entering > passing.leaving ? passing.entering : passing.leaving;
}

int64_t path_tree_inclusive(const struct path_tree *tree, size_t i, uint32_t vertex)
{
    return larger_of(passing_of(tree, i, vertex));
}

int64_t path_tree_started(const struct path_tree *tree, size_t i, uint32_t vertex)
{
    const struct passing passing = passing_of(tree, i, vertex);

    return larger_of(passing) - passing.entering;
}

bool path_tree_is_start(const struct path_tree *tree, uint32_t vertex)
{
    if (tree->graph->n_entering[vertex] == 0)
        return true;
    for (size_t i = 0; i < tree->n_events; i++) {
        const struct passing passing = passing_of(tree, i, vertex);
        if (passing.leaving > passing.entering)
            return true;
    }
    return false;
}

bool path_tree_may_start(const struct path_tree *tree, uint32_t vertex)
{
    const struct costs *entering = &tree->graph->entering, *leaving = &tree->graph->leaving;
    const int64_t *entered = costs_row(entering, vertex), *left = costs_row(leaving, vertex);
    const struct event *events = tree->graph->profile->events.list;

    if (path_tree_is_start(tree, vertex))
        return true;
    for (size_t i = 0; i < leaving->n_events; i++)
        if (!events[i].is_self_only &&
            costs_sum(leaving, left, i) > costs_sum(entering, entered, i))
            return true;
    return false;
}

bool path_tree_is_unsure(const struct path_tree *tree, size_t i, uint32_t vertex)
{
    const struct passing passing = passing_of(tree, i, vertex);
    /* By more than writers round each call. */
    bool is_overcharged = passing.entering - tree->graph->n_entering[vertex] > passing.leaving;

    return tree->lacks_bounds[i] || tree->graph->is_doubtful[vertex] || is_overcharged;
}

int64_t path_tree_own(const struct path_tree *tree, const struct path_end *end, size_t i)
{
    const struct path_cost *whole = &tree->costs[end->costs + i];

    if (end->member == NO_ID || whole->is_unsure)
        return 0;
    /* Where several ends may be below each other none of them is known to have any. */
    const struct path_cost *own = &tree->costs[end->own + i];
    return own->least <= whole->least ? own->least : 0;
}

/* The part that is due to a cost of the end. */
static struct path_cost part_of(const struct path_tree *tree, const struct path_end *end, size_t i,
                                struct event_cost cost)
{
    struct path_cost whole = tree->costs[end->costs + i];
    int64_t own = path_tree_own(tree, end, i);

    whole.is_unsure |= path_tree_is_unsure(tree, i, end->vertex);
    /* What the function of the row cost itself is none of its calls, nor of others. */
    whole.estimate -= (double)own;
    whole.least -= own;
    whole.most -= own;
    return path_cost_part(whole, cost, path_tree_inclusive(tree, i, end->vertex) - own);
}

struct path_cost path_tree_part(const struct path_tree *tree, const struct path_end *end, size_t i,
                                struct step_cost step)
{
    const struct path_graph *graph = tree->graph;

    /* Whatever was spent in a stack was spent by its caller, too. */
    if (step.row == NO_ID || (graph->is_true && graph->goes_up))
        return tree->costs[end->costs + i];
    const struct event_cost cost = path_tree_value(tree, i, step.costs, step.row);
    return graph->is_true ? path_cost_known(cost.sum, cost.is_given) : part_of(tree, end, i, cost);
}

struct path_cost path_tree_self(const struct path_tree *tree, const struct path_end *end, size_t i)
{
    const struct path_graph *graph = tree->graph;

    if (end->member == NO_ID)
        return path_tree_part(tree, end, i, (struct step_cost){&graph->self, end->vertex});
    int64_t own = path_tree_own(tree, end, i);
    struct event_cost cost = path_tree_value(tree, i, &graph->step_costs, end->member);
    cost.sum -= own;
    struct path_cost self = part_of(tree, end, i, cost);
    if (cost.sum == 0 && !tree->costs[end->costs + i].is_unsure)
        self = (struct path_cost){.is_given = cost.is_given};
    self.estimate += (double)own;
    self.least += own;
    self.most += own;
    return self;
}

void path_tree_add_cost(const struct path_tree *tree, struct path_cost *sum, struct path_cost added,
                        int64_t limit)
{
    if (tree->graph->is_true)
        path_cost_add_known(sum, added);
    else
        path_cost_add(sum, added, limit);
}
