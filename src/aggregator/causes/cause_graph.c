/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/causes/cause_graph.h"

#include <stdlib.h>
#include <string.h>

#include "aggregator/compare/compare.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/components.h"
#include "base/number.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"

/* The state while the graph is made. */
struct making {
    struct cause_graph *graph;
    const struct rows *rows; /* of the change */
    const size_t *events;    /* ids */
    size_t n_events;
    const struct side *sides[N_SIDES];
    enum object_kind *kinds; /* by row */
    struct map pairs;        /* (caller, callee): nodes */
    uint32_t *arc_of_pair;
};

static uint32_t node_of_place(const struct making *making, size_t side, place_id place)
{
    return making->graph->node_of_row[making->rows->of_place[making->sides[side]->places[place]]];
}

static uint32_t node_of_function(const struct making *making, size_t side, function_id function)
{
    row_id row = making->rows->of_function[making->sides[side]->functions[function]];

    return making->graph->node_of_row[row];
}

static const struct ledger *calls_of(const struct making *making, size_t side)
{
    return &making->sides[side]->profile.ledgers[ARCS];
}

/* A row with its names: those that come first, whichever side is new. */
struct named_row {
    row_id id;
    struct row_names names;
};

static int by_name(const void *a, const void *b)
{
    const struct named_row *left = a, *right = b;
    int order = text_compare(left->names.function, right->names.function);

    if (order == 0)
        order = text_compare(left->names.object, right->names.object);
    if (order == 0)
        order = text_compare(left->names.file, right->names.file);
    return order != 0 ? order : number_compare(left->id, right->id);
}

/*
 * Returns whether both sides name the objects of their functions; one side says nothing about the
 * other.
 */
static bool have_objects(const struct diff *diff)
{
    const struct profile *current = &diff->current.profile;
    bool is_current = false, is_old = false;

    for (function_id id = 0; id < profile_n_functions(current) && !is_current; id++)
        is_current = profile_function(current, id).object != NO_ID;
    for (function_id id = 0; id < diff->n_origins && !is_old; id++)
        is_old = diff->origins[id].is_known && diff->origins[id].function.object != NO_ID;
    return is_current && is_old;
}

/* An object is the program's own where either side has the function there. */
static void add_names(struct making *making, struct named_row *row, struct row_names names)
{
    const struct named_row other = {row->id, names};
    enum object_kind kind = names.object.length == 0 ? OBJECT_OWN : object_kind_of(names.object);

    if (by_name(&other, row) < 0)
        row->names = names;
    if (kind < making->kinds[row->id])
        making->kinds[row->id] = kind;
}

/* Numbers the rows in the order of their names, which does not depend on which side is new. */
static void number_nodes(struct making *making, const struct diff *diff)
{
    struct cause_graph *graph = making->graph;
    const struct rows *rows = making->rows;
    const struct symbols *symbols = &rows->profile->symbols;
    struct named_row *named = memory_alloc(rows->count, sizeof *named);
    bool has_kinds = have_objects(diff);

    making->kinds = memory_alloc(rows->count, sizeof *making->kinds);
    for (row_id id = 0; id < rows->count; id++) {
        named[id] = (struct named_row){id, rows_names(rows, id)};
        making->kinds[id] = has_kinds ? OBJECT_LINKER : OBJECT_OWN;
        add_names(making, &named[id], named[id].names);
    }
    for (function_id id = 0; id < diff->n_origins; id++) {
        const struct function *old = &diff->origins[id].function;
        if (!diff->origins[id].is_known)
            continue;
        const struct row_names names = {
            .object = names_text_if_any(symbols->objects, old->object),
            .file = names_text(symbols->files, old->file),
            .function = names_text(symbols->functions, old->symbol),
        };
        add_names(making, &named[rows->of_function[id]], names);
    }
    ARRAY_SORT(named, rows->count, by_name);
    graph->n_nodes = rows->count;
    graph->nodes = memory_alloc(rows->count, sizeof *graph->nodes);
    graph->node_of_row = memory_alloc(rows->count, sizeof *graph->node_of_row);
    for (uint32_t node = 0; node < rows->count; node++) {
        graph->nodes[node].row = named[node].id;
        graph->node_of_row[named[node].id] = node;
    }
    free(named);
}

/* Adds a row of cost to sums, which are by event and then by one of `count` things. */
static void add_costs(const struct making *making, double *sums, size_t count, size_t at,
                      const struct costs *costs, size_t row)
{
    const struct events *events = &making->rows->profile->events; /* sides have its columns */

    for (size_t i = 0; i < making->n_events; i++)
        sums[i * count + at] +=
            (double)event_sum(events, making->events[i], costs, costs_row(costs, row)).sum;
}

static void add_self(struct making *making, size_t side)
{
    struct cause_graph *graph = making->graph;
    const struct profile *profile = &making->sides[side]->profile;

    graph->self[side] = memory_alloc(graph->n_nodes * making->n_events, sizeof(double));
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        uint32_t node = node_of_place(making, side, id);
        graph->nodes[node].is_there[side] = true;
        add_costs(making, graph->self[side], graph->n_nodes, node, &profile->ledgers[PLACES].costs,
                  id);
    }
}

/*
 * Returns whether a side lacks call information, as profiles of Cachegrind do: it has no calls, but
 * functions with cost that are called on the other side.
 */
static bool lacks_calls(const struct making *making, size_t side)
{
    const struct ledger *calls = calls_of(making, 1 - side);

    for (size_t id = 0; calls_of(making, side)->map.count == 0 && id < calls->map.count; id++) {
        uint32_t callee = node_of_function(making, 1 - side, ledger_arc(calls, id).callee);
        if (making->graph->nodes[callee].is_there[side])
            return true;
    }
    return false;
}

/* Sorts the calls of both sides by caller, and those of each by callee. */
static void sort_arcs(struct making *making)
{
    struct cause_graph *graph = making->graph;
    const struct map *pairs = &making->pairs;
    size_t n_arcs = pairs->count, *begin;
    uint32_t *callers = memory_alloc(n_arcs, sizeof *callers);
    uint32_t *by_callee = map_sort(pairs, MAP_TO, graph->n_nodes, &begin);

    free(begin);
    for (size_t i = 0; i < n_arcs; i++)
        callers[i] = (uint32_t)pairs->keys[by_callee[i]].from;
    uint32_t *order = ids_sort(callers, n_arcs, graph->n_nodes, &graph->begin);
    graph->n_arcs = n_arcs;
    graph->arcs = memory_alloc(n_arcs, sizeof *graph->arcs);
    making->arc_of_pair = memory_alloc(n_arcs, sizeof *making->arc_of_pair);
    for (uint32_t i = 0; i < n_arcs; i++) {
        uint32_t pair = by_callee[order[i]];
        graph->arcs[i].caller = (uint32_t)pairs->keys[pair].from;
        graph->arcs[i].callee = (uint32_t)pairs->keys[pair].to;
        making->arc_of_pair[pair] = i;
    }
    free(callers);
    free(by_callee);
    free(order);
}

static void add_calls(struct making *making, size_t side, const uint32_t *pair_of_call)
{
    struct cause_graph *graph = making->graph;
    const struct ledger *calls = calls_of(making, side);

    graph->spent[side] = memory_alloc(graph->n_arcs * making->n_events, sizeof(double));
    for (size_t id = 0; graph->n_arcs != 0 && id < calls->map.count; id++) {
        uint32_t at = making->arc_of_pair[pair_of_call[id]];
        struct cause_arc *arc = &graph->arcs[at];
        function_id callee = ledger_arc(calls, id).callee;
        arc->calls[side] += (double)calls->counts[id];
        /* Code inlined into itself counts as its own work. */
        if ((profile_code(&making->sides[side]->profile, callee) & CODE_INLINED) != 0)
            arc->is_inlined[side] = arc->caller != arc->callee;
        add_costs(making, graph->spent[side], graph->n_arcs, at, &calls->costs, id);
    }
    for (size_t i = 0; i < graph->n_arcs; i++)
        graph->arcs[i].is_inlined[side] &= graph->arcs[i].calls[side] == 0;
}

/* Makes the arcs: none where only one side records calls, since all would count as new or gone. */
static void make_arcs(struct making *making)
{
    bool is_lacking = lacks_calls(making, OLD_SIDE) || lacks_calls(making, NEW_SIDE);
    uint32_t *pair_of_call[N_SIDES];

    for (size_t side = 0; side < N_SIDES; side++) {
        const struct ledger *calls = calls_of(making, side);
        pair_of_call[side] = memory_alloc(calls->map.count, sizeof **pair_of_call);
        for (size_t id = 0; !is_lacking && id < calls->map.count; id++) {
            struct arc arc = ledger_arc(calls, id);
            pair_of_call[side][id] =
                map_add(&making->pairs, node_of_place(making, side, arc.caller),
                        node_of_function(making, side, arc.callee));
        }
    }
    sort_arcs(making);
    for (size_t side = 0; side < N_SIDES; side++) {
        add_calls(making, side, pair_of_call[side]);
        free(pair_of_call[side]);
    }
}

/*
 * A function of a library that calls other code back, as qsort() does, is a function like others.
 * Finds those that do not.
 */
static void find_library(struct making *making)
{
    struct cause_graph *graph = making->graph;
    uint32_t *waiting = memory_alloc(graph->n_nodes, sizeof *waiting);
    size_t *begin, n_waiting = 0;
    uint32_t *by_callee = map_sort(&making->pairs, MAP_TO, graph->n_nodes, &begin);

    for (uint32_t node = 0; node < graph->n_nodes; node++) {
        graph->nodes[node].is_library = making->kinds[graph->nodes[node].row] != OBJECT_OWN;
        if (!graph->nodes[node].is_library)
            waiting[n_waiting++] = node;
    }
    while (n_waiting != 0) {
        uint32_t node = waiting[--n_waiting];
        for (size_t i = begin[node]; i < begin[node + 1]; i++) {
            uint32_t caller = (uint32_t)making->pairs.keys[by_callee[i]].from;
            if (!graph->nodes[caller].is_library ||
                making->kinds[graph->nodes[caller].row] == OBJECT_LINKER)
                continue;
            graph->nodes[caller].is_library = false;
            waiting[n_waiting++] = caller;
        }
    }
    free(waiting);
    free(by_callee);
    free(begin);
}

/* The dynamic linker's work is attributed to nobody: it happens on whichever call is the first. */
static void find_arc_kinds(struct making *making)
{
    struct cause_graph *graph = making->graph;

    for (size_t i = 0; i < graph->n_arcs; i++) {
        struct cause_arc *arc = &graph->arcs[i];
        bool from_library = graph->nodes[arc->caller].is_library;
        bool to_linker = making->kinds[graph->nodes[arc->callee].row] == OBJECT_LINKER;
        if (graph->nodes[arc->callee].is_library)
            arc->kind = from_library || to_linker ? ARC_NOT_COUNTED : ARC_INTO_LIBRARY;
        else
            arc->kind = from_library ? ARC_FROM_LINKER : ARC_CALL;
    }
}

/* Counts how often each function was recorded to run: what nobody calls was started once. */
static void count_runs(const struct cause_graph *graph, size_t side)
{
    bool *is_called = memory_alloc(graph->n_nodes, sizeof *is_called);

    for (size_t i = 0; i < graph->n_arcs; i++) {
        const struct cause_arc *arc = &graph->arcs[i];
        struct cause_node *callee = &graph->nodes[arc->callee];
        bool is_start = arc->kind == ARC_FROM_LINKER;
        if (!is_start && arc->kind != ARC_CALL)
            continue;
        callee->runs[side] += arc->calls[side];
        callee->starts[side] += is_start ? arc->calls[side] : 0;
        is_called[arc->callee] |= arc->calls[side] != 0 || arc->is_inlined[side];
    }
    for (uint32_t i = 0; i < graph->n_nodes; i++) {
        struct cause_node *node = &graph->nodes[i];
        /* Without recorded calls, a new function did no work before. */
        bool is_there = node->is_there[side] || graph->n_arcs == 0;
        if (is_there && !is_called[i] && !node->is_library)
            node->starts[side] = node->runs[side] = 1;
    }
    free(is_called);
}

/*
 * Takes it that inlined code ran as often in a run of its host as the other side calls it there, or
 * once. So a function that is merely inlined now, or no longer, does the work that it did. Hosts
 * come before what is inlined in them.
 */
static void assume_calls(const struct cause_graph *graph, size_t node)
{
    struct cause_node *host = &graph->nodes[node];

    for (size_t side = 0; side < N_SIDES; side++)
        if (host->is_there[side] && host->runs[side] == 0) /* its hosts are inlined in it */
            host->starts[side] = host->runs[side] = 1;
    for (size_t i = graph->begin[node]; i < graph->begin[node + 1]; i++) {
        struct cause_arc *arc = &graph->arcs[i];
        for (size_t side = 0; side < N_SIDES; side++) {
            size_t other = 1 - side;
            bool is_counted = arc->calls[other] > 0 && host->runs[other] > 0;
            if (arc->kind != ARC_CALL || !arc->is_inlined[side])
                continue;
            arc->calls[side] = is_counted && !arc->is_inlined[other]
                                 ? host->runs[side] * arc->calls[other] / host->runs[other]
                                 : host->runs[side];
            graph->nodes[arc->callee].runs[side] += arc->calls[side];
        }
    }
}

/* Numbers the cycles by the first of their members: those of several, and then those of one. */
static void find_cycles(struct cause_graph *graph)
{
    struct edge *edges = memory_alloc(graph->n_arcs, sizeof *edges);
    bool *calls_itself = memory_alloc(graph->n_nodes, sizeof *calls_itself);
    size_t n_edges = 0;
    uint32_t n_components;

    for (size_t i = 0; i < graph->n_arcs; i++) {
        const struct cause_arc *arc = &graph->arcs[i];
        if (arc->kind != ARC_CALL)
            continue;
        edges[n_edges++] = (struct edge){arc->caller, arc->callee};
        calls_itself[arc->caller] |= arc->caller == arc->callee;
    }
    uint32_t *components = components_find(graph->n_nodes, edges, n_edges, &n_components);
    uint32_t *sizes = memory_alloc(n_components, sizeof *sizes);
    uint32_t *numbers = memory_alloc(n_components, sizeof *numbers);
    uint32_t *cycles = memory_alloc(graph->n_nodes, sizeof *cycles);
    memset(numbers, 0xff, n_components * sizeof *numbers); /* NO_ID */
    for (size_t node = 0; node < graph->n_nodes; node++)
        sizes[components[node]]++;
    for (int of_one = 0; of_one <= 1; of_one++)
        for (size_t node = 0; node < graph->n_nodes; node++)
            if (numbers[components[node]] == NO_ID &&
                (of_one ? calls_itself[node] : sizes[components[node]] > 1))
                numbers[components[node]] = (uint32_t)graph->n_cycles++;
    for (size_t node = 0; node < graph->n_nodes; node++)
        graph->nodes[node].cycle = cycles[node] = numbers[components[node]];
    graph->members = ids_sort(cycles, graph->n_nodes, graph->n_cycles, &graph->members_begin);
    free(edges);
    free(calls_itself);
    free(components);
    free(sizes);
    free(numbers);
    free(cycles);
}

/* A function that the search is in, and the next of its arcs. */
struct step {
    uint32_t node;
    size_t next;
};

enum search_state { NOT_MET, ON_THE_WAY, LEFT };

/* Searches from a node, unless it was met. */
static void search_from(struct cause_graph *graph, uint32_t root, enum search_state *states,
                        struct step *stack)
{
    size_t depth = 0;

    if (states[root] != NOT_MET)
        return;
    stack[depth++] = (struct step){root, graph->begin[root]};
    states[root] = ON_THE_WAY;
    while (depth != 0) {
        struct step *step = &stack[depth - 1];
        if (step->next == graph->begin[step->node + 1]) {
            graph->order[graph->n_ordered++] = step->node;
            states[step->node] = LEFT;
            depth--;
            continue;
        }
        struct cause_arc *arc = &graph->arcs[step->next++];
        if (arc->kind != ARC_CALL)
            continue;
        if (states[arc->callee] == ON_THE_WAY)
            arc->kind = ARC_CUT;
        if (states[arc->callee] != NOT_MET)
            continue;
        stack[depth++] = (struct step){arc->callee, graph->begin[arc->callee]};
        states[arc->callee] = ON_THE_WAY;
    }
}

/* Cuts the calls that lead back, and so finds an order in which callees come before callers. */
static void cut_cycles(struct cause_graph *graph)
{
    enum search_state *states = memory_alloc(graph->n_nodes, sizeof *states);
    struct step *stack = memory_alloc(graph->n_nodes, sizeof *stack);

    graph->order = memory_alloc(graph->n_nodes, sizeof *graph->order);
    for (uint32_t node = 0; node < graph->n_nodes; node++)
        if (graph->nodes[node].starts[OLD_SIDE] != 0 || graph->nodes[node].starts[NEW_SIDE] != 0)
            search_from(graph, node, states, stack);
    for (uint32_t node = 0; node < graph->n_nodes; node++)
        if (!graph->nodes[node].is_library)
            search_from(graph, node, states, stack);
    free(states);
    free(stack);
}

/* Counts how often each cycle was entered: by calls from outside, and by starts. */
static void count_entries(struct cause_graph *graph, size_t side)
{
    double *entries = memory_alloc(graph->n_cycles, sizeof *entries);

    graph->entries[side] = entries;
    for (size_t node = 0; node < graph->n_nodes; node++)
        if (graph->nodes[node].cycle != NO_ID)
            entries[graph->nodes[node].cycle] += graph->nodes[node].starts[side];
    for (size_t i = 0; i < graph->n_arcs; i++) {
        const struct cause_arc *arc = &graph->arcs[i];
        uint32_t cycle = graph->nodes[arc->callee].cycle;
        if (arc->kind == ARC_CALL && cycle != NO_ID && cycle != graph->nodes[arc->caller].cycle)
            entries[cycle] += arc->calls[side];
    }
    for (size_t node = 0; node < graph->n_nodes; node++) {
        uint32_t cycle = graph->nodes[node].cycle;
        if (cycle != NO_ID && entries[cycle] == 0 && graph->nodes[node].runs[side] != 0)
            entries[cycle] = 1; /* nobody is recorded to enter it: once, somehow */
    }
}

void cause_graph_create(struct cause_graph *graph, const struct diff *diff, const struct rows *rows,
                        const size_t *events, size_t n_events)
{
    struct making making = {.graph = graph,
                            .rows = rows,
                            .events = events,
                            .n_events = n_events,
                            .sides = {[OLD_SIDE] = &diff->old, [NEW_SIDE] = &diff->current}};

    *graph = (struct cause_graph){0};
    number_nodes(&making, diff);
    for (size_t side = 0; side < N_SIDES; side++)
        add_self(&making, side);
    make_arcs(&making);
    find_library(&making);
    find_arc_kinds(&making);
    for (size_t side = 0; side < N_SIDES; side++)
        count_runs(graph, side);
    find_cycles(graph);
    cut_cycles(graph);
    for (size_t i = graph->n_ordered; i-- != 0;)
        assume_calls(graph, graph->order[i]);
    for (size_t side = 0; side < N_SIDES; side++)
        count_entries(graph, side);
    map_free(&making.pairs);
    free(making.arc_of_pair);
    free(making.kinds);
}

void cause_graph_free(struct cause_graph *graph)
{
    for (size_t side = 0; side < N_SIDES; side++) {
        free(graph->self[side]);
        free(graph->spent[side]);
        free(graph->entries[side]);
    }
    free(graph->nodes);
    free(graph->node_of_row);
    free(graph->arcs);
    free(graph->begin);
    free(graph->order);
    free(graph->members);
    free(graph->members_begin);
    *graph = (struct cause_graph){0};
}
