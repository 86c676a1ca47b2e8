/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/paths.h"

#include <stdlib.h>

#include "aggregator/paths/path_building.h"
#include "base/array.h"

/*
 * Goes on from a vertex to those that it calls, each with the cost of all calls of it. `costs`, by
 * vertex, is 0 before and after.
 */
static void go_on(struct path_hottest *hottest, const struct path_tree *tree, uint32_t vertex,
                  double *costs)
{
    const struct path_graph *graph = tree->graph;
    const struct path_arc *arcs = &graph->arcs[graph->arcs_begin[vertex]];
    size_t count = graph->arcs_begin[vertex + 1] - graph->arcs_begin[vertex];
    int64_t inclusive = path_graph_inclusive(graph, tree->events[0], vertex);

    for (size_t i = 0; i < count; i++) {
        if (arcs[i].is_member)
            continue;
        int64_t cost = path_graph_value(graph, tree->events[0], graph->arc_costs, arcs[i].id).sum;
        costs[arcs[i].vertex] += cost > 0 ? (double)cost : 0;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t to = arcs[i].vertex;
        double estimate = hottest->estimates[vertex] * costs[to] / (double)inclusive;
        if (inclusive > 0 && costs[to] > 0 && estimate > hottest->estimates[to]) {
            hottest->estimates[to] = estimate;
            hottest->before[to] = vertex;
        }
        costs[to] = 0;
    }
}

static void prefer(struct path_hottest *hottest, uint32_t name, uint32_t vertex)
{
    uint32_t best = hottest->last[name];

    if (best == NO_ID || hottest->estimates[vertex] > hottest->estimates[best])
        hottest->last[name] = vertex;
}

/* Calls lead from higher vertices to lower ones: all ways to one are known before it is left. */
void path_hottest_find(struct path_hottest *hottest, struct path_tree *tree)
{
    const struct path_graph *graph = tree->graph;
    size_t count = graph->n_vertices, n_names = graph->names.count;
    double *costs = memory_alloc(count, sizeof *costs);

    hottest->estimates = memory_alloc(count, sizeof *hottest->estimates);
    hottest->before = memory_alloc(count, sizeof *hottest->before);
    hottest->last = memory_alloc(n_names, sizeof *hottest->last);
    for (uint32_t vertex = 0; vertex < count; vertex++) {
        hottest->estimates[vertex] = -1;
        hottest->before[vertex] = NO_ID;
    }
    path_tree_find_starts(tree);
    for (size_t i = 0; i < tree->n_starts; i++)
        hottest->estimates[tree->starts[i]] =
            (double)path_graph_started(graph, tree->events[0], tree->starts[i]);
    for (size_t vertex = count; vertex-- > 0;)
        if (hottest->estimates[vertex] > 0)
            go_on(hottest, tree, (uint32_t)vertex, costs);
    free(costs);
    /* The vertex of each name that the hottest path leads to, members of cycles among them: */
    for (size_t name = 0; name < n_names; name++)
        hottest->last[name] = NO_ID;
    for (uint32_t node = 0; node < graph->nodes.count; node++)
        if (hottest->estimates[graph->vertex_of[node]] >= 0)
            prefer(hottest, graph->name_of_node[node], graph->vertex_of[node]);
}

void path_hottest_free(struct path_hottest *hottest)
{
    free(hottest->estimates);
    free(hottest->before);
    free(hottest->last);
    *hottest = (struct path_hottest){0};
}

static void add_row(struct path_steps_down *path, const struct path_tree *tree, uint32_t row)
{
    const struct path_row *added = &tree->rows[row];
    const size_t *begin = tree->graph->arcs_begin;

    ARRAY_ADD(path->rows, path->count, path->capacity, row);
    for (size_t i = added->ends; i < added->ends + added->n_ends; i++)
        path->n_looked_at += begin[tree->ends[i].vertex + 1] - begin[tree->ends[i].vertex];
}

/* Returns the first row below one that is no member of a cycle; NO_ID if it is below the limit. */
static uint32_t costliest_below(struct path_tree *tree, uint32_t row, double least)
{
    const struct path_rows added = path_tree_add_below(tree, row, least);

    for (uint32_t below = added.first; below < added.first + added.count; below++)
        if (!tree->rows[below].is_member)
            return tree->rows[below].estimate < 0 ? NO_ID : below;
    return NO_ID;
}

/*
 * Adds the rows that lead to a vertex by the best way, and returns the last; NO_ID: there is none.
 */
static uint32_t add_best_path(const struct path_hottest *hottest, struct path_tree *tree,
                              uint32_t last, struct path_steps_down *path)
{
    uint32_t row = NO_ID;
    uint32_t *names = NULL;
    size_t count = 0, capacity = 0;

    for (uint32_t at = last; at != NO_ID; at = hottest->before[at])
        ARRAY_ADD(names, count, capacity, tree->graph->name_of[at]);
    while (count > 0) {
        row = path_tree_add_one(tree, row, names[--count], false);
        add_row(path, tree, row);
    }
    free(names);
    return row;
}

struct path_steps_down path_hottest_through(const struct path_hottest *hottest,
                                            struct path_tree *tree, uint32_t name)
{
    struct path_steps_down path = {0};
    uint32_t last = name == NO_ID ? NO_ID : hottest->last[name];

    for (size_t i = 0; name == NO_ID && i < tree->n_starts; i++)
        if (last == NO_ID || hottest->estimates[tree->starts[i]] > hottest->estimates[last])
            last = tree->starts[i];
    uint32_t row = add_best_path(hottest, tree, last, &path);
    if (row == NO_ID)
        return path;
    /* After the member of a cycle that was looked for it goes on from the cycle to the leaf. */
    if (name != NO_ID && tree->rows[row].name != name) {
        uint32_t member = path_tree_add_one(tree, row, name, true);
        if (member != NO_ID)
            add_row(&path, tree, member);
    }
    while (row != NO_ID) {
        double self = path_tree_cost(tree, tree->rows[row].self, 0).estimate;
        row = costliest_below(tree, row, self > 0.5 ? self : 0.5);
        if (row != NO_ID)
            add_row(&path, tree, row);
    }
    return path;
}
