/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/paths.h"

#include <math.h>
#include <stdlib.h>

#include "aggregator/compare/compare.h"
#include "aggregator/paths/path_building.h"
#include "base/array.h"
#include "profile/filter.h"

/* Returns how a path changed from the old side. What a side lacks cost nothing there. */
static double change_of(const struct path_side sides[N_PATH_SIDES],
                        const uint32_t rows[N_PATH_SIDES])
{
    struct path_cost costs[N_PATH_SIDES] = {0};

    for (int i = 0; i < N_PATH_SIDES; i++)
        if (sides[i].tree != NULL && rows[i] != NO_ID)
            costs[i] = path_tree_cost(sides[i].tree, sides[i].tree->rows[rows[i]].inclusive, 0);
    return path_cost_change(&costs[PATHS_CURRENT], &costs[PATHS_OLD]);
}

static void leave_out(struct listed_path *rest, int64_t most, size_t count)
{
    rest->n_left_out += count;
    rest->most_left_out = most > rest->most_left_out ? most : rest->most_left_out;
}

static int compare_keys(const void *left, const void *right)
{
    const struct listed_path *a = left, *b = right;
    int order = number_compare(a->key, b->key);

    if (order == 0) /* none has the highest number, and comes first */
        order =
            number_compare((uint32_t)(a->rows[PATHS_OLD] + 1), (uint32_t)(b->rows[PATHS_OLD] + 1));
    return order != 0 ? order : number_compare(a->rows[PATHS_CURRENT], b->rows[PATHS_CURRENT]);
}

/* Members are listed first; then what changed most. What is listed first comes last. */
static int compare_changes(const void *left, const void *right)
{
    const struct listed_path *a = right, *b = left;

    if (a->key % 2 != b->key % 2)
        return a->key % 2 != 0 ? -1 : 1;
    if (fabs(a->change) != fabs(b->change))
        return fabs(a->change) > fabs(b->change) ? -1 : 1;
    return number_compare(a->key, b->key);
}

static void add_path(struct path_list *list, struct listed_path path)
{
    ARRAY_ADD(list->items, list->count, list->capacity, path);
}

/* Adds the rows of one side, from the last to the first. */
static void add_side(struct path_list *list, const struct path_side *side, int side_id,
                     struct path_rows added, struct listed_path *rest)
{
    for (uint32_t row = added.first + added.count; row-- > added.first;) {
        const struct path_row *path = &side->tree->rows[row];
        uint32_t key = side->keys != NULL ? side->keys[path->name] : path->name;
        struct listed_path item = {.rows = {NO_ID, NO_ID},
                                   .key = (uint64_t)key << 1 | path->is_member,
                                   .depth = rest->depth};
        item.rows[side_id] = row;
        add_path(list, item);
    }
    leave_out(rest, added.most_left_out, added.n_left_out);
}

/*
 * Puts together what has one key on both sides, from an item of the list on; of several, as of
 * cycles, in their order.
 */
static void join_sides(struct path_list *list, size_t begin)
{
    size_t count = begin, unjoined = begin; /* the first of the key that no old row was put to */

    ARRAY_SORT(&list->items[begin], list->count - begin, compare_keys);
    for (size_t i = begin; i < list->count; i++) {
        const struct listed_path *item = &list->items[i];
        bool is_old = item->rows[PATHS_OLD] != NO_ID;
        if (i == begin || list->items[count - 1].key != item->key)
            unjoined = count;
        if (is_old && unjoined < count && list->items[unjoined].rows[PATHS_OLD] == NO_ID)
            list->items[unjoined++].rows[PATHS_OLD] = item->rows[PATHS_OLD];
        else
            list->items[count++] = *item;
    }
    list->count = count;
}

/* Leaves out what is below the limit of each side, or all; a path counts once, whoever has it. */
static void leave_out_small(struct path_list *list, size_t begin,
                            const struct path_side sides[N_PATH_SIDES], bool is_all,
                            struct listed_path *rest)
{
    size_t count = begin;

    for (size_t k = begin; k < list->count; k++) {
        struct listed_path *path = &list->items[k];
        bool is_above = false;
        int64_t most = 0;
        for (int i = 0; i < N_PATH_SIDES; i++) {
            if (sides[i].tree == NULL || path->rows[i] == NO_ID)
                continue;
            const struct path_row *row = &sides[i].tree->rows[path->rows[i]];
            const struct path_cost cost = path_tree_cost(sides[i].tree, row->inclusive, 0);
            int64_t size = path_cost_size(&cost);
            is_above |= fabs(cost.estimate) >= sides[i].least;
            most = size > most ? size : most;
        }
        path->change = change_of(sides, path->rows);
        if (is_above && !is_all)
            list->items[count++] = *path;
        else
            leave_out(rest, most, 1);
    }
    list->count = count;
}

/*
 * Adds the rows of a level, unless all are left out, from the last to the first, since the last one
 * is listed next. Before them all is what stands for those left out, be it none.
 */
static void await_level(struct path_list *waiting, const struct path_side sides[N_PATH_SIDES],
                        const struct path_rows added[N_PATH_SIDES], uint32_t depth, bool is_last)
{
    bool is_difference = sides[PATHS_OLD].tree != NULL;
    size_t begin = waiting->count + 1;
    struct listed_path rest = {.rows = {NO_ID, NO_ID}, .depth = depth};

    add_path(waiting, rest);
    for (int i = 0; i < N_PATH_SIDES; i++)
        if (sides[i].tree != NULL)
            add_side(waiting, &sides[i], i, added[i], &rest);
    if (is_difference)
        join_sides(waiting, begin);
    leave_out_small(waiting, begin, sides, is_last, &rest);
    if (is_difference) /* those of one side come in their order */
        ARRAY_SORT(&waiting->items[begin], waiting->count - begin, compare_changes);
    if (rest.most_left_out != 0)
        waiting->items[begin - 1] = rest;
}

/* Finds what is below a path, or how much of it is left out. */
static void go_below(struct path_list *waiting, const struct path_side sides[N_PATH_SIDES],
                     size_t most_levels, const struct listed_path *path)
{
    struct path_rows added[N_PATH_SIDES] = {{0}, {0}};
    uint32_t n_levels = path->depth + 1;
    bool is_last = (most_levels != 0 && n_levels >= most_levels) || n_levels >= MOST_PATH_LEVELS;

    for (int i = 0; i < N_PATH_SIDES; i++) {
        /* A path of one side has to be known of the other, however little it costs there. */
        double least = sides[PATHS_OLD].tree != NULL ? -1 : is_last ? INFINITY : sides[i].least;
        if (path->rows[i] != NO_ID && !sides[i].tree->rows[path->rows[i]].is_member)
            added[i] = path_tree_add_below(sides[i].tree, path->rows[i], least);
    }
    await_level(waiting, sides, added, n_levels, is_last);
}

/* Keeps what is marked, and finds out which rows are the last of their level then. */
static void keep_marked(struct path_list *list)
{
    bool has_next[MOST_PATH_LEVELS + 2] = {false};
    size_t count = 0;

    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].is_kept)
            list->items[count++] = list->items[i];
    list->count = count;
    for (size_t i = count; i > 0; i--) {
        struct listed_path *path = &list->items[i - 1];
        path->has_next = has_next[path->depth];
        has_next[path->depth] = true;
        has_next[path->depth + 1] = false;
    }
}

bool path_list_create(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                      size_t most_levels, struct error *error)
{
    const struct path_rows first[N_PATH_SIDES] = {sides[PATHS_CURRENT].first,
                                                  sides[PATHS_OLD].first};
    struct path_list waiting = {0}; /* for their turn, the next one last */

    *list = (struct path_list){0};
    await_level(&waiting, sides, first, 0, false);
    while (waiting.count != 0 && list->count < MOST_PATHS) {
        struct listed_path path = waiting.items[--waiting.count];
        bool is_rest = path.rows[PATHS_CURRENT] == NO_ID && path.rows[PATHS_OLD] == NO_ID;
        if (is_rest && path.n_left_out == 0)
            continue;
        path.is_kept = true;
        path.id = (uint32_t)list->count;
        add_path(list, path);
        if (!is_rest)
            go_below(&waiting, sides, most_levels, &path);
    }
    bool is_done = waiting.count == 0;
    free(waiting.items);
    keep_marked(list);
    return is_done ||
           error_set(error, ERROR_FAILED, NULL, 0,
                     "the call tree has more than %d rows: see --percent-limit and --depth",
                     MOST_PATHS);
}

void path_list_free(struct path_list *list)
{
    free(list->items);
    *list = (struct path_list){0};
}

/* Marks what is above a path that is kept. */
static void keep_above(struct path_list *list)
{
    bool has_kept[MOST_PATH_LEVELS + 2] = {false};

    for (size_t i = list->count; i > 0; i--) {
        struct listed_path *path = &list->items[i - 1];
        path->is_kept = path->is_kept || has_kept[path->depth + 1];
        has_kept[path->depth] = has_kept[path->depth] || path->is_kept;
        has_kept[path->depth + 1] = false;
    }
}

/* The result of a filter for a name. */
enum { NAME_PASSES = 1, NAME_IS_IGNORED = 2 };

/*
 * Returns that for the names of a side. A cycle has no name: going up, one passes if any of its
 * functions does, and none that is ignored takes its cycle along.
 */
static unsigned char *judge_names(const struct path_side *side, const struct filter *filter)
{
    const struct path_graph *graph = side->tree->graph;
    const struct rows *names = &graph->names;
    unsigned char *judged = memory_alloc(names->count + graph->n_cycles, sizeof *judged);

    for (row_id id = 0; id < names->count; id++) {
        struct row_names name = rows_names(names, id);
        if (filter_passes(filter, name.object, name.file, name.function))
            judged[id] |= NAME_PASSES;
        if (filter->ignored.is_given && pattern_passes(&filter->ignored, name.function))
            judged[id] |= NAME_IS_IGNORED;
    }
    for (uint32_t node = 0; graph->goes_up && node < graph->nodes.count; node++)
        if (path_graph_is_cycle(graph, graph->vertex_of[node]))
            judged[graph->name_of[graph->vertex_of[node]]] |=
                judged[graph->name_of_node[node]] & NAME_PASSES;
    return judged;
}

void path_list_filter(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                      const struct filter *filter)
{
    unsigned char *judged[N_PATH_SIDES] = {NULL};
    uint32_t passing = UINT32_MAX, ignored = UINT32_MAX; /* the depth of the highest such above */

    if (filter_is_empty(filter))
        return;
    for (int i = 0; i < N_PATH_SIDES; i++)
        if (sides[i].tree != NULL)
            judged[i] = judge_names(&sides[i], filter);
    for (size_t k = 0; k < list->count; k++) {
        struct listed_path *path = &list->items[k];
        unsigned judgement = 0;
        for (int i = 0; i < N_PATH_SIDES; i++)
            if (sides[i].tree != NULL && path->rows[i] != NO_ID)
                judgement |= judged[i][sides[i].tree->rows[path->rows[i]].name];
        if (path->depth <= passing)
            passing = (judgement & NAME_PASSES) != 0 ? path->depth : UINT32_MAX;
        if (path->depth <= ignored)
            ignored = (judgement & NAME_IS_IGNORED) != 0 ? path->depth : UINT32_MAX;
        path->is_kept = passing != UINT32_MAX && ignored == UINT32_MAX;
    }
    keep_above(list);
    keep_marked(list);
    for (int i = 0; i < N_PATH_SIDES; i++)
        free(judged[i]);
}

void path_list_drop_unchanged(struct path_list *list, double least)
{
    bool has_kept[MOST_PATH_LEVELS + 2] = {false}; /* by depth: the last path above that */

    for (size_t i = 0; i < list->count; i++) {
        struct listed_path *path = &list->items[i];
        path->is_kept = path->n_left_out == 0 && path->change != 0 && fabs(path->change) >= least;
    }
    keep_above(list);
    for (size_t i = 0; i < list->count; i++) { /* what was left out below a path goes with it */
        struct listed_path *path = &list->items[i];
        path->is_kept = path->n_left_out == 0 ? path->is_kept : has_kept[path->depth];
        has_kept[path->depth + 1] = path->is_kept;
    }
    keep_marked(list);
}

double path_list_largest_change(const struct path_list *list)
{
    double largest = 0;

    for (size_t i = 0; i < list->count; i++)
        if (fabs(list->items[i].change) > largest)
            largest = fabs(list->items[i].change);
    return largest;
}

/*
 * Returns whether the path is a single chain on each side that has it, and costs nearly as much as
 * its start
 */
static bool continues(const struct path_side sides[N_PATH_SIDES], const struct listed_path *head,
                      const struct listed_path *path, double least)
{
    for (int i = 0; i < N_PATH_SIDES; i++) {
        if ((head->rows[i] == NO_ID) != (path->rows[i] == NO_ID))
            return false;
        if (path->rows[i] == NO_ID)
            continue;
        const struct path_row *rows = sides[i].tree->rows, *row = &rows[path->rows[i]];
        if (row->is_member || row->name >= sides[i].tree->graph->names.count ||
            fabs(rows[head->rows[i]].estimate - row->estimate) >= least)
            return false;
    }
    return path->n_left_out == 0;
}

/*
 * Returns how much is left out below a path with a single one below it, -1 where it has another:
 * what is less than `least_rest` does not count.
 */
static int64_t left_out_beside(const struct path_list *list, size_t i, double least_rest)
{
    uint32_t depth = list->items[i].depth + 1;
    size_t next = i + 1;

    if (next >= list->count || list->items[next].depth != depth)
        return -1;
    if (!list->items[next].has_next)
        return 0;
    for (next++; list->items[next].depth > depth;)
        next++;
    if (list->items[next].n_left_out == 0)
        return -1;
    int64_t most = list->items[next].most_left_out;
    return (double)most < least_rest ? 0 : most;
}

void path_list_shorten(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                       double least_rest, double least_chain)
{
    size_t head[MOST_PATH_LEVELS + 2];              /* by depth: where the chain begins, */
    bool is_folded[MOST_PATH_LEVELS + 2] = {false}; /* and whether that path is in the next one */
    uint32_t n_folded[MOST_PATH_LEVELS + 2] = {0};  /* how many at the depth and above it are */

    for (size_t i = 0; i < list->count; i++) {
        struct listed_path *path = &list->items[i];
        uint32_t depth = path->depth, above = depth == 0 ? 0 : n_folded[depth - 1];
        bool is_in_chain = depth != 0 && is_folded[depth - 1];
        head[depth] = is_in_chain ? head[depth - 1] : i;
        int64_t beside = left_out_beside(list, i, least_rest);
        is_folded[depth] = beside >= 0 && (double)beside < least_chain &&
                           continues(sides, path, path, INFINITY) &&
                           !path_list_row(sides, path)->is_recursive &&
                           continues(sides, &list->items[head[depth]], path + 1, least_chain);
        n_folded[depth] = above + is_folded[depth];
        path->is_kept = path->n_left_out == 0
                          ? !is_folded[depth]
                          : !is_in_chain && (double)path->most_left_out >= least_rest;
        path->n_chained = is_in_chain ? list->items[i - 1].n_chained + 1 : 0;
        path->depth -= above;
    }
    keep_marked(list);
}

static uint32_t *keys_of(const struct path_graph *graph, const struct side *side,
                         const struct rows *change)
{
    size_t n_names = graph->names.count + graph->n_cycles;
    uint32_t *keys = memory_alloc(n_names, sizeof *keys);

    for (function_id id = 0; id < profile_n_functions(&side->profile); id++)
        keys[graph->names.of_function[id]] = change->of_function[side->functions[id]];
    for (size_t name = graph->names.count; name < n_names; name++)
        keys[name] = NO_ID;
    for (uint32_t node = 0; node < graph->nodes.count; node++) {
        uint32_t name = graph->name_of[graph->vertex_of[node]];
        uint32_t first = (uint32_t)change->count + keys[graph->name_of_node[node]];
        if (name >= graph->names.count && first < keys[name])
            keys[name] = first;
    }
    return keys;
}

void path_keys_create(struct path_side sides[N_PATH_SIDES], const struct diff *diff, bool is_folded)
{
    const struct row_choice choice = {.key = BY_FUNCTION, .is_folded = is_folded};
    struct rows rows;

    rows_create(&rows, &diff->change, &choice);
    sides[PATHS_CURRENT].keys = keys_of(sides[PATHS_CURRENT].tree->graph, &diff->current, &rows);
    sides[PATHS_OLD].keys = keys_of(sides[PATHS_OLD].tree->graph, &diff->old, &rows);
    rows_free(&rows);
}
