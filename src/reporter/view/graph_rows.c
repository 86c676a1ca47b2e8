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
    struct table_row *row = figures_add_row(&graph->input->figures, &graph->of,
                                            graph->nodes.items[number].id, ROW_NODE, rows);

    place.number = number;
    row->graph = add_place(place, rows);
    return row;
}

struct table_row *graph_rows_add_arc(const struct graph_rows *graph, uint32_t arc,
                                     const struct figure *leaving, struct table_rows *rows)
{
    const struct row_calls *calls = graph->of.calls;
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
    row_figures_free(&graph->of);
    *graph = (struct graph_rows){0};
}
