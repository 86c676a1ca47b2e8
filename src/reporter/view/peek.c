/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/peek.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/number.h"

static bool first_cost(const struct view_peek *view, const struct costs *costs, const int64_t *row,
                       int64_t *key, struct error *error)
{
    struct event_cost cost;

    if (!event_cost(&view->groups->profile->events, view->figures->shown[view->figures->measured],
                    costs, row, &cost, error))
        return false;
    if (view->group_diff != NULL)
        *key = magnitude(cost.sum);
    else
        *key = cost.is_given ? cost.sum : -1;
    return true;
}

/* Whether a row of a difference is other than 0 in any recorded event. */
static bool has_changed(const struct costs *costs, uint32_t id)
{
    for (size_t event = 0; event < costs->n_events; event++)
        if (costs_sum(costs, costs_row(costs, id), event) != 0)
            return true;
    return false;
}

/* Ranks the calls at one side of the group; those from itself stand apart. */
static bool rank_side(struct view_peek *view, bool is_caller_side, int64_t *keys,
                      struct ranked *items, size_t *count, struct error *error)
{
    const struct group_calls *calls = view->calls;
    const size_t *begin = is_caller_side ? calls->callers_begin : calls->callees_begin;
    const uint32_t *arcs = is_caller_side ? calls->callers : calls->callees;
    const struct costs *costs = is_caller_side ? &calls->entering : &calls->leaving;

    for (size_t i = begin[view->group]; i < begin[view->group + 1]; i++) {
        struct group_call call = group_call(calls, arcs[i]);
        group_id other = is_caller_side ? call.caller : call.callee;
        if (other == view->group) {
            view->recursive_arc = arcs[i];
            continue;
        }
        if (!first_cost(view, costs, costs_row(costs, arcs[i]), &keys[*count], error))
            return false;
        if (view->group_diff != NULL && !has_changed(costs, arcs[i]) &&
            calls->arcs.counts[arcs[i]] == 0)
            continue;
        items[*count] = rank_group(view->groups, other, arcs[i], &keys[*count]);
        (*count)++;
    }
    rank(items, *count);
    return true;
}

static bool rank_calls(struct view_peek *view, struct error *error)
{
    const struct group_calls *calls = view->calls;
    group_id id = view->group;
    size_t n_callers = calls->callers_begin[id + 1] - calls->callers_begin[id];
    size_t n_callees = calls->callees_begin[id + 1] - calls->callees_begin[id];

    view->callers = memory_alloc(n_callers, sizeof *view->callers);
    view->callees = memory_alloc(n_callees, sizeof *view->callees);
    view->keys = memory_alloc(n_callers + n_callees, sizeof *view->keys);
    return rank_side(view, true, view->keys, view->callers, &view->n_callers, error) &&
           rank_side(view, false, view->keys + n_callers, view->callees, &view->n_callees, error);
}

/* The self cost of the group by the file where its code is. */
static bool rank_files(struct view_peek *view, struct error *error)
{
    const struct profile *profile = view->groups->profile;
    struct index files = {0};
    bool overflows = false;

    costs_init(&view->file_costs, profile->events.n_recorded);
    const size_t *begin = &view->calls->places_begin[view->group];
    for (size_t i = begin[0]; i < begin[1]; i++) {
        place_id id = view->calls->places[i];
        uint32_t row = index_add(&files, 0, profile_place(profile, id).file);
        costs_ensure(&view->file_costs, files.count);
        overflows |= costs_add_row_overflows(&view->file_costs, costs_row(&view->file_costs, row),
                                             costs_row(&profile->by_place.self, id));
    }
    bool is_done = !overflows ||
                   error_set(error, ERROR_FAILED, NULL, 0, "the costs add up to more than 64 bits");
    int64_t *keys = memory_alloc(files.count, sizeof *keys);
    view->file_keys = keys;
    view->files = memory_alloc(files.count, sizeof *view->files);
    view->n_files = files.count;
    for (uint32_t i = 0; is_done && i < files.count; i++) {
        file_id file = (file_id)files.keys[i].low;
        is_done =
            first_cost(view, &view->file_costs, costs_row(&view->file_costs, i), &keys[i], error);
        view->files[i] = (struct ranked){.id = i,
                                         .keys = &keys[i],
                                         .n_keys = 1,
                                         .file = names_text(profile->symbols.files, file)};
    }
    rank(view->files, is_done ? view->n_files : 0);
    index_free(&files);
    return is_done;
}

static bool arc_row(struct view_peek *view, enum table_row_kind kind, uint32_t arc,
                    struct table_row *row, struct error *error)
{
    const struct costs *costs = kind == ROW_CALLER ? &view->calls->entering : &view->calls->leaving;
    struct group_call call = group_call(view->calls, arc);

    *row = (struct table_row){
        .kind = kind, .cells = view->cells, .calls = view->calls->arcs.counts[arc]};
    figures_name_group(view->groups, kind == ROW_CALLER ? call.caller : call.callee, row);
    return figures_cells(view->figures, costs, costs_row(costs, arc), view->cells, error);
}

static bool function_row(struct view_peek *view, struct table_row *row, struct error *error)
{
    const struct costs *self = &view->groups->self, *inclusive = &view->inclusive->costs;
    group_id id = view->group;

    *row = (struct table_row){.kind = ROW_FUNCTION,
                              .cells = view->cells,
                              .inclusive = view->inclusive_cells,
                              .calls = view->groups->calls[id]};
    figures_name_group(view->groups, id, row);
    if (!figures_cells(view->figures, self, costs_row(self, id), view->cells, error) ||
        !figures_cells(view->figures, inclusive, costs_row(inclusive, id), view->inclusive_cells,
                       error))
        return false;
    for (size_t i = 0; i < view->figures->n_shown; i++)
        view->inclusive_cells[i].is_bound =
            view->inclusive_cells[i].is_given && !view->inclusive->is_exact[id];
    return old_group_tell(&view->old, id, row, error);
}

static bool file_row(struct view_peek *view, size_t place, struct table_row *row,
                     struct error *error)
{
    const struct ranked *item = &view->files[place];

    *row = (struct table_row){.kind = ROW_FILE, .cells = view->cells, .file = item->file};
    return figures_cells(view->figures, &view->file_costs, costs_row(&view->file_costs, item->id),
                         view->cells, error);
}

static bool path_row(struct view_peek *view, size_t place, struct table_row *row,
                     struct error *error)
{
    const struct costs *inclusive = &view->inclusive->costs;
    group_id id = view->path[place];

    *row = (struct table_row){.kind = ROW_PATH, .cells = view->cells};
    figures_name_group(view->groups, id, row);
    if (!figures_cells(view->figures, inclusive, costs_row(inclusive, id), view->cells, error))
        return false;
    for (size_t i = 0; i < view->figures->n_shown; i++)
        view->cells[i].is_bound = view->cells[i].is_given && !view->inclusive->is_exact[id];
    return true;
}

/* Callers, the function, its calls of itself, callees, files, path. */
static bool next_row(void *opaque, struct table_row *row, struct error *error)
{
    struct view_peek *view = opaque;
    size_t place = view->row++;

    if (view->function_first && place <= view->n_callers)
        place = place == 0 ? view->n_callers : place - 1;
    if (place < view->n_callers)
        return arc_row(view, ROW_CALLER, view->callers[place].id, row, error);
    place -= view->n_callers;
    if (place == 0)
        return function_row(view, row, error);
    place--;
    if (view->recursive_arc != NO_ID && place-- == 0)
        return arc_row(view, ROW_RECURSION, view->recursive_arc, row, error);
    if (place < view->n_callees)
        return arc_row(view, ROW_CALLEE, view->callees[place].id, row, error);
    place -= view->n_callees;
    if (place < view->n_files)
        return file_row(view, place, row, error);
    place -= view->n_files;
    if (place < view->path_length)
        return path_row(view, place, row, error);
    return false;
}

/* The recorded event that a shown one starts from: paths follow recorded costs. */
static size_t path_column(const struct view_peek *view)
{
    const struct events *events = &view->groups->profile->events;
    size_t event = view->figures->shown[view->figures->measured];

    for (size_t i = 0; event >= events->n_recorded && i < events->list[event].n_columns; i++)
        if (events->list[event].factors[i] > 0)
            return i;
    return event < events->n_recorded ? event : 0;
}

bool view_peek_begin(struct view_peek *view, const struct figures *figures,
                     const struct groups *groups, const struct inclusive *inclusive,
                     const struct group_calls *calls, const struct group_diff *group_diff,
                     group_id group, bool function_first, struct table *table, struct error *error)
{
    *view = (struct view_peek){.figures = figures,
                               .groups = groups,
                               .inclusive = inclusive,
                               .calls = calls,
                               .group_diff = group_diff,
                               .group = group,
                               .function_first = function_first,
                               .recursive_arc = NO_ID};
    view->cells = memory_alloc(figures->n_shown, sizeof *view->cells);
    view->inclusive_cells = memory_alloc(figures->n_shown, sizeof *view->inclusive_cells);
    old_group_begin(&view->old, figures, group_diff);
    view->columns = figures_columns(figures, figures->n_shown, error);
    if (view->columns == NULL || !rank_calls(view, error) || !rank_files(view, error))
        return false;
    /* Callers and callees are shares of the inclusive cost, files of the self cost. */
    const struct costs *self = &groups->self, *all = &inclusive->costs;
    if (!figures_cells(figures, self, costs_row(self, group), view->cells, error) ||
        !figures_cells(figures, all, costs_row(all, group), view->inclusive_cells, error))
        return false;
    for (size_t i = 0; i < figures->n_shown; i++) {
        view->columns[i].self = view->cells[i];
        view->columns[i].inclusive = view->inclusive_cells[i];
    }
    if (group_diff == NULL)
        view->path_length =
            group_calls_path(calls, group, path_column(view), view->path, PATH_ROOM);
    *table = (struct table){.columns = view->columns,
                            .n_columns = figures->n_shown,
                            .has_inclusive = true,
                            .is_difference = group_diff != NULL,
                            .most_calls = groups->calls[group],
                            .next = next_row,
                            .view = view};
    return true;
}

void view_peek_end(struct view_peek *view)
{
    free(view->columns);
    free(view->cells);
    free(view->inclusive_cells);
    old_group_end(&view->old);
    free(view->callers);
    free(view->callees);
    free(view->files);
    free(view->keys);
    free(view->file_keys);
    costs_free(&view->file_costs);
    *view = (struct view_peek){0};
}
