/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/whole_graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"

static bool rank_nodes(struct whole_graph *graph, struct error *error)
{
    const struct rows *rows = graph->rows.rows;

    ranking_begin(&graph->nodes, 1);
    for (row_id row = 0; row < rows->count; row++) {
        if (rows->list[row].is_hidden)
            continue;
        int64_t *key = ranking_add(&graph->nodes, rank_row(rows, row, row));
        if (!figures_key(&graph->input->figures, figures_inclusive(&graph->rows), row, key, error))
            return false;
    }
    ranking_sort(&graph->nodes);
    graph->number_of = memory_alloc(rows->count, sizeof *graph->number_of);
    memset(graph->number_of, 0xff, rows->count * sizeof *graph->number_of); /* NO_ID */
    for (size_t i = 0; i < graph->nodes.count; i++)
        graph->number_of[graph->nodes.items[i].id] = (uint32_t)i;
    return true;
}

/* By cycle: of the functions that are shown. */
static void count_members(struct whole_graph *graph)
{
    const struct inclusive *inclusive = graph->rows.inclusive;

    graph->n_members = memory_alloc(inclusive->n_cycles, sizeof *graph->n_members);
    for (row_id row = 0; inclusive->n_cycles != 0 && row < graph->rows.rows->count; row++)
        if (inclusive->cycle[row] != 0 && graph->number_of[row] != NO_ID)
            graph->n_members[inclusive->cycle[row] - 1]++;
}

static bool node_row(struct whole_graph *graph, size_t number, struct table_row *row,
                     struct error *error)
{
    const struct figures *figures = &graph->input->figures;
    const struct inclusive *inclusive = graph->rows.inclusive;
    row_id id = graph->nodes.items[number].id;

    graph->place = (struct graph_place){.number = number};
    *row = (struct table_row){.kind = ROW_NODE,
                              .cells = graph->cells,
                              .inclusive = graph->inclusive_cells,
                              .calls = graph->rows.rows->calls[id],
                              .cycle = inclusive->n_cycles != 0 ? inclusive->cycle[id] : 0,
                              .graph = &graph->place};
    figures_name_row(graph->rows.rows, id, row);
    return figures_cells(figures, figures_self(&graph->rows), id, graph->cells, error) &&
           figures_cells(figures, figures_inclusive(&graph->rows), id, graph->inclusive_cells,
                         error) &&
           old_figures_set(&graph->old, id, row, error);
}

static bool cycle_row(struct whole_graph *graph, size_t cycle, struct table_row *row,
                      struct error *error)
{
    snprintf(graph->label, sizeof graph->label, "<cycle %zu>", cycle + 1);
    *row = (struct table_row){.kind = ROW_CYCLE,
                              .inclusive = graph->inclusive_cells,
                              .function = text_of(graph->label),
                              .cycle = cycle + 1,
                              .n_members = graph->n_members[cycle]};
    return figures_cells(&graph->input->figures, costs_alone(&graph->rows.inclusive->cycles), cycle,
                         graph->inclusive_cells, error);
}

static bool arc_row(struct whole_graph *graph, uint32_t arc, struct table_row *row,
                    struct error *error)
{
    const struct figures *figures = &graph->input->figures;
    const struct row_calls *calls = graph->rows.calls;
    struct row_call call = row_call(calls, arc);

    graph->place = (struct graph_place){.number = graph->number_of[call.caller],
                                        .callee = graph->number_of[call.callee]};
    *row = (struct table_row){.kind = ROW_ARC,
                              .cells = graph->cells,
                              .inclusive = graph->inclusive_cells,
                              .calls = calls->arcs.counts[arc],
                              .graph = &graph->place};
    return figures_cells(figures, costs_alone(&calls->entering), arc, graph->cells, error) &&
           figures_cells(figures, costs_alone(&calls->leaving), arc, graph->inclusive_cells, error);
}

/* The next call between functions that are shown, by caller; NO_ID after the last. */
static uint32_t next_arc(struct whole_graph *graph)
{
    const struct row_calls *calls = graph->rows.calls;

    for (; graph->caller < graph->nodes.count; graph->caller++, graph->arc = 0) {
        struct side_of_row side =
            row_calls_side(calls, graph->nodes.items[graph->caller].id, CALLS_BY_CALLER);
        while (graph->arc < side.count) {
            uint32_t arc = side.arcs[graph->arc++];
            if (graph->number_of[row_call(calls, arc).callee] != NO_ID)
                return arc;
        }
    }
    return NO_ID;
}

static bool next_row(void *opaque, struct table_row *row, struct error *error)
{
    struct whole_graph *graph = opaque;

    if (graph->node < graph->nodes.count)
        return node_row(graph, graph->node++, row, error);
    while (graph->cycle < graph->rows.inclusive->n_cycles && graph->n_members[graph->cycle] == 0)
        graph->cycle++; /* all its functions are hidden */
    if (graph->cycle < graph->rows.inclusive->n_cycles)
        return cycle_row(graph, graph->cycle++, row, error);
    uint32_t arc = next_arc(graph);
    return arc != NO_ID && arc_row(graph, arc, row, error);
}

bool whole_graph_begin(struct whole_graph *graph, const struct view_input *input,
                       struct error *error)
{
    size_t n_shown = input->figures.n_shown;

    *graph = (struct whole_graph){.input = input};
    graph->cells = memory_alloc(n_shown, sizeof *graph->cells);
    graph->inclusive_cells = memory_alloc(n_shown, sizeof *graph->inclusive_cells);
    if (!view_add_up_functions(input, &graph->rows, error) || !rank_nodes(graph, error))
        return false;
    count_members(graph);
    old_figures_begin(&graph->old, &input->figures, &graph->rows);
    graph->columns = figures_columns(&input->figures, n_shown, error);
    return graph->columns != NULL;
}

void whole_graph_show(struct whole_graph *graph, struct section *section)
{
    const struct figures *figures = &graph->input->figures;

    graph->node = graph->cycle = graph->caller = graph->arc = 0;
    section->kind = SECTION_CALL_GRAPH;
    section->table = (struct table){.columns = graph->columns,
                                    .n_columns = figures->n_shown,
                                    .measured = figures->measured,
                                    .has_inclusive = graph->rows.calls->arcs.pairs.count != 0,
                                    .is_difference = figures->is_difference,
                                    .next = next_row,
                                    .view = graph};
}

void whole_graph_end(struct whole_graph *graph)
{
    free(graph->columns);
    free(graph->cells);
    free(graph->inclusive_cells);
    old_figures_end(&graph->old);
    free(graph->number_of);
    free(graph->n_members);
    ranking_free(&graph->nodes);
    row_figures_free(&graph->rows);
    *graph = (struct whole_graph){0};
}
