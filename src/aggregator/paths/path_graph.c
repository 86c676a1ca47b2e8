/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "aggregator/paths/path_building.h"
#include "base/array.h"
#include "base/components.h"
#include "base/map.h"
#include "profile/profile.h"

/*
 * Names each vertex. A cycle whose nodes all fold to one name counts as a single function; others
 * are numbered in the order of their first functions, as they are where rows have inclusive cost.
 */
static void find_names(struct path_graph *graph)
{
    uint32_t *last = memory_alloc(graph->names.count, sizeof *last); /* 1 + the vertex it was in */

    for (uint32_t node = 0; node < graph->nodes.count; node++) {
        uint32_t vertex = graph->vertex_of[node], name = graph->name_of_node[node];
        size_t begin = graph->members_begin[vertex], size = 0;
        graph->n_of_name[name]++;
        if (graph->members[begin] != node)
            continue;
        for (size_t i = begin; i < graph->members_begin[vertex + 1]; i++) {
            uint32_t *last_of = &last[graph->name_of_node[graph->members[i]]];
            size += *last_of != vertex + 1;
            *last_of = vertex + 1;
        }
        if (size > 1) {
            name = (uint32_t)(graph->names.count + graph->n_cycles);
            ARRAY_ADD(graph->cycle_sizes, graph->n_cycles, graph->cycle_capacity, size);
        }
        graph->name_of[vertex] = name;
    }
    free(last);
}

/*
 * The vertices are the components of the calls. Returns the vertices that each call is between; the
 * caller frees them.
 */
static struct edge *find_vertices(struct path_graph *graph)
{
    const struct rows *nodes = &graph->nodes;
    size_t n_arcs = graph->n_arcs = nodes->arcs->map.count;
    struct edge *links = memory_alloc(n_arcs, sizeof *links);
    uint32_t count;

    for (size_t id = 0; id < n_arcs; id++) {
        const struct row_arc arc = rows_arc(nodes, id);
        links[id] = (struct edge){arc.from, arc.to};
    }
    graph->vertex_of = components_find(nodes->count, links, n_arcs, &count);
    graph->n_vertices = count;
    graph->members = ids_sort(graph->vertex_of, nodes->count, count, &graph->members_begin);
    graph->name_of = memory_alloc(count, sizeof *graph->name_of);
    graph->n_of_name = memory_alloc(graph->names.count, sizeof *graph->n_of_name);
    find_names(graph);
    for (size_t id = 0; id < n_arcs; id++)
        links[id] = (struct edge){graph->vertex_of[links[id].from], graph->vertex_of[links[id].to]};
    return links;
}

/* Marks what has the object and the name of a callee that may be any of several functions. */
static void find_doubts(struct path_graph *graph)
{
    const struct profile *profile = graph->profile;
    struct map names = {0};

    for (function_id id = 0; id < profile->n_notes; id++)
        if (profile_doubt(profile, id) == DOUBT_CALLEE)
            map_add(&names, profile_function(profile, id).object,
                    profile_function(profile, id).symbol);
    for (function_id id = 0; names.count != 0 && id < profile_n_functions(profile); id++) {
        struct function function = profile_function(profile, id);
        if (map_find(&names, function.object, function.symbol) != NO_ID)
            graph->is_doubtful[graph->vertex_of[graph->nodes.of_function[id]]] = true;
    }
    map_free(&names);
}

/* Begins with all costs 0. */
static void init_costs(struct path_graph *graph)
{
    struct costs *all[] = {&graph->self, &graph->entering, &graph->leaving, &graph->inclusive};
    size_t n_events = graph->profile->events.n_recorded, n_vertices = graph->n_vertices;

    for (size_t i = 0; i < ARRAY_LENGTH(all); i++) {
        costs_init(all[i], n_events);
        costs_ensure(all[i], n_vertices);
    }
    graph->recursive_calls = memory_alloc(n_vertices, sizeof *graph->recursive_calls);
    graph->n_entering = memory_alloc(n_vertices, sizeof *graph->n_entering);
    graph->is_doubtful = memory_alloc(n_vertices, sizeof *graph->is_doubtful);
    graph->is_sorted = memory_alloc(n_vertices, sizeof *graph->is_sorted);
    graph->is_below_zero = memory_alloc(n_events, sizeof *graph->is_below_zero);
}

/* Notes the events for which a row has less than 0. */
static void note_negative(struct path_graph *graph, const struct costs *costs, const int64_t *row)
{
    for (size_t event = 0; event < costs->n_events; event++)
        graph->is_below_zero[event] |= costs_sum(costs, row, event) < 0;
}

/* Adds up what is spent in each vertex, enters it and leaves it, and with that I(v). */
static void add_up(struct path_graph *graph, const struct edge *calls)
{
    const struct profile *profile = graph->profile;
    const struct costs *spent = &graph->nodes.self;

    for (uint32_t row = 0; row < graph->nodes.count; row++) {
        const int64_t *self = costs_row(spent, row);
        uint32_t vertex = graph->vertex_of[row];
        note_negative(graph, spent, self);
        profile_combine(profile, &graph->self, vertex, self, false);
        profile_combine(profile, &graph->leaving, vertex, self, false);
    }
    for (size_t id = 0; id < graph->n_arcs; id++) {
        const struct edge ends = calls[id];
        const int64_t *cost = costs_row(graph->arc_costs, id);
        bool is_within = ends.from == ends.to;
        if (is_within) {
            profile_add_to(profile, &graph->recursive_calls[ends.to], graph->arc_counts[id]);
            continue;
        }
        note_negative(graph, graph->arc_costs, cost);
        profile_combine(profile, &graph->leaving, ends.from, cost, false);
        profile_combine(profile, &graph->entering, ends.to, cost, false);
        graph->n_entering[ends.to]++;
    }
    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++) {
        int64_t *inclusive = costs_row(&graph->inclusive, vertex);
        costs_raise(&graph->inclusive, inclusive, costs_row(&graph->entering, vertex));
        costs_raise(&graph->inclusive, inclusive, costs_row(&graph->leaving, vertex));
    }
}

/* Puts the calls to the vertex that paths come from, and members of a cycle to that. */
static void list_arcs(struct path_graph *graph, const struct edge *calls)
{
    size_t n_calls = graph->n_arcs;
    size_t n_all = n_calls + (graph->goes_up || graph->n_cycles == 0 ? 0 : graph->nodes.count);
    uint32_t *comes_from = memory_alloc(n_all, sizeof *comes_from);

    for (size_t id = 0; id < n_calls; id++)
        comes_from[id] = calls[id].from == calls[id].to ? NO_ID
                       : graph->goes_up                 ? calls[id].to
                                                        : calls[id].from;
    for (size_t id = n_calls; id < n_all; id++) {
        uint32_t vertex = graph->vertex_of[id - n_calls];
        comes_from[id] = path_graph_is_cycle(graph, vertex) ? vertex : NO_ID;
    }
    uint32_t *ids = ids_sort(comes_from, n_all, graph->n_vertices, &graph->arcs_begin);
    size_t count = graph->arcs_begin[graph->n_vertices];
    graph->arcs = memory_alloc(count, sizeof *graph->arcs);
    for (size_t i = 0; i < count; i++) {
        uint32_t id = ids[i];
        struct path_arc *arc = &graph->arcs[i];
        if (id < n_calls) {
            arc->vertex = graph->goes_up ? calls[id].from : calls[id].to;
            arc->name = graph->name_of[arc->vertex];
            arc->id = id;
        } else {
            arc->vertex = comes_from[id];
            arc->id = id - (uint32_t)n_calls;
            arc->name = graph->name_of_node[arc->id];
            arc->is_member = true;
        }
    }
    free(comes_from);
    free(ids);
}

void path_graph_create(struct path_graph *graph, const struct profile *profile,
                       const struct path_naming *naming, bool goes_up)
{
    const struct row_choice nodes = {.key = BY_FUNCTION, .has_inclusive = true};
    const struct row_choice names = {.key = BY_FUNCTION,
                                     .is_folded = naming->is_folded,
                                     .has_inclusive = true,
                                     .symbols = naming->symbols};

    *graph =
        (struct path_graph){.profile = profile, .events = &profile->events, .goes_up = goes_up};
    rows_create(&graph->names, profile, &names);
    rows_create(&graph->nodes, profile, &nodes);
    graph->name_of_node = memory_alloc(graph->nodes.count, sizeof *graph->name_of_node);
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        graph->name_of_node[graph->nodes.of_function[id]] = graph->names.of_function[id];
    graph->arc_costs = &graph->nodes.arcs->costs;
    graph->arc_counts = graph->nodes.arcs->counts;
    struct edge *calls = find_vertices(graph);
    init_costs(graph);
    find_doubts(graph);
    add_up(graph, calls);
    list_arcs(graph, calls);
    free(calls);
}

void path_graph_free(struct path_graph *graph)
{
    void *const arrays[] = {
        graph->vertex_of,       graph->name_of_node,  graph->name_of,       graph->cycle_sizes,
        graph->members,         graph->members_begin, graph->n_entering,    graph->is_doubtful,
        graph->recursive_calls, graph->is_sorted,     graph->is_below_zero, graph->arcs,
        graph->arcs_begin,      graph->n_of_name,
    };

    for (size_t i = 0; i < ARRAY_LENGTH(arrays); i++)
        free(arrays[i]);
    rows_free(&graph->nodes);
    rows_free(&graph->names);
    costs_free(&graph->self);
    costs_free(&graph->entering);
    costs_free(&graph->leaving);
    costs_free(&graph->inclusive);
    *graph = (struct path_graph){0};
}

static int compare_arcs(const void *left, const void *right)
{
    const struct path_arc *a = left, *b = right;
    int order = number_compare(b->is_member, a->is_member);

    if (order == 0)
        order = number_compare(a->name, b->name);
    if (order == 0)
        order = number_compare(a->vertex, b->vertex);
    return order != 0 ? order : number_compare(a->id, b->id);
}

const struct path_arc *path_graph_arcs(struct path_graph *graph, uint32_t vertex, size_t *count)
{
    struct path_arc *arcs = &graph->arcs[graph->arcs_begin[vertex]];

    *count = graph->arcs_begin[vertex + 1] - graph->arcs_begin[vertex];
    if (!graph->is_sorted[vertex])
        ARRAY_SORT(arcs, *count, compare_arcs);
    graph->is_sorted[vertex] = true;
    return arcs;
}

int64_t path_graph_started(const struct path_graph *graph, size_t event, uint32_t vertex)
{
    int64_t started = path_graph_inclusive(graph, event, vertex);

    profile_note_overflow(
        graph->profile,
        subtract_saturated(&started, path_graph_value(graph, event, &graph->entering, vertex).sum));
    return started;
}

bool path_graph_is_below_zero(const struct path_graph *graph, size_t event)
{
    const struct event *sum = &graph->events->list[event];
    bool is_below = event < graph->events->n_recorded && graph->is_below_zero[event];

    for (size_t i = 0; i < sum->n_columns && !is_below; i++)
        is_below =
            sum->factors[i].times < 0 || (sum->factors[i].times != 0 && graph->is_below_zero[i]);
    return is_below;
}
