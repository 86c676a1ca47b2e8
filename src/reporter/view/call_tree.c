/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shows what was spent on which path of calls, from the starts of threads or from chosen functions
 * down, or from functions up to their callers; estimates have bounds, see paths.h. One section has
 * a row for each path, below that of the path that it continues. In a difference it has the paths
 * of both sides, with what changed.
 */

#include <math.h>
#include <stdlib.h>

#include "aggregator/compare/compare.h"
#include "aggregator/paths/paths.h"
#include "base/number.h"
#include "profile/events.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/tree_side.h"
#include "reporter/view/view_kind.h"

struct call_tree {
    struct view_input *input;
    struct tree_side sides[N_PATH_SIDES]; /* the old one {0} without a difference */
    struct path_side paths[N_PATH_SIDES];
    struct path_list list;
    struct path_shares shares; /* of these, where they are asked for */

    struct columns columns;
    struct table_event *events;
    bool has_calls;
    size_t next;          /* the next row of the list */
    bool is_inconsistent; /* some figure is more than the whole program's */
};

static bool is_difference(const struct call_tree *view)
{
    return view->input->diff != NULL;
}

/*
 * Fills in what a path cost, by shown event. Where a side does not have the path, 0 is certain.
 */
static void fill_figures(const struct call_tree *view, const struct listed_path *path,
                         bool is_inclusive, struct figure *into)
{
    const struct figures *figures = &view->input->figures;

    for (size_t i = 0; i < figures->n_shown; i++)
        for (int side_id = 0; side_id <= (is_difference(view) ? PATHS_OLD : PATHS_CURRENT);
             side_id++) {
            const struct tree_side *side = &view->sides[side_id];
            uint32_t id = path->rows[side_id];
            struct cell *cell = side_id == PATHS_OLD ? &into[i].old : &into[i].now;
            *cell = (struct cell){.is_ratio = view->events[i].is_ratio, .has_range = true};
            if (id != NO_ID)
                *cell = tree_side_cell(side, figures, i,
                                       is_inclusive ? side->tree.rows[id].inclusive
                                                    : side->tree.rows[id].self);
        }
}

static const struct figure *make_figures(const struct call_tree *view,
                                         const struct listed_path *path, bool is_inclusive,
                                         struct table_rows *rows)
{
    struct figure *figures = table_rows_figures(rows, view->input->figures.n_shown);

    fill_figures(view, path, is_inclusive, figures);
    return figures;
}

static void name_row(const struct call_tree *view, const struct listed_path *path,
                     struct table_row *row, struct table_rows *rows)
{
    const struct path_row *path_row = path_list_row(view->paths, path);
    const struct path_graph *graph = &view->sides[listed_path_side(path)].graph;

    if (path_row->name < graph->names.count)
        figures_name_row(&graph->names, path_row->name, row);
    else
        tree_name_cycle(graph, path_row->name, row, rows);
}

/* Returns whether code of the function, or of one in the cycle, was inlined into others. */
static bool has_inlined(const struct call_tree *view, const struct listed_path *path)
{
    const struct path_row *path_row = path_list_row(view->paths, path);
    const struct tree_side *side = &view->sides[listed_path_side(path)];
    const struct path_graph *graph = &side->graph;

    if (path_row->name < graph->names.count)
        return figures_has_inlined(&graph->names, path_row->name);
    uint32_t vertex = side->tree.ends[path_row->ends].vertex;
    for (size_t i = graph->members_begin[vertex]; i < graph->members_begin[vertex + 1]; i++)
        if (figures_has_inlined(&graph->nodes, graph->members[i]))
            return true;
    return false;
}

/* Tells whether the calls of a path are known on each side that has it. */
static bool knows_calls(const struct call_tree *view, const struct listed_path *path)
{
    bool knows_calls = true;

    for (int i = 0; i < N_PATH_SIDES; i++)
        knows_calls = knows_calls && (path->rows[i] == NO_ID ||
                                      view->sides[i].tree.rows[path->rows[i]].knows_calls);
    return knows_calls;
}

/* Returns the calls of a path on one side: none where that side does not have it. */
static struct cell calls_of(const struct call_tree *view, const struct listed_path *path,
                            int side_id)
{
    uint32_t id = path->rows[side_id];

    return (struct cell){.value = id != NO_ID ? view->sides[side_id].tree.rows[id].calls : 0,
                         .is_given = true};
}

/* Sets what the row was, in a difference. */
static void set_old(const struct call_tree *view, const struct listed_path *path,
                    struct table_row *row)
{
    uint32_t id = path->rows[PATHS_OLD];
    bool lacks_calls = view->input->options->is_bottom_up || row->tree->is_member ||
                       (id != NO_ID && !view->sides[PATHS_OLD].tree.rows[id].knows_calls);

    row->has_old = true;
    row->old.change = id == NO_ID                        ? CHANGE_NEW
                    : path->rows[PATHS_CURRENT] == NO_ID ? CHANGE_GONE
                                                         : CHANGE_NONE;
    if (!lacks_calls)
        row->calls.old = calls_of(view, path, PATHS_OLD);
}

/* Returns the shares of a path, by event. */
static const struct tree_share *find_shares(const struct call_tree *view,
                                            const struct listed_path *path, struct table_rows *rows)
{
    const struct figures *figures = &view->input->figures;

    if (!view->input->options->has_shares)
        return NULL;
    struct tree_share *shares = arena_alloc_array(&rows->arena, figures->n_shown, sizeof *shares);
    for (int i = 0; i < N_PATH_SIDES; i++) {
        size_t n_events = view->sides[i].tree.n_events;
        if (view->shares.by_path[i] != NULL)
            tree_side_add_shares(&view->sides[i], figures,
                                 &view->shares.by_path[i][path->id * n_events], i == PATHS_OLD,
                                 shares);
    }
    return shares;
}

static void add_rest(const struct call_tree *view, const struct listed_path *path,
                     struct table_rows *rows)
{
    struct table_row *row = table_rows_add(rows, ROW_LEFT_OUT);
    struct tree_place *place = arena_alloc(&rows->arena, sizeof *place);
    const struct tree_side *side = &view->sides[PATHS_CURRENT];

    *place = (struct tree_place){
        .depth = path->depth,
        .most_left_out = {.value = path->most_left_out,
                          .unit = side->graph.events->list[side->events[0]].unit,
                          .is_given = true},
        .shares = find_shares(view, path, rows),
    };
    row->tree = place;
    row->n_left_out = path->n_left_out;
}

/* Names the functions above the path that are one row with it. */
static void set_chain(const struct call_tree *view, const struct listed_path *path,
                      struct tree_place *place, struct table_rows *rows)
{
    const struct tree_side *side = &view->sides[listed_path_side(path)];
    const struct path_row *row = path_list_row(view->paths, path);
    struct text *chain = arena_alloc_array(&rows->arena, path->n_chained, sizeof *chain);

    for (size_t i = path->n_chained; i > 0; i--) {
        row = &side->tree.rows[row->parent];
        chain[i - 1] = rows_names(&side->graph.names, row->name).function;
        if (chain[i - 1].length == 0)
            chain[i - 1] = TEXT("(no name)");
    }
    place->chain = chain;
    place->n_chained = path->n_chained;
}

static void add_path(const struct call_tree *view, const struct listed_path *path,
                     struct table_rows *rows)
{
    const struct view_options *options = view->input->options;
    struct table_row *row = table_rows_add(rows, ROW_TREE);
    struct tree_place *place = arena_alloc(&rows->arena, sizeof *place);
    const struct path_row *path_row = path_list_row(view->paths, path);

    *place = (struct tree_place){.depth = path->depth,
                                 .has_next = path->has_next,
                                 .is_recursive = path_row->is_recursive,
                                 .is_member = path_row->is_member,
                                 .goes_up = options->is_bottom_up,
                                 .shares = find_shares(view, path, rows)};
    set_chain(view, path, place, rows);
    row->tree = place;
    name_row(view, path, row, rows);
    /* Bottom-up it is the self cost of the function on the way through these callers. */
    row->self = make_figures(view, path, options->is_bottom_up, rows);
    if (!options->is_bottom_up && !path_row->is_member)
        row->inclusive = make_figures(view, path, true, rows);
    if (is_difference(view))
        set_old(view, path, row);
    if (knows_calls(view, path))
        row->calls.now = calls_of(view, path, PATHS_CURRENT);
    figures_limit_calls(&view->input->figures, has_inlined(view, path), row);
}

static void make_rows(void *opaque, struct table_rows *rows)
{
    struct call_tree *view = opaque;

    for (; view->next < view->list.count && !table_rows_are_full(rows); view->next++) {
        const struct listed_path *path = &view->list.items[view->next];
        if (path->n_left_out != 0)
            add_rest(view, path, rows);
        else
            add_path(view, path, rows);
    }
}

static void open_side(struct call_tree *view, int side_id, struct tree_source source)
{
    const struct view_options *options = view->input->options;
    struct path_side *paths = &view->paths[side_id];
    struct tree_side *side = &view->sides[side_id];
    /* Shares and differences need all paths at the top. */
    bool needs_all = is_difference(view) || options->has_shares;

    tree_side_open(side, &source, &view->input->figures, options);
    paths->least = tree_side_least(side, options);
    paths->tree = &side->tree;
    /* All threads make up the total; chosen functions make up what they cost. */
    paths->totals = options->roots.is_given ? NULL : side->totals;
    paths->first = tree_side_add_first(side, options, needs_all ? -1 : paths->least);
}

static bool open_sides(struct call_tree *view, struct error *error)
{
    const struct diff *diff = view->input->diff;

    if (diff == NULL) {
        const struct profile *profile = view->input->profile;
        open_side(view, PATHS_CURRENT, (struct tree_source){.profile = profile});
        return profile_fits(profile, error);
    }
    const struct tree_source current = {&diff->current.profile, diff->current.symbols, false};
    const struct tree_source old = {&diff->old.profile, diff->old.symbols, true};
    open_side(view, PATHS_CURRENT, current);
    open_side(view, PATHS_OLD, old);
    path_keys_create(view->paths, diff, !view->input->options->is_unfolded);
    return view_fits(view->input, error);
}

/*
 * Leaves out what would tell people nothing: what is left out below a row and rounds to 0.00 %, and
 * in a difference rows that changed by little beside the one that changed most. Chains become one
 * row where it costs the same to one digit after the point.
 */
static void shorten_list(struct call_tree *view)
{
    const struct view_options *options = view->input->options;
    double whole = fabs((double)view->sides[PATHS_CURRENT].totals[0]), least = 0.00005 * whole;

    if (is_difference(view)) {
        double old = fabs((double)view->sides[PATHS_OLD].totals[0]);
        double largest = path_list_largest_change(&view->list);
        double least_change = options->least_percent / 100 * largest;
        path_list_drop_unchanged(&view->list, least_change);
        least = least_change > 0.00005 * old ? least_change : 0.00005 * old;
        whole = old > whole ? old : whole;
    }
    path_list_shorten(&view->list, view->paths, least, 0.001 * whole);
}

static bool list_paths(struct call_tree *view, struct error *error)
{
    const struct view_options *options = view->input->options;
    int64_t least = view_smallest_change(view->input, view->input->metric.event);
    bool has_matches = false;

    for (int i = 0; i < N_PATH_SIDES; i++)
        has_matches |= view->paths[i].first.count + view->paths[i].first.n_left_out != 0;
    if (!has_matches && options->roots.is_given)
        return no_function_matches("--call-tree", &view->sides[PATHS_CURRENT].graph.names,
                                   &options->roots, error);
    if (!path_list_create(&view->list, view->paths, options->depth, error))
        return false;
    if (options->has_shares)
        path_shares_create(&view->shares, &view->list, view->paths);
    if (is_difference(view) && !options->has_shares && !options->keeps_unchanged)
        path_list_drop_unchanged(&view->list, (double)least);
    path_list_filter(&view->list, view->paths, &options->filter);
    if (options->is_brief)
        shorten_list(view);
    return view_fits(view->input, error);
}

/* Finds whether the tree has calls, and whether its figures contradict. */
static void look_over(struct call_tree *view)
{
    const struct figures *figures = &view->input->figures;
    struct figure *room = memory_alloc(figures->n_shown, sizeof *room);

    view->events = figures_events(figures, figures->n_shown);
    for (size_t i = 0; i < view->list.count; i++) {
        const struct listed_path *path = &view->list.items[i];
        if (path->n_left_out != 0)
            continue;
        fill_figures(view, path, true, room);
        view->is_inconsistent |= figures_are_above(figures, room);
        view->has_calls |= knows_calls(view, path) && calls_of(view, path, PATHS_CURRENT).value !=
                                                          calls_of(view, path, PATHS_OLD).value;
    }
    free(room);
}

static void call_tree_close(void *view)
{
    struct call_tree *tree = view;

    path_list_free(&tree->list);
    path_shares_free(&tree->shares);
    for (int i = 0; i < N_PATH_SIDES; i++) {
        free(tree->paths[i].keys);
        tree_side_close(&tree->sides[i]);
    }
    free(tree->events);
    columns_free(&tree->columns);
    free(tree);
}

/* Stacks have whole numbers: flame graphs are drawn by programs that read no others. */
static bool suits_stacks(const struct view_input *input, struct error *error)
{
    const struct event *event = &input->profile->events.list[input->metric.event];

    return !input->options->has_shares || event->unit == 1 ||
           error_usage(error, "stacks have whole numbers, and not '%.60s': see --sort",
                       event->name.at);
}

static void *call_tree_open(struct view_input *input, struct error *error)
{
    struct call_tree *view = memory_alloc(1, sizeof *view);

    view->input = input;
    if (view_choose_cost(input, METRIC_INCLUSIVE, error) && suits_stacks(input, error) &&
        open_sides(view, error) && list_paths(view, error)) {
        look_over(view);
        if (view->is_inconsistent)
            figures_warn_inconsistent(&input->figures, input->warnings);
        return view;
    }
    call_tree_close(view);
    return NULL;
}

static void add_columns(const struct call_tree *view, const struct table *table)
{
    bool is_down = !table->is_bottom_up;

    columns_add_keys(table, name_keys);
    columns_add_old_keys(table, false);
    columns_add_keys(table, path_keys);
    if (view->input->options->shows_inlined)
        columns_add_keys(table, inlined_keys);
    for (size_t i = 0; i < table->n_events; i++) {
        if (table->events[i].is_ratio)
            continue;
        columns_add_cost(table, is_down ? LIST_INCLUSIVE : LIST_SELF, i, RANK_KEPT, RANK_KEPT,
                         RANK_TREE_GROWTH);
        if (is_down && i == table->measured)
            columns_add(table, &self_share_column, LIST_SELF, i, RANK_KEPT);
    }
    if (is_down && (table->is_difference || view->has_calls))
        columns_add(table, &calls_column, NO_LIST, 0, RANK_CALLS);
}

static bool call_tree_show(void *opaque, struct section *section, struct error *error)
{
    struct call_tree *view = opaque;

    (void)error;
    section->kind = SECTION_CALL_TREE;
    section->table = figures_table(&view->input->figures, view->events, &view->columns);
    section->table.is_bottom_up = view->input->options->is_bottom_up;
    add_columns(view, &section->table);
    section->table.by = TEXT("function");
    section->table.least_percent = view->input->options->least_percent;
    section->table.make_rows = make_rows;
    section->table.view = view;
    return true;
}

const struct view_kind call_tree_view = {
    .asked = "--call-tree",
    .uses = USE_SELECT | USE_FOLDS | USE_SHARE | USE_DEPTH | USE_DIRECTION,
    .keep = {.places = KEEP_SELF_AND_CALLS},
    .open = call_tree_open,
    .has_one_section = true,
    .show = call_tree_show,
    .close = call_tree_close,
};
