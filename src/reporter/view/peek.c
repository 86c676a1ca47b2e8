/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shows functions from all sides, the costliest first: the callers of each above, its callees
 * below, its calls of itself, the files that its self cost comes from, and the hottest path to it.
 * Each function has a section. A difference shows the changes, by size, without a path.
 */

#include <stdlib.h>

#include "aggregator/rank.h"
#include "base/array.h"
#include "base/number.h"
#include "reporter/report.h"
#include "reporter/view/hottest_path.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/view_kind.h"

struct peek {
    struct view_input *input;
    struct row_figures rows;
    struct ranking matches; /* the functions to look at */
    size_t next;            /* match to show */
    place_id *places;       /* by row: from places_begin[row] on */
    size_t *places_begin;
    struct hottest_paths paths; /* {0} of a difference */

    /* These are of the current function: */
    row_id row;
    struct columns columns;
    struct table_event *events;
    struct ranking callers, callees; /* item ids are arcs */
    struct ranking files;            /* item ids are rows of file_costs */
    struct costs file_costs;         /* its self cost by file */
    uint32_t recursive_arc;          /* NO_ID where it does not call itself */
    bool has_path;
    bool was_given; /* its rows were added */

    uint64_t path_work;    /* what the paths so far have taken */
    size_t n_without_path; /* functions whose paths are left out, since that is too much */
};

/*
 * The limit for all hottest paths together: each call that is looked at, and each row as much as a
 * hundred of those. That is a second or less, and more rows than anybody reads.
 */
enum { MOST_PATH_WORK = 10000000, WORK_OF_ROW = 100 };

/* Tells whether a row of a difference is other than 0 in any recorded event. */
static bool has_changed(const struct costs *costs, uint32_t id)
{
    for (size_t event = 0; event < costs->n_events; event++)
        if (costs_sum(costs, costs_row(costs, id), event) != 0)
            return true;
    return false;
}

/* Returns what the calls on one side add to inclusive costs. */
static const struct costs *costs_of_side(const struct peek *peek, enum calls_by by)
{
    return by == CALLS_BY_CALLEE ? &peek->rows.calls->entering : &peek->rows.calls->leaving;
}

/* Ranks the calls on one side of the function, without those from itself. */
static void rank_side(struct peek *peek, enum calls_by by)
{
    struct ranking *ranking = by == CALLS_BY_CALLEE ? &peek->callers : &peek->callees;
    const struct row_calls *calls = peek->rows.calls;
    const struct costs *costs = costs_of_side(peek, by);
    struct side_of_row side = row_calls_side(calls, peek->row, by);

    ranking_begin(ranking, 1);
    for (size_t i = 0; i < side.count; i++) {
        uint32_t arc = side.arcs[i];
        row_id other = row_calls_other(calls, arc, by);
        if (other == peek->row) {
            peek->recursive_arc = arc;
            continue;
        }
        if (peek->rows.diff != NULL && !has_changed(costs, arc) && calls->arcs.counts[arc] == 0)
            continue;
        *ranking_add(ranking, rank_row(calls->rows, other, arc)) =
            figures_key(&peek->input->figures, costs_alone(costs), arc);
    }
    ranking_sort(ranking);
}

/* Ranks the files where the function's code is by their part of its self cost. */
static void rank_files(struct peek *peek)
{
    const struct profile *profile = peek->input->profile;
    const size_t *begin = &peek->places_begin[peek->row];
    struct ranking *ranking = &peek->files;
    struct map files = {0};
    bool overflows = false;

    costs_free(&peek->file_costs);
    costs_init(&peek->file_costs, profile->events.n_recorded);
    for (size_t i = begin[0]; i < begin[1]; i++) {
        place_id id = peek->places[i];
        uint32_t file = map_add(&files, 0, profile_place(profile, id).file);
        overflows |= costs_combine_overflows(&peek->file_costs, file,
                                             costs_row(&profile->ledgers[PLACES].costs, id), false);
    }
    profile_note_overflow(profile, overflows);
    ranking_begin(ranking, 1);
    for (uint32_t i = 0; i < files.count; i++) {
        struct text name = names_text(profile->symbols.files, (file_id)files.keys[i].to);
        *ranking_add(ranking, (struct ranked){.id = i, .file = name}) =
            figures_key(&peek->input->figures, costs_alone(&peek->file_costs), i);
    }
    ranking_sort(ranking);
    map_free(&files);
}

/* Adds the row of a caller, a callee or the function's calls of itself. */
static void add_arc(const struct peek *peek, enum table_row_kind kind, uint32_t arc,
                    struct table_rows *rows)
{
    const struct figures *figures = &peek->input->figures;
    const struct row_calls *calls = peek->rows.calls;
    enum calls_by by = kind == ROW_CALLER ? CALLS_BY_CALLEE : CALLS_BY_CALLER;
    const struct row_costs spent = {.costs = costs_of_side(peek, by), .is_inclusive = true};
    struct table_row *row = table_rows_add(rows, kind);

    row->inclusive = figures_make(figures, spent, arc, rows);
    row->calls.now = (struct cell){.value = calls->arcs.counts[arc], .is_given = true};
    figures_name_row(calls->rows, row_calls_other(calls, arc, by), row);
    figures_limit_calls(figures, figures_has_inlined(calls->rows, row_call(calls, arc).callee),
                        row);
}

static void add_side(const struct peek *peek, enum table_row_kind kind, const struct ranking *side,
                     struct table_rows *rows)
{
    for (size_t i = 0; i < side->count; i++)
        add_arc(peek, kind, side->items[i].id, rows);
}

static void add_files(const struct peek *peek, struct table_rows *rows)
{
    for (size_t i = 0; i < peek->files.count; i++) {
        const struct ranked *file = &peek->files.items[i];
        struct table_row *row = table_rows_add(rows, ROW_FILE);
        row->self =
            figures_make(&peek->input->figures, costs_alone(&peek->file_costs), file->id, rows);
        row->file = file->file;
    }
}

static void make_rows(void *opaque, struct table_rows *rows)
{
    struct peek *peek = opaque;
    const struct figures *figures = &peek->input->figures;
    bool is_tabular = peek->input->options->is_tabular;

    if (peek->was_given)
        return;
    peek->was_given = true;
    /* The function goes first where each row is read by itself. */
    if (is_tabular)
        figures_add_row(figures, &peek->rows, peek->row, ROW_FUNCTION, rows);
    add_side(peek, ROW_CALLER, &peek->callers, rows);
    if (!is_tabular)
        figures_add_row(figures, &peek->rows, peek->row, ROW_FUNCTION, rows);
    if (peek->recursive_arc != NO_ID)
        add_arc(peek, ROW_RECURSION, peek->recursive_arc, rows);
    add_side(peek, ROW_CALLEE, &peek->callees, rows);
    add_files(peek, rows);
    if (peek->has_path)
        hottest_paths_add(&peek->paths, rows);
}

/* Sets the events: callers and callees are shares of the inclusive cost, files of the self cost. */
static void set_events(struct peek *peek)
{
    const struct figures *figures = &peek->input->figures;
    struct figure *self = memory_alloc(figures->n_shown, sizeof *self);
    struct figure *inclusive = memory_alloc(figures->n_shown, sizeof *inclusive);

    free(peek->events);
    peek->events = figures_events(figures, figures->n_shown);
    figures_fill(figures, figures_self(&peek->rows), peek->row, self);
    figures_fill(figures, figures_inclusive(&peek->rows), peek->row, inclusive);
    for (size_t i = 0; i < figures->n_shown; i++) {
        peek->events[i].self = figure_shown(&self[i], figures->is_difference);
        peek->events[i].inclusive = figure_shown(&inclusive[i], figures->is_difference);
    }
    free(self);
    free(inclusive);
}

/* Finds the hottest path to the function, unless those so far took too much. */
static void find_path(struct peek *peek)
{
    const struct path_steps_down *path = &peek->paths.path;

    peek->has_path = peek->rows.diff == NULL && peek->path_work <= MOST_PATH_WORK;
    peek->n_without_path += peek->rows.diff == NULL && !peek->has_path;
    if (!peek->has_path)
        return;
    hottest_paths_find(&peek->paths, peek->row);
    peek->path_work += path->n_looked_at + path->count * WORK_OF_ROW;
}

/* Returns whether a row of the function, its callers or its callees has calls. */
static bool has_calls(const struct peek *peek)
{
    const struct ranking *const sides[] = {&peek->callers, &peek->callees};
    const int64_t *counts = peek->rows.calls->arcs.counts;
    bool has = peek->rows.rows->calls[peek->row] != 0 ||
               (peek->recursive_arc != NO_ID && counts[peek->recursive_arc] != 0);

    for (size_t i = 0; i < ARRAY_LENGTH(sides); i++)
        for (size_t k = 0; k < sides[i]->count && !has; k++)
            has = counts[sides[i]->items[k].id] != 0;
    return has;
}

static void add_columns(const struct peek *peek, const struct table *table)
{
    const struct view_options *options = peek->input->options;
    bool shows_calls = table->is_difference || has_calls(peek);

    columns_add_keys(table, name_keys);
    columns_add_old_keys(table, false);
    for (size_t i = 0; i < table->n_events; i++)
        columns_add_peeked(table, i);
    if (shows_calls)
        columns_add(table, &calls_column, NO_LIST, 0, RANK_KEPT);
    for (size_t i = 0; !table->is_difference && i < table->n_events; i++) {
        struct column *column =
            columns_add(table, &per_call_column, LIST_INCLUSIVE, i, RANK_PER_CALL);
        column->key = "per_call";
        if (!shows_calls || table->events[i].is_ratio) /* which has no mean */
            column->heading = (struct text){0};
    }
    if (options->shows_inlined)
        columns_add_keys(table, inlined_keys);
}

static bool peek_show(void *view, struct section *section, struct error *error)
{
    struct peek *peek = view;

    (void)error;
    section->kind = SECTION_PEEK;
    if (peek->next == peek->matches.count) {
        if (peek->n_without_path != 0)
            warnings_add(peek->input->warnings, NULL, 0,
                         "the hottest paths of %zu functions are left out: --peek of fewer has "
                         "them",
                         peek->n_without_path);
        return false;
    }
    peek->row = peek->matches.items[peek->next++].id;
    peek->recursive_arc = NO_ID;
    peek->was_given = false;
    rank_side(peek, CALLS_BY_CALLEE);
    rank_side(peek, CALLS_BY_CALLER);
    rank_files(peek);
    set_events(peek);
    find_path(peek);
    section->table = figures_table(&peek->input->figures, peek->events, &peek->columns);
    add_columns(peek, &section->table);
    section->table.make_rows = make_rows;
    section->table.view = peek;
    return true;
}

/* Finds the functions to look at: first those that are called just what was asked for. */
static bool find_matches(struct peek *peek, struct error *error)
{
    const struct rows *rows = peek->rows.rows;
    const struct view_input *input = peek->input;
    const struct pattern *pattern = &input->options->peek;

    ranking_begin(&peek->matches, 2);
    for (row_id id = 0; id < rows->count; id++) {
        struct text name = rows_names(rows, id).function;
        if (rows->list[id].is_hidden || !pattern_passes(pattern, name))
            continue;
        int64_t *keys = ranking_add(&peek->matches, rank_row(rows, id, id));
        keys[0] = text_equal(name, pattern->written);
        keys[1] = figures_key(&input->figures, figures_inclusive(&peek->rows), id);
    }
    ranking_sort(&peek->matches);
    return peek->matches.count != 0 || no_function_matches("--peek", rows, pattern, error);
}

static void peek_close(void *view)
{
    struct peek *peek = view;

    free(peek->events);
    columns_free(&peek->columns);
    hottest_paths_close(&peek->paths);
    ranking_free(&peek->matches);
    ranking_free(&peek->callers);
    ranking_free(&peek->callees);
    ranking_free(&peek->files);
    costs_free(&peek->file_costs);
    free(peek->places);
    free(peek->places_begin);
    row_figures_free(&peek->rows);
    free(peek);
}

static void *peek_open(struct view_input *input, struct error *error)
{
    struct peek *peek = memory_alloc(1, sizeof *peek);

    peek->input = input;
    if (view_choose_metric(input, METRIC_CALLS, error) &&
        view_add_up_functions(input, &peek->rows, error) && find_matches(peek, error)) {
        if (input->diff == NULL)
            hottest_paths_open(&peek->paths, input, &peek->rows);
        peek->places = rows_sort_places(peek->rows.rows, &peek->places_begin);
        return peek;
    }
    peek_close(peek);
    return NULL;
}

const struct view_kind peek_view = {
    .asked = "--peek",
    .uses = USE_SELECT | USE_FOLDS,
    .keep = {.places = KEEP_SELF_AND_CALLS},
    .open = peek_open,
    .show = peek_show,
    .close = peek_close,
};
