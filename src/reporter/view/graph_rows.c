/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/graph_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/map.h" /* NO_ID */
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"

bool graph_rows_begin(struct graph_rows *graph, const struct view_input *input, struct error *error)
{
    *graph = (struct graph_rows){.input = input};
    return view_add_up_functions(input, &graph->by_row, error);
}

static void rank_nodes(struct graph_rows *graph, const bool *is_wanted)
{
    const struct rows *rows = graph->by_row.rows;

    ranking_begin(&graph->nodes, 1);
    for (row_id row = 0; row < rows->count; row++) {
        if (rows->list[row].is_hidden || (is_wanted != NULL && !is_wanted[row]))
            continue;
        *ranking_add(&graph->nodes, rank_row(rows, row, row)) =
            figures_key(&graph->input->figures, figures_inclusive(&graph->by_row), row);
    }
    ranking_sort(&graph->nodes);
}

void graph_rows_number(struct graph_rows *graph, const bool *is_wanted)
{
    const struct figures *figures = &graph->input->figures;
    size_t n_rows = graph->by_row.rows->count;

    rank_nodes(graph, is_wanted);
    graph->number_of = memory_alloc(n_rows, sizeof *graph->number_of);
    memset(graph->number_of, 0xff, n_rows * sizeof *graph->number_of); /* NO_ID */
    for (size_t i = 0; i < graph->nodes.count; i++)
        graph->number_of[graph->nodes.items[i].id] = (uint32_t)i;
    graph->events = figures_events(figures, figures->n_shown);
}

static struct graph_place *add_place(struct graph_place place, struct table_rows *rows)
{
    struct graph_place *added = arena_alloc(&rows->arena, sizeof *added);

    *added = place;
    return added;
}

struct table_row *graph_rows_add_node(const struct graph_rows *graph, size_t number,
                                      struct graph_place place, struct table_rows *rows)
{
    struct table_row *row = figures_add_row(&graph->input->figures, &graph->by_row,
                                            graph->nodes.items[number].id, ROW_NODE, rows);

    place.number = number;
    row->graph = add_place(place, rows);
    return row;
}

struct table_row *graph_rows_add_arc(const struct graph_rows *graph, uint32_t arc,
                                     const struct figure *leaving, struct table_rows *rows)
{
    const struct row_calls *calls = graph->by_row.calls;
    struct row_call call = row_call(calls, arc);
    const struct graph_place place = {.number = graph->number_of[call.caller],
                                      .callee = graph->number_of[call.callee],
                                      .leaving = leaving};
    struct table_row *row = table_rows_add(rows, ROW_ARC);

    row->graph = add_place(place, rows);
    row->calls.now = (struct cell){.value = calls->arcs.counts[arc], .is_given = true};
    figures_limit_calls(&graph->input->figures, figures_has_inlined(calls->rows, call.callee), row);
    row->inclusive = figures_make(&graph->input->figures, costs_alone(&calls->entering), arc, rows);
    return row;
}

void graph_rows_end(struct graph_rows *graph)
{
    free(graph->events);
    free(graph->number_of);
    ranking_free(&graph->nodes);
    row_figures_free(&graph->by_row);
    *graph = (struct graph_rows){0};
}

/* Counts the functions of each cycle that are shown. */
static void count_members(struct whole_graph *graph)
{
    const struct inclusive *inclusive = graph->rows.by_row.inclusive;

    graph->n_members = memory_alloc(inclusive->n_cycles, sizeof *graph->n_members);
    for (row_id row = 0; inclusive->n_cycles != 0 && row < graph->rows.by_row.rows->count; row++)
        if (inclusive->cycle[row] != 0 && graph->rows.number_of[row] != NO_ID)
            graph->n_members[inclusive->cycle[row] - 1]++;
}

/* Adds a function, with the cycle that it is in. */
static void add_node(const struct whole_graph *graph, size_t number, struct table_rows *rows)
{
    const struct inclusive *inclusive = graph->rows.by_row.inclusive;
    struct table_row *row =
        graph_rows_add_node(&graph->rows, number, (struct graph_place){0}, rows);

    if (inclusive->n_cycles != 0)
        row->cycle = inclusive->cycle[graph->rows.nodes.items[number].id];
}

/* Adds a call, also with what it adds to the caller. */
static void add_arc(const struct whole_graph *graph, uint32_t arc, struct table_rows *rows)
{
    const struct row_costs leaving = costs_alone(&graph->rows.by_row.calls->leaving);

    graph_rows_add_arc(&graph->rows, arc,
                       figures_make(&graph->rows.input->figures, leaving, arc, rows), rows);
}

/* Adds the calls that the function makes of others that are shown. */
static void add_arcs(const struct whole_graph *graph, size_t number, struct table_rows *rows)
{
    const struct row_calls *calls = graph->rows.by_row.calls;
    struct side_of_row side =
        row_calls_side(calls, graph->rows.nodes.items[number].id, CALLS_BY_CALLER);

    for (size_t i = 0; i < side.count; i++)
        if (graph->rows.number_of[row_call(calls, side.arcs[i]).callee] != NO_ID)
            add_arc(graph, side.arcs[i], rows);
}

static void make_rows(void *opaque, struct table_rows *rows)
{
    struct whole_graph *graph = opaque;
    const struct inclusive *inclusive = graph->rows.by_row.inclusive;

    for (; !table_rows_are_full(rows) && graph->cycle < inclusive->n_cycles; graph->cycle++)
        if (graph->n_members[graph->cycle] != 0) /* not all of its functions are hidden */
            figures_add_cycle(&graph->rows.input->figures, inclusive, graph->cycle,
                              graph->n_members[graph->cycle], rows);
    for (; !table_rows_are_full(rows) && graph->node < graph->rows.nodes.count; graph->node++) {
        add_node(graph, graph->node, rows);
        add_arcs(graph, graph->node, rows);
    }
}

bool whole_graph_begin(struct whole_graph *graph, const struct view_input *input,
                       struct error *error)
{
    *graph = (struct whole_graph){0};
    if (!graph_rows_begin(&graph->rows, input, error))
        return false;
    graph_rows_number(&graph->rows, NULL);
    count_members(graph);
    return true;
}

void whole_graph_show(struct whole_graph *graph, struct section *section)
{
    graph->node = graph->cycle = 0;
    section->kind = SECTION_CALL_GRAPH;
    section->table = figures_table(&graph->rows.input->figures, graph->rows.events, NULL);
    section->table.has_inclusive = graph->rows.by_row.calls->arcs.map.count != 0;
    section->table.make_rows = make_rows;
    section->table.view = graph;
}

void whole_graph_end(struct whole_graph *graph)
{
    free(graph->n_members);
    graph_rows_end(&graph->rows);
    *graph = (struct whole_graph){0};
}
