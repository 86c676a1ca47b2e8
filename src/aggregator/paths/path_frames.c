/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/path_frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* More than any runtime has: what is longer is the program's own. */
enum { MOST_FRAMES = 32 };

static bool is_main(const struct path_graph *graph, uint32_t name)
{
    return name < graph->names.count &&
           text_equal(rows_names(&graph->names, name).function, TEXT("main"));
}

/* The steps of a vertex; none where they do not fit, an error for whoever needs them. */
static struct path_steps steps_of(const struct path_tree *tree, uint32_t vertex)
{
    struct path_steps steps = {0};
    struct error ignored = {0};

    if (!path_graph_steps(tree->graph, vertex, tree->events[0], &steps, &ignored))
        return (struct path_steps){0};
    return steps;
}

static void find_mains(struct path_graph *graph)
{
    size_t capacity = 0;

    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++) {
        if (!is_main(graph, graph->name_of[vertex]))
            continue;
        ARRAY_GROW(graph->mains, graph->n_mains, capacity);
        graph->mains[graph->n_mains++] = vertex;
    }
}

static uint32_t *find_sole_callers(const struct path_graph *graph)
{
    uint32_t *callers = memory_alloc(graph->n_vertices, sizeof *callers);
    bool *has_several = memory_alloc(graph->n_vertices, sizeof *has_several);

    memset(callers, 0xff, graph->n_vertices * sizeof *callers);
    for (size_t id = 0; id < graph->n_arcs; id++) {
        struct edge ends = graph->ends[id];
        if (ends.from == ends.to || has_several[ends.to])
            continue;
        has_several[ends.to] = callers[ends.to] != NO_ID && callers[ends.to] != ends.from;
        callers[ends.to] = has_several[ends.to] ? NO_ID : ends.from;
    }
    free(has_several);
    return callers;
}

/* The vertices from a start on that lead to a main, from the last to the first; 0: they do not. */
static uint32_t find_chain(const struct path_graph *graph, uint32_t start, uint32_t main,
                           uint32_t chain[MOST_FRAMES])
{
    const uint32_t *callers = graph->sole_callers;
    uint32_t count = 0;

    for (uint32_t at = callers[main]; at != NO_ID && count < MOST_FRAMES; at = callers[at]) {
        if (path_graph_is_cycle(graph, at))
            return 0;
        chain[count++] = at;
        if (at == start)
            return count;
    }
    return 0;
}

/* The step to a vertex, which is called from there alone. */
static bool find_step(const struct path_tree *tree, uint32_t from, uint32_t to,
                      struct path_step *found)
{
    const struct path_steps steps = steps_of(tree, from);

    for (size_t i = 0; i < steps.count; i++) {
        *found = steps.list[i];
        if (found->n_targets == 1 && tree->graph->targets[found->targets].vertex == to)
            return true;
    }
    return false;
}

/* The steps from a start until one calls main. 0 where none are known to lead there. */
static uint32_t find_frames(const struct path_tree *tree, uint32_t start,
                            struct path_step frames[MOST_FRAMES])
{
    struct path_graph *graph = tree->graph;
    uint32_t chain[MOST_FRAMES], count = 0;

    if (graph->sole_callers == NULL) {
        graph->sole_callers = find_sole_callers(graph);
        find_mains(graph);
    }
    for (size_t i = 0; count == 0 && i < graph->n_mains; i++)
        count = find_chain(graph, start, graph->mains[i], chain);
    for (uint32_t i = 1; i < count; i++)
        if (!find_step(tree, chain[count - i], chain[count - i - 1], &frames[i - 1]))
            return 0;
    return count == 0 ? 0 : count - 1;
}

/* Adds where a step from the last end leads to, as a further one. */
static bool add_frame(struct path_tree *tree, struct path_row *row, const struct path_step *step,
                      struct error *error)
{
    const struct path_target target = tree->graph->targets[step->targets];
    const struct path_end from = tree->ends[row->ends + row->n_ends - 1];
    const struct step_cost cost = {&tree->graph->step_costs, target.cost};
    struct path_end *end = path_tree_find_end(tree, row, target.vertex);
    bool starts;

    if (!path_tree_may_start(tree, target.vertex, &starts, error))
        return false;
    end->n_arcs = target.n_arcs;
    end->is_sole = from.is_sole && !starts;
    for (size_t i = 0; i < tree->n_events; i++)
        if (!path_tree_part(tree, &from, i, cost, &tree->costs[end->costs + i], error))
            return false;
    return true;
}

/* The frames above main, up to a start. 0 where there are not several, or not one after another. */
static uint32_t find_frames_above(const struct path_tree *tree, uint32_t vertex,
                                  struct path_step frames[MOST_FRAMES])
{
    const struct path_graph *graph = tree->graph;

    for (uint32_t count = 0; count < MOST_FRAMES; count++) {
        if (path_graph_is_cycle(graph, vertex))
            return 0;
        const struct path_steps steps = steps_of(tree, vertex);
        if (steps.count == 0)
            return count > 1 ? count : 0;
        if (steps.count > 1 || steps.list[0].n_targets > 1)
            return 0;
        frames[count] = steps.list[0];
        vertex = graph->targets[frames[count].targets].vertex;
    }
    return 0;
}

bool path_tree_add_frames_above(struct path_tree *tree, uint32_t row, double least,
                                struct path_rows *added, bool *is_done, struct error *error)
{
    const struct path_row below = tree->rows[row];
    struct path_step frames[MOST_FRAMES];
    uint32_t count = 0;

    if (below.n_ends == 1 && is_main(tree->graph, below.name))
        count = find_frames_above(tree, tree->ends[below.ends].vertex, frames);
    *is_done = count != 0;
    if (count == 0)
        return true;
    struct path_row chain = {.ends = tree->n_ends};
    const struct path_end of_main = tree->ends[below.ends];
    struct path_end *first = path_tree_find_end(tree, &chain, of_main.vertex);
    *first = of_main;
    for (uint32_t i = 0; i < count; i++)
        if (!add_frame(tree, &chain, &frames[i], error))
            return false;
    struct path_row start = {.parent = row,
                             .name = frames[count - 1].name,
                             .depth = below.depth + 1,
                             .ends = tree->n_ends - 1,
                             .n_ends = 1,
                             .inclusive = tree->ends[tree->n_ends - 1].costs,
                             .n_frames = count};
    if (fabs(tree->costs[start.inclusive].estimate) < least) {
        path_rows_leave_out(added, &tree->costs[start.inclusive], 1);
        return true;
    }
    if (!path_tree_add_self(tree, &start, error))
        return false;
    path_tree_add_row(tree, start);
    added->count = 1;
    return true;
}

bool path_tree_add_frames(struct path_tree *tree, struct path_row *row, struct error *error)
{
    struct path_step frames[MOST_FRAMES];

    if (row->n_ends != 1 || is_main(tree->graph, row->name) ||
        tree->graph->n_entering[tree->ends[row->ends].vertex] != 0)
        return true;
    uint32_t count = find_frames(tree, tree->ends[row->ends].vertex, frames);
    for (uint32_t i = 0; i < count; i++)
        if (!add_frame(tree, row, &frames[i], error))
            return false;
    row->n_frames = count + 1;
    return true;
}

bool path_row_has_frame(const struct path_tree *tree, const struct path_row *row,
                        const struct path_step *step)
{
    uint32_t vertex = tree->graph->targets[step->targets].vertex;

    for (size_t i = 1; row->n_frames > 1 && i < row->n_ends; i++)
        if (tree->ends[row->ends + i].vertex == vertex)
            return true;
    return false;
}
