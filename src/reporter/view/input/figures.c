/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/input/figures.h"

#include <stdlib.h>

#include "aggregator/row_figures.h"
#include "base/error.h"
#include "base/number.h"
#include "profile/events.h"

struct row_costs figures_self(const struct row_figures *of)
{
    return (struct row_costs){.costs = &of->rows->self,
                              .old = of->diff != NULL ? &of->diff->old_self : NULL};
}

struct row_costs figures_inclusive(const struct row_figures *of)
{
    return (struct row_costs){.costs = &of->inclusive->costs,
                              .old = of->diff != NULL ? &of->diff->old_inclusive : NULL,
                              .is_exact = of->inclusive->is_exact};
}

struct row_costs figures_total(const struct figures *figures)
{
    return (struct row_costs){.costs = figures->total, .old = figures->base};
}

static struct event *shown_event(const struct figures *figures, size_t column)
{
    return &figures->profile->events.list[figures->shown[column]];
}

/* Nothing is said of a ratio of bounds, but that its costs are not exact. */
static struct cell ratio_cell(bool is_given, double ratio, bool is_bound)
{
    return (struct cell){.ratio = is_given ? ratio : 0,
                         .is_given = is_given,
                         .is_ratio = true,
                         .is_bound = is_bound};
}

/* In a difference by how many points it changed, where it has been on both sides. */
static struct cell ratio_of_row(const struct figures *figures, size_t column,
                                struct row_costs costs, size_t row)
{
    bool is_difference = figures->is_difference;
    bool is_bound = costs.is_exact != NULL && !costs.is_exact[row];
    const struct row_ratio ratio =
        row_ratio_of(shown_event(figures, column), costs, row, is_difference);

    return ratio_cell(ratio.has_now && (ratio.has_was || !is_difference), ratio.now - ratio.was,
                      is_bound);
}

/* The cost of the event that a column shows, which is not a ratio, in a row of cost. */
static struct event_cost shown_cost(const struct figures *figures, size_t column,
                                    const struct costs *costs, size_t row)
{
    return event_sum(&figures->profile->events, figures->shown[column], costs,
                     costs_row(costs, row));
}

static struct cell cell_of_row(const struct figures *figures, size_t column, struct row_costs costs,
                               size_t row)
{
    if (event_is_ratio(shown_event(figures, column)))
        return ratio_of_row(figures, column, costs, row);
    struct event_cost cost = shown_cost(figures, column, costs.costs, row);
    bool is_bound = costs.is_exact != NULL && !costs.is_exact[row];
    return (struct cell){
        .value = cost.sum, .is_given = cost.is_given, .is_bound = cost.is_given && is_bound};
}

void figures_cells(const struct figures *figures, struct row_costs costs, size_t row,
                   struct cell *cells)
{
    for (size_t i = 0; i < figures->n_shown; i++)
        cells[i] = cell_of_row(figures, i, costs, row);
}

/* The cells of one of the two sides of a difference. */
static void side_cells(const struct figures *figures, struct row_costs side, size_t row,
                       struct cell *cells)
{
    struct figures of_one = *figures;

    of_one.is_difference = false;
    figures_cells(&of_one, side, row, cells);
}

/* A cost of the new side of a difference, which is not a ratio. */
static struct cell new_cell(const struct figures *figures, size_t column, struct row_costs costs,
                            size_t row, struct cell was)
{
    const struct costs *from = costs.fresh != NULL ? costs.fresh : costs.costs;
    struct event_cost cost = shown_cost(figures, column, from, row);

    if (from == costs.costs && add_overflows(&cost.sum, was.value))
        cost.is_given = false;
    return (struct cell){.value = cost.sum, .is_given = cost.is_given, .is_bound = was.is_bound};
}

/* A ratio of the new side. */
static struct cell new_ratio(const struct figures *figures, size_t column, struct row_costs costs,
                             size_t row)
{
    const struct row_ratio ratio = row_ratio_of(shown_event(figures, column), costs, row, true);

    return ratio_cell(ratio.has_now, ratio.now, false);
}

void figures_sides(const struct figures *figures, struct row_costs costs, size_t row,
                   struct cell *old, struct cell *now)
{
    const struct row_costs side = {.costs = costs.old, .is_exact = costs.is_exact};

    side_cells(figures, side, row, old);
    for (size_t i = 0; i < figures->n_shown; i++)
        now[i] = event_is_ratio(shown_event(figures, i)) ? new_ratio(figures, i, costs, row)
                                                         : new_cell(figures, i, costs, row, old[i]);
}

bool figures_fit(const struct figures *figures, const struct costs *const *all, size_t count,
                 struct error *error)
{
    for (size_t column = 0; column < figures->n_shown; column++) {
        bool is_derived = figures->shown[column] >= figures->profile->events.n_recorded;
        if (!is_derived || event_is_ratio(shown_event(figures, column)))
            continue;
        shown_cost(figures, column, figures->total, 0);
        for (size_t i = 0; i < count; i++)
            for (size_t row = 0; row < all[i]->n_rows; row++)
                shown_cost(figures, column, all[i], row);
    }
    return events_fit(&figures->profile->events, error);
}

/* What the columns say of the program: what it cost, and in a difference how that changed. */
static void set_totals(const struct figures *figures, struct column *columns)
{
    size_t count = figures->n_shown;
    const struct row_costs costs = figures_total(figures);
    struct cell *totals = memory_alloc(count, sizeof *totals);
    struct cell *changes = memory_alloc(count, sizeof *changes);

    side_cells(figures, costs_alone(figures->base), 0, totals);
    figures_cells(figures, costs, 0, changes);
    for (size_t i = 0; i < count; i++) {
        columns[i].total = totals[i];
        columns[i].change = changes[i];
        if (figures->is_difference && columns[i].is_ratio)
            columns[i].now = new_ratio(figures, i, costs, 0);
    }
    free(totals);
    free(changes);
}

struct column *figures_columns(const struct figures *figures, size_t n_columns)
{
    struct column *columns = memory_alloc(n_columns, sizeof *columns);

    for (size_t i = 0; i < figures->n_shown; i++) {
        const struct event *event = shown_event(figures, i);
        columns[i] = (struct column){.name = event->name,
                                     .long_name = event->long_name,
                                     .formula = event->formula,
                                     .meaning = known_event_find(event->name)->meaning,
                                     .is_ratio = event_is_ratio(event)};
    }
    set_totals(figures, columns);
    return columns;
}

/* Of a difference the new and the old one are printed beside the change. */
static void include_both_ratios(struct column *column, const struct event *event,
                                struct row_costs costs, size_t row)
{
    const struct row_ratio ratio = row_ratio_of(event, costs, row, true);

    column_include(column, ratio_cell(ratio.has_now, ratio.now, false));
    column_include(column, ratio_cell(ratio.has_was, ratio.was, false));
}

static void include_side(struct column *column, int64_t value)
{
    struct cell *largest = &column->largest_side;

    if (!largest->is_given || magnitude(value) > magnitude(largest->value))
        *largest = (struct cell){.value = value, .is_given = true};
}

/* What a row was and is. */
static void include_sides(const struct figures *figures, size_t i, struct column *column,
                          int64_t old, int64_t change)
{
    int64_t now = change;

    if (add_overflows(&now, old))
        shown_event(figures, i)->overflows = true;
    include_side(column, old);
    include_side(column, now);
}

void figures_include(const struct figures *figures, struct column *columns, struct row_costs costs,
                     size_t row)
{
    for (size_t i = 0; i < figures->n_shown; i++) {
        struct cell cell = cell_of_row(figures, i, costs, row);
        column_include(&columns[i], cell);
        if (costs.old == NULL || !figures->is_difference)
            continue;
        if (cell.is_ratio)
            include_both_ratios(&columns[i], shown_event(figures, i), costs, row);
        else
            include_sides(figures, i, &columns[i], shown_cost(figures, i, costs.old, row).sum,
                          cell.value);
    }
}

void figures_name_row(const struct rows *rows, row_id id, struct table_row *row)
{
    struct row_names names = rows_names(rows, id);

    row->object = names.object;
    row->file = names.file;
    row->function = names.function;
}

int64_t figures_key(const struct figures *figures, struct row_costs costs, size_t row)
{
    const struct sorting first = {figures->sorting.events, figures->sorting.keys, 1};
    int64_t key;

    rank_keys(&first, costs, row, &key);
    return key;
}

void figures_warn(const struct figures *figures, const struct row_figures *of,
                  struct warnings *warnings)
{
    if (of->inclusive != NULL && of->inclusive->is_inconsistent)
        figures_warn_inconsistent(figures, warnings);
}

void figures_warn_inconsistent(const struct figures *figures, struct warnings *warnings)
{
    warnings_add(warnings, figures->is_difference ? NULL : figures->profile->inputs[0].path, 0,
                 "some calls cost more than the whole program: the profile is not consistent");
}

void old_figures_begin(struct old_figures *old, const struct figures *figures,
                       const struct row_figures *of)
{
    *old = (struct old_figures){.figures = figures, .of = of};
    if (of->diff == NULL)
        return;
    old->self = memory_alloc(figures->n_shown, sizeof *old->self);
    old->inclusive = memory_alloc(figures->n_shown, sizeof *old->inclusive);
    old->now = memory_alloc(figures->n_shown, sizeof *old->now);
    old->inclusive_now = memory_alloc(figures->n_shown, sizeof *old->inclusive_now);
}

static void set_sides(struct old_figures *old, struct row_costs self, struct row_costs inclusive,
                      size_t row)
{
    old->row.cells = old->self;
    old->row.now = old->now;
    figures_sides(old->figures, self, row, old->self, old->now);
    if (inclusive.costs == NULL)
        return;
    old->row.inclusive = old->inclusive;
    old->row.inclusive_now = old->inclusive_now;
    figures_sides(old->figures, inclusive, row, old->inclusive, old->inclusive_now);
}

void old_figures_set_costs(struct old_figures *old, struct row_costs self,
                           struct row_costs inclusive, size_t row, struct table_row *table_row)
{
    old->row = (struct old_table_row){0};
    table_row->old = &old->row;
    set_sides(old, self, inclusive, row);
}

void old_figures_set(struct old_figures *old, row_id id, struct table_row *row)
{
    const struct row_diff *diff = old->of->diff;
    struct row_names was = {0};

    if (diff == NULL)
        return;
    struct row_costs self = {.costs = &old->of->rows->self, .old = &diff->old_self};
    struct row_costs inclusive = {0};
    if (old->of->inclusive != NULL)
        inclusive = (struct row_costs){.costs = &old->of->inclusive->costs,
                                       .old = &diff->old_inclusive,
                                       .is_exact = old->of->inclusive->is_exact};
    enum change change = row_diff_change(diff, id, &was);
    old->row = (struct old_table_row){
        .change = change,
        .object = was.object,
        .file = was.file,
        .function = was.function,
        .calls = diff->old_calls[id],
        .lacks_calls = old->of->rows->calls == NULL,
    };
    row->old = &old->row;
    set_sides(old, self, inclusive, id);
}

void old_figures_end(struct old_figures *old)
{
    free(old->self);
    free(old->inclusive);
    free(old->now);
    free(old->inclusive_now);
    *old = (struct old_figures){0};
}
