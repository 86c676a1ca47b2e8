/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/page_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/index.h"
#include "reporter/format/contents.h"
#include "reporter/report.h"

enum { MARK_GIVEN = 1, MARK_RATIO = 2, MARK_BOUND = 4, MARK_ESTIMATE = 8 };

struct cell cell_store_at(const struct cell_store *store, size_t row, size_t column)
{
    size_t place = row * store->n_columns + column;
    unsigned marks = store->marks[place];
    struct cell cell = {.is_given = (marks & MARK_GIVEN) != 0,
                        .is_ratio = (marks & MARK_RATIO) != 0,
                        .is_bound = (marks & MARK_BOUND) != 0,
                        .is_estimate = (marks & MARK_ESTIMATE) != 0};

    if (cell.is_ratio)
        memcpy(&cell.ratio, &store->figures[place], sizeof cell.ratio);
    else
        cell.value = store->figures[place];
    return cell;
}

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
                        (cell.is_bound ? MARK_BOUND : 0) | (cell.is_estimate ? MARK_ESTIMATE : 0));
    store->count++;
}

/* A row; without cells nothing in it is given. */
static void add_cells(struct cell_store *store, const struct cell *cells, size_t n_columns)
{
    const struct cell none = {0};

    store->n_columns = n_columns;
    for (size_t i = 0; i < n_columns; i++)
        add_cell(store, cells == NULL ? none : cells[i]);
}

/* Of these cells the ratios alone: other new figures follow from the old ones and the change. */
static void add_ratios(struct cell_store *store, const struct cell *cells, size_t n_columns)
{
    const struct cell none = {0};

    store->n_columns = n_columns;
    for (size_t i = 0; i < n_columns; i++)
        add_cell(store, cells == NULL || !cells[i].is_ratio ? none : cells[i]);
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

static void add_old(struct page_graph *graph, const struct old_table_row *old)
{
    struct page_function *function = &graph->functions[graph->n_functions];
    size_t n_columns = graph->n_columns;

    function->old_calls = old->calls;
    function->lacks_old_calls = old->lacks_calls;
    add_cells(&graph->old_self, old->cells, n_columns);
    add_cells(&graph->old_inclusive, old->inclusive == NULL ? old->cells : old->inclusive,
              n_columns);
    add_ratios(&graph->ratios, old->now, n_columns);
    add_ratios(&graph->inclusive_ratios, old->inclusive_now == NULL ? old->now : old->inclusive_now,
               n_columns);
    if (old->change == CHANGE_NONE)
        return;
    ARRAY_GROW(graph->changes, graph->n_changes, graph->changes_capacity);
    graph->changes[graph->n_changes++] =
        (struct page_change){.function = graph->n_functions,
                             .change = old->change,
                             .old_names = {.function = add_name(graph, old->function),
                                           .file = add_name(graph, old->file),
                                           .object = add_name(graph, old->object)}};
}

/* A row of a difference that says nothing of what was. */
static const struct old_table_row no_old = {.lacks_calls = true};

static void add_function(struct page_graph *graph, const struct table_row *row,
                         const struct shortener *shortener)
{
    struct text short_name = shortener->shorten == NULL
                               ? row->function
                               : shortener->shorten(shortener->maker, row->function, SIZE_MAX);

    ARRAY_GROW(graph->functions, graph->n_functions, graph->functions_capacity);
    graph->functions[graph->n_functions] =
        (struct page_function){.short_name = names_add(graph->names, short_name),
                               .names = {.function = names_add(graph->names, row->function),
                                         .file = add_name(graph, row->file),
                                         .object = add_name(graph, row->object)},
                               .cycle = row->cycle,
                               .calls = row->calls};
    graph->has_cycles = graph->has_cycles || row->cycle != 0;
    add_cells(&graph->self, row->cells, graph->n_columns);
    add_cells(&graph->inclusive, row->inclusive == NULL ? row->cells : row->inclusive,
              graph->n_columns);
    if (graph->is_difference)
        add_old(graph, row->old == NULL ? &no_old : row->old);
    graph->n_functions++;
}

static void add_cycle(struct page_graph *graph, const struct table_row *row)
{
    ARRAY_GROW(graph->cycles, graph->n_cycles, graph->cycles_capacity);
    graph->cycles[graph->n_cycles++] =
        (struct page_cycle){.number = row->cycle,
                            .n_members = row->n_members,
                            .name = names_add(graph->names, row->function)};
    add_cells(&graph->cycle_inclusive, row->inclusive, graph->n_columns);
}

static void add_arc(struct page_graph *graph, const struct table_row *row)
{
    ARRAY_GROW(graph->arcs, graph->n_arcs, graph->arcs_capacity);
    graph->arcs[graph->n_arcs++] = (struct page_arc){
        .caller = row->graph->number, .callee = row->graph->callee, .calls = row->calls};
    graph->has_leaving = graph->has_leaving || row->inclusive != NULL;
    add_cells(&graph->entering, row->cells, graph->n_columns);
    add_cells(&graph->leaving, row->inclusive == NULL ? row->cells : row->inclusive,
              graph->n_columns);
}

struct page_graph page_graph_begin(void)
{
    return (struct page_graph){.names = names_create()};
}

/* The texts of a column last until the next section, and these for as long as the graph. */
static void copy_columns(struct page_graph *graph, const struct table *table)
{
    struct arena *texts = &graph->texts;

    graph->n_columns = table->n_columns;
    graph->columns = arena_alloc_array(texts, table->n_columns, sizeof *graph->columns);
    for (size_t i = 0; i < table->n_columns; i++) {
        struct column *column = &graph->columns[i];
        *column = table->columns[i];
        column->name = arena_copy_text(texts, column->name);
        column->long_name = arena_copy_text(texts, column->long_name);
        column->formula = arena_copy_text(texts, column->formula);
        column->meaning = arena_copy_text(texts, column->meaning);
    }
}

/* By caller, and those of one caller by callee: by the callee first, since ids_sort() keeps order.
 */
static void sort_arcs(struct page_graph *graph)
{
    uint32_t *ends = memory_alloc(graph->n_arcs, sizeof *ends);
    size_t *begin;

    for (size_t i = 0; i < graph->n_arcs; i++)
        ends[i] = (uint32_t)graph->arcs[i].callee;
    uint32_t *by_callee = ids_sort(ends, graph->n_arcs, graph->n_functions, &begin);
    free(begin);
    for (size_t i = 0; i < graph->n_arcs; i++)
        ends[i] = (uint32_t)graph->arcs[by_callee[i]].caller;
    graph->arcs_by_caller = ids_sort(ends, graph->n_arcs, graph->n_functions, &begin);
    for (size_t i = 0; i < graph->n_arcs; i++)
        graph->arcs_by_caller[i] = by_callee[graph->arcs_by_caller[i]];
    free(begin);
    free(by_callee);
    free(ends);
}

bool page_graph_read(struct page_graph *graph, const struct table *table,
                     const struct shortener *shortener, struct error *error)
{
    struct table_row row = {0};

    copy_columns(graph, table);
    graph->measured = table->measured;
    graph->is_difference = table->is_difference;
    graph->has_inclusive = table->has_inclusive;
    while (table_next_row(table, NULL, &row, error)) {
        if (row.kind == ROW_NODE)
            add_function(graph, &row, shortener);
        else if (row.kind == ROW_CYCLE)
            add_cycle(graph, &row);
        else if (row.kind == ROW_ARC)
            add_arc(graph, &row);
    }
    if (error->kind != ERROR_NONE)
        return false;
    sort_arcs(graph);
    return true;
}

void page_graph_free(struct page_graph *graph)
{
    struct cell_store *const stores[] = {
        &graph->self,          &graph->inclusive, &graph->old_self,
        &graph->old_inclusive, &graph->ratios,    &graph->inclusive_ratios,
        &graph->entering,      &graph->leaving,   &graph->cycle_inclusive,
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
