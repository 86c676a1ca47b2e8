/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "aggregator/paths/path_frames.h"
#include "base/array.h"
#include "base/number.h"
#include "profile/levels.h"

/* A vertex where paths begin, under a name, with what they cost. */
struct seed {
    uint32_t name, vertex;
    bool is_sole; /* all of what the vertex cost is of these paths */
    size_t costs; /* in the tree's */
};

/* Those of one name: a row to be. */
struct seed_group {
    uint32_t name;
    size_t first, count;
    double estimate; /* of the first event */
};

struct seeds {
    struct seed *list;
    size_t count, capacity;
};

static int compare_seeds(const void *left, const void *right)
{
    const struct seed *a = left, *b = right;

    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    if (a->vertex != b->vertex)
        return a->vertex < b->vertex ? -1 : 1;
    return (a->costs > b->costs) - (a->costs < b->costs);
}

static int compare_groups(const void *left, const void *right)
{
    const struct seed_group *a = left, *b = right;

    if (a->estimate != b->estimate)
        return a->estimate > b->estimate ? -1 : 1;
    return (a->name > b->name) - (a->name < b->name);
}

/*
 * Nodes of one name in a cycle may each cost all of it, but not together; what they cost themselves
 * is sure of both. The seeds are sorted.
 */
static void merge_seeds(struct path_tree *tree, struct seeds *seeds)
{
    size_t count = 0;

    for (size_t i = 0; i < seeds->count; i++) {
        const struct seed *seed = &seeds->list[i], *last = &seeds->list[count - (count != 0)];
        if (count == 0 || last->name != seed->name || last->vertex != seed->vertex) {
            seeds->list[count++] = *seed;
            continue;
        }
        for (size_t event = 0; event < tree->n_events; event++) {
            struct path_cost *cost = &tree->costs[last->costs + event];
            int64_t more = tree->costs[seed->costs + event].least;
            cost->least = more < cost->most - cost->least ? cost->least + more : cost->most;
        }
    }
    seeds->count = count;
}

static struct seed *add_seed(struct path_tree *tree, struct seeds *seeds, uint32_t name,
                             uint32_t vertex)
{
    ARRAY_GROW(seeds->list, seeds->count, seeds->capacity);
    seeds->list[seeds->count] =
        (struct seed){.name = name, .vertex = vertex, .costs = path_tree_add_costs(tree)};
    return &seeds->list[seeds->count++];
}

static bool add_thread(struct path_tree *tree, struct seeds *seeds, uint32_t vertex,
                       struct error *error)
{
    const struct path_graph *graph = tree->graph;
    struct seed *seed = add_seed(tree, seeds, graph->name_of[vertex], vertex);

    seed->is_sole = graph->n_entering[vertex] == 0;
    for (size_t i = 0; i < tree->n_events; i++) {
        struct path_cost *cost = &tree->costs[seed->costs + i];
        struct event_cost leaving;
        int64_t started;
        if (!path_tree_value(tree, i, &graph->leaving, vertex, &leaving, error) ||
            !path_tree_started(tree, i, vertex, &started, error))
            return false;
        *cost = path_cost_known(started, leaving.is_given);
        /* Below 0 the larger of what enters and leaves says nothing. */
        cost->is_unsure = graph->is_doubtful[vertex] || (tree->lacks_bounds[i] && !seed->is_sole);
    }
    return true;
}

/* Trees are cleared for one function after another, and their graph is large. */
bool path_tree_find_starts(struct path_tree *tree, struct error *error)
{
    for (uint32_t vertex = 0; !tree->knows_starts && vertex < tree->graph->n_vertices; vertex++) {
        bool starts;
        if (!path_tree_is_start(tree, vertex, &starts, error))
            return false;
        if (!starts)
            continue;
        ARRAY_GROW(tree->starts, tree->n_starts, tree->start_capacity);
        tree->starts[tree->n_starts++] = vertex;
    }
    tree->knows_starts = true;
    return true;
}

/* Of all names, or of one. */
static bool find_threads(struct path_tree *tree, uint32_t name, struct seeds *seeds,
                         struct error *error)
{
    if (!path_tree_find_starts(tree, error))
        return false;
    for (size_t i = 0; i < tree->n_starts; i++)
        if ((name == NO_ID || tree->graph->name_of[tree->starts[i]] == name) &&
            !add_thread(tree, seeds, tree->starts[i], error))
            return false;
    return true;
}

/*
 * What a node cost: itself where paths go up, else with all that it called. In a cycle that is no
 * less than itself, and no more than all of the cycle.
 */
static bool cost_of_node(const struct path_tree *tree, size_t i, uint32_t node,
                         struct path_cost *cost, struct error *error)
{
    const struct path_graph *graph = tree->graph;
    uint32_t vertex = graph->vertex_of[node];
    struct event_cost self, leaving;
    int64_t inclusive;

    if (!path_tree_value(tree, i, &graph->nodes.self, node, &self, error) ||
        !path_tree_value(tree, i, &graph->leaving, vertex, &leaving, error) ||
        !path_tree_inclusive(tree, i, vertex, &inclusive, error))
        return false;
    if (graph->goes_up) {
        *cost = path_cost_known(self.sum, self.is_given);
        return true;
    }
    *cost = path_cost_known(inclusive, leaving.is_given);
    if (path_graph_is_cycle(graph, vertex))
        cost->least = self.sum;
    cost->is_unsure =
        graph->is_doubtful[vertex] || (path_graph_is_cycle(graph, vertex) && tree->lacks_bounds[i]);
    return true;
}

static bool add_node(struct path_tree *tree, struct seeds *seeds, uint32_t node, uint32_t name,
                     struct error *error)
{
    const struct path_graph *graph = tree->graph;
    uint32_t vertex = graph->vertex_of[node];
    struct seed *seed = add_seed(tree, seeds, name, vertex);

    seed->is_sole = !graph->goes_up && !path_graph_is_cycle(graph, vertex);
    for (size_t i = 0; i < tree->n_events; i++)
        if (!cost_of_node(tree, i, node, &tree->costs[seed->costs + i], error))
            return false;
    return true;
}

/*
 * Of the nodes that have a name: where paths go down those of the first level alone, which do not
 * nest in each other.
 */
static bool find_nodes(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds,
                       struct error *error)
{
    const struct path_graph *graph = tree->graph;
    bool *is_done = memory_alloc(graph->nodes.count, sizeof *is_done);
    bool fits = true;

    for (function_id id = 0; fits && id < profile_n_functions(graph->profile); id++) {
        uint32_t node = graph->nodes.of_function[id], name = graph->names.of_function[id];
        bool is_first = graph->nodes.levels[id] == 1;
        if (!is_wanted[name] || is_done[node] || (!graph->goes_up && !is_first))
            continue;
        is_done[node] = true;
        fits = add_node(tree, seeds, node, name, error);
    }
    free(is_done);
    return fits;
}

/*
 * Stacks that end with a name: where paths go down, only those that do not have it further up too,
 * so that none is part of another.
 */
static bool find_stacks(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds,
                        struct error *error)
{
    const struct path_graph *graph = tree->graph;
    const struct costs *costs = graph->goes_up ? &graph->self : &graph->leaving;

    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++) {
        uint32_t name = graph->name_of[vertex];
        if (!is_wanted[name] || (!graph->goes_up && graph->is_nested[vertex]))
            continue;
        struct seed *seed = add_seed(tree, seeds, name, vertex);
        seed->is_sole = !graph->goes_up;
        for (size_t i = 0; i < tree->n_events; i++) {
            struct event_cost cost;
            if (!path_tree_value(tree, i, costs, vertex, &cost, error))
                return false;
            tree->costs[seed->costs + i] = path_cost_known(cost.sum, cost.is_given);
        }
    }
    return true;
}

/*
 * By name: whether nodes of it that are all of the first level may be on the stack together. That
 * is so where names have contexts but no levels: then f'main may be around f'g. NULL where none is.
 * The caller frees it.
 */
static bool *find_nesting(const struct path_graph *graph)
{
    if (profile_levels(graph->profile, graph->nodes.arcs) != LEVELS_MERGED)
        return NULL;
    bool *may_nest = memory_alloc(graph->names.count, sizeof *may_nest);
    uint32_t *sizes = memory_alloc(graph->names.count, sizeof *sizes), count;
    struct edge *edges = memory_alloc(graph->n_arcs, sizeof *edges);

    for (size_t id = 0; id < graph->n_arcs; id++) {
        struct row_arc arc = rows_arc(&graph->nodes, id);
        edges[id] = (struct edge){graph->name_of_node[arc.from], graph->name_of_node[arc.to]};
        may_nest[edges[id].from] |= edges[id].from == edges[id].to;
    }
    uint32_t *cycles = components_find(graph->names.count, edges, graph->n_arcs, &count);
    for (size_t name = 0; name < graph->names.count; name++)
        sizes[cycles[name]]++;
    for (size_t name = 0; name < graph->names.count; name++)
        may_nest[name] |= sizes[cycles[name]] > 1;
    free(cycles);
    free(sizes);
    free(edges);
    return may_nest;
}

/*
 * Of a row whose ends may be below each other, where they are part of each other's cost: it has no
 * less than the largest, and no more than all. In most programs one is around the others, so that
 * the largest is the estimate.
 */
static void bound_nesting(struct path_tree *tree, const struct path_row *row)
{
    for (size_t i = 0; i < tree->n_events; i++) {
        struct path_cost *sum = &tree->costs[row->inclusive + i];
        double estimate = 0, all = sum->estimate;
        sum->least = 0;
        for (size_t k = row->ends; k < row->ends + row->n_ends; k++) {
            struct path_cost *cost = &tree->costs[tree->ends[k].costs + i];
            sum->least = cost->least > sum->least ? cost->least : sum->least;
            estimate = cost->estimate > estimate ? cost->estimate : estimate;
            cost->least = 0;
        }
        for (size_t k = row->ends; all > 0 && k < row->ends + row->n_ends; k++)
            tree->costs[tree->ends[k].costs + i].estimate *= estimate / all;
        sum->estimate = estimate;
        sum->is_unsure |= tree->lacks_bounds[i];
    }
    for (size_t k = row->ends; k < row->ends + row->n_ends; k++)
        tree->ends[k].is_sole = false;
}

static bool add_row(struct path_tree *tree, const struct seeds *seeds,
                    const struct seed_group *group, const bool *may_nest, struct error *error)
{
    struct path_row row = {.parent = NO_ID,
                           .name = group->name,
                           .ends = tree->n_ends,
                           .inclusive = path_tree_add_costs(tree),
                           .knows_calls = tree->graph->is_true && !tree->graph->goes_up};

    for (size_t k = group->first; k < group->first + group->count; k++) {
        const struct seed *seed = &seeds->list[k];
        struct path_end *end = path_tree_find_end(tree, &row, seed->vertex);
        end->is_sole = end->is_sole && seed->is_sole;
        if (row.knows_calls && add_overflows(&row.calls, tree->graph->calls[seed->vertex]))
            return profile_fits(tree->graph->profile, true, error);
        for (size_t i = 0; i < tree->n_events; i++) {
            struct path_cost cost = tree->costs[seed->costs + i];
            path_tree_add_cost(tree, &tree->costs[end->costs + i], cost, INT64_MAX);
            path_tree_add_cost(tree, &tree->costs[row.inclusive + i], cost, INT64_MAX);
        }
    }
    if (may_nest != NULL && row.n_ends > 1 && may_nest[row.name])
        bound_nesting(tree, &row);
    if ((tree->folds_frames && !path_tree_add_frames(tree, &row, error)) ||
        !path_tree_add_self(tree, &row, error))
        return false;
    path_tree_add_row(tree, row);
    return true;
}

/* Adds a row for each name, as far as they are above the limit. */
static bool add_rows(struct path_tree *tree, struct seeds *seeds, const bool *may_nest,
                     double least, struct path_rows *added, struct error *error)
{
    struct seed_group *groups = memory_alloc(seeds->count, sizeof *groups);
    size_t n_groups = 0;
    bool fits = true;

    *added = (struct path_rows){.first = (uint32_t)tree->n_rows};
    if (seeds->count > 1)
        qsort(seeds->list, seeds->count, sizeof *seeds->list, compare_seeds);
    if (!tree->graph->goes_up)
        merge_seeds(tree, seeds);
    for (size_t i = 0; i < seeds->count;) {
        struct seed_group group = {.name = seeds->list[i].name, .first = i};
        for (; i < seeds->count && seeds->list[i].name == group.name; i++)
            group.estimate += tree->costs[seeds->list[i].costs].estimate;
        group.count = i - group.first;
        const struct path_cost cost = {.estimate = group.estimate, .is_unsure = true};
        if (fabs(group.estimate) >= least)
            groups[n_groups++] = group;
        else
            path_rows_leave_out(added, &cost, 1);
    }
    if (n_groups > 1)
        qsort(groups, n_groups, sizeof *groups, compare_groups);
    for (size_t i = 0; fits && i < n_groups; i++)
        fits = add_row(tree, seeds, &groups[i], may_nest, error);
    added->count = (uint32_t)tree->n_rows - added->first;
    free(groups);
    return fits;
}

bool path_tree_add_starts(struct path_tree *tree, double least, struct path_rows *added,
                          struct error *error)
{
    struct seeds seeds = {0};
    bool fits = find_threads(tree, NO_ID, &seeds, error) &&
                add_rows(tree, &seeds, NULL, least, added, error);

    free(seeds.list);
    return fits;
}

bool path_tree_add_start(struct path_tree *tree, uint32_t name, uint32_t *added,
                         struct error *error)
{
    struct seeds seeds = {0};
    struct path_rows rows = {0};
    bool fits =
        find_threads(tree, name, &seeds, error) && add_rows(tree, &seeds, NULL, -1, &rows, error);

    *added = rows.count != 0 ? rows.first : NO_ID;
    free(seeds.list);
    return fits;
}

bool path_tree_add_functions(struct path_tree *tree, const bool *is_wanted, double least,
                             struct path_rows *added, struct error *error)
{
    struct seeds seeds = {0};
    const struct path_graph *graph = tree->graph;
    bool *may_nest = graph->goes_up || graph->is_true ? NULL : find_nesting(graph);
    bool fits = (graph->is_true ? find_stacks(tree, is_wanted, &seeds, error)
                                : find_nodes(tree, is_wanted, &seeds, error)) &&
                add_rows(tree, &seeds, may_nest, least, added, error);

    free(may_nest);
    free(seeds.list);
    return fits;
}
