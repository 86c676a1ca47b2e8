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
        if (rows[i] != NO_ID)
            costs[i] = path_tree_cost(sides[i].tree, sides[i].tree->rows[rows[i]].inclusive, 0);
    return path_cost_change(&costs[PATHS_FRESH], &costs[PATHS_OLD]);
}

/* Rows of both sides that are one path. */
struct pair_of_rows {
    uint64_t key; /* of members of a cycle odd */
    uint32_t rows[N_PATH_SIDES];
    double size; /* what they are sorted by: the cost, or how it changed */
};

/* The rows of one level, in the order in which they are shown, and what is left out there. */
struct level {
    struct pair_of_rows *pairs;
    size_t count, n_left_out;
    int64_t most_left_out;
};

static void leave_out(struct level *level, int64_t most, size_t count)
{
    level->n_left_out += count;
    level->most_left_out = most > level->most_left_out ? most : level->most_left_out;
}

static int compare_keys(const void *left, const void *right)
{
    const struct pair_of_rows *a = left, *b = right;

    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->rows[PATHS_OLD] != b->rows[PATHS_OLD]) /* none has the highest number, and comes first */
        return (uint32_t)(a->rows[PATHS_OLD] + 1) < (uint32_t)(b->rows[PATHS_OLD] + 1) ? -1 : 1;
    return (a->rows[PATHS_FRESH] > b->rows[PATHS_FRESH]) -
           (a->rows[PATHS_FRESH] < b->rows[PATHS_FRESH]);
}

/* Members go first; then what costs, or changed, most. */
static int compare_sizes(const void *left, const void *right)
{
    const struct pair_of_rows *a = left, *b = right;

    if (a->key % 2 != b->key % 2)
        return a->key % 2 != 0 ? -1 : 1;
    if (fabs(a->size) != fabs(b->size))
        return fabs(a->size) > fabs(b->size) ? -1 : 1;
    return (a->key > b->key) - (a->key < b->key);
}

/* Adds the rows of one side, each a pair without the other. */
static void add_side(struct level *level, const struct path_side *side, int which,
                     struct path_rows added)
{
    for (uint32_t row = added.first; row < added.first + added.count; row++) {
        const struct path_row *path = &side->tree->rows[row];
        uint32_t key = side->keys != NULL ? side->keys[path->name] : path->name;
        struct pair_of_rows *pair = &level->pairs[level->count++];
        *pair = (struct pair_of_rows){
            (uint64_t)key << 1 | path->is_member, {NO_ID, NO_ID}, path->estimate};
        pair->rows[which] = row;
    }
    leave_out(level, added.most_left_out, added.n_left_out);
}

/* Puts together what has one key on both sides; of several, as of cycles, in their order. */
static void join_sides(struct level *level, const struct path_side sides[N_PATH_SIDES])
{
    size_t count = 0, unjoined = 0; /* the first of the key that no old row was put to */

    ARRAY_SORT(level->pairs, level->count, compare_keys);
    for (size_t i = 0; i < level->count; i++) {
        struct pair_of_rows *pair = &level->pairs[i];
        bool is_old = pair->rows[PATHS_OLD] != NO_ID;
        if (i == 0 || level->pairs[count - 1].key != pair->key)
            unjoined = count;
        if (is_old && unjoined < count && level->pairs[unjoined].rows[PATHS_OLD] == NO_ID) {
            struct pair_of_rows *joined = &level->pairs[unjoined++];
            joined->rows[PATHS_OLD] = pair->rows[PATHS_OLD];
            joined->size = change_of(sides, joined->rows);
        } else {
            level->pairs[count++] = *pair;
        }
    }
    level->count = count;
}

/* Leaves out what is below the limit of each side, or all; a path counts once, whoever has it. */
static void leave_out_small(struct level *level, const struct path_side sides[N_PATH_SIDES],
                            bool is_all)
{
    size_t count = 0;

    for (size_t k = 0; k < level->count; k++) {
        const struct pair_of_rows *pair = &level->pairs[k];
        bool is_above = false;
        int64_t most = 0;
        for (int i = 0; i < N_PATH_SIDES; i++) {
            if (pair->rows[i] == NO_ID)
                continue;
            const struct path_row *row = &sides[i].tree->rows[pair->rows[i]];
            const struct path_cost cost = path_tree_cost(sides[i].tree, row->inclusive, 0);
            int64_t size = path_cost_size(&cost);
            is_above |= fabs(cost.estimate) >= sides[i].least;
            most = size > most ? size : most;
        }
        if (is_above && !is_all)
            level->pairs[count++] = *pair;
        else
            leave_out(level, most, 1);
    }
    level->count = count;
}

/* Whether a path of no cost may have others below it: some are below 0, or taken off others. */
static bool may_cancel_out(const struct path_tree *tree)
{
    for (size_t column = 0; tree != NULL && column < tree->n_columns; column++) {
        int64_t times = path_tree_times(tree, 0, column);
        if (times < 0 || (times > 0 && tree->graph->is_below_zero[tree->columns[column]]))
            return true;
    }
    return false;
}

static void add_path(struct path_list *list, struct listed_path path)
{
    ARRAY_ADD(list->items, list->count, list->capacity, path);
}

/*
 * Adds the rows of a level, unless all are left out, from the last to the first, since the last one
 * is listed next.
 */
static void await_level(struct path_list *waiting, const struct path_side sides[N_PATH_SIDES],
                        const struct path_rows added[N_PATH_SIDES], uint32_t depth, bool is_last)
{
    bool is_difference = sides[PATHS_OLD].tree != NULL;
    size_t count = (size_t)added[PATHS_FRESH].count + added[PATHS_OLD].count;
    struct level level = {.pairs = memory_alloc(count, sizeof *level.pairs)};

    for (int i = 0; i < N_PATH_SIDES; i++)
        if (sides[i].tree != NULL)
            add_side(&level, &sides[i], i, added[i]);
    if (is_difference)
        join_sides(&level, sides);
    leave_out_small(&level, sides, is_last);
    if (is_difference) /* those of one side come in their order */
        ARRAY_SORT(level.pairs, level.count, compare_sizes);
    bool has_rest = level.n_left_out != 0 &&
                    (level.most_left_out != 0 || may_cancel_out(sides[PATHS_FRESH].tree) ||
                     may_cancel_out(sides[PATHS_OLD].tree));
    if (has_rest)
        add_path(waiting, (struct listed_path){.rows = {NO_ID, NO_ID},
                                               .depth = depth,
                                               .n_left_out = level.n_left_out,
                                               .most_left_out = level.most_left_out});
    for (size_t i = level.count; i > 0; i--)
        add_path(waiting, (struct listed_path){.rows = {level.pairs[i - 1].rows[PATHS_FRESH],
                                                        level.pairs[i - 1].rows[PATHS_OLD]},
                                               .depth = depth,
                                               .has_next = i < level.count || has_rest});
    free(level.pairs);
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

/* Whether a row of its name is above it, other than the cycle that it is a member of. */
static bool is_recursive(const struct path_side sides[N_PATH_SIDES], const struct listed_path *path)
{
    int which = path->rows[PATHS_FRESH] != NO_ID ? PATHS_FRESH : PATHS_OLD;

    if (path->rows[which] == NO_ID)
        return false;
    const struct path_tree *tree = sides[which].tree;
    const struct path_row *row = &tree->rows[path->rows[which]];
    for (uint32_t above = row->parent; above != NO_ID; above = tree->rows[above].parent)
        if (tree->rows[above].name == row->name && !row->is_member)
            return true;
    return false;
}

bool path_list_create(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                      size_t most_levels, struct error *error)
{
    const struct path_rows first[N_PATH_SIDES] = {sides[PATHS_FRESH].first, sides[PATHS_OLD].first};
    struct path_list waiting = {0}; /* for their turn, the next one last */

    *list = (struct path_list){0};
    await_level(&waiting, sides, first, 0, false);
    while (waiting.count != 0 && list->count < MOST_PATHS) {
        struct listed_path path = waiting.items[--waiting.count];
        path.is_recursive = is_recursive(sides, &path);
        path.id = (uint32_t)list->count;
        add_path(list, path);
        if (path.n_left_out == 0)
            go_below(&waiting, sides, most_levels, &path);
    }
    bool is_done = waiting.count == 0;
    free(waiting.items);
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

/*
 * Returns the names of a side that the filter lets through, or those that it ignores. A cycle has
 * no name: going up, one passes if any of its functions does, and none that is ignored takes its
 * cycle along.
 */
static bool *names_that_pass(const struct path_side *side, const struct filter *filter,
                             bool is_of_ignored)
{
    if (side->tree == NULL)
        return NULL;
    const struct path_graph *graph = side->tree->graph;
    const struct rows *names = &graph->names;
    bool *passes = memory_alloc(names->count + graph->n_cycles, sizeof *passes);
    for (row_id id = 0; id < names->count; id++) {
        struct row_names name = rows_names(names, id);
        passes[id] = is_of_ignored
                       ? filter->ignored.is_given && pattern_passes(&filter->ignored, name.function)
                       : filter_passes(filter, name.object, name.file, name.function);
    }
    for (size_t i = 0; graph->goes_up && !is_of_ignored && i < graph->n_cycle_nodes; i++)
        passes[graph->name_of[graph->cycle_nodes[i].vertex]] |=
            passes[graph->name_of_node[graph->cycle_nodes[i].id]];
    return passes;
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

/* Returns which paths have a name that passes, or are below one that has. */
static bool *find_marks(const struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                        const struct filter *filter, bool is_of_ignored)
{
    bool *names[N_PATH_SIDES], *marks = memory_alloc(list->count, sizeof *marks);
    uint32_t marked = UINT32_MAX; /* the depth of the highest mark above */

    for (int i = 0; i < N_PATH_SIDES; i++)
        names[i] = names_that_pass(&sides[i], filter, is_of_ignored);
    for (size_t k = 0; k < list->count; k++) {
        const struct listed_path *path = &list->items[k];
        if (path->depth <= marked)
            marked = UINT32_MAX;
        for (int i = 0; i < N_PATH_SIDES; i++) {
            const struct path_tree *tree = sides[i].tree;
            if (marked == UINT32_MAX && tree != NULL && path->rows[i] != NO_ID &&
                names[i][tree->rows[path->rows[i]].name])
                marked = path->depth;
        }
        marks[k] = marked != UINT32_MAX;
    }
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

void path_list_drop_unchanged(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                              double least)
{
    bool *is_kept = memory_alloc(list->count, sizeof *is_kept);
    bool has_kept[MOST_PATH_LEVELS + 2] = {false}; /* by depth: the last path of it */

    for (size_t i = 0; i < list->count; i++) {
        const struct listed_path *path = &list->items[i];
        double change = change_of(sides, path->rows);
        is_kept[i] = path->n_left_out == 0 && change != 0 && fabs(change) >= least;
    }
    keep_above(list, is_kept);
    for (size_t i = 0; i < list->count; i++) { /* what was left out below a path goes with it */
        uint32_t depth = list->items[i].depth;
        if (list->items[i].n_left_out != 0)
            is_kept[i] = depth != 0 && has_kept[depth - 1];
        has_kept[depth] = is_kept[i];
    }
    keep_marked(list, is_kept);
    free(is_kept);
}

double path_list_largest_change(const struct path_list *list,
                                const struct path_side sides[N_PATH_SIDES])
{
    double largest = 0;

    for (size_t i = 0; i < list->count; i++) {
        double change = fabs(change_of(sides, list->items[i].rows));
        largest = change > largest ? change : largest;
    }
    return largest;
}

/*
 * Whether the path is one function after the other on each side that has it, and costs nearly what
 * the first of its chain does.
 */
static bool continues(const struct path_side sides[N_PATH_SIDES], const struct listed_path *head,
                      const struct listed_path *path, double least)
{
    for (int i = 0; i < N_PATH_SIDES; i++) {
        if ((head->rows[i] == NO_ID) != (path->rows[i] == NO_ID))
            return false;
        if (path->rows[i] == NO_ID)
            continue;
        const struct path_row *row = &sides[i].tree->rows[path->rows[i]];
        if (row->is_member || row->n_frames > 1 || row->name >= sides[i].tree->graph->names.count ||
            fabs(sides[i].tree->rows[head->rows[i]].estimate - row->estimate) >= least)
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
    bool *is_kept = memory_alloc(list->count, sizeof *is_kept);
    size_t head[MOST_PATH_LEVELS + 2];              /* by depth: where the chain begins, */
    bool is_folded[MOST_PATH_LEVELS + 2] = {false}; /* and whether that path is in the next one */
    uint32_t n_folded[MOST_PATH_LEVELS + 2] = {0};  /* how many at the depth and above it are */

    for (size_t i = 0; i < list->count; i++) {
        struct listed_path *path = &list->items[i];
        uint32_t depth = path->depth, above = depth == 0 ? 0 : n_folded[depth - 1];
        bool is_in_chain = depth != 0 && is_folded[depth - 1];
        head[depth] = is_in_chain ? head[depth - 1] : i;
        int64_t beside = left_out_beside(list, i, least_rest);
        is_folded[depth] = beside >= 0 && (double)beside < least_chain && !path->is_recursive &&
                           continues(sides, path, path, INFINITY) &&
                           continues(sides, &list->items[head[depth]], path + 1, least_chain);
        n_folded[depth] = above + is_folded[depth];
        is_kept[i] = path->n_left_out == 0
                       ? !is_folded[depth]
                       : !is_in_chain && (double)path->most_left_out >= least_rest;
        path->n_chained = is_in_chain ? list->items[i - 1].n_chained + 1 : 0;
        path->depth -= above;
    }
    keep_marked(list, is_kept);
    free(is_kept);
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
    for (size_t i = 0; i < graph->n_cycle_nodes; i++) {
        uint32_t *key = &keys[graph->name_of[graph->cycle_nodes[i].vertex]];
        uint32_t of_node =
            (uint32_t)change->count + keys[graph->name_of_node[graph->cycle_nodes[i].id]];
        *key = of_node < *key ? of_node : *key;
    }
    return keys;
}

void path_keys_create(struct path_side sides[N_PATH_SIDES], const struct diff *diff, bool is_folded)
{
    const struct row_choice choice = {.key = BY_FUNCTION, .is_folded = is_folded};
    struct rows rows;

    rows_create(&rows, &diff->change, &choice);
    sides[PATHS_FRESH].keys = keys_of(sides[PATHS_FRESH].tree->graph, &diff->fresh, &rows);
    sides[PATHS_OLD].keys = keys_of(sides[PATHS_OLD].tree->graph, &diff->old, &rows);
    rows_free(&rows);
}
