/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/functions.h"

#include <stdlib.h>

#include "base/buffer.h"

/* Callgrind's name for code that it knows nothing of: everybody's caller, so nobody's. */
static bool is_unknown(const struct figures *figures, row_id id)
{
    struct table_row row;

    figures_name(figures, id, &row);
    return text_equal(row.file, TEXT("???")) && text_equal(row.function, TEXT("???"));
}

/* Ranks the arcs at one side of a row. */
static bool rank_side(struct view_functions *view, row_id id, bool is_caller_side,
                      struct ranked_calls *ranked, size_t *count, struct error *error)
{
    const struct totals *totals = view->figures->totals;
    const size_t *begin = is_caller_side ? totals->callers_begin : totals->callees_begin;
    const uint32_t *arcs = (is_caller_side ? totals->callers : totals->callees) + begin[id];

    *count = begin[id + 1] - begin[id];
    if (*count > view->name_capacity)
        view->names = memory_grow(view->names, &view->name_capacity, *count, sizeof *view->names);
    for (size_t i = 0; i < *count; i++) {
        struct row_arc arc = totals_arc(totals, arcs[i]);
        view->names[i] = is_caller_side ? arc.caller : arc.callee;
    }
    return figures_rank_calls(view->figures, &totals->arcs, arcs, view->names, *count, ranked,
                              error);
}

static bool begin_block(struct view_functions *view, struct error *error)
{
    row_id id = view->selection->rows[view->function];

    view->n_callers = 0;
    view->n_callees = 0;
    if (is_unknown(view->figures, id))
        return true;
    return (!view->shown.shows_callers ||
            rank_side(view, id, true, &view->callers, &view->n_callers, error)) &&
           (!view->shown.shows_callees ||
            rank_side(view, id, false, &view->callees, &view->n_callees, error));
}

/*
 * Beside self cost, what a call costs is inclusive. In an inclusive table it is what the
 * calls add to the function's inclusive cost, else what was recorded.
 */
static bool call_cells(struct view_functions *view, uint32_t arc, bool is_caller,
                       struct error *error)
{
    const struct totals *totals = view->figures->totals;
    bool is_recorded = !view->shown.is_inclusive && !view->shown.shows_both;
    const struct costs *costs = is_recorded ? &totals->arcs.costs
                              : is_caller   ? &totals->entering
                                            : &totals->leaving;
    size_t n_shown = view->figures->n_shown;
    struct cell *cells = view->cells;

    for (size_t i = 0; view->shown.shows_both && i < n_shown; i++)
        *cells++ = (struct cell){0};
    return figures_cells(view->figures, costs, costs_row(costs, arc), cells, error);
}

/* The cells of a function's row. */
static bool function_cells(struct view_functions *view, row_id id, struct cell *cells,
                           struct error *error)
{
    const struct figures *figures = view->figures;
    const struct totals *totals = figures->totals;
    const struct functions_shown *shown = &view->shown;

    if (!shown->is_inclusive) {
        if (!figures_cells(figures, &totals->self, costs_row(&totals->self, id), cells, error))
            return false;
        cells += figures->n_shown;
    }
    if (!shown->is_inclusive && !shown->shows_both)
        return true;
    if (!figures_cells(figures, &totals->inclusive, costs_row(&totals->inclusive, id), cells,
                       error))
        return false;
    for (size_t i = 0; i < figures->n_shown; i++)
        cells[i].is_bound = cells[i].is_given && !totals->is_exact[id];
    return true;
}

/* A caller or callee of the current function. */
static bool call_row(struct view_functions *view, bool is_caller, size_t place,
                     struct table_row *row, struct error *error)
{
    const struct totals *totals = view->figures->totals;
    row_id id = view->selection->rows[view->function];
    const struct ranked_calls *ranked = is_caller ? &view->callers : &view->callees;
    size_t first = (is_caller ? totals->callers_begin : totals->callees_begin)[id];
    uint32_t arc = (is_caller ? totals->callers : totals->callees)[first + ranked->items[place].id];

    figures_name(view->figures,
                 is_caller ? totals_arc(totals, arc).caller : totals_arc(totals, arc).callee, row);
    row->kind = is_caller ? ROW_CALLER : ROW_CALLEE;
    row->calls = totals->arcs.counts[arc];
    row->cells = view->cells;
    return call_cells(view, arc, is_caller, error);
}

/* What became of the row, in a difference. */
static void set_change(struct view_functions *view, row_id id, struct table_row *row)
{
    const struct symbols *symbols = &view->figures->totals->profile->symbols;

    if (view->shown.changes == NULL)
        return;
    const struct row_change *change = &view->shown.changes[id];
    view->old = (struct old_table_row){.change = change->change};
    if (change->change == CHANGE_MOVED || change->change == CHANGE_RENAMED) {
        view->old.file = names_text(symbols->files, change->was.file);
        view->old.function = names_text(symbols->functions, change->was.symbol);
    }
    row->old = &view->old;
}

static bool function_row(struct view_functions *view, struct table_row *row, struct error *error)
{
    row_id id = view->selection->rows[view->function];

    figures_name(view->figures, id, row);
    row->kind = ROW_FUNCTION;
    row->cells = view->cells;
    set_change(view, id, row);
    return function_cells(view, id, view->cells, error);
}

/* A block is a gap, the callers, the function and its callees; without calls only the latter. */
static bool next_row(void *opaque, struct table_row *row, struct error *error)
{
    struct view_functions *view = opaque;
    bool has_calls = view->shown.shows_callers || view->shown.shows_callees;

    *row = (struct table_row){0};
    if (view->function == view->selection->n_selected)
        return false;
    if (!has_calls) {
        bool is_done = function_row(view, row, error);
        view->function++;
        return is_done;
    }

    size_t place = view->block_row++;
    if (place == 0) {
        row->kind = ROW_GAP;
        return begin_block(view, error);
    }
    place--;
    if (place < view->n_callers)
        return call_row(view, true, place, row, error);
    place -= view->n_callers;
    bool is_done =
        place == 0 ? function_row(view, row, error) : call_row(view, false, place - 1, row, error);
    if (place == view->n_callees) {
        view->function++;
        view->block_row = 0;
    }
    return is_done;
}

/* "incl(Ir)" beside "Ir". */
static void add_inclusive_columns(struct view_functions *view)
{
    size_t n_shown = view->figures->n_shown;

    for (size_t i = 0; i < n_shown; i++) {
        struct column *column = &view->columns[n_shown + i];
        struct buffer name = {0};
        *column = view->columns[i];
        buffer_append(&name, TEXT("incl("));
        buffer_append(&name, column->name);
        buffer_append(&name, TEXT(")"));
        column->name = arena_copy_text(&view->arena, buffer_text(&name));
        free(name.at);
    }
}

bool view_functions_begin(struct view_functions *view, const struct figures *figures,
                          const struct selection *selection, const struct functions_shown *shown,
                          struct table *table, struct error *error)
{
    size_t n_columns = figures->n_shown * (shown->shows_both ? 2 : 1);

    *view = (struct view_functions){.figures = figures, .selection = selection, .shown = *shown};
    view->cells = memory_alloc(n_columns, sizeof *view->cells);
    view->columns = figures_columns(figures, n_columns, error);
    if (view->columns == NULL)
        return false;
    if (shown->shows_both)
        add_inclusive_columns(view);
    for (size_t i = 0; i < selection->n_rows; i++) {
        if (!function_cells(view, selection->rows[i], view->cells, error))
            return false;
        for (size_t j = 0; j < n_columns; j++)
            column_include(&view->columns[j], view->cells[j]);
    }
    *table = (struct table){.columns = view->columns,
                            .n_columns = n_columns,
                            .has_functions = true,
                            .has_calls = shown->shows_callers || shown->shows_callees,
                            .is_difference = shown->changes != NULL,
                            .next = next_row,
                            .view = view};
    return true;
}

void view_functions_end(struct view_functions *view)
{
    free(view->columns);
    free(view->cells);
    ranked_calls_free(&view->callers);
    ranked_calls_free(&view->callees);
    free(view->names);
    arena_free(&view->arena);
    *view = (struct view_functions){0};
}
