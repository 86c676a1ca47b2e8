/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/path_graph.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/index.h"

/* The vertices are the components of the calls between nodes. */
static void find_vertices(struct path_graph *graph)
{
    const struct rows *nodes = &graph->nodes;
    uint32_t count;

    graph->n_arcs = nodes->arcs->pairs.count;
    graph->arc_costs = &nodes->arcs->costs;
    graph->arc_counts = nodes->arcs->counts;
    graph->ends = memory_alloc(graph->n_arcs, sizeof *graph->ends);
    for (size_t id = 0; id < graph->n_arcs; id++) {
        struct row_arc arc = rows_arc(nodes, id);
        graph->ends[id] = (struct edge){arc.from, arc.to};
    }
    graph->vertex_of = components_find(nodes->count, graph->ends, graph->n_arcs, &count);
    graph->n_vertices = count;
    for (size_t id = 0; id < graph->n_arcs; id++)
        graph->ends[id] = (struct edge){graph->vertex_of[graph->ends[id].from],
                                        graph->vertex_of[graph->ends[id].to]};
}

static void sort_members(struct path_graph *graph)
{
    graph->members =
        ids_sort(graph->vertex_of, graph->nodes.count, graph->n_vertices, &graph->members_begin);
}

/* What each vertex is called: a cycle of nodes that fold to one name is no cycle of several. */
static void find_names(struct path_graph *graph)
{
    const struct profile *profile = graph->profile;
    uint32_t *name_of_node = memory_alloc(graph->nodes.count, sizeof *name_of_node);

    graph->name_of_node = name_of_node;
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        name_of_node[graph->nodes.of_function[id]] = graph->names.of_function[id];
    graph->name_of = memory_alloc(graph->n_vertices, sizeof *graph->name_of);
    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++) {
        size_t begin = graph->members_begin[vertex], end = graph->members_begin[vertex + 1];
        uint32_t name = name_of_node[graph->members[begin]];
        bool is_cycle = false;
        for (size_t i = begin + 1; i < end; i++)
            is_cycle = is_cycle || name_of_node[graph->members[i]] != name;
        graph->name_of[vertex] =
            is_cycle ? (uint32_t)(graph->names.count + graph->n_cycles++) : name;
    }
}

void path_graph_note_negative(struct path_graph *graph, const struct costs *costs,
                              const int64_t *row)
{
    for (size_t event = 0; event < costs->n_events; event++)
        graph->is_below_zero[event] |= costs_sum(costs, row, event) < 0;
}

static bool add_up_nodes_overflows(struct path_graph *graph)
{
    const struct costs *costs = &graph->nodes.self;
    bool overflows = false;

    for (uint32_t node = 0; node < graph->nodes.count; node++) {
        const int64_t *self = costs_row(costs, node);
        uint32_t vertex = graph->vertex_of[node];
        path_graph_note_negative(graph, costs, self);
        overflows |= costs_combine_overflows(&graph->self, vertex, self, false) ||
                     costs_combine_overflows(&graph->leaving, vertex, self, false);
    }
    return overflows;
}

/* What enters and leaves each vertex. True when a sum does not fit. */
static bool add_up_overflows(struct path_graph *graph)
{
    bool overflows = add_up_nodes_overflows(graph);

    for (size_t id = 0; id < graph->n_arcs; id++) {
        const int64_t *cost = costs_row(graph->arc_costs, id);
        struct edge ends = graph->ends[id];
        if (ends.from == ends.to)
            continue;
        path_graph_note_negative(graph, graph->arc_costs, cost);
        overflows |= costs_combine_overflows(&graph->leaving, ends.from, cost, false) ||
                     costs_combine_overflows(&graph->entering, ends.to, cost, false) ||
                     add_overflows(&graph->calls[ends.to], graph->arc_counts[id]);
        graph->n_entering[ends.to]++;
    }
    return overflows;
}

/* By the vertex that paths come from. */
void path_graph_sort_arcs(struct path_graph *graph)
{
    uint32_t *comes_from = memory_alloc(graph->n_arcs, sizeof *comes_from);

    for (size_t id = 0; id < graph->n_arcs; id++) {
        struct edge ends = graph->ends[id];
        comes_from[id] = ends.from == ends.to ? NO_ID : graph->goes_up ? ends.to : ends.from;
    }
    graph->arcs = ids_sort(comes_from, graph->n_arcs, graph->n_vertices, &graph->arcs_begin);
    free(comes_from);
}

/* How many functions each cycle is. */
static void count_members(struct path_graph *graph)
{
    graph->cycle_sizes = memory_alloc(graph->n_cycles, sizeof *graph->cycle_sizes);
    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++)
        if (path_graph_is_cycle(graph, vertex))
            free(path_graph_members(
                graph, vertex, &graph->cycle_sizes[graph->name_of[vertex] - graph->names.count]));
}

/* What has the object and the name of a callee that may be any of those. */
static void find_doubts(struct path_graph *graph)
{
    const struct profile *profile = graph->profile;
    struct index names = {0};

    graph->is_doubtful = memory_alloc(graph->n_vertices, sizeof *graph->is_doubtful);
    for (function_id id = 0; id < profile->n_doubts; id++)
        if (profile_doubt(profile, id) == DOUBT_CALLEE)
            index_add(&names, profile_function(profile, id).object,
                      profile_function(profile, id).symbol);
    for (function_id id = 0; names.count != 0 && id < profile_n_functions(profile); id++) {
        struct function function = profile_function(profile, id);
        uint32_t vertex = graph->vertex_of[graph->nodes.of_function[id]];
        if (index_find(&names, function.object, function.symbol) != NO_ID)
            graph->is_doubtful[vertex] = true;
    }
    index_free(&names);
}

void path_graph_init_costs(struct path_graph *graph)
{
    struct costs *all[] = {&graph->self, &graph->entering, &graph->leaving, &graph->step_costs};

    for (size_t i = 0; i < ARRAY_LENGTH(all); i++) {
        costs_init(all[i], graph->profile->events.n_recorded);
        costs_ensure(all[i], all[i] == &graph->step_costs ? 0 : graph->n_vertices);
    }
    graph->calls = memory_alloc(graph->n_vertices, sizeof *graph->calls);
    graph->n_entering = memory_alloc(graph->n_vertices, sizeof *graph->n_entering);
    graph->made = memory_alloc(graph->n_vertices, sizeof *graph->made);
    graph->made_members = memory_alloc(graph->n_vertices, sizeof *graph->made_members);
    graph->member_costs = memory_alloc(graph->nodes.count, sizeof *graph->member_costs);
    graph->is_below_zero =
        memory_alloc(graph->profile->events.n_recorded, sizeof *graph->is_below_zero);
}

bool path_graph_create(struct path_graph *graph, const struct profile *profile,
                       const struct path_naming *naming, bool goes_up, struct error *error)
{
    const struct row_choice nodes = {.key = BY_FUNCTION, .has_inclusive = true};
    const struct row_choice names = {.key = BY_FUNCTION,
                                     .is_folded = naming->is_folded,
                                     .has_inclusive = true,
                                     .symbols = naming->symbols};

    *graph =
        (struct path_graph){.profile = profile, .events = &profile->events, .goes_up = goes_up};
    if (!rows_create(&graph->nodes, profile, &nodes, error) ||
        !rows_create(&graph->names, profile, &names, error))
        return false;
    find_vertices(graph);
    sort_members(graph);
    find_names(graph);
    count_members(graph);
    find_doubts(graph);
    path_graph_init_costs(graph);
    path_graph_sort_arcs(graph);
    return profile_fits(profile, add_up_overflows(graph), error);
}

void path_graph_free(struct path_graph *graph)
{
    rows_free(&graph->nodes);
    rows_free(&graph->names);
    free(graph->vertex_of);
    free(graph->ends);
    free(graph->is_nested);
    free(graph->is_doubtful);
    free(graph->is_below_zero);
    free(graph->name_of_node);
    free(graph->name_of);
    free(graph->cycle_sizes);
    free(graph->members);
    free(graph->members_begin);
    costs_free(&graph->self);
    costs_free(&graph->entering);
    costs_free(&graph->leaving);
    free(graph->calls);
    free(graph->n_entering);
    free(graph->arcs);
    free(graph->arcs_begin);
    free(graph->made);
    free(graph->made_members);
    free(graph->member_costs);
    free(graph->sole_callers);
    free(graph->mains);
    free(graph->steps);
    free(graph->targets);
    costs_free(&graph->step_costs);
    *graph = (struct path_graph){0};
}

static int compare_ids(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    return (a > b) - (a < b);
}

uint32_t *path_graph_members(const struct path_graph *graph, uint32_t vertex, size_t *count)
{
    size_t begin = graph->members_begin[vertex], n_nodes = graph->members_begin[vertex + 1] - begin;
    uint32_t *names = memory_alloc(n_nodes, sizeof *names);

    for (size_t i = 0; i < n_nodes; i++)
        names[i] = graph->name_of_node[graph->members[begin + i]];
    qsort(names, n_nodes, sizeof *names, compare_ids);
    *count = 0;
    for (size_t i = 0; i < n_nodes; i++)
        if (*count == 0 || names[*count - 1] != names[i])
            names[(*count)++] = names[i];
    return names;
}
