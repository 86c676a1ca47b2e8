/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/paths.h"

#include <math.h>
#include <stdlib.h>

#include "aggregator/compare/compare.h"
#include "aggregator/paths/path_building.h"
#include "base/array.h"
#include "profile/filter.h"

/* Returns the cost by which a row is listed. */
static struct path_cost path_side_cost(const struct path_side *side, uint32_t row)
{
    return path_tree_cost(side->tree, side->tree->rows[row].inclusive, 0);
}

/* Returns how a path changed from the old side. What a side lacks cost nothing there. */
static double path_sides_change(const struct path_side sides[N_PATH_SIDES],
                                const uint32_t rows[N_PATH_SIDES])
{
    struct path_cost costs[N_PATH_SIDES] = {0};

    for (int i = 0; i < N_PATH_SIDES; i++)
        if (rows[i] != NO_ID)
            costs[i] = path_side_cost(&sides[i], rows[i]);
    return path_cost_change(&costs[PATHS_FRESH], &costs[PATHS_OLD]);
}

/* Whether some cost of the first event is below 0, or one is taken off another. */
static bool may_cancel_out(const struct path_tree *tree)
{
    for (size_t column = 0; column < tree->n_columns; column++) {
        int64_t times = path_tree_times(tree, 0, column);
        if (times < 0 || (times > 0 && tree->graph->is_below_zero[tree->columns[column]]))
            return true;
    }
    return false;
}

/* Rows of both sides that are one path. */
struct pair_of_rows {
    uint64_t key;
    uint32_t rows[N_PATH_SIDES];
    double size; /* what they are sorted by: the cost, or how it changed */
    bool is_member;
};

struct pairs_of_rows {
    struct pair_of_rows *list;
    size_t count;
    size_t n_left_out;
    int64_t most_left_out;
    bool may_cancel_out; /* some costs are below 0: a path of none may have others below it */
};

static void leave_out(struct pairs_of_rows *pairs, int64_t most, size_t count)
{
    pairs->n_left_out += count;
    if (most > pairs->most_left_out)
        pairs->most_left_out = most;
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

    if (a->is_member != b->is_member)
        return a->is_member ? -1 : 1;
    if (fabs(a->size) != fabs(b->size))
        return fabs(a->size) > fabs(b->size) ? -1 : 1;
    return (a->key > b->key) - (a->key < b->key);
}

/* Adds the rows of one side, each a pair without the other. */
static void add_side(struct pairs_of_rows *pairs, const struct path_side sides[N_PATH_SIDES],
                     int which, struct path_rows added)
{
    const struct path_side *side = &sides[which];

    for (uint32_t row = added.first; row < added.first + added.count; row++) {
        const struct path_row *of = &side->tree->rows[row];
        uint32_t key = side->keys != NULL ? side->keys[of->name] : of->name;
        struct pair_of_rows *pair = &pairs->list[pairs->count++];
        *pair = (struct pair_of_rows){.key = (uint64_t)key << 1 | of->is_member,
                                      .rows = {NO_ID, NO_ID},
                                      .size = of->estimate,
                                      .is_member = of->is_member};
        pair->rows[which] = row;
    }
    leave_out(pairs, added.most_left_out, added.n_left_out);
}

/* Puts together what has one key on both sides; of several, as of cycles, in their order. */
static void join_sides(struct pairs_of_rows *pairs, const struct path_side sides[N_PATH_SIDES])
{
    size_t count = 0, unjoined = 0; /* the first of the key that no old row was put to */

    ARRAY_SORT(pairs->list, pairs->count, compare_keys);
    for (size_t i = 0; i < pairs->count; i++) {
        struct pair_of_rows *pair = &pairs->list[i];
        bool is_old = pair->rows[PATHS_OLD] != NO_ID;
        if (i == 0 || pairs->list[count - 1].key != pair->key)
            unjoined = count;
        if (is_old && unjoined < count && pairs->list[unjoined].rows[PATHS_OLD] == NO_ID) {
            struct pair_of_rows *joined = &pairs->list[unjoined++];
            joined->rows[PATHS_OLD] = pair->rows[PATHS_OLD];
            joined->size = path_sides_change(sides, joined->rows);
        } else {
            pairs->list[count++] = *pair;
        }
    }
    pairs->count = count;
}

/* Returns the most that the path may cost on either side. */
static int64_t most_of(const struct path_side sides[N_PATH_SIDES], const struct pair_of_rows *pair)
{
    int64_t most = 0;

    for (int i = 0; i < N_PATH_SIDES; i++) {
        if (pair->rows[i] == NO_ID)
            continue;
        const struct path_cost cost = path_side_cost(&sides[i], pair->rows[i]);
        int64_t of_side = path_cost_size(&cost);
        most = of_side > most ? of_side : most;
    }
    return most;
}

/* True if a path is above the limit of a side. */
static bool is_wanted(const struct path_side sides[N_PATH_SIDES], const struct pair_of_rows *pair)
{
    bool is_above = false;

    for (int i = 0; i < N_PATH_SIDES && !is_above; i++)
        is_above = pair->rows[i] != NO_ID &&
                   fabs(sides[i].tree->rows[pair->rows[i]].estimate) >= sides[i].least;
    return is_above;
}

static void drop_unwanted(struct pairs_of_rows *pairs, const struct path_side sides[N_PATH_SIDES])
{
    size_t count = 0;

    for (size_t i = 0; i < pairs->count; i++) {
        if (is_wanted(sides, &pairs->list[i]))
            pairs->list[count++] = pairs->list[i];
        else
            leave_out(pairs, most_of(sides, &pairs->list[i]), 1);
    }
    pairs->count = count;
}

/*
 * Returns the rows of one level, in the order in which they are shown. The caller frees the list.
 */
static struct pairs_of_rows pair_up(const struct path_side sides[N_PATH_SIDES],
                                    const struct path_rows added[N_PATH_SIDES])
{
    size_t count = (size_t)added[PATHS_FRESH].count + added[PATHS_OLD].count;
    struct pairs_of_rows pairs = {.list = memory_alloc(count, sizeof *pairs.list)};

    for (int i = 0; i < N_PATH_SIDES; i++)
        if (sides[i].tree != NULL) {
            add_side(&pairs, sides, i, added[i]);
            pairs.may_cancel_out |= may_cancel_out(sides[i].tree);
        }
    if (sides[PATHS_OLD].tree != NULL)
        join_sides(&pairs, sides);
    drop_unwanted(&pairs, sides);
    /* Those of one side come in their order. */
    if (sides[PATHS_OLD].tree != NULL)
        ARRAY_SORT(pairs.list, pairs.count, compare_sizes);
    return pairs;
}

/* Leaves out a whole level below the last one; a path counts once, whichever sides have it. */
static void leave_all_out(struct pairs_of_rows *pairs, const struct path_side sides[N_PATH_SIDES])
{
    for (size_t i = 0; i < pairs->count; i++)
        leave_out(pairs, most_of(sides, &pairs->list[i]), 1);
    pairs->count = 0;
}

static void add_path(struct path_list *list, struct listed_path path)
{
    ARRAY_ADD(list->items, list->count, list->capacity, path);
}

/* Adds the rows of a level, from the last to the first, since the last one is listed next. */
static void await_level(struct path_list *waiting, const struct pairs_of_rows *pairs,
                        uint32_t depth)
{
    bool has_rest = pairs->n_left_out != 0 && (pairs->most_left_out != 0 || pairs->may_cancel_out);

    if (has_rest)
        add_path(waiting, (struct listed_path){.rows = {NO_ID, NO_ID},
                                               .depth = depth,
                                               .n_left_out = pairs->n_left_out,
                                               .most_left_out = pairs->most_left_out});
    for (size_t i = pairs->count; i > 0; i--)
        add_path(waiting, (struct listed_path){.rows = {pairs->list[i - 1].rows[PATHS_FRESH],
                                                        pairs->list[i - 1].rows[PATHS_OLD]},
                                               .depth = depth,
                                               .has_next = i < pairs->count || has_rest});
}

/* Finds what is below a path, or how much of it is left out. */
static void go_below(struct path_list *waiting, const struct path_side sides[N_PATH_SIDES],
                     size_t most_levels, const struct listed_path *path)
{
    struct path_rows added[N_PATH_SIDES] = {{0}, {0}};
    bool is_difference = sides[PATHS_OLD].tree != NULL;
    uint32_t n_levels = path->depth + 1;
    bool is_last = (most_levels != 0 && n_levels >= most_levels) || n_levels >= MOST_PATH_LEVELS;

    for (int i = 0; i < N_PATH_SIDES; i++) {
        /* A path of one side has to be known of the other, however little it costs there. */
        double least = is_difference ? -1 : is_last ? INFINITY : sides[i].least;
        if (path->rows[i] != NO_ID && !sides[i].tree->rows[path->rows[i]].is_member)
            added[i] = path_tree_add_below(sides[i].tree, path->rows[i], least);
    }
    struct pairs_of_rows pairs = pair_up(sides, added);
    if (is_last)
        leave_all_out(&pairs, sides);
    await_level(waiting, &pairs, path->depth + 1);
    free(pairs.list);
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
    struct pairs_of_rows pairs = pair_up(sides, first);
    struct path_list waiting = {0}; /* for their turn, the next one last */

    *list = (struct path_list){0};
    await_level(&waiting, &pairs, 0);
    free(pairs.list);
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
 * Marks cycles, which have no name: going up, one passes if any of its functions does, and none
 * that is ignored takes its cycle along.
 */
static void mark_cycles(const struct path_graph *graph, bool *marks)
{
    for (uint32_t node = 0; node < graph->nodes.count; node++) {
        uint32_t vertex = graph->vertex_of[node];
        if (path_graph_is_cycle(graph, vertex) && marks[graph->name_of_node[node]])
            marks[graph->name_of[vertex]] = true;
    }
}

/* Returns the names of a side that the filter lets through, and those that it ignores. */
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

double path_list_largest_change(const struct path_list *list,
                                const struct path_side sides[N_PATH_SIDES])
{
    double largest = 0;

    for (size_t i = 0; i < list->count; i++) {
        double change = fabs(path_sides_change(sides, list->items[i].rows));
        largest = change > largest ? change : largest;
    }
    return largest;
}

void path_list_drop_small_rests(struct path_list *list, double least)
{
    bool *is_kept = memory_alloc(list->count, sizeof *is_kept);

    for (size_t i = 0; i < list->count; i++)
        is_kept[i] =
            list->items[i].n_left_out == 0 || (double)list->items[i].most_left_out >= least;
    keep_marked(list, is_kept);
    free(is_kept);
}

/* What is below a listed path. */
struct below {
    size_t parent;  /* of the path itself; SIZE_MAX at the top */
    size_t n_paths; /* those on the next level alone */
    int64_t most_left_out;
    size_t head;    /* the path that its chain begins with */
    bool is_folded; /* into the one below it */
    uint32_t n_folded_above;
};

/* Finds what is below each path. */
static struct below *find_below(const struct path_list *list)
{
    struct below *below = memory_alloc(list->count, sizeof *below);
    size_t last[MOST_PATH_LEVELS + 2] = {0}; /* by depth */

    for (size_t i = 0; i < list->count; i++) {
        const struct listed_path *path = &list->items[i];
        size_t parent = path->depth == 0 ? SIZE_MAX : last[path->depth - 1];
        below[i] = (struct below){.parent = parent, .head = i};
        last[path->depth] = i;
        if (parent != SIZE_MAX && path->n_left_out == 0)
            below[parent].n_paths++;
        else if (parent != SIZE_MAX)
            below[parent].most_left_out = path->most_left_out;
    }
    return below;
}

/* Whether the path is one function after the other on each side that has it. */
static bool is_plain(const struct path_side sides[N_PATH_SIDES], const struct listed_path *path)
{
    for (int i = 0; i < N_PATH_SIDES; i++) {
        if (path->rows[i] == NO_ID)
            continue;
        const struct path_row *row = &sides[i].tree->rows[path->rows[i]];
        if (row->is_member || row->n_frames > 1 || row->name >= sides[i].tree->graph->names.count)
            return false;
    }
    return path->n_left_out == 0;
}

/* Whether the paths have the same sides, and cost nearly the same on each. */
static bool cost_the_same(const struct path_side sides[N_PATH_SIDES],
                          const struct listed_path *head, const struct listed_path *path,
                          double least)
{
    for (int i = 0; i < N_PATH_SIDES; i++) {
        if ((head->rows[i] == NO_ID) != (path->rows[i] == NO_ID))
            return false;
        if (head->rows[i] != NO_ID && fabs(sides[i].tree->rows[head->rows[i]].estimate -
                                           sides[i].tree->rows[path->rows[i]].estimate) >= least)
            return false;
    }
    return true;
}

/* Marks what becomes part of the path below it. */
static void mark_chains(const struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                        double least, struct below *below)
{
    for (size_t i = 0; i + 1 < list->count; i++) {
        const struct listed_path *path = &list->items[i];
        below[i].is_folded = below[i].n_paths == 1 && !path->is_recursive &&
                             (double)below[i].most_left_out < least && is_plain(sides, path) &&
                             is_plain(sides, path + 1) &&
                             cost_the_same(sides, &list->items[below[i].head], path + 1, least);
        if (below[i].is_folded)
            below[i + 1].head = below[i].head;
    }
}

void path_list_fold_chains(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                           double least)
{
    struct below *below = find_below(list);
    bool *is_kept = memory_alloc(list->count, sizeof *is_kept);

    mark_chains(list, sides, least, below);
    for (size_t i = 0; i < list->count; i++) {
        struct listed_path *path = &list->items[i];
        size_t parent = below[i].parent;
        bool has_folded = parent != SIZE_MAX && below[parent].is_folded;
        is_kept[i] = !below[i].is_folded && (path->n_left_out == 0 || !has_folded);
        if (parent == SIZE_MAX)
            continue;
        below[i].n_folded_above = below[parent].n_folded_above + has_folded;
        path->n_chained = has_folded ? list->items[parent].n_chained + 1 : 0;
        path->depth -= below[i].n_folded_above;
    }
    keep_marked(list, is_kept);
    free(is_kept);
    free(below);
}

/* The key of a cycle is an id, from `first` on, of the list of its members' keys. */
static uint32_t key_of_cycle(const struct path_graph *graph, uint32_t vertex, const uint32_t *keys,
                             uint32_t first, struct names *lists)
{
    size_t count;
    uint32_t *members = path_graph_members(graph, vertex, &count);

    for (size_t i = 0; i < count; i++)
        members[i] = keys[members[i]];
    ARRAY_SORT(members, count, ids_compare);
    struct text list = {(const char *)members, count * sizeof *members};
    uint32_t key = first + names_add(lists, list);
    free(members);
    return key;
}

static uint32_t *keys_of(const struct path_graph *graph, const struct side *side,
                         const struct rows *change, struct names *lists)
{
    uint32_t *keys = memory_alloc(graph->names.count + graph->n_cycles, sizeof *keys);

    for (function_id id = 0; id < profile_n_functions(&side->profile); id++)
        keys[graph->names.of_function[id]] = change->of_function[side->functions[id]];
    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++)
        if (path_graph_is_cycle(graph, vertex))
            keys[graph->name_of[vertex]] =
                key_of_cycle(graph, vertex, keys, (uint32_t)change->count, lists);
    return keys;
}

void path_keys_create(struct path_keys *keys, const struct diff *diff,
                      const struct path_graph *fresh, const struct path_graph *old, bool is_folded)
{
    const struct row_choice choice = {.key = BY_FUNCTION, .is_folded = is_folded};
    struct names *lists = names_create();
    struct rows rows;

    rows_create(&rows, &diff->change, &choice);
    keys->of_fresh = keys_of(fresh, &diff->fresh, &rows, lists);
    keys->of_old = keys_of(old, &diff->old, &rows, lists);
    rows_free(&rows);
    names_free(lists);
}

void path_keys_free(struct path_keys *keys)
{
    free(keys->of_fresh);
    free(keys->of_old);
    *keys = (struct path_keys){0};
}
