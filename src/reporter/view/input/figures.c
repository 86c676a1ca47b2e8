/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/input/figures.h"

#include <stdio.h>
#include <stdlib.h>

#include "aggregator/row_figures.h"
#include "base/array.h"
#include "base/error.h"
#include "base/number.h"
#include "profile/events.h"

struct row_costs figures_total(const struct figures *figures)
{
    return (struct row_costs){.costs = figures->total,
                              .old = figures->base,
                              .noise = figures->total_noise,
                              .n_noise = figures->n_noise};
}

static struct event *shown_event(const struct figures *figures, size_t column)
{
    return &figures->profile->events.list[figures->shown[column]];
}

static bool is_bound(struct row_costs costs, size_t row)
{
    return costs.is_exact != NULL && !costs.is_exact[row];
}

/*
 * Makes the cell of a ratio. For bounds it has no value, and only says that its costs are not
 * exact.
 */
static struct cell ratio_cell(bool is_given, double ratio, bool is_bound)
{
    return (struct cell){.ratio = is_given ? ratio : 0,
                         .is_given = is_given,
                         .is_ratio = true,
                         .is_bound = is_bound};
}

/* Tells whether figures of a difference have both sides, or only the change. */
static bool has_sides(const struct figures *figures, struct row_costs costs)
{
    return figures->is_difference && costs.old != NULL;
}

static struct figure ratio_figure(const struct figures *figures, size_t i, struct row_costs costs,
                                  size_t row)
{
    const struct event *event = shown_event(figures, i);
    bool is_unknown =
        row_ratio_is_above(event, costs, row, figures->ceilings, figures->old_ceilings);
    bool of_bounds = is_unknown || is_bound(costs, row);
    struct row_ratio ratio = row_ratio_of(event, costs, row, figures->is_difference);

    ratio.has_now = ratio.has_now && !is_unknown;
    ratio.has_was = ratio.has_was && !is_unknown;
    return (struct figure){.now = ratio_cell(ratio.has_now, ratio.now, of_bounds),
                           .old = ratio_cell(ratio.has_was, ratio.was, of_bounds)};
}

/* Returns the cost of a shown event, which is not a ratio, in a row of cost. */
static struct event_cost shown_cost(const struct figures *figures, size_t i,
                                    const struct costs *costs, size_t row)
{
    return event_sum(&figures->profile->events, figures->shown[i], costs, costs_row(costs, row));
}

static struct cell cost_cell(const struct figures *figures, size_t i, const struct costs *costs,
                             size_t row)
{
    const struct event_cost cost = shown_cost(figures, i, costs, row);

    return (struct cell){
        .value = cost.sum, .unit = shown_event(figures, i)->unit, .is_given = cost.is_given};
}

/*
 * Marks the cost of a side as far as it is not exact: as a bound, or where it is more than the
 * whole program's as an estimate, since not even a bound can be that.
 */
static void mark_cell(struct row_costs costs, size_t row, const int64_t *ceilings, size_t event,
                      struct cell *cell)
{
    cell->is_estimate = cell->is_given && costs.is_inclusive && cell->value > ceilings[event];
    cell->is_bound = cell->is_given && is_bound(costs, row) && !cell->is_estimate;
}

/* Sets what an old cost was in several runs. */
static void set_spread(struct cell *old, struct spread spread)
{
    old->has_spread = true;
    old->least = spread.least;
    old->most = spread.most;
}

/* Finds what the old cost was in several runs; what counts beside that has to fit too. */
static void find_spread(const struct figures *figures, size_t i, struct row_costs costs, size_t row,
                        struct figure *figure)
{
    struct event *event = shown_event(figures, i);
    struct spread spread;
    int64_t counted;

    if (!row_spread(&figures->profile->events, figures->shown[i], costs, row, &spread))
        return;
    set_spread(&figure->old, spread);
    event->overflows |= spread_count_overflows(&spread, figure->now.value, &counted);
}

bool figures_are_above(const struct figures *figures, const struct figure *row)
{
    for (size_t i = 0; i < figures->n_shown; i++) {
        size_t event = figures->shown[i];
        if (row[i].now.value > figures->ceilings[event] ||
            (figures->is_difference && row[i].old.value > figures->old_ceilings[event]))
            return true;
    }
    return false;
}

static struct figure cost_figure(const struct figures *figures, size_t i, struct row_costs costs,
                                 size_t row)
{
    const struct costs *from = costs.current != NULL ? costs.current : costs.costs;
    struct figure figure = {.now = cost_cell(figures, i, from, row)};

    if (has_sides(figures, costs)) {
        figure.old = cost_cell(figures, i, costs.old, row);
        if (from == costs.costs && add_overflows(&figure.now.value, figure.old.value))
            shown_event(figures, i)->overflows = true;
        mark_cell(costs, row, figures->old_ceilings, figures->shown[i], &figure.old);
    }
    mark_cell(costs, row, figures->ceilings, figures->shown[i], &figure.now);
    if (costs.noise != NULL)
        find_spread(figures, i, costs, row, &figure);
    return figure;
}

static struct figure figure_of(const struct figures *figures, size_t i, struct row_costs costs,
                               size_t row)
{
    return event_is_ratio(shown_event(figures, i)) ? ratio_figure(figures, i, costs, row)
                                                   : cost_figure(figures, i, costs, row);
}

void figures_fill(const struct figures *figures, struct row_costs costs, size_t row,
                  struct figure *into)
{
    for (size_t i = 0; i < figures->n_shown; i++)
        into[i] = figure_of(figures, i, costs, row);
}

const struct figure *figures_make(const struct figures *figures, struct row_costs costs, size_t row,
                                  struct table_rows *rows)
{
    struct figure *made = table_rows_figures(rows, figures->n_shown);

    figures_fill(figures, costs, row, made);
    return made;
}

struct figure figures_count(const struct figures *figures, int64_t count, int64_t old)
{
    struct figure figure = {.now = {.value = count, .is_given = true}};

    if (!figures->is_difference)
        return figure;
    add_saturated(&figure.now.value, old);
    figure.old = (struct cell){.value = old, .is_given = true};
    return figure;
}

struct figure figures_calls(const struct figures *figures, const struct row_figures *by_row,
                            row_id id)
{
    int64_t count = by_row->rows->calls[id],
            old = by_row->diff != NULL ? by_row->diff->old.calls[id] : count;
    struct figure calls = figures_count(figures, count, old);

    struct spread spread = {old, old};

    for (size_t run = 0; run < by_row->noise.n_runs; run++)
        spread_include(&spread, by_row->noise.calls[run][id]);
    if (by_row->noise.n_runs != 0)
        set_spread(&calls.old, spread);
    return calls;
}

bool figures_fit(const struct figures *figures, const struct row_figures *by_row,
                 struct error *error)
{
    const struct costs *const all[] = {
        figures->total, &figures->profile->ledgers[LINES].costs, &by_row->rows->self,
        by_row->inclusive != NULL ? &by_row->inclusive->costs : figures->total,
        by_row->calls != NULL ? &by_row->calls->arcs.costs : figures->total};

    for (size_t column = 0; column < figures->n_shown; column++) {
        bool is_derived = figures->shown[column] >= figures->profile->events.n_recorded;
        if (!is_derived || event_is_ratio(shown_event(figures, column)))
            continue;
        for (size_t i = 0; i < ARRAY_LENGTH(all); i++)
            for (size_t row = 0; row < all[i]->n_rows; row++)
                shown_cost(figures, column, all[i], row);
    }
    return events_fit(&figures->profile->events, error);
}

struct table_event *figures_events(const struct figures *figures, size_t n_events)
{
    struct table_event *events = memory_alloc(n_events, sizeof *events);

    for (size_t i = 0; i < figures->n_shown; i++) {
        const struct event *event = shown_event(figures, i);
        struct figure total = figure_of(figures, i, figures_total(figures), 0);
        events[i] = (struct table_event){.name = event->name,
                                         .long_name = event->long_name,
                                         .formula = event->formula,
                                         .meaning = known_event_find(event->name)->meaning,
                                         .is_ratio = event_is_ratio(event),
                                         .unit = event->unit,
                                         .total = total,
                                         .base = figures->is_difference ? total.old : total.now};
    }
    return events;
}

/*
 * Returns whether a cost is within the range so far, as nearly all are: a report looks at every row
 * before it writes one, and making figures of them would take longer than ranking them.
 */
static bool is_covered(const struct figures *figures, const struct table_event *event, size_t i,
                       struct row_costs costs, size_t row)
{
    if (event->is_ratio || costs.old != NULL || costs.current != NULL || costs.noise != NULL)
        return false;
    const struct event_cost cost = shown_cost(figures, i, costs.costs, row);
    return !cost.is_given ||
           (event->largest.is_given && cost.sum <= event->largest.value &&
            cost.sum >= event->smallest.value && (event->has_bounds || !is_bound(costs, row)));
}

void figures_include(const struct figures *figures, struct table_event *events,
                     struct row_costs costs, size_t row)
{
    for (size_t i = 0; i < figures->n_shown; i++) {
        if (is_covered(figures, &events[i], i, costs, row))
            continue;
        const struct figure figure = figure_of(figures, i, costs, row);
        if (!has_sides(figures, costs)) {
            table_event_include(&events[i], figure.now);
            continue;
        }
        table_event_include(&events[i], figure_change(&figure));
        if (figure.now.is_ratio ||
            figure.old.is_ratio) { /* both sides are printed beside the change */
            table_event_include(&events[i], figure.now);
            table_event_include(&events[i], figure.old);
        }
    }
}

struct table figures_table(const struct figures *figures, const struct table_event *events,
                           struct columns *columns)
{
    if (columns != NULL)
        columns_free(columns);
    return (struct table){.columns = columns,
                          .events = events,
                          .n_events = figures->n_shown,
                          .measured = figures->measured,
                          .is_difference = figures->is_difference,
                          .has_noise = figures->n_noise != 0};
}

struct table_slice *figures_slices(const struct figures *figures, const struct row_figures *by_row)
{
    const struct rows *rows = &by_row->slices.columns;
    const struct row_costs totals = {.costs = &by_row->slices.programs};
    struct table_slice *slices =
        rows->count == 0 ? NULL : memory_alloc(rows->count, sizeof *slices);

    for (row_id id = 0; id < rows->count; id++) {
        slices[id].name = rows->labels[id].name;
        slices[id].total = figure_of(figures, 0, totals, id).now;
    }
    return slices;
}

bool figures_find_in_slice(const struct figures *figures, const struct row_figures *by_row,
                           uint32_t row, size_t slice, size_t event, struct figure *into)
{
    const struct ledger *cells = &by_row->slices.cells;
    uint32_t id = map_find(&cells->map, row, slice);

    if (id != NO_ID)
        *into = figure_of(figures, event, (struct row_costs){.costs = &cells->costs}, id);
    return id != NO_ID;
}

void figures_name_row(const struct rows *rows, row_id id, struct table_row *row)
{
    struct row_names names = rows_names(rows, id);

    row->object = names.object;
    row->file = names.file;
    row->function = names.function;
    row->inlined = names.function.at == NULL || !figures_has_inlined(rows, id) ? INLINED_NOT
                 : rows->list[id].code == CODE_INLINED                         ? INLINED_WHOLLY
                                                                               : INLINED_PARTLY;
}

bool figures_has_inlined(const struct rows *rows, row_id id)
{
    return (rows->list[id].code & CODE_INLINED) != 0;
}

void figures_limit_calls(const struct figures *figures, bool has_inlined, struct table_row *row)
{
    struct figure *calls = &row->calls;
    bool is_of_both = !figures->is_difference || calls->old.is_given;

    if (!has_inlined)
        return;
    row->lacks_calls = true;
    calls->now.is_given = calls->now.is_given && calls->now.value != 0 && is_of_both;
    calls->old.is_given = calls->old.is_given && calls->old.value != 0;
}

int64_t figures_key(const struct figures *figures, struct row_costs costs, size_t row)
{
    const struct sorting first = {figures->sorting.events, figures->sorting.keys, 1};
    int64_t key;

    rank_keys(&first, costs, row, &key);
    return key;
}

void figures_warn(const struct figures *figures, const struct row_figures *by_row,
                  struct warnings *warnings)
{
    const size_t n_rows = by_row->inclusive == NULL ? 0 : by_row->rows->count;
    struct figure *row = memory_alloc(figures->n_shown, sizeof *row);
    bool is_above = false;

    for (row_id id = 0; id < n_rows && !is_above; id++) {
        figures_fill(figures, figures_inclusive(by_row), id, row);
        is_above = figures_are_above(figures, row);
    }
    if (is_above)
        figures_warn_inconsistent(figures, warnings);
    free(row);
}

void figures_warn_inconsistent(const struct figures *figures, struct warnings *warnings)
{
    warnings_add(warnings, figures->is_difference ? NULL : figures->profile->inputs[0].path, 0,
                 "the profile contradicts itself: it has inclusive costs above the program's "
                 "total, which are marked as not exact");
}

void figures_set_old(const struct figures *figures, const struct row_figures *by_row, row_id id,
                     struct table_row *row)
{
    struct row_names was = {0};

    if (by_row->diff == NULL)
        return;
    row->has_old = true;
    row->old.change = row_diff_change(by_row->diff, id, &was);
    row->old.object = was.object;
    row->old.file = was.file;
    row->old.function = was.function;
    if (by_row->rows->calls != NULL)
        row->calls.old = figures_calls(figures, by_row, id).old;
}

struct table_row *figures_add_row(const struct figures *figures, const struct row_figures *by_row,
                                  row_id id, enum table_row_kind kind, struct table_rows *rows)
{
    struct table_row *row = table_rows_add(rows, kind);

    figures_name_row(by_row->rows, id, row);
    row->self = figures_make(figures, figures_self(by_row), id, rows);
    if (by_row->inclusive != NULL) {
        row->inclusive = figures_make(figures, figures_inclusive(by_row), id, rows);
        if (by_row->rows->calls != NULL)
            row->calls = figures_calls(figures, by_row, id);
    }
    figures_set_old(figures, by_row, id, row);
    figures_limit_calls(figures, figures_has_inlined(by_row->rows, id), row);
    return row;
}

struct text cycle_name(size_t number, struct table_rows *rows)
{
    char name[40];

    snprintf(name, sizeof name, "<cycle %zu>", number);
    return arena_copy_text(&rows->arena, text_of(name));
}

void figures_add_cycle(const struct figures *figures, const struct inclusive *inclusive,
                       size_t cycle, size_t n_members, struct table_rows *rows)
{
    struct table_row *row = table_rows_add(rows, ROW_CYCLE);

    row->function = cycle_name(cycle + 1, rows);
    row->cycle = cycle + 1;
    row->n_members = n_members;
    row->inclusive =
        figures_make(figures, (struct row_costs){.costs = &inclusive->cycles, .is_inclusive = true},
                     cycle, rows);
}
