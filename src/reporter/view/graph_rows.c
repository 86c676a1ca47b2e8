/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/graph_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "reporter/view/input/view_input.h"

bool graph_rows_begin(struct graph_rows *graph, const struct view_input *input, struct error *error)
{
    *graph = (struct graph_rows){.input = input};
    return view_add_up_functions(input, &graph->of, error);
}

static void rank_nodes(struct graph_rows *graph, const bool *is_wanted)
{
    const struct rows *rows = graph->of.rows;

    ranking_begin(&graph->nodes, 1);
    for (row_id row = 0; row < rows->count; row++) {
        if (rows->list[row].is_hidden || (is_wanted != NULL && !is_wanted[row]))
            continue;
        *ranking_add(&graph->nodes, rank_row(rows, row, row)) =
            figures_key(&graph->input->figures, figures_inclusive(&graph->of), row);
    }
    ranking_sort(&graph->nodes);
}

void graph_rows_number(struct graph_rows *graph, const bool *is_wanted)
{
    const struct figures *figures = &graph->input->figures;
    size_t n_rows = graph->of.rows->count;

    rank_nodes(graph, is_wanted);
    graph->number_of = memory_alloc(n_rows, sizeof *graph->number_of);
    memset(graph->number_of, 0xff, n_rows * sizeof *graph->number_of); /* NO_ID */
    for (size_t i = 0; i < graph->nodes.count; i++)
        graph->number_of[graph->nodes.items[i].id] = (uint32_t)i;
    graph->cells = memory_alloc(figures->n_shown, sizeof *graph->cells);
    graph->inclusive_cells = memory_alloc(figures->n_shown, sizeof *graph->inclusive_cells);
    old_figures_begin(&graph->old, figures, &graph->of);
    graph->columns = figures_columns(figures, figures->n_shown);
}

void graph_rows_node(struct graph_rows *graph, size_t number, struct table_row *row)
{
    const struct figures *figures = &graph->input->figures;
    row_id id = graph->nodes.items[number].id;

    graph->place = (struct graph_place){.number = number};
    *row = (struct table_row){.kind = ROW_NODE,
                              .cells = graph->cells,
                              .inclusive = graph->inclusive_cells,
                              .calls = graph->of.rows->calls[id],
                              .graph = &graph->place};
    figures_name_row(graph->of.rows, id, row);
    figures_cells(figures, figures_self(&graph->of), id, graph->cells);
    figures_cells(figures, figures_inclusive(&graph->of), id, graph->inclusive_cells);
    old_figures_set(&graph->old, id, row);
}

void graph_rows_arc(struct graph_rows *graph, uint32_t arc, struct table_row *row)
{
    const struct row_calls *calls = graph->of.calls;
    struct row_call call = row_call(calls, arc);

    graph->place = (struct graph_place){.number = graph->number_of[call.caller],
                                        .callee = graph->number_of[call.callee]};
    *row = (struct table_row){.kind = ROW_ARC,
                              .cells = graph->cells,
                              .calls = calls->arcs.counts[arc],
                              .graph = &graph->place};
    figures_cells(&graph->input->figures, costs_alone(&calls->entering), arc, graph->cells);
}

struct table graph_rows_table(const struct graph_rows *graph)
{
    const struct figures *figures = &graph->input->figures;

    return (struct table){.columns = graph->columns,
                          .n_columns = figures->n_shown,
                          .measured = figures->measured,
                          .is_difference = figures->is_difference};
}

void graph_rows_end(struct graph_rows *graph)
{
    free(graph->columns);
    free(graph->cells);
    free(graph->inclusive_cells);
    old_figures_end(&graph->old);
    free(graph->number_of);
    ranking_free(&graph->nodes);
    row_figures_free(&graph->of);
    *graph = (struct graph_rows){0};
}
