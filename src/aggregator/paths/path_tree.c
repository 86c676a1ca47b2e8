/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows paths from row to row: see paths.h for what is known of their costs. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/path_building.h"
#include "base/array.h"
#include "profile/profile.h"

/* A derived event lacks bounds, too, if it takes costs off each other. */
static bool lacks_bounds(const struct path_graph *graph, size_t event)
{
    const struct event *of = &graph->events->list[event];
    bool lacks = event < graph->events->n_recorded && graph->is_below_zero[event];

    for (size_t i = 0; of->factors != NULL && i < of->n_columns; i++) {
        int64_t times = of->factors[i].times;
        lacks = lacks || times < 0 || (times > 0 && graph->is_below_zero[i]);
    }
    return lacks;
}

/* Returns the column of a recorded event, a new last one if there is none. */
static size_t find_column(struct path_tree *tree, size_t event)
{
    size_t column = 0;

    while (column < tree->n_columns && tree->columns[column] != event)
        column++;
    if (column == tree->n_columns)
        tree->columns[tree->n_columns++] = event;
    return column;
}

/* Finds the columns that an event is a sum of: of a recorded one its own. */
static void add_terms(struct path_tree *tree, size_t i)
{
    const struct event *event = &tree->graph->events->list[tree->events[i]];

    if (!path_tree_is_sum(tree, i)) {
        ARRAY_ADD(tree->terms, tree->n_terms, tree->term_capacity, (struct path_term){i, 1});
        return;
    }
    for (size_t k = 0; event->factors != NULL && k < event->n_columns; k++)
        if (event->factors[k].times != 0)
            ARRAY_ADD(tree->terms, tree->n_terms, tree->term_capacity,
                      (struct path_term){find_column(tree, k), event->factors[k].times});
}

void path_tree_begin(struct path_tree *tree, struct path_graph *graph, const size_t *events,
                     size_t n_events)
{
    size_t most = n_events + graph->events->n_recorded;

    *tree = (struct path_tree){
        .graph = graph,
        .events = events,
        .n_events = n_events,
        .columns = memory_alloc(most, sizeof *tree->columns),
        .n_columns = n_events,
        .terms_begin = memory_alloc(n_events + 1, sizeof *tree->terms_begin),
        .lacks_bounds = memory_alloc(most, sizeof *tree->lacks_bounds),
        .end_of = memory_alloc(graph->n_vertices, sizeof *tree->end_of),
    };
    memcpy(tree->columns, events, n_events * sizeof *events);
    for (size_t i = 0; i < n_events; i++) {
        add_terms(tree, i);
        tree->terms_begin[i + 1] = tree->n_terms;
    }
    for (size_t i = 0; i < tree->n_columns; i++)
        tree->lacks_bounds[i] = lacks_bounds(graph, tree->columns[i]);
}

void path_tree_clear(struct path_tree *tree)
{
    tree->n_rows = tree->n_ends = tree->n_costs = 0;
}

void path_tree_free(struct path_tree *tree)
{
    free(tree->columns);
    free(tree->terms);
    free(tree->terms_begin);
    free(tree->lacks_bounds);
    free(tree->rows);
    free(tree->ends);
    free(tree->end_of);
    free(tree->starts);
    free(tree->starts_begin);
    free(tree->costs);
    *tree = (struct path_tree){0};
}

/* Takes note of rows that are below the limit, the largest of them of that cost. */
static void leave_out(struct path_rows *rows, const struct path_cost *largest, size_t count)
{
    int64_t most = path_cost_size(largest);

    rows->n_left_out += count;
    if (most > rows->most_left_out)
        rows->most_left_out = most;
}

bool path_tree_leave_out(struct path_tree *tree, const struct path_row *row, double least,
                         struct path_rows *added)
{
    const struct path_cost *cost = &tree->costs[row->inclusive];

    if (fabs(cost->estimate) >= least)
        return false;
    leave_out(added, cost, 1);
    tree->n_ends = row->ends;
    tree->n_costs = row->inclusive;
    return true;
}

struct sortable_row {
    struct path_row row;
    double estimate; /* of the first event */
};

static int compare_rows(const void *left, const void *right)
{
    const struct sortable_row *a = left, *b = right;

    if (a->estimate != b->estimate)
        return a->estimate > b->estimate ? -1 : 1;
    return (a->row.name > b->row.name) - (a->row.name < b->row.name);
}

void path_tree_sort_rows(struct path_tree *tree, size_t first)
{
    size_t count = tree->n_rows - first;
    struct sortable_row *rows = memory_alloc(count, sizeof *rows);

    for (size_t i = 0; i < count; i++) {
        const struct path_row *row = &tree->rows[first + i];
        rows[i] = (struct sortable_row){*row, tree->costs[row->inclusive].estimate};
    }
    ARRAY_SORT(rows, count, compare_rows);
    for (size_t i = 0; i < count; i++)
        tree->rows[first + i] = rows[i].row;
    free(rows);
}

size_t path_tree_add_costs(struct path_tree *tree)
{
    size_t first = tree->n_costs;

    for (size_t i = 0; i < tree->n_columns; i++)
        ARRAY_ADD(tree->costs, tree->n_costs, tree->cost_capacity, (struct path_cost){0});
    return first;
}

struct event_cost path_tree_value(const struct path_tree *tree, size_t i, const struct costs *costs,
                                  size_t row)
{
    return event_sum(tree->graph->events, tree->columns[i], costs, costs_row(costs, row));
}

/*
 * Adds up the terms of an event: what is taken off changes its ends. Nothing but the estimate is
 * known where that is so of a term.
 */
static struct path_cost cost_of_terms(const struct path_tree *tree, const struct path_cost *costs,
                                      size_t event)
{
    struct path_cost cost = {0};

    for (size_t i = tree->terms_begin[event]; i < tree->terms_begin[event + 1]; i++) {
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
    if (fabs(cost.estimate) >= (double)INT64_MAX)
        tree->graph->events->list[tree->events[event]].overflows = true;
    return cost;
}

void path_tree_settle(struct path_tree *tree, size_t costs)
{
    for (size_t i = 0; i < tree->n_events; i++)
        if (path_tree_is_sum(tree, i))
            tree->costs[costs + i] = cost_of_terms(tree, &tree->costs[costs], i);
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
    bool is_start = tree->graph->n_entering[vertex] == 0;

    for (size_t i = 0; !is_start && i < tree->n_columns; i++) {
        const struct passing passing = passing_of(tree, i, vertex);
        is_start = passing.leaving > passing.entering;
    }
    return is_start;
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
    const struct events *events = &tree->graph->profile->events;
    bool is_start = path_tree_is_start(tree, vertex);

    for (size_t i = 0; !is_start && i < events->n_recorded; i++)
        is_start = !events->list[i].is_self_only &&
                   costs_sum(leaving, left, i) > costs_sum(entering, entered, i);
    return is_start;
}

bool path_tree_is_unsure(const struct path_tree *tree, size_t i, uint32_t vertex)
{
    const struct passing passing = passing_of(tree, i, vertex);

    /* What enters is not below 0 here. It is too much if by more than writers round each call. */
    return tree->lacks_bounds[i] || tree->graph->is_doubtful[vertex] ||
           passing.entering - tree->graph->n_entering[vertex] > passing.leaving;
}

int64_t path_tree_own(const struct path_tree *tree, const struct path_end *end, size_t i)
{
    const struct path_cost *whole = &tree->costs[end->costs + i];

    if (end->member == NO_ID || whole->is_unsure)
        return 0;
    /* Where several ends may be below each other none of them is known to have any. */
    int64_t own = path_tree_value(tree, i, &tree->graph->step_costs, end->member).sum;
    return own <= whole->least ? own : 0;
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

/* Returns the end's part of a cost that its vertex has by all paths; NO_ID: all that they cost. */
static struct path_cost part_of_row(const struct path_tree *tree, const struct path_end *end,
                                    size_t i, const struct costs *costs, uint32_t row)
{
    const struct path_graph *graph = tree->graph;

    /* Whatever was spent in a stack was spent by its caller, too. */
    if (row == NO_ID || (graph->is_true && graph->goes_up))
        return tree->costs[end->costs + i];
    const struct event_cost cost = path_tree_value(tree, i, costs, row);
    return graph->is_true ? path_cost_known(cost.sum, cost.is_given) : part_of(tree, end, i, cost);
}

static struct path_cost part_of_step(const struct path_tree *tree, const struct path_end *end,
                                     size_t i, uint32_t cost)
{
    return part_of_row(tree, end, i, &tree->graph->step_costs, cost);
}

/* Returns the self cost of an end, or of the function of a cycle that it is of. */
static struct path_cost self_of(const struct path_tree *tree, const struct path_end *end, size_t i)
{
    const struct path_graph *graph = tree->graph;

    if (end->member == NO_ID)
        return part_of_row(tree, end, i, &graph->self, end->vertex);
    const struct event_cost cost = path_tree_value(tree, i, &graph->step_costs, end->member);
    int64_t own = path_tree_own(tree, end, i);
    return own != 0 ? path_cost_known(own, cost.is_given) : part_of(tree, end, i, cost);
}

/* Returns the most that parts of a row's cost have together; of a true graph that is as it is. */
static int64_t limit_of(const struct path_tree *tree, const struct path_row *row, size_t i)
{
    const struct path_cost *cost = row == NULL ? NULL : &tree->costs[row->inclusive + i];

    return cost == NULL || cost->is_unsure || tree->graph->is_true ? INT64_MAX : cost->most;
}

void path_tree_add_self(struct path_tree *tree, struct path_row *row)
{
    row->self = path_tree_add_costs(tree);
    for (size_t i = 0; i < tree->n_columns; i++)
        for (size_t k = row->ends; !path_tree_is_sum(tree, i) && k < row->ends + row->n_ends; k++)
            path_cost_add(&tree->costs[row->self + i], self_of(tree, &tree->ends[k], i),
                          limit_of(tree, row, i));
    path_tree_settle(tree, row->self);
}

struct path_end *path_tree_find_end(struct path_tree *tree, struct path_row *row, uint32_t vertex)
{
    size_t found = tree->end_of[vertex];

    if (found >= row->ends && found < tree->n_ends && tree->ends[found].vertex == vertex)
        return &tree->ends[found];
    tree->end_of[vertex] = tree->n_ends;
    row->n_ends++;
    ARRAY_ADD(tree->ends, tree->n_ends, tree->end_capacity,
              (struct path_end){.vertex = vertex,
                                .is_sole = true,
                                .member = NO_ID,
                                .costs = path_tree_add_costs(tree)});
    return &tree->ends[tree->n_ends - 1];
}

/* A step from one of a row's ends, or a function of the cycle that this is. */
struct way {
    size_t end; /* in the tree */
    struct path_step step;
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

/* Adds up a column's costs of ways, together no more than the row above has; NULL: no limit. */
static struct path_cost cost_of_ways(const struct path_tree *tree, const struct way *ways,
                                     size_t count, size_t i, const struct path_row *above)
{
    struct path_cost sum = {0};

    for (size_t k = 0; k < count; k++)
        path_cost_add(&sum, part_of_step(tree, &tree->ends[ways[k].end], i, ways[k].step.cost),
                      limit_of(tree, above, i));
    return sum;
}

/* Adds costs of a row: those of the ways that have its name, which come first in the list. */
static size_t add_cost_of_ways(struct path_tree *tree, const struct way *ways, size_t count,
                               const struct path_row *above)
{
    size_t costs = path_tree_add_costs(tree);

    for (size_t i = 0; i < tree->n_columns; i++)
        if (!path_tree_is_sum(tree, i))
            tree->costs[costs + i] = cost_of_ways(tree, ways, count, i, above);
    path_tree_settle(tree, costs);
    return costs;
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

/* Which rows to add below another one. */
struct wanted {
    bool is_member; /* functions of the cycle that it is, but for its own; else what it calls */
    uint32_t name;  /* only those of that name; NO_ID: all, */
    double least;   /* as far as they cost that much */
};

/* Leaves out the steps from one on, which is the largest, but for that of a name. */
static void leave_out_steps(const struct path_steps *steps, size_t first, uint32_t but_for,
                            const struct path_cost *largest, struct path_rows *added)
{
    size_t count = 0;

    for (size_t i = first; i < steps->count; i++)
        count += steps->list[i].name != but_for;
    leave_out(added, largest, count);
}

/*
 * Adds the steps of one end that are wanted. The costliest come first, so that where there is no
 * other end all after the first that is below the limit are left out unseen: there may be many. The
 * steps of a sum are not in the order of their estimates.
 */
static void add_ways_of_end(const struct path_tree *tree, const struct path_row *row, size_t end,
                            const struct wanted *wanted, struct ways *ways, struct path_rows *added)
{
    uint32_t vertex = tree->ends[end].vertex;
    bool is_ordered = row->n_ends == 1 && wanted->name == NO_ID && !path_tree_is_sum(tree, 0);
    const struct path_steps steps =
        path_graph_steps(tree->graph, vertex, wanted->is_member, tree->events[0]);

    for (size_t i = 0; i < steps.count; i++) {
        const struct path_step *step = &steps.list[i];
        if ((wanted->name != NO_ID && step->name != wanted->name) ||
            (wanted->is_member && step->name == row->name))
            continue;
        add_way(ways, end, step);
        if (!is_ordered)
            continue;
        const struct path_cost part = part_of_step(tree, &tree->ends[end], 0, step->cost);
        if (fabs(part.estimate) < wanted->least) {
            leave_out_steps(&steps, i, wanted->is_member ? row->name : NO_ID, &part, added);
            ways->count--;
            return;
        }
    }
}

/* Finds the ways from all ends of a row that are wanted, by name. */
static struct ways find_ways(struct path_tree *tree, const struct path_row *row,
                             const struct wanted *wanted, struct path_rows *added)
{
    const struct path_graph *graph = tree->graph;
    struct ways ways = {0};

    for (size_t end = row->ends; end < row->ends + row->n_ends; end++) {
        bool goes_into_cycle = graph->goes_up && path_row_is_within(tree, row, &tree->ends[end]);
        if (wanted->is_member && !path_graph_is_cycle(graph, tree->ends[end].vertex))
            continue;
        if (goes_into_cycle)
            add_way_into_cycle(tree, end, &ways);
        else
            add_ways_of_end(tree, row, end, wanted, &ways, added);
    }
    ARRAY_SORT(ways.list, ways.count, compare_names);
    return ways;
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
        for (size_t i = 0; i < tree->n_columns; i++)
            if (!path_tree_is_sum(tree, i))
                path_cost_add(&tree->costs[end->costs + i],
                              part_of_step(tree, &from, i, target.cost), limit_of(tree, row, i));
    }
}

/*
 * Finds which ends are sole ones, once all that leads to them was added, and adds the calls that
 * they make of themselves, where other paths make none of these.
 */
static void settle_ends(struct path_tree *tree, struct path_row *row)
{
    const struct path_graph *graph = tree->graph;

    for (size_t k = row->ends; k < row->ends + row->n_ends; k++) {
        struct path_end *end = &tree->ends[k];
        int64_t count = graph->recursive_calls[end->vertex];
        end->is_sole = end->is_sole && end->n_arcs == graph->n_entering[end->vertex] &&
                       !may_start(tree, end->vertex);
        if (path_graph_is_main(graph, tree->rows[row->parent].name))
            row->n_frames = graph->n_frames[end->vertex];
        if (count == 0 || graph->n_frames[end->vertex] > 1 ||
            path_graph_is_cycle(graph, end->vertex))
            continue;
        row->knows_calls = row->knows_calls && end->is_sole;
        profile_note_overflow(graph->profile, add_saturated(&row->calls, count));
    }
}

/* Adds the row of ways that have one name, unless it is below the limit. */
static void add_row(struct path_tree *tree, uint32_t parent, const struct way *ways, size_t count,
                    const struct wanted *wanted, struct path_rows *added)
{
    const struct path_row above = tree->rows[parent];
    bool is_member = wanted->is_member;
    size_t costs = add_cost_of_ways(tree, ways, count, is_member ? NULL : &above);
    struct path_row row = {.parent = parent,
                           .name = ways->step.name,
                           .depth = above.depth + 1,
                           .ends = tree->n_ends,
                           .is_member = is_member,
                           .inclusive = costs,
                           .self = costs,
                           .knows_calls = !is_member};

    if (path_tree_leave_out(tree, &row, wanted->least, added))
        return;
    if (!is_member) {
        for (size_t k = 0; k < count; k++) {
            row.knows_calls = row.knows_calls && tree->ends[ways[k].end].is_sole;
            profile_note_overflow(tree->graph->profile,
                                  add_saturated(&row.calls, ways[k].step.calls));
            add_targets(tree, &row, &ways[k]);
        }
        settle_ends(tree, &row);
        path_tree_add_self(tree, &row);
    }
    ARRAY_ADD(tree->rows, tree->n_rows, tree->row_capacity, row);
}

static void add_wanted(struct path_tree *tree, uint32_t row, const struct wanted *wanted,
                       struct path_rows *added)
{
    const struct path_row above = tree->rows[row];
    struct ways ways = find_ways(tree, &above, wanted, added);

    size_t first = tree->n_rows;

    for (size_t i = 0, count; i < ways.count; i += count) {
        count = count_same(&ways, i);
        add_row(tree, row, &ways.list[i], count, wanted, added);
    }
    path_tree_sort_rows(tree, first);
    added->count = (uint32_t)tree->n_rows - added->first;
    free(ways.list);
}

struct path_rows path_tree_add_below(struct path_tree *tree, uint32_t row, double least)
{
    struct path_rows added = {.first = (uint32_t)tree->n_rows};

    if (!tree->graph->goes_up)
        add_wanted(tree, row, &(struct wanted){true, NO_ID, least}, &added);
    add_wanted(tree, row, &(struct wanted){false, NO_ID, least}, &added);
    return added;
}

uint32_t path_tree_add_one(struct path_tree *tree, uint32_t row, uint32_t name, bool is_member,
                           double least)
{
    struct path_rows added = {.first = (uint32_t)tree->n_rows};

    add_wanted(tree, row, &(struct wanted){is_member, name, least}, &added);
    return added.count != 0 ? added.first : NO_ID;
}
