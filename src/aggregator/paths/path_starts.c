/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds where paths begin and adds their rows to the tree. */

#include <math.h>
#include <stdlib.h>

#include "aggregator/inclusive.h"
#include "aggregator/paths/path_building.h"
#include "base/array.h"
#include "profile/profile.h"

/* A vertex where paths begin, under a name; a node of it, where not all of a vertex counts. */
struct seed {
    uint32_t name, vertex, node;
};

/*
 * The seeds of rows. {0} has none. The caller frees the list. Of threads there is nothing else; of
 * functions what is known of their names, where paths go down from them.
 */
struct seeds {
    struct seed *list;
    size_t count, capacity;
    bool is_of_threads;
    struct inclusive known;
    struct costs own_calls; /* by vertex: calls from others of the same name, which are part of what
                               those cost: f'main calls f'f where contexts are kept */
    uint32_t *n_own_calls;  /* NULL where nothing is known of functions */
};

static int compare_seeds(const void *left, const void *right)
{
    const struct seed *a = left, *b = right;

    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    if (a->vertex != b->vertex)
        return a->vertex < b->vertex ? -1 : 1;
    return (a->node > b->node) - (a->node < b->node);
}

static void add_seed(struct seeds *seeds, uint32_t name, uint32_t vertex, uint32_t node)
{
    ARRAY_ADD(seeds->list, seeds->count, seeds->capacity, (struct seed){name, vertex, node});
}

/*
 * Returns what a seed costs. A function has all that its vertex cost, except for calls by its own
 * function; in a cycle that is no less than its self cost.
 */
static struct path_cost cost_of_seed(const struct path_tree *tree, size_t i,
                                     const struct seeds *seeds, const struct seed *seed,
                                     const struct path_end *end)
{
    const struct path_graph *graph = tree->graph;
    uint32_t vertex = seed->vertex;
    const struct event_cost all = path_tree_value(tree, i, &graph->leaving, vertex);

    if (!seeds->is_of_threads && seeds->n_own_calls == NULL) {
        const struct costs *of = !graph->is_true ? &graph->nodes.self
                               : graph->goes_up  ? &graph->self
                                                 : &graph->leaving;
        const struct event_cost cost =
            path_tree_value(tree, i, of, graph->is_true ? vertex : seed->node);
        return path_cost_known(cost.sum, cost.is_given);
    }
    int64_t spent = seeds->is_of_threads ? path_tree_started(tree, i, vertex)
                                         : path_tree_inclusive(tree, i, vertex);
    if (!seeds->is_of_threads && seeds->n_own_calls[vertex] != 0)
        profile_note_overflow(
            graph->profile,
            subtract_saturated(&spent, path_tree_value(tree, i, &seeds->own_calls, vertex).sum));
    struct path_cost cost = path_cost_known(spent, all.is_given);
    /* Below 0 the larger of what enters and leaves says nothing. */
    cost.is_unsure = graph->is_doubtful[vertex] || (seeds->is_of_threads && tree->lacks_bounds[i] &&
                                                    graph->n_entering[vertex] != 0);
    if (end->member != NO_ID) {
        cost.least = path_tree_value(tree, i, &graph->step_costs, end->member).sum;
        cost.is_unsure = path_tree_is_unsure(tree, i, vertex);
    }
    return cost;
}

/* Whether all of what the vertex cost is of the seed's paths. */
static bool is_sole(const struct path_graph *graph, const struct seeds *seeds,
                    const struct seed *seed)
{
    if (seeds->is_of_threads)
        return graph->n_entering[seed->vertex] == 0;
    if (seeds->n_own_calls != NULL)
        return !path_graph_is_cycle(graph, seed->vertex) && seeds->n_own_calls[seed->vertex] == 0;
    return graph->is_true && !graph->goes_up;
}

/* Returns the row of the self cost of a function in the cycle that a vertex is. */
static uint32_t find_member(const struct path_tree *tree, uint32_t vertex, uint32_t name)
{
    const struct path_steps members = path_graph_steps(tree->graph, vertex, true, tree->events[0]);
    size_t i = 0;

    while (members.list[i].name != name)
        i++;
    return members.list[i].cost;
}

static double between(double cost, int64_t least, int64_t most)
{
    return cost < (double)least ? (double)least : cost > (double)most ? (double)most : cost;
}

/*
 * Narrows the row of a function in a cycle by what is known of the function, as inclusive.h says.
 * Ends that may be below each other, and so part of each other's cost, are together no less than
 * the largest. In most programs one is around the others, so that it is the estimate. Of several
 * ends nobody knows then how much each has at least.
 */
static void bound_row(struct path_tree *tree, const struct inclusive *known,
                      const struct path_row *row)
{
    enum rule rule = known->nesting.rules[row->name];
    bool nests = rule == RULE_BOUND && row->n_ends > 1;
    struct path_end *ends = &tree->ends[row->ends];

    for (size_t i = 0; (rule == RULE_BOUND || rule == RULE_LEVELS) && i < tree->n_columns; i++) {
        struct path_cost *cost = &tree->costs[row->inclusive + i];
        const double all = cost->estimate;
        int64_t least = path_tree_value(tree, i, &known->costs, row->name).sum, most = least;
        if (path_tree_is_sum(tree, i))
            continue;
        if (!known->is_exact[row->name])
            most = path_tree_value(tree, i, &known->cycles, known->cycle[row->name] - 1).sum;
        for (size_t k = 0; nests && k < row->n_ends; k++) {
            const struct path_cost *part = &tree->costs[ends[k].costs + i];
            cost->estimate =
                k == 0 || part->estimate > cost->estimate ? part->estimate : cost->estimate;
            cost->least = k == 0 || part->least > cost->least ? part->least : cost->least;
            ends[k].is_sole = false;
        }
        cost->is_unsure |= nests && tree->lacks_bounds[i];
        if (!cost->is_unsure && !tree->lacks_bounds[i] && least <= most && least <= cost->most &&
            most >= cost->least) {
            cost->least = least > cost->least ? least : cost->least;
            cost->most = most < cost->most ? most : cost->most;
            cost->estimate = between(cost->estimate, cost->least, cost->most);
        }
        for (size_t k = 0; k < row->n_ends; k++) {
            struct path_cost *part = &tree->costs[ends[k].costs + i];
            if (row->n_ends == 1)
                *part = *cost;
            else if (nests || cost->estimate != all)
                part->least = 0;
            if (row->n_ends > 1 && cost->estimate < all && all > 0)
                part->estimate *= cost->estimate / all;
        }
    }
}

/* Adds the row of the seeds of one name, unless that is below the limit. */
static void add_row(struct path_tree *tree, const struct seeds *seeds, const struct seed *first,
                    size_t count, double least, struct path_rows *added)
{
    const struct path_graph *graph = tree->graph;
    struct path_row row = {.parent = NO_ID,
                           .name = first->name,
                           .ends = tree->n_ends,
                           .inclusive = path_tree_add_costs(tree),
                           .knows_calls = graph->is_true && !graph->goes_up};

    for (const struct seed *seed = first; seed < first + count; seed++) {
        size_t n_ends = row.n_ends;
        struct path_end *end = path_tree_find_end(tree, &row, seed->vertex);
        end->is_sole = end->is_sole && is_sole(graph, seeds, seed);
        if (row.n_ends == n_ends && seeds->n_own_calls != NULL)
            continue; /* its nodes cost the same together */
        if (seeds->n_own_calls != NULL && path_graph_is_cycle(graph, seed->vertex))
            end->member = find_member(tree, seed->vertex, row.name);
        for (size_t i = 0; i < tree->n_columns; i++)
            if (!path_tree_is_sum(tree, i))
                path_cost_add(&tree->costs[end->costs + i], cost_of_seed(tree, i, seeds, seed, end),
                              INT64_MAX);
        if (row.knows_calls)
            profile_note_overflow(graph->profile,
                                  add_saturated(&row.calls, graph->calls[seed->vertex]));
    }
    for (size_t k = row.ends; k < row.ends + row.n_ends; k++)
        for (size_t i = 0; i < tree->n_columns; i++)
            path_cost_add(&tree->costs[row.inclusive + i], tree->costs[tree->ends[k].costs + i],
                          INT64_MAX);
    if (seeds->n_own_calls != NULL)
        bound_row(tree, &seeds->known, &row);
    path_tree_settle(tree, row.inclusive);
    if (path_tree_leave_out(tree, &row, least, added))
        return;
    if (seeds->is_of_threads)
        row.n_frames = graph->n_frames[first->vertex];
    path_tree_add_self(tree, &row);
    ARRAY_ADD(tree->rows, tree->n_rows, tree->row_capacity, row);
}

/* Adds a row for each name of the seeds to the tree, as far as they are above the limit. */
static struct path_rows add_rows(struct path_tree *tree, struct seeds *seeds, double least)
{
    struct path_rows added = {.first = (uint32_t)tree->n_rows};

    ARRAY_SORT(seeds->list, seeds->count, compare_seeds);
    for (size_t first = 0, next; first < seeds->count; first = next) {
        for (next = first + 1;
             next < seeds->count && seeds->list[next].name == seeds->list[first].name;)
            next++;
        add_row(tree, seeds, &seeds->list[first], next - first, least, &added);
    }
    added.count = (uint32_t)tree->n_rows - added.first;
    path_tree_sort_rows(tree, added.first);
    free(seeds->list);
    return added;
}

/* Trees are cleared for one function after another, and their graph is large. */
void path_tree_find_starts(struct path_tree *tree)
{
    const struct path_graph *graph = tree->graph;
    size_t n_names = graph->names.count + graph->n_cycles;

    if (tree->starts_begin != NULL)
        return;
    uint32_t *name_of_start = memory_alloc(graph->n_vertices, sizeof *name_of_start);
    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++)
        name_of_start[vertex] = path_tree_is_start(tree, vertex) ? graph->name_of[vertex] : NO_ID;
    tree->starts = ids_sort(name_of_start, graph->n_vertices, n_names, &tree->starts_begin);
    tree->n_starts = tree->starts_begin[n_names];
    free(name_of_start);
}

/* Adds the starts of all names, or with a name those of one. */
static struct path_rows add_threads(struct path_tree *tree, uint32_t name, double least)
{
    struct seeds seeds = {.is_of_threads = true};

    path_tree_find_starts(tree);
    size_t begin = name == NO_ID ? 0 : tree->starts_begin[name];
    size_t end = name == NO_ID ? tree->n_starts : tree->starts_begin[name + 1];
    for (size_t i = begin; i < end; i++)
        add_seed(&seeds, tree->graph->name_of[tree->starts[i]], tree->starts[i], NO_ID);
    return add_rows(tree, &seeds, least);
}

struct path_rows path_tree_add_starts(struct path_tree *tree, double least)
{
    return add_threads(tree, NO_ID, least);
}

uint32_t path_tree_add_start(struct path_tree *tree, uint32_t name)
{
    const struct path_rows added = add_threads(tree, name, -1);

    return added.count != 0 ? added.first : NO_ID;
}

static void find_own_calls(const struct path_graph *graph, struct seeds *seeds)
{
    bool overflows = false;

    costs_init(&seeds->own_calls, graph->profile->events.n_recorded);
    seeds->n_own_calls = memory_alloc(graph->n_vertices, sizeof *seeds->n_own_calls);
    for (size_t id = 0; id < graph->n_arcs; id++) {
        struct edge ends = graph->ends[id];
        if (ends.from == ends.to || graph->name_of[ends.from] != graph->name_of[ends.to])
            continue;
        costs_ensure(&seeds->own_calls, (size_t)ends.to + 1);
        overflows |= costs_combine_overflows(&seeds->own_calls, ends.to,
                                             costs_row(graph->arc_costs, id), false);
        seeds->n_own_calls[ends.to]++;
    }
    profile_note_overflow(graph->profile, overflows);
}

/* Adds the nodes that have a name: those of the first level alone, which do not nest. */
static void find_functions(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds)
{
    const struct path_graph *graph = tree->graph;

    inclusive_compute(&seeds->known, &graph->names,
                      profile_levels(graph->profile, graph->names.arcs));
    find_own_calls(graph, seeds);
    for (function_id id = 0; id < profile_n_functions(graph->profile); id++) {
        uint32_t node = graph->nodes.of_function[id], name = graph->names.of_function[id];
        uint32_t vertex = graph->vertex_of[node], n_own = seeds->n_own_calls[vertex];
        /* What nobody calls but the function itself is part of what that cost. */
        bool is_part =
            n_own != 0 && n_own == graph->n_entering[vertex] && !path_tree_is_start(tree, vertex);
        if (is_wanted[name] && graph->nodes.levels[id] == 1 && !is_part)
            add_seed(seeds, name, vertex, node);
    }
}

/*
 * Bottom-up functions have their self cost over all recursion levels. Where stacks are known they
 * are those that end with a name; going down, stacks that have it further up as well are left out,
 * so that none is part of another.
 */
struct path_rows path_tree_add_functions(struct path_tree *tree, const bool *is_wanted,
                                         double least)
{
    const struct path_graph *graph = tree->graph;
    struct seeds seeds = {0};

    if (!graph->is_true && !graph->goes_up)
        find_functions(tree, is_wanted, &seeds);
    else if (!graph->is_true)
        for (uint32_t node = 0; node < graph->nodes.count; node++) {
            if (is_wanted[graph->name_of_node[node]])
                add_seed(&seeds, graph->name_of_node[node], graph->vertex_of[node], node);
        }
    else
        for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++)
            if (is_wanted[graph->name_of[vertex]] &&
                (graph->goes_up || !path_graph_is_nested(graph, vertex)))
                add_seed(&seeds, graph->name_of[vertex], vertex, NO_ID);
    const struct path_rows added = add_rows(tree, &seeds, least);
    inclusive_free(&seeds.known);
    costs_free(&seeds.own_calls);
    free(seeds.n_own_calls);
    return added;
}
