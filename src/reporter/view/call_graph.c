/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shows the call graph, to be drawn: functions whose inclusive cost reaches the limit, or those
 * around what --peek matches, and the calls between them that reach it.
 */

#include <stdlib.h>

#include "base/number.h"
#include "profile/events.h"
#include "reporter/report.h"
#include "reporter/view/graph_rows.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/view_kind.h"

/* Limits how far from what --peek matches functions are shown, if --depth does not. */
enum { DEFAULT_HOPS = 2 };

struct call_graph {
    struct view_input *input;
    struct graph_rows rows;
    double limit;    /* the least cost of nodes and arcs, without sign */
    bool *is_wanted; /* by row: it is a node */
    bool *is_match;  /* by row: it matches --peek */
    uint32_t *arcs;  /* ids of calls that are drawn */
    size_t n_arcs;
    size_t next; /* row of the table: nodes, then arcs */
};

/* Returns the cost of a row in the measured event, without its sign; 0 where it is not given. */
static double size_of(const struct call_graph *graph, const struct costs *costs, size_t row)
{
    const struct view_input *input = graph->input;
    const struct event_cost cost =
        event_sum(&input->profile->events, input->metric.event, costs, costs_row(costs, row));

    return cost.is_given ? (double)magnitude(cost.sum) : 0;
}

static double size_of_row(const struct call_graph *graph, row_id row)
{
    return size_of(graph, &graph->rows.by_row.inclusive->costs, row);
}

/*
 * Returns what the calls add to the callee's inclusive cost, or where that is not known what was
 * recorded.
 */
static double size_of_arc(const struct call_graph *graph, uint32_t arc)
{
    const struct row_calls *calls = graph->rows.by_row.calls;
    double added = size_of(graph, &calls->entering, arc);

    return added != 0 ? added : size_of(graph, &calls->arcs.costs, arc);
}

/*
 * Sets the limit, as a share of the program's total, or with --peek of the largest function that
 * matches.
 */
static void find_limit(struct call_graph *graph)
{
    const struct view_input *input = graph->input;
    bool has_centre = input->options->peek.is_given;
    double whole = has_centre ? 0 : size_of(graph, input->figures.base, 0);

    for (row_id row = 0; has_centre && row < graph->rows.by_row.rows->count; row++) {
        double size = size_of_row(graph, row);
        if (graph->is_match[row] && size > whole)
            whole = size;
    }
    graph->limit = input->options->least_percent / 100 * whole;
}

static bool find_matches(struct call_graph *graph, struct error *error)
{
    const struct rows *rows = graph->rows.by_row.rows;
    const struct pattern *pattern = &graph->input->options->peek;
    size_t count = 0;

    graph->is_match = memory_alloc(rows->count, sizeof *graph->is_match);
    for (row_id row = 0; pattern->is_given && row < rows->count; row++) {
        graph->is_match[row] =
            !rows->list[row].is_hidden && pattern_passes(pattern, rows_names(rows, row).function);
        count += graph->is_match[row];
    }
    return !pattern->is_given || count != 0 || no_function_matches("--peek", rows, pattern, error);
}

/* Chooses all functions that reach the limit. */
static void want_large_rows(struct call_graph *graph)
{
    const struct rows *rows = graph->rows.by_row.rows;

    for (row_id row = 0; row < rows->count; row++) {
        double size = size_of_row(graph, row);
        graph->is_wanted[row] = !rows->list[row].is_hidden && size >= graph->limit && size != 0;
    }
}

/* Chooses what matches, with callers, or callees, some hops away. */
static void want_neighbours(struct call_graph *graph, enum calls_by by)
{
    const struct row_calls *calls = graph->rows.by_row.calls;
    const struct rows *rows = graph->rows.by_row.rows;
    size_t n_hops = graph->input->options->depth != 0 ? graph->input->options->depth : DEFAULT_HOPS;
    size_t *hops = memory_alloc(rows->count, sizeof *hops); /* 1 + how many; 0: not met */

    for (row_id row = 0; row < rows->count; row++)
        hops[row] = graph->is_match[row];
    for (size_t hop = 1; hop <= n_hops && hop <= rows->count; hop++)
        for (row_id row = 0; row < rows->count; row++) {
            struct side_of_row side =
                hops[row] == hop ? row_calls_side(calls, row, by) : (struct side_of_row){0};
            for (size_t i = 0; i < side.count; i++) {
                row_id other = row_calls_other(calls, side.arcs[i], by);
                if (hops[other] == 0 && !rows->list[other].is_hidden &&
                    size_of_arc(graph, side.arcs[i]) >= graph->limit)
                    hops[other] = hop + 1;
            }
        }
    for (row_id row = 0; row < rows->count; row++)
        graph->is_wanted[row] |= hops[row] != 0;
    free(hops);
}

/*
 * Chooses the calls of each node that reach the limit, or else the costliest one; and its calls of
 * itself.
 */
static void choose_arcs(struct call_graph *graph)
{
    const struct row_calls *calls = graph->rows.by_row.calls;

    graph->arcs = memory_alloc(calls->arcs.map.count, sizeof *graph->arcs);
    for (size_t i = 0; i < graph->rows.nodes.count; i++) {
        struct side_of_row side =
            row_calls_side(calls, graph->rows.nodes.items[i].id, CALLS_BY_CALLEE);
        size_t n_before = graph->n_arcs;
        double largest = 0;
        uint32_t costliest = NO_ID;
        for (size_t k = 0; k < side.count; k++) {
            uint32_t arc = side.arcs[k];
            struct row_call call = row_call(calls, arc);
            double size = size_of_arc(graph, arc);
            if (!graph->is_wanted[call.caller])
                continue;
            if ((size >= graph->limit && size != 0) || call.caller == call.callee)
                graph->arcs[graph->n_arcs++] = arc;
            if (size > largest && call.caller != call.callee) {
                largest = size;
                costliest = arc;
            }
        }
        if (graph->n_arcs == n_before && costliest != NO_ID)
            graph->arcs[graph->n_arcs++] = costliest;
    }
}

static bool choose(struct call_graph *graph, struct error *error)
{
    graph->is_wanted = memory_alloc(graph->rows.by_row.rows->count, sizeof *graph->is_wanted);
    if (!find_matches(graph, error))
        return false;
    find_limit(graph);
    if (graph->input->options->peek.is_given) {
        want_neighbours(graph, CALLS_BY_CALLEE);
        want_neighbours(graph, CALLS_BY_CALLER);
    } else {
        want_large_rows(graph);
    }
    graph_rows_number(&graph->rows, graph->is_wanted);
    choose_arcs(graph);
    return true;
}

static void make_rows(void *opaque, struct table_rows *rows)
{
    struct call_graph *graph = opaque;
    size_t n_nodes = graph->rows.nodes.count;

    for (; graph->next < n_nodes && !table_rows_are_full(rows); graph->next++) {
        bool is_match = graph->is_match[graph->rows.nodes.items[graph->next].id];
        graph_rows_add_node(&graph->rows, graph->next, (struct graph_place){.is_match = is_match},
                            rows);
    }
    for (; graph->next < n_nodes + graph->n_arcs && !table_rows_are_full(rows); graph->next++)
        graph_rows_add_arc(&graph->rows, graph->arcs[graph->next - n_nodes], NULL, rows);
}

static void call_graph_close(void *view)
{
    struct call_graph *graph = view;

    free(graph->is_wanted);
    free(graph->is_match);
    free(graph->arcs);
    graph_rows_end(&graph->rows);
    free(graph);
}

static void *call_graph_open(struct view_input *input, struct error *error)
{
    struct call_graph *graph = memory_alloc(1, sizeof *graph);

    graph->input = input;
    if (view_choose_cost(input, METRIC_INCLUSIVE, error) &&
        graph_rows_begin(&graph->rows, input, error) && choose(graph, error))
        return graph;
    call_graph_close(graph);
    return NULL;
}

static bool call_graph_show(void *view, struct section *section, struct error *error)
{
    struct call_graph *graph = view;

    (void)error;
    section->kind = SECTION_CALL_GRAPH;
    section->table = figures_table(&graph->input->figures, graph->rows.events, NULL);
    section->table.make_rows = make_rows;
    section->table.view = graph;
    return true;
}

const struct view_kind call_graph_view = {
    .uses = USE_SELECT | USE_FOLDS | USE_SHARE,
    .keep = {.places = KEEP_SELF_AND_CALLS},
    .open = call_graph_open,
    .has_one_section = true,
    .show = call_graph_show,
    .close = call_graph_close,
};
