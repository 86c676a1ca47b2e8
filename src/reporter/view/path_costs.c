/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/path_costs.h"

#include <stdlib.h>

#include "aggregator/hot_paths.h"
#include "aggregator/row_figures.h"
#include "base/arena.h"
#include "base/index.h"
#include "reporter/view/figures.h"

void path_costs_begin(struct path_costs *costs, const struct figures *figures,
                      const struct hot_paths *paths)
{
    size_t count = figures->n_shown;

    *costs = (struct path_costs){
        .figures = figures,
        .paths = paths,
        .most = memory_alloc(count, sizeof *costs->most),
        .least = memory_alloc(count, sizeof *costs->least),
        .calls = memory_alloc(count, sizeof *costs->calls),
        .inclusive = memory_alloc(count, sizeof *costs->inclusive),
    };
    costs_init(&costs->start, figures->profile->events.n_recorded);
}

void path_costs_end(struct path_costs *costs)
{
    free(costs->most);
    free(costs->least);
    free(costs->calls);
    free(costs->inclusive);
    costs_free(&costs->start);
    *costs = (struct path_costs){0};
}

/* Only of sums of costs, none of which is taken off, there is a most. */
static bool has_most(const struct path_costs *costs, size_t column)
{
    const struct events *events = &costs->figures->profile->events;
    const struct event *event = &events->list[costs->figures->shown[column]];

    for (size_t i = 0; event->factors != NULL && i < event->n_columns; i++)
        if (event->factors[i].times < 0)
            return false;
    return costs->inclusive[column].is_given;
}

/* Whether all that leaves the row is known to be a part of what it cost. */
static bool has_common(const struct path_costs *costs, row_id row)
{
    const struct inclusive *inclusive = costs->paths->of->inclusive;

    return inclusive->is_exact[row] && inclusive->nesting.rules[row] == RULE_ALONE;
}

/* What started in the row; where it is not exact, no more than the program. */
static bool set_start(struct path_costs *costs, row_id row, struct error *error)
{
    const struct figures *figures = costs->figures;

    if (!costs->paths->of->inclusive->is_exact[row])
        return figures_cells(figures, figures->total, 0, costs->calls, error);
    if (!hot_paths_start_cost(costs->paths, row, &costs->start))
        return profile_fits(figures->profile, true, error);
    return figures_cells(figures, &costs->start, 0, costs->calls, error);
}

static bool set_calls(struct path_costs *costs, const struct hot_step *step, struct error *error)
{
    const struct row_calls *calls = costs->paths->of->calls;

    if (step->arc == NO_ID)
        return set_start(costs, step->row, error);
    bool is_nested = costs->paths->is_nested[step->arc];
    return figures_cells(costs->figures, is_nested ? &calls->arcs.costs : &calls->entering,
                         step->arc, costs->calls, error);
}

/* The first step: a start, or the calls that a path too long to be shown is cut at. */
static void begin_path(struct path_costs *costs, const struct hot_step *step)
{
    bool is_start =
        step->arc == NO_ID && costs->paths->widths[step->row] >= 0 && has_common(costs, step->row);

    for (size_t i = 0; i < costs->figures->n_shown; i++) {
        costs->most[i] = costs->calls[i];
        costs->least[i] = is_start ? costs->calls[i].value : 0;
    }
}

static void go_on(struct path_costs *costs, const struct hot_step *step)
{
    bool is_common = costs->may_have_common && !costs->paths->is_nested[step->arc];

    for (size_t i = 0; i < costs->figures->n_shown; i++) {
        int64_t calls = costs->calls[i].value, cost = costs->inclusive[i].value;
        int64_t least = costs->least[i] - cost + calls;
        if (calls < costs->most[i].value)
            costs->most[i].value = calls;
        costs->most[i].is_given = costs->most[i].is_given && costs->calls[i].is_given;
        costs->least[i] = is_common && least > 0 ? least : 0;
    }
}

bool path_costs_add(struct path_costs *costs, const struct hot_step *step, bool is_first,
                    struct error *error)
{
    const struct figures *figures = costs->figures;

    if (!set_calls(costs, step, error))
        return false;
    if (is_first)
        begin_path(costs, step);
    else
        go_on(costs, step);
    if (!figures_inclusive_cells(figures, costs->paths->of, step->row, costs->inclusive, error))
        return false;
    for (size_t i = 0; i < figures->n_shown; i++) {
        struct cell *most = &costs->most[i];
        if (!has_most(costs, i))
            most->is_given = false;
        most->is_most = most->is_given && costs->least[i] != most->value;
    }
    costs->may_have_common = has_common(costs, step->row);
    return true;
}
