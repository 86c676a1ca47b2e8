/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "aggregator/paths/path_list.h"
#include "profile/filter.h"

/*
 * A cycle has no name, but functions below it, or where paths go up within it: then one that passes
 * will do, and none that is ignored takes it along.
 */
static void mark_cycles(const struct path_graph *graph, bool *marks)
{
    for (uint32_t node = 0; node < graph->nodes.count; node++) {
        uint32_t vertex = graph->vertex_of[node];
        if (path_graph_is_cycle(graph, vertex) && marks[graph->name_of_node[node]])
            marks[graph->name_of[vertex]] = true;
    }
}

/* The names of a side that the filter lets through, and those that it ignores. */
static bool *names_that_pass(const struct path_side *side, const struct filter *filter,
                             bool is_of_ignored)
{
    if (side->tree == NULL)
        return NULL;
    const struct path_graph *graph = side->tree->graph;
    const struct rows *names = &graph->names;
    bool *passes = memory_alloc(names->count + graph->n_cycles, sizeof *passes);
    for (row_id id = 0; id < names->count; id++) {
        struct row_names of = rows_names(names, id);
        passes[id] = is_of_ignored
                       ? filter->ignored.is_given && pattern_passes(&filter->ignored, of.function)
                       : filter_passes(filter, of.object, of.file, of.function);
    }
    if (graph->goes_up && !is_of_ignored)
        mark_cycles(graph, passes);
    return passes;
}

/* Whether the path's name is marked on a side. */
static bool is_marked(const struct path_side sides[N_PATH_SIDES], bool *const marks[N_PATH_SIDES],
                      const struct listed_path *path)
{
    for (int i = 0; i < N_PATH_SIDES; i++)
        if (path->rows[i] != NO_ID && marks[i][sides[i].tree->rows[path->rows[i]].name])
            return true;
    return false;
}

/* Keeps what is marked; whether a row is the last of its level may be another one then. */
static void keep_marked(struct path_list *list, const bool *is_kept)
{
    bool has_next[MOST_PATH_LEVELS + 2] = {false};
    size_t count = 0;

    for (size_t i = 0; i < list->count; i++)
        if (is_kept[i])
            list->items[count++] = list->items[i];
    list->count = count;
    for (size_t i = count; i > 0; i--) {
        struct listed_path *path = &list->items[i - 1];
        path->has_next = has_next[path->depth];
        has_next[path->depth] = true;
        has_next[path->depth + 1] = false;
    }
}

/* Marks what is above a path that is kept. */
static void keep_above(const struct path_list *list, bool *is_kept)
{
    bool has_kept[MOST_PATH_LEVELS + 2] = {false};

    for (size_t i = list->count; i > 0; i--) {
        uint32_t depth = list->items[i - 1].depth;
        is_kept[i - 1] = is_kept[i - 1] || has_kept[depth + 1];
        has_kept[depth] = has_kept[depth] || is_kept[i - 1];
        has_kept[depth + 1] = false;
    }
}

/* Marks what is below a path that is marked, from the first to the last. */
static void mark_below(const struct path_list *list, bool *is_marked)
{
    uint32_t marked = UINT32_MAX; /* the depth of the highest mark above */

    for (size_t i = 0; i < list->count; i++) {
        uint32_t depth = list->items[i].depth;
        if (depth <= marked)
            marked = is_marked[i] ? depth : UINT32_MAX;
        is_marked[i] = marked != UINT32_MAX;
    }
}

static bool *find_marks(const struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                        const struct filter *filter, bool is_of_ignored)
{
    bool *const names[N_PATH_SIDES] = {names_that_pass(&sides[PATHS_FRESH], filter, is_of_ignored),
                                       names_that_pass(&sides[PATHS_OLD], filter, is_of_ignored)};
    bool *marks = memory_alloc(list->count, sizeof *marks);

    for (size_t i = 0; i < list->count; i++)
        marks[i] = is_marked(sides, names, &list->items[i]);
    mark_below(list, marks);
    for (int i = 0; i < N_PATH_SIDES; i++)
        free(names[i]);
    return marks;
}

void path_list_filter(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                      const struct filter *filter)
{
    if (filter_is_empty(filter))
        return;
    bool *ignored = find_marks(list, sides, filter, true);
    for (size_t i = 0; i < list->count; i++)
        ignored[i] = !ignored[i];
    keep_marked(list, ignored);
    free(ignored);

    bool *kept = find_marks(list, sides, filter, false);
    keep_above(list, kept);
    keep_marked(list, kept);
    free(kept);
}

/* Marks what was left out below paths that are kept. */
static void keep_left_out(const struct path_list *list, bool *is_kept)
{
    bool has_kept[MOST_PATH_LEVELS + 2] = {false}; /* by depth: the last path of it */

    for (size_t i = 0; i < list->count; i++) {
        uint32_t depth = list->items[i].depth;
        if (list->items[i].n_left_out != 0)
            is_kept[i] = depth != 0 && has_kept[depth - 1];
        has_kept[depth] = is_kept[i];
    }
}

void path_list_drop_unchanged(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                              double least)
{
    bool *is_kept = memory_alloc(list->count, sizeof *is_kept);

    for (size_t i = 0; i < list->count; i++) {
        const struct listed_path *path = &list->items[i];
        double change = path_sides_change(sides, path->rows);
        is_kept[i] = path->n_left_out == 0 && change != 0 && fabs(change) >= least;
    }
    keep_above(list, is_kept);
    keep_left_out(list, is_kept);
    keep_marked(list, is_kept);
    free(is_kept);
}
