/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/functions.h"

#include <stdlib.h>

#include "aggregator/rank.h"
#include "aggregator/row_figures.h"
#include "base/buffer.h"
#include "reporter/view/input/figures.h"

static row_id current_row(const struct functions_table *functions)
{
    return selected_row(functions->selection, functions->function);
}

/* Callgrind's name for code that it knows nothing of: it calls everybody, and so says nothing. */
static bool is_unknown(const struct rows *rows, row_id id)
{
    struct row_names names = rows_names(rows, id);

    return text_equal(names.file, TEXT("???")) && text_equal(names.function, TEXT("???"));
}

/* Ranks the calls at one side of the current row, by what was recorded of them. */
static void rank_side(const struct functions_table *functions, enum calls_by by,
                      struct ranking *ranking)
{
    const struct row_calls *calls = functions->of->calls;
    const struct sorting *sorting = &functions->figures->sorting;
    struct side_of_row side = row_calls_side(calls, current_row(functions), by);

    ranking_begin(ranking, sorting->n_keys);
    for (size_t i = 0; i < side.count; i++) {
        row_id other = row_calls_other(calls, side.arcs[i], by);
        int64_t *keys = ranking_add(ranking, rank_row(calls->rows, other, side.arcs[i]));
        rank_keys(sorting, costs_alone(&calls->arcs.costs), side.arcs[i], keys);
    }
    ranking_sort(ranking);
}

static void begin_block(struct functions_table *functions)
{
    const struct functions_shown *shown = &functions->shown;

    functions->callers.count = 0;
    functions->callees.count = 0;
    if (is_unknown(functions->of->rows, current_row(functions)))
        return;
    if (shown->shows_callers)
        rank_side(functions, CALLS_BY_CALLEE, &functions->callers);
    if (shown->shows_callees)
        rank_side(functions, CALLS_BY_CALLER, &functions->callees);
}

/*
 * Beside self cost, what a call costs is inclusive. In an inclusive table it is what the
 * calls add to the function's inclusive cost, else what was recorded.
 */
static void call_cells(const struct functions_table *functions, uint32_t arc, enum calls_by by)
{
    const struct row_calls *calls = functions->of->calls;
    bool is_recorded = !functions->shown.is_inclusive && !functions->shown.shows_both;
    const struct costs *costs = is_recorded           ? &calls->arcs.costs
                              : by == CALLS_BY_CALLEE ? &calls->entering
                                                      : &calls->leaving;
    size_t n_shown = functions->figures->n_shown;
    struct cell *cells = functions->cells;

    for (size_t i = 0; functions->shown.shows_both && i < n_shown; i++)
        *cells++ = (struct cell){0};
    figures_cells(functions->figures, costs_alone(costs), arc, cells);
}

/* The cells of a function's row. */
static void function_cells(const struct functions_table *functions, row_id id, struct cell *cells)
{
    const struct figures *figures = functions->figures;
    const struct functions_shown *shown = &functions->shown;

    if (!shown->is_inclusive) {
        figures_cells(figures, figures_self(functions->of), id, cells);
        cells += figures->n_shown;
    }
    if (shown->is_inclusive || shown->shows_both)
        figures_cells(figures, figures_inclusive(functions->of), id, cells);
}

/* A caller or callee of the current function. */
static void call_row(const struct functions_table *functions, enum calls_by by, size_t place,
                     struct table_row *row)
{
    const struct row_calls *calls = functions->of->calls;
    bool is_caller = by == CALLS_BY_CALLEE;
    uint32_t arc = (is_caller ? &functions->callers : &functions->callees)->items[place].id;

    figures_name_row(calls->rows, row_calls_other(calls, arc, by), row);
    row->kind = is_caller ? ROW_CALLER : ROW_CALLEE;
    row->calls = calls->arcs.counts[arc];
    row->cells = functions->cells;
    call_cells(functions, arc, by);
}

/* What the cells of a function's row were and are. */
static void old_cells(const struct functions_table *functions, row_id id)
{
    const struct figures *figures = functions->figures;
    const struct functions_shown *shown = &functions->shown;
    struct cell *old = functions->old_cells, *now = functions->new_cells;

    if (!shown->is_inclusive) {
        figures_sides(figures, figures_self(functions->of), id, old, now);
        old += figures->n_shown;
        now += figures->n_shown;
    }
    if (shown->is_inclusive || shown->shows_both)
        figures_sides(figures, figures_inclusive(functions->of), id, old, now);
}

/* What became of the row, in a difference. */
static void set_change(struct functions_table *functions, row_id id, struct table_row *row)
{
    struct row_names was = {0};

    if (functions->of->diff == NULL)
        return;
    enum change change = row_diff_change(functions->of->diff, id, &was);
    functions->old = (struct old_table_row){.change = change,
                                            .file = was.file,
                                            .function = was.function,
                                            .cells = functions->old_cells,
                                            .now = functions->new_cells};
    row->old = &functions->old;
    old_cells(functions, id);
}

static void function_row(struct functions_table *functions, struct table_row *row)
{
    row_id id = current_row(functions);

    figures_name_row(functions->of->rows, id, row);
    row->kind = ROW_FUNCTION;
    row->cells = functions->cells;
    set_change(functions, id, row);
    function_cells(functions, id, functions->cells);
}

/* A row of a block: a gap, the callers, the function and its callees. */
static void block_row(struct functions_table *functions, struct table_row *row)
{
    size_t place = functions->block_row++;

    if (place == 0) {
        row->kind = ROW_GAP;
        begin_block(functions);
        return;
    }
    place--;
    if (place < functions->callers.count) {
        call_row(functions, CALLS_BY_CALLEE, place, row);
        return;
    }
    place -= functions->callers.count;
    if (place == 0)
        function_row(functions, row);
    else
        call_row(functions, CALLS_BY_CALLER, place - 1, row);
    if (place == functions->callees.count) {
        functions->function++;
        functions->block_row = 0;
    }
}

static bool next_row(void *opaque, struct table_row *row)
{
    struct functions_table *functions = opaque;

    *row = (struct table_row){0};
    if (functions->function == functions->selection->n_selected)
        return false;
    if (functions->of->calls != NULL) {
        block_row(functions, row);
    } else {
        function_row(functions, row);
        functions->function++;
    }
    return true;
}

/* "incl(Ir)" beside "Ir". */
static void add_inclusive_columns(struct functions_table *functions)
{
    size_t n_shown = functions->figures->n_shown;

    for (size_t i = 0; i < n_shown; i++) {
        struct column *column = &functions->columns[n_shown + i];
        struct buffer name = {0};
        *column = functions->columns[i];
        buffer_append(&name, TEXT("incl("));
        buffer_append(&name, column->name);
        buffer_append(&name, TEXT(")"));
        column->name = arena_copy_text(&functions->arena, buffer_text(&name));
        free(name.at);
    }
}

/* Takes a row into account for the extent of the columns. */
static void include_row(const struct functions_table *functions, row_id id)
{
    const struct figures *figures = functions->figures;
    const struct functions_shown *shown = &functions->shown;
    struct column *columns = functions->columns;

    if (!shown->is_inclusive) {
        figures_include(figures, columns, figures_self(functions->of), id);
        columns += figures->n_shown;
    }
    if (shown->is_inclusive || shown->shows_both)
        figures_include(figures, columns, figures_inclusive(functions->of), id);
}

void functions_begin(struct functions_table *functions, struct table *table)
{
    const struct figures *figures = functions->figures;
    const struct ranking *rows = &functions->selection->ranking;
    size_t n_columns = figures->n_shown * (functions->shown.shows_both ? 2 : 1);

    functions->cells = memory_alloc(n_columns, sizeof *functions->cells);
    functions->old_cells = memory_alloc(n_columns, sizeof *functions->old_cells);
    functions->new_cells = memory_alloc(n_columns, sizeof *functions->new_cells);
    functions->columns = figures_columns(figures, n_columns);
    if (functions->shown.shows_both)
        add_inclusive_columns(functions);
    for (size_t i = 0; i < rows->count; i++)
        include_row(functions, rows->ids[i]);
    *table = (struct table){.columns = functions->columns,
                            .n_columns = n_columns,
                            .has_functions = true,
                            .has_calls = functions->of->calls != NULL,
                            .is_difference = figures->is_difference,
                            .next = next_row,
                            .view = functions};
}

void functions_end(struct functions_table *functions)
{
    free(functions->columns);
    free(functions->cells);
    free(functions->old_cells);
    free(functions->new_cells);
    ranking_free(&functions->callers);
    ranking_free(&functions->callees);
    arena_free(&functions->arena);
    *functions = (struct functions_table){0};
}
