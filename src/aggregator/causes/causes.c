/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/causes/causes.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/number.h"

/* The computation of the contributions of one event. */
struct pass {
    const struct cause_graph *graph;
    const double *self[N_SIDES];   /* by node */
    const double *spent[N_SIDES];  /* by arc */
    double *prices[N_SIDES];       /* by node: I */
    double *entry_prices[N_SIDES]; /* by cycle: the cost of cut calls per entry */
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

/* Returns an amount per call of a function on one side, or the other if it has no calls. */
static double per_run(const struct cause_node *node, size_t side, double was, double is)
{
    const double done[N_SIDES] = {[OLD_SIDE] = was, [NEW_SIDE] = is};
    size_t known = node->runs[side] == 0 ? 1 - side : side;

    return ratio(done[known], node->runs[known]);
}

/* Returns the cost per call of a function, own or spent in library functions. */
static double cost_per_run(const struct cause_node *node, size_t side,
                           const double *const costs[N_SIDES], size_t at)
{
    return per_run(node, side, costs[OLD_SIDE][at], costs[NEW_SIDE][at]);
}

/* Returns F, the calls of an arc per call of its caller (formula in quern-figures(7)). */
static double calls_per_run(const struct cause_graph *graph, size_t side,
                            const struct cause_arc *arc)
{
    return per_run(&graph->nodes[arc->caller], side, arc->calls[OLD_SIDE], arc->calls[NEW_SIDE]);
}

/* Returns how often a member of a cycle was called per entry of the cycle. */
static double runs_per_entry(const struct cause_graph *graph, size_t side,
                             const struct cause_node *node)
{
    size_t known = graph->entries[side][node->cycle] != 0 ? side : 1 - side;

    return ratio(node->runs[known], graph->entries[known][node->cycle]);
}

/* Returns the price of a call. A call from outside a cycle includes the price of entering it. */
static double price_of_call(const struct pass *pass, size_t side, const struct cause_arc *arc)
{
    uint32_t cycle = pass->graph->nodes[arc->callee].cycle;
    bool is_entered = cycle != NO_ID && cycle != pass->graph->nodes[arc->caller].cycle;

    return pass->prices[side][arc->callee] + (is_entered ? pass->entry_prices[side][cycle] : 0);
}

/* Computes the price of a call of a function, once the prices of its callees are known. */
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

/* Computes the cost of cut calls per entry, once the prices of all members are known. */
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

/* Returns the contribution of changed work per call, averaged over both sides. */
static double work_contribution(const struct cause_node *node, const double *const costs[N_SIDES],
                                size_t at)
{
    return (node->runs[OLD_SIDE] + node->runs[NEW_SIDE]) / 2 *
           (cost_per_run(node, NEW_SIDE, costs, at) - cost_per_run(node, OLD_SIDE, costs, at));
}

/* Returns the contribution of a changed number of these calls per call of the caller. */
static double calls_contribution(const struct pass *pass, const struct cause_arc *arc)
{
    const struct cause_node *caller = &pass->graph->nodes[arc->caller];

    return (calls_per_run(pass->graph, NEW_SIDE, arc) - calls_per_run(pass->graph, OLD_SIDE, arc)) /
           2 *
           (caller->runs[NEW_SIDE] * price_of_call(pass, OLD_SIDE, arc) +
            caller->runs[OLD_SIDE] * price_of_call(pass, NEW_SIDE, arc));
}

/*
 * Per entry, a cut call is made (calls of its caller per entry) * (these calls per call of it)
 * times. A change of the second factor counts for the caller, one of the first for its cycle.
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
            pass->amounts.work[node] = work_contribution(&graph->nodes[node], pass->self, node);
    for (size_t at = 0; at < graph->n_arcs; at++) {
        const struct cause_arc *arc = &graph->arcs[at];
        if (arc->kind == ARC_CALL)
            pass->amounts.calls[at] = calls_contribution(pass, arc);
        else if (arc->kind == ARC_CUT)
            add_cut(pass, at);
        else if (arc->kind == ARC_INTO_LIBRARY)
            pass->amounts.calls[at] =
                work_contribution(&graph->nodes[arc->caller], pass->spent, at);
    }
}

/* Adds up the contributions of each owner. The remainder is the row of startup. */
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
        if (cycle != NO_ID) /* a cycle of one function belongs to it */
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

/* Makes a term about the calls of a function: its work, or its calls per entry of its cycle. */
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

/* Returns whether the number of calls explains more than half of the change of their cost. */
static bool is_due_to_call_count(const double calls[N_SIDES], const double spent[N_SIDES])
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

    if (arc->kind == ARC_INTO_LIBRARY && !is_due_to_call_count(calls, spent)) {
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
        /* A change by fewer calls may be chance, unless one side has none. */
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
