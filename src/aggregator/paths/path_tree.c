/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/path_tree.h"

#include <math.h>
#include <stdlib.h>

#include "aggregator/paths/path_frames.h"
#include "aggregator/paths/path_members.h"
#include "base/array.h"
#include "base/number.h"

/* Of a derived event that takes costs off each other, too. */
static bool lacks_bounds(const struct path_graph *graph, size_t id)
{
    const struct events *events = graph->events;
    const struct event *event = &events->list[id];
    bool lacks = id < events->n_recorded && graph->is_below_zero[id];

    for (size_t i = 0; event->factors != NULL && i < event->n_columns; i++) {
        int64_t times = event->factors[i].times;
        lacks = lacks || times < 0 || (times > 0 && graph->is_below_zero[i]);
    }
    return lacks;
}

void path_tree_begin(struct path_tree *tree, struct path_graph *graph, const size_t *events,
                     size_t n_events)
{
    *tree = (struct path_tree){.graph = graph,
                               .events = events,
                               .n_events = n_events,
                               .lacks_bounds = memory_alloc(n_events, sizeof *tree->lacks_bounds),
                               .end_of = memory_alloc(graph->n_vertices, sizeof *tree->end_of)};
    for (size_t i = 0; i < n_events; i++)
        tree->lacks_bounds[i] = lacks_bounds(graph, events[i]);
}

void path_tree_clear(struct path_tree *tree)
{
    tree->n_rows = tree->n_ends = tree->n_costs = 0;
}

void path_tree_free(struct path_tree *tree)
{
    free(tree->lacks_bounds);
    free(tree->rows);
    free(tree->ends);
    free(tree->end_of);
    free(tree->starts);
    free(tree->costs);
    *tree = (struct path_tree){0};
}

void path_rows_leave_out(struct path_rows *rows, const struct path_cost *largest, size_t count)
{
    int64_t most = path_cost_size(largest);

    rows->n_left_out += count;
    if (most > rows->most_left_out)
        rows->most_left_out = most;
}

void path_tree_add_row(struct path_tree *tree, struct path_row row)
{
    ARRAY_GROW(tree->rows, tree->n_rows, tree->row_capacity);
    tree->rows[tree->n_rows++] = row;
}

/* A step from one of a row's ends, with its part of the first event. */
struct way {
    uint32_t name;
    size_t end; /* in the tree */
    struct path_step step;
};

struct ways {
    struct way *list;
    size_t count, capacity;
};

/* The ways of one name, which become a row. */
struct bundle {
    uint32_t name;
    const struct way *ways;
    size_t count;
    struct path_cost cost;
};

/* The most that its parts have together; a cost without bounds limits none of those with some. */
static int64_t limit_of(const struct path_cost *cost)
{
    return cost->is_unsure ? INT64_MAX : cost->most;
}

/* That of each of its ends. */
bool path_tree_add_self(struct path_tree *tree, struct path_row *row, struct error *error)
{
    row->self = path_tree_add_costs(tree);
    for (size_t k = 0; k < row->n_ends; k++) {
        const struct path_end *end = &tree->ends[row->ends + k];
        for (size_t i = 0; i < tree->n_events; i++) {
            struct path_cost part;
            if (!path_tree_self(tree, end, i, &part, error))
                return false;
            path_tree_add_cost(tree, &tree->costs[row->self + i], part,
                               limit_of(&tree->costs[row->inclusive + i]));
        }
    }
    return true;
}

struct path_end *path_tree_find_end(struct path_tree *tree, struct path_row *row, uint32_t vertex)
{
    size_t found = tree->end_of[vertex];

    if (found >= row->ends && found < tree->n_ends && tree->ends[found].vertex == vertex)
        return &tree->ends[found];
    tree->end_of[vertex] = tree->n_ends;
    ARRAY_GROW(tree->ends, tree->n_ends, tree->end_capacity);
    tree->ends[tree->n_ends] =
        (struct path_end){.vertex = vertex, .is_sole = true, .member = NO_ID};
    row->n_ends++;
    tree->ends[tree->n_ends].costs = path_tree_add_costs(tree);
    return &tree->ends[tree->n_ends++];
}

/* Adds where one way leads to. */
static bool add_targets(struct path_tree *tree, struct path_row *row, const struct way *way,
                        struct error *error)
{
    const struct path_end from = tree->ends[way->end];

    for (uint32_t t = 0; t < way->step.n_targets; t++) {
        const struct path_target target = tree->graph->targets[way->step.targets + t];
        const struct step_cost cost = {&tree->graph->step_costs, target.cost};
        struct path_end *end = path_tree_find_end(tree, row, target.vertex);
        end->n_arcs += target.n_arcs;
        end->is_sole = end->is_sole && from.is_sole;
        for (size_t i = 0; i < tree->n_events; i++) {
            struct path_cost part;
            if (!path_tree_part(tree, &from, i, cost, &part, error))
                return false;
            path_tree_add_cost(tree, &tree->costs[end->costs + i], part,
                               limit_of(&tree->costs[row->inclusive + i]));
        }
    }
    return true;
}

static int compare_ways(const void *left, const void *right)
{
    const struct way *a = left, *b = right;

    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

/* A step from an end, as a way. */
static void add_way(struct ways *ways, size_t end, const struct path_step *step)
{
    ARRAY_GROW(ways->list, ways->count, ways->capacity);
    ways->list[ways->count++] = (struct way){step->name, end, *step};
}

/* Where paths go up a function of a cycle was left, whoever called it, when the cycle was. */
static void add_way_into_cycle(struct path_tree *tree, size_t end, struct ways *ways)
{
    struct path_graph *graph = tree->graph;
    uint32_t vertex = tree->ends[end].vertex;
    const struct path_step step = {
        .name = graph->name_of[vertex], .targets = graph->n_targets, .n_targets = 1, .cost = NO_ID};

    ARRAY_GROW(graph->targets, graph->n_targets, graph->target_capacity);
    graph->targets[graph->n_targets++] = (struct path_target){.vertex = vertex, .cost = NO_ID};
    add_way(ways, end, &step);
}

static bool goes_into_cycle(const struct path_tree *tree, const struct path_row *row, size_t end)
{
    return tree->graph->goes_up && path_row_is_within(tree, row, &tree->ends[end]);
}

/* All steps from the ends of a row, or those to one name, by name. */
static bool find_ways(struct path_tree *tree, const struct path_row *row, uint32_t name,
                      struct ways *ways, struct error *error)
{
    for (size_t end = row->ends; end < row->ends + row->n_ends; end++) {
        struct path_steps steps;
        if (goes_into_cycle(tree, row, end)) {
            if (name == NO_ID || name == tree->graph->name_of[tree->ends[end].vertex])
                add_way_into_cycle(tree, end, ways);
            continue;
        }
        if (!path_graph_steps(tree->graph, tree->ends[end].vertex, tree->events[0], &steps, error))
            return false;
        for (size_t i = 0; i < steps.count; i++)
            if ((name == NO_ID || steps.list[i].name == name) &&
                !path_row_has_frame(tree, row, &steps.list[i]))
                add_way(ways, end, &steps.list[i]);
    }
    if (ways->count > 1)
        qsort(ways->list, ways->count, sizeof *ways->list, compare_ways);
    return true;
}

/* The steps from the only end of a row down to the limit: they are in order, and many maybe. */
static bool find_first_ways(struct path_tree *tree, const struct path_row *row, double least,
                            struct ways *ways, struct path_rows *added, struct error *error)
{
    const struct path_end *end = &tree->ends[row->ends];
    struct path_steps steps;

    if (goes_into_cycle(tree, row, row->ends)) {
        add_way_into_cycle(tree, row->ends, ways);
        return true;
    }
    if (!path_graph_steps(tree->graph, end->vertex, tree->events[0], &steps, error))
        return false;
    for (size_t i = 0; i < steps.count; i++) {
        const struct step_cost cost = {&tree->graph->step_costs, steps.list[i].cost};
        struct path_cost part;
        if (!path_tree_part(tree, end, 0, cost, &part, error))
            return false;
        if (fabs(part.estimate) < least) {
            path_rows_leave_out(added, &part, steps.count - i);
            break;
        }
        add_way(ways, row->ends, &steps.list[i]);
    }
    return true;
}

/* The cost of a bundle, of one event. */
static bool cost_of_bundle(const struct path_tree *tree, const struct path_row *row,
                           const struct bundle *bundle, size_t i, struct path_cost *sum,
                           struct error *error)
{
    *sum = (struct path_cost){0};
    for (size_t k = 0; k < bundle->count; k++) {
        const struct way *way = &bundle->ways[k];
        const struct step_cost cost = {&tree->graph->step_costs, way->step.cost};
        struct path_cost part;
        if (!path_tree_part(tree, &tree->ends[way->end], i, cost, &part, error))
            return false;
        path_tree_add_cost(tree, sum, part, limit_of(&tree->costs[row->inclusive + i]));
    }
    return true;
}

struct bundles {
    struct bundle *list;
    size_t count, capacity;
    double least; /* those that cost less are left out */
};

/* Makes bundles of the ways that have one name. */
static bool bundle_ways(const struct path_tree *tree, const struct path_row *row,
                        const struct ways *ways, struct bundles *bundles, struct path_rows *added,
                        struct error *error)
{
    for (size_t i = 0; i < ways->count;) {
        struct bundle bundle = {.name = ways->list[i].name, .ways = &ways->list[i]};
        for (; i < ways->count && ways->list[i].name == bundle.name; i++)
            bundle.count++;
        if (!cost_of_bundle(tree, row, &bundle, 0, &bundle.cost, error))
            return false;
        if (fabs(bundle.cost.estimate) < bundles->least) {
            path_rows_leave_out(added, &bundle.cost, 1);
            continue;
        }
        ARRAY_GROW(bundles->list, bundles->count, bundles->capacity);
        bundles->list[bundles->count++] = bundle;
    }
    return true;
}

static int compare_bundles(const void *left, const void *right)
{
    const struct bundle *a = left, *b = right;

    if (a->cost.estimate != b->cost.estimate)
        return a->cost.estimate > b->cost.estimate ? -1 : 1;
    return (a->name > b->name) - (a->name < b->name);
}

/* Whether the ends are known for sole ones, once all that leads to them has been added. */
static bool settle_ends(struct path_tree *tree, const struct path_row *row, struct error *error)
{
    for (size_t k = 0; k < row->n_ends; k++) {
        struct path_end *end = &tree->ends[row->ends + k];
        bool starts;
        if (!path_tree_may_start(tree, end->vertex, &starts, error))
            return false;
        end->is_sole =
            end->is_sole && !starts && end->n_arcs == tree->graph->n_entering[end->vertex];
    }
    return true;
}

static bool add_row(struct path_tree *tree, uint32_t parent, const struct bundle *bundle,
                    struct error *error)
{
    const struct path_row above = tree->rows[parent];
    struct path_row row = {.parent = parent,
                           .name = bundle->name,
                           .depth = above.depth + 1,
                           .ends = tree->n_ends,
                           .inclusive = path_tree_add_costs(tree),
                           .knows_calls = true};

    for (size_t i = 0; i < tree->n_events; i++)
        if (!cost_of_bundle(tree, &above, bundle, i, &tree->costs[row.inclusive + i], error))
            return false;
    for (size_t k = 0; k < bundle->count; k++) {
        const struct way *way = &bundle->ways[k];
        row.knows_calls = row.knows_calls && tree->ends[way->end].is_sole;
        if (add_overflows(&row.calls, way->step.calls))
            return profile_fits(tree->graph->profile, true, error);
        if (!add_targets(tree, &row, way, error))
            return false;
    }
    if (!settle_ends(tree, &row, error) || !path_tree_add_self(tree, &row, error))
        return false;
    path_tree_add_row(tree, row);
    return true;
}

/* Adds what the functions of the row call, or who calls them. */
static bool add_steps(struct path_tree *tree, uint32_t row, double least, struct path_rows *added,
                      struct error *error)
{
    const struct path_row above = tree->rows[row];
    struct ways ways = {0};
    struct bundles bundles = {.least = least};
    bool is_done =
        (tree->graph->goes_up || path_tree_add_members(tree, row, least, added, error)) &&
        (above.n_ends == 1 ? find_first_ways(tree, &above, least, &ways, added, error)
                           : find_ways(tree, &above, NO_ID, &ways, error)) &&
        bundle_ways(tree, &above, &ways, &bundles, added, error);
    if (is_done && bundles.count > 1)
        qsort(bundles.list, bundles.count, sizeof *bundles.list, compare_bundles);
    for (size_t i = 0; is_done && i < bundles.count; i++)
        is_done = add_row(tree, row, &bundles.list[i], error);
    added->count = (uint32_t)tree->n_rows - added->first;
    free(ways.list);
    free(bundles.list);
    return is_done;
}

bool path_tree_add_below(struct path_tree *tree, uint32_t row, double least,
                         struct path_rows *added, struct error *error)
{
    bool is_done = false;

    *added = (struct path_rows){.first = (uint32_t)tree->n_rows};
    if (tree->graph->goes_up && tree->folds_frames &&
        !path_tree_add_frames_above(tree, row, least, added, &is_done, error))
        return false;
    return is_done || add_steps(tree, row, least, added, error);
}

/* The costliest step from the only end of a row: of those above 0 it is the first. */
static bool find_first_way(struct path_tree *tree, const struct path_row *row, struct ways *ways,
                           struct error *error)
{
    const struct path_end *end = &tree->ends[row->ends];
    struct path_steps steps;

    if (!path_graph_steps(tree->graph, end->vertex, tree->events[0], &steps, error))
        return false;
    for (size_t i = 0; i < steps.count && ways->count == 0; i++) {
        const struct step_cost cost = {&tree->graph->step_costs, steps.list[i].cost};
        struct path_cost part;
        if (!path_tree_part(tree, end, 0, cost, &part, error))
            return false;
        if (part.estimate > 0)
            add_way(ways, row->ends, &steps.list[i]);
    }
    return true;
}

bool path_tree_add_one(struct path_tree *tree, uint32_t row, uint32_t name, uint32_t *added,
                       struct error *error)
{
    const struct path_row above = tree->rows[row];
    struct path_rows left_out = {0};
    struct ways ways = {0};
    struct bundles bundles = {.least = -1};
    bool is_done =
        (name == NO_ID && above.n_ends == 1 ? find_first_way(tree, &above, &ways, error)
                                            : find_ways(tree, &above, name, &ways, error)) &&
        bundle_ways(tree, &above, &ways, &bundles, &left_out, error);

    if (is_done && bundles.count > 1)
        qsort(bundles.list, bundles.count, sizeof *bundles.list, compare_bundles);
    *added = is_done && bundles.count != 0 ? (uint32_t)tree->n_rows : NO_ID;
    is_done = is_done && (*added == NO_ID || add_row(tree, row, &bundles.list[0], error));
    free(ways.list);
    free(bundles.list);
    return is_done;
}
