/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds where paths begin and adds their rows to the tree. */

#include <math.h>
#include <stdlib.h>

#include "aggregator/inclusive.h"
#include "aggregator/paths/path_building.h"
#include "aggregator/program.h"
#include "base/array.h"
#include "profile/profile.h"

/* A vertex where paths begin, under a name, with what they cost. */
struct seed {
    uint32_t name, vertex;
    bool is_sole;  /* all of what the vertex cost is of these paths */
    size_t costs;  /* in the tree's */
    uint32_t node; /* of functions, where paths go down: one of that name in the vertex */
};

/* {0} has none. The caller frees the list. */
struct seeds {
    struct seed *list;
    size_t count, capacity;
    const struct inclusive *known; /* of the graph's names: what they cost, where paths go down
                                      from functions. Not owned; NULL: what the seeds do */
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

struct sortable_row {
    struct path_row row;
    double estimate; /* of the first event */
};

static int compare_rows(const void *left, const void *right)
{
    const struct sortable_row *a = left, *b = right;

    if (a->estimate != b->estimate)
        return a->estimate > b->estimate ? -1 : 1;
    return (a->row.name > b->row.name) - (a->row.name < b->row.name);
}

/*
 * Merges seeds of one name and vertex: nodes of one name in a cycle may each cost all of it, but
 * not together, while the self cost of both is certain. The seeds are sorted.
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
        for (size_t column = 0; column < tree->n_columns; column++) {
            struct path_cost *cost = &tree->costs[last->costs + column];
            int64_t more = tree->costs[seed->costs + column].least;
            cost->least = more < cost->most - cost->least ? cost->least + more : cost->most;
        }
    }
    seeds->count = count;
}

/* Adds one that costs nothing yet. It is good until the next one is added. */
static struct seed *add_seed(struct seeds *seeds, struct path_tree *tree, uint32_t name,
                             uint32_t vertex)
{
    ARRAY_GROW(seeds->list, seeds->count, seeds->capacity);
    seeds->list[seeds->count] =
        (struct seed){.name = name, .vertex = vertex, .costs = path_tree_add_costs(tree)};
    return &seeds->list[seeds->count++];
}

/* The ends' estimates add up to that of the row, which was another one. */
static void scale_ends(struct path_tree *tree, const struct path_row *row, size_t i, double was)
{
    double now = tree->costs[row->inclusive + i].estimate;

    for (size_t k = row->ends; was > 0 && k < row->ends + row->n_ends; k++)
        tree->costs[tree->ends[k].costs + i].estimate *= now / was;
}

/*
 * Bounds a row whose ends may be below each other and so part of each other's cost: it costs no
 * less than the largest, and no more than all. In most programs one is around the others, so that
 * the largest is the estimate.
 */
static void bound_nesting(struct path_tree *tree, const struct path_row *row)
{
    for (size_t i = 0; i < tree->n_columns; i++) {
        struct path_cost *sum = &tree->costs[row->inclusive + i];
        double estimate = 0, all = sum->estimate;
        sum->least = 0;
        for (size_t k = row->ends; k < row->ends + row->n_ends; k++) {
            struct path_cost *cost = &tree->costs[tree->ends[k].costs + i];
            sum->least = cost->least > sum->least ? cost->least : sum->least;
            estimate = cost->estimate > estimate ? cost->estimate : estimate;
            cost->least = 0;
        }
        sum->estimate = estimate;
        scale_ends(tree, row, i, all);
        sum->is_unsure |= tree->lacks_bounds[i];
    }
    for (size_t k = row->ends; k < row->ends + row->n_ends; k++)
        tree->ends[k].is_sole = false;
}

/* Returns the sum of the least, or the most, that the ends of a row may cost. */
static int64_t sum_of_ends(const struct path_tree *tree, const struct path_row *row, size_t i,
                           bool is_most)
{
    int64_t sum = 0;

    for (size_t k = row->ends; k < row->ends + row->n_ends; k++) {
        const struct path_cost *cost = &tree->costs[tree->ends[k].costs + i];
        sum = path_cost_sum(sum, is_most ? cost->most : cost->least, INT64_MAX);
    }
    return sum;
}

/* Narrows the ends by what is known of their row: what one has, the others have not. */
static void limit_ends(struct path_tree *tree, const struct path_row *row, size_t i)
{
    const struct path_cost all = tree->costs[row->inclusive + i];
    int64_t least = sum_of_ends(tree, row, i, false), most = sum_of_ends(tree, row, i, true);
    double share = most == least ? 0 : (all.estimate - (double)least) / (double)(most - least);

    for (size_t k = row->ends; k < row->ends + row->n_ends; k++) {
        struct path_cost *cost = &tree->costs[tree->ends[k].costs + i];
        int64_t needed = all.least - (most - cost->most), room = all.most - (least - cost->least);
        cost->estimate = (double)cost->least + share * (double)(cost->most - cost->least);
        cost->least = needed > cost->least ? needed : cost->least;
        cost->most = room < cost->most ? room : cost->most;
    }
}

/* Brings a cost within what the function is known to cost, if that can be. */
static void limit_cost(struct path_cost *cost, int64_t least, int64_t most)
{
    if (least > most || least > cost->most || most < cost->least)
        return;
    cost->least = least > cost->least ? least : cost->least;
    cost->most = most < cost->most ? most : cost->most;
    if (cost->estimate < (double)cost->least)
        cost->estimate = (double)cost->least;
    if (cost->estimate > (double)cost->most)
        cost->estimate = (double)cost->most;
}

/*
 * Limits the row of a function in a cycle: what it cost in all is known, or between what, as
 * inclusive.h says.
 */
static void limit_row(struct path_tree *tree, const struct inclusive *known,
                      const struct path_row *row)
{
    bool is_exact = known->is_exact[row->name];

    for (size_t i = 0; i < tree->n_columns; i++) {
        struct path_cost *cost = &tree->costs[row->inclusive + i];
        int64_t least = path_tree_value(tree, i, &known->costs, row->name).sum, most = least;
        if (!is_exact)
            most = path_tree_value(tree, i, &known->cycles, known->cycle[row->name] - 1).sum;
        if (cost->is_unsure || path_cost_is_exact(cost) || tree->lacks_bounds[i])
            continue;
        double estimate = cost->estimate;
        limit_cost(cost, least, most);
        if (is_exact || row->n_ends == 1)
            limit_ends(tree, row, i);
        else
            scale_ends(tree, row, i, estimate);
    }
}

/* Narrows the row of a function in a cycle by what is known of the function. */
static void bound_row(struct path_tree *tree, const struct inclusive *known,
                      const struct path_row *row)
{
    enum rule rule = known->nesting.rules[row->name];

    if (rule == RULE_BOUND && row->n_ends > 1)
        bound_nesting(tree, row);
    if (rule == RULE_BOUND || rule == RULE_LEVELS)
        limit_row(tree, known, row);
}

/* Notes the self cost of the function, where the vertex is a cycle that it is in. */
static void set_member(struct path_tree *tree, const struct seed *seed, struct path_end *end)
{
    if (!path_graph_is_cycle(tree->graph, seed->vertex))
        return;
    (void)path_graph_member_steps(tree->graph, seed->vertex, tree->events[0]);
    end->member = tree->graph->member_costs[seed->node];
    end->own = seed->costs; /* the least that the seed may cost */
}

/* Adds the row of the seeds of one name, from the first one on. */
static void add_row(struct path_tree *tree, const struct seeds *seeds, size_t first, size_t count)
{
    struct path_row row = {.parent = NO_ID,
                           .name = seeds->list[first].name,
                           .ends = tree->n_ends,
                           .inclusive = path_tree_add_costs(tree),
                           .knows_calls = tree->graph->is_true && !tree->graph->goes_up};

    for (size_t k = first; k < first + count; k++) {
        const struct seed *seed = &seeds->list[k];
        struct path_end *end = path_tree_find_end(tree, &row, seed->vertex);
        end->is_sole = end->is_sole && seed->is_sole;
        if (seeds->known != NULL)
            set_member(tree, seed, end);
        if (row.knows_calls)
            profile_note_overflow(tree->graph->profile,
                                  add_saturated(&row.calls, tree->graph->calls[seed->vertex]));
        for (size_t i = 0; i < tree->n_columns; i++) {
            struct path_cost cost = tree->costs[seed->costs + i];
            path_tree_add_cost(tree, &tree->costs[end->costs + i], cost, INT64_MAX);
            path_tree_add_cost(tree, &tree->costs[row.inclusive + i], cost, INT64_MAX);
        }
    }
    if (seeds->known != NULL)
        bound_row(tree, seeds->known, &row);
    path_tree_settle(tree, &tree->costs[row.inclusive]);
    for (size_t k = row.ends; k < row.ends + row.n_ends; k++)
        path_tree_settle(tree, &tree->costs[tree->ends[k].costs]);
    if (tree->folds_frames)
        path_tree_add_frames(tree, &row);
    path_tree_add_self(tree, &row);
    path_tree_add_row(tree, row);
}

/* The costliest first: what is known of functions is not in the order of their seeds. */
static void sort_rows(struct path_tree *tree, const struct path_rows *added)
{
    struct sortable_row *rows = memory_alloc(added->count, sizeof *rows);

    for (uint32_t i = 0; i < added->count; i++) {
        rows[i].row = tree->rows[added->first + i];
        rows[i].estimate = tree->costs[rows[i].row.inclusive].estimate;
    }
    ARRAY_SORT(rows, added->count, compare_rows);
    for (uint32_t i = 0; i < added->count; i++)
        tree->rows[added->first + i] = rows[i].row;
    free(rows);
}

/*
 * Adds a row for each name to the tree, as far as they are above the limit; the seeds are sorted.
 * Where a function is in a cycle, or its seeds may be below each other, the row costs no more than
 * is known of the function, and no less.
 */
static struct path_rows add_rows(struct seeds *seeds, struct path_tree *tree, double least)
{
    struct path_rows added = {.first = (uint32_t)tree->n_rows};

    for (size_t i = 0; i < seeds->count; i++)
        path_tree_settle(tree, &tree->costs[seeds->list[i].costs]);
    ARRAY_SORT(seeds->list, seeds->count, compare_seeds);
    if (!tree->graph->goes_up)
        merge_seeds(tree, seeds);
    for (size_t first = 0, next; first < seeds->count; first = next) {
        struct path_cost sum = {.is_unsure = true};
        for (next = first; next < seeds->count && seeds->list[next].name == seeds->list[first].name;
             next++)
            sum.estimate += tree->costs[seeds->list[next].costs].estimate;
        if (fabs(sum.estimate) >= least)
            add_row(tree, seeds, first, next - first);
        else
            path_rows_leave_out(&added, &sum, 1);
    }
    added.count = (uint32_t)tree->n_rows - added.first;
    sort_rows(tree, &added);
    return added;
}

static void add_thread(struct path_tree *tree, struct seeds *seeds, uint32_t vertex)
{
    const struct path_graph *graph = tree->graph;
    struct seed *seed = add_seed(seeds, tree, graph->name_of[vertex], vertex);

    seed->is_sole = graph->n_entering[vertex] == 0;
    for (size_t i = 0; i < tree->n_columns; i++) {
        struct path_cost *cost = &tree->costs[seed->costs + i];
        *cost = path_cost_known(path_tree_started(tree, i, vertex),
                                path_tree_value(tree, i, &graph->leaving, vertex).is_given);
        /* Below 0 the larger of what enters and leaves says nothing. */
        cost->is_unsure = graph->is_doubtful[vertex] || (tree->lacks_bounds[i] && !seed->is_sole);
    }
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

/* Finds the starts of all names, or with a name those of one. */
static void find_threads(struct path_tree *tree, uint32_t name, struct seeds *seeds)
{
    path_tree_find_starts(tree);
    size_t begin = name == NO_ID ? 0 : tree->starts_begin[name];
    size_t end = name == NO_ID ? tree->n_starts : tree->starts_begin[name + 1];
    for (size_t i = begin; i < end; i++)
        add_thread(tree, seeds, tree->starts[i]);
}

/* The calls of each vertex from others of the same name, which are part of what those cost. */
struct own_calls {
    struct costs costs;
    uint32_t *counts;
};

/* Functions call others of their name where contexts are kept: f'main calls f'f. */
static void find_own_calls(const struct path_graph *graph, struct own_calls *calls)
{
    bool overflows = false;

    costs_init(&calls->costs, graph->profile->events.n_recorded);
    calls->counts = memory_alloc(graph->n_vertices, sizeof *calls->counts);
    for (size_t id = 0; id < graph->n_arcs; id++) {
        struct edge ends = graph->ends[id];
        if (ends.from == ends.to || graph->name_of[ends.from] != graph->name_of[ends.to])
            continue;
        costs_ensure(&calls->costs, (size_t)ends.to + 1);
        overflows |=
            costs_combine_overflows(&calls->costs, ends.to, costs_row(graph->arc_costs, id), false);
        calls->counts[ends.to]++;
    }
    profile_note_overflow(graph->profile, overflows);
}

/*
 * Gives what a node cost with all that it called, except for calls by its own function. In a cycle
 * that is no less than its self cost, and no more than all of the cycle.
 */
static struct path_cost cost_of_node(const struct path_tree *tree, size_t i, uint32_t node,
                                     const struct own_calls *calls)
{
    const struct path_graph *graph = tree->graph;
    uint32_t vertex = graph->vertex_of[node];
    bool is_given = path_tree_value(tree, i, &graph->leaving, vertex).is_given;
    int64_t spent = path_tree_inclusive(tree, i, vertex);

    if (calls->counts[vertex] != 0) {
        int64_t own = path_tree_value(tree, i, &calls->costs, vertex).sum;
        profile_note_overflow(graph->profile, subtract_saturated(&spent, own));
    }
    struct path_cost cost = path_cost_known(spent, is_given);
    cost.is_unsure = graph->is_doubtful[vertex];
    if (path_graph_is_cycle(graph, vertex)) {
        cost.least = path_tree_value(tree, i, &graph->nodes.self, node).sum;
        cost.is_unsure = path_tree_is_unsure(tree, i, vertex);
    }
    return cost;
}

static bool is_free(const struct path_tree *tree, const struct seed *seed)
{
    for (size_t i = 0; i < tree->n_columns; i++)
        if (tree->costs[seed->costs + i].most != 0)
            return false;
    return true;
}

static void add_node(struct path_tree *tree, struct seeds *seeds, uint32_t node, uint32_t name,
                     const struct own_calls *calls)
{
    const struct path_graph *graph = tree->graph;
    uint32_t vertex = graph->vertex_of[node];
    struct seed *seed = add_seed(seeds, tree, name, vertex);

    seed->node = node;
    seed->is_sole = !path_graph_is_cycle(graph, vertex) && calls->counts[vertex] == 0;
    for (size_t i = 0; i < tree->n_columns; i++)
        tree->costs[seed->costs + i] = cost_of_node(tree, i, node, calls);
    /* Nobody else calls it. */
    if (calls->counts[vertex] != 0 && calls->counts[vertex] == graph->n_entering[vertex] &&
        is_free(tree, seed))
        seeds->count--;
}

/* The nodes that have a name: those of the first level alone, which do not nest in each other. */
static void find_nodes(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds)
{
    const struct path_graph *graph = tree->graph;
    bool *is_done = memory_alloc(graph->nodes.count, sizeof *is_done);
    struct own_calls calls = {0};

    find_own_calls(graph, &calls);
    for (function_id id = 0; id < profile_n_functions(graph->profile); id++) {
        uint32_t node = graph->nodes.of_function[id], name = graph->names.of_function[id];
        if (!is_wanted[name] || is_done[node] || graph->nodes.levels[id] != 1)
            continue;
        is_done[node] = true;
        add_node(tree, seeds, node, name, &calls);
    }
    costs_free(&calls.costs);
    free(calls.counts);
    free(is_done);
}

/* Bottom-up: self cost over all recursion levels. */
static void find_self(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds)
{
    const struct path_graph *graph = tree->graph;

    for (uint32_t node = 0; node < graph->nodes.count; node++) {
        uint32_t name = graph->name_of_node[node];
        if (!is_wanted[name])
            continue;
        const struct seed *seed = add_seed(seeds, tree, name, graph->vertex_of[node]);
        for (size_t i = 0; i < tree->n_columns; i++) {
            const struct event_cost self = path_tree_value(tree, i, &graph->nodes.self, node);
            tree->costs[seed->costs + i] = path_cost_known(self.sum, self.is_given);
        }
    }
}

/*
 * Finds the stacks that end with a name. Going down, stacks that have it further up as well are
 * left out, so that none is part of another.
 */
static void find_stacks(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds)
{
    const struct path_graph *graph = tree->graph;
    const struct costs *costs = graph->goes_up ? &graph->self : &graph->leaving;

    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++) {
        uint32_t name = graph->name_of[vertex];
        if (!is_wanted[name] || (!graph->goes_up && graph->is_nested[vertex]))
            continue;
        struct seed *seed = add_seed(seeds, tree, name, vertex);
        seed->is_sole = !graph->goes_up;
        for (size_t i = 0; i < tree->n_columns; i++) {
            const struct event_cost cost = path_tree_value(tree, i, costs, vertex);
            tree->costs[seed->costs + i] = path_cost_known(cost.sum, cost.is_given);
        }
    }
}

struct path_rows path_tree_add_starts(struct path_tree *tree, double least)
{
    struct seeds seeds = {0};

    find_threads(tree, NO_ID, &seeds);
    const struct path_rows added = add_rows(&seeds, tree, least);
    free(seeds.list);
    return added;
}

uint32_t path_tree_add_start(struct path_tree *tree, uint32_t name)
{
    struct seeds seeds = {0};

    find_threads(tree, name, &seeds);
    const struct path_rows added = add_rows(&seeds, tree, -1);
    free(seeds.list);
    return added.count != 0 ? added.first : NO_ID;
}

/* Computes what each function cost with all that it called, as far as that is known. */
static void find_known(const struct path_graph *graph, struct inclusive *known)
{
    struct program program = {0};

    program_compute(&program, graph->profile);
    inclusive_compute(known, &graph->names, profile_levels(graph->profile, graph->names.arcs),
                      &program.total);
    program_free(&program);
}

struct path_rows path_tree_add_functions(struct path_tree *tree, const bool *is_wanted,
                                         double least)
{
    struct seeds seeds = {0};
    struct inclusive known = {0};

    if (tree->graph->is_true) {
        find_stacks(tree, is_wanted, &seeds);
    } else if (tree->graph->goes_up) {
        find_self(tree, is_wanted, &seeds);
    } else {
        find_known(tree->graph, &known);
        seeds.known = &known;
        find_nodes(tree, is_wanted, &seeds);
    }
    const struct path_rows added = add_rows(&seeds, tree, least);
    inclusive_free(&known);
    free(seeds.list);
    return added;
}
