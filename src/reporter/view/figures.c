/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/figures.h"

#include <stdlib.h>

#include "aggregator/row_figures.h"
#include "base/array.h"
#include "base/warnings.h"

bool figures_cells(const struct figures *figures, const struct costs *costs, size_t row,
                   struct cell *cells, struct error *error)
{
    const int64_t *cost_row = costs_row(costs, row);

    for (size_t i = 0; i < figures->n_shown; i++) {
        struct event_cost cost;
        if (!event_cost(&figures->profile->events, figures->shown[i], costs, cost_row, &cost,
                        error))
            return false;
        cells[i] = (struct cell){.value = cost.sum, .is_given = cost.is_given};
    }
    return true;
}

bool figures_inclusive_cells(const struct figures *figures, const struct row_figures *of,
                             row_id row, struct cell *cells, struct error *error)
{
    if (!figures_cells(figures, &of->inclusive->costs, row, cells, error))
        return false;
    for (size_t i = 0; i < figures->n_shown; i++)
        cells[i].is_bound = cells[i].is_given && !of->inclusive->is_exact[row];
    return true;
}

static bool has_derived(const struct figures *figures)
{
    for (size_t i = 0; i < figures->n_shown; i++)
        if (figures->shown[i] >= figures->profile->events.n_recorded)
            return true;
    return false;
}

bool figures_fit(const struct figures *figures, const struct costs *const *all, size_t count,
                 struct error *error)
{
    if (!has_derived(figures))
        return true;
    struct cell *cells = memory_alloc(figures->n_shown, sizeof *cells);
    bool is_done = figures_cells(figures, figures->total, 0, cells, error);
    for (size_t i = 0; i < count; i++)
        for (size_t row = 0; is_done && row < all[i]->n_rows; row++)
            is_done = figures_cells(figures, all[i], row, cells, error);
    free(cells);
    return is_done;
}

struct column *figures_columns(const struct figures *figures, size_t n_columns, struct error *error)
{
    struct column *columns = memory_alloc(n_columns, sizeof *columns);
    struct cell *cells = memory_alloc(figures->n_shown, sizeof *cells);
    struct cell *changes = memory_alloc(figures->n_shown, sizeof *changes);
    bool is_done = figures_cells(figures, figures->base, 0, cells, error) &&
                   figures_cells(figures, figures->total, 0, changes, error);

    for (size_t i = 0; i < figures->n_shown; i++) {
        const struct event *event = &figures->profile->events.list[figures->shown[i]];
        columns[i] = (struct column){
            .name = event->name,
            .long_name = event->long_name,
            .formula = event->formula,
            .total = cells[i],
            .change = changes[i],
        };
    }
    free(cells);
    free(changes);
    if (is_done)
        return columns;
    free(columns);
    return NULL;
}

bool figures_include(const struct figures *figures, struct column *columns,
                     const struct costs *costs, size_t row, struct error *error)
{
    const int64_t *cost_row = costs_row(costs, row);

    for (size_t i = 0; i < figures->n_shown; i++) {
        struct event_cost cost;
        if (!event_cost(&figures->profile->events, figures->shown[i], costs, cost_row, &cost,
                        error))
            return false;
        column_include(&columns[i], (struct cell){.value = cost.sum, .is_given = cost.is_given});
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

bool figures_key(const struct figures *figures, const struct costs *costs, size_t row, int64_t *key,
                 struct error *error)
{
    const struct sorting first = {figures->sorting.events, figures->sorting.keys, 1};

    return rank_keys(&first, costs, row, key, error);
}

void figures_warn(const struct figures *figures, const struct row_figures *of,
                  struct warnings *warnings)
{
    if (of->inclusive == NULL || !of->inclusive->is_inconsistent)
        return;
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
}

bool old_figures_set(struct old_figures *old, row_id id, struct table_row *row, struct error *error)
{
    const struct row_diff *diff = old->of->diff;
    struct row_names was = {0};

    if (diff == NULL)
        return true;
    enum change change = row_diff_change(diff, id, &was);
    old->row = (struct old_table_row){
        .change = change,
        .object = was.object,
        .file = was.file,
        .function = was.function,
        .cells = old->self,
        .inclusive = old->inclusive,
        .calls = diff->old_calls[id],
    };
    row->old = &old->row;
    return figures_cells(old->figures, &diff->old_self, id, old->self, error) &&
           figures_cells(old->figures, &diff->old_inclusive, id, old->inclusive, error);
}

void old_figures_end(struct old_figures *old)
{
    free(old->self);
    free(old->inclusive);
    *old = (struct old_figures){0};
}
