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

bool path_tree_value(const struct path_tree *tree, size_t i, const struct costs *costs, size_t row,
                     struct event_cost *value, struct error *error)
{
    return event_cost(tree->graph->events, tree->events[i], costs, costs_row(costs, row), value,
                      error);
}

/* What enters a vertex, and what leaves it or is spent there. */
struct passing {
    int64_t entering, leaving;
    bool has_entering, has_leaving; /* which of them are given */
};

static bool find_passing(const struct path_tree *tree, size_t i, uint32_t vertex,
                         struct passing *passing, struct error *error)
{
    const struct path_graph *graph = tree->graph;
    struct event_cost entering, leaving;

    if (!path_tree_value(tree, i, &graph->entering, vertex, &entering, error) ||
        !path_tree_value(tree, i, &graph->leaving, vertex, &leaving, error))
        return false;
    *passing = (struct passing){entering.sum, leaving.sum, entering.is_given, leaving.is_given};
    return true;
}

/* What is not given is no 0 that would be larger than a cost below it. */
static int64_t larger_of(struct passing passing)
{
    if (passing.has_entering != passing.has_leaving)
        return passing.has_entering ? passing.entering : passing.leaving;
    return passing.entering > passing.leaving ? passing.entering : passing.leaving;
}

bool path_tree_inclusive(const struct path_tree *tree, size_t i, uint32_t vertex, int64_t *value,
                         struct error *error)
{
    struct passing passing;

    if (!find_passing(tree, i, vertex, &passing, error))
        return false;
    *value = larger_of(passing);
    return true;
}

bool path_tree_started(const struct path_tree *tree, size_t i, uint32_t vertex, int64_t *cost,
                       struct error *error)
{
    struct passing passing;

    if (!find_passing(tree, i, vertex, &passing, error))
        return false;
    *cost = larger_of(passing) - passing.entering;
    return true;
}

bool path_tree_is_start(const struct path_tree *tree, uint32_t vertex, bool *is,
                        struct error *error)
{
    *is = tree->graph->n_entering[vertex] == 0;
    for (size_t i = 0; !*is && i < tree->n_events; i++) {
        struct passing passing;
        if (!find_passing(tree, i, vertex, &passing, error))
            return false;
        *is = passing.leaving > passing.entering;
    }
    return true;
}

bool path_tree_may_start(const struct path_tree *tree, uint32_t vertex, bool *may,
                         struct error *error)
{
    const struct costs *entering = &tree->graph->entering, *leaving = &tree->graph->leaving;
    const int64_t *entered = costs_row(entering, vertex), *left = costs_row(leaving, vertex);
    const struct event *events = tree->graph->profile->events.list;

    if (!path_tree_is_start(tree, vertex, may, error))
        return false;
    for (size_t i = 0; !*may && i < leaving->n_events; i++)
        *may = !events[i].is_self_only &&
               costs_sum(leaving, left, i) > costs_sum(entering, entered, i);
    return true;
}

/* By more than writers round each call. */
static bool is_overcharged(const struct path_tree *tree, uint32_t vertex, struct passing passing)
{
    return passing.entering - tree->graph->n_entering[vertex] > passing.leaving;
}

bool path_tree_is_unsure(const struct path_tree *tree, size_t i, uint32_t vertex, bool *is,
                         struct error *error)
{
    struct passing passing;

    if (!find_passing(tree, i, vertex, &passing, error))
        return false;
    *is = tree->lacks_bounds[i] || tree->graph->is_doubtful[vertex] ||
          is_overcharged(tree, vertex, passing);
    return true;
}

/* What a stack called cost what it did; whatever was spent in it was spent by its caller, too. */
static bool known_part(const struct path_tree *tree, const struct path_end *end, size_t i,
                       struct step_cost step, struct path_cost *part, struct error *error)
{
    struct event_cost cost;

    *part = tree->costs[end->costs + i];
    if (tree->graph->goes_up)
        return true;
    if (!path_tree_value(tree, i, step.costs, step.row, &cost, error))
        return false;
    *part = path_cost_known(cost.sum, cost.is_given);
    return true;
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
static bool find_part(const struct path_tree *tree, const struct path_end *end, size_t i,
                      struct event_cost cost, struct path_cost *part, struct error *error)
{
    struct path_cost whole = tree->costs[end->costs + i];
    int64_t own = path_tree_own(tree, end, i);
    int64_t inclusive;
    bool is_unsure;

    if (!path_tree_inclusive(tree, i, end->vertex, &inclusive, error) ||
        !path_tree_is_unsure(tree, i, end->vertex, &is_unsure, error))
        return false;
    whole.is_unsure |= is_unsure;
    /* What the function of the row cost itself is none of its calls, nor of others. */
    whole.estimate -= (double)own;
    whole.least -= own;
    whole.most -= own;
    *part = path_cost_part(whole, cost, inclusive - own);
    return true;
}

bool path_tree_part(const struct path_tree *tree, const struct path_end *end, size_t i,
                    struct step_cost step, struct path_cost *part, struct error *error)
{
    struct event_cost cost;

    if (tree->graph->is_true)
        return known_part(tree, end, i, step, part, error);
    if (step.row == NO_ID) {
        *part = tree->costs[end->costs + i];
        return true;
    }
    return path_tree_value(tree, i, step.costs, step.row, &cost, error) &&
           find_part(tree, end, i, cost, part, error);
}

bool path_tree_self(const struct path_tree *tree, const struct path_end *end, size_t i,
                    struct path_cost *self, struct error *error)
{
    const struct path_graph *graph = tree->graph;
    int64_t own = path_tree_own(tree, end, i);
    struct event_cost cost;

    if (end->member == NO_ID)
        return path_tree_part(tree, end, i, (struct step_cost){&graph->self, end->vertex}, self,
                              error);
    if (!path_tree_value(tree, i, &graph->step_costs, end->member, &cost, error))
        return false;
    bool is_given = cost.is_given;
    cost.sum -= own;
    if (!find_part(tree, end, i, cost, self, error))
        return false;
    if (cost.sum == 0 && !tree->costs[end->costs + i].is_unsure)
        *self = (struct path_cost){.is_given = is_given};
    self->estimate += (double)own;
    self->least += own;
    self->most += own;
    return true;
}

void path_tree_add_cost(const struct path_tree *tree, struct path_cost *sum, struct path_cost added,
                        int64_t limit)
{
    if (tree->graph->is_true)
        path_cost_add_known(sum, added);
    else
        path_cost_add(sum, added, limit);
}
