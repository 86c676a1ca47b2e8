/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "aggregator/inclusive.h"
#include "aggregator/paths/path_seeds.h"
#include "aggregator/program.h"
#include "base/array.h"
#include "profile/levels.h"

static bool add_thread(struct path_tree *tree, struct seeds *seeds, uint32_t vertex,
                       struct error *error)
{
    const struct path_graph *graph = tree->graph;
    struct seed *seed = path_seeds_add(seeds, tree, graph->name_of[vertex], vertex);

    seed->is_sole = graph->n_entering[vertex] == 0;
    for (size_t i = 0; i < tree->n_events; i++) {
        struct path_cost *cost = &tree->costs[seed->costs + i];
        struct event_cost leaving;
        int64_t started;
        if (!path_tree_value(tree, i, &graph->leaving, vertex, &leaving, error) ||
            !path_tree_started(tree, i, vertex, &started, error))
            return false;
        *cost = path_cost_known(started, leaving.is_given);
        /* Below 0 the larger of what enters and leaves says nothing. */
        cost->is_unsure = graph->is_doubtful[vertex] || (tree->lacks_bounds[i] && !seed->is_sole);
    }
    return true;
}

/* Trees are cleared for one function after another, and their graph is large. */
bool path_tree_find_starts(struct path_tree *tree, struct error *error)
{
    for (uint32_t vertex = 0; !tree->knows_starts && vertex < tree->graph->n_vertices; vertex++) {
        bool starts;
        if (!path_tree_is_start(tree, vertex, &starts, error))
            return false;
        if (!starts)
            continue;
        ARRAY_GROW(tree->starts, tree->n_starts, tree->start_capacity);
        tree->starts[tree->n_starts++] = vertex;
    }
    tree->knows_starts = true;
    return true;
}

/* Of all names, or of one. */
static bool find_threads(struct path_tree *tree, uint32_t name, struct seeds *seeds,
                         struct error *error)
{
    if (!path_tree_find_starts(tree, error))
        return false;
    for (size_t i = 0; i < tree->n_starts; i++)
        if ((name == NO_ID || tree->graph->name_of[tree->starts[i]] == name) &&
            !add_thread(tree, seeds, tree->starts[i], error))
            return false;
    return true;
}

/* By vertex: the calls from others of the same name, which are part of what those cost. */
struct own_calls {
    struct costs costs;
    uint32_t *counts;
};

/* Without levels that is where contexts are kept: f'f is called by f'main. */
static bool find_own_calls(const struct path_graph *graph, struct own_calls *calls,
                           struct error *error)
{
    bool overflows = false;

    costs_init(&calls->costs, graph->profile->events.n_recorded);
    calls->counts = memory_alloc(graph->n_vertices, sizeof *calls->counts);
    for (size_t id = 0; id < graph->n_arcs; id++) {
        struct edge ends = graph->ends[id];
        if (ends.from == ends.to || graph->name_of[ends.from] != graph->name_of[ends.to])
            continue;
        costs_ensure(&calls->costs, (size_t)ends.to + 1);
        overflows |=
            costs_combine_overflows(&calls->costs, ends.to, costs_row(graph->arc_costs, id), false);
        calls->counts[ends.to]++;
    }
    return profile_fits(graph->profile, overflows, error);
}

/*
 * What a node cost with all that it called, but for calls by its own function. In a cycle that is
 * no less than itself, and no more than all of the cycle.
 */
static bool cost_of_node(const struct path_tree *tree, size_t i, uint32_t node,
                         const struct own_calls *calls, struct path_cost *cost, struct error *error)
{
    const struct path_graph *graph = tree->graph;
    uint32_t vertex = graph->vertex_of[node];
    struct event_cost self, leaving, own = {0};
    int64_t inclusive;

    if (!path_tree_value(tree, i, &graph->nodes.self, node, &self, error) ||
        !path_tree_value(tree, i, &graph->leaving, vertex, &leaving, error) ||
        !path_tree_inclusive(tree, i, vertex, &inclusive, error) ||
        (calls->counts[vertex] != 0 &&
         !path_tree_value(tree, i, &calls->costs, vertex, &own, error)))
        return false;
    *cost = path_cost_known(inclusive - own.sum, leaving.is_given);
    cost->is_unsure = graph->is_doubtful[vertex];
    if (!path_graph_is_cycle(graph, vertex))
        return true;
    cost->least = self.sum;
    return path_tree_is_unsure(tree, i, vertex, &cost->is_unsure, error);
}

static bool is_free(const struct path_tree *tree, const struct seed *seed)
{
    for (size_t i = 0; i < tree->n_events; i++)
        if (tree->costs[seed->costs + i].most != 0)
            return false;
    return true;
}

static bool add_node(struct path_tree *tree, struct seeds *seeds, uint32_t node, uint32_t name,
                     const struct own_calls *calls, struct error *error)
{
    const struct path_graph *graph = tree->graph;
    uint32_t vertex = graph->vertex_of[node];
    struct seed *seed = path_seeds_add(seeds, tree, name, vertex);

    seed->node = node;
    seed->is_sole = !path_graph_is_cycle(graph, vertex) && calls->counts[vertex] == 0;
    for (size_t i = 0; i < tree->n_events; i++)
        if (!cost_of_node(tree, i, node, calls, &tree->costs[seed->costs + i], error))
            return false;
    /* Nobody else calls it. */
    if (calls->counts[vertex] != 0 && calls->counts[vertex] == graph->n_entering[vertex] &&
        is_free(tree, seed))
        seeds->count--;
    return true;
}

/* The nodes that have a name: those of the first level alone, which do not nest in each other. */
static bool find_nodes(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds,
                       struct error *error)
{
    const struct path_graph *graph = tree->graph;
    bool *is_done = memory_alloc(graph->nodes.count, sizeof *is_done);
    struct own_calls calls = {0};
    bool fits = find_own_calls(graph, &calls, error);

    for (function_id id = 0; fits && id < profile_n_functions(graph->profile); id++) {
        uint32_t node = graph->nodes.of_function[id], name = graph->names.of_function[id];
        if (!is_wanted[name] || is_done[node] || graph->nodes.levels[id] != 1)
            continue;
        is_done[node] = true;
        fits = add_node(tree, seeds, node, name, &calls, error);
    }
    costs_free(&calls.costs);
    free(calls.counts);
    free(is_done);
    return fits;
}

/* The same where paths go up: of nodes of all levels what they cost themselves. */
static bool find_self(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds,
                      struct error *error)
{
    const struct path_graph *graph = tree->graph;

    for (uint32_t node = 0; node < graph->nodes.count; node++) {
        uint32_t name = graph->name_of_node[node];
        if (!is_wanted[name])
            continue;
        const struct seed *seed = path_seeds_add(seeds, tree, name, graph->vertex_of[node]);
        for (size_t i = 0; i < tree->n_events; i++) {
            struct event_cost self;
            if (!path_tree_value(tree, i, &graph->nodes.self, node, &self, error))
                return false;
            tree->costs[seed->costs + i] = path_cost_known(self.sum, self.is_given);
        }
    }
    return true;
}

/*
 * Stacks that end with a name: where paths go down, only those that do not have it further up too,
 * so that none is part of another.
 */
static bool find_stacks(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds,
                        struct error *error)
{
    const struct path_graph *graph = tree->graph;
    const struct costs *costs = graph->goes_up ? &graph->self : &graph->leaving;

    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++) {
        uint32_t name = graph->name_of[vertex];
        if (!is_wanted[name] || (!graph->goes_up && graph->is_nested[vertex]))
            continue;
        struct seed *seed = path_seeds_add(seeds, tree, name, vertex);
        seed->is_sole = !graph->goes_up;
        for (size_t i = 0; i < tree->n_events; i++) {
            struct event_cost cost;
            if (!path_tree_value(tree, i, costs, vertex, &cost, error))
                return false;
            tree->costs[seed->costs + i] = path_cost_known(cost.sum, cost.is_given);
        }
    }
    return true;
}

bool path_tree_add_starts(struct path_tree *tree, double least, struct path_rows *added,
                          struct error *error)
{
    struct seeds seeds = {0};
    bool fits = find_threads(tree, NO_ID, &seeds, error) &&
                path_seeds_add_rows(&seeds, tree, least, added, error);

    free(seeds.list);
    return fits;
}

bool path_tree_add_start(struct path_tree *tree, uint32_t name, uint32_t *added,
                         struct error *error)
{
    struct seeds seeds = {0};
    struct path_rows rows = {0};
    bool fits = find_threads(tree, name, &seeds, error) &&
                path_seeds_add_rows(&seeds, tree, -1, &rows, error);

    *added = rows.count != 0 ? rows.first : NO_ID;
    free(seeds.list);
    return fits;
}

/* What each function cost with all that it called, as far as that is known. */
static bool find_known(const struct path_graph *graph, struct inclusive *known, struct error *error)
{
    struct program program = {0};
    bool fits =
        program_compute(&program, graph->profile, error) &&
        inclusive_compute(known, &graph->names, profile_levels(graph->profile, graph->names.arcs),
                          &program.total, error);

    program_free(&program);
    return fits;
}

static bool find_functions(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds,
                           struct inclusive *known, struct error *error)
{
    if (tree->graph->is_true)
        return find_stacks(tree, is_wanted, seeds, error);
    if (tree->graph->goes_up)
        return find_self(tree, is_wanted, seeds, error);
    seeds->known = known;
    return find_known(tree->graph, known, error) && find_nodes(tree, is_wanted, seeds, error);
}

bool path_tree_add_functions(struct path_tree *tree, const bool *is_wanted, double least,
                             struct path_rows *added, struct error *error)
{
    struct seeds seeds = {0};
    struct inclusive known = {0};
    bool fits = find_functions(tree, is_wanted, &seeds, &known, error) &&
                path_seeds_add_rows(&seeds, tree, least, added, error);

    inclusive_free(&known);
    free(seeds.list);
    return fits;
}
