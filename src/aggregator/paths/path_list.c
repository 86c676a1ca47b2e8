/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/path_list.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

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

/* What is to be listed yet, the next one last. */
struct waiting {
    struct listed_path *items;
    size_t count, capacity;
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

/* The rows of one side, each a pair without the other. */
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
                                      .size = path_side_cost(side, row)->estimate,
                                      .is_member = of->is_member};
        pair->rows[which] = row;
    }
    leave_out(pairs, added.most_left_out, added.n_left_out);
}

/* Puts together what has one key on both sides; of several, as of cycles, in their order. */
static void join_sides(struct pairs_of_rows *pairs, const struct path_side sides[N_PATH_SIDES])
{
    size_t count = 0, unjoined = 0; /* the first of the key that no old row was put to */

    if (pairs->count > 1)
        qsort(pairs->list, pairs->count, sizeof *pairs->list, compare_keys);
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

/* The most that the path may cost on either side. */
static int64_t most_of(const struct path_side sides[N_PATH_SIDES], const struct pair_of_rows *pair)
{
    int64_t most = 0;

    for (int i = 0; i < N_PATH_SIDES; i++) {
        if (pair->rows[i] == NO_ID)
            continue;
        int64_t of_side = path_cost_size(path_side_cost(&sides[i], pair->rows[i]));
        most = of_side > most ? of_side : most;
    }
    return most;
}

/* Whether it is above the limit of a side, and where that is asked for known on both. */
static bool is_wanted(const struct path_side sides[N_PATH_SIDES], const struct path_limits *limits,
                      const struct pair_of_rows *pair)
{
    bool is_above = false, is_exact = true;

    for (int i = 0; i < N_PATH_SIDES; i++) {
        if (pair->rows[i] == NO_ID)
            continue;
        const struct path_cost *cost = path_side_cost(&sides[i], pair->rows[i]);
        is_above = is_above || fabs(cost->estimate) >= sides[i].least;
        is_exact = is_exact && path_cost_is_exact(cost);
    }
    return is_above && (is_exact || !limits->is_exact);
}

static void drop_unwanted(struct pairs_of_rows *pairs, const struct path_side sides[N_PATH_SIDES],
                          const struct path_limits *limits)
{
    size_t count = 0;

    for (size_t i = 0; i < pairs->count; i++) {
        if (is_wanted(sides, limits, &pairs->list[i]))
            pairs->list[count++] = pairs->list[i];
        else
            leave_out(pairs, most_of(sides, &pairs->list[i]), 1);
    }
    pairs->count = count;
}

/* The rows of one level, in the order in which they are shown. The caller frees the list. */
static struct pairs_of_rows pair_up(const struct path_side sides[N_PATH_SIDES],
                                    const struct path_limits *limits,
                                    const struct path_rows added[N_PATH_SIDES])
{
    size_t count = (size_t)added[PATHS_FRESH].count + added[PATHS_OLD].count;
    struct pairs_of_rows pairs = {.list = memory_alloc(count, sizeof *pairs.list)};

    for (int i = 0; i < N_PATH_SIDES; i++)
        if (sides[i].tree != NULL) {
            add_side(&pairs, sides, i, added[i]);
            pairs.may_cancel_out |= sides[i].tree->lacks_bounds[0];
        }
    if (sides[PATHS_OLD].tree != NULL)
        join_sides(&pairs, sides);
    drop_unwanted(&pairs, sides, limits);
    /* Those of one side come in their order. */
    if (sides[PATHS_OLD].tree != NULL && pairs.count > 1)
        qsort(pairs.list, pairs.count, sizeof *pairs.list, compare_sizes);
    return pairs;
}

/* Where no more levels are shown: a path counts once, whichever sides have it. */
static void leave_all_out(struct pairs_of_rows *pairs, const struct path_side sides[N_PATH_SIDES])
{
    for (size_t i = 0; i < pairs->count; i++)
        leave_out(pairs, most_of(sides, &pairs->list[i]), 1);
    pairs->count = 0;
}

static void await(struct waiting *waiting, struct listed_path path)
{
    ARRAY_GROW(waiting->items, waiting->count, waiting->capacity);
    waiting->items[waiting->count++] = path;
}

/* The rows of a level, from the last to the first. */
static void await_level(struct waiting *waiting, const struct pairs_of_rows *pairs, uint32_t depth)
{
    bool has_rest = pairs->n_left_out != 0 && (pairs->most_left_out != 0 || pairs->may_cancel_out);

    if (has_rest)
        await(waiting, (struct listed_path){.rows = {NO_ID, NO_ID},
                                            .depth = depth,
                                            .n_left_out = pairs->n_left_out,
                                            .most_left_out = pairs->most_left_out});
    for (size_t i = pairs->count; i > 0; i--)
        await(waiting, (struct listed_path){.rows = {pairs->list[i - 1].rows[PATHS_FRESH],
                                                     pairs->list[i - 1].rows[PATHS_OLD]},
                                            .depth = depth,
                                            .has_next = i < pairs->count || has_rest});
}

/* Finds what is below a path, or how much of it is left out. */
static bool go_below(struct waiting *waiting, const struct path_side sides[N_PATH_SIDES],
                     const struct path_limits *limits, const struct listed_path *path,
                     struct error *error)
{
    struct path_rows added[N_PATH_SIDES] = {{0}, {0}};
    bool is_difference = sides[PATHS_OLD].tree != NULL;
    uint32_t n_levels = path->depth + 1;
    bool is_last =
        (limits->depth != 0 && n_levels >= limits->depth) || n_levels >= MOST_PATH_LEVELS;

    for (int i = 0; i < N_PATH_SIDES; i++) {
        /* A path of one side has to be known of the other, however little it costs there. */
        double least = is_difference ? -1 : is_last ? INFINITY : sides[i].least;
        if (path->rows[i] != NO_ID && !sides[i].tree->rows[path->rows[i]].is_member &&
            !path_tree_add_below(sides[i].tree, path->rows[i], least, &added[i], error))
            return false;
    }
    struct pairs_of_rows pairs = pair_up(sides, limits, added);
    if (is_last)
        leave_all_out(&pairs, sides);
    await_level(waiting, &pairs, path->depth + 1);
    free(pairs.list);
    return true;
}

/* Whether a row of the same name is above it, and not the cycle that it is a member of. */
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

static bool list_path(struct path_list *list, struct listed_path path, struct error *error)
{
    if (list->count == MOST_PATHS)
        return error_set(error, ERROR_FAILED, NULL, 0,
                         "the call tree has more than %d rows: see --percent-limit and --depth",
                         MOST_PATHS);
    ARRAY_GROW(list->items, list->count, list->capacity);
    path.id = (uint32_t)list->count;
    list->items[list->count++] = path;
    return true;
}

bool path_list_create(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                      const struct path_limits *limits, struct error *error)
{
    const struct path_rows first[N_PATH_SIDES] = {sides[PATHS_FRESH].first, sides[PATHS_OLD].first};
    struct pairs_of_rows pairs = pair_up(sides, limits, first);
    struct waiting waiting = {0};
    bool is_done = true;

    *list = (struct path_list){.is_exact = limits->is_exact};
    await_level(&waiting, &pairs, 0);
    free(pairs.list);
    while (is_done && waiting.count != 0) {
        struct listed_path path = waiting.items[--waiting.count];
        path.is_recursive = is_recursive(sides, &path);
        is_done = list_path(list, path, error) &&
                  (path.n_left_out != 0 || go_below(&waiting, sides, limits, &path, error));
    }
    free(waiting.items);
    return is_done;
}

void path_list_free(struct path_list *list)
{
    free(list->items);
    *list = (struct path_list){0};
}
