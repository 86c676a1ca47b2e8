/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows paths from row to row: see paths.h for what is known of their costs. */

#include <math.h>
#include <stdlib.h>

#include "aggregator/inclusive.h"
#include "aggregator/paths/path_building.h"
#include "base/array.h"
#include "profile/profile.h"

struct path_cost path_cost_part(struct path_cost whole, struct event_cost of_end, int64_t inclusive)
{
    struct path_cost part = {.is_given = of_end.is_given, .is_unsure = whole.is_unsure};
    int64_t cost = of_end.sum;

    part.estimate = inclusive == 0 ? 0 : whole.estimate * ((double)cost / (double)inclusive);
    if (part.is_unsure)
        return part;
    part.least = whole.least > inclusive - cost ? whole.least - (inclusive - cost) : 0;
    part.most = whole.most < cost ? whole.most : cost;
    return part;
}

/* Returns the sum, no more than `limit`. */
static int64_t limited_sum(int64_t sum, int64_t added, int64_t limit)
{
    add_saturated(&sum, added);
    return sum < limit ? sum : limit;
}

void path_cost_add(struct path_cost *sum, struct path_cost added, int64_t limit)
{
    sum->estimate += added.estimate;
    sum->is_given |= added.is_given;
    sum->is_unsure |= added.is_unsure;
    sum->least = sum->is_unsure ? 0 : limited_sum(sum->least, added.least, limit);
    sum->most = sum->is_unsure ? 0 : limited_sum(sum->most, added.most, limit);
}

int64_t path_cost_size(const struct path_cost *cost)
{
    int64_t least = magnitude(cost->least), most = magnitude(cost->most);

    if (cost->is_unsure)
        return magnitude(number_nearest(cost->estimate));
    return least > most ? least : most;
}

void path_tree_begin(struct path_tree *tree, struct path_graph *graph, const size_t *events,
                     size_t n_events)
{
    *tree = (struct path_tree){.graph = graph, .events = events, .n_events = n_events};
}

void path_tree_clear(struct path_tree *tree)
{
    tree->n_rows = tree->n_ends = tree->n_costs = 0;
}

void path_tree_free(struct path_tree *tree)
{
    free(tree->rows);
    free(tree->ends);
    free(tree->starts);
    free(tree->costs);
    free(tree->steps);
    inclusive_free(&tree->known);
    *tree = (struct path_tree){0};
}

/* Adds zeroed costs of one thing, by event, and returns the place of the first. */
static size_t add_costs(struct path_tree *tree)
{
    size_t first = tree->n_costs;

    for (size_t i = 0; i < tree->n_events; i++)
        ARRAY_ADD(tree->costs, tree->n_costs, tree->cost_capacity, (struct path_cost){0});
    return first;
}

/* Returns the last end of a row that is being made if it is that vertex, else a new one. */
static struct path_end *find_end(struct path_tree *tree, struct path_row *row, uint32_t vertex)
{
    if (row->n_ends == 0 || tree->ends[tree->n_ends - 1].vertex != vertex) {
        row->n_ends++;
        ARRAY_ADD(tree->ends, tree->n_ends, tree->end_capacity,
                  (struct path_end){.vertex = vertex, .is_sole = true, .costs = add_costs(tree)});
    }
    return &tree->ends[tree->n_ends - 1];
}

/* Takes note of a row that is below the limit. */
static void leave_out(struct path_rows *rows, const struct path_cost *cost)
{
    int64_t most = path_cost_size(cost);

    rows->n_left_out++;
    if (most > rows->most_left_out)
        rows->most_left_out = most;
}

static int compare_rows(const void *left, const void *right)
{
    const struct path_row *a = left, *b = right;

    if (a->is_member != b->is_member)
        return a->is_member ? -1 : 1;
    if (a->estimate != b->estimate)
        return a->estimate > b->estimate ? -1 : 1;
    return number_compare(a->name, b->name);
}

/* Returns whether nothing is certain about the paths through a vertex */
static bool is_unsure(const struct path_graph *graph, size_t event, uint32_t vertex)
{
    return path_graph_is_below_zero(graph, event) || graph->is_doubtful[vertex] ||
           path_graph_inclusive(graph, event, vertex) - graph->n_entering[vertex] >
               path_graph_value(graph, event, &graph->leaving, vertex).sum;
}

/* Returns the part of an end's cost in an event that is due to a cost of its vertex. */
static struct path_cost part_of(const struct path_tree *tree, const struct path_end *end, size_t i,
                                struct event_cost cost)
{
    const struct path_graph *graph = tree->graph;
    struct path_cost whole = tree->costs[end->costs + i];

    whole.is_unsure |= is_unsure(graph, tree->events[i], end->vertex);
    return path_cost_part(whole, cost, path_graph_inclusive(graph, tree->events[i], end->vertex));
}

/* Returns what a vertex where paths begin costs in an event. */
static struct path_cost cost_of_seed(const struct path_tree *tree, const struct path_step *seed,
                                     size_t i)
{
    const struct path_graph *graph = tree->graph;
    size_t event = tree->events[i];
    uint32_t vertex = seed->vertex;

    if (graph->goes_up) {
        const struct event_cost self =
            path_graph_value(graph, event, &graph->nodes.self, seed->node);
        return path_cost_known(self.sum, self.is_given);
    }
    struct path_cost cost =
        path_cost_known(tree->begins_at_starts ? path_graph_started(graph, event, vertex)
                                               : path_graph_inclusive(graph, event, vertex),
                        path_graph_value(graph, event, &graph->leaving, vertex).is_given);
    /* Below 0 the larger of what enters and leaves says nothing. */
    cost.is_unsure = graph->is_doubtful[vertex] ||
                     (tree->begins_at_starts && path_graph_is_below_zero(graph, event) &&
                      graph->n_entering[vertex] != 0);
    return cost;
}

/* Returns what is due to a step, whose arcs are added up first. */
static struct path_cost part_of_step(const struct path_tree *tree, const struct path_step *step,
                                     size_t i)
{
    const struct path_graph *graph = tree->graph;
    const struct costs *costs = step->is_member ? &graph->nodes.self : graph->arc_costs;
    struct event_cost sum = {0};
    bool overflows = false;

    if (step->end == NO_END)
        return cost_of_seed(tree, step, i);
    if (step->n_arcs == 0)
        return tree->costs[tree->ends[step->end].costs + i];
    for (size_t k = 0; k < step->n_arcs; k++) {
        const struct event_cost cost =
            path_graph_value(graph, tree->events[i], costs, step->arcs[k].id);
        overflows |= add_saturated(&sum.sum, cost.sum);
        sum.is_given |= cost.is_given;
    }
    profile_note_overflow(graph->profile, overflows);
    return part_of(tree, &tree->ends[step->end], i, sum);
}

/*
 * Returns the most that parts of a row have together: no more than the row above. There is no limit
 * of first rows, of members, nor where some parts may be negative.
 */
static int64_t limit_of(const struct path_tree *tree, const struct path_row *row, size_t i)
{
    if (row->parent == NO_ID || row->is_member ||
        path_graph_is_below_zero(tree->graph, tree->events[i]))
        return INT64_MAX;
    const struct path_cost *above = &tree->costs[tree->rows[row->parent].inclusive + i];
    return above->is_unsure ? INT64_MAX : above->most;
}

/*
 * Adds the self cost of a row whose ends and inclusive cost are known; where paths go up what
 * started there, which is in the row below that of a function in a cycle.
 */
static void add_self(struct path_tree *tree, struct path_row *row)
{
    const struct path_graph *graph = tree->graph;

    row->self = add_costs(tree);
    for (size_t i = 0; i < tree->n_events; i++) {
        const struct path_cost *all = &tree->costs[row->inclusive + i];
        bool is_limited = !all->is_unsure && !path_graph_is_below_zero(graph, tree->events[i]);
        int64_t limit = is_limited ? all->most : INT64_MAX;
        for (size_t k = row->ends; k < row->ends + row->n_ends; k++) {
            uint32_t vertex = tree->ends[k].vertex;
            struct path_cost part = tree->costs[tree->ends[k].costs + i];
            struct event_cost self = path_graph_value(graph, tree->events[i], &graph->self, vertex);
            if (graph->goes_up && path_graph_is_cycle(graph, vertex) &&
                graph->name_of[vertex] != row->name)
                continue;
            if (graph->goes_up)
                self.sum = path_graph_started(graph, tree->events[i], vertex);
            if (!graph->goes_up || graph->n_entering[vertex] != 0)
                part = part_of(tree, &tree->ends[k], i, self);
            path_cost_add(&tree->costs[row->self + i], part, limit);
        }
    }
}

/* Returns whether threads start in a vertex, by a recorded event */
static bool starts_by(const struct path_graph *graph, uint32_t vertex, size_t event)
{
    return path_graph_value(graph, event, &graph->leaving, vertex).sum >
           path_graph_value(graph, event, &graph->entering, vertex).sum;
}

/*
 * Returns whether threads start in a vertex, by the requested events or any recorded event that
 * calls can have
 */
static bool is_start(const struct path_tree *tree, uint32_t vertex, bool by_any)
{
    const struct events *events = &tree->graph->profile->events;
    bool is_start = tree->graph->n_entering[vertex] == 0;

    for (size_t i = 0; !is_start && i < tree->n_events; i++)
        is_start = starts_by(tree->graph, vertex, tree->events[i]);
    for (size_t i = 0; by_any && !is_start && i < events->n_recorded; i++)
        is_start = !events->list[i].is_self_only && starts_by(tree->graph, vertex, i);
    return is_start;
}

/* Compares steps to one name by where they lead. */
static int compare_vertices(const void *left, const void *right)
{
    const struct path_step *a = left, *b = right;
    int order = number_compare(a->vertex, b->vertex);

    if (order == 0)
        order = number_compare(a->end, b->end);
    return order != 0 ? order : number_compare(a->node, b->node);
}

static int compare_steps(const void *left, const void *right)
{
    const struct path_step *a = left, *b = right;
    int order = number_compare(b->is_member, a->is_member);

    if (order == 0)
        order = number_compare(a->name, b->name);
    if (order == 0)
        order = number_compare(a->end, b->end);
    return order != 0 ? order : compare_vertices(a, b);
}

static void add_step(struct path_tree *tree, struct path_step step)
{
    ARRAY_ADD(tree->steps, tree->n_steps, tree->step_capacity, step);
}

/* Returns what arcs from a vertex cost in the first event. */
static int64_t first_cost(const struct path_tree *tree, const struct path_arc *arcs, size_t count)
{
    const struct path_graph *graph = tree->graph;
    const struct costs *costs = arcs->is_member ? &graph->nodes.self : graph->arc_costs;
    int64_t sum = 0;

    for (size_t i = 0; i < count; i++)
        add_saturated(&sum, path_graph_value(graph, tree->events[0], costs, arcs[i].id).sum);
    return sum;
}

/*
 * Lists the steps from an end. What costs less than `enough` is left out unseen, since there may be
 * many of these; the largest of them says how much they may be.
 */
static void list_steps(struct path_tree *tree, size_t end, double enough, struct path_rows *added)
{
    struct path_step largest = {.end = end};
    int64_t most = 0;
    size_t count;
    const struct path_arc *arcs = path_graph_arcs(tree->graph, tree->ends[end].vertex, &count);

    for (size_t i = 0, last; i < count; i = last) {
        struct path_step step = {
            .is_member = arcs[i].is_member, .name = arcs[i].name, .end = end, .arcs = &arcs[i]};
        for (last = i; last < count && arcs[last].name == step.name &&
                       arcs[last].is_member == step.is_member;)
            last++;
        int64_t cost = enough > 0 ? magnitude(first_cost(tree, step.arcs, last - i)) : 0;
        if ((double)cost < enough) {
            added->n_left_out++;
            if (cost >= most) {
                most = cost;
                largest = step;
                largest.n_arcs = last - i;
            }
            continue;
        }
        for (; i < last; i += step.n_arcs) {
            step.arcs = &arcs[i];
            step.vertex = arcs[i].vertex;
            for (step.n_arcs = 1;
                 i + step.n_arcs < last && step.arcs[step.n_arcs].vertex == step.vertex;)
                step.n_arcs++;
            add_step(tree, step);
        }
    }
    if (largest.n_arcs != 0) {
        const struct path_cost cost = part_of_step(tree, &largest, 0);
        added->n_left_out--;
        leave_out(added, &cost);
    }
}

/* Adds the vertex that a step leads to as an end of a row, and its calls. */
static void add_end(struct path_tree *tree, struct path_row *row, const struct path_step *step)
{
    const struct path_graph *graph = tree->graph;
    bool is_sole = step->end == NO_END || tree->ends[step->end].is_sole;
    struct path_end *end = find_end(tree, row, step->vertex);

    end->is_sole = end->is_sole && is_sole;
    end->n_arcs += (uint32_t)step->n_arcs;
    row->knows_calls = row->knows_calls && is_sole;
    for (size_t i = 0; i < step->n_arcs && !step->is_member; i++)
        profile_add_to(graph->profile, &row->calls, graph->arc_counts[step->arcs[i].id]);
    for (size_t i = 0; i < tree->n_events; i++)
        path_cost_add(&tree->costs[end->costs + i], part_of_step(tree, step, i),
                      limit_of(tree, row, i));
}

/*
 * Finds which ends are sole ones, once all that leads to them was added, and adds the calls that
 * they make of themselves, where other paths make none of these.
 */
static void settle_ends(struct path_tree *tree, struct path_row *row)
{
    const struct path_graph *graph = tree->graph;
    bool is_first = row->parent == NO_ID;

    for (size_t k = row->ends; k < row->ends + row->n_ends; k++) {
        struct path_end *end = &tree->ends[k];
        int64_t count = is_first ? 0 : graph->recursive_calls[end->vertex];
        uint32_t n_entering = graph->n_entering[end->vertex];
        end->is_sole = end->is_sole &&
                       (is_first ? !graph->goes_up && (!tree->begins_at_starts || n_entering == 0)
                                 : end->n_arcs == n_entering && !is_start(tree, end->vertex, true));
        if (count == 0 || path_graph_is_cycle(graph, end->vertex))
            continue;
        row->knows_calls = row->knows_calls && end->is_sole;
        profile_add_to(graph->profile, &row->calls, count);
    }
}

/*
 * Bounds the row of a function whose vertices may be below each other, and so part of each other's
 * cost: they cost no less than the largest, which in most programs is around the others, and no
 * more than what is known of the function. Nobody knows how much each has at least.
 */
static void bound_row(struct path_tree *tree, const struct path_row *row)
{
    const struct path_graph *graph = tree->graph;
    struct inclusive *known = &tree->known;
    struct path_end *ends = &tree->ends[row->ends];

    if (known->rows == NULL)
        inclusive_compute(known, &graph->names, profile_levels(graph->profile, graph->names.arcs));
    bool is_exact = known->is_exact[row->name];
    uint32_t cycle = is_exact ? 0 : known->cycle[row->name];
    if (!is_exact && known->nesting.rules[row->name] != RULE_BOUND)
        return;
    for (size_t i = 0; i < tree->n_events; i++) {
        struct path_cost *cost = &tree->costs[row->inclusive + i];
        double largest = 0, sum = cost->estimate;
        int64_t most =
            path_graph_value(graph, tree->events[i], cycle != 0 ? &known->cycles : &known->costs,
                             cycle != 0 ? cycle - 1 : row->name)
                .sum;
        cost->is_unsure |= path_graph_is_below_zero(graph, tree->events[i]);
        if (is_exact && (double)most >= sum) /* they are beside each other */
            continue;
        cost->most = (is_exact || cycle != 0) && most < cost->most ? most : cost->most;
        cost->least = is_exact ? cost->most : 0;
        for (size_t k = 0; k < row->n_ends; k++) {
            const struct path_cost *part = &tree->costs[ends[k].costs + i];
            largest = part->estimate > largest ? part->estimate : largest;
            cost->least = part->least > cost->least ? part->least : cost->least;
        }
        cost->estimate = largest < (double)cost->least ? (double)cost->least : largest;
        for (size_t k = 0; k < row->n_ends; k++) {
            struct path_cost *part = &tree->costs[ends[k].costs + i];
            part->estimate *= sum > 0 ? cost->estimate / sum : 1;
            part->least = 0;
            ends[k].is_sole = false;
        }
    }
}

/*
 * Returns whether a row of the same name is above it, which needs several nodes of that name. A
 * cycle has a name of its own.
 */
static bool is_recursive(const struct path_tree *tree, const struct path_row *row)
{
    const struct path_graph *graph = tree->graph;

    if (row->is_member || row->name >= graph->names.count || graph->n_of_name[row->name] < 2)
        return false;
    for (uint32_t above = row->parent; above != NO_ID; above = tree->rows[above].parent)
        if (tree->rows[above].name == row->name)
            return true;
    return false;
}

/* Returns what steps to one name cost in an event. Arcs from one end are added up first. */
static struct path_cost cost_of_steps(const struct path_tree *tree, const struct path_row *row,
                                      const struct path_step *steps, size_t count, size_t i)
{
    struct path_cost sum = {0};

    for (size_t k = 0; k < count;) {
        struct path_step step = steps[k];
        for (k++; k < count && step.end != NO_END && steps[k].end == step.end; k++)
            step.n_arcs += steps[k].n_arcs;
        path_cost_add(&sum, part_of_step(tree, &step, i), limit_of(tree, row, i));
    }
    return sum;
}

/* Returns whether the cost of the row of steps is below the limit, and records that */
static bool is_left_out(double least, struct path_cost cost, struct path_rows *added)
{
    bool is_below = fabs(cost.estimate) < least;

    if (is_below)
        leave_out(added, &cost);
    return is_below;
}

/* Adds the row of steps that lead to one name, unless it is below the limit. */
static void add_row(struct path_tree *tree, uint32_t parent, struct path_step *steps, size_t count,
                    double least, struct path_rows *added)
{
    bool is_first = parent == NO_ID;
    size_t n_costs = tree->n_costs;
    struct path_row row = {
        .parent = parent,
        .name = steps->name,
        .depth = is_first ? 0 : tree->rows[parent].depth + 1,
        .ends = tree->n_ends,
        .is_member = steps->is_member,
        .knows_calls = !is_first && !steps->is_member,
    };

    /* There may be many below the limit. */
    if (least > 0 && is_left_out(least, cost_of_steps(tree, &row, steps, count, 0), added))
        return;
    if (count > 1)
        row.inclusive = add_costs(tree);
    for (size_t i = 0; i < tree->n_events && count > 1; i++)
        tree->costs[row.inclusive + i] = cost_of_steps(tree, &row, steps, count, i);
    ARRAY_SORT(steps, count, compare_vertices);
    for (size_t i = 0; i < count; i++)
        add_end(tree, &row, &steps[i]);
    if (count == 1)
        row.inclusive = tree->ends[row.ends].costs;
    row.self = row.inclusive;
    if (is_first && row.n_ends > 1 && !tree->begins_at_starts && !tree->graph->goes_up)
        bound_row(tree, &row);
    const struct path_cost cost = path_tree_cost(tree, row.inclusive, 0);
    row.estimate = cost.estimate;
    if (is_left_out(least, cost, added)) {
        tree->n_ends = row.ends;
        tree->n_costs = n_costs;
        return;
    }
    if (row.is_member) { /* nothing is below it */
        tree->n_ends = row.ends;
        row.n_ends = 0;
    } else {
        settle_ends(tree, &row);
        add_self(tree, &row);
    }
    row.is_recursive = is_recursive(tree, &row);
    ARRAY_ADD(tree->rows, tree->n_rows, tree->row_capacity, row);
}

/* Adds a row for each name that the steps lead to. */
static struct path_rows add_rows(struct path_tree *tree, uint32_t parent, double least,
                                 struct path_rows added)
{
    for (size_t i = 0, count; i < tree->n_steps; i += count) {
        struct path_step *steps = &tree->steps[i];
        for (count = 1; i + count < tree->n_steps && steps[count].name == steps->name &&
                        steps[count].is_member == steps->is_member;)
            count++;
        add_row(tree, parent, steps, count, least, &added);
    }
    added.count = (uint32_t)(tree->n_rows - added.first);
    ARRAY_SORT(&tree->rows[added.first], added.count, compare_rows);
    return added;
}

/*
 * Lists what is below a row. Going up, the first row of a function in a cycle leads there, and what
 * calls the cycle is above that.
 */
static void list_below(struct path_tree *tree, uint32_t parent, double least,
                       struct path_rows *added)
{
    const struct path_row *above = &tree->rows[parent];
    const struct path_graph *graph = tree->graph;
    bool is_only = above->n_ends == 1 && least > 0;

    tree->n_steps = 0;
    for (size_t end = above->ends; end < above->ends + above->n_ends; end++) {
        uint32_t vertex = tree->ends[end].vertex, name = graph->name_of[vertex];
        if (name >= graph->names.count && name != above->name) {
            add_step(tree, (struct path_step){.name = name, .end = end, .vertex = vertex});
            continue;
        }
        double estimate = fabs(tree->costs[tree->ends[end].costs].estimate), enough = 0;
        if (is_only && estimate > 0) /* but for the error of doubles */
            enough = 0.999999 * least / estimate *
                     fabs((double)path_graph_inclusive(graph, tree->events[0], vertex));
        list_steps(tree, end, enough, added);
    }
    if (above->n_ends > 1)
        ARRAY_SORT(tree->steps, tree->n_steps, compare_steps);
}

struct path_rows path_tree_add_below(struct path_tree *tree, uint32_t row, double least)
{
    struct path_rows added = {.first = (uint32_t)tree->n_rows};

    list_below(tree, row, least, &added);
    return add_rows(tree, row, least, added);
}

/* Adds a vertex where paths begin, under a name. */
static void add_seed(struct path_tree *tree, uint32_t name, uint32_t vertex, uint32_t node)
{
    add_step(tree, (struct path_step){.name = name, .end = NO_END, .vertex = vertex, .node = node});
}

/* Adds a row for each name of the seeds to the tree, as far as they are above the limit. */
static struct path_rows add_first_rows(struct path_tree *tree, double least)
{
    ARRAY_SORT(tree->steps, tree->n_steps, compare_steps);
    return add_rows(tree, NO_ID, least, (struct path_rows){.first = (uint32_t)tree->n_rows});
}

/* Trees are cleared for one function after another, and their graph is large. */
void path_tree_find_starts(struct path_tree *tree)
{
    size_t n_vertices = tree->graph->n_vertices;

    if (tree->starts != NULL)
        return;
    tree->starts = memory_alloc(n_vertices, sizeof *tree->starts);
    for (uint32_t vertex = 0; vertex < n_vertices; vertex++)
        if (is_start(tree, vertex, false))
            tree->starts[tree->n_starts++] = vertex;
}

/* Adds the starts of all names, or those of one. */
static struct path_rows add_starts(struct path_tree *tree, uint32_t name, double least)
{
    path_tree_find_starts(tree);
    tree->begins_at_starts = true;
    tree->n_steps = 0;
    for (size_t i = 0; i < tree->n_starts; i++) {
        uint32_t vertex = tree->starts[i], found = tree->graph->name_of[vertex];
        if (name == NO_ID || name == found)
            add_seed(tree, found, vertex, 0);
    }
    return add_first_rows(tree, least);
}

struct path_rows path_tree_add_starts(struct path_tree *tree, double least)
{
    return add_starts(tree, NO_ID, least);
}

uint32_t path_tree_add_one(struct path_tree *tree, uint32_t row, uint32_t name, bool is_member)
{
    struct path_rows added = {.first = (uint32_t)tree->n_rows};
    size_t n_steps = 0;

    if (row == NO_ID) {
        const struct path_rows starts = add_starts(tree, name, -1);
        return starts.count != 0 ? starts.first : NO_ID;
    }
    list_below(tree, row, -1, &added);
    for (size_t i = 0; i < tree->n_steps; i++)
        if (tree->steps[i].name == name && tree->steps[i].is_member == is_member)
            tree->steps[n_steps++] = tree->steps[i];
    tree->n_steps = n_steps;
    added = add_rows(tree, row, -1, added);
    return added.count != 0 ? added.first : NO_ID;
}

/*
 * Adds the vertices that have a name where paths go down: those of the first level alone, which do
 * not nest, and of these none that only its own function calls, as f'f in f'main.
 */
static void find_functions(struct path_tree *tree, const bool *is_wanted)
{
    const struct path_graph *graph = tree->graph;
    bool *is_known = memory_alloc(graph->n_vertices, sizeof *is_known);
    bool *is_called = memory_alloc(graph->n_vertices, sizeof *is_called); /* by others */

    for (uint32_t from = 0; from < graph->n_vertices; from++)
        for (size_t i = graph->arcs_begin[from]; i < graph->arcs_begin[from + 1]; i++)
            is_called[graph->arcs[i].vertex] |=
                graph->name_of[from] != graph->arcs[i].name && !graph->arcs[i].is_member;
    for (function_id id = 0; id < profile_n_functions(graph->profile); id++) {
        uint32_t vertex = graph->vertex_of[graph->nodes.of_function[id]];
        if (!is_wanted[graph->names.of_function[id]] || graph->nodes.levels[id] != 1 ||
            is_known[vertex] || (!is_called[vertex] && !is_start(tree, vertex, false)))
            continue;
        is_known[vertex] = true;
        add_seed(tree, graph->name_of[vertex], vertex, 0);
    }
    free(is_known);
    free(is_called);
}

/* Bottom-up functions have their self cost over all recursion levels. */
struct path_rows path_tree_add_functions(struct path_tree *tree, const bool *is_wanted,
                                         double least)
{
    const struct path_graph *graph = tree->graph;

    tree->begins_at_starts = false;
    tree->n_steps = 0;
    for (uint32_t node = 0; graph->goes_up && node < graph->nodes.count; node++)
        if (is_wanted[graph->name_of_node[node]])
            add_seed(tree, graph->name_of_node[node], graph->vertex_of[node], node);
    if (!graph->goes_up)
        find_functions(tree, is_wanted);
    return add_first_rows(tree, least);
}
