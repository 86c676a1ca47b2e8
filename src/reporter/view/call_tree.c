/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What was spent by which path of calls, from the starts of threads or from chosen functions down,
 * or from functions up to their callers; estimates with their bounds, see paths.h. One section
 * with a row for each path, below that of the path that it goes on. Of a difference the paths of
 * both sides, with what changed.
 */

#include <stdlib.h>
#include <string.h>

#include "aggregator/diff.h"
#include "aggregator/paths/path_list.h"
#include "base/number.h"
#include "profile/events.h"
#include "profile/stacks.h"
#include "reporter/report.h"
#include "reporter/view/input/no_match.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/tree_side.h"
#include "reporter/view/view_kind.h"

struct call_tree {
    struct view_input *input;
    struct tree_side sides[N_PATH_SIDES]; /* the old one {0} without a difference */
    struct path_side paths[N_PATH_SIDES];
    struct path_keys keys; /* of a difference */
    struct path_list list;
    struct path_shares shares; /* of these, where they are asked for */
    bool is_shown;             /* the only section was given */

    struct column *columns;
    struct tree_cells self[N_PATH_SIDES], inclusive[N_PATH_SIDES]; /* of each side's row */
    struct tree_cells self_change, inclusive_change;
    struct cell *nothing;
    struct tree_share *row_shares; /* of the last row, by column */
    struct tree_lines lines;       /* likewise */
    struct tree_place place;
    struct old_table_row old;
    char label[CYCLE_LABEL_SIZE]; /* of the last row, where it is a cycle */
    int64_t most_calls;
    size_t next; /* of the list */
};

static bool is_difference(const struct call_tree *view)
{
    return view->input->diff != NULL;
}

/* What a row of one side cost; nothing where it has none. */
static void find_side_cells(struct call_tree *view, int which, uint32_t row)
{
    const struct figures *figures = &view->input->figures;
    const struct tree_side *side = &view->sides[which];
    bool is_exact = view->input->options->is_exact;

    if (row == NO_ID) {
        tree_cells_clear(&view->self[which], view->columns, figures->n_shown);
        tree_cells_clear(&view->inclusive[which], view->columns, figures->n_shown);
        return;
    }
    const struct path_row *of = &side->tree.rows[row];
    tree_side_cells(side, figures, of->self, is_exact, &view->self[which]);
    tree_side_cells(side, figures, of->inclusive, is_exact, &view->inclusive[which]);
}

/* All cells of a path. */
static void find_cells(struct call_tree *view, const struct listed_path *path)
{
    bool is_exact = view->input->options->is_exact;
    size_t count = view->input->figures.n_shown;

    for (int i = 0; i < N_PATH_SIDES; i++)
        if (view->sides[i].profile != NULL)
            find_side_cells(view, i, path->rows[i]);
    if (!is_difference(view))
        return;
    tree_cells_subtract(&view->self[PATHS_FRESH], &view->self[PATHS_OLD], count, is_exact,
                        &view->self_change);
    tree_cells_subtract(&view->inclusive[PATHS_FRESH], &view->inclusive[PATHS_OLD], count, is_exact,
                        &view->inclusive_change);
}

/* The row that a path is named by: the new one, where there is one. */
static const struct path_row *row_of(const struct call_tree *view, const struct listed_path *path,
                                     int *which)
{
    *which = path->rows[PATHS_FRESH] != NO_ID ? PATHS_FRESH : PATHS_OLD;
    return &view->sides[*which].tree.rows[path->rows[*which]];
}

static void name_row(struct call_tree *view, const struct listed_path *path, struct table_row *row)
{
    int which;
    const struct path_row *of = row_of(view, path, &which);
    const struct path_graph *graph = &view->sides[which].graph;

    if (of->name < graph->names.count)
        figures_name_row(&graph->names, of->name, row);
    else
        tree_name_cycle(graph, of->name, view->label, row);
}

/* The calls of a path, or how they changed: known where they are on each side that has it. */
static bool find_calls(const struct call_tree *view, const struct listed_path *path, int64_t *calls)
{
    bool is_known = true;

    *calls = 0;
    for (int i = 0; i < N_PATH_SIDES; i++) {
        if (path->rows[i] == NO_ID)
            continue;
        const struct path_row *row = &view->sides[i].tree.rows[path->rows[i]];
        is_known = is_known && row->knows_calls && !row->is_member;
        *calls += i == PATHS_FRESH ? row->calls : -row->calls;
    }
    return is_known;
}

static enum change change_of(const struct listed_path *path)
{
    return path->rows[PATHS_OLD] == NO_ID   ? CHANGE_NEW
         : path->rows[PATHS_FRESH] == NO_ID ? CHANGE_GONE
                                            : CHANGE_NONE;
}

static void set_old(struct call_tree *view, const struct listed_path *path, struct table_row *row)
{
    const struct path_row *old = path->rows[PATHS_OLD] == NO_ID
                                   ? NULL
                                   : &view->sides[PATHS_OLD].tree.rows[path->rows[PATHS_OLD]];
    bool goes_up = view->input->options->is_bottom_up, has_inclusive = row->inclusive != NULL;
    bool lacks_calls = goes_up || view->place.is_member || (old != NULL && !old->knows_calls);

    view->old = (struct old_table_row){
        .change = change_of(path),
        .cells = goes_up ? view->inclusive[PATHS_OLD].cells : view->self[PATHS_OLD].cells,
        .inclusive = has_inclusive ? view->inclusive[PATHS_OLD].cells : NULL,
        .calls = old != NULL && !lacks_calls ? old->calls : 0,
        .lacks_calls = lacks_calls,
        .now = view->nothing,
        .inclusive_now = has_inclusive ? view->nothing : NULL,
    };
    row->old = &view->old;
}

/* By column. */
static const struct tree_share *find_shares(struct call_tree *view, const struct listed_path *path)
{
    const struct figures *figures = &view->input->figures;

    if (!view->input->options->has_shares)
        return NULL;
    memset(view->row_shares, 0, figures->n_shown * sizeof *view->row_shares);
    for (int i = 0; i < N_PATH_SIDES; i++) {
        size_t n_events = view->sides[i].tree.n_events;
        if (view->shares.of[i] != NULL)
            tree_side_add_shares(&view->sides[i], figures, &view->shares.of[i][path->id * n_events],
                                 i == PATHS_OLD, view->row_shares);
    }
    return view->row_shares;
}

static struct table_row rest_row(struct call_tree *view, const struct listed_path *path)
{
    view->place = (struct tree_place){
        .depth = path->depth,
        .n_left_out = path->n_left_out,
        .most_left_out = {.value = path->most_left_out, .is_given = true},
        .shares = find_shares(view, path),
    };
    return (struct table_row){.kind = ROW_LEFT_OUT, .tree = &view->place};
}

static struct table_row path_row(struct call_tree *view, const struct listed_path *path)
{
    bool goes_up = view->input->options->is_bottom_up;
    const struct tree_cells *self = &view->self_change, *inclusive = &view->inclusive_change;
    struct table_row row = {.kind = ROW_TREE, .tree = &view->place};
    int which;
    const struct path_row *of = row_of(view, path, &which);

    find_cells(view, path);
    if (!is_difference(view)) {
        self = &view->self[PATHS_FRESH];
        inclusive = &view->inclusive[PATHS_FRESH];
    }
    if (goes_up)
        self = inclusive; /* what a function cost itself by way of these callers */
    view->place = (struct tree_place){
        .depth = path->depth,
        .has_next = path->has_next,
        .has_calls = !goes_up && find_calls(view, path, &row.calls),
        .is_recursive = path->is_recursive,
        .is_member = of->is_member,
        .n_frames = of->n_frames,
        .self = self->ranges,
        .inclusive = goes_up || of->is_member ? NULL : inclusive->ranges,
        .shares = find_shares(view, path),
    };
    row.cells = self->cells;
    row.inclusive = view->place.inclusive != NULL ? inclusive->cells : NULL;
    name_row(view, path, &row);
    if (is_difference(view))
        set_old(view, path, &row);
    return row;
}

/* The row whose self cost it is: the first, where paths go up. */
static const struct path_row *costly_row(const struct call_tree *view, int which, uint32_t row)
{
    const struct path_row *rows = view->sides[which].tree.rows;

    while (view->input->options->is_bottom_up && rows[row].parent != NO_ID)
        row = rows[row].parent;
    return &rows[row];
}

/* What is left out has none, and neither has what is several functions. */
static void find_lines(struct call_tree *view, const struct listed_path *path)
{
    tree_lines_begin(&view->lines, &view->input->figures);
    for (int i = 0; i < N_PATH_SIDES; i++) {
        if (path->rows[i] == NO_ID)
            continue;
        const struct path_row *row = costly_row(view, i, path->rows[i]);
        if (row->n_frames <= 1 && row->name < view->sides[i].graph.names.count)
            tree_side_add_lines(&view->sides[i], row->name, i == PATHS_OLD, view->row_shares,
                                &view->lines);
    }
    tree_lines_end(&view->lines);
    view->place.lines = view->lines.items;
    view->place.n_lines = view->lines.count;
}

static bool next_row(void *opaque, struct table_row *row)
{
    struct call_tree *view = opaque;

    if (view->next == view->list.count)
        return false;
    const struct listed_path *path = &view->list.items[view->next++];
    *row = path->n_left_out != 0 ? rest_row(view, path) : path_row(view, path);
    if (view->input->options->has_lines)
        find_lines(view, path);
    return true;
}

static struct keep call_tree_keep(const struct view_options *options, bool is_difference)
{
    (void)is_difference;
    return (struct keep){.places = KEEP_SELF_AND_CALLS,
                         .spots = options->has_lines ? KEEP_SELF : KEEP_NOTHING,
                         .stacks = true};
}

/* Shares and differences need to know of all paths at the top. */
static double least_at_top(const struct call_tree *view, double least)
{
    return is_difference(view) || view->input->options->has_shares ? -1 : least;
}

static void open_side(struct call_tree *view, int which, struct tree_source source)
{
    const struct view_options *options = view->input->options;
    struct path_side *paths = &view->paths[which];
    struct tree_side *side = &view->sides[which];

    tree_side_open(side, &source, &view->input->figures, options);
    paths->least = tree_side_least(side, options);
    paths->tree = &side->tree;
    paths->first = tree_side_add_first(side, options, least_at_top(view, paths->least));
}

static bool open_sides(struct call_tree *view, struct error *error)
{
    const struct diff *diff = view->input->diff;

    if (diff == NULL) {
        const struct profile *profile = view->input->profile;
        open_side(view, PATHS_FRESH,
                  (struct tree_source){profile, NULL, profile_knows_stacks(profile)});
        return profile_fits(profile, error);
    }
    /* Paths through stacks are longer under recursion: they compare with their like. */
    bool has_stacks =
        profile_knows_stacks(&diff->fresh.profile) && profile_knows_stacks(&diff->old.profile);
    const struct tree_source fresh = {&diff->fresh.profile, diff->fresh.symbols, has_stacks};
    const struct tree_source old = {&diff->old.profile, diff->old.symbols, has_stacks};
    open_side(view, PATHS_FRESH, fresh);
    open_side(view, PATHS_OLD, old);
    path_keys_create(&view->keys, diff, &view->sides[PATHS_FRESH].graph,
                     &view->sides[PATHS_OLD].graph, !view->input->options->is_unfolded);
    view->paths[PATHS_FRESH].keys = view->keys.of_fresh;
    view->paths[PATHS_OLD].keys = view->keys.of_old;
    return view_fits(view->input, error);
}

/* A ratio of paths is known too seldom to go by, and calls are no shares of anything. */
static bool check_metric(const struct view_input *input, struct error *error)
{
    const struct event *event = &input->profile->events.list[input->metric.event];

    if (input->metric.kind == METRIC_CALLS)
        return error_usage(error, "--call-tree is sorted by cost, not by calls");
    if (event_is_ratio(event))
        return error_usage(error, "--call-tree is sorted by cost, not by the ratio %.*s",
                           text_shown_length(event->name), event->name.at);
    return true;
}

static bool has_matches(const struct call_tree *view)
{
    for (int i = 0; i < N_PATH_SIDES; i++)
        if (view->paths[i].first.count + view->paths[i].first.n_left_out != 0)
            return true;
    return false;
}

/* All threads add up to the total; functions that were asked for to what they cost. */
static void add_shares(struct call_tree *view)
{
    const int64_t *totals[N_PATH_SIDES] = {NULL, NULL};

    for (int i = 0; i < N_PATH_SIDES && !view->input->options->roots.is_given; i++)
        totals[i] = view->sides[i].totals;
    path_shares_create(&view->shares, &view->list, view->paths, totals);
}

static bool list_paths(struct call_tree *view, struct error *error)
{
    const struct view_options *options = view->input->options;
    const struct path_limits limits = {.depth = options->depth, .is_exact = options->is_exact};
    int64_t least = view_smallest_change(view->input, view->input->metric.event);

    if (!has_matches(view) && options->roots.is_given)
        return no_function_matches("--call-tree", &options->roots, error);
    if (!path_list_create(&view->list, view->paths, &limits, error))
        return false;
    if (options->has_shares)
        add_shares(view);
    if (is_difference(view) && !options->has_shares)
        path_list_drop_unchanged(&view->list, view->paths, (double)least);
    path_list_filter(&view->list, view->paths, &options->filter);
    return view_fits(view->input, error);
}

/* How wide figures get. */
static void set_columns(struct call_tree *view)
{
    const struct figures *figures = &view->input->figures;

    view->columns = figures_columns(figures, figures->n_shown);
    for (size_t i = 0; i < view->list.count; i++) {
        const struct listed_path *path = &view->list.items[i];
        if (path->n_left_out != 0)
            continue;
        const struct table_row row = path_row(view, path);
        for (size_t k = 0; k < figures->n_shown; k++) {
            column_include(&view->columns[k], row.cells[k]);
            if (row.inclusive != NULL)
                column_include(&view->columns[k], row.inclusive[k]);
        }
        if (view->place.has_calls && magnitude(row.calls) > view->most_calls)
            view->most_calls = magnitude(row.calls);
    }
}

static void make_cells(struct call_tree *view)
{
    size_t count = view->input->figures.n_shown;

    for (int i = 0; i < N_PATH_SIDES; i++) {
        view->self[i] = tree_cells_create(count);
        view->inclusive[i] = tree_cells_create(count);
    }
    view->self_change = tree_cells_create(count);
    view->inclusive_change = tree_cells_create(count);
    view->nothing = memory_alloc(count, sizeof *view->nothing);
    view->row_shares = memory_alloc(count, sizeof *view->row_shares);
}

static void call_tree_close(void *view)
{
    struct call_tree *tree = view;

    path_list_free(&tree->list);
    path_keys_free(&tree->keys);
    path_shares_free(&tree->shares);
    for (int i = 0; i < N_PATH_SIDES; i++) {
        tree_side_close(&tree->sides[i]);
        tree_cells_free(&tree->self[i]);
        tree_cells_free(&tree->inclusive[i]);
    }
    tree_cells_free(&tree->self_change);
    tree_cells_free(&tree->inclusive_change);
    free(tree->nothing);
    free(tree->row_shares);
    tree_lines_free(&tree->lines);
    free(tree->columns);
    free(tree);
}

static void *call_tree_open(struct view_input *input, struct error *error)
{
    struct call_tree *view = memory_alloc(1, sizeof *view);

    view->input = input;
    if (view_choose_metric(input, METRIC_CALLS, error) && check_metric(input, error) &&
        open_sides(view, error) && list_paths(view, error)) {
        make_cells(view);
        if (view->sides[PATHS_FRESH].is_inconsistent || view->sides[PATHS_OLD].is_inconsistent)
            figures_warn_inconsistent(&input->figures, input->warnings);
        set_columns(view);
        return view;
    }
    call_tree_close(view);
    return NULL;
}

static bool call_tree_next(void *opaque, struct section *section, struct error *error)
{
    struct call_tree *view = opaque;

    (void)error;
    if (view->is_shown)
        return false;
    view->is_shown = true;
    section->kind = SECTION_CALL_TREE;
    section->table = (struct table){.columns = view->columns,
                                    .n_columns = view->input->figures.n_shown,
                                    .measured = view->input->figures.measured,
                                    .has_inclusive = !view->input->options->is_bottom_up,
                                    .is_difference = is_difference(view),
                                    .is_bottom_up = view->input->options->is_bottom_up,
                                    .most_calls = view->most_calls,
                                    .by = TEXT("function"),
                                    .remedy = tree_remedy(view->input->profile),
                                    .next = next_row,
                                    .view = view};
    return true;
}

const struct view_kind call_tree_view = {
    .keep = call_tree_keep,
    .open = call_tree_open,
    .next = call_tree_next,
    .close = call_tree_close,
};
