/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/path_hottest.h"

#include <stdlib.h>

#include "base/array.h"

/* The calls of one vertex, by what they lead to. */
struct sums {
    double *costs;     /* by vertex */
    uint32_t *reached; /* which of them are not 0 */
    size_t count;
};

/* What starts in each vertex; below 0 where nothing does. */
static bool find_starts(struct path_hottest *hottest, struct path_tree *tree, struct error *error)
{
    for (uint32_t vertex = 0; vertex < tree->graph->n_vertices; vertex++) {
        hottest->estimates[vertex] = -1;
        hottest->before[vertex] = NO_ID;
    }
    if (!path_tree_find_starts(tree, error))
        return false;
    for (size_t i = 0; i < tree->n_starts; i++) {
        int64_t started;
        if (!path_tree_started(tree, 0, tree->starts[i], &started, error))
            return false;
        hottest->estimates[tree->starts[i]] = (double)started;
    }
    return true;
}

static bool sum_up_calls(const struct path_tree *tree, uint32_t vertex, struct sums *sums,
                         struct error *error)
{
    const struct path_graph *graph = tree->graph;

    sums->count = 0;
    for (size_t i = graph->arcs_begin[vertex]; i < graph->arcs_begin[vertex + 1]; i++) {
        uint32_t to = graph->ends[graph->arcs[i]].to;
        struct event_cost cost;
        if (!path_tree_value(tree, 0, graph->arc_costs, graph->arcs[i], &cost, error))
            return false;
        if (cost.sum <= 0)
            continue;
        if (sums->costs[to] == 0)
            sums->reached[sums->count++] = to;
        sums->costs[to] += (double)cost.sum;
    }
    return true;
}

/* Goes on from a vertex to those that it calls. */
static bool go_on(struct path_hottest *hottest, const struct path_tree *tree, uint32_t vertex,
                  struct sums *sums, struct error *error)
{
    int64_t inclusive;

    if (!path_tree_inclusive(tree, 0, vertex, &inclusive, error) ||
        !sum_up_calls(tree, vertex, sums, error))
        return false;
    for (size_t i = 0; i < sums->count; i++) {
        uint32_t to = sums->reached[i];
        double estimate = hottest->estimates[vertex] * sums->costs[to] / (double)inclusive;
        if (inclusive > 0 && estimate > hottest->estimates[to]) {
            hottest->estimates[to] = estimate;
            hottest->before[to] = vertex;
        }
        sums->costs[to] = 0;
    }
    return true;
}

static void prefer(struct path_hottest *hottest, uint32_t name, uint32_t vertex)
{
    uint32_t best = hottest->last[name];

    if (best == NO_ID || hottest->estimates[vertex] > hottest->estimates[best])
        hottest->last[name] = vertex;
}

/* Of each name the vertex that the hottest path leads to, members of cycles among them. */
static void find_last(struct path_hottest *hottest, const struct path_graph *graph)
{
    size_t n_names = graph->names.count;

    hottest->last = memory_alloc(n_names, sizeof *hottest->last);
    for (size_t name = 0; name < n_names; name++)
        hottest->last[name] = NO_ID;
    for (uint32_t vertex = 0; graph->is_true && vertex < graph->n_vertices; vertex++)
        prefer(hottest, graph->name_of[vertex], vertex);
    for (uint32_t node = 0; node < graph->nodes.count; node++)
        if (hottest->estimates[graph->vertex_of[node]] >= 0)
            prefer(hottest, graph->name_of_node[node], graph->vertex_of[node]);
}

/* Calls lead from higher vertices to lower ones: all ways to one are known before it is left. */
bool path_hottest_find(struct path_hottest *hottest, struct path_tree *tree, struct error *error)
{
    size_t count = tree->graph->n_vertices;
    struct sums sums = {.costs = memory_alloc(count, sizeof *sums.costs),
                        .reached = memory_alloc(count, sizeof *sums.reached)};

    hottest->estimates = memory_alloc(count, sizeof *hottest->estimates);
    hottest->before = memory_alloc(count, sizeof *hottest->before);
    bool is_done = find_starts(hottest, tree, error);
    for (size_t vertex = count; is_done && vertex-- > 0;)
        if (hottest->estimates[vertex] > 0)
            is_done = go_on(hottest, tree, (uint32_t)vertex, &sums, error);
    free(sums.costs);
    free(sums.reached);
    find_last(hottest, tree->graph);
    return is_done;
}

void path_hottest_free(struct path_hottest *hottest)
{
    free(hottest->estimates);
    free(hottest->before);
    free(hottest->last);
    *hottest = (struct path_hottest){0};
}

static void add_row(struct path_steps_down *path, uint32_t row)
{
    ARRAY_GROW(path->rows, path->count, path->capacity);
    path->rows[path->count++] = row;
}

/* The vertices from a start to the last one. The caller frees them. */
static uint32_t *find_way(const struct path_hottest *hottest, uint32_t last, size_t *count)
{
    size_t i = 0;

    for (uint32_t at = last; at != NO_ID; at = hottest->before[at])
        i++;
    uint32_t *way = memory_alloc(i, sizeof *way);
    *count = i;
    for (uint32_t at = last; at != NO_ID; at = hottest->before[at])
        way[--i] = at;
    return way;
}

/* How many of the way's vertices are in the row of its start. */
static size_t count_frames(const struct path_tree *tree, const struct path_row *start,
                           const uint32_t *way, size_t count)
{
    size_t n_frames = 1;

    while (n_frames < count && n_frames < start->n_frames &&
           tree->ends[start->ends + n_frames].vertex == way[n_frames])
        n_frames++;
    return n_frames;
}

/* Goes down the way, row by row. */
static bool go_to(struct path_tree *tree, const uint32_t *way, size_t count,
                  struct path_steps_down *path, struct error *error)
{
    const struct path_graph *graph = tree->graph;
    uint32_t added;

    if (!path_tree_add_start(tree, graph->name_of[way[0]], &added, error))
        return false;
    path->is_known = added != NO_ID;
    if (!path->is_known)
        return true;
    add_row(path, added);
    const struct path_row start = tree->rows[added];
    for (size_t i = count_frames(tree, &start, way, count); path->is_known && i < count; i++) {
        if (!path_tree_add_one(tree, added, graph->name_of[way[i]], &added, error))
            return false;
        path->is_known = added != NO_ID;
        if (path->is_known)
            add_row(path, added);
    }
    return true;
}

/*
 * Goes on from the last row to the leaf, with the member of a cycle that was looked for first,
 * whatever that cost.
 */
static bool go_to_leaf(struct path_tree *tree, uint32_t name, struct path_steps_down *path,
                       struct error *error)
{
    uint32_t last = path->rows[path->count - 1], next = NO_ID;

    if (tree->rows[last].name != name && !path_tree_add_member(tree, last, name, &next, error))
        return false;
    if (next != NO_ID)
        add_row(path, next);
    while (path_tree_add_one(tree, last, NO_ID, &next, error)) {
        double estimate = next == NO_ID ? 0 : tree->costs[tree->rows[next].inclusive].estimate;
        if (estimate < 0.5 || estimate < tree->costs[tree->rows[last].self].estimate)
            return true;
        add_row(path, next);
        last = next;
    }
    return false;
}

bool path_hottest_through(const struct path_hottest *hottest, struct path_tree *tree, uint32_t name,
                          struct path_steps_down *path, struct error *error)
{
    uint32_t vertex = hottest->last[name];
    size_t count;

    *path = (struct path_steps_down){0};
    if (vertex == NO_ID)
        return true;
    uint32_t *way = find_way(hottest, vertex, &count);
    bool is_done = go_to(tree, way, count, path, error) &&
                   (!path->is_known || go_to_leaf(tree, name, path, error));
    free(way);
    return is_done;
}
