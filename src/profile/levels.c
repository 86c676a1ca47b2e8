/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/profile.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/components.h"
#include "profile/name_pieces.h"

uint32_t *profile_fold(const struct profile *profile, size_t *count, bool *has_levels)
{
    struct map folded = {0}; /* (file and object, name) */
    const struct name_pieces *pieces = symbols_pieces(&profile->symbols);
    uint32_t *of_function = memory_alloc(profile_n_functions(profile), sizeof *of_function);

    *has_levels = false;
    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        const struct map_key *function = &profile->ledgers[FUNCTIONS].map.keys[id];
        of_function[id] = map_add(&folded, function->from, pieces->bases[function->to]);
        *has_levels = *has_levels || pieces->levels[function->to] > 1;
    }
    *count = folded.count;
    map_free(&folded);
    return of_function;
}

enum levels profile_find_levels(const struct profile *profile, const struct ledger *arcs)
{
    size_t n_nodes, n_edges = arcs->map.count;
    uint32_t n_components = 0;
    bool has_levels;

    uint32_t *node = profile_fold(profile, &n_nodes, &has_levels);
    struct edge *edges = memory_alloc(n_edges, sizeof *edges);
    for (size_t i = 0; i < profile->n_inputs; i++)
        has_levels = has_levels && !profile->inputs[i].has_lost_levels;
    for (size_t i = 0; !has_levels && i < n_edges; i++) {
        struct arc arc = ledger_arc(arcs, i);
        edges[i] =
            (struct edge){node[profile_place(profile, arc.caller).function], node[arc.callee]};
    }
    if (!has_levels)
        free(components_find(n_nodes, edges, n_edges, &n_components));
    free(edges);
    free(node);
    if (has_levels)
        return LEVELS_SEPARATED;
    return n_components == n_nodes ? LEVELS_NOT_NEEDED : LEVELS_MERGED;
}

enum levels profile_known_levels(const struct profile *profile)
{
    enum levels levels = LEVELS_UNKNOWN;

    for (size_t i = 0; i < profile->n_inputs; i++)
        if (profile->inputs[i].levels > levels)
            levels = profile->inputs[i].levels;
    return levels;
}

enum levels profile_levels(const struct profile *profile, const struct ledger *arcs)
{
    enum levels levels = profile_known_levels(profile);

    return levels != LEVELS_UNKNOWN ? levels : profile_find_levels(profile, arcs);
}
