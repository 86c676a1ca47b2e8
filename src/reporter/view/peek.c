/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Functions from all sides, the costliest first: the callers of each above, its callees below, its
 * calls of itself, the files that its self cost comes from, and the hottest path to it. A section
 * for each function. Of a difference all of that is the change, by its size, without a path.
 */

#include <stdlib.h>

#include "aggregator/paths/paths.h"
#include "base/array.h"
#include "base/number.h"
#include "profile/stacks.h"
#include "reporter/report.h"
#include "reporter/view/input/no_match.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/peek_side.h"
#include "reporter/view/tree_side.h"
#include "reporter/view/view_kind.h"

struct peek {
    struct view_input *input;
    struct row_figures rows;
    struct ranking matches; /* the functions to look at */
    size_t match;           /* the next one */
    place_id *places;       /* by row: from places_begin[row] on */
    size_t *places_begin;
    struct old_figures old;
    struct cell *cells, *inclusive_cells;
    struct tree_side paths; /* {0} of a difference */
    struct path_hottest hottest;
    row_id *row_of_name;   /* of the names of paths, */
    uint32_t *name_of_row; /* and the first of a row; NO_ID: it has none */
    struct tree_cells path_cells;
    struct tree_place path_place;
    char path_label[CYCLE_LABEL_SIZE]; /* of a cycle */

    /* Of the current function: */
    row_id row;
    struct column *columns;
    struct peek_side callers, callees; /* item ids are arcs */
    struct peek_side files;            /* item ids are rows of file_costs */
    struct costs file_costs;           /* its self cost by file */
    uint32_t recursive_arc;            /* NO_ID where it does not call itself */
    struct path_steps_down path;
    size_t place; /* of the next row of its table */
};

/* Whether a row of a difference is other than 0 in any recorded event. */
static bool has_changed(const struct costs *costs, uint32_t id)
{
    for (size_t event = 0; event < costs->n_events; event++)
        if (costs_sum(costs, costs_row(costs, id), event) != 0)
            return true;
    return false;
}

/* What the calls at one side add to inclusive costs. */
static const struct costs *costs_of_side(const struct peek *peek, enum calls_by by)
{
    return by == CALLS_BY_CALLEE ? &peek->rows.calls->entering : &peek->rows.calls->leaving;
}

/* Ranks the calls at one side of the function; those from itself are apart. */
static void rank_side(struct peek *peek, enum calls_by by)
{
    struct ranking *ranking =
        by == CALLS_BY_CALLEE ? &peek->callers.ranking : &peek->callees.ranking;
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

/* The self cost of the function by the file where its code is. */
static void rank_files(struct peek *peek)
{
    const struct profile *profile = peek->input->profile;
    const size_t *begin = &peek->places_begin[peek->row];
    struct ranking *ranking = &peek->files.ranking;
    struct index files = {0};
    bool overflows = false;

    costs_free(&peek->file_costs);
    costs_init(&peek->file_costs, profile->events.n_recorded);
    for (size_t i = begin[0]; i < begin[1]; i++) {
        place_id id = peek->places[i];
        uint32_t file = index_add(&files, 0, profile_place(profile, id).file);
        overflows |= costs_combine_overflows(&peek->file_costs, file,
                                             costs_row(&profile->by_place.self, id), false);
    }
    profile_note_overflow(profile, overflows);
    ranking_begin(ranking, 1);
    for (uint32_t i = 0; i < files.count; i++) {
        struct text name = names_text(profile->symbols.files, (file_id)files.keys[i].low);
        *ranking_add(ranking, (struct ranked){.id = i, .file = name}) =
            figures_key(&peek->input->figures, costs_alone(&peek->file_costs), i);
    }
    ranking_sort(ranking);
    index_free(&files);
}

/* What rows are shares of in percent: those of a difference of the old program. */
static struct cell whole_of(const struct peek *peek, const struct cell *cells)
{
    size_t measured = peek->input->figures.measured;

    return peek->rows.diff != NULL ? peek->columns[measured].total : cells[measured];
}

/* Cuts what the options limit; columns and cells of the function are set. */
static void cut_sides(struct peek *peek)
{
    const struct view_input *input = peek->input;
    const struct cell inclusive = whole_of(peek, peek->inclusive_cells);
    const int64_t *counts = peek->rows.calls->arcs.counts;
    const struct peek_side_rows callers = {costs_of_side(peek, CALLS_BY_CALLEE), counts, inclusive};
    const struct peek_side_rows callees = {costs_of_side(peek, CALLS_BY_CALLER), counts, inclusive};
    const struct peek_side_rows files = {&peek->file_costs, NULL, whole_of(peek, peek->cells)};

    peek_side_cut(&peek->callers, input, &callers);
    peek_side_cut(&peek->callees, input, &callees);
    peek_side_cut(&peek->files, input, &files);
}

static void call_row(struct peek *peek, enum table_row_kind kind, uint32_t arc,
                     struct table_row *row)
{
    const struct row_calls *calls = peek->rows.calls;
    enum calls_by by = kind == ROW_CALLER ? CALLS_BY_CALLEE : CALLS_BY_CALLER;

    *row = (struct table_row){.kind = kind, .cells = peek->cells, .calls = calls->arcs.counts[arc]};
    figures_name_row(calls->rows, row_calls_other(calls, arc, by), row);
    figures_cells(&peek->input->figures, costs_alone(costs_of_side(peek, by)), arc, peek->cells);
}

/* A row of one side: a caller, a callee, or the rest of them. */
static void side_row(struct peek *peek, enum table_row_kind kind, size_t place,
                     struct table_row *row)
{
    const struct peek_side *side = kind == ROW_CALLER ? &peek->callers : &peek->callees;

    if (place < side->n_shown)
        call_row(peek, kind, side->ranking.items[place].id, row);
    else
        peek_side_rest(side, kind, row);
}

static void function_row(struct peek *peek, struct table_row *row)
{
    const struct figures *figures = &peek->input->figures;
    const struct rows *rows = peek->rows.rows;

    *row = (struct table_row){.kind = ROW_FUNCTION,
                              .cells = peek->cells,
                              .inclusive = peek->inclusive_cells,
                              .calls = rows->calls[peek->row]};
    figures_name_row(rows, peek->row, row);
    figures_cells(figures, figures_self(&peek->rows), peek->row, peek->cells);
    figures_cells(figures, figures_inclusive(&peek->rows), peek->row, peek->inclusive_cells);
    old_figures_set(&peek->old, peek->row, row);
}

static void file_row(struct peek *peek, size_t place, struct table_row *row)
{
    const struct ranked *item = &peek->files.ranking.items[place];

    if (place == peek->files.n_shown) {
        peek_side_rest(&peek->files, ROW_FILE, row);
        return;
    }
    *row = (struct table_row){.kind = ROW_FILE, .cells = peek->cells, .file = item->file};
    figures_cells(&peek->input->figures, costs_alone(&peek->file_costs), item->id, peek->cells);
}

/* A step of the path: a function, or a cycle, which has no row. */
static void name_path_row(struct peek *peek, uint32_t name, struct table_row *row)
{
    const struct path_graph *graph = &peek->paths.graph;

    if (name < graph->names.count) {
        row_id id = peek->row_of_name[name];
        figures_name_row(peek->rows.rows, id, row);
        figures_cells(&peek->input->figures, figures_inclusive(&peek->rows), id,
                      peek->inclusive_cells);
        return;
    }
    tree_name_cycle(graph, name, peek->path_label, row);
    for (size_t i = 0; i < peek->input->figures.n_shown; i++)
        peek->inclusive_cells[i] = (struct cell){0};
}

/* Whether a step above has the same name. */
static bool is_recursive(const struct peek *peek, size_t place)
{
    const struct path_row *rows = peek->paths.tree.rows;

    for (size_t above = 0; above < place; above++)
        if (rows[peek->path.rows[above]].name == rows[peek->path.rows[place]].name)
            return true;
    return false;
}

static void path_row(struct peek *peek, size_t place, struct table_row *row)
{
    const struct path_row *step = &peek->paths.tree.rows[peek->path.rows[place]];
    const struct figures *figures = &peek->input->figures;

    tree_side_cells(&peek->paths, figures, step->inclusive, false, &peek->path_cells);
    for (size_t i = 0; step->is_member && i < figures->n_shown; i++)
        peek->path_cells.cells[i] = (struct cell){0}; /* only what it cost itself would be known */
    peek->path_place = (struct tree_place){.depth = place,
                                           .is_recursive = is_recursive(peek, place),
                                           .is_member = step->is_member,
                                           .n_frames = step->n_frames,
                                           .inclusive = peek->path_cells.ranges};
    *row = (struct table_row){.kind = ROW_PATH,
                              .cells = peek->path_cells.cells,
                              .inclusive = peek->inclusive_cells,
                              .tree = &peek->path_place};
    name_path_row(peek, step->name, row);
}

/* Callers, the function, its calls of itself, callees, files, path. */
static bool next_row(void *opaque, struct table_row *row)
{
    struct peek *peek = opaque;
    size_t place = peek->place++, n_callers = peek_side_count(&peek->callers);
    size_t n_callees = peek_side_count(&peek->callees), n_files = peek_side_count(&peek->files);

    /* Where each row is read by itself the function goes first. */
    if (peek->input->options->is_tabular && place <= n_callers)
        place = place == 0 ? n_callers : place - 1;
    if (place < n_callers) {
        side_row(peek, ROW_CALLER, place, row);
        return true;
    }
    place -= n_callers;
    if (place == 0) {
        function_row(peek, row);
        return true;
    }
    place--;
    if (peek->recursive_arc != NO_ID && place-- == 0) {
        call_row(peek, ROW_RECURSION, peek->recursive_arc, row);
        return true;
    }
    if (place < n_callees) {
        side_row(peek, ROW_CALLEE, place, row);
        return true;
    }
    place -= n_callees;
    if (place < n_files) {
        file_row(peek, place, row);
        return true;
    }
    place -= n_files;
    if (place >= peek->path.count)
        return false;
    path_row(peek, place, row);
    return true;
}

/* Callers and callees are shares of the inclusive cost, files of the self cost. */
static void set_columns(struct peek *peek)
{
    const struct figures *figures = &peek->input->figures;

    free(peek->columns);
    peek->columns = figures_columns(figures, figures->n_shown);
    figures_cells(figures, figures_self(&peek->rows), peek->row, peek->cells);
    figures_cells(figures, figures_inclusive(&peek->rows), peek->row, peek->inclusive_cells);
    for (size_t i = 0; i < figures->n_shown; i++) {
        peek->columns[i].self = peek->cells[i];
        peek->columns[i].inclusive = peek->inclusive_cells[i];
    }
}

/* The paths of the function that was looked at before are not needed any more. */
static void find_path(struct peek *peek)
{
    free(peek->path.rows);
    peek->path = (struct path_steps_down){0};
    if (peek->rows.diff != NULL)
        return;
    path_tree_clear(&peek->paths.tree);
    uint32_t name = peek->name_of_row[peek->row];
    if (name != NO_ID)
        peek->path = path_hottest_through(&peek->hottest, &peek->paths.tree, name);
}

/* Of the function, and of what is left out. */
static int64_t most_calls(const struct peek *peek)
{
    const int64_t rest[] = {peek->callers.rest_calls, peek->callees.rest_calls};
    int64_t most = peek->rows.rows->calls[peek->row];

    for (size_t i = 0; i < ARRAY_LENGTH(rest); i++)
        if (magnitude(rest[i]) > magnitude(most))
            most = rest[i];
    return most;
}

static bool peek_next(void *view, struct section *section, struct error *error)
{
    struct peek *peek = view;

    (void)error;
    section->kind = SECTION_PEEK;
    if (peek->match == peek->matches.count)
        return false;
    peek->row = peek->matches.items[peek->match++].id;
    peek->recursive_arc = NO_ID;
    peek->place = 0;
    rank_side(peek, CALLS_BY_CALLEE);
    rank_side(peek, CALLS_BY_CALLER);
    rank_files(peek);
    set_columns(peek);
    cut_sides(peek);
    find_path(peek);
    section->table = (struct table){.columns = peek->columns,
                                    .n_columns = peek->input->figures.n_shown,
                                    .measured = peek->input->figures.measured,
                                    .has_inclusive = true,
                                    .is_difference = peek->rows.diff != NULL,
                                    .is_limited = peek_side_is_limited(peek->input->options),
                                    .most_calls = most_calls(peek),
                                    .next = next_row,
                                    .view = peek};
    return true;
}

static struct keep peek_keep(const struct view_options *options, bool is_difference)
{
    (void)options;
    return (struct keep){.places = KEEP_SELF_AND_CALLS, .stacks = !is_difference};
}

/* The functions that match, ranked by inclusive cost. */
static bool find_matches(struct peek *peek, struct error *error)
{
    const struct rows *rows = peek->rows.rows;
    const struct view_input *input = peek->input;

    ranking_begin(&peek->matches, 1);
    for (row_id id = 0; id < rows->count; id++) {
        if (rows->list[id].is_hidden ||
            !pattern_passes(&input->options->peek, rows_names(rows, id).function))
            continue;
        *ranking_add(&peek->matches, rank_row(rows, id, id)) =
            figures_key(&input->figures, figures_inclusive(&peek->rows), id);
    }
    ranking_sort(&peek->matches);
    return peek->matches.count != 0 || no_function_matches("--peek", &input->options->peek, error);
}

static void begin_paths(struct peek *peek)
{
    const struct profile *profile = peek->input->profile;
    struct tree_side *paths = &peek->paths;

    if (peek->rows.diff != NULL)
        return;
    const struct tree_source source = {.profile = profile,
                                       .has_stacks = profile_knows_stacks(profile)};
    tree_side_open(paths, &source, &peek->input->figures, peek->input->options);
    path_hottest_find(&peek->hottest, &paths->tree);
    peek->path_cells = tree_cells_create(peek->input->figures.n_shown);
    peek->row_of_name = memory_alloc(paths->graph.names.count, sizeof *peek->row_of_name);
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        peek->row_of_name[paths->graph.names.of_function[id]] = peek->rows.rows->of_function[id];
    peek->name_of_row = memory_alloc(peek->rows.rows->count, sizeof *peek->name_of_row);
    for (row_id row = 0; row < peek->rows.rows->count; row++)
        peek->name_of_row[row] = NO_ID;
    for (size_t name = paths->graph.names.count; name > 0; name--)
        peek->name_of_row[peek->row_of_name[name - 1]] = (uint32_t)(name - 1);
}

static void peek_close(void *view)
{
    struct peek *peek = view;

    free(peek->columns);
    free(peek->cells);
    free(peek->inclusive_cells);
    old_figures_end(&peek->old);
    path_hottest_free(&peek->hottest);
    tree_side_close(&peek->paths);
    tree_cells_free(&peek->path_cells);
    free(peek->row_of_name);
    free(peek->name_of_row);
    free(peek->path.rows);
    ranking_free(&peek->matches);
    peek_side_free(&peek->callers);
    peek_side_free(&peek->callees);
    peek_side_free(&peek->files);
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
        begin_paths(peek);
        peek->places = rows_sort_places(peek->rows.rows, &peek->places_begin);
        peek->cells = memory_alloc(input->figures.n_shown, sizeof *peek->cells);
        peek->inclusive_cells = memory_alloc(input->figures.n_shown, sizeof *peek->inclusive_cells);
        old_figures_begin(&peek->old, &input->figures, &peek->rows);
        return peek;
    }
    peek_close(peek);
    return NULL;
}

const struct view_kind peek_view = {
    .keep = peek_keep,
    .open = peek_open,
    .next = peek_next,
    .close = peek_close,
};
