/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/page_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/map.h"
#include "reporter/format/contents.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

static void add_cell(struct cell_store *store, struct cell cell)
{
    int64_t figure = cell.value;

    if (cell.is_ratio)
        memcpy(&figure, &cell.ratio, sizeof figure);
    ARRAY_GROW(store->figures, store->count, store->figures_capacity);
    ARRAY_GROW(store->marks, store->count, store->marks_capacity);
    store->figures[store->count] = figure;
    store->marks[store->count] =
        (unsigned char)((cell.is_given ? MARK_GIVEN : 0) | (cell.is_ratio ? MARK_RATIO : 0) |
                        (cell.is_bound ? MARK_BOUND : 0) | (cell.is_estimate ? MARK_ESTIMATE : 0) |
                        (cell.is_noise ? MARK_NOISE : 0));
    store->count++;
}

/* Adds a row of what is shown. */
static void add_shown(struct cell_store *store, const struct table *table,
                      const struct figure *figures)
{
    store->n_events = table->n_events;
    for (size_t i = 0; i < table->n_events; i++)
        add_cell(store, table_shown(table, &figures[i]));
}

/* Adds a row with both sides; of the new side only the ratios. */
static void add_sides(struct figure_store *store, const struct table *table,
                      const struct table_row *row, const struct figure *figures)
{
    const struct cell none = {0};

    add_shown(&store->shown, table, figures);
    if (!table->is_difference)
        return;
    store->old.n_events = store->new_ratios.n_events = table->n_events;
    for (size_t i = 0; i < table->n_events; i++) {
        const struct figure *figure = &figures[i];
        add_cell(&store->old, figure->old);
        add_cell(&store->new_ratios, row->has_old && figure->now.is_ratio ? figure->now : none);
    }
}

static void free_cells(struct cell_store *store)
{
    free(store->figures);
    free(store->marks);
}

static uint32_t add_name(struct page_graph *graph, struct text name)
{
    return name.at == NULL ? NO_ID : names_add(graph->names, name);
}

/* Adds what became of the function, in a difference. */
static void add_change(struct page_graph *graph, const struct old_row *old)
{
    if (old->change == CHANGE_NONE)
        return;
    ARRAY_GROW(graph->changes, graph->n_changes, graph->changes_capacity);
    graph->changes[graph->n_changes++] =
        (struct page_change){.function = graph->n_functions,
                             .what = *old,
                             .old_names = {.function = add_name(graph, old->function),
                                           .file = add_name(graph, old->file),
                                           .object = add_name(graph, old->object)}};
}

static void add_function(struct page_graph *graph, const struct table_row *row)
{
    struct buffer short_name = {0};

    append_short_name(&short_name, row->function, NAME_ROOM, false);
    ARRAY_GROW(graph->functions, graph->n_functions, graph->functions_capacity);
    graph->functions[graph->n_functions] = (struct page_function){
        .short_name = names_add(graph->names, buffer_text(&short_name)),
        .names = {.function = names_add(graph->names, row->function),
                  .file = add_name(graph, row->file),
                  .object = add_name(graph, row->object)},
        .cycle = row->cycle,
        .inlined = row->inlined,
        .has_calls = !row->lacks_calls || row_calls(&graph->table, row).is_given,
        .calls = row_calls(&graph->table, row).value,
        .has_old_calls = row->calls.old.is_given,
        .old_calls = row->calls.old.value};
    graph->has_cycles = graph->has_cycles || row->cycle != 0;
    graph->has_inlined = graph->has_inlined || row->inlined != INLINED_NOT;
    add_sides(&graph->self, &graph->table, row, row->self);
    add_sides(&graph->inclusive, &graph->table, row, row_tree_figures(row));
    add_change(graph, &row->old);
    graph->n_functions++;
    free(short_name.at);
}

static void add_cycle(struct page_graph *graph, const struct table_row *row)
{
    ARRAY_GROW(graph->cycles, graph->n_cycles, graph->cycles_capacity);
    graph->cycles[graph->n_cycles++] =
        (struct page_cycle){.number = row->cycle,
                            .n_members = row->n_members,
                            .name = names_add(graph->names, row->function)};
    add_shown(&graph->cycle_inclusive, &graph->table, row->inclusive);
}

static void add_arc(struct page_graph *graph, const struct table_row *row)
{
    ARRAY_GROW(graph->arcs, graph->n_arcs, graph->arcs_capacity);
    graph->arcs[graph->n_arcs++] =
        (struct page_arc){.caller = (uint32_t)row->graph->number,
                          .callee = (uint32_t)row->graph->callee,
                          .has_calls = row_calls(&graph->table, row).is_given,
                          .calls = row_calls(&graph->table, row).value};
    add_shown(&graph->entering, &graph->table, row->inclusive);
    add_shown(&graph->leaving, &graph->table,
              row->graph->leaving != NULL ? row->graph->leaving : row->inclusive);
}

struct page_graph page_graph_begin(void)
{
    return (struct page_graph){.names = names_create()};
}

/* Copies the table: its events last until the next section, and the copies as long as the graph. */
static void copy_table(struct page_graph *graph, const struct table *table)
{
    struct arena *texts = &graph->texts;
    struct table_event *events = arena_alloc_array(texts, table->n_events, sizeof *events);

    for (size_t i = 0; i < table->n_events; i++) {
        struct table_event *event = &events[i];
        *event = table->events[i];
        event->name = arena_copy_text(texts, event->name);
        event->long_name = arena_copy_text(texts, event->long_name);
        event->formula = arena_copy_text(texts, event->formula);
        event->meaning = arena_copy_text(texts, event->meaning);
    }
    graph->table = (struct table){.columns = table->columns,
                                  .events = events,
                                  .n_events = table->n_events,
                                  .measured = table->measured,
                                  .is_difference = table->is_difference};
}

/* Sorts arcs by caller and then callee: by callee first, since ids_sort() is stable. */
static void sort_arcs(struct page_graph *graph)
{
    uint32_t *ends = memory_alloc(graph->n_arcs, sizeof *ends);
    size_t *begin;

    for (size_t i = 0; i < graph->n_arcs; i++)
        ends[i] = graph->arcs[i].callee;
    uint32_t *by_callee = ids_sort(ends, graph->n_arcs, graph->n_functions, &begin);
    free(begin);
    for (size_t i = 0; i < graph->n_arcs; i++)
        ends[i] = graph->arcs[by_callee[i]].caller;
    graph->arcs_by_caller = ids_sort(ends, graph->n_arcs, graph->n_functions, &begin);
    for (size_t i = 0; i < graph->n_arcs; i++)
        graph->arcs_by_caller[i] = by_callee[graph->arcs_by_caller[i]];
    free(begin);
    free(by_callee);
    free(ends);
}

bool page_graph_read(struct page_graph *graph, const struct table *table, struct error *error)
{
    const struct table_row *row;

    copy_table(graph, table);
    while ((row = table_next_row(table, NULL, error)) != NULL) {
        if (row->kind == ROW_NODE)
            add_function(graph, row);
        else if (row->kind == ROW_CYCLE)
            add_cycle(graph, row);
        else if (row->kind == ROW_ARC)
            add_arc(graph, row);
    }
    if (error->kind != ERROR_NONE)
        return false;
    sort_arcs(graph);
    return true;
}

void page_graph_free(struct page_graph *graph)
{
    struct cell_store *const stores[] = {
        &graph->self.shown,      &graph->self.old,      &graph->self.new_ratios,
        &graph->inclusive.shown, &graph->inclusive.old, &graph->inclusive.new_ratios,
        &graph->entering,        &graph->leaving,       &graph->cycle_inclusive,
    };

    for (size_t i = 0; i < ARRAY_LENGTH(stores); i++)
        free_cells(stores[i]);
    free(graph->functions);
    free(graph->changes);
    free(graph->arcs);
    free(graph->arcs_by_caller);
    free(graph->cycles);
    names_free(graph->names);
    arena_free(&graph->texts);
}
