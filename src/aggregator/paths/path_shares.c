/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/paths.h"

#include <stdlib.h>

#include "aggregator/paths/path_building.h"
#include "base/array.h"
#include "base/number.h"

/* A path whose rows below are being read: how much of it none has stood for so far. */
struct open_path {
    size_t item;
    struct path_amount rest;
    bool is_estimate; /* of the path or of any of these */
};

/* The shares of one side and event, before they are rounded. */
struct sharing {
    const struct path_list *list;
    const struct path_side *side; /* whose shares these are */
    size_t event;
    int which;
    struct path_amount *parts;     /* by item of the list, */
    bool *is_estimate;             /* and whether it is one */
    const struct path_term *terms; /* the columns that the event is a sum of */
    size_t n_terms;
    double **spent; /* by term, and by vertex: how much of each unit of its cost; NULL: all */
    struct open_path open[MOST_PATH_LEVELS + 1];
    size_t n_open;
    struct path_amount top_rest; /* what no row at the top stands for */
};

/*
 * Returns how much of each unit of the cost of a vertex was spent, by vertex, for the tree's column
 * i. Goes up from callees, which have lower numbers than callers: see components_find(). The caller
 * frees it.
 */
static double *find_spent(const struct sharing *sharing, size_t i)
{
    const struct path_tree *tree = sharing->side->tree;
    const struct path_graph *graph = tree->graph;

    double *spent = memory_alloc(graph->n_vertices, sizeof *spent);
    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++) {
        struct path_amount sum = path_amount_of(path_tree_value(tree, i, &graph->self, vertex).sum);
        for (size_t k = graph->arcs_begin[vertex]; k < graph->arcs_begin[vertex + 1]; k++) {
            uint32_t arc = graph->arcs[k];
            int64_t cost = path_tree_value(tree, i, graph->arc_costs, arc).sum;
            path_amount_add(&sum,
                            path_amount_times(path_amount_of(cost), spent[graph->ends[arc].to]));
        }
        spent[vertex] = path_amount_ratio(sum, path_tree_inclusive(tree, i, vertex));
    }
    return spent;
}

static struct path_amount amount_of(const struct sharing *sharing, size_t costs, size_t column)
{
    return path_amount_of_cost(&sharing->side->tree->costs[costs + column]);
}

/* Whether all that the ends of a row cost was spent, of a term. */
static bool is_all_spent(const struct sharing *sharing, const struct path_row *row, size_t term)
{
    const struct path_tree *tree = sharing->side->tree;
    bool is_all = true;

    for (size_t k = row->ends; is_all && k < row->ends + row->n_ends; k++)
        is_all = sharing->spent[term][tree->ends[k].vertex] == 1;
    return is_all;
}

/*
 * Returns what of a term of an end's cost was spent. The function's own cost was, and of the rest
 * that share.
 */
static struct path_amount spent_by_end(const struct sharing *sharing, const struct path_end *end,
                                       size_t term)
{
    const struct path_tree *tree = sharing->side->tree;
    size_t column = sharing->terms[term].column;
    struct path_amount others = amount_of(sharing, end->costs, column);
    int64_t own = path_tree_own(tree, end, column);
    double spent = sharing->spent[term][end->vertex];

    if (own == 0)
        return path_amount_times(others, spent);
    int64_t inclusive = path_tree_inclusive(tree, column, end->vertex);
    struct path_amount sum = path_amount_of(own);
    path_amount_subtract(&others, sum);
    if (inclusive != own)
        path_amount_add(&sum, path_amount_times(others, ((double)inclusive * spent - (double)own) /
                                                            (double)(inclusive - own)));
    return sum;
}

/* Returns what of a term was spent by a path and all below it. */
static struct path_amount term_spent_by(const struct sharing *sharing, const struct path_row *row,
                                        size_t term)
{
    const struct path_tree *tree = sharing->side->tree;
    size_t n_ends = row->n_frames > 1 ? 1 : row->n_ends; /* the others are below the first */
    struct path_amount sum = {0};

    if (is_all_spent(sharing, row, term))
        return amount_of(sharing, row->inclusive, sharing->terms[term].column);
    for (size_t k = row->ends; k < row->ends + n_ends; k++)
        path_amount_add(&sum, spent_by_end(sharing, &tree->ends[k], term));
    return sum;
}

/* Returns what was spent by a path and all below it. */
static struct path_amount spent_by(const struct sharing *sharing, const struct path_row *row)
{
    struct path_amount sum = {0};
    bool is_all = true;

    if (row->is_member)
        return amount_of(sharing, row->self, sharing->event);
    for (size_t term = 0; sharing->spent != NULL && is_all && term < sharing->n_terms; term++)
        is_all = is_all_spent(sharing, row, term);
    if (is_all)
        return amount_of(sharing, row->inclusive, sharing->event);
    for (size_t term = 0; term < sharing->n_terms; term++)
        path_amount_add(&sum, path_amount_multiplied(term_spent_by(sharing, row, term),
                                                     sharing->terms[term].times));
    return sum;
}

/* What a path cost itself, and whether that is an estimate. */
struct own_cost {
    struct path_amount cost;
    bool is_estimate;
};

/* Going up, adds how much of a term of an end's paths started there. */
static void find_started(const struct sharing *sharing, const struct path_end *end,
                         const struct path_term *term, struct own_cost *own)
{
    const struct path_tree *tree = sharing->side->tree;
    const struct path_amount all = amount_of(sharing, end->costs, term->column);
    int64_t inclusive = path_tree_inclusive(tree, term->column, end->vertex);
    int64_t of_end = path_tree_started(tree, term->column, end->vertex);

    if (inclusive == 0 || of_end == 0)
        return;
    path_amount_add(&own->cost,
                    path_amount_multiplied(path_amount_part(all, of_end, inclusive), term->times));
    own->is_estimate |= of_end != inclusive && path_amount_size(all) + 0.5 < (double)inclusive;
}

/*
 * Finds the same of a row. That is known where all or nothing did, or where the path is all that
 * the function cost.
 */
static void find_started_by(const struct sharing *sharing, const struct path_row *row,
                            struct own_cost *own)
{
    const struct path_tree *tree = sharing->side->tree;

    for (size_t k = row->ends; k < row->ends + row->n_ends; k++) {
        if (path_row_is_within(tree, row, &tree->ends[k]))
            continue; /* it started in the cycle, which is the row below */
        for (size_t term = 0; term < sharing->n_terms; term++)
            find_started(sharing, &tree->ends[k], &sharing->terms[term], own);
    }
}

static bool is_exact(const struct path_side *side, size_t costs, size_t event)
{
    return path_cost_is_exact(&side->tree->costs[costs + event]);
}

static struct own_cost own_cost_of(const struct sharing *sharing, const struct path_row *row)
{
    bool goes_up = sharing->side->tree->graph->goes_up;
    size_t costs = goes_up ? row->inclusive : row->self;
    struct own_cost own = {.is_estimate = !is_exact(sharing->side, costs, sharing->event)};

    if (goes_up)
        find_started_by(sharing, row, &own);
    else
        own.cost = amount_of(sharing, row->self, sharing->event);
    return own;
}

/* A path that has no row of what was left out keeps it: that is what rounds to nothing. */
static void close_paths(struct sharing *sharing, size_t depth)
{
    while (sharing->n_open > depth) {
        const struct open_path *path = &sharing->open[--sharing->n_open];
        path_amount_add(&sharing->parts[path->item], path->rest);
        sharing->is_estimate[path->item] |=
            path->is_estimate && path_amount_size(path->rest) >= 0.5;
    }
}

/* Returns the rest of the path above. */
static struct path_amount *rest_above(struct sharing *sharing)
{
    return sharing->n_open == 0 ? &sharing->top_rest : &sharing->open[sharing->n_open - 1].rest;
}

static void share_rest(struct sharing *sharing, size_t item)
{
    struct path_amount *rest = rest_above(sharing);

    sharing->parts[item] = *rest;
    sharing->is_estimate[item] =
        sharing->n_open != 0 && sharing->open[sharing->n_open - 1].is_estimate;
    *rest = (struct path_amount){0};
}

/* The self cost of a cycle is that of its functions; of one of them it is its own. */
static void share_member(struct sharing *sharing, size_t item, const struct path_row *row)
{
    const struct path_tree *tree = sharing->side->tree;
    struct open_path *above = &sharing->open[sharing->n_open - 1];
    bool is_of_cycle = tree->rows[row->parent].name >= tree->graph->names.count;

    sharing->parts[item] = spent_by(sharing, row);
    sharing->is_estimate[item] = !is_exact(sharing->side, row->self, sharing->event);
    above->is_estimate |= sharing->is_estimate[item];
    path_amount_subtract(is_of_cycle ? &sharing->parts[above->item] : &above->rest,
                         sharing->parts[item]);
}

static void share_path(struct sharing *sharing, size_t item, const struct path_row *row)
{
    const struct path_amount all = spent_by(sharing, row);
    struct path_amount lost = amount_of(sharing, row->inclusive, sharing->event), rest = all;
    struct own_cost own = own_cost_of(sharing, row);

    path_amount_subtract(&lost, all);
    /* Not all that its callers were charged was spent: who knows whose it was. */
    bool is_estimate =
        !is_exact(sharing->side, row->inclusive, sharing->event) || path_amount_size(lost) > 0.5;
    path_amount_subtract(rest_above(sharing), all);
    if (sharing->n_open != 0)
        sharing->open[sharing->n_open - 1].is_estimate |= is_estimate;
    own.is_estimate |= is_estimate && sharing->side->tree->graph->goes_up;
    sharing->parts[item] = own.cost;
    sharing->is_estimate[item] = own.is_estimate;
    path_amount_subtract(&rest, sharing->parts[item]);
    sharing->open[sharing->n_open++] =
        (struct open_path){item, rest, is_estimate || own.is_estimate};
}

/* Paths of the other side are here as well, so that levels do not shift. */
static void share_nothing(struct sharing *sharing, size_t item)
{
    sharing->open[sharing->n_open++] = (struct open_path){.item = item};
}

static void share_items(struct sharing *sharing)
{
    for (size_t item = 0; item < sharing->list->count; item++) {
        const struct listed_path *path = &sharing->list->items[item];
        uint32_t row = path->rows[sharing->which];

        close_paths(sharing, path->depth);
        if (path->n_left_out != 0)
            share_rest(sharing, item);
        else if (row == NO_ID)
            share_nothing(sharing, item);
        else if (sharing->side->tree->rows[row].is_member)
            share_member(sharing, item, &sharing->side->tree->rows[row]);
        else
            share_path(sharing, item, &sharing->side->tree->rows[row]);
    }
    close_paths(sharing, 0);
}

/* A part with what was cut off it: the largest fractions are rounded up. */
struct fraction {
    size_t item;
    double size;
};

static int compare_fractions(const void *left, const void *right)
{
    const struct fraction *a = left, *b = right;

    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return (a->item > b->item) - (a->item < b->item);
}

/* Whole numbers of that sum: what is below each is cut off, and then the largest of that given. */
static void round_parts(const struct sharing *sharing, struct path_share *shares, size_t n_events,
                        int64_t sum)
{
    size_t count = sharing->list->count, largest = 0, n_given = 0;
    struct fraction *fractions = memory_alloc(count, sizeof *fractions);
    int64_t rest = sum;
    bool overflows = false;

    for (size_t item = 0; item < count; item++) {
        struct path_share *share = &shares[item * n_events + sharing->event];
        struct path_amount part = sharing->parts[item];
        overflows |= !path_amount_floor(&part) || add_overflows(&rest, -part.whole);
        *share = (struct path_share){part.whole, sharing->is_estimate[item]};
        fractions[item] = (struct fraction){item, part.rest};
        int64_t most = shares[largest * n_events + sharing->event].cost;
        if (part.whole > most || (part.whole == most && part.rest > fractions[largest].size))
            largest = item;
    }
    ARRAY_SORT(fractions, count, compare_fractions);
    for (; rest > 0 && n_given < count && fractions[n_given].size > 1e-9; n_given++, rest--)
        shares[fractions[n_given].item * n_events + sharing->event].cost++;
    overflows |= add_overflows(&shares[largest * n_events + sharing->event].cost, rest);
    free(fractions);
    profile_note_overflow(sharing->side->tree->graph->profile, overflows);
}

/* Adds up what all rows at the top cost, listed or not. */
static struct path_amount cost_of_top(const struct sharing *sharing)
{
    const struct path_rows *first = &sharing->side->first;
    struct path_amount sum = {0};

    for (uint32_t row = first->first; row < first->first + first->count; row++)
        path_amount_add(&sum, spent_by(sharing, &sharing->side->tree->rows[row]));
    return sum;
}

static void share_event(struct sharing *sharing, struct path_shares *shares, const int64_t *totals)
{
    const struct path_graph *graph = sharing->side->tree->graph;
    size_t n_events = sharing->side->tree->n_events;

    sharing->terms = &sharing->side->tree->terms[sharing->side->tree->terms_begin[sharing->event]];
    sharing->n_terms = sharing->side->tree->terms_begin[sharing->event + 1] -
                       sharing->side->tree->terms_begin[sharing->event];
    if (!graph->goes_up && !graph->is_true) {
        sharing->spent = memory_alloc(sharing->n_terms, sizeof *sharing->spent);
        for (size_t term = 0; term < sharing->n_terms; term++)
            sharing->spent[term] = find_spent(sharing, sharing->terms[term].column);
    }
    sharing->top_rest =
        totals != NULL ? path_amount_of(totals[sharing->event]) : cost_of_top(sharing);
    int64_t sum = path_amount_rounded(sharing->top_rest);
    share_items(sharing);
    round_parts(sharing, shares->of[sharing->which], n_events, sum);
    for (size_t term = 0; sharing->spent != NULL && term < sharing->n_terms; term++)
        free(sharing->spent[term]);
    free(sharing->spent); /* NOLINT(clang-analyzer-unix.Malloc): it is from memory_alloc() */
}

static void add_rest_at_top(struct path_list *list)
{
    for (size_t i = list->count; i > 0; i--)
        if (list->items[i - 1].depth == 0) {
            if (list->items[i - 1].n_left_out != 0)
                return;
            list->items[i - 1].has_next = true;
            break;
        }
    ARRAY_GROW(list->items, list->count, list->capacity);
    list->items[list->count] =
        (struct listed_path){.rows = {NO_ID, NO_ID}, .id = (uint32_t)list->count, .n_left_out = 1};
    list->count++;
}

void path_shares_create(struct path_shares *shares, struct path_list *list,
                        const struct path_side sides[N_PATH_SIDES],
                        const int64_t *const totals[N_PATH_SIDES])
{
    *shares = (struct path_shares){0};
    add_rest_at_top(list);
    for (int which = 0; which < N_PATH_SIDES; which++) {
        if (sides[which].tree == NULL)
            continue;
        size_t n_events = sides[which].tree->n_events;
        shares->of[which] = memory_alloc(list->count * n_events, sizeof *shares->of[which]);
        for (size_t event = 0; event < n_events; event++) {
            struct sharing sharing = {
                .list = list, .side = &sides[which], .event = event, .which = which};
            sharing.parts = memory_alloc(list->count, sizeof *sharing.parts);
            sharing.is_estimate = memory_alloc(list->count, sizeof *sharing.is_estimate);
            share_event(&sharing, shares, totals[which]);
            free(sharing.parts);
            free(sharing.is_estimate);
        }
    }
}

void path_shares_free(struct path_shares *shares)
{
    for (int which = 0; which < N_PATH_SIDES; which++)
        free(shares->of[which]);
    *shares = (struct path_shares){0};
}
