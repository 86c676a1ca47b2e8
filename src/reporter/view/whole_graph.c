/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/whole_graph.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/index.h" /* NO_ID */
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"

/* By cycle: of the functions that are shown. */
static void count_members(struct whole_graph *graph)
{
    const struct inclusive *inclusive = graph->rows.of.inclusive;

    graph->n_members = memory_alloc(inclusive->n_cycles, sizeof *graph->n_members);
    for (row_id row = 0; inclusive->n_cycles != 0 && row < graph->rows.of.rows->count; row++)
        if (inclusive->cycle[row] != 0 && graph->rows.number_of[row] != NO_ID)
            graph->n_members[inclusive->cycle[row] - 1]++;
}

/* A function, with the cycle that it is in. */
static void node_row(struct whole_graph *graph, size_t number, struct table_row *row)
{
    const struct inclusive *inclusive = graph->rows.of.inclusive;

    graph_rows_node(&graph->rows, number, row);
    if (inclusive->n_cycles != 0)
        row->cycle = inclusive->cycle[graph->rows.nodes.items[number].id];
}

static void cycle_row(struct whole_graph *graph, size_t cycle, struct table_row *row)
{
    struct cell *cells = graph->rows.inclusive_cells;

    snprintf(graph->label, sizeof graph->label, "<cycle %zu>", cycle + 1);
    *row = (struct table_row){.kind = ROW_CYCLE,
                              .inclusive = cells,
                              .function = text_of(graph->label),
                              .cycle = cycle + 1,
                              .n_members = graph->n_members[cycle]};
    figures_cells(&graph->rows.input->figures, costs_alone(&graph->rows.of.inclusive->cycles),
                  cycle, cells);
}

/* A call, also with what it adds to the caller. */
static void arc_row(struct whole_graph *graph, uint32_t arc, struct table_row *row)
{
    struct cell *cells = graph->rows.inclusive_cells;

    graph_rows_arc(&graph->rows, arc, row);
    row->inclusive = cells;
    figures_cells(&graph->rows.input->figures, costs_alone(&graph->rows.of.calls->leaving), arc,
                  cells);
}

/* The next call between functions that are shown, by caller; NO_ID after the last. */
static uint32_t next_arc(struct whole_graph *graph)
{
    const struct row_calls *calls = graph->rows.of.calls;

    for (; graph->caller < graph->rows.nodes.count; graph->caller++, graph->arc = 0) {
        struct side_of_row side =
            row_calls_side(calls, graph->rows.nodes.items[graph->caller].id, CALLS_BY_CALLER);
        while (graph->arc < side.count) {
            uint32_t arc = side.arcs[graph->arc++];
            if (graph->rows.number_of[row_call(calls, arc).callee] != NO_ID)
                return arc;
        }
    }
    return NO_ID;
}

static bool next_row(void *opaque, struct table_row *row)
{
    struct whole_graph *graph = opaque;

    if (graph->node < graph->rows.nodes.count) {
        node_row(graph, graph->node++, row);
        return true;
    }
    while (graph->cycle < graph->rows.of.inclusive->n_cycles && graph->n_members[graph->cycle] == 0)
        graph->cycle++; /* all its functions are hidden */
    if (graph->cycle < graph->rows.of.inclusive->n_cycles) {
        cycle_row(graph, graph->cycle++, row);
        return true;
    }
    uint32_t arc = next_arc(graph);
    if (arc != NO_ID)
        arc_row(graph, arc, row);
    return arc != NO_ID;
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
    graph->node = graph->cycle = graph->caller = graph->arc = 0;
    section->kind = SECTION_CALL_GRAPH;
    section->table = graph_rows_table(&graph->rows);
    section->table.has_inclusive = graph->rows.of.calls->arcs.pairs.count != 0;
    section->table.next = next_row;
    section->table.view = graph;
}

void whole_graph_end(struct whole_graph *graph)
{
    free(graph->n_members);
    graph_rows_end(&graph->rows);
    *graph = (struct whole_graph){0};
}
