/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "aggregator/inclusive.h"
#include "aggregator/paths/path_seeds.h"
#include "aggregator/program.h"
#include "base/array.h"
#include "profile/levels.h"

static void add_thread(struct path_tree *tree, struct seeds *seeds, uint32_t vertex)
{
    const struct path_graph *graph = tree->graph;
    struct seed *seed = path_seeds_add(seeds, tree, graph->name_of[vertex], vertex);

    seed->is_sole = graph->n_entering[vertex] == 0;
    for (size_t i = 0; i < tree->n_events; i++) {
        struct path_cost *cost = &tree->costs[seed->costs + i];
        *cost = path_cost_known(path_tree_started(tree, i, vertex),
                                path_tree_value(tree, i, &graph->leaving, vertex).is_given);
        /* Below 0 the larger of what enters and leaves says nothing. */
        cost->is_unsure = graph->is_doubtful[vertex] || (tree->lacks_bounds[i] && !seed->is_sole);
    }
}

/* Trees are cleared for one function after another, and their graph is large. */
void path_tree_find_starts(struct path_tree *tree)
{
    for (uint32_t vertex = 0; !tree->knows_starts && vertex < tree->graph->n_vertices; vertex++) {
        if (!path_tree_is_start(tree, vertex))
            continue;
        ARRAY_GROW(tree->starts, tree->n_starts, tree->start_capacity);
        tree->starts[tree->n_starts++] = vertex;
    }
    tree->knows_starts = true;
}

/* Of all names, or of one. */
static void find_threads(struct path_tree *tree, uint32_t name, struct seeds *seeds)
{
    path_tree_find_starts(tree);
    for (size_t i = 0; i < tree->n_starts; i++)
        if (name == NO_ID || tree->graph->name_of[tree->starts[i]] == name)
            add_thread(tree, seeds, tree->starts[i]);
}

/* By vertex: the calls from others of the same name, which are part of what those cost. */
struct own_calls {
    struct costs costs;
    uint32_t *counts;
};

/* Without levels that is where contexts are kept: f'f is called by f'main. */
static void find_own_calls(const struct path_graph *graph, struct own_calls *calls)
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
    profile_note_overflow(graph->profile, overflows);
}

/*
 * What a node cost with all that it called, but for calls by its own function. In a cycle that is
 * no less than itself, and no more than all of the cycle.
 */
static struct path_cost cost_of_node(const struct path_tree *tree, size_t i, uint32_t node,
                                     const struct own_calls *calls)
{
    const struct path_graph *graph = tree->graph;
    uint32_t vertex = graph->vertex_of[node];
    bool is_given = path_tree_value(tree, i, &graph->leaving, vertex).is_given;
    int64_t inclusive = path_tree_inclusive(tree, i, vertex), own = 0;

    if (calls->counts[vertex] != 0)
        own = path_tree_value(tree, i, &calls->costs, vertex).sum;
    struct path_cost cost = path_cost_known(inclusive - own, is_given);
    cost.is_unsure = graph->is_doubtful[vertex];
    if (path_graph_is_cycle(graph, vertex)) {
        cost.least = path_tree_value(tree, i, &graph->nodes.self, node).sum;
        cost.is_unsure = path_tree_is_unsure(tree, i, vertex);
    }
    return cost;
}

static bool is_free(const struct path_tree *tree, const struct seed *seed)
{
    for (size_t i = 0; i < tree->n_events; i++)
        if (tree->costs[seed->costs + i].most != 0)
            return false;
    return true;
}

static void add_node(struct path_tree *tree, struct seeds *seeds, uint32_t node, uint32_t name,
                     const struct own_calls *calls)
{
    const struct path_graph *graph = tree->graph;
    uint32_t vertex = graph->vertex_of[node];
    struct seed *seed = path_seeds_add(seeds, tree, name, vertex);

    seed->node = node;
    seed->is_sole = !path_graph_is_cycle(graph, vertex) && calls->counts[vertex] == 0;
    for (size_t i = 0; i < tree->n_events; i++)
        tree->costs[seed->costs + i] = cost_of_node(tree, i, node, calls);
    /* Nobody else calls it. */
    if (calls->counts[vertex] != 0 && calls->counts[vertex] == graph->n_entering[vertex] &&
        is_free(tree, seed))
        seeds->count--;
}

/* The nodes that have a name: those of the first level alone, which do not nest in each other. */
static void find_nodes(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds)
{
    const struct path_graph *graph = tree->graph;
    bool *is_done = memory_alloc(graph->nodes.count, sizeof *is_done);
    struct own_calls calls = {0};

    find_own_calls(graph, &calls);
    for (function_id id = 0; id < profile_n_functions(graph->profile); id++) {
        uint32_t node = graph->nodes.of_function[id], name = graph->names.of_function[id];
        if (!is_wanted[name] || is_done[node] || graph->nodes.levels[id] != 1)
            continue;
        is_done[node] = true;
        add_node(tree, seeds, node, name, &calls);
    }
    costs_free(&calls.costs);
    free(calls.counts);
    free(is_done);
}

/* Bottom-up: self cost over all recursion levels. */
static void find_self(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds)
{
    const struct path_graph *graph = tree->graph;

    for (uint32_t node = 0; node < graph->nodes.count; node++) {
        uint32_t name = graph->name_of_node[node];
        if (!is_wanted[name])
            continue;
        const struct seed *seed = path_seeds_add(seeds, tree, name, graph->vertex_of[node]);
        for (size_t i = 0; i < tree->n_events; i++) {
            const struct event_cost self = path_tree_value(tree, i, &graph->nodes.self, node);
            tree->costs[seed->costs + i] = path_cost_known(self.sum, self.is_given);
        }
    }
}

/*
 * Stacks that end with a name: where paths go down, only those that do not have it further up too,
 * so that none is part of another.
 */
static void find_stacks(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds)
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
            const struct event_cost cost = path_tree_value(tree, i, costs, vertex);
            tree->costs[seed->costs + i] = path_cost_known(cost.sum, cost.is_given);
        }
    }
}

struct path_rows path_tree_add_starts(struct path_tree *tree, double least)
{
    struct seeds seeds = {0};

    find_threads(tree, NO_ID, &seeds);
    const struct path_rows added = path_seeds_add_rows(&seeds, tree, least);
    free(seeds.list);
    return added;
}

uint32_t path_tree_add_start(struct path_tree *tree, uint32_t name)
{
    struct seeds seeds = {0};

    find_threads(tree, name, &seeds);
    const struct path_rows added = path_seeds_add_rows(&seeds, tree, -1);
    free(seeds.list);
    return added.count != 0 ? added.first : NO_ID;
}

/* What each function cost with all that it called, as far as that is known. */
static void find_known(const struct path_graph *graph, struct inclusive *known)
{
    struct program program = {0};

    program_compute(&program, graph->profile);
    inclusive_compute(known, &graph->names, profile_levels(graph->profile, graph->names.arcs),
                      &program.total);
    program_free(&program);
}

struct path_rows path_tree_add_functions(struct path_tree *tree, const bool *is_wanted,
                                         double least)
{
    struct seeds seeds = {0};
    struct inclusive known = {0};

    if (tree->graph->is_true) {
        find_stacks(tree, is_wanted, &seeds);
    } else if (tree->graph->goes_up) {
        find_self(tree, is_wanted, &seeds);
    } else {
        find_known(tree->graph, &known);
        seeds.known = &known;
        find_nodes(tree, is_wanted, &seeds);
    }
    const struct path_rows added = path_seeds_add_rows(&seeds, tree, least);
    inclusive_free(&known);
    free(seeds.list);
    return added;
}
