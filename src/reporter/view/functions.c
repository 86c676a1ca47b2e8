/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/functions.h"

#include <stdlib.h>

#include "aggregator/rank.h"
#include "aggregator/row_figures.h"
#include "base/buffer.h"
#include "reporter/view/input/figures.h"
#include "reporter/view/input/view_options.h"

static row_id current_row(const struct functions_table *functions)
{
    return selected_row(functions->selection, functions->function);
}

/*
 * Tells whether it is Callgrind's name for code that it knows nothing of. That calls everything,
 * and so says nothing.
 */
static bool is_unknown(const struct rows *rows, row_id id)
{
    struct row_names names = rows_names(rows, id);

    return text_equal(names.file, TEXT("???")) && text_equal(names.function, TEXT("???"));
}

/* Ranks the calls on one side of the current row, by what was recorded of them. */
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

/* Sets the figures of the function: self or inclusive cost by event, or both. */
static void fill_figures(const struct functions_table *functions, row_id id, struct figure *into)
{
    const struct figures *figures = functions->figures;
    const struct view_options *shown = functions->shown;

    if (!shown->is_inclusive) {
        figures_fill(figures, figures_self(functions->of), id, into);
        into += figures->n_shown;
    }
    if (shown->is_inclusive || shown->shows_both)
        figures_fill(figures, figures_inclusive(functions->of), id, into);
}

static void add_function(const struct functions_table *functions, struct table_rows *rows)
{
    row_id id = current_row(functions);
    struct figure *self = table_rows_figures(rows, functions->n_events);
    struct table_row *row = table_rows_add(rows, ROW_FUNCTION);

    figures_name_row(functions->of->rows, id, row);
    fill_figures(functions, id, self);
    row->self = self;
    figures_set_old(functions->figures, functions->of, id, row);
}

/*
 * Adds callers or callees of the current function. Beside self cost, what a call costs is
 * inclusive. In an inclusive table it is what the calls add to the function's inclusive cost, else
 * what was recorded.
 */
static void add_calls(const struct functions_table *functions, enum calls_by by,
                      const struct ranking *ranking, struct table_rows *rows)
{
    const struct figures *figures = functions->figures;
    const struct row_calls *calls = functions->of->calls;
    const struct view_options *shown = functions->shown;
    const struct costs *costs = !shown->is_inclusive && !shown->shows_both ? &calls->arcs.costs
                              : by == CALLS_BY_CALLEE                      ? &calls->entering
                                                                           : &calls->leaving;
    size_t n_before = shown->shows_both ? figures->n_shown : 0;

    for (size_t i = 0; i < ranking->count; i++) {
        uint32_t arc = ranking->items[i].id;
        struct table_row *row =
            table_rows_add(rows, by == CALLS_BY_CALLEE ? ROW_CALLER : ROW_CALLEE);
        struct figure *cost = table_rows_figures(rows, functions->n_events);
        figures_name_row(calls->rows, row_calls_other(calls, arc, by), row);
        figures_fill(figures, costs_alone(costs), arc, cost + n_before);
        row->inclusive = cost;
        row->calls.now = (struct cell){.value = calls->arcs.counts[arc], .is_given = true};
        figures_limit_calls(figures, figures_has_inlined(calls->rows, row_call(calls, arc).callee),
                            row);
    }
}

/* Adds the current function between its callers and callees, after a gap. */
static void add_block(struct functions_table *functions, struct table_rows *rows)
{
    const struct view_options *shown = functions->shown;
    bool is_silent = is_unknown(functions->of->rows, current_row(functions));

    table_rows_add(rows, ROW_GAP);
    if (shown->shows_callers && !is_silent) {
        rank_side(functions, CALLS_BY_CALLEE, &functions->callers);
        add_calls(functions, CALLS_BY_CALLEE, &functions->callers, rows);
    }
    add_function(functions, rows);
    if (shown->shows_callees && !is_silent) {
        rank_side(functions, CALLS_BY_CALLER, &functions->callees);
        add_calls(functions, CALLS_BY_CALLER, &functions->callees, rows);
    }
}

static void make_rows(void *opaque, struct table_rows *rows)
{
    struct functions_table *functions = opaque;
    bool has_calls = functions->of->calls != NULL;

    for (; functions->function < functions->selection->n_selected && !table_rows_are_full(rows);
         functions->function++) {
        if (has_calls)
            add_block(functions, rows);
        else
            add_function(functions, rows);
    }
}

/* Adds the events of inclusive cost: "incl(Ir)" beside "Ir". */
static void add_inclusive_events(struct functions_table *functions)
{
    size_t n_shown = functions->figures->n_shown;

    for (size_t i = 0; i < n_shown; i++) {
        struct table_event *event = &functions->events[n_shown + i];
        struct buffer name = {0};
        *event = functions->events[i];
        buffer_append(&name, TEXT("incl("));
        buffer_append(&name, event->name);
        buffer_append(&name, TEXT(")"));
        event->name = buffer_keep(&name, &functions->arena);
    }
}

/* Takes a row into account for the widths of the events. */
static void include_row(const struct functions_table *functions, row_id id)
{
    const struct figures *figures = functions->figures;
    const struct view_options *shown = functions->shown;
    struct table_event *events = functions->events;

    if (!shown->is_inclusive) {
        figures_include(figures, events, figures_self(functions->of), id);
        events += figures->n_shown;
    }
    if (shown->is_inclusive || shown->shows_both)
        figures_include(figures, events, figures_inclusive(functions->of), id);
}

void functions_begin(struct functions_table *functions, struct table *table)
{
    const struct figures *figures = functions->figures;
    const struct ranking *rows = &functions->selection->ranking;

    functions->n_events = figures->n_shown * (functions->shown->shows_both ? 2 : 1);
    functions->events = figures_events(figures, functions->n_events);
    if (functions->shown->shows_both)
        add_inclusive_events(functions);
    for (size_t i = 0; i < rows->count; i++)
        include_row(functions, rows->ids[i]);
    *table = figures_table(figures, functions->events, NULL);
    table->n_events = functions->n_events;
    table->by = TEXT("function");
    table->has_calls = functions->of->calls != NULL;
    table->make_rows = make_rows;
    table->view = functions;
}

void functions_end(struct functions_table *functions)
{
    free(functions->events);
    ranking_free(&functions->callers);
    ranking_free(&functions->callees);
    arena_free(&functions->arena);
    *functions = (struct functions_table){0};
}
