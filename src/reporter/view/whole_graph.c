/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/graph_rows.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/map.h" /* NO_ID */
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"

/* Counts the functions of each cycle that are shown. */
static void count_members(struct whole_graph *graph)
{
    const struct inclusive *inclusive = graph->rows.of.inclusive;

    graph->n_members = memory_alloc(inclusive->n_cycles, sizeof *graph->n_members);
    for (row_id row = 0; inclusive->n_cycles != 0 && row < graph->rows.of.rows->count; row++)
        if (inclusive->cycle[row] != 0 && graph->rows.number_of[row] != NO_ID)
            graph->n_members[inclusive->cycle[row] - 1]++;
}

/* Adds a function, with the cycle that it is in. */
static void add_node(const struct whole_graph *graph, size_t number, struct table_rows *rows)
{
    const struct inclusive *inclusive = graph->rows.of.inclusive;
    struct table_row *row =
        graph_rows_add_node(&graph->rows, number, (struct graph_place){0}, rows);

    if (inclusive->n_cycles != 0)
        row->cycle = inclusive->cycle[graph->rows.nodes.items[number].id];
}

/* Adds a call, also with what it adds to the caller. */
static void add_arc(const struct whole_graph *graph, uint32_t arc, struct table_rows *rows)
{
    const struct row_costs leaving = costs_alone(&graph->rows.of.calls->leaving);

    graph_rows_add_arc(&graph->rows, arc,
                       figures_make(&graph->rows.input->figures, leaving, arc, rows), rows);
}

/* Adds the calls that the function makes of others that are shown. */
static void add_arcs(const struct whole_graph *graph, size_t number, struct table_rows *rows)
{
    const struct row_calls *calls = graph->rows.of.calls;
    struct side_of_row side =
        row_calls_side(calls, graph->rows.nodes.items[number].id, CALLS_BY_CALLER);

    for (size_t i = 0; i < side.count; i++)
        if (graph->rows.number_of[row_call(calls, side.arcs[i]).callee] != NO_ID)
            add_arc(graph, side.arcs[i], rows);
}

static void make_rows(void *opaque, struct table_rows *rows)
{
    struct whole_graph *graph = opaque;
    const struct inclusive *inclusive = graph->rows.of.inclusive;

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
    section->table.has_inclusive = graph->rows.of.calls->arcs.map.count != 0;
    section->table.make_rows = make_rows;
    section->table.view = graph;
}

void whole_graph_end(struct whole_graph *graph)
{
    free(graph->n_members);
    graph_rows_end(&graph->rows);
    *graph = (struct whole_graph){0};
}
