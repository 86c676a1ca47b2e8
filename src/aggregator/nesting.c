/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/inclusive.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/components.h"

/*
 * A callee that may be any function of its object and name is as if it called them all, by way of a
 * node for the name. Gives the number of such nodes; *count is that of the edges.
 */
static size_t add_possible_calls(const struct rows *rows, struct edge *edges, size_t *count)
{
    const struct profile *profile = rows->profile;
    struct map names = {0};
    uint32_t first = (uint32_t)rows->count;

    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        struct function function = profile_function(profile, id);
        if (profile_doubt(profile, id) == DOUBT_CALLEE)
            edges[(*count)++] = (struct edge){
                rows->of_function[id], first + map_add(&names, function.object, function.symbol)};
    }
    for (function_id id = 0; names.count != 0 && id < profile_n_functions(profile); id++) {
        struct function function = profile_function(profile, id);
        uint32_t name = map_find(&names, function.object, function.symbol);
        if (name != NO_ID && profile_doubt(profile, id) != DOUBT_CALLEE)
            edges[(*count)++] = (struct edge){first + name, rows->of_function[id]};
    }
    size_t n_names = names.count;
    map_free(&names);
    return n_names;
}

/*
 * Lists the calls between rows. Code inlined from another file runs when its function does: if that
 * is another row, it counts as called.
 */
static void find_components(struct nesting *nesting)
{
    const struct rows *rows = nesting->rows;
    const struct profile *profile = rows->profile;
    size_t n_arcs = rows->arcs->map.count, n_places = profile_n_places(profile), count = 0;
    size_t n_functions = profile_n_functions(profile);
    struct edge *edges = memory_alloc(n_arcs + n_places + n_functions, sizeof *edges);

    for (size_t id = 0; id < n_arcs; id++) {
        struct row_arc arc = rows_arc(rows, id);
        edges[count++] = (struct edge){arc.from, arc.to};
    }
    for (place_id id = 0; id < n_places; id++)
        edges[count++] = (struct edge){rows->of_function[profile_place(profile, id).function],
                                       rows->of_place[id]};
    size_t n_nodes = rows->count + add_possible_calls(rows, edges, &count);
    nesting->components = components_find(n_nodes, edges, count, &nesting->n_components);
    free(edges);
}

/*
 * Sets RULE_LEVELS for a row in a cycle with a first level that does not call itself. Inlined code
 * has no levels: no name says how often it was on the stack.
 */
static void trust_levels(struct nesting *nesting)
{
    const struct rows *rows = nesting->rows;

    for (function_id id = 0; id < profile_n_functions(rows->profile); id++) {
        enum rule *rule = &nesting->rules[rows->of_function[id]];
        if (*rule == RULE_BOUND && rows->levels[id] == 1 &&
            profile_doubt(rows->profile, id) == DOUBT_NONE &&
            (profile_code(rows->profile, id) & CODE_INLINED) == 0)
            *rule = RULE_LEVELS;
    }
    for (size_t id = 0; id < rows->arcs->map.count; id++) {
        struct row_arc arc = rows_arc(rows, id);
        enum rule *rule = &nesting->rules[arc.to];
        if (arc.from == arc.to && arc.from_first && arc.to_first && *rule == RULE_LEVELS)
            *rule = RULE_BOUND;
    }
}

/*
 * Sets RULE_CUT where a row in no cycle has deeper levels that others enter, or nobody: the chain
 * of calls that leads to them is not in the profile.
 */
static void find_cut_chains(struct nesting *nesting)
{
    const struct rows *rows = nesting->rows;
    size_t n_functions = profile_n_functions(rows->profile);
    bool *is_entered = memory_alloc(n_functions, sizeof *is_entered);

    for (size_t id = 0; id < rows->arcs->map.count; id++) {
        struct row_arc arc = rows_arc(rows, id);
        enum rule *rule = &nesting->rules[arc.to];
        is_entered[ledger_arc(rows->arcs, id).callee] = true;
        if (*rule == RULE_ALONE && !arc.to_first && arc.from != arc.to)
            *rule = RULE_CUT;
    }
    for (function_id id = 0; id < n_functions; id++) {
        enum rule *rule = &nesting->rules[rows->of_function[id]];
        if (*rule == RULE_ALONE && rows->levels[id] > 1 && !is_entered[id])
            *rule = RULE_CUT;
    }
    free(is_entered);
}

/* The functions that a callee may be are all of one object and of one name. */
static void doubt_callees(struct nesting *nesting)
{
    const struct rows *rows = nesting->rows;

    if (rows->key == BY_OBJECT || rows->key == BY_NAMESPACE)
        return;
    for (function_id id = 0; id < profile_n_functions(rows->profile); id++) {
        enum rule *rule = &nesting->rules[rows->of_function[id]];
        if (profile_doubt(rows->profile, id) != DOUBT_CALLEE)
            continue;
        if (*rule == RULE_ALONE)
            *rule = RULE_UNSURE;
        else if (*rule == RULE_LEVELS)
            *rule = RULE_BOUND;
    }
}

void nesting_create(struct nesting *nesting, const struct rows *rows, enum levels levels)
{
    *nesting = (struct nesting){.rows = rows};
    find_components(nesting);
    nesting->rules = memory_alloc(rows->count, sizeof *nesting->rules);
    uint32_t *sizes = memory_alloc(nesting->n_components, sizeof *sizes);
    for (row_id id = 0; id < rows->count; id++)
        sizes[nesting->components[id]]++;
    for (row_id id = 0; id < rows->count; id++)
        nesting->rules[id] = sizes[nesting->components[id]] == 1 ? RULE_ALONE : RULE_BOUND;
    free(sizes);
    if (rows->key == BY_FUNCTION && levels == LEVELS_SEPARATED)
        trust_levels(nesting);
    if (rows->key == BY_FUNCTION && rows->is_folded)
        find_cut_chains(nesting);
    doubt_callees(nesting);
}

/*
 * Returns whether a call counts for the row at one of its ends, which is of a first level or not.
 */
static bool counts_at(const struct nesting *nesting, struct row_arc arc, row_id end, bool is_first,
                      bool is_other_first)
{
    switch (nesting->rules[end]) {
    case RULE_ALONE:
    case RULE_UNSURE:
        return arc.from != arc.to;
    case RULE_CUT:
    case RULE_LEVELS:
        return is_first && !(arc.from == arc.to && is_other_first);
    case RULE_BOUND:
        return !nesting_is_cyclic(nesting, arc.from, arc.to);
    }
    return false;
}

bool nesting_counts_entering(const struct nesting *nesting, size_t id)
{
    struct row_arc arc = rows_arc(nesting->rows, id);

    return counts_at(nesting, arc, arc.to, arc.to_first, arc.from_first);
}

bool nesting_counts_leaving(const struct nesting *nesting, size_t id)
{
    struct row_arc arc = rows_arc(nesting->rows, id);

    return counts_at(nesting, arc, arc.from, arc.from_first, arc.to_first);
}

bool nesting_counts_call(const struct nesting *nesting, struct row_arc arc)
{
    if (!nesting_leads_back(nesting, arc))
        return true;
    switch (nesting->rules[arc.from]) {
    case RULE_ALONE:
    case RULE_UNSURE:
        return arc.from_first && !arc.to_first;
    case RULE_CUT:
    case RULE_LEVELS:
        return arc.from_first && !(arc.from == arc.to && arc.to_first);
    case RULE_BOUND:
        return false;
    }
    return false;
}

void nesting_free(struct nesting *nesting)
{
    free(nesting->rules);
    free(nesting->components);
    *nesting = (struct nesting){0};
}
