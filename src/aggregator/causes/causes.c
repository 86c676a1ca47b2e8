/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/causes/causes.h"

#include <stdlib.h>

#include "aggregator/row_figures.h"
#include "base/array.h"
#include "base/number.h"

/* Numbers beyond this, or its opposite, leave 64 bits. */
static const double most_rounded = 9.2e18;

/* Whether a side says nothing of a function, so that it takes what the other one says. */
static bool borrows(const struct cause_graph *graph, size_t which, uint32_t node)
{
    return graph->sides[which].runs[node] == 0 && graph->sides[1 - which].runs[node] != 0;
}

/* Returns the side that says what a run of the function is like on the given one. */
static const struct cause_side *side_of_run(const struct cause_graph *graph, size_t which,
                                            uint32_t node)
{
    return &graph->sides[borrows(graph, which, node) ? 1 - which : which];
}

static double ratio(double dividend, double divisor)
{
    return divisor != 0 ? dividend / divisor : 0;
}

/* Returns r. */
static double work_per_run(const struct cause_graph *graph, size_t which, uint32_t node,
                           size_t event)
{
    const struct cause_side *side = side_of_run(graph, which, node);

    return ratio(side->self[node * graph->n_events + event], side->runs[node]);
}

/* Returns what a function gives one of a library to do in a run, by the arc to that. */
static double library_per_run(const struct cause_graph *graph, size_t which, size_t arc,
                              size_t event)
{
    const struct cause_arc *of = &graph->arcs[arc];
    const struct cause_side *side = side_of_run(graph, which, of->caller);

    return ratio(side->library_costs[of->library * graph->n_events + event],
                 side->runs[of->caller]);
}

/* Returns F. */
static double calls_per_run(const struct cause_graph *graph, size_t which, size_t arc)
{
    uint32_t caller = graph->arcs[arc].caller;
    const struct cause_side *side = side_of_run(graph, which, caller);

    return ratio((double)side->calls[arc], side->runs[caller]);
}

/* Returns how often a member of a cycle ran for each entry. */
static double runs_per_entry(const struct cause_graph *graph, size_t which, uint32_t node)
{
    uint32_t cycle = graph->cycle_of[node];
    bool is_there = graph->sides[which].entries[cycle] != 0;
    const struct cause_side *side = &graph->sides[is_there ? which : 1 - which];

    return ratio(side->runs[node], side->entries[cycle]);
}

/* Whether a call comes from outside the cycle that its callee is in. */
static bool enters_cycle(const struct cause_graph *graph, const struct cause_arc *arc)
{
    uint32_t cycle = graph->cycle_of[arc->callee];

    return cycle != NO_ID && cycle != graph->cycle_of[arc->caller];
}

/* Returns what the cut calls cost for each entry of the cycle that a function is in. */
static double entry_price(const struct causes *causes, size_t which, uint32_t node, size_t event)
{
    return causes
        ->entry_prices[which][causes->graph.cycle_of[node] * causes->graph.n_events + event];
}

/* Returns what a call costs. */
static double price_of_call(const struct causes *causes, size_t which, const struct cause_arc *arc,
                            size_t event)
{
    double price = causes->prices[which][arc->callee * causes->graph.n_events + event];

    return enters_cycle(&causes->graph, arc)
             ? price + entry_price(causes, which, arc->callee, event)
             : price;
}

/* Computes the price of a run, once those of all that it calls are known. */
static void find_price(struct causes *causes, size_t which, uint32_t node)
{
    const struct cause_graph *graph = &causes->graph;
    const size_t n_events = graph->n_events;
    double *price = &causes->prices[which][node * n_events];

    for (size_t event = 0; event < n_events; event++)
        price[event] = work_per_run(graph, which, node, event);
    for (size_t i = graph->begin[node]; i < graph->begin[node + 1]; i++) {
        const struct cause_arc *arc = &graph->arcs[i];
        if (arc->kind == ARC_INTO_LIBRARY) {
            for (size_t event = 0; event < n_events; event++)
                price[event] += library_per_run(graph, which, i, event);
        } else if (arc->kind == ARC_CALL) {
            double calls = calls_per_run(graph, which, i);
            for (size_t event = 0; event < n_events; event++)
                price[event] += calls * price_of_call(causes, which, arc, event);
        }
    }
}

/* Computes what the cut calls of an entry cost, once the prices of all members are known. */
static void find_entry_price(struct causes *causes, size_t which, size_t cycle)
{
    const struct cause_graph *graph = &causes->graph;
    const size_t n_events = graph->n_events;
    double *price = &causes->entry_prices[which][cycle * n_events];

    for (size_t i = graph->members_begin[cycle]; i < graph->members_begin[cycle + 1]; i++) {
        uint32_t node = graph->members[i];
        double runs = runs_per_entry(graph, which, node);
        for (size_t arc = graph->begin[node]; arc < graph->begin[node + 1]; arc++) {
            if (graph->arcs[arc].kind != ARC_CUT)
                continue;
            double calls = runs * calls_per_run(graph, which, arc);
            const double *of_callee = &causes->prices[which][graph->arcs[arc].callee * n_events];
            for (size_t event = 0; event < n_events; event++)
                price[event] += calls * of_callee[event];
        }
    }
}

static void find_prices(struct causes *causes, size_t which)
{
    const struct cause_graph *graph = &causes->graph;
    size_t *left = memory_alloc(graph->n_cycles, sizeof *left);

    causes->prices[which] =
        memory_alloc(graph->n_nodes * graph->n_events, sizeof *causes->prices[which]);
    causes->entry_prices[which] =
        memory_alloc(graph->n_cycles * graph->n_events, sizeof *causes->entry_prices[which]);
    for (size_t cycle = 0; cycle < graph->n_cycles; cycle++)
        left[cycle] = cycle_size(graph, cycle);
    for (size_t i = 0; i < graph->n_ordered; i++) {
        uint32_t node = graph->order[i], cycle = graph->cycle_of[node];
        find_price(causes, which, node);
        if (cycle != NO_ID && --left[cycle] == 0)
            find_entry_price(causes, which, cycle);
    }
    free(left);
}

/* Calls are said to be split when there are this many times as many of them. */
enum { LEAST_SPLIT = 4 };

/*
 * Whether there are so many more runs, and each is so much cheaper, that one run was probably split
 * into several. Of one that became 100, each costs from 1/1000 to 1/10.
 */
static bool are_split(double times_the_runs, double times_the_price)
{
    double square = times_the_price * times_the_price,
           cube = times_the_runs * times_the_runs * times_the_runs;

    return times_the_runs >= LEAST_SPLIT && square * times_the_runs <= 1 && square * cube >= 1;
}

/* Finds what is counted in units of its price, and not in runs. */
static void find_units(struct causes *causes)
{
    const struct cause_graph *graph = &causes->graph;

    for (size_t which = 0; which < N_SIDES; which++)
        causes->units[which] = memory_alloc(graph->n_nodes, sizeof *causes->units[which]);
    for (uint32_t node = 0; node < graph->n_nodes; node++) {
        size_t place = node * graph->n_events + causes->measured;
        double old_price = causes->prices[OLD_SIDE][place];
        double new_price = causes->prices[NEW_SIDE][place];
        double old_runs = graph->sides[OLD_SIDE].runs[node];
        double new_runs = graph->sides[NEW_SIDE].runs[node];
        bool is_on_both = old_runs > 0 && new_runs > 0 && old_price > 0 && new_price > 0;
        bool is_split = is_on_both && (are_split(new_runs / old_runs, new_price / old_price) ||
                                       are_split(old_runs / new_runs, old_price / new_price));
        causes->units[OLD_SIDE][node] = is_split ? old_price : 1;
        causes->units[NEW_SIDE][node] = is_split ? new_price : 1;
    }
}

/* Returns how many units of a function ran. */
static double units_run(const struct causes *causes, size_t which, uint32_t node)
{
    return causes->graph.sides[which].runs[node] * causes->units[which][node];
}

/* Returns what it contributes that a function does other work in a run, half of each side. */
static double of_work(const struct causes *causes, uint32_t node, double old_work, double new_work)
{
    return (units_run(causes, OLD_SIDE, node) + units_run(causes, NEW_SIDE, node)) / 2 *
           (new_work / causes->units[NEW_SIDE][node] - old_work / causes->units[OLD_SIDE][node]);
}

static double of_own_work(const struct causes *causes, uint32_t node, size_t event)
{
    return of_work(causes, node, work_per_run(&causes->graph, OLD_SIDE, node, event),
                   work_per_run(&causes->graph, NEW_SIDE, node, event));
}

static double of_library(const struct causes *causes, size_t arc, size_t event)
{
    return of_work(causes, causes->graph.arcs[arc].caller,
                   library_per_run(&causes->graph, OLD_SIDE, arc, event),
                   library_per_run(&causes->graph, NEW_SIDE, arc, event));
}

/* Returns F, in units of the callee and for one of the caller. */
static double units_called(const struct causes *causes, size_t which, size_t arc)
{
    const struct cause_arc *of = &causes->graph.arcs[arc];

    return calls_per_run(&causes->graph, which, arc) * causes->units[which][of->callee] /
           causes->units[which][of->caller];
}

/* Returns the price of a unit of a function. */
static double unit_price(const struct causes *causes, size_t which, uint32_t node, size_t event)
{
    return causes->prices[which][node * causes->graph.n_events + event] /
           causes->units[which][node];
}

/* Returns what it contributes that the caller makes the call more or less often in a run. */
static double of_calls(const struct causes *causes, size_t arc, size_t event)
{
    const struct cause_graph *graph = &causes->graph;
    const struct cause_arc *of = &graph->arcs[arc];
    double old_runs = units_run(causes, OLD_SIDE, of->caller);
    double new_runs = units_run(causes, NEW_SIDE, of->caller);
    double change = units_called(causes, NEW_SIDE, arc) - units_called(causes, OLD_SIDE, arc);
    double sum = change / 2 *
                 (new_runs * unit_price(causes, OLD_SIDE, of->callee, event) +
                  old_runs * unit_price(causes, NEW_SIDE, of->callee, event));

    if (!enters_cycle(graph, of))
        return sum;
    /* It is entered once for each call, whatever those are counted in. */
    change = calls_per_run(graph, NEW_SIDE, arc) / causes->units[NEW_SIDE][of->caller] -
             calls_per_run(graph, OLD_SIDE, arc) / causes->units[OLD_SIDE][of->caller];
    return sum + change / 2 *
                     (new_runs * entry_price(causes, OLD_SIDE, of->callee, event) +
                      old_runs * entry_price(causes, NEW_SIDE, of->callee, event));
}

/*
 * A cut call is made (runs of its caller for an entry) * (calls in a run) times for each entry.
 * Both may change: the second is the caller's, the first its cycle's.
 */
struct cut_call {
    double of_caller, of_cycle;
};

static struct cut_call of_cut(const struct causes *causes, size_t arc, size_t event)
{
    const struct cause_graph *graph = &causes->graph;
    const struct cause_arc *of = &graph->arcs[arc];
    uint32_t cycle = graph->cycle_of[of->caller];
    double old_calls = units_called(causes, OLD_SIDE, arc);
    double new_calls = units_called(causes, NEW_SIDE, arc);
    double old_runs =
        runs_per_entry(graph, OLD_SIDE, of->caller) * causes->units[OLD_SIDE][of->caller];
    double new_runs =
        runs_per_entry(graph, NEW_SIDE, of->caller) * causes->units[NEW_SIDE][of->caller];
    double price =
        (graph->sides[NEW_SIDE].entries[cycle] * unit_price(causes, OLD_SIDE, of->callee, event) +
         graph->sides[OLD_SIDE].entries[cycle] * unit_price(causes, NEW_SIDE, of->callee, event)) /
        2;

    return (struct cut_call){(old_runs + new_runs) / 2 * (new_calls - old_calls) * price,
                             (old_calls + new_calls) / 2 * (new_runs - old_runs) * price};
}

/* Returns the owner of what a cycle contributes: a function that calls none but itself is that. */
static size_t owner_of_cycle(const struct causes *causes, uint32_t cycle)
{
    const struct cause_graph *graph = &causes->graph;

    return cycle_size(graph, cycle) == 1 ? graph->rows[graph->members[graph->members_begin[cycle]]]
                                         : causes->graph.n_nodes + cycle;
}

static void add_arc(struct causes *causes, size_t arc)
{
    const struct cause_graph *graph = &causes->graph;
    const struct cause_arc *of = &graph->arcs[arc];
    const size_t n_events = graph->n_events;
    double *own = &causes->contributions[graph->rows[of->caller] * n_events];

    for (size_t event = 0; event < n_events; event++) {
        switch (of->kind) {
        case ARC_CALL:
            own[event] += of_calls(causes, arc, event);
            break;
        case ARC_CUT: {
            size_t owner = owner_of_cycle(causes, graph->cycle_of[of->caller]);
            const struct cut_call cut = of_cut(causes, arc, event);
            own[event] += cut.of_caller;
            causes->contributions[owner * n_events + event] += cut.of_cycle;
            break;
        }
        case ARC_INTO_LIBRARY:
            own[event] += of_library(causes, arc, event);
            break;
        case ARC_NOT_COUNTED:
        case ARC_FROM_LINKER:
            break;
        }
    }
}

static void add_up(struct causes *causes)
{
    const struct cause_graph *graph = &causes->graph;
    const size_t n_events = graph->n_events;

    causes->contributions =
        memory_alloc(causes_n_owners(causes) * n_events, sizeof *causes->contributions);
    for (size_t i = 0; i < graph->n_ordered; i++) {
        uint32_t node = graph->order[i];
        double *own = &causes->contributions[graph->rows[node] * n_events];
        for (size_t event = 0; event < n_events; event++)
            own[event] += of_own_work(causes, node, event);
    }
    for (size_t arc = 0; arc < graph->n_arcs; arc++)
        add_arc(causes, arc);
}

/*
 * Lists the owners in an order that does not depend on which side is new: functions by name, cycles
 * by the first of theirs, and what starts. The caller frees it.
 */
static size_t *list_owners(const struct causes *causes)
{
    size_t count = causes_n_owners(causes);
    size_t *owners = memory_alloc(count, sizeof *owners);

    for (size_t i = 0; i < count; i++)
        owners[i] = i < causes->graph.n_nodes ? causes->graph.rows[i] : i;
    return owners;
}

/* What is left is that something started more often, or ran without having been called. */
static void add_start(struct causes *causes, const int64_t *changes)
{
    size_t start = causes_start(causes), *owners = list_owners(causes);

    for (size_t event = 0; event < causes->graph.n_events; event++) {
        double sum = 0;
        for (size_t i = 0; i < start; i++)
            sum += causes->contributions[owners[i] * causes->graph.n_events + event];
        causes->contributions[start * causes->graph.n_events + event] =
            (double)changes[event] - sum;
    }
    free(owners);
}

void causes_find(struct causes *causes, const struct diff *diff, const struct causes_wanted *wanted)
{
    *causes = (struct causes){.measured = wanted->measured};
    cause_graph_create(&causes->graph, diff, wanted);
    for (size_t which = 0; which < N_SIDES; which++)
        find_prices(causes, which);
    find_units(causes);
    add_up(causes);
    add_start(causes, wanted->changes);
}

/* Returns a number of runs, which stays at the ends of 64 bits. */
static int64_t count_of(double runs)
{
    return runs >= most_rounded ? INT64_MAX : runs <= -most_rounded ? INT64_MIN : (int64_t)runs;
}

/* Adds a term without amounts to a list that has room for it. */
static struct cause_term *add_term(struct causes *causes, struct cause_term *terms, size_t *count,
                                   struct cause_term term)
{
    struct cause_term *added = &terms[(*count)++];

    *added = term;
    added->amounts =
        arena_alloc_array(&causes->arena, causes->graph.n_events, sizeof *added->amounts);
    return added;
}

static void add_work_term(struct causes *causes, uint32_t node, struct cause_term *terms,
                          size_t *count)
{
    const struct cause_graph *graph = &causes->graph;
    const struct cause_term term = {
        .kind = CAUSE_WORK,
        .caller = graph->rows[node],
        .callee = NO_ID,
        .old_value = work_per_run(graph, OLD_SIDE, node, causes->measured),
        .new_value = work_per_run(graph, NEW_SIDE, node, causes->measured),
        .old_calls = count_of(graph->sides[OLD_SIDE].runs[node]),
        .new_calls = count_of(graph->sides[NEW_SIDE].runs[node])};
    double *amounts = add_term(causes, terms, count, term)->amounts;

    for (size_t event = 0; event < causes->graph.n_events; event++)
        amounts[event] = of_own_work(causes, node, event);
}

static void add_arc_term(struct causes *causes, size_t arc, struct cause_term *terms, size_t *count)
{
    const struct cause_graph *graph = &causes->graph;
    const struct cause_arc *of = &graph->arcs[arc];
    bool is_library = of->kind == ARC_INTO_LIBRARY;
    struct cause_term term = {.kind = is_library          ? CAUSE_LIBRARY
                                    : of->kind == ARC_CUT ? CAUSE_RECURSION
                                                          : CAUSE_CALLS,
                              .caller = graph->rows[of->caller],
                              .callee = graph->rows[of->callee],
                              .old_calls = graph->sides[OLD_SIDE].calls[arc],
                              .new_calls = graph->sides[NEW_SIDE].calls[arc]};

    if (of->kind == ARC_NOT_COUNTED || of->kind == ARC_FROM_LINKER)
        return;
    term.old_value = is_library ? library_per_run(graph, OLD_SIDE, arc, causes->measured)
                                : calls_per_run(graph, OLD_SIDE, arc);
    term.new_value = is_library ? library_per_run(graph, NEW_SIDE, arc, causes->measured)
                                : calls_per_run(graph, NEW_SIDE, arc);
    double *amounts = add_term(causes, terms, count, term)->amounts;
    for (size_t event = 0; event < causes->graph.n_events; event++)
        amounts[event] = of->kind == ARC_CUT  ? of_cut(causes, arc, event).of_caller
                       : of->kind == ARC_CALL ? of_calls(causes, arc, event)
                                              : of_library(causes, arc, event);
}

/* Adds how often a member of a cycle runs for each entry, by what all of its cut calls cost. */
static void add_cycle_term(struct causes *causes, uint32_t node, struct cause_term *terms,
                           size_t *count)
{
    const struct cause_graph *graph = &causes->graph;
    const struct cause_term term = {.kind = CAUSE_CYCLE,
                                    .caller = graph->rows[node],
                                    .callee = NO_ID,
                                    .old_value = runs_per_entry(graph, OLD_SIDE, node),
                                    .new_value = runs_per_entry(graph, NEW_SIDE, node),
                                    .old_calls = count_of(graph->sides[OLD_SIDE].runs[node]),
                                    .new_calls = count_of(graph->sides[NEW_SIDE].runs[node])};
    double *amounts = add_term(causes, terms, count, term)->amounts;

    for (size_t event = 0; event < causes->graph.n_events; event++) {
        amounts[event] = 0;
        for (size_t arc = graph->begin[node]; arc < graph->begin[node + 1]; arc++)
            if (graph->arcs[arc].kind == ARC_CUT)
                amounts[event] += of_cut(causes, arc, event).of_cycle;
    }
}

static struct cause_term *terms_of_cycle(struct causes *causes, size_t cycle, size_t *count)
{
    const struct cause_graph *graph = &causes->graph;
    struct cause_term *terms = memory_alloc(cycle_size(graph, cycle), sizeof *terms);

    for (size_t i = graph->members_begin[cycle]; i < graph->members_begin[cycle + 1]; i++)
        add_cycle_term(causes, graph->members[i], terms, count);
    return terms;
}

struct cause_term *causes_terms(struct causes *causes, size_t owner, size_t *count)
{
    const struct cause_graph *graph = &causes->graph;

    *count = 0;
    if (owner >= causes->graph.n_nodes)
        return terms_of_cycle(causes, owner - causes->graph.n_nodes, count);
    uint32_t node = graph->nodes[owner];
    size_t n_arcs = graph->begin[node + 1] - graph->begin[node];
    struct cause_term *terms = memory_alloc(n_arcs + 2, sizeof *terms);
    if (graph->is_library[node])
        return terms;
    add_work_term(causes, node, terms, count);
    for (size_t arc = graph->begin[node]; arc < graph->begin[node + 1]; arc++)
        add_arc_term(causes, arc, terms, count);
    if (graph->cycle_of[node] != NO_ID && cycle_size(graph, graph->cycle_of[node]) == 1)
        add_cycle_term(causes, node, terms, count);
    return terms;
}

/* An amount that was rounded, and how much is missing for that. */
struct rounding {
    double missing, size;
    size_t place;
};

static int by_missing(const void *a, const void *b)
{
    const struct rounding *left = a, *right = b;

    if (left->missing != right->missing)
        return left->missing > right->missing ? -1 : 1;
    if (left->size != right->size)
        return left->size > right->size ? -1 : 1;
    return number_compare(left->place, right->place);
}

void causes_round(const double *amounts, size_t count, int64_t sum, int64_t *rounded)
{
    struct rounding *order = memory_alloc(count, sizeof *order);
    int64_t left = sum;

    for (size_t i = 0; i < count; i++) {
        bool fits = amounts[i] > -most_rounded && amounts[i] < most_rounded;
        double half = amounts[i] < 0 ? -0.5 : 0.5;
        rounded[i] = fits ? (int64_t)(amounts[i] + half) : 0;
        left = (int64_t)((uint64_t)left - (uint64_t)rounded[i]);
    }
    /* What is missing is counted in the direction of what is left, alike for a change and its
       opposite. */
    for (size_t i = 0; i < count; i++) {
        double missing = amounts[i] - (double)rounded[i];
        double size = amounts[i] < 0 ? -amounts[i] : amounts[i];
        order[i] = (struct rounding){left < 0 ? -missing : missing, size, i};
    }
    if (left != 0)
        ARRAY_SORT(order, count, by_missing);
    for (size_t i = 0; i < count && left != 0 && order[i].missing > 0; i++) {
        int64_t step = left < 0 ? -1 : 1;
        rounded[order[i].place] += step;
        left -= step;
    }
    if (count != 0)
        rounded[count - 1] = (int64_t)((uint64_t)rounded[count - 1] + (uint64_t)left);
    free(order);
}

void causes_round_event(const struct causes *causes, size_t event, int64_t change, int64_t *rounded)
{
    size_t count = causes_n_owners(causes), *owners = list_owners(causes);
    double *amounts = memory_alloc(count, sizeof *amounts);
    int64_t *in_order = memory_alloc(count, sizeof *in_order);

    for (size_t i = 0; i < count; i++)
        amounts[i] = causes->contributions[owners[i] * causes->graph.n_events + event];
    causes_round(amounts, count, change, in_order);
    for (size_t i = 0; i < count; i++)
        rounded[owners[i]] = in_order[i];
    free(owners);
    free(amounts);
    free(in_order);
}

void causes_free(struct causes *causes)
{
    cause_graph_free(&causes->graph);
    free(causes->contributions);
    for (size_t which = 0; which < N_SIDES; which++) {
        free(causes->prices[which]);
        free(causes->entry_prices[which]);
        free(causes->units[which]);
    }
    arena_free(&causes->arena);
    *causes = (struct causes){0};
}
