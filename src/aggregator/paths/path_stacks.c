/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "aggregator/paths/path_graph.h"
#include "base/array.h"
#include "profile/stacks.h"

/* Callers are higher than what they call, as in other graphs: stacks from the last to the first. */
static uint32_t vertex_of(const struct path_graph *graph, uint32_t stack)
{
    return (uint32_t)graph->n_vertices - 1 - stack;
}

/* Each vertex has one call, from the one above; that of a root, from itself, does not count. */
static void find_vertices(struct path_graph *graph)
{
    const struct profile *profile = graph->profile;

    graph->name_of = memory_alloc(graph->n_vertices, sizeof *graph->name_of);
    graph->ends = memory_alloc(graph->n_vertices, sizeof *graph->ends);
    for (uint32_t id = 0; id < graph->n_vertices; id++) {
        const struct stack stack = profile_stack(profile, id);
        uint32_t vertex = vertex_of(graph, id);
        bool is_root = stack.above == NO_ID;
        uint32_t above = is_root ? vertex : vertex_of(graph, stack.above);
        graph->name_of[vertex] = graph->names.of_function[stack.function];
        graph->ends[vertex] = (struct edge){above, vertex};
        graph->n_entering[vertex] = !is_root;
        graph->calls[vertex] = profile->stacks.counts[id];
    }
}

/* From the innermost stacks on. True when a sum does not fit. */
static bool add_up_overflows(struct path_graph *graph)
{
    const struct costs *stacks = &graph->profile->stacks.costs;
    bool overflows = false;

    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++) {
        const int64_t *self = costs_row(stacks, vertex_of(graph, vertex));
        uint32_t above = graph->ends[vertex].from;
        path_graph_note_negative(graph, stacks, self);
        overflows |= costs_combine_overflows(&graph->self, vertex, self, false) ||
                     costs_combine_overflows(&graph->leaving, vertex, self, false);
        if (above == vertex)
            continue;
        const int64_t *all = costs_row(&graph->leaving, vertex);
        overflows |= costs_combine_overflows(&graph->entering, vertex, all, false) ||
                     costs_combine_overflows(&graph->leaving, above, all, false);
    }
    return overflows;
}

/* A vertex that is come to, or that is left for good. */
struct visit {
    uint32_t vertex;
    bool is_leaving;
};

struct visits {
    struct visit *items;
    size_t count, capacity;
};

static void add_visit(struct visits *visits, uint32_t vertex, bool is_leaving)
{
    ARRAY_GROW(visits->items, visits->count, visits->capacity);
    visits->items[visits->count++] = (struct visit){vertex, is_leaving};
}

/* Comes to a vertex, which has n_active ones above it, by name. */
static void come_to(struct path_graph *graph, uint32_t vertex, size_t *n_active,
                    struct visits *visits)
{
    size_t *n_same = &n_active[graph->name_of[vertex]];

    graph->is_nested[vertex] = *n_same != 0;
    ++*n_same;
    add_visit(visits, vertex, true);
    for (size_t i = graph->arcs_begin[vertex]; i < graph->arcs_begin[vertex + 1]; i++)
        add_visit(visits, graph->ends[graph->arcs[i]].to, false);
}

/* Depth first, without recursion: stacks may be as deep as they like. */
static void find_nested(struct path_graph *graph)
{
    size_t *n_active = memory_alloc(graph->names.count, sizeof *n_active);
    struct visits visits = {0};

    graph->is_nested = memory_alloc(graph->n_vertices, sizeof *graph->is_nested);
    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++)
        if (graph->n_entering[vertex] == 0)
            add_visit(&visits, vertex, false);
    while (visits.count != 0) {
        const struct visit visit = visits.items[--visits.count];
        if (visit.is_leaving)
            n_active[graph->name_of[visit.vertex]]--;
        else
            come_to(graph, visit.vertex, n_active, &visits);
    }
    free(n_active);
    free(visits.items);
}

bool path_graph_create_of_stacks(struct path_graph *graph, const struct profile *profile,
                                 const struct path_naming *naming, bool goes_up,
                                 struct error *error)
{
    const struct row_choice names = {.key = BY_FUNCTION,
                                     .is_folded = naming->is_folded,
                                     .has_inclusive = true,
                                     .symbols = naming->symbols};

    *graph = (struct path_graph){
        .profile = profile, .events = &profile->events, .goes_up = goes_up, .is_true = true};
    graph->n_vertices = graph->n_arcs = profile->stacks.pairs.count;
    if (!rows_create(&graph->names, profile, &names, error))
        return false;
    path_graph_init_costs(graph);
    graph->is_doubtful = memory_alloc(graph->n_vertices, sizeof *graph->is_doubtful);
    find_vertices(graph);
    path_graph_sort_arcs(graph);
    if (!goes_up)
        find_nested(graph);
    /* What a vertex cost with all below it is what its call did, and so is how often. */
    graph->arc_costs = &graph->leaving;
    graph->arc_counts = graph->calls;
    return profile_fits(profile, add_up_overflows(graph), error);
}
