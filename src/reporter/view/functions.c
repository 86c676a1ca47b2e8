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
static bool rank_side(const struct functions_table *functions, enum calls_by by,
                      struct ranking *ranking, struct error *error)
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
    return events_fit(sorting->events, error);
}

static bool begin_block(struct functions_table *functions, struct error *error)
{
    const struct functions_shown *shown = &functions->shown;

    functions->callers.count = 0;
    functions->callees.count = 0;
    if (is_unknown(functions->of->rows, current_row(functions)))
        return true;
    return (!shown->shows_callers ||
            rank_side(functions, CALLS_BY_CALLEE, &functions->callers, error)) &&
           (!shown->shows_callees ||
            rank_side(functions, CALLS_BY_CALLER, &functions->callees, error));
}

/*
 * Beside self cost, what a call costs is inclusive. In an inclusive table it is what the
 * calls add to the function's inclusive cost, else what was recorded.
 */
static bool call_cells(const struct functions_table *functions, uint32_t arc, enum calls_by by,
                       struct error *error)
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
    return figures_cells(functions->figures, costs_alone(costs), arc, cells, error);
}

/* The cells of a function's row. */
static bool function_cells(const struct functions_table *functions, row_id id, struct cell *cells,
                           struct error *error)
{
    const struct figures *figures = functions->figures;
    const struct functions_shown *shown = &functions->shown;

    if (!shown->is_inclusive) {
        if (!figures_cells(figures, figures_self(functions->of), id, cells, error))
            return false;
        cells += figures->n_shown;
    }
    return (!shown->is_inclusive && !shown->shows_both) ||
           figures_cells(figures, figures_inclusive(functions->of), id, cells, error);
}

/* A caller or callee of the current function. */
static bool call_row(const struct functions_table *functions, enum calls_by by, size_t place,
                     struct table_row *row, struct error *error)
{
    const struct row_calls *calls = functions->of->calls;
    bool is_caller = by == CALLS_BY_CALLEE;
    uint32_t arc = (is_caller ? &functions->callers : &functions->callees)->items[place].id;

    figures_name_row(calls->rows, row_calls_other(calls, arc, by), row);
    row->kind = is_caller ? ROW_CALLER : ROW_CALLEE;
    row->calls = calls->arcs.counts[arc];
    row->cells = functions->cells;
    return call_cells(functions, arc, by, error);
}

/* What the cells of a function's row were and are. */
static bool old_cells(const struct functions_table *functions, row_id id, struct error *error)
{
    const struct figures *figures = functions->figures;
    const struct functions_shown *shown = &functions->shown;
    struct cell *old = functions->old_cells, *now = functions->new_cells;

    if (!shown->is_inclusive) {
        if (!figures_sides(figures, figures_self(functions->of), id, old, now, error))
            return false;
        old += figures->n_shown;
        now += figures->n_shown;
    }
    return (!shown->is_inclusive && !shown->shows_both) ||
           figures_sides(figures, figures_inclusive(functions->of), id, old, now, error);
}

/* What became of the row, in a difference. */
static bool set_change(struct functions_table *functions, row_id id, struct table_row *row,
                       struct error *error)
{
    struct row_names was = {0};

    if (functions->of->diff == NULL)
        return true;
    enum change change = row_diff_change(functions->of->diff, id, &was);
    functions->old = (struct old_table_row){.change = change,
                                            .file = was.file,
                                            .function = was.function,
                                            .cells = functions->old_cells,
                                            .now = functions->new_cells};
    row->old = &functions->old;
    return old_cells(functions, id, error);
}

static bool function_row(struct functions_table *functions, struct table_row *row,
                         struct error *error)
{
    row_id id = current_row(functions);

    figures_name_row(functions->of->rows, id, row);
    row->kind = ROW_FUNCTION;
    row->cells = functions->cells;
    return set_change(functions, id, row, error) &&
           function_cells(functions, id, functions->cells, error);
}

/* A row of a block: a gap, the callers, the function and its callees. */
static bool block_row(struct functions_table *functions, struct table_row *row, struct error *error)
{
    size_t place = functions->block_row++;

    if (place == 0) {
        row->kind = ROW_GAP;
        return begin_block(functions, error);
    }
    place--;
    if (place < functions->callers.count)
        return call_row(functions, CALLS_BY_CALLEE, place, row, error);
    place -= functions->callers.count;
    bool is_done = place == 0 ? function_row(functions, row, error)
                              : call_row(functions, CALLS_BY_CALLER, place - 1, row, error);
    if (place == functions->callees.count) {
        functions->function++;
        functions->block_row = 0;
    }
    return is_done;
}

static bool next_row(void *opaque, struct table_row *row, struct error *error)
{
    struct functions_table *functions = opaque;

    *row = (struct table_row){0};
    if (functions->function == functions->selection->n_selected)
        return false;
    if (functions->of->calls != NULL)
        return block_row(functions, row, error);
    bool is_done = function_row(functions, row, error);
    functions->function++;
    return is_done;
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
static bool include_row(const struct functions_table *functions, row_id id, struct error *error)
{
    const struct figures *figures = functions->figures;
    const struct functions_shown *shown = &functions->shown;
    struct column *columns = functions->columns;

    if (!shown->is_inclusive) {
        if (!figures_include(figures, columns, figures_self(functions->of), id, error))
            return false;
        columns += figures->n_shown;
    }
    return (!shown->is_inclusive && !shown->shows_both) ||
           figures_include(figures, columns, figures_inclusive(functions->of), id, error);
}

bool functions_begin(struct functions_table *functions, struct table *table, struct error *error)
{
    const struct figures *figures = functions->figures;
    const struct ranking *rows = &functions->selection->ranking;
    size_t n_columns = figures->n_shown * (functions->shown.shows_both ? 2 : 1);

    functions->cells = memory_alloc(n_columns, sizeof *functions->cells);
    functions->old_cells = memory_alloc(n_columns, sizeof *functions->old_cells);
    functions->new_cells = memory_alloc(n_columns, sizeof *functions->new_cells);
    functions->columns = figures_columns(figures, n_columns, error);
    if (functions->columns == NULL)
        return false;
    if (functions->shown.shows_both)
        add_inclusive_columns(functions);
    for (size_t i = 0; i < rows->count; i++)
        if (!include_row(functions, rows->ids[i], error))
            return false;
    *table = (struct table){.columns = functions->columns,
                            .n_columns = n_columns,
                            .has_functions = true,
                            .has_calls = functions->of->calls != NULL,
                            .is_difference = figures->is_difference,
                            .next = next_row,
                            .view = functions};
    return true;
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
