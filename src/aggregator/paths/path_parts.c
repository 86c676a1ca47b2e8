/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The costs of a path graph by part of the profile. */

#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/path_building.h"
#include "profile/profile.h"

/* The costs of vertices take no more room than that many cells in each of a few tables. */
enum { MOST_CELLS = 4 * 1024 * 1024 };

/*
 * Numbers the parts that are apart: those that were asked for. The first has a number before the
 * others. The caller frees it.
 */
static uint32_t *number_parts(const struct profile *profile)
{
    uint32_t *numbers = memory_alloc(profile->n_parts, sizeof *numbers), next = 0;

    for (size_t part = 0; part < profile->n_parts; part++)
        numbers[part] = profile->parts[part].is_left_out ? NO_ID : next++;
    return numbers;
}

void path_graph_split(struct path_graph *graph)
{
    const struct profile *profile = graph->profile;
    size_t n_events = profile->events.n_recorded, n_parts = profile->n_parts_asked;
    size_t n_rows = graph->nodes.count > graph->n_vertices ? graph->nodes.count : graph->n_vertices;

    graph->width = n_events;
    if (!profile_keeps_by_part(profile) || n_parts < 2 ||
        n_events * n_parts > MOST_CELLS / (n_rows + 1))
        return;
    graph->n_parts = n_parts;
    graph->width = n_events * (1 + n_parts);
    graph->part_numbers = number_parts(profile);
    graph->arcs_by_part =
        pairs_sort(&profile->part_arcs.pairs, PAIR_FROM, graph->n_arcs, &graph->arcs_by_part_begin);
    costs_init(&graph->row, graph->width);
    costs_ensure(&graph->row, 1);
}

/* A cost of all parts, with what is kept of it by part. */
struct split {
    const struct costs *all;
    size_t id;
    const struct call_table *by_part;
    const uint32_t *rows; /* of those in by_part */
    size_t n_rows;
};

/* Sets the graph's row to a cost: of all parts, and then of each. The first has the rest. */
static const int64_t *fill_row(const struct path_graph *graph, const struct split *split)
{
    const struct costs *row = &graph->row;
    size_t n_events = split->all->n_events;
    const int64_t *all = costs_row(split->all, split->id);
    int64_t *cells = costs_row(row, 0);
    bool has_first = graph->part_numbers[0] != NO_ID, overflows = false;

    memset(cells, 0, row->stride * sizeof *cells);
    for (size_t event = 0; event < n_events; event++) {
        if (!costs_is_given(all, event))
            continue;
        costs_set(row, cells, event, costs_sum(split->all, all, event));
        if (has_first)
            costs_set(row, cells, n_events + event, costs_sum(split->all, all, event));
    }
    for (size_t i = 0; i < split->n_rows; i++) {
        const int64_t *part = costs_row(&split->by_part->costs, split->rows[i]);
        size_t number = graph->part_numbers[split->by_part->pairs.list[split->rows[i]].to];
        for (size_t event = 0; event < n_events; event++) {
            int64_t cost = costs_sum(&split->by_part->costs, part, event);
            if (cost == 0)
                continue;
            overflows |= costs_add_overflows(row, cells, n_events * (1 + number) + event, cost);
            if (has_first)
                overflows |= subtract_overflows(&cells[row->n_marks + n_events + event], cost);
        }
    }
    profile_note_overflow(graph->profile, overflows);
    return cells;
}

const int64_t *path_graph_arc_cost(const struct path_graph *graph, size_t arc)
{
    if (graph->n_parts == 0)
        return costs_row(graph->arc_costs, arc);
    size_t begin = graph->arcs_by_part_begin[arc];
    return fill_row(graph, &(struct split){graph->arc_costs, arc, &graph->profile->part_arcs,
                                           &graph->arcs_by_part[begin],
                                           graph->arcs_by_part_begin[arc + 1] - begin});
}

void path_graph_find_self(struct path_graph *graph)
{
    const struct profile *profile = graph->profile;
    size_t n_places = profile_n_places(profile), *begin;
    bool overflows = false;

    if (graph->n_parts == 0) {
        graph->node_self = &graph->nodes.self;
        return;
    }
    uint32_t *rows = pairs_sort(&profile->part_places.pairs, PAIR_FROM, n_places, &begin);
    costs_init(&graph->own_node_self, graph->width);
    costs_ensure(&graph->own_node_self, graph->nodes.count);
    for (place_id place = 0; place < n_places; place++) {
        const int64_t *cost =
            fill_row(graph, &(struct split){&profile->by_place.self, place, &profile->part_places,
                                            &rows[begin[place]], begin[place + 1] - begin[place]});
        overflows |= costs_combine_overflows(&graph->own_node_self, graph->nodes.of_place[place],
                                             cost, false);
    }
    graph->node_self = &graph->own_node_self;
    profile_note_overflow(profile, overflows);
    free(rows);
    free(begin);
}

static int64_t inclusive_of(const struct path_graph *graph, uint32_t vertex, size_t place)
{
    int64_t entering = costs_sum(&graph->entering, costs_row(&graph->entering, vertex), place);
    int64_t leaving = costs_sum(&graph->leaving, costs_row(&graph->leaving, vertex), place);

    return entering > leaving ? entering : leaving;
}

void path_graph_find_torn(struct path_graph *graph)
{
    size_t n_events = graph->profile->events.n_recorded;

    if (graph->n_parts == 0)
        return;
    graph->is_torn = memory_alloc(graph->n_vertices * n_events, sizeof *graph->is_torn);
    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++)
        for (size_t event = 0; event < n_events; event++) {
            int64_t sum = 0;
            bool overflows = false;
            for (size_t part = 1; part <= graph->n_parts; part++)
                overflows |=
                    add_overflows(&sum, inclusive_of(graph, vertex, n_events * part + event));
            graph->is_torn[vertex * n_events + event] =
                overflows || sum != inclusive_of(graph, vertex, event);
        }
}
