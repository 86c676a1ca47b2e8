/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/paths.h"

#include <math.h>
#include <stdlib.h>

#include "aggregator/paths/path_building.h"
#include "base/array.h"
#include "base/number.h"

/* A path whose rows below are being read: how much of it none has stood for so far. */
struct open_path {
    size_t item;
    double rest;
    bool is_estimate; /* of the path or of any of these */
};

/* The shares of one side and event, before they are rounded. */
struct sharing {
    const struct path_list *list;
    const struct path_side *side; /* whose shares these are */
    size_t event;
    int side_id;
    double *parts;     /* by item of the list, */
    bool *is_estimate; /* and whether it is one */
    double *spent;     /* by vertex: how much of each unit of its cost; NULL: all */
    struct open_path open[MOST_PATH_LEVELS + 2]; /* by depth; first what is above all rows */
    size_t n_open;
};

/* Larger values are not exact as doubles */
static const double most_digits = 9007199254740992;

/*
 * Returns how much of each unit of the cost of a vertex was spent, by vertex. Goes up from callees,
 * which have lower numbers than callers: see components_find(). The caller frees it.
 */
static double *find_spent(const struct path_graph *graph, size_t event)
{
    double *spent = memory_alloc(graph->n_vertices, sizeof *spent);

    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++) {
        double sum = (double)path_graph_value(graph, event, &graph->self, vertex).sum;
        int64_t inclusive = path_graph_inclusive(graph, event, vertex);
        for (size_t k = graph->arcs_begin[vertex]; k < graph->arcs_begin[vertex + 1]; k++) {
            const struct path_arc *arc = &graph->arcs[k];
            if (!arc->is_member)
                sum += (double)path_graph_value(graph, event, graph->arc_costs, arc->id).sum *
                       spent[arc->vertex];
        }
        spent[vertex] = inclusive == 0 ? 1 : sum / (double)inclusive;
    }
    return spent;
}

static struct path_cost cost_of(const struct sharing *sharing, size_t costs)
{
    return path_tree_cost(sharing->side->tree, costs, sharing->event);
}

/* Returns what was spent by a path and all below it. */
static double spent_by(const struct sharing *sharing, const struct path_row *row)
{
    const struct path_end *ends = &sharing->side->tree->ends[row->ends];
    double sum = 0;

    if (row->is_member || sharing->spent == NULL)
        return cost_of(sharing, row->inclusive).estimate;
    for (size_t k = 0; k < row->n_ends; k++)
        sum += cost_of(sharing, ends[k].costs).estimate * sharing->spent[ends[k].vertex];
    return sum;
}

/* A path that has no row of what was left out keeps it: that is what rounds to nothing. */
static void close_paths(struct sharing *sharing, size_t n_open)
{
    while (sharing->n_open > n_open) {
        const struct open_path *path = &sharing->open[--sharing->n_open];
        sharing->parts[path->item] += path->rest;
        sharing->is_estimate[path->item] |= path->is_estimate && path->rest >= 0.5;
    }
}

/*
 * Opens a path, whose rows below are read next. The self cost of a cycle is that of its functions.
 */
static void share_path(struct sharing *sharing, size_t item, const struct path_row *row,
                       struct open_path *above)
{
    const struct path_cost inclusive = cost_of(sharing, row->inclusive);
    const struct path_cost self = cost_of(sharing, row->self);
    double all = spent_by(sharing, row);
    /* Not all that its callers were charged was spent: who knows whose it was. */
    bool is_estimate = !path_cost_is_exact(&inclusive) || inclusive.estimate - all > 0.5;
    bool is_own_estimate =
        !path_cost_is_exact(&self) || (is_estimate && sharing->side->tree->graph->goes_up);

    *(row->is_member ? &sharing->parts[above->item] : &above->rest) -= all;
    above->is_estimate |= is_estimate && row->parent != NO_ID;
    sharing->parts[item] = self.estimate;
    sharing->is_estimate[item] = is_own_estimate;
    sharing->open[sharing->n_open++] =
        (struct open_path){item, all - self.estimate, is_estimate || is_own_estimate};
}

/* Shares `rest` among all paths; there is a row for what was left out at the top. */
static void share_items(struct sharing *sharing, double rest)
{
    sharing->open[0] = (struct open_path){.rest = rest};
    sharing->n_open = 1;
    for (size_t item = 0; item < sharing->list->count; item++) {
        const struct listed_path *path = &sharing->list->items[item];
        uint32_t id = path->rows[sharing->side_id];
        struct open_path *above = &sharing->open[path->depth];

        close_paths(sharing, path->depth + (size_t)1);
        if (path->n_left_out != 0) {
            sharing->parts[item] = above->rest;
            sharing->is_estimate[item] = above->is_estimate;
            above->rest = 0;
        } else if (id != NO_ID) {
            share_path(sharing, item, &sharing->side->tree->rows[id], above);
        } else { /* what the other side alone has is here, so that levels do not shift */
            sharing->open[sharing->n_open++] = (struct open_path){.item = item};
        }
    }
    close_paths(sharing, 1);
}

static void share_event(struct sharing *sharing, struct path_share *shares)
{
    const struct path_side *side = sharing->side;
    const struct path_graph *graph = side->tree->graph;
    size_t count = sharing->list->count, n_events = side->tree->n_events;
    double rest = side->totals != NULL ? (double)side->totals[sharing->event] : 0;

    sharing->parts = memory_alloc(count, sizeof *sharing->parts);
    sharing->is_estimate = memory_alloc(count, sizeof *sharing->is_estimate);
    int64_t *rounded = memory_alloc(count, sizeof *rounded);
    if (!graph->goes_up)
        sharing->spent = find_spent(graph, side->tree->events[sharing->event]);
    for (uint32_t i = 0; side->totals == NULL && i < side->first.count; i++)
        rest += spent_by(sharing, &side->tree->rows[side->first.first + i]);
    share_items(sharing, rest);
    number_round_to_sum(sharing->parts, count,
                        side->totals != NULL ? side->totals[sharing->event] : number_nearest(rest),
                        rounded);
    for (size_t item = 0; item < count; item++)
        shares[item * n_events + sharing->event] = (struct path_share){
            rounded[item], sharing->is_estimate[item] || fabs(sharing->parts[item]) > most_digits};
    free(rounded);
    free(sharing->parts);
    free(sharing->is_estimate);
    free(sharing->spent);
}

void path_shares_create(struct path_shares *shares, struct path_list *list,
                        const struct path_side sides[N_PATH_SIDES])
{
    const struct listed_path rest = {
        .rows = {NO_ID, NO_ID}, .id = (uint32_t)list->count, .n_left_out = 1};
    bool has_rest = false;

    *shares = (struct path_shares){0};
    for (size_t i = 0; i < list->count; i++)
        has_rest |= list->items[i].depth == 0 && list->items[i].n_left_out != 0;
    if (!has_rest)
        ARRAY_ADD(list->items, list->count, list->capacity, rest);
    for (int side_id = 0; side_id < N_PATH_SIDES; side_id++) {
        size_t n_events = sides[side_id].tree == NULL ? 0 : sides[side_id].tree->n_events;
        if (n_events != 0)
            shares->by_path[side_id] =
                memory_alloc(list->count * n_events, sizeof *shares->by_path[side_id]);
        for (size_t event = 0; event < n_events; event++)
            share_event(
                &(struct sharing){
                    .list = list, .side = &sides[side_id], .event = event, .side_id = side_id},
                shares->by_path[side_id]);
    }
}

void path_shares_free(struct path_shares *shares)
{
    for (int side_id = 0; side_id < N_PATH_SIDES; side_id++)
        free(shares->by_path[side_id]);
    *shares = (struct path_shares){0};
}
