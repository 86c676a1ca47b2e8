/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/causes/causes.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/number.h"

/* One event, while what its change is made of is computed. */
struct pass {
    const struct cause_graph *graph;
    const double *self[N_SIDES];   /* by node */
    const double *spent[N_SIDES];  /* by arc */
    double *prices[N_SIDES];       /* by node: I */
    double *entry_prices[N_SIDES]; /* by cycle: what the cut calls of an entry cost */
    struct cause_amounts amounts;
};

static struct pass pass_of(const struct cause_graph *graph, size_t event)
{
    struct pass pass = {.graph = graph};

    for (size_t side = 0; side < N_SIDES; side++) {
        pass.self[side] = graph->self[side] + event * graph->n_nodes;
        pass.spent[side] = graph->spent[side] + event * graph->n_arcs;
    }
    return pass;
}

static double ratio(double dividend, double divisor)
{
    return divisor != 0 ? dividend / divisor : 0;
}

/* Returns what is done in a run of a function on a side, or where it did not run on the other. */
static double per_run(const struct cause_node *node, size_t side, double was, double is)
{
    const double done[N_SIDES] = {[OLD_SIDE] = was, [NEW_SIDE] = is};
    size_t known = node->runs[side] == 0 ? 1 - side : side;

    return ratio(done[known], node->runs[known]);
}

/* Returns what a run of a function costs, or gives a library to do. */
static double cost_per_run(const struct cause_node *node, size_t side,
                           const double *const costs[N_SIDES], size_t at)
{
    return per_run(node, side, costs[OLD_SIDE][at], costs[NEW_SIDE][at]);
}

/* Returns F. */
static double calls_per_run(const struct cause_graph *graph, size_t side,
                            const struct cause_arc *arc)
{
    return per_run(&graph->nodes[arc->caller], side, arc->calls[OLD_SIDE], arc->calls[NEW_SIDE]);
}

/* Returns how often a member of a cycle ran for each entry. */
static double runs_per_entry(const struct cause_graph *graph, size_t side,
                             const struct cause_node *node)
{
    size_t known = graph->entries[side][node->cycle] != 0 ? side : 1 - side;

    return ratio(node->runs[known], graph->entries[known][node->cycle]);
}

/* Returns what a call costs: where it comes from outside a cycle, that is entered with it. */
static double price_of_call(const struct pass *pass, size_t side, const struct cause_arc *arc)
{
    uint32_t cycle = pass->graph->nodes[arc->callee].cycle;
    bool is_entered = cycle != NO_ID && cycle != pass->graph->nodes[arc->caller].cycle;

    return pass->prices[side][arc->callee] + (is_entered ? pass->entry_prices[side][cycle] : 0);
}

/* Computes the price of a run, once those of all that it calls are known. */
static void find_price(struct pass *pass, size_t side, uint32_t node)
{
    const struct cause_graph *graph = pass->graph;
    const struct cause_node *caller = &graph->nodes[node];
    double price = cost_per_run(caller, side, pass->self, node);

    for (size_t i = graph->begin[node]; i < graph->begin[node + 1]; i++) {
        const struct cause_arc *arc = &graph->arcs[i];
        if (arc->kind == ARC_INTO_LIBRARY)
            price += cost_per_run(caller, side, pass->spent, i);
        else if (arc->kind == ARC_CALL)
            price += calls_per_run(graph, side, arc) * price_of_call(pass, side, arc);
    }
    pass->prices[side][node] = price;
}

/* Computes what the cut calls of an entry cost, once the prices of all members are known. */
static void find_entry_price(struct pass *pass, size_t side, size_t cycle)
{
    const struct cause_graph *graph = pass->graph;

    for (size_t i = graph->members_begin[cycle]; i < graph->members_begin[cycle + 1]; i++) {
        uint32_t node = graph->members[i];
        double runs = runs_per_entry(graph, side, &graph->nodes[node]);
        for (size_t at = graph->begin[node]; at < graph->begin[node + 1]; at++) {
            const struct cause_arc *arc = &graph->arcs[at];
            if (arc->kind == ARC_CUT)
                pass->entry_prices[side][cycle] +=
                    runs * calls_per_run(graph, side, arc) * pass->prices[side][arc->callee];
        }
    }
}

static void find_prices(struct pass *pass, size_t side)
{
    const struct cause_graph *graph = pass->graph;
    size_t *n_known = memory_alloc(graph->n_cycles, sizeof *n_known);

    pass->prices[side] = memory_alloc(graph->n_nodes, sizeof(double));
    pass->entry_prices[side] = memory_alloc(graph->n_cycles, sizeof(double));
    for (size_t i = 0; i < graph->n_ordered; i++) {
        uint32_t node = graph->order[i], cycle = graph->nodes[node].cycle;
        find_price(pass, side, node);
        if (cycle != NO_ID && ++n_known[cycle] == cycle_size(graph, cycle))
            find_entry_price(pass, side, cycle);
    }
    free(n_known);
}

/* Returns what it contributes that a function does other work in a run, half of each side. */
static double of_work(const struct cause_node *node, const double *const costs[N_SIDES], size_t at)
{
    return (node->runs[OLD_SIDE] + node->runs[NEW_SIDE]) / 2 *
           (cost_per_run(node, NEW_SIDE, costs, at) - cost_per_run(node, OLD_SIDE, costs, at));
}

/* Returns what it contributes that the caller makes the call more or less often in a run. */
static double of_calls(const struct pass *pass, const struct cause_arc *arc)
{
    const struct cause_node *caller = &pass->graph->nodes[arc->caller];

    return (calls_per_run(pass->graph, NEW_SIDE, arc) - calls_per_run(pass->graph, OLD_SIDE, arc)) /
           2 *
           (caller->runs[NEW_SIDE] * price_of_call(pass, OLD_SIDE, arc) +
            caller->runs[OLD_SIDE] * price_of_call(pass, NEW_SIDE, arc));
}

/*
 * A cut call is made (runs of its caller for an entry) * (calls in a run) times for each entry.
 * Both may change: the second is the caller's, the first its cycle's.
 */
static void add_cut(struct pass *pass, size_t at)
{
    const struct cause_graph *graph = pass->graph;
    const struct cause_arc *arc = &graph->arcs[at];
    const struct cause_node *caller = &graph->nodes[arc->caller];
    double calls[N_SIDES], runs[N_SIDES], price = 0;

    for (size_t side = 0; side < N_SIDES; side++) {
        calls[side] = calls_per_run(graph, side, arc);
        runs[side] = runs_per_entry(graph, side, caller);
        price += graph->entries[1 - side][caller->cycle] * pass->prices[side][arc->callee] / 2;
    }
    pass->amounts.calls[at] =
        (runs[OLD_SIDE] + runs[NEW_SIDE]) / 2 * (calls[NEW_SIDE] - calls[OLD_SIDE]) * price;
    pass->amounts.cycles[arc->caller] +=
        (calls[OLD_SIDE] + calls[NEW_SIDE]) / 2 * (runs[NEW_SIDE] - runs[OLD_SIDE]) * price;
}

static void find_amounts(struct pass *pass)
{
    const struct cause_graph *graph = pass->graph;

    pass->amounts.work = memory_alloc(graph->n_nodes, sizeof(double));
    pass->amounts.calls = memory_alloc(graph->n_arcs, sizeof(double));
    pass->amounts.cycles = memory_alloc(graph->n_nodes, sizeof(double));
    for (uint32_t node = 0; node < graph->n_nodes; node++)
        if (!graph->nodes[node].is_library)
            pass->amounts.work[node] = of_work(&graph->nodes[node], pass->self, node);
    for (size_t at = 0; at < graph->n_arcs; at++) {
        const struct cause_arc *arc = &graph->arcs[at];
        if (arc->kind == ARC_CALL)
            pass->amounts.calls[at] = of_calls(pass, arc);
        else if (arc->kind == ARC_CUT)
            add_cut(pass, at);
        else if (arc->kind == ARC_INTO_LIBRARY)
            pass->amounts.calls[at] = of_work(&graph->nodes[arc->caller], pass->spent, at);
    }
}

/*
 * Adds up what each owner contributes; what is left is that something started more often, or ran
 * without having been called.
 */
static void add_up(const struct cause_graph *graph, const struct cause_amounts *amounts,
                   int64_t change, double *contributions)
{
    size_t start = graph->n_nodes + graph->n_cycles;
    double sum = 0;

    for (size_t node = 0; node < graph->n_nodes; node++) {
        uint32_t cycle = graph->nodes[node].cycle;
        contributions[node] += amounts->work[node];
        for (size_t at = graph->begin[node]; at < graph->begin[node + 1]; at++)
            contributions[node] += amounts->calls[at];
        if (cycle != NO_ID) /* a function that calls none but itself owns what its cycle does */
            contributions[cycle_size(graph, cycle) == 1 ? node : graph->n_nodes + cycle] +=
                amounts->cycles[node];
    }
    for (size_t owner = 0; owner < start; owner++)
        sum += contributions[owner];
    contributions[start] = (double)change - sum;
}

static void amounts_free(struct cause_amounts *amounts)
{
    free(amounts->work);
    free(amounts->calls);
    free(amounts->cycles);
}

void causes_find(struct causes *causes, const struct diff *diff, const struct causes_wanted *wanted)
{
    const struct cause_graph *graph = &causes->graph;

    size_t measured = wanted->events[wanted->measured];

    *causes = (struct causes){.measured = wanted->measured,
                              .unit = (double)diff->change.events.list[measured].unit};
    cause_graph_create(&causes->graph, diff, wanted->rows, wanted->events, wanted->n_events);
    size_t n_owners = causes_n_owners(causes);
    causes->contributions = memory_alloc(n_owners * wanted->n_events, sizeof(double));
    for (size_t event = 0; event < wanted->n_events; event++) {
        struct pass pass = pass_of(graph, event);
        for (size_t side = 0; side < N_SIDES; side++)
            find_prices(&pass, side);
        find_amounts(&pass);
        add_up(graph, &pass.amounts, wanted->changes[event],
               causes->contributions + event * n_owners);
        if (event == wanted->measured)
            causes->amounts = pass.amounts;
        else
            amounts_free(&pass.amounts);
        for (size_t side = 0; side < N_SIDES; side++) {
            free(pass.prices[side]);
            free(pass.entry_prices[side]);
        }
    }
}

/* Makes a term about the runs of a function: its work, or its part in its cycle. */
static struct cause_term term_of_runs(const struct pass *pass, enum cause_kind kind, uint32_t at)
{
    const struct cause_node *node = &pass->graph->nodes[at];
    bool is_work = kind == CAUSE_WORK;
    double values[N_SIDES];

    for (size_t side = 0; side < N_SIDES; side++)
        values[side] = is_work ? cost_per_run(node, side, pass->self, at)
                               : runs_per_entry(pass->graph, side, node);
    return (struct cause_term){{.kind = kind,
                                .old_value = values[OLD_SIDE],
                                .new_value = values[NEW_SIDE],
                                .old_calls = number_nearest(node->runs[OLD_SIDE]),
                                .new_calls = number_nearest(node->runs[NEW_SIDE])},
                               node->row,
                               NO_ID,
                               (is_work ? pass->amounts.work : pass->amounts.cycles)[at]};
}

/*
 * Returns whether the number of calls explains more than half of the change in their cost per run.
 */
static bool is_of_number(const double calls[N_SIDES], const double spent[N_SIDES])
{
    size_t was = calls[OLD_SIDE] != 0 ? OLD_SIDE : NEW_SIDE;
    size_t is = calls[NEW_SIDE] != 0 ? NEW_SIDE : OLD_SIDE;
    double price = (ratio(spent[was], calls[was]) + ratio(spent[is], calls[is])) / 2;
    double change = spent[NEW_SIDE] - spent[OLD_SIDE];

    return (calls[NEW_SIDE] - calls[OLD_SIDE]) * price * change > change * change / 2;
}

static struct cause_term arc_term(const struct pass *pass, size_t at)
{
    const struct cause_graph *graph = pass->graph;
    const struct cause_arc *arc = &graph->arcs[at];
    const struct cause_node *caller = &graph->nodes[arc->caller];
    const double calls[N_SIDES] = {calls_per_run(graph, OLD_SIDE, arc),
                                   calls_per_run(graph, NEW_SIDE, arc)};
    const double spent[N_SIDES] = {cost_per_run(caller, OLD_SIDE, pass->spent, at),
                                   cost_per_run(caller, NEW_SIDE, pass->spent, at)};
    struct cause_term term = {{.kind = arc->kind == ARC_CUT ? CAUSE_RECURSION : CAUSE_CALLS,
                               .old_value = calls[OLD_SIDE],
                               .new_value = calls[NEW_SIDE],
                               .old_calls = number_nearest(arc->calls[OLD_SIDE]),
                               .new_calls = number_nearest(arc->calls[NEW_SIDE])},
                              caller->row,
                              graph->nodes[arc->callee].row,
                              pass->amounts.calls[at]};

    if (arc->kind == ARC_INTO_LIBRARY && !is_of_number(calls, spent)) {
        term.facts.kind = CAUSE_LIBRARY;
        term.facts.old_value = spent[OLD_SIDE];
        term.facts.new_value = spent[NEW_SIDE];
    }
    return term;
}

struct cause_term *causes_terms(const struct causes *causes, size_t owner, size_t *count)
{
    const struct cause_graph *graph = &causes->graph;
    struct pass pass = pass_of(graph, causes->measured);
    bool is_function = owner < graph->n_nodes, is_start = owner == causes_start(causes);
    size_t cycle = is_function ? graph->nodes[owner].cycle : owner - graph->n_nodes;
    size_t n_members = is_start || cycle == NO_ID ? 0 : cycle_size(graph, cycle);
    size_t n_arcs = is_function ? graph->begin[owner + 1] - graph->begin[owner] : 0;
    struct cause_term *terms = memory_alloc(1 + n_arcs + n_members, sizeof *terms);

    pass.amounts = causes->amounts;
    *count = 0;
    if (is_function)
        terms[(*count)++] = term_of_runs(&pass, CAUSE_WORK, (uint32_t)owner);
    for (size_t i = 0; i < n_arcs; i++)
        terms[(*count)++] = arc_term(&pass, graph->begin[owner] + i);
    for (size_t i = 0; i < n_members && (!is_function || n_members == 1); i++)
        terms[(*count)++] =
            term_of_runs(&pass, CAUSE_CYCLE, graph->members[graph->members_begin[cycle] + i]);
    for (size_t i = 0; i < *count; i++) {
        struct term_facts *facts = &terms[i].facts;
        row_id named = cause_term_names(&terms[i]);
        bool is_of_calls = facts->kind == CAUSE_CALLS || facts->kind == CAUSE_RECURSION;
        /* A change by fewer calls may be chance, but not that there are any at all. */
        facts->is_weak = is_of_calls && facts->old_value != 0 && facts->new_value != 0 &&
                         fabs((double)facts->new_calls - (double)facts->old_calls) < 20;
        facts->is_own = named == NO_ID || named == causes_row(causes, owner);
        if (facts->kind == CAUSE_WORK || facts->kind == CAUSE_LIBRARY) {
            facts->old_value /= causes->unit;
            facts->new_value /= causes->unit;
        }
    }
    return terms;
}

void causes_free(struct causes *causes)
{
    cause_graph_free(&causes->graph);
    amounts_free(&causes->amounts);
    free(causes->contributions);
    *causes = (struct causes){0};
}
