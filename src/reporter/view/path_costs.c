/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/path_costs.h"

#include <stdlib.h>
#include <string.h>

#include "aggregator/hot_paths.h"
#include "aggregator/row_figures.h"
#include "base/arena.h"
#include "base/index.h"
#include "profile/ratios.h"

/* The events of the columns, and where one is a ratio all that are recorded after them. */
static void set_figures(struct path_costs *costs, const struct figures *figures)
{
    const struct events *events = &figures->profile->events;
    size_t count = figures->n_shown;
    bool has_ratio = false;

    costs->figures = *figures;
    costs->n_columns = count;
    costs->shown = memory_alloc(count + events->n_recorded, sizeof *costs->shown);
    for (size_t i = 0; i < count; i++) {
        costs->shown[i] = figures->shown[i];
        has_ratio = has_ratio || event_is_ratio(&events->list[figures->shown[i]]);
    }
    for (size_t i = 0; has_ratio && i < events->n_recorded; i++)
        costs->shown[count++] = i;
    costs->figures.shown = costs->shown;
    costs->figures.n_shown = count;
}

void path_costs_begin(struct path_costs *costs, const struct figures *figures,
                      const struct hot_paths *paths)
{
    *costs = (struct path_costs){.paths = paths};
    set_figures(costs, figures);
    size_t count = costs->figures.n_shown;
    costs->most = memory_alloc(count, sizeof *costs->most);
    costs->least = memory_alloc(count, sizeof *costs->least);
    costs->calls = memory_alloc(count, sizeof *costs->calls);
    costs->inclusive = memory_alloc(count, sizeof *costs->inclusive);
    costs_init(&costs->start, figures->profile->events.n_recorded);
    costs_init(&costs->exact, figures->profile->events.n_recorded);
    costs_ensure(&costs->exact, 1);
}

void path_costs_end(struct path_costs *costs)
{
    free(costs->shown);
    free(costs->most);
    free(costs->least);
    free(costs->calls);
    free(costs->inclusive);
    costs_free(&costs->start);
    costs_free(&costs->exact);
    *costs = (struct path_costs){0};
}

static const struct event *event_of(const struct path_costs *costs, size_t column)
{
    return &costs->figures.profile->events.list[costs->figures.shown[column]];
}

/* Only of sums of costs, none of which is taken off, there is a most. */
static bool has_most(const struct path_costs *costs, size_t column)
{
    const struct event *event = event_of(costs, column);

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
    const struct figures *figures = &costs->figures;

    if (!costs->paths->of->inclusive->is_exact[row])
        return figures_cells(figures, costs_alone(figures->total), 0, costs->calls, error);
    if (!hot_paths_start_cost(costs->paths, row, &costs->start))
        return profile_fits(figures->profile, true, error);
    return figures_cells(figures, costs_alone(&costs->start), 0, costs->calls, error);
}

static bool set_calls(struct path_costs *costs, const struct hot_step *step, struct error *error)
{
    const struct row_calls *calls = costs->paths->of->calls;

    if (step->arc == NO_ID)
        return set_start(costs, step->row, error);
    bool is_nested = costs->paths->is_nested[step->arc];
    const struct costs *of_calls = is_nested ? &calls->arcs.costs : &calls->entering;
    return figures_cells(&costs->figures, costs_alone(of_calls), step->arc, costs->calls, error);
}

/* The first step: a start, or the calls that a path too long to be shown is cut at. */
static void begin_path(struct path_costs *costs, const struct hot_step *step)
{
    bool is_start =
        step->arc == NO_ID && costs->paths->widths[step->row] >= 0 && has_common(costs, step->row);

    for (size_t i = 0; i < costs->figures.n_shown; i++) {
        costs->most[i] = costs->calls[i];
        costs->least[i] = is_start ? costs->calls[i].value : 0;
    }
}

static void go_on(struct path_costs *costs, const struct hot_step *step)
{
    bool is_common = costs->may_have_common && !costs->paths->is_nested[step->arc];

    for (size_t i = 0; i < costs->figures.n_shown; i++) {
        int64_t calls = costs->calls[i].value, cost = costs->inclusive[i].value;
        int64_t least = costs->least[i] - cost + calls;
        if (calls < costs->most[i].value)
            costs->most[i].value = calls;
        costs->most[i].is_given = costs->most[i].is_given && costs->calls[i].is_given;
        costs->least[i] = is_common && least > 0 ? least : 0;
    }
}

/* Of a ratio: whether all that was spent by the step is known of what it is made of. */
static struct cell ratio_of_step(struct path_costs *costs, size_t column)
{
    const struct event *event = event_of(costs, column);
    struct cell cell = {.is_ratio = true};

    memset(costs_row(&costs->exact, 0), 0, costs->exact.stride * sizeof *costs->exact.cells);
    for (size_t i = 0; i < event->n_columns; i++) {
        const struct cell *most = &costs->most[costs->n_columns + i];
        bool is_needed = event->factors[i].times != 0 || event->divisor[i].times != 0;
        cell.is_most = cell.is_most || (is_needed && most->is_most);
        if (is_needed && most->is_given)
            costs_set(&costs->exact, costs_row(&costs->exact, 0), i, most->value);
    }
    const struct row_ratio ratio = row_ratio_of(event, costs_alone(&costs->exact), 0, false);
    cell.is_given = ratio.has_now && !cell.is_most;
    cell.ratio = cell.is_given ? ratio.now : 0;
    return cell;
}

bool path_costs_add(struct path_costs *costs, const struct hot_step *step, bool is_first,
                    struct error *error)
{
    const struct figures *figures = &costs->figures;

    if (!set_calls(costs, step, error))
        return false;
    if (is_first)
        begin_path(costs, step);
    else
        go_on(costs, step);
    if (!figures_cells(figures, figures_inclusive(costs->paths->of), step->row, costs->inclusive,
                       error))
        return false;
    for (size_t i = 0; i < figures->n_shown; i++) {
        struct cell *most = &costs->most[i];
        if (!has_most(costs, i))
            most->is_given = false;
        most->is_most = most->is_given && costs->least[i] != most->value;
    }
    for (size_t i = 0; i < costs->n_columns; i++)
        if (event_is_ratio(event_of(costs, i)))
            costs->most[i] = ratio_of_step(costs, i);
    costs->may_have_common = has_common(costs, step->row);
    return true;
}
