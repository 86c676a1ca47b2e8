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

static const struct event *shown_event(const struct figures *figures, size_t column)
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

static bool cell_of_row(const struct figures *figures, size_t column, struct row_costs costs,
                        size_t row, struct cell *cell, struct error *error)
{
    struct event_cost cost;

    if (event_is_ratio(shown_event(figures, column))) {
        *cell = ratio_of_row(figures, column, costs, row);
        return true;
    }
    if (!event_cost(&figures->profile->events, figures->shown[column], costs.costs,
                    costs_row(costs.costs, row), &cost, error))
        return false;
    bool is_bound = costs.is_exact != NULL && !costs.is_exact[row];
    *cell = (struct cell){
        .value = cost.sum, .is_given = cost.is_given, .is_bound = cost.is_given && is_bound};
    return true;
}

bool figures_cells(const struct figures *figures, struct row_costs costs, size_t row,
                   struct cell *cells, struct error *error)
{
    for (size_t i = 0; i < figures->n_shown; i++)
        if (!cell_of_row(figures, i, costs, row, &cells[i], error))
            return false;
    return true;
}

/* The cells of one of the two sides of a difference. */
static bool side_cells(const struct figures *figures, struct row_costs side, size_t row,
                       struct cell *cells, struct error *error)
{
    struct figures of_one = *figures;

    of_one.is_difference = false;
    return figures_cells(&of_one, side, row, cells, error);
}

/* A cost of the new side of a difference, which is not a ratio. */
static bool new_cell(const struct figures *figures, size_t column, struct row_costs costs,
                     size_t row, struct cell was, struct cell *cell, struct error *error)
{
    const struct events *events = &figures->profile->events;
    const struct costs *from = costs.fresh != NULL ? costs.fresh : costs.costs;
    struct event_cost cost;

    if (!event_cost(events, figures->shown[column], from, costs_row(from, row), &cost, error))
        return false;
    if (from == costs.costs && add_overflows(&cost.sum, was.value))
        cost.is_given = false;
    *cell = (struct cell){.value = cost.sum, .is_given = cost.is_given, .is_bound = was.is_bound};
    return true;
}

/* A ratio of the new side. */
static struct cell new_ratio(const struct figures *figures, size_t column, struct row_costs costs,
                             size_t row)
{
    const struct row_ratio ratio = row_ratio_of(shown_event(figures, column), costs, row, true);

    return ratio_cell(ratio.has_now, ratio.now, false);
}

bool figures_sides(const struct figures *figures, struct row_costs costs, size_t row,
                   struct cell *old, struct cell *now, struct error *error)
{
    const struct row_costs side = {.costs = costs.old, .is_exact = costs.is_exact};

    if (!side_cells(figures, side, row, old, error))
        return false;
    for (size_t i = 0; i < figures->n_shown; i++) {
        if (event_is_ratio(shown_event(figures, i)))
            now[i] = new_ratio(figures, i, costs, row);
        else if (!new_cell(figures, i, costs, row, old[i], &now[i], error))
            return false;
    }
    return true;
}

/* The columns of sums that are derived; the caller frees them. */
static size_t *derived_sums(const struct figures *figures, size_t *count)
{
    size_t *shown = memory_alloc(figures->n_shown, sizeof *shown);

    *count = 0;
    for (size_t i = 0; i < figures->n_shown; i++)
        if (figures->shown[i] >= figures->profile->events.n_recorded &&
            !event_is_ratio(shown_event(figures, i)))
            shown[(*count)++] = figures->shown[i];
    return shown;
}

bool figures_fit(const struct figures *figures, const struct costs *const *all, size_t count,
                 struct error *error)
{
    struct figures sums = *figures;
    size_t *shown = derived_sums(figures, &sums.n_shown);
    struct cell *cells = memory_alloc(figures->n_shown, sizeof *cells);

    sums.shown = shown;
    bool is_done = figures_cells(&sums, costs_alone(figures->total), 0, cells, error);
    for (size_t i = 0; i < count && sums.n_shown != 0; i++)
        for (size_t row = 0; is_done && row < all[i]->n_rows; row++)
            is_done = figures_cells(&sums, costs_alone(all[i]), row, cells, error);
    free(cells);
    free(shown);
    return is_done;
}

/* What the columns say of the program: what it cost, and in a difference how that changed. */
static bool set_totals(const struct figures *figures, struct column *columns, struct error *error)
{
    size_t count = figures->n_shown;
    const struct row_costs costs = figures_total(figures);
    struct cell *totals = memory_alloc(count, sizeof *totals);
    struct cell *changes = memory_alloc(count, sizeof *changes);
    bool is_done = side_cells(figures, costs_alone(figures->base), 0, totals, error) &&
                   figures_cells(figures, costs, 0, changes, error);

    for (size_t i = 0; i < count; i++) {
        columns[i].total = totals[i];
        columns[i].change = changes[i];
        if (figures->is_difference && columns[i].is_ratio)
            columns[i].now = new_ratio(figures, i, costs, 0);
    }
    free(totals);
    free(changes);
    return is_done;
}

struct column *figures_columns(const struct figures *figures, size_t n_columns, struct error *error)
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
    if (set_totals(figures, columns, error))
        return columns;
    free(columns);
    return NULL;
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

/* What a row was and is, as far as both are known. */
static bool include_sides(struct column *column, int64_t old, int64_t change, struct error *error)
{
    include_side(column, old);
    if (add_overflows(&change, old))
        return error_set(error, ERROR_FAILED, NULL, 0, "event '%.100s' does not fit into 64 bits",
                         column->name.at);
    include_side(column, change);
    return true;
}

bool figures_include(const struct figures *figures, struct column *columns, struct row_costs costs,
                     size_t row, struct error *error)
{
    for (size_t i = 0; i < figures->n_shown; i++) {
        struct cell cell;
        struct event_cost old;
        if (!cell_of_row(figures, i, costs, row, &cell, error))
            return false;
        column_include(&columns[i], cell);
        if (costs.old == NULL || !figures->is_difference)
            continue;
        if (cell.is_ratio)
            include_both_ratios(&columns[i], shown_event(figures, i), costs, row);
        else if (!event_cost(&figures->profile->events, figures->shown[i], costs.old,
                             costs_row(costs.old, row), &old, error) ||
                 !include_sides(&columns[i], old.sum, cell.value, error))
            return false;
    }
    return true;
}

void figures_name_row(const struct rows *rows, row_id id, struct table_row *row)
{
    struct row_names names = rows_names(rows, id);

    row->object = names.object;
    row->file = names.file;
    row->function = names.function;
}

bool figures_key(const struct figures *figures, struct row_costs costs, size_t row, int64_t *key,
                 struct error *error)
{
    const struct sorting first = {figures->sorting.events, figures->sorting.keys, 1};

    rank_keys(&first, costs, row, key);
    return events_fit(first.events, error);
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

static bool set_sides(struct old_figures *old, struct row_costs self, struct row_costs inclusive,
                      size_t row, struct error *error)
{
    old->row.cells = old->self;
    old->row.now = old->now;
    if (!figures_sides(old->figures, self, row, old->self, old->now, error))
        return false;
    if (inclusive.costs == NULL)
        return true;
    old->row.inclusive = old->inclusive;
    old->row.inclusive_now = old->inclusive_now;
    return figures_sides(old->figures, inclusive, row, old->inclusive, old->inclusive_now, error);
}

bool old_figures_set_costs(struct old_figures *old, struct row_costs self,
                           struct row_costs inclusive, size_t row, struct table_row *table_row,
                           struct error *error)
{
    old->row = (struct old_table_row){0};
    table_row->old = &old->row;
    return set_sides(old, self, inclusive, row, error);
}

bool old_figures_set(struct old_figures *old, row_id id, struct table_row *row, struct error *error)
{
    const struct row_diff *diff = old->of->diff;
    struct row_names was = {0};

    if (diff == NULL)
        return true;
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
    return set_sides(old, self, inclusive, id, error);
}

void old_figures_end(struct old_figures *old)
{
    free(old->self);
    free(old->inclusive);
    free(old->now);
    free(old->inclusive_now);
    *old = (struct old_figures){0};
}
