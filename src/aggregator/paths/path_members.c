/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/path_members.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

/* A function of the cycle that one of a row's ends is. */
struct member {
    uint32_t name;
    size_t end;    /* in the tree */
    uint32_t cost; /* of it: a row of step_costs */
    double size;   /* of all of its name: what they cost by the row's paths, of the first event */
};

struct members {
    struct member *list;
    size_t count, capacity;
};

static int compare_names(const void *left, const void *right)
{
    const struct member *a = left, *b = right;

    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

static int compare_sizes(const void *left, const void *right)
{
    const struct member *a = left, *b = right;

    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return compare_names(left, right);
}

static void add_member(struct members *members, size_t end, const struct path_step *step)
{
    ARRAY_GROW(members->list, members->count, members->capacity);
    members->list[members->count++] =
        (struct member){.name = step->name, .end = end, .cost = step->cost};
}

/* Those of all cycles that the row ends at, but for the function that it is of. */
static bool find_members(const struct path_tree *tree, const struct path_row *row,
                         struct members *members, struct error *error)
{
    for (size_t end = row->ends; end < row->ends + row->n_ends; end++) {
        uint32_t vertex = tree->ends[end].vertex;
        struct path_steps all;
        if (!path_graph_is_cycle(tree->graph, vertex))
            continue;
        if (!path_graph_member_steps(tree->graph, vertex, tree->events[0], &all, error))
            return false;
        for (size_t i = 0; i < all.count; i++)
            if (all.list[i].name != row->name)
                add_member(members, end, &all.list[i]);
    }
    return true;
}

/*
 * Those of the only cycle that the row ends at, down to the limit: they are in order, and where the
 * cycle is large each of its functions may have a row that has the others below it.
 */
static bool find_first_members(const struct path_tree *tree, const struct path_row *row,
                               double least, struct members *members, struct path_rows *added,
                               struct error *error)
{
    const struct path_end *end = &tree->ends[row->ends];
    bool has_own = path_row_is_within(tree, row, end); /* among those that are to come */
    struct path_steps all;

    if (!path_graph_is_cycle(tree->graph, end->vertex))
        return true;
    if (!path_graph_member_steps(tree->graph, end->vertex, tree->events[0], &all, error))
        return false;
    for (size_t i = 0; i < all.count; i++) {
        const struct step_cost cost = {&tree->graph->step_costs, all.list[i].cost};
        struct path_cost part;
        if (all.list[i].name == row->name) {
            has_own = false;
            continue;
        }
        if (!path_tree_part(tree, end, 0, cost, &part, error))
            return false;
        if (fabs(part.estimate) < least) {
            path_rows_leave_out(added, &part, all.count - i - has_own);
            break;
        }
        add_member(members, row->ends, &all.list[i]);
    }
    return true;
}

/* How many from the first one on have its name. */
static size_t count_same(const struct member *first, const struct member *end)
{
    size_t count = 1;

    while (first + count < end && first[count].name == first->name)
        count++;
    return count;
}

/* How much of the row's cost was spent in members of one name. */
static bool cost_of(const struct path_tree *tree, const struct member *members, size_t count,
                    size_t i, struct path_cost *sum, struct error *error)
{
    *sum = (struct path_cost){0};
    for (size_t k = 0; k < count; k++) {
        const struct step_cost cost = {&tree->graph->step_costs, members[k].cost};
        struct path_cost part;
        if (!path_tree_part(tree, &tree->ends[members[k].end], i, cost, &part, error))
            return false;
        path_tree_add_cost(tree, sum, part, INT64_MAX);
    }
    return true;
}

/* Keeps those above the limit, the costliest names first. */
static bool drop_small(const struct path_tree *tree, double least, struct members *members,
                       struct path_rows *added, struct error *error)
{
    size_t n_kept = 0;

    if (members->count > 1)
        qsort(members->list, members->count, sizeof *members->list, compare_names);
    for (size_t i = 0, count; i < members->count; i += count) {
        struct path_cost sum;
        count = count_same(&members->list[i], members->list + members->count);
        if (!cost_of(tree, &members->list[i], count, 0, &sum, error))
            return false;
        if (fabs(sum.estimate) < least) {
            path_rows_leave_out(added, &sum, 1);
            continue;
        }
        for (size_t k = i; k < i + count; k++) {
            members->list[k].size = fabs(sum.estimate);
            members->list[n_kept++] = members->list[k];
        }
    }
    members->count = n_kept;
    if (members->count > 1)
        qsort(members->list, members->count, sizeof *members->list, compare_sizes);
    return true;
}

/* Adds the row of members that have one name. */
static bool add_row(struct path_tree *tree, uint32_t parent, const struct member *members,
                    size_t count, struct error *error)
{
    struct path_row row = {.parent = parent,
                           .name = members->name,
                           .depth = tree->rows[parent].depth + 1,
                           .self = path_tree_add_costs(tree),
                           .inclusive = path_tree_add_costs(tree),
                           .is_member = true};

    for (size_t i = 0; i < tree->n_events; i++) {
        struct path_cost cost;
        if (!cost_of(tree, members, count, i, &cost, error))
            return false;
        tree->costs[row.self + i] = cost;
    }
    path_tree_add_row(tree, row);
    return true;
}

bool path_tree_add_members(struct path_tree *tree, uint32_t row, double least,
                           struct path_rows *added, struct error *error)
{
    const struct path_row above = tree->rows[row];
    struct members members = {0};
    bool is_done =
        (above.n_ends == 1 ? find_first_members(tree, &above, least, &members, added, error)
                           : find_members(tree, &above, &members, error)) &&
        drop_small(tree, least, &members, added, error);

    for (size_t i = 0, count; is_done && i < members.count; i += count) {
        count = count_same(&members.list[i], members.list + members.count);
        is_done = add_row(tree, row, &members.list[i], count, error);
    }
    free(members.list);
    return is_done;
}

bool path_tree_add_member(struct path_tree *tree, uint32_t row, uint32_t name, uint32_t *added,
                          struct error *error)
{
    const struct path_row above = tree->rows[row];
    struct members members = {0};
    bool is_done = find_members(tree, &above, &members, error);
    size_t count = 0;

    for (size_t i = 0; i < members.count; i++)
        if (members.list[i].name == name)
            members.list[count++] = members.list[i];
    *added = NO_ID;
    if (is_done && count != 0) {
        is_done = add_row(tree, row, members.list, count, error);
        *added = (uint32_t)tree->n_rows - 1;
    }
    free(members.list);
    return is_done;
}
