/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/path_seeds.h"

#include <math.h>
#include <stdlib.h>

#include "aggregator/inclusive.h"
#include "aggregator/paths/path_frames.h"
#include "base/array.h"
#include "base/number.h"

/* Those of one name: a row to be. */
struct seed_group {
    uint32_t name;
    size_t first, count;
    double estimate; /* of the first event */
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

struct seed *path_seeds_add(struct seeds *seeds, struct path_tree *tree, uint32_t name,
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
        sum->estimate = estimate;
        scale_ends(tree, row, i, all);
        sum->is_unsure |= tree->lacks_bounds[i];
    }
    for (size_t k = row->ends; k < row->ends + row->n_ends; k++)
        tree->ends[k].is_sole = false;
}

/* The sum of the least, or the most, that the ends of a row may cost. */
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

/* What is known of a row is so of its ends: what one of them has the others have not. */
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

/* Of a function in a cycle: what it cost in all is known, or between what, as inclusive.h says. */
static bool limit_row(struct path_tree *tree, const struct inclusive *known,
                      const struct path_row *row, struct error *error)
{
    bool is_exact = known->is_exact[row->name];

    for (size_t i = 0; i < tree->n_events; i++) {
        struct path_cost *cost = &tree->costs[row->inclusive + i];
        struct event_cost least, most;
        if (!path_tree_value(tree, i, &known->costs, row->name, &least, error) ||
            (!is_exact &&
             !path_tree_value(tree, i, &known->cycles, known->cycle[row->name] - 1, &most, error)))
            return false;
        if (cost->is_unsure || path_cost_is_exact(cost))
            continue;
        double estimate = cost->estimate;
        limit_cost(cost, least.sum, is_exact ? least.sum : most.sum);
        if (is_exact || row->n_ends == 1)
            limit_ends(tree, row, i);
        else
            scale_ends(tree, row, i, estimate);
    }
    return true;
}

/* What is known of a function narrows its row where that is of a cycle. */
static bool bound_row(struct path_tree *tree, const struct inclusive *known,
                      const struct path_row *row, struct error *error)
{
    enum rule rule = known->nesting.rules[row->name];

    if (rule == RULE_BOUND && row->n_ends > 1)
        bound_nesting(tree, row);
    return (rule != RULE_BOUND && rule != RULE_LEVELS) || limit_row(tree, known, row, error);
}

/* Where the vertex is a cycle that the function is in: what it costs itself. */
static bool set_member(struct path_tree *tree, const struct seed *seed, struct path_end *end,
                       struct error *error)
{
    struct path_steps members;

    if (!path_graph_is_cycle(tree->graph, seed->vertex))
        return true;
    if (!path_graph_member_steps(tree->graph, seed->vertex, tree->events[0], &members, error))
        return false;
    end->member = tree->graph->member_costs[seed->node];
    end->own = seed->costs; /* the least that the seed may cost */
    return true;
}

static bool add_row(struct path_tree *tree, const struct seeds *seeds,
                    const struct seed_group *group, struct error *error)
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
        if (seeds->known != NULL && !set_member(tree, seed, end, error))
            return false;
        if (row.knows_calls && add_overflows(&row.calls, tree->graph->calls[seed->vertex]))
            return profile_fits(tree->graph->profile, true, error);
        for (size_t i = 0; i < tree->n_events; i++) {
            struct path_cost cost = tree->costs[seed->costs + i];
            path_tree_add_cost(tree, &tree->costs[end->costs + i], cost, INT64_MAX);
            path_tree_add_cost(tree, &tree->costs[row.inclusive + i], cost, INT64_MAX);
        }
    }
    if ((seeds->known != NULL && !bound_row(tree, seeds->known, &row, error)) ||
        (tree->folds_frames && !path_tree_add_frames(tree, &row, error)) ||
        !path_tree_add_self(tree, &row, error))
        return false;
    path_tree_add_row(tree, row);
    return true;
}

/* The costliest first: what is known of functions is not in the order of their seeds. */
static void sort_rows(struct path_tree *tree, const struct path_rows *added)
{
    struct sortable_row *rows = memory_alloc(added->count, sizeof *rows);

    for (uint32_t i = 0; i < added->count; i++) {
        rows[i].row = tree->rows[added->first + i];
        rows[i].estimate = tree->costs[rows[i].row.inclusive].estimate;
    }
    if (added->count > 1)
        qsort(rows, added->count, sizeof *rows, compare_rows);
    for (uint32_t i = 0; i < added->count; i++)
        tree->rows[added->first + i] = rows[i].row;
    free(rows);
}

bool path_seeds_add_rows(struct seeds *seeds, struct path_tree *tree, double least,
                         struct path_rows *added, struct error *error)
{
    bool fits = true;

    *added = (struct path_rows){.first = (uint32_t)tree->n_rows};
    if (seeds->count > 1)
        qsort(seeds->list, seeds->count, sizeof *seeds->list, compare_seeds);
    if (!tree->graph->goes_up)
        merge_seeds(tree, seeds);
    for (size_t i = 0; fits && i < seeds->count;) {
        struct seed_group group = {.name = seeds->list[i].name, .first = i};
        for (; i < seeds->count && seeds->list[i].name == group.name; i++)
            group.estimate += tree->costs[seeds->list[i].costs].estimate;
        group.count = i - group.first;
        const struct path_cost cost = {.estimate = group.estimate, .is_unsure = true};
        if (fabs(group.estimate) >= least)
            fits = add_row(tree, seeds, &group, error);
        else
            path_rows_leave_out(added, &cost, 1);
    }
    added->count = (uint32_t)tree->n_rows - added->first;
    if (fits)
        sort_rows(tree, added);
    return fits;
}
