/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/path_keys.h"

#include <stdlib.h>

#include "aggregator/diff.h"
#include "base/arena.h"

static int compare_keys(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    return (a > b) - (a < b);
}

/* The key of a cycle is an id, from `first` on, of the list of its members' keys. */
static uint32_t key_of_cycle(const struct path_graph *graph, uint32_t vertex, const uint32_t *keys,
                             uint32_t first, struct names *lists)
{
    size_t count;
    uint32_t *members = path_graph_members(graph, vertex, &count);

    for (size_t i = 0; i < count; i++)
        members[i] = keys[members[i]];
    qsort(members, count, sizeof *members, compare_keys);
    struct text list = {(const char *)members, count * sizeof *members};
    uint32_t key = first + names_add(lists, list);
    free(members);
    return key;
}

static uint32_t *keys_of(const struct path_graph *graph, const struct diff_side *side,
                         const struct rows *change, struct names *lists)
{
    uint32_t *keys = memory_alloc(graph->names.count + graph->n_cycles, sizeof *keys);

    for (function_id id = 0; id < profile_n_functions(&side->profile); id++)
        keys[graph->names.of_function[id]] = change->of_function[side->functions[id]];
    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++)
        if (path_graph_is_cycle(graph, vertex))
            keys[graph->name_of[vertex]] =
                key_of_cycle(graph, vertex, keys, (uint32_t)change->count, lists);
    return keys;
}

bool path_keys_create(struct path_keys *keys, const struct diff *diff,
                      const struct path_graph *fresh, const struct path_graph *old, bool is_folded,
                      struct error *error)
{
    const struct row_choice choice = {.key = BY_FUNCTION, .is_folded = is_folded};
    struct names *lists = names_create();
    struct rows rows;
    bool is_done = rows_create(&rows, &diff->change, &choice, error);

    *keys = (struct path_keys){0};
    if (is_done) {
        keys->of_fresh = keys_of(fresh, &diff->fresh, &rows, lists);
        keys->of_old = keys_of(old, &diff->old, &rows, lists);
    }
    rows_free(&rows);
    names_free(lists);
    return is_done;
}

void path_keys_free(struct path_keys *keys)
{
    free(keys->of_fresh);
    free(keys->of_old);
    *keys = (struct path_keys){0};
}
