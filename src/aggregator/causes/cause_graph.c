/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/causes/cause_graph.h"

#include <stdlib.h>
#include <string.h>

#include "aggregator/diff.h"
#include "aggregator/row_figures.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/components.h"
#include "base/number.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"

/* The state while the graph is made. */
struct making {
    struct cause_graph *graph;
    const struct causes_wanted *wanted;
    struct side_rows sides[N_SIDES];
    size_t n_calls[N_SIDES];         /* of the arcs of a side's rows: all, or none */
    struct pairs pairs;              /* (caller, callee): nodes */
    uint32_t *arc_of_pair;           /* by pair: its place among the arcs */
    uint32_t *pair_of_call[N_SIDES]; /* by arc of a side's rows */
    enum object_kind *kinds;         /* by node */
    bool *are_uncounted[N_SIDES];    /* by arc: it leads to inlined code, and nobody counted it */
};

/* A row of the change, and what it is sorted by: the names that come first of those it has. */
struct named_row {
    row_id id;
    struct row_names names;
};

static int compare_names(const struct row_names *left, const struct row_names *right)
{
    int order = text_compare(left->function, right->function);

    if (order == 0)
        order = text_compare(left->object, right->object);
    return order != 0 ? order : text_compare(left->file, right->file);
}

static int by_name(const void *a, const void *b)
{
    const struct named_row *left = a, *right = b;
    int order = compare_names(&left->names, &right->names);

    return order != 0 ? order : number_compare(left->id, right->id);
}

/* Takes the names that a side calls the rows by, where they come before those so far. */
static void take_names(const struct side_rows *side, struct named_row *named)
{
    for (row_id id = 0; id < side->rows.count; id++) {
        const struct row_names names = rows_names(&side->rows, id);
        struct named_row *row = &named[side->in_change[id]];
        if (row->names.function.at == NULL || compare_names(&names, &row->names) < 0)
            row->names = names;
    }
}

/*
 * Numbers the rows in the order of their names. What was renamed goes by the name that comes first,
 * so that the order does not depend on which side is new.
 */
static void number_nodes(struct making *making)
{
    struct cause_graph *graph = making->graph;
    size_t count = making->wanted->rows->count;
    struct named_row *sorted = memory_alloc(count, sizeof *sorted);

    graph->n_nodes = count;
    graph->rows = memory_alloc(count, sizeof *graph->rows);
    graph->nodes = memory_alloc(count, sizeof *graph->nodes);
    for (row_id id = 0; id < count; id++)
        sorted[id].id = id;
    for (size_t which = 0; which < N_SIDES; which++)
        take_names(&making->sides[which], sorted);
    ARRAY_SORT(sorted, count, by_name);
    for (uint32_t node = 0; node < count; node++) {
        graph->rows[node] = sorted[node].id;
        graph->nodes[sorted[node].id] = node;
    }
    free(sorted);
}

/* Returns by node in what object the old side had a function, of those that it had. */
static object_id *find_old_objects(const struct making *making, const struct diff *diff)
{
    const struct cause_graph *graph = making->graph;
    object_id *objects = memory_alloc(graph->n_nodes, sizeof *objects);

    for (uint32_t node = 0; node < graph->n_nodes; node++)
        objects[node] = NO_ID;
    for (function_id id = 0; id < diff->n_origins; id++)
        if (diff->origins[id].is_known)
            objects[graph->nodes[making->wanted->rows->of_function[id]]] =
                diff->origins[id].function.object;
    return objects;
}

/*
 * Finds what functions are in; one that either side has in the program is of that. What the old
 * side had elsewhere has the name of the new one's object there.
 */
static void find_object_kinds(struct making *making, const struct diff *diff)
{
    struct cause_graph *graph = making->graph;
    const struct names *objects = making->wanted->rows->profile->symbols.objects;
    size_t n_objects = names_count(objects);
    enum object_kind *of_object = memory_alloc(n_objects, sizeof *of_object);
    object_id *old_objects = find_old_objects(making, diff);
    bool *is_known = memory_alloc(graph->n_nodes, sizeof *is_known);

    for (uint32_t id = 0; id < n_objects; id++)
        of_object[id] = object_kind_of(names_text(objects, id));
    making->kinds = memory_alloc(graph->n_nodes, sizeof *making->kinds);
    for (size_t which = 0; which < N_SIDES; which++) {
        const struct side_rows *side = &making->sides[which];
        for (row_id id = 0; id < side->rows.count; id++) {
            uint32_t node = graph->nodes[side->in_change[id]];
            object_id object = side->rows.list[id].object;
            if (which == OLD_SIDE && old_objects[node] != NO_ID)
                object = old_objects[node];
            enum object_kind kind = object == NO_ID ? OBJECT_OWN : of_object[object];
            if (!is_known[node] || kind < making->kinds[node])
                making->kinds[node] = kind;
            is_known[node] = true;
        }
    }
    free(of_object);
    free(old_objects);
    free(is_known);
}

/*
 * Whether a side does not say who calls whom, as a profile of Cachegrind: it has no calls, and
 * there is cost of functions that are called on the other side.
 */
static bool lacks_calls(const struct making *making, size_t which)
{
    const struct side_rows *side = &making->sides[which], *other = &making->sides[1 - which];
    const uint32_t *nodes = making->graph->nodes;
    const struct call_table *calls = other->rows.arcs;
    bool *has_code, is_lacking = false;

    if (side->rows.arcs->pairs.count != 0)
        return false;
    has_code = memory_alloc(making->graph->n_nodes, sizeof *has_code);
    for (row_id id = 0; id < side->rows.count; id++)
        has_code[nodes[side->in_change[id]]] |= side->rows.list[id].has_code;
    for (size_t id = 0; !is_lacking && id < calls->pairs.count; id++)
        is_lacking = has_code[nodes[other->of_function[call_table_arc(calls, id).callee]]];
    free(has_code);
    return is_lacking;
}

/* What calls only one side knows of would be told as new, or gone: they are left out. */
static void count_recorded_calls(struct making *making)
{
    bool is_lacking = lacks_calls(making, OLD_SIDE) || lacks_calls(making, NEW_SIDE);

    for (size_t which = 0; which < N_SIDES; which++)
        making->n_calls[which] = is_lacking ? 0 : making->sides[which].rows.arcs->pairs.count;
}

/* Adds up what the functions of a side cost themselves, and finds which pairs its calls are of. */
static void add_side(struct making *making, size_t which)
{
    const struct causes_wanted *wanted = making->wanted;
    struct cause_graph *graph = making->graph;
    struct cause_side *side = &graph->sides[which];
    const struct side_rows *rows = &making->sides[which];
    const struct events *events = &wanted->rows->profile->events; /* sides have its columns */

    side->self = memory_alloc(graph->n_nodes * graph->n_events, sizeof *side->self);
    side->is_there = memory_alloc(graph->n_nodes, sizeof *side->is_there);
    for (row_id id = 0; id < rows->rows.count; id++) {
        uint32_t node = graph->nodes[rows->in_change[id]];
        const int64_t *row = costs_row(&rows->rows.self, id);
        side->is_there[node] |= rows->rows.list[id].has_code;
        for (size_t i = 0; i < graph->n_events; i++)
            side->self[node * graph->n_events + i] +=
                (double)event_sum(events, wanted->events[i], &rows->rows.self, row).sum;
    }
    making->pair_of_call[which] =
        memory_alloc(making->n_calls[which], sizeof **making->pair_of_call);
    for (size_t id = 0; id < making->n_calls[which]; id++) {
        struct arc arc = call_table_arc(rows->rows.arcs, id);
        uint32_t caller = graph->nodes[rows->of_place[arc.caller]];
        uint32_t callee = graph->nodes[rows->of_function[arc.callee]];
        making->pair_of_call[which][id] = pairs_add(&making->pairs, caller, callee);
        side->is_there[caller] = true;
    }
}

/* Sorts the calls of both sides by caller, and those of each by callee. */
static void sort_arcs(struct making *making)
{
    struct cause_graph *graph = making->graph;
    const struct pairs *pairs = &making->pairs;
    size_t n_arcs = pairs->count, *begin;
    uint32_t *callers = memory_alloc(n_arcs, sizeof *callers);
    uint32_t *by_callee = pairs_sort(pairs, PAIR_TO, graph->n_nodes, &begin);

    free(begin);
    for (size_t i = 0; i < n_arcs; i++)
        callers[i] = pairs->list[by_callee[i]].from;
    uint32_t *order = ids_sort(callers, n_arcs, graph->n_nodes, &graph->begin);
    graph->n_arcs = n_arcs;
    graph->arcs = memory_alloc(n_arcs, sizeof *graph->arcs);
    making->arc_of_pair = memory_alloc(n_arcs, sizeof *making->arc_of_pair);
    for (uint32_t i = 0; i < n_arcs; i++) {
        uint32_t pair = by_callee[order[i]];
        graph->arcs[i] = (struct cause_arc){.caller = pairs->list[pair].from,
                                            .callee = (uint32_t)pairs->list[pair].to};
        making->arc_of_pair[pair] = i;
    }
    free(callers);
    free(by_callee);
    free(order);
}

static void count_calls(struct making *making, size_t which)
{
    struct cause_graph *graph = making->graph;
    const struct call_table *calls = making->sides[which].rows.arcs;

    graph->sides[which].calls = memory_alloc(graph->n_arcs, sizeof(int64_t));
    making->are_uncounted[which] = memory_alloc(graph->n_arcs, sizeof(bool));
    for (size_t id = 0; id < making->n_calls[which]; id++) {
        uint32_t arc = making->arc_of_pair[making->pair_of_call[which][id]];
        function_id callee = call_table_arc(calls, id).callee;
        (void)add_saturated(&graph->sides[which].calls[arc], calls->counts[id]);
        if ((profile_code(making->sides[which].rows.profile, callee) & CODE_INLINED) != 0)
            making->are_uncounted[which][arc] = true;
    }
    for (size_t arc = 0; arc < graph->n_arcs; arc++)
        if (graph->sides[which].calls[arc] != 0)
            making->are_uncounted[which][arc] = false;
}

/*
 * A function of a library that calls other code back, as qsort() does, is a function like others.
 * Finds those that do not.
 */
static void find_library(struct making *making)
{
    struct cause_graph *graph = making->graph;
    uint32_t *callees = memory_alloc(graph->n_arcs, sizeof *callees);
    uint32_t *waiting = memory_alloc(graph->n_nodes, sizeof *waiting);
    size_t *begin, n_waiting = 0;

    graph->is_library = memory_alloc(graph->n_nodes, sizeof *graph->is_library);
    for (size_t i = 0; i < graph->n_arcs; i++)
        callees[i] = graph->arcs[i].callee;
    uint32_t *by_callee = ids_sort(callees, graph->n_arcs, graph->n_nodes, &begin);
    for (uint32_t node = 0; node < graph->n_nodes; node++) {
        graph->is_library[node] = making->kinds[node] != OBJECT_OWN;
        if (!graph->is_library[node])
            waiting[n_waiting++] = node;
    }
    while (n_waiting != 0) {
        uint32_t node = waiting[--n_waiting];
        for (size_t i = begin[node]; i < begin[node + 1]; i++) {
            uint32_t caller = graph->arcs[by_callee[i]].caller;
            if (!graph->is_library[caller] || making->kinds[caller] == OBJECT_LINKER)
                continue;
            graph->is_library[caller] = false;
            waiting[n_waiting++] = caller;
        }
    }
    free(callees);
    free(waiting);
    free(by_callee);
    free(begin);
}

/* What the dynamic linker does is nobody's work: it is done when a call happens to be the first. */
static void find_arc_kinds(struct making *making)
{
    struct cause_graph *graph = making->graph;

    for (size_t i = 0; i < graph->n_arcs; i++) {
        struct cause_arc *arc = &graph->arcs[i];
        bool from_library = graph->is_library[arc->caller];
        bool to_linker = making->kinds[arc->callee] == OBJECT_LINKER;
        if (graph->is_library[arc->callee])
            arc->kind = from_library || to_linker ? ARC_NOT_COUNTED : ARC_INTO_LIBRARY;
        else
            arc->kind = from_library ? ARC_FROM_LINKER : ARC_CALL;
        if (arc->kind == ARC_INTO_LIBRARY)
            arc->library = (uint32_t)graph->n_library_arcs++;
    }
}

static void add_library_costs(struct making *making, size_t which)
{
    struct cause_graph *graph = making->graph;
    struct cause_side *side = &graph->sides[which];
    const struct rows *rows = &making->sides[which].rows;
    const struct costs *costs = &rows->arcs->costs;

    side->library_costs =
        memory_alloc(graph->n_library_arcs * graph->n_events, sizeof *side->library_costs);
    for (size_t id = 0; id < making->n_calls[which]; id++) {
        const struct cause_arc *arc =
            &graph->arcs[making->arc_of_pair[making->pair_of_call[which][id]]];
        for (size_t i = 0; arc->kind == ARC_INTO_LIBRARY && i < graph->n_events; i++)
            side->library_costs[arc->library * graph->n_events + i] +=
                (double)event_sum(&making->wanted->rows->profile->events, making->wanted->events[i],
                                  costs, costs_row(costs, id))
                    .sum;
    }
}

/* Counts how often each function was called, and how often by the dynamic linker. */
static void count_recorded_runs(const struct cause_graph *graph, struct cause_side *side)
{
    side->starts = memory_alloc(graph->n_nodes, sizeof *side->starts);
    side->runs = memory_alloc(graph->n_nodes, sizeof *side->runs);
    for (size_t i = 0; i < graph->n_arcs; i++) {
        const struct cause_arc *arc = &graph->arcs[i];
        if (arc->kind == ARC_FROM_LINKER)
            side->starts[arc->callee] += (double)side->calls[i];
        else if (arc->kind == ARC_CALL)
            side->runs[arc->callee] += (double)side->calls[i];
    }
}

/* Adds to the calls of a function how often it was started: once where nobody calls it. */
static void add_starts(const struct cause_graph *graph, struct cause_side *side, uint32_t node)
{
    /* Where no calls are recorded, a function that is new did no work before. */
    bool is_there = side->is_there[node] || graph->n_arcs == 0;

    if (graph->is_library[node])
        return;
    if (is_there && side->runs[node] == 0 && side->starts[node] == 0)
        side->starts[node] = 1;
    side->runs[node] += side->starts[node];
}

/* Whether calls have to be assumed. What is inlined into itself is its own work. */
static bool is_assumed(const struct making *making, size_t which, size_t arc)
{
    const struct cause_arc *of = &making->graph->arcs[arc];

    return making->are_uncounted[which][arc] && of->kind == ARC_CALL && of->caller != of->callee;
}

/*
 * Takes it that inlined code ran as often in a run of its host as the other side calls it there, or
 * once. So a function that is merely inlined now, or no longer, does the work that it did.
 */
static void assume_calls(const struct making *making, size_t which, size_t arc)
{
    static const double most = 1e18; /* it fits into 64 bits */
    struct cause_side *side = &making->graph->sides[which];
    const struct cause_side *other = &making->graph->sides[1 - which];
    const struct cause_arc *of = &making->graph->arcs[arc];
    double calls = side->runs[of->caller];

    if (other->runs[of->caller] > 0 && other->calls[arc] > 0 &&
        !making->are_uncounted[1 - which][arc])
        calls *= (double)other->calls[arc] / other->runs[of->caller];
    if (calls > most)
        calls = most;
    else if (calls < 1 && side->runs[of->caller] > 0)
        calls = 1;
    side->calls[arc] = (int64_t)(calls + 0.5);
    side->runs[of->callee] += (double)side->calls[arc];
}

/*
 * Finds the runs of a function, and of those that are inlined in it and have no other host whose
 * runs are not known. Of each node, n_unknown is how many calls are to be assumed yet.
 */
static void find_runs_from(const struct making *making, uint32_t root, size_t *n_unknown,
                           bool *are_known, uint32_t *stack)
{
    struct cause_graph *graph = making->graph;
    size_t depth = 0;

    stack[depth++] = root;
    while (depth != 0) {
        uint32_t node = stack[--depth];
        are_known[node] = true;
        for (size_t which = 0; which < N_SIDES; which++)
            add_starts(graph, &graph->sides[which], node);
        for (size_t arc = graph->begin[node]; arc < graph->begin[node + 1]; arc++) {
            uint32_t callee = graph->arcs[arc].callee;
            for (size_t which = 0; which < N_SIDES && !are_known[callee]; which++) {
                if (!is_assumed(making, which, arc))
                    continue;
                assume_calls(making, which, arc);
                if (--n_unknown[callee] == 0)
                    stack[depth++] = callee;
            }
        }
    }
}

/*
 * Counts how often each function ran, and how often that was a start. Functions that are inlined in
 * each other begin with one that somebody else calls; what leads back to it counts for nothing.
 */
static void count_runs(const struct making *making)
{
    enum { ALL_HOSTS_KNOWN, CALLED, ANY, N_PASSES };
    struct cause_graph *graph = making->graph;
    size_t *n_unknown = memory_alloc(graph->n_nodes, sizeof *n_unknown);
    bool *are_known = memory_alloc(graph->n_nodes, sizeof *are_known);
    uint32_t *stack = memory_alloc(graph->n_nodes, sizeof *stack);

    for (size_t which = 0; which < N_SIDES; which++)
        count_recorded_runs(graph, &graph->sides[which]);
    for (size_t arc = 0; arc < graph->n_arcs; arc++)
        for (size_t which = 0; which < N_SIDES; which++)
            n_unknown[graph->arcs[arc].callee] += is_assumed(making, which, arc);
    for (int pass = 0; pass < N_PASSES; pass++) {
        for (uint32_t node = 0; node < graph->n_nodes; node++) {
            bool is_called =
                graph->sides[OLD_SIDE].runs[node] + graph->sides[NEW_SIDE].runs[node] > 0;
            if (!are_known[node] &&
                (n_unknown[node] == 0 || pass == ANY || (pass == CALLED && is_called)))
                find_runs_from(making, node, n_unknown, are_known, stack);
        }
    }
    free(n_unknown);
    free(are_known);
    free(stack);
}

/* Returns the components of who calls whom, and how many functions each has. */
static uint32_t *find_components(const struct cause_graph *graph, uint32_t **sizes)
{
    struct edge *edges = memory_alloc(graph->n_arcs, sizeof *edges);
    size_t n_edges = 0;
    uint32_t count;

    for (size_t i = 0; i < graph->n_arcs; i++)
        if (graph->arcs[i].kind == ARC_CALL)
            edges[n_edges++] = (struct edge){graph->arcs[i].caller, graph->arcs[i].callee};
    uint32_t *components = components_find(graph->n_nodes, edges, n_edges, &count);
    *sizes = memory_alloc(count, sizeof **sizes);
    for (size_t node = 0; node < graph->n_nodes; node++)
        (*sizes)[components[node]]++;
    free(edges);
    return components;
}

/* Numbers the cycles by the first of their members: those of several, and then those of one. */
static void find_cycles(struct cause_graph *graph)
{
    bool *calls_itself = memory_alloc(graph->n_nodes, sizeof *calls_itself);
    uint32_t *numbers = memory_alloc(graph->n_nodes, sizeof *numbers); /* by component */
    uint32_t *sizes, *components = find_components(graph, &sizes);

    memset(numbers, 0xff, graph->n_nodes * sizeof *numbers); /* NO_ID */
    for (size_t i = 0; i < graph->n_arcs; i++)
        if (graph->arcs[i].kind == ARC_CALL && graph->arcs[i].caller == graph->arcs[i].callee)
            calls_itself[graph->arcs[i].caller] = true;
    for (size_t node = 0; node < graph->n_nodes; node++)
        if (sizes[components[node]] > 1 && numbers[components[node]] == NO_ID)
            numbers[components[node]] = (uint32_t)graph->n_cycles++;
    for (size_t node = 0; node < graph->n_nodes; node++)
        if (sizes[components[node]] == 1 && calls_itself[node])
            numbers[components[node]] = (uint32_t)graph->n_cycles++;
    graph->cycle_of = memory_alloc(graph->n_nodes, sizeof *graph->cycle_of);
    for (size_t node = 0; node < graph->n_nodes; node++)
        graph->cycle_of[node] = numbers[components[node]];
    graph->members =
        ids_sort(graph->cycle_of, graph->n_nodes, graph->n_cycles, &graph->members_begin);
    free(calls_itself);
    free(numbers);
    free(sizes);
    free(components);
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
        if (graph->sides[OLD_SIDE].starts[node] != 0 || graph->sides[NEW_SIDE].starts[node] != 0)
            search_from(graph, node, states, stack);
    for (uint32_t node = 0; node < graph->n_nodes; node++)
        if (!graph->is_library[node])
            search_from(graph, node, states, stack);
    free(states);
    free(stack);
}

/* Counts how often each cycle was entered: by calls from outside, and by starts. */
static void count_entries(const struct cause_graph *graph, struct cause_side *side)
{
    side->entries = memory_alloc(graph->n_cycles, sizeof *side->entries);
    for (size_t node = 0; node < graph->n_nodes; node++)
        if (graph->cycle_of[node] != NO_ID)
            side->entries[graph->cycle_of[node]] += side->starts[node];
    for (size_t i = 0; i < graph->n_arcs; i++) {
        const struct cause_arc *arc = &graph->arcs[i];
        uint32_t cycle = graph->cycle_of[arc->callee];
        if (arc->kind == ARC_CALL && cycle != NO_ID && cycle != graph->cycle_of[arc->caller])
            side->entries[cycle] += (double)side->calls[i];
    }
    for (size_t node = 0; node < graph->n_nodes; node++) {
        uint32_t cycle = graph->cycle_of[node];
        if (cycle != NO_ID && side->entries[cycle] == 0 && side->runs[node] != 0)
            side->entries[cycle] = 1; /* nobody is recorded to enter it: once, somehow */
    }
}

void cause_graph_create(struct cause_graph *graph, const struct diff *diff,
                        const struct causes_wanted *wanted)
{
    struct making making = {.graph = graph, .wanted = wanted};
    const struct row_choice choice = {.key = BY_FUNCTION, .is_folded = wanted->rows->is_folded};

    *graph = (struct cause_graph){.n_events = wanted->n_events};
    side_rows_create(&making.sides[OLD_SIDE], &diff->old, wanted->rows, &choice);
    side_rows_create(&making.sides[NEW_SIDE], &diff->fresh, wanted->rows, &choice);
    number_nodes(&making);
    count_recorded_calls(&making);
    find_object_kinds(&making, diff);
    for (size_t which = 0; which < N_SIDES; which++)
        add_side(&making, which);
    sort_arcs(&making);
    find_library(&making);
    find_arc_kinds(&making);
    for (size_t which = 0; which < N_SIDES; which++) {
        count_calls(&making, which);
        add_library_costs(&making, which);
    }
    count_runs(&making);
    for (size_t which = 0; which < N_SIDES; which++) {
        side_rows_free(&making.sides[which]);
        free(making.pair_of_call[which]);
        free(making.are_uncounted[which]);
    }
    find_cycles(graph);
    cut_cycles(graph);
    for (size_t which = 0; which < N_SIDES; which++)
        count_entries(graph, &graph->sides[which]);
    pairs_free(&making.pairs);
    free(making.arc_of_pair);
    free(making.kinds);
}

void cause_graph_free(struct cause_graph *graph)
{
    for (size_t which = 0; which < N_SIDES; which++) {
        struct cause_side *side = &graph->sides[which];
        free(side->calls);
        free(side->self);
        free(side->library_costs);
        free(side->is_there);
        free(side->starts);
        free(side->runs);
        free(side->entries);
    }
    free(graph->rows);
    free(graph->nodes);
    free(graph->arcs);
    free(graph->begin);
    free(graph->is_library);
    free(graph->order);
    free(graph->cycle_of);
    free(graph->members);
    free(graph->members_begin);
    *graph = (struct cause_graph){0};
}
