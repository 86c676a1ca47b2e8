/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/paths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/path_building.h"
#include "base/array.h"

/* A derived event lacks bounds, too, if it takes costs off each other. */
static bool lacks_bounds(const struct path_graph *graph, const struct path_column *column)
{
    const struct events *events = graph->events;
    const struct event *event = &events->list[column->event];
    bool lacks = column->event < events->n_recorded && graph->is_below_zero[column->event];

    for (size_t i = 0; event->factors != NULL && i < event->n_columns; i++) {
        int64_t times = event->factors[i].times;
        lacks = lacks || times < 0 || (times > 0 && graph->is_below_zero[i]);
    }
    return lacks;
}

/* Returns the column of a recorded event, a new last one if there is none. */
static size_t find_column(struct path_tree *tree, size_t event)
{
    size_t column = 0;

    while (column < tree->n_columns && tree->columns[column].event != event)
        column++;
    if (column == tree->n_columns)
        tree->columns[tree->n_columns++] = (struct path_column){event};
    return column;
}

/* Makes the column of a derived event the sum of those of recorded ones. */
static void add_sum(struct path_tree *tree, size_t column)
{
    const struct event *event = &tree->graph->events->list[tree->events[column]];
    struct path_sum sum = {.column = column, .first = tree->n_terms};

    for (size_t i = 0; i < event->n_columns; i++) {
        if (event->factors[i].times == 0)
            continue;
        ARRAY_ADD(tree->terms, tree->n_terms, tree->term_capacity,
                  (struct path_term){find_column(tree, i), event->factors[i].times});
        sum.count++;
    }
    if (sum.count == 0)
        return;
    ARRAY_ADD(tree->sums, tree->n_sums, tree->sum_capacity, sum);
}

void path_tree_begin(struct path_tree *tree, struct path_graph *graph, const size_t *events,
                     size_t n_events)
{
    size_t n_recorded = graph->events->n_recorded, most = n_events + n_recorded;

    *tree = (struct path_tree){.graph = graph,
                               .events = events,
                               .n_events = n_events,
                               .columns = memory_alloc(most, sizeof *tree->columns),
                               .n_columns = n_events,
                               .lacks_bounds = memory_alloc(most, sizeof *tree->lacks_bounds),
                               .end_of = memory_alloc(graph->n_vertices, sizeof *tree->end_of)};
    for (size_t i = 0; i < n_events; i++)
        tree->columns[i] = (struct path_column){events[i]};
    for (size_t i = 0; i < n_events; i++)
        if (events[i] >= n_recorded)
            add_sum(tree, i);
    for (size_t i = 0; i < tree->n_columns; i++)
        tree->lacks_bounds[i] = lacks_bounds(graph, &tree->columns[i]);
    tree->aside = memory_alloc(tree->n_columns, sizeof *tree->aside);
    tree->way = memory_alloc(tree->n_columns, sizeof *tree->way);
}

void path_tree_clear(struct path_tree *tree)
{
    tree->n_rows = tree->n_ends = tree->n_costs = 0;
}

void path_tree_free(struct path_tree *tree)
{
    free(tree->columns);
    free(tree->sums);
    free(tree->terms);
    free(tree->lacks_bounds);
    free(tree->aside);
    free(tree->way);
    free(tree->rows);
    free(tree->ends);
    free(tree->end_of);
    free(tree->starts);
    free(tree->starts_begin);
    free(tree->costs);
    *tree = (struct path_tree){0};
}

void path_rows_leave_out(struct path_rows *rows, const struct path_cost *largest, size_t count)
{
    int64_t most = path_cost_size(largest);

    rows->n_left_out += count;
    if (most > rows->most_left_out)
        rows->most_left_out = most;
}

void path_tree_add_row(struct path_tree *tree, struct path_row row)
{
    ARRAY_ADD(tree->rows, tree->n_rows, tree->row_capacity, row);
}

size_t path_tree_add_costs(struct path_tree *tree)
{
    size_t first = tree->n_costs;

    for (size_t i = 0; i < tree->n_columns; i++) {
        ARRAY_ADD(tree->costs, tree->n_costs, tree->cost_capacity, (struct path_cost){0});
    }
    return first;
}

struct event_cost path_tree_value(const struct path_tree *tree, size_t i, const struct costs *costs,
                                  size_t row)
{
    const struct path_column *column = &tree->columns[i];
    const int64_t *cells = costs_row(costs, row);

    if (column->event < tree->graph->events->n_recorded)
        return (struct event_cost){costs_sum(costs, cells, column->event),
                                   costs_is_given(cells, column->event)};
    return event_sum(tree->graph->events, column->event, costs, cells);
}

const struct path_sum *path_tree_sum_of(const struct path_tree *tree, size_t column)
{
    for (size_t i = 0; i < tree->n_sums; i++)
        if (tree->sums[i].column == column)
            return &tree->sums[i];
    return NULL;
}

/*
 * Adds up the terms of a sum: what is taken off changes its ends. Nothing but the estimate is known
 * where that is so of a term.
 */
static struct path_cost cost_of_terms(const struct path_tree *tree, const struct path_cost *costs,
                                      const struct path_sum *sum)
{
    struct path_cost cost = {0};

    for (size_t i = sum->first; i < sum->first + sum->count; i++) {
        int64_t times = tree->terms[i].times;
        const struct path_cost *term = &costs[tree->terms[i].column];
        int64_t least = times < 0 ? term->most : term->least;
        int64_t most = times < 0 ? term->least : term->most;
        cost.estimate += (double)times * term->estimate;
        cost.is_given |= term->is_given;
        cost.is_unsure |= term->is_unsure || multiply_overflows(times, least, &least) ||
                          multiply_overflows(times, most, &most) ||
                          add_overflows(&cost.least, least) || add_overflows(&cost.most, most);
    }
    if (cost.is_unsure)
        cost.least = cost.most = 0;
    return cost;
}

void path_tree_settle(const struct path_tree *tree, struct path_cost *costs)
{
    for (size_t i = 0; i < tree->n_sums; i++) {
        const struct path_sum *sum = &tree->sums[i];
        costs[sum->column] = cost_of_terms(tree, costs, sum);
    }
}

/* What enters a vertex, and what leaves it or is spent there. */
struct passing {
    int64_t entering, leaving;
    bool has_entering, has_leaving; /* which of them are given */
};

static struct passing passing_of(const struct path_tree *tree, size_t i, uint32_t vertex)
{
    const struct event_cost entering = path_tree_value(tree, i, &tree->graph->entering, vertex);
    const struct event_cost leaving = path_tree_value(tree, i, &tree->graph->leaving, vertex);

    return (struct passing){entering.sum, leaving.sum, entering.is_given, leaving.is_given};
}

/* A side that is not given does not count as 0, which would be larger than a cost below 0. */
static int64_t larger_of(struct passing passing)
{
    if (passing.has_entering != passing.has_leaving)
        return passing.has_entering ? passing.entering : passing.leaving;
    return passing.entering > passing.leaving ? passing.entering : passing.leaving;
}

int64_t path_tree_inclusive(const struct path_tree *tree, size_t i, uint32_t vertex)
{
    return larger_of(passing_of(tree, i, vertex));
}

int64_t path_tree_started(const struct path_tree *tree, size_t i, uint32_t vertex)
{
    const struct passing passing = passing_of(tree, i, vertex);
    int64_t started = larger_of(passing);

    profile_note_overflow(tree->graph->profile, subtract_saturated(&started, passing.entering));
    return started;
}

bool path_tree_is_start(const struct path_tree *tree, uint32_t vertex)
{
    if (tree->graph->n_entering[vertex] == 0)
        return true;
    for (size_t i = 0; i < tree->n_columns; i++) {
        const struct passing passing = passing_of(tree, i, vertex);
        if (passing.leaving > passing.entering)
            return true;
    }
    return false;
}

/*
 * Whether threads start in a vertex by any event that was recorded and that calls can cost: how
 * often a vertex calls others says nothing of events, so that it does not matter which of them are
 * asked for.
 */
static bool may_start(const struct path_tree *tree, uint32_t vertex)
{
    const struct costs *entering = &tree->graph->entering, *leaving = &tree->graph->leaving;
    const int64_t *entered = costs_row(entering, vertex), *left = costs_row(leaving, vertex);
    const struct event *events = tree->graph->profile->events.list;

    if (path_tree_is_start(tree, vertex))
        return true;
    for (size_t i = 0; i < tree->graph->profile->events.n_recorded; i++)
        if (!events[i].is_self_only &&
            costs_sum(leaving, left, i) > costs_sum(entering, entered, i))
            return true;
    return false;
}

bool path_tree_is_unsure(const struct path_tree *tree, size_t i, uint32_t vertex)
{
    if (tree->lacks_bounds[i] || tree->graph->is_doubtful[vertex])
        return true;
    /* What enters is not below 0 here. It is too much if by more than writers round each call. */
    const struct passing passing = passing_of(tree, i, vertex);
    return passing.entering - tree->graph->n_entering[vertex] > passing.leaving;
}

int64_t path_tree_own(const struct path_tree *tree, const struct path_end *end, size_t i)
{
    const struct path_cost *whole = &tree->costs[end->costs + i];

    if (end->member == NO_ID || whole->is_unsure)
        return 0;
    /* Where several ends may be below each other none of them is known to have any. */
    const struct path_cost *own = &tree->costs[end->own + i];
    return own->least <= whole->least ? own->least : 0;
}

/* Returns the part that is due to a cost of the end. */
static struct path_cost part_of(const struct path_tree *tree, const struct path_end *end, size_t i,
                                struct event_cost cost)
{
    struct path_cost whole = tree->costs[end->costs + i];
    int64_t own = path_tree_own(tree, end, i);

    whole.is_unsure |= path_tree_is_unsure(tree, i, end->vertex);
    /* What the function of the row cost itself is none of its calls, nor of others. */
    whole.estimate -= (double)own;
    whole.least -= own;
    whole.most -= own;
    return path_cost_part(whole, cost, path_tree_inclusive(tree, i, end->vertex) - own);
}

/* Gives the end's part of a cost that its vertex has by all paths, for the tree's event i. */
static struct path_cost part_of_row(const struct path_tree *tree, const struct path_end *end,
                                    size_t i, const struct costs *costs, size_t row)
{
    const struct path_graph *graph = tree->graph;

    /* Whatever was spent in a stack was spent by its caller, too. */
    if (graph->is_true && graph->goes_up)
        return tree->costs[end->costs + i];
    const struct event_cost cost = path_tree_value(tree, i, costs, row);
    return graph->is_true ? path_cost_known(cost.sum, cost.is_given) : part_of(tree, end, i, cost);
}

/*
 * Gives the end's part of what a step costs, a row of step_costs, or NO_ID: all that its paths
 * cost.
 */
static struct path_cost part_of_step(const struct path_tree *tree, const struct path_end *end,
                                     size_t i, uint32_t cost)
{
    if (cost == NO_ID)
        return tree->costs[end->costs + i];
    return part_of_row(tree, end, i, &tree->graph->step_costs, cost);
}

/* Returns the self cost of an end, or of the function of a cycle that it is of. */
static struct path_cost self_of(const struct path_tree *tree, const struct path_end *end, size_t i)
{
    const struct path_graph *graph = tree->graph;

    if (end->member == NO_ID)
        return part_of_row(tree, end, i, &graph->self, end->vertex);
    int64_t own = path_tree_own(tree, end, i);
    struct event_cost cost = path_tree_value(tree, i, &graph->step_costs, end->member);
    cost.sum -= own;
    struct path_cost self = part_of(tree, end, i, cost);
    if (cost.sum == 0 && !tree->costs[end->costs + i].is_unsure)
        self = (struct path_cost){.is_given = cost.is_given};
    self.estimate += (double)own;
    self.least += own;
    self.most += own;
    return self;
}

void path_tree_add_cost(const struct path_tree *tree, struct path_cost *sum, struct path_cost added,
                        int64_t limit)
{
    if (tree->graph->is_true)
        path_cost_add_known(sum, added);
    else
        path_cost_add(sum, added, limit);
}

/*
 * Returns the most that its parts have together; a cost without bounds limits none of those with
 * some.
 */
static int64_t limit_of(const struct path_cost *cost)
{
    return cost->is_unsure ? INT64_MAX : cost->most;
}

/*
 * Adds costs that were put aside, of a way by which a part of some row was spent, to others: no
 * more than that row has; NULL: no limit.
 */
static void add_way_cost(const struct path_tree *tree, struct path_cost *sums, size_t n_columns,
                         const struct path_row *whole)
{
    for (size_t i = 0; i < n_columns; i++)
        path_tree_add_cost(tree, &sums[i], tree->way[i],
                           whole == NULL ? INT64_MAX
                                         : limit_of(&tree->costs[whole->inclusive + i]));
}

/*
 * Adds what a step of an end costs by the end's paths, a row of step_costs, or NO_ID: all that they
 * cost. It is added in the first columns or all: no more than the row has that is above; NULL: no
 * limit.
 */
static void add_step_cost(const struct path_tree *tree, struct path_cost *sums, size_t n_columns,
                          const struct path_end *end, uint32_t cost, const struct path_row *above)
{
    size_t n_known = n_columns == 1 ? 1 : tree->n_columns;

    for (size_t i = 0; i < n_known; i++)
        tree->way[i] = part_of_step(tree, end, i, cost);
    if (n_known > 1)
        path_tree_settle(tree, tree->way);
    add_way_cost(tree, sums, n_columns, above);
}

/* Adds up the self cost of a row, which is that of its ends. */
void path_tree_add_self(struct path_tree *tree, struct path_row *row)
{
    row->self = path_tree_add_costs(tree);
    for (size_t k = 0; k < row->n_ends; k++) {
        for (size_t i = 0; i < tree->n_columns; i++)
            tree->way[i] = self_of(tree, &tree->ends[row->ends + k], i);
        path_tree_settle(tree, tree->way);
        add_way_cost(tree, &tree->costs[row->self], tree->n_columns, row);
    }
    path_tree_settle(tree, &tree->costs[row->self]);
}

struct path_end *path_tree_find_end(struct path_tree *tree, struct path_row *row, uint32_t vertex)
{
    size_t found = tree->end_of[vertex];

    if (found >= row->ends && found < tree->n_ends && tree->ends[found].vertex == vertex)
        return &tree->ends[found];
    tree->end_of[vertex] = tree->n_ends;
    ARRAY_GROW(tree->ends, tree->n_ends, tree->end_capacity);
    tree->ends[tree->n_ends] =
        (struct path_end){.vertex = vertex, .is_sole = true, .member = NO_ID};
    row->n_ends++;
    tree->ends[tree->n_ends].costs = path_tree_add_costs(tree);
    return &tree->ends[tree->n_ends++];
}

/* A step from one of a row's ends, or a function of the cycle that this is. */
struct way {
    size_t end; /* in the tree */
    struct path_step step;
    double cost; /* what all ways of its name cost by the row's paths, of the first event */
};

struct ways {
    struct way *list;
    size_t count, capacity;
};

static int compare_names(const void *left, const void *right)
{
    const struct way *a = left, *b = right;

    if (a->step.name != b->step.name)
        return a->step.name < b->step.name ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

static int compare_costs(const void *left, const void *right)
{
    const struct way *a = left, *b = right;

    if (a->cost != b->cost)
        return a->cost > b->cost ? -1 : 1;
    return compare_names(left, right);
}

/* Compares without the sign, as the graph sorts the members of a cycle. */
static int compare_sizes(const void *left, const void *right)
{
    const struct way *a = left, *b = right;

    if (fabs(a->cost) != fabs(b->cost))
        return fabs(a->cost) > fabs(b->cost) ? -1 : 1;
    return compare_names(left, right);
}

static void add_way(struct ways *ways, size_t end, const struct path_step *step)
{
    ARRAY_ADD(ways->list, ways->count, ways->capacity, (struct way){.end = end, .step = *step});
}

/* Counts the ways from this one on that have one name, and become a row. */
static size_t count_same(const struct ways *ways, size_t first)
{
    size_t count = 1;

    while (first + count < ways->count &&
           ways->list[first + count].step.name == ways->list[first].step.name)
        count++;
    return count;
}

/*
 * Whether the steps of a vertex, the costliest first, are in the order of their estimates: those of
 * a sum are not.
 */
static bool has_ordered_steps(const struct path_tree *tree)
{
    return path_tree_sum_of(tree, 0) == NULL;
}

/*
 * Adds up the costs of ways in zeroed sums, in the first columns or all: together they are no more
 * than the row above has; NULL: no limit.
 */
static void add_up_ways(const struct path_tree *tree, const struct way *ways, size_t count,
                        struct path_cost *sums, size_t n_columns, const struct path_row *above)
{
    for (size_t k = 0; k < count; k++)
        add_step_cost(tree, sums, n_columns, &tree->ends[ways[k].end], ways[k].step.cost, above);
}

/* Returns the same of the tree's first event, as it is once all columns are known. */
static struct path_cost first_cost_of(const struct path_tree *tree, const struct way *ways,
                                      size_t count, const struct path_row *above)
{
    bool is_alone = has_ordered_steps(tree);
    size_t n_columns = is_alone ? 1 : tree->n_columns;

    memset(tree->aside, 0, n_columns * sizeof *tree->aside);
    add_up_ways(tree, ways, count, tree->aside, n_columns, above);
    if (!is_alone)
        path_tree_settle(tree, tree->aside);
    return tree->aside[0];
}

/*
 * Leaves out the names that cost less than `least` of the first event, and sorts the others by what
 * they cost, the costliest first. Ways of one name come one after the other, before and after. What
 * they cost is no more than the row above has; NULL: no limit.
 */
static void keep_large(const struct path_tree *tree, struct ways *ways,
                       const struct path_row *above, double least,
                       int compare(const void *, const void *), struct path_rows *added)
{
    size_t n_kept = 0;

    for (size_t i = 0, count; i < ways->count; i += count) {
        count = count_same(ways, i);
        const struct path_cost sum = first_cost_of(tree, &ways->list[i], count, above);
        if (fabs(sum.estimate) < least) {
            path_rows_leave_out(added, &sum, 1);
            continue;
        }
        for (size_t k = i; k < i + count; k++) {
            ways->list[n_kept] = ways->list[k];
            ways->list[n_kept++].cost = sum.estimate;
        }
    }
    ways->count = n_kept;
    ARRAY_SORT(ways->list, ways->count, compare);
}

/*
 * Finds the members of all cycles that the row ends at, except for the row's own function, or those
 * of one name, sorted by name.
 */
static void find_members(const struct path_tree *tree, const struct path_row *row, uint32_t name,
                         struct ways *members)
{
    for (size_t end = row->ends; end < row->ends + row->n_ends; end++) {
        uint32_t vertex = tree->ends[end].vertex;
        if (!path_graph_is_cycle(tree->graph, vertex))
            continue;
        const struct path_steps all = path_graph_member_steps(tree->graph, vertex, tree->events[0]);
        for (size_t i = 0; i < all.count; i++)
            if (all.list[i].name != row->name && (name == NO_ID || all.list[i].name == name))
                add_way(members, end, &all.list[i]);
    }
    ARRAY_SORT(members->list, members->count, compare_names);
}

/*
 * Finds the members of the only cycle that the row ends at, down to the limit. They are in order;
 * where the cycle is large, each of its functions may have a row that has the others below it.
 */
static void find_first_members(const struct path_tree *tree, const struct path_row *row,
                               double least, struct ways *members, struct path_rows *added)
{
    const struct path_end *end = &tree->ends[row->ends];
    bool has_own = path_row_is_within(tree, row, end); /* among those that are to come */

    if (!path_graph_is_cycle(tree->graph, end->vertex))
        return;
    const struct path_steps all =
        path_graph_member_steps(tree->graph, end->vertex, tree->events[0]);
    for (size_t i = 0; i < all.count; i++) {
        if (all.list[i].name == row->name) {
            has_own = false;
            continue;
        }
        const struct path_cost part = part_of_step(tree, end, 0, all.list[i].cost);
        if (fabs(part.estimate) < least) {
            path_rows_leave_out(added, &part, all.count - i - has_own);
            break;
        }
        add_way(members, row->ends, &all.list[i]);
    }
}

/* Adds the row of members that have one name. */
static void add_member_row(struct path_tree *tree, uint32_t parent, const struct way *members,
                           size_t count)
{
    struct path_row row = {.parent = parent,
                           .name = members->step.name,
                           .depth = tree->rows[parent].depth + 1,
                           .is_member = true};

    row.self = path_tree_add_costs(tree);
    row.inclusive = path_tree_add_costs(tree);
    add_up_ways(tree, members, count, &tree->costs[row.self], tree->n_columns, NULL);
    path_tree_settle(tree, &tree->costs[row.self]);
    path_tree_add_row(tree, row);
}

/*
 * Adds a row for each function of the cycles that a row ends at, but for the row's own where it is
 * of one of them, with the self cost of all nodes of that name, as far as it is above the limit.
 */
static void add_members(struct path_tree *tree, uint32_t row, double least, struct path_rows *added)
{
    const struct path_row above = tree->rows[row];
    struct ways members = {0};

    if (above.n_ends == 1 && has_ordered_steps(tree))
        find_first_members(tree, &above, least, &members, added);
    else
        find_members(tree, &above, NO_ID, &members);
    keep_large(tree, &members, NULL, least, compare_sizes, added);
    for (size_t i = 0, count; i < members.count; i += count) {
        count = count_same(&members, i);
        add_member_row(tree, row, &members.list[i], count);
    }
    free(members.list);
}

uint32_t path_tree_add_member(struct path_tree *tree, uint32_t row, uint32_t name)
{
    const struct path_row above = tree->rows[row];
    struct ways members = {0};
    uint32_t added = NO_ID;

    find_members(tree, &above, name, &members);
    if (members.count != 0) {
        added = (uint32_t)tree->n_rows;
        add_member_row(tree, row, members.list, members.count);
    }
    free(members.list);
    return added;
}

/* No runtime has more frames before main: a longer chain is the program's own. */
enum { MOST_FRAMES = 32 };

static bool is_main(const struct path_graph *graph, uint32_t name)
{
    return name < graph->names.count &&
           text_equal(rows_names(&graph->names, name).function, TEXT("main"));
}

static void find_mains(struct path_graph *graph)
{
    size_t capacity = 0;

    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++) {
        if (!is_main(graph, graph->name_of[vertex]))
            continue;
        ARRAY_ADD(graph->mains, graph->n_mains, capacity, vertex);
    }
}

static uint32_t *find_sole_callers(const struct path_graph *graph)
{
    uint32_t *callers = memory_alloc(graph->n_vertices, sizeof *callers);
    bool *has_several = memory_alloc(graph->n_vertices, sizeof *has_several);

    memset(callers, 0xff, graph->n_vertices * sizeof *callers);
    for (size_t id = 0; id < graph->n_arcs; id++) {
        struct edge ends = graph->ends[id];
        if (ends.from == ends.to || has_several[ends.to])
            continue;
        has_several[ends.to] = callers[ends.to] != NO_ID && callers[ends.to] != ends.from;
        callers[ends.to] = has_several[ends.to] ? NO_ID : ends.from;
    }
    free(has_several);
    return callers;
}

/*
 * Finds the vertices from a start on that lead to a main, from the last to the first; 0: they do
 * not.
 */
static uint32_t find_chain(const struct path_graph *graph, uint32_t start, uint32_t main,
                           uint32_t chain[MOST_FRAMES])
{
    const uint32_t *callers = graph->sole_callers;
    uint32_t count = 0;

    for (uint32_t at = callers[main]; at != NO_ID && count < MOST_FRAMES; at = callers[at]) {
        if (path_graph_is_cycle(graph, at))
            return 0;
        chain[count++] = at;
        if (at == start)
            return count;
    }
    return 0;
}

/* Finds the step to a vertex, which is called from there alone. */
static bool find_step(const struct path_tree *tree, uint32_t from, uint32_t to,
                      struct path_step *found)
{
    const struct path_steps steps = path_graph_steps(tree->graph, from, tree->events[0]);

    for (size_t i = 0; i < steps.count; i++) {
        *found = steps.list[i];
        if (found->n_targets == 1 && tree->graph->targets[found->targets].vertex == to)
            return true;
    }
    return false;
}

/* Finds the steps from a start until one calls main. 0 where none are known to lead there. */
static uint32_t find_frames(const struct path_tree *tree, uint32_t start,
                            struct path_step frames[MOST_FRAMES])
{
    struct path_graph *graph = tree->graph;
    uint32_t chain[MOST_FRAMES], count = 0;

    if (graph->sole_callers == NULL) {
        graph->sole_callers = find_sole_callers(graph);
        find_mains(graph);
    }
    for (size_t i = 0; count == 0 && i < graph->n_mains; i++)
        count = find_chain(graph, start, graph->mains[i], chain);
    for (uint32_t i = 1; i < count; i++)
        if (!find_step(tree, chain[count - i], chain[count - i - 1], &frames[i - 1]))
            return 0;
    return count == 0 ? 0 : count - 1;
}

/* Adds where a step from the last end leads to, as a further one. */
static void add_frame(struct path_tree *tree, struct path_row *row, const struct path_step *step)
{
    const struct path_target target = tree->graph->targets[step->targets];
    const struct path_end from = tree->ends[row->ends + row->n_ends - 1];
    struct path_end *end = path_tree_find_end(tree, row, target.vertex);

    end->n_arcs = target.n_arcs;
    end->is_sole = from.is_sole && !may_start(tree, target.vertex);
    for (size_t i = 0; i < tree->n_columns; i++)
        tree->costs[end->costs + i] = part_of_step(tree, &from, i, target.cost);
    path_tree_settle(tree, &tree->costs[end->costs]);
}

/*
 * Finds the frames above main, up to a start. 0 where there are not several, or not one after
 * another.
 */
static uint32_t find_frames_above(const struct path_tree *tree, uint32_t vertex,
                                  struct path_step frames[MOST_FRAMES])
{
    const struct path_graph *graph = tree->graph;

    for (uint32_t count = 0; count < MOST_FRAMES; count++) {
        if (path_graph_is_cycle(graph, vertex))
            return 0;
        const struct path_steps steps = path_graph_steps(tree->graph, vertex, tree->events[0]);
        if (steps.count == 0)
            return count > 1 ? count : 0;
        if (steps.count > 1 || steps.list[0].n_targets > 1)
            return 0;
        frames[count] = steps.list[0];
        vertex = graph->targets[frames[count].targets].vertex;
    }
    return 0;
}

/*
 * Going up from main, adds one row of the start, unless that is below the limit, if main and what
 * leads to it are each called by one function alone. If they are not, adds nothing and is false.
 */
static bool add_frames_above(struct path_tree *tree, uint32_t row, double least,
                             struct path_rows *added)
{
    const struct path_row below = tree->rows[row];
    struct path_step frames[MOST_FRAMES];
    uint32_t count = 0;

    if (below.n_ends == 1 && is_main(tree->graph, below.name))
        count = find_frames_above(tree, tree->ends[below.ends].vertex, frames);
    if (count == 0)
        return false;
    struct path_row chain = {.ends = tree->n_ends};
    const struct path_end of_main = tree->ends[below.ends];
    struct path_end *first = path_tree_find_end(tree, &chain, of_main.vertex);
    *first = of_main;
    for (uint32_t i = 0; i < count; i++)
        add_frame(tree, &chain, &frames[i]);
    struct path_row start = {.parent = row,
                             .name = frames[count - 1].name,
                             .depth = below.depth + 1,
                             .ends = tree->n_ends - 1,
                             .n_ends = 1,
                             .inclusive = tree->ends[tree->n_ends - 1].costs,
                             .n_frames = count};
    if (fabs(tree->costs[start.inclusive].estimate) < least) {
        path_rows_leave_out(added, &tree->costs[start.inclusive], 1);
        return true;
    }
    path_tree_add_self(tree, &start);
    path_tree_add_row(tree, start);
    added->count = 1;
    return true;
}

void path_tree_add_frames(struct path_tree *tree, struct path_row *row)
{
    struct path_step frames[MOST_FRAMES];

    if (row->n_ends != 1 || is_main(tree->graph, row->name) ||
        tree->graph->n_entering[tree->ends[row->ends].vertex] != 0)
        return;
    uint32_t count = find_frames(tree, tree->ends[row->ends].vertex, frames);
    for (uint32_t i = 0; i < count; i++)
        add_frame(tree, row, &frames[i]);
    row->n_frames = count + 1;
}

/* Whether a step from an end of the row leads to another of its frames. */
static bool has_frame(const struct path_tree *tree, const struct path_row *row,
                      const struct path_step *step)
{
    uint32_t vertex = tree->graph->targets[step->targets].vertex;

    for (size_t i = 1; row->n_frames > 1 && i < row->n_ends; i++)
        if (tree->ends[row->ends + i].vertex == vertex)
            return true;
    return false;
}

/* Adds where one way leads to. */
static void add_targets(struct path_tree *tree, struct path_row *row, const struct way *way)
{
    const struct path_end from = tree->ends[way->end];

    for (uint32_t t = 0; t < way->step.n_targets; t++) {
        const struct path_target target = tree->graph->targets[way->step.targets + t];
        struct path_end *end = path_tree_find_end(tree, row, target.vertex);
        end->n_arcs += target.n_arcs;
        end->is_sole = end->is_sole && from.is_sole;
        add_step_cost(tree, &tree->costs[end->costs], tree->n_columns, &from, target.cost, row);
    }
}

/* Going up, a function of a cycle is left for whatever calls the cycle. */
static void add_way_into_cycle(struct path_tree *tree, size_t end, struct ways *ways)
{
    struct path_graph *graph = tree->graph;
    uint32_t vertex = tree->ends[end].vertex;
    const struct path_step step = {
        .name = graph->name_of[vertex], .targets = graph->n_targets, .n_targets = 1, .cost = NO_ID};

    ARRAY_ADD(graph->targets, graph->n_targets, graph->target_capacity,
              (struct path_target){.vertex = vertex, .cost = NO_ID});
    add_way(ways, end, &step);
}

static bool goes_into_cycle(const struct path_tree *tree, const struct path_row *row, size_t end)
{
    return tree->graph->goes_up && path_row_is_within(tree, row, &tree->ends[end]);
}

/* Collects all steps from the ends of a row, or those to one name, sorted by name. */
static void find_ways(struct path_tree *tree, const struct path_row *row, uint32_t name,
                      struct ways *ways)
{
    for (size_t end = row->ends; end < row->ends + row->n_ends; end++) {
        if (goes_into_cycle(tree, row, end)) {
            if (name == NO_ID || name == tree->graph->name_of[tree->ends[end].vertex])
                add_way_into_cycle(tree, end, ways);
            continue;
        }
        const struct path_steps steps =
            path_graph_steps(tree->graph, tree->ends[end].vertex, tree->events[0]);
        for (size_t i = 0; i < steps.count; i++)
            if ((name == NO_ID || steps.list[i].name == name) &&
                !has_frame(tree, row, &steps.list[i]))
                add_way(ways, end, &steps.list[i]);
    }
    ARRAY_SORT(ways->list, ways->count, compare_names);
}

/*
 * Finds the steps from the only end of a row down to the limit: they are in order, and many maybe.
 */
static void find_first_ways(struct path_tree *tree, const struct path_row *row, double least,
                            struct ways *ways, struct path_rows *added)
{
    const struct path_end *end = &tree->ends[row->ends];

    if (goes_into_cycle(tree, row, row->ends)) {
        add_way_into_cycle(tree, row->ends, ways);
        return;
    }
    const struct path_steps steps = path_graph_steps(tree->graph, end->vertex, tree->events[0]);
    for (size_t i = 0; i < steps.count; i++) {
        const struct path_cost part = part_of_step(tree, end, 0, steps.list[i].cost);
        if (fabs(part.estimate) < least) {
            path_rows_leave_out(added, &part, steps.count - i);
            break;
        }
        add_way(ways, row->ends, &steps.list[i]);
    }
}

/* Settles what ends cost, and which are sole ones, once all that leads to them has been added. */
static void settle_ends(struct path_tree *tree, const struct path_row *row)
{
    for (size_t k = 0; k < row->n_ends; k++) {
        struct path_end *end = &tree->ends[row->ends + k];
        path_tree_settle(tree, &tree->costs[end->costs]);
        end->is_sole = end->is_sole && end->n_arcs == tree->graph->n_entering[end->vertex] &&
                       !may_start(tree, end->vertex);
    }
}

/* Adds the calls that its vertices make of themselves, where other paths make none of these. */
static void add_recursive_calls(struct path_tree *tree, struct path_row *row)
{
    const struct path_graph *graph = tree->graph;

    for (size_t k = 0; k < row->n_ends; k++) {
        const struct path_end *end = &tree->ends[row->ends + k];
        int64_t count = graph->recursive_calls[end->vertex];
        if (count == 0 || path_graph_is_cycle(graph, end->vertex))
            continue;
        row->knows_calls = row->knows_calls && end->is_sole;
        profile_note_overflow(graph->profile, add_saturated(&row->calls, count));
    }
}

/* Adds the row of ways that have one name. */
static void add_row(struct path_tree *tree, uint32_t parent, const struct way *ways, size_t count)
{
    const struct path_row above = tree->rows[parent];
    struct path_row row = {.parent = parent,
                           .name = ways->step.name,
                           .depth = above.depth + 1,
                           .ends = tree->n_ends,
                           .knows_calls = true};

    row.inclusive = path_tree_add_costs(tree);
    add_up_ways(tree, ways, count, &tree->costs[row.inclusive], tree->n_columns, &above);
    path_tree_settle(tree, &tree->costs[row.inclusive]);
    for (size_t k = 0; k < count; k++) {
        row.knows_calls = row.knows_calls && tree->ends[ways[k].end].is_sole;
        profile_note_overflow(tree->graph->profile, add_saturated(&row.calls, ways[k].step.calls));
        add_targets(tree, &row, &ways[k]);
    }
    settle_ends(tree, &row);
    add_recursive_calls(tree, &row);
    path_tree_add_self(tree, &row);
    path_tree_add_row(tree, row);
}

/* Adds what the functions of the row call, or who calls them. */
static void add_steps(struct path_tree *tree, uint32_t row, double least, struct path_rows *added)
{
    const struct path_row above = tree->rows[row];
    struct ways ways = {0};

    if (!tree->graph->goes_up)
        add_members(tree, row, least, added);
    if (above.n_ends == 1 && has_ordered_steps(tree))
        find_first_ways(tree, &above, least, &ways, added);
    else
        find_ways(tree, &above, NO_ID, &ways);
    keep_large(tree, &ways, &above, least, compare_costs, added);
    for (size_t i = 0, count; i < ways.count; i += count) {
        count = count_same(&ways, i);
        add_row(tree, row, &ways.list[i], count);
    }
    added->count = (uint32_t)tree->n_rows - added->first;
    free(ways.list);
}

struct path_rows path_tree_add_below(struct path_tree *tree, uint32_t row, double least)
{
    struct path_rows added = {.first = (uint32_t)tree->n_rows};
    bool is_done =
        tree->graph->goes_up && tree->folds_frames && add_frames_above(tree, row, least, &added);

    if (!is_done)
        add_steps(tree, row, least, &added);
    return added;
}

/* Finds the costliest step from the only end of a row: of those above 0 it is the first. */
static void find_first_way(struct path_tree *tree, const struct path_row *row, struct ways *ways)
{
    const struct path_end *end = &tree->ends[row->ends];
    const struct path_steps steps = path_graph_steps(tree->graph, end->vertex, tree->events[0]);

    for (size_t i = 0; i < steps.count && ways->count == 0; i++) {
        if (part_of_step(tree, end, 0, steps.list[i].cost).estimate > 0)
            add_way(ways, row->ends, &steps.list[i]);
    }
}

uint32_t path_tree_add_one(struct path_tree *tree, uint32_t row, uint32_t name)
{
    const struct path_row above = tree->rows[row];
    struct path_rows left_out = {0};
    struct ways ways = {0};
    uint32_t added = NO_ID;

    if (name == NO_ID && above.n_ends == 1 && has_ordered_steps(tree))
        find_first_way(tree, &above, &ways);
    else
        find_ways(tree, &above, name, &ways);
    keep_large(tree, &ways, &above, -1, compare_costs, &left_out);
    if (ways.count != 0) {
        added = (uint32_t)tree->n_rows;
        add_row(tree, row, ways.list, count_same(&ways, 0));
    }
    free(ways.list);
    return added;
}
