/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows paths from row to row: see paths.h for what is known of their costs. */

#include <math.h>
#include <stdlib.h>

#include "aggregator/inclusive.h"
#include "aggregator/paths/path_building.h"
#include "base/array.h"
#include "profile/profile.h"
#include "profile/stacks.h"

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

/* Returns the sum, no more than `limit`; the least there is where it does not fit. */
static int64_t limited_sum(int64_t sum, int64_t added, int64_t limit)
{
    if (added > 0 && sum > limit - added)
        return limit;
    if (added < 0 && sum < INT64_MIN - added)
        return INT64_MIN;
    return sum + added < limit ? sum + added : limit;
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
    int64_t below_zero = magnitude(cost->least), most = magnitude(cost->most);

    if (cost->is_unsure)
        return magnitude(path_cost_rounded(cost->estimate));
    return cost->least < 0 && below_zero > most ? below_zero : most;
}

/* Returns how often a recorded event counts in one that may be a sum of several. */
static int64_t times_of(const struct path_graph *graph, size_t event, size_t recorded)
{
    const struct event *sum = &graph->events->list[event];

    if (sum->factors == NULL)
        return event == recorded;
    return recorded < sum->n_columns ? sum->factors[recorded].times : 0;
}

int64_t path_tree_times(const struct path_tree *tree, size_t event, size_t column)
{
    return times_of(tree->graph, tree->events[event], tree->columns[column]);
}

/* Adds a column for each recorded event that an event is a sum of and that has none. */
static void add_columns(struct path_tree *tree, size_t event)
{
    for (size_t recorded = 0; recorded < tree->graph->events->n_recorded; recorded++) {
        bool is_needed = times_of(tree->graph, event, recorded) != 0;
        for (size_t column = 0; column < tree->n_columns; column++)
            is_needed = is_needed && tree->columns[column] != recorded;
        if (is_needed)
            tree->columns[tree->n_columns++] = recorded;
    }
}

void path_tree_begin(struct path_tree *tree, struct path_graph *graph, const size_t *events,
                     size_t n_events)
{
    *tree = (struct path_tree){
        .graph = graph,
        .events = events,
        .n_events = n_events,
        .columns = memory_alloc(graph->events->n_recorded, sizeof *tree->columns),
        .end_of = memory_alloc(graph->n_vertices, sizeof *tree->end_of),
    };
    for (size_t i = 0; i < n_events; i++) {
        add_columns(tree, events[i]);
        tree->n_first = i == 0 ? tree->n_columns : tree->n_first;
    }
}

void path_tree_clear(struct path_tree *tree)
{
    tree->n_rows = tree->n_ends = tree->n_costs = 0;
}

void path_tree_free(struct path_tree *tree)
{
    free(tree->columns);
    free(tree->rows);
    free(tree->ends);
    free(tree->end_of);
    free(tree->starts);
    free(tree->starts_begin);
    free(tree->costs);
    free(tree->steps);
    *tree = (struct path_tree){0};
}

/* Adds up what a derived event is a sum of: what is taken off changes its ends. */
struct path_cost path_tree_cost(const struct path_tree *tree, size_t costs, size_t event)
{
    struct path_cost sum = {0};

    for (size_t column = 0; column < tree->n_columns; column++) {
        const struct path_cost *term = &tree->costs[costs + column];
        int64_t times = path_tree_times(tree, event, column), least, most;
        if (times == 0)
            continue;
        sum.estimate += (double)times * term->estimate;
        sum.is_given |= term->is_given;
        sum.is_unsure |= term->is_unsure ||
                         multiply_overflows(times, times < 0 ? term->most : term->least, &least) ||
                         multiply_overflows(times, times < 0 ? term->least : term->most, &most) ||
                         add_overflows(&sum.least, least) || add_overflows(&sum.most, most);
    }
    if (sum.is_unsure)
        sum.least = sum.most = 0;
    if (tree->events[event] >= tree->graph->events->n_recorded &&
        fabs(sum.estimate) >= (double)INT64_MAX)
        tree->graph->events->list[tree->events[event]].overflows = true;
    return sum;
}

/* Adds zeroed costs of one thing, by column, and returns the place of the first. */
static size_t add_costs(struct path_tree *tree)
{
    size_t first = tree->n_costs;

    for (size_t i = 0; i < tree->n_columns; i++)
        ARRAY_ADD(tree->costs, tree->n_costs, tree->cost_capacity, (struct path_cost){0});
    return first;
}

/* Returns the end of the last row that is a vertex, made if it is not there. */
static struct path_end *find_end(struct path_tree *tree, struct path_row *row, uint32_t vertex)
{
    size_t found = tree->end_of[vertex];

    if (found >= row->ends && found < tree->n_ends && tree->ends[found].vertex == vertex)
        return &tree->ends[found];
    tree->end_of[vertex] = tree->n_ends;
    row->n_ends++;
    ARRAY_ADD(tree->ends, tree->n_ends, tree->end_capacity,
              (struct path_end){.vertex = vertex, .is_sole = true, .costs = add_costs(tree)});
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

/* Takes a last row that is below the limit out again, and its costs; false where it is above. */
static bool is_left_out(struct path_tree *tree, struct path_row *row, double least,
                        struct path_rows *added)
{
    const struct path_cost cost = path_tree_cost(tree, row->inclusive, 0);

    row->estimate = cost.estimate;
    if (fabs(cost.estimate) >= least)
        return false;
    leave_out(added, &cost);
    tree->n_ends = row->ends;
    tree->n_costs = row->inclusive;
    return true;
}

static int compare_rows(const void *left, const void *right)
{
    const struct path_row *a = left, *b = right;

    if (a->is_member != b->is_member)
        return a->is_member ? -1 : 1;
    if (a->estimate != b->estimate)
        return a->estimate > b->estimate ? -1 : 1;
    return (a->name > b->name) - (a->name < b->name);
}

/* Returns the rows that were added, the costliest first. */
static void sort_added(struct path_tree *tree, struct path_rows *added)
{
    added->count = (uint32_t)(tree->n_rows - added->first);
    ARRAY_SORT(&tree->rows[added->first], added->count, compare_rows);
}

/*
 * Whether nothing is known for sure of the paths through a vertex: its callers were charged for
 * more than it cost, by more than writers round each call, or calls may lead to it which name
 * another, or some cost is below 0.
 */
static bool is_unsure(const struct path_graph *graph, size_t event, uint32_t vertex)
{
    return graph->is_below_zero[event] || graph->is_doubtful[vertex] ||
           path_graph_value(graph, event, &graph->entering, vertex).sum -
                   graph->n_entering[vertex] >
               path_graph_value(graph, event, &graph->leaving, vertex).sum;
}

/* Returns the part of a column's cost of an end that is due to a cost of its vertex. */
static struct path_cost part_of(const struct path_tree *tree, const struct path_end *end, size_t i,
                                struct event_cost cost)
{
    const struct path_graph *graph = tree->graph;
    struct path_cost whole = tree->costs[end->costs + i];

    if (graph->is_true) /* whatever was spent in a stack was spent by its caller, too */
        return graph->goes_up ? whole : path_cost_known(cost.sum, cost.is_given);
    whole.is_unsure |= is_unsure(graph, tree->columns[i], end->vertex);
    return path_cost_part(whole, cost, path_graph_inclusive(graph, tree->columns[i], end->vertex));
}

/* Returns what is due to arcs from an end, whose costs are added up first. */
static struct path_cost part_of_arcs(const struct path_tree *tree, const struct path_step *step,
                                     const struct path_arc *arcs, size_t count, size_t i)
{
    const struct path_graph *graph = tree->graph;
    const struct path_end *end = &tree->ends[step->end];
    const struct costs *costs = step->is_member ? &graph->nodes.self : graph->arc_costs;
    struct event_cost sum = {0};
    bool overflows = false;

    if (count == 0)
        return tree->costs[end->costs + i];
    for (size_t k = 0; k < count; k++) {
        const struct event_cost cost = path_graph_value(graph, tree->columns[i], costs, arcs[k].id);
        overflows |= add_saturated(&sum.sum, cost.sum);
        sum.is_given |= cost.is_given;
    }
    profile_note_overflow(graph->profile, overflows);
    return part_of(tree, end, i, sum);
}

/* Returns the most that parts of a row's cost have together; of a true graph that is as it is. */
static int64_t limit_of(const struct path_tree *tree, const struct path_row *row, size_t i)
{
    const struct path_cost *cost = &tree->costs[row->inclusive + i];

    return cost->is_unsure || tree->graph->is_true ? INT64_MAX : cost->most;
}

/* Adds the self cost of a row whose ends and inclusive cost are known. */
static void add_self(struct path_tree *tree, struct path_row *row)
{
    row->self = row->inclusive;
    if (tree->graph->goes_up)
        return;
    row->self = add_costs(tree);
    for (size_t i = 0; i < tree->n_columns; i++)
        for (const struct path_end *end = &tree->ends[row->ends];
             end < &tree->ends[row->ends] + row->n_ends; end++)
            path_cost_add(&tree->costs[row->self + i],
                          part_of(tree, end, i,
                                  path_graph_value(tree->graph, tree->columns[i],
                                                   &tree->graph->self, end->vertex)),
                          limit_of(tree, row, i));
}

/* Whether threads start in a vertex by a recorded event: more was spent than callers have. */
static bool starts_by(const struct path_graph *graph, uint32_t vertex, size_t event)
{
    return path_graph_value(graph, event, &graph->leaving, vertex).sum >
           path_graph_value(graph, event, &graph->entering, vertex).sum;
}

static bool is_start(const struct path_tree *tree, uint32_t vertex)
{
    bool is_start = tree->graph->n_entering[vertex] == 0;

    for (size_t i = 0; !is_start && i < tree->n_columns; i++)
        is_start = starts_by(tree->graph, vertex, tree->columns[i]);
    return is_start;
}

/*
 * Whether threads start in a vertex by any event that was recorded and that calls can cost: how
 * often a vertex calls others says nothing of events, so that it does not matter which of them are
 * asked for.
 */
static bool may_start(const struct path_tree *tree, uint32_t vertex)
{
    const struct events *events = &tree->graph->profile->events;
    bool may_start = is_start(tree, vertex);

    for (size_t i = 0; !may_start && i < events->n_recorded; i++)
        may_start = !events->list[i].is_self_only && starts_by(tree->graph, vertex, i);
    return may_start;
}

/* Trees are cleared for one function after another, and their graph is large. */
void path_tree_find_starts(struct path_tree *tree)
{
    const struct path_graph *graph = tree->graph;
    size_t n_names = graph->names.count + graph->n_cycles;

    if (tree->starts_begin != NULL)
        return;
    uint32_t *name_of_start = memory_alloc(graph->n_vertices, sizeof *name_of_start);
    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++)
        name_of_start[vertex] = is_start(tree, vertex) ? graph->name_of[vertex] : NO_ID;
    tree->starts = ids_sort(name_of_start, graph->n_vertices, n_names, &tree->starts_begin);
    tree->n_starts = tree->starts_begin[n_names];
    free(name_of_start);
}

/* A vertex where paths begin, under a name. */
struct seed {
    uint32_t name, vertex;
    uint32_t node; /* whose self cost it is, where paths go up; else NO_ID */
};

/* {0} has none. */
struct seeds {
    struct seed *list;
    size_t count, capacity;
    bool is_of_threads;     /* else of functions: */
    bool *calls_itself;     /* by name: one of its vertices calls another one */
    struct inclusive known; /* of the graph's names, once it is asked for */
};

static int compare_seeds(const void *left, const void *right)
{
    const struct seed *a = left, *b = right;

    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    if (a->vertex != b->vertex)
        return a->vertex < b->vertex ? -1 : 1;
    return (a->node > b->node) - (a->node < b->node);
}

/* Returns what a seed costs in a column. */
static struct path_cost cost_of_seed(const struct path_tree *tree, size_t i,
                                     const struct seeds *seeds, const struct seed *seed)
{
    const struct path_graph *graph = tree->graph;
    size_t event = tree->columns[i];
    uint32_t vertex = seed->vertex;

    if (graph->goes_up && !seeds->is_of_threads) {
        const struct event_cost self =
            path_graph_value(graph, event, graph->is_true ? &graph->self : &graph->nodes.self,
                             graph->is_true ? vertex : seed->node);
        return path_cost_known(self.sum, self.is_given);
    }
    struct path_cost cost =
        path_cost_known(seeds->is_of_threads ? path_graph_started(graph, event, vertex)
                                             : path_graph_inclusive(graph, event, vertex),
                        path_graph_value(graph, event, &graph->leaving, vertex).is_given);
    /* Below 0 the larger of what enters and leaves says nothing. */
    cost.is_unsure =
        graph->is_doubtful[vertex] ||
        (seeds->is_of_threads && graph->is_below_zero[event] && graph->n_entering[vertex] != 0);
    return cost;
}

/*
 * Bounds the row of a function of several vertices that may be below each other, and so part of
 * each other's cost: they cost no less than the largest, which in most programs is around the
 * others, and no more than what is known of the function. Nobody knows how much each has at least.
 */
static void bound_row(struct path_tree *tree, struct seeds *seeds, const struct path_row *row)
{
    const struct path_graph *graph = tree->graph;
    struct inclusive *known = &seeds->known;
    struct path_end *ends = &tree->ends[row->ends];

    if (known->rows == NULL)
        inclusive_compute(known, &graph->names, profile_levels(graph->profile, graph->names.arcs));
    if (known->nesting.rules[row->name] != RULE_BOUND && !seeds->calls_itself[row->name])
        return;
    for (size_t i = 0; i < tree->n_columns; i++) {
        struct path_cost *cost = &tree->costs[row->inclusive + i];
        uint32_t cycle = known->cycle[row->name];
        double largest = 0, sum = cost->estimate;
        cost->is_unsure |= graph->is_below_zero[tree->columns[i]];
        cost->least = 0;
        if (known->is_exact[row->name] || cycle != 0) {
            const struct costs *all = cycle == 0 ? &known->costs : &known->cycles;
            int64_t most =
                path_graph_value(graph, tree->columns[i], all, cycle == 0 ? row->name : cycle - 1)
                    .sum;
            cost->most = most < cost->most ? most : cost->most;
            cost->least = cycle == 0 ? cost->most : 0;
        }
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

/* Adds the row of the seeds of one name, unless that is below the limit. */
static void add_first_row(struct path_tree *tree, struct seeds *seeds, const struct seed *first,
                          size_t count, double least, struct path_rows *added)
{
    const struct path_graph *graph = tree->graph;
    bool has_functions = !seeds->is_of_threads && !graph->goes_up;
    struct path_row row = {.parent = NO_ID,
                           .name = first->name,
                           .ends = tree->n_ends,
                           .inclusive = add_costs(tree),
                           .knows_calls = graph->is_true && !graph->goes_up};

    for (const struct seed *seed = first; seed < first + count; seed++) {
        struct path_end *end = find_end(tree, &row, seed->vertex);
        end->is_sole =
            has_functions || (seeds->is_of_threads && graph->n_entering[seed->vertex] == 0);
        for (size_t i = 0; i < tree->n_columns; i++) {
            const struct path_cost cost = cost_of_seed(tree, i, seeds, seed);
            path_cost_add(&tree->costs[end->costs + i], cost, INT64_MAX);
            path_cost_add(&tree->costs[row.inclusive + i], cost, INT64_MAX);
        }
        if (row.knows_calls)
            profile_note_overflow(graph->profile,
                                  add_saturated(&row.calls, graph->calls[seed->vertex]));
    }
    if (has_functions && !graph->is_true && row.n_ends > 1)
        bound_row(tree, seeds, &row);
    if (is_left_out(tree, &row, least, added))
        return;
    if (seeds->is_of_threads)
        row.n_frames = graph->n_frames[first->vertex];
    add_self(tree, &row);
    ARRAY_ADD(tree->rows, tree->n_rows, tree->row_capacity, row);
}

/* Adds a row for each name of the seeds to the tree, as far as they are above the limit. */
static struct path_rows add_first_rows(struct path_tree *tree, struct seeds *seeds, double least)
{
    struct path_rows added = {.first = (uint32_t)tree->n_rows};

    ARRAY_SORT(seeds->list, seeds->count, compare_seeds);
    for (size_t first = 0, next; first < seeds->count; first = next) {
        for (next = first + 1;
             next < seeds->count && seeds->list[next].name == seeds->list[first].name;)
            next++;
        add_first_row(tree, seeds, &seeds->list[first], next - first, least, &added);
    }
    sort_added(tree, &added);
    inclusive_free(&seeds->known);
    free(seeds->calls_itself);
    free(seeds->list);
    return added;
}

static void add_seed(struct seeds *seeds, uint32_t name, uint32_t vertex, uint32_t node)
{
    ARRAY_ADD(seeds->list, seeds->count, seeds->capacity, (struct seed){name, vertex, node});
}

/* Adds the starts of all names, or with a name those of one. */
static struct path_rows add_threads(struct path_tree *tree, uint32_t name, double least)
{
    struct seeds seeds = {.is_of_threads = true};

    path_tree_find_starts(tree);
    size_t begin = name == NO_ID ? 0 : tree->starts_begin[name];
    size_t end = name == NO_ID ? tree->n_starts : tree->starts_begin[name + 1];
    for (size_t i = begin; i < end; i++)
        add_seed(&seeds, tree->graph->name_of[tree->starts[i]], tree->starts[i], NO_ID);
    return add_first_rows(tree, &seeds, least);
}

struct path_rows path_tree_add_starts(struct path_tree *tree, double least)
{
    return add_threads(tree, NO_ID, least);
}

uint32_t path_tree_add_start(struct path_tree *tree, uint32_t name)
{
    const struct path_rows added = add_threads(tree, name, -1);

    return added.count != 0 ? added.first : NO_ID;
}

/*
 * Adds the vertices that have a name where paths go down: those of the first level alone, which do
 * not nest, and of these none that only its own function calls, as f'f in f'main.
 */
static void find_functions(struct path_tree *tree, const bool *is_wanted, struct seeds *seeds)
{
    const struct path_graph *graph = tree->graph;
    bool *is_known = memory_alloc(graph->n_vertices, sizeof *is_known);
    bool *is_called = memory_alloc(graph->n_vertices, sizeof *is_called); /* by others */

    seeds->calls_itself =
        memory_alloc(graph->names.count + graph->n_cycles, sizeof *seeds->calls_itself);
    for (uint32_t from = 0; from < graph->n_vertices; from++)
        for (size_t i = graph->arcs_begin[from]; i < graph->arcs_begin[from + 1]; i++) {
            uint32_t to = graph->arcs[i].vertex;
            bool is_itself = graph->name_of[from] == graph->name_of[to];
            *(is_itself ? &seeds->calls_itself[graph->name_of[to]] : &is_called[to]) = true;
        }
    for (function_id id = 0; id < profile_n_functions(graph->profile); id++) {
        uint32_t vertex = graph->vertex_of[graph->nodes.of_function[id]];
        if (!is_wanted[graph->names.of_function[id]] || graph->nodes.levels[id] != 1 ||
            is_known[vertex] || (!is_called[vertex] && !is_start(tree, vertex)))
            continue;
        is_known[vertex] = true;
        add_seed(seeds, graph->name_of[vertex], vertex, NO_ID);
    }
    free(is_known);
    free(is_called);
}

/* Whether the name of a vertex is above it, too, in a graph of stacks. */
static bool is_nested(const struct path_graph *graph, uint32_t vertex)
{
    uint32_t above = (uint32_t)graph->n_vertices - 1 - vertex;

    while ((above = profile_stack(graph->profile, above).above) != NO_ID)
        if (graph->name_of[graph->n_vertices - 1 - above] == graph->name_of[vertex])
            return true;
    return false;
}

/*
 * Bottom-up functions have their self cost over all recursion levels. Where stacks are known they
 * are those that end with a name; going down, stacks that have it further up as well are left out,
 * so that none is part of another.
 */
struct path_rows path_tree_add_functions(struct path_tree *tree, const bool *is_wanted,
                                         double least)
{
    const struct path_graph *graph = tree->graph;
    struct seeds seeds = {0};

    for (uint32_t vertex = 0; graph->is_true && vertex < graph->n_vertices; vertex++)
        if (is_wanted[graph->name_of[vertex]] && (graph->goes_up || !is_nested(graph, vertex)))
            add_seed(&seeds, graph->name_of[vertex], vertex, NO_ID);
    for (uint32_t node = 0; graph->goes_up && node < graph->nodes.count; node++)
        if (is_wanted[graph->name_of_node[node]])
            add_seed(&seeds, graph->name_of_node[node], graph->vertex_of[node], node);
    if (!graph->is_true && !graph->goes_up)
        find_functions(tree, is_wanted, &seeds);
    return add_first_rows(tree, &seeds, least);
}

static int compare_steps(const void *left, const void *right)
{
    const struct path_step *a = left, *b = right;

    if (a->is_member != b->is_member)
        return a->is_member ? -1 : 1;
    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

/* Which rows to add below another one. */
struct wanted {
    uint32_t name;  /* that alone, of a member of the cycle or not; NO_ID: all, */
    bool is_member; /* as far as they cost that much */
    double least;
};

/*
 * Lists the steps from an end, or those to members of its cycle. The costliest come first, so that
 * where there is no other end all after the first that is below the limit are left out unseen:
 * there may be many. Those of a sum are not in the order of their estimates.
 */
static void list_steps(struct path_tree *tree, const struct path_row *row, size_t end,
                       bool is_member, const struct wanted *wanted, struct path_rows *added)
{
    struct path_graph *graph = tree->graph;
    bool is_ordered =
        row->n_ends == 1 && wanted->name == NO_ID && tree->events[0] < graph->events->n_recorded;
    size_t count;
    const struct path_arc *arcs =
        path_graph_arcs(graph, tree->ends[end].vertex, is_member, tree->events[0], &count);

    for (size_t i = 0; i < count; i += arcs[i].n_same) {
        const struct path_step step = {
            is_member, is_member ? graph->name_of_node[arcs[i].id] : graph->name_of[arcs[i].vertex],
            end, &arcs[i], arcs[i].n_same};
        if (wanted->name != NO_ID && (wanted->name != step.name || wanted->is_member != is_member))
            continue;
        if (is_ordered) {
            const struct path_cost cost = part_of_arcs(tree, &step, step.arcs, step.n_arcs, 0);
            if (fabs(cost.estimate) < wanted->least) {
                leave_out(added, &cost);
                for (i += arcs[i].n_same; i < count; i += arcs[i].n_same)
                    added->n_left_out++;
                return;
            }
        }
        ARRAY_ADD(tree->steps, tree->n_steps, tree->step_capacity, step);
    }
}

/*
 * Adds up some columns of a row: those of the steps that lead to its name, together no more than
 * the row above has.
 */
static void add_up_steps(struct path_tree *tree, const struct path_step *steps, size_t count,
                         const struct path_row *row, size_t first, size_t last)
{
    const struct path_row *above = &tree->rows[row->parent];

    for (size_t i = first; i < last; i++)
        for (size_t k = 0; k < count; k++)
            path_cost_add(&tree->costs[row->inclusive + i],
                          part_of_arcs(tree, &steps[k], steps[k].arcs, steps[k].n_arcs, i),
                          row->is_member ? INT64_MAX : limit_of(tree, above, i));
}

/* Adds the vertex that some arcs of a step lead to as an end of a row. */
static void add_end(struct path_tree *tree, struct path_row *row, const struct path_step *step,
                    uint32_t vertex, const struct path_arc *arcs, size_t count)
{
    bool is_sole = tree->ends[step->end].is_sole;
    struct path_end *end = find_end(tree, row, vertex);

    end->is_sole = end->is_sole && is_sole;
    end->n_arcs += (uint32_t)count;
    for (size_t i = 0; i < tree->n_columns; i++)
        path_cost_add(&tree->costs[end->costs + i], part_of_arcs(tree, step, arcs, count, i),
                      limit_of(tree, row, i));
}

/* Adds the ends and the calls of a row. */
static void add_ends(struct path_tree *tree, const struct path_step *steps, size_t n_steps,
                     struct path_row *row)
{
    const struct path_graph *graph = tree->graph;

    for (const struct path_step *step = steps; step < steps + n_steps; step++) {
        row->knows_calls = row->knows_calls && tree->ends[step->end].is_sole;
        if (step->n_arcs == 0)
            add_end(tree, row, step, tree->ends[step->end].vertex, NULL, 0);
        for (size_t i = 0, count; i < step->n_arcs; i += count) {
            const struct path_arc *arcs = &step->arcs[i];
            for (count = 0; i + count < step->n_arcs && arcs[count].vertex == arcs->vertex; count++)
                profile_note_overflow(
                    graph->profile, add_saturated(&row->calls, graph->arc_counts[arcs[count].id]));
            add_end(tree, row, step, arcs->vertex, arcs, count);
        }
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

/* Adds the row of steps that lead to one name, unless it is below the limit. */
static void add_row(struct path_tree *tree, uint32_t parent, const struct path_step *steps,
                    size_t count, double least, struct path_rows *added)
{
    struct path_row row = {.parent = parent,
                           .name = steps->name,
                           .depth = tree->rows[parent].depth + 1,
                           .ends = tree->n_ends,
                           .is_member = steps->is_member,
                           .inclusive = add_costs(tree),
                           .knows_calls = !steps->is_member};

    row.self = row.inclusive;
    add_up_steps(tree, steps, count, &row, 0, tree->n_first);
    if (is_left_out(tree, &row, least, added))
        return;
    add_up_steps(tree, steps, count, &row, tree->n_first, tree->n_columns);
    if (!row.is_member) {
        add_ends(tree, steps, count, &row);
        settle_ends(tree, &row);
        add_self(tree, &row);
    }
    ARRAY_ADD(tree->rows, tree->n_rows, tree->row_capacity, row);
}

/*
 * Adds the rows below one. Going up, the first row of a function in a cycle leads there, and what
 * calls the cycle is above that.
 */
static struct path_rows add_rows(struct path_tree *tree, uint32_t parent,
                                 const struct wanted *wanted)
{
    const struct path_row above = tree->rows[parent];
    const struct path_graph *graph = tree->graph;
    struct path_rows added = {.first = (uint32_t)tree->n_rows};

    tree->n_steps = 0;
    for (size_t end = above.ends; end < above.ends + above.n_ends; end++) {
        uint32_t name = graph->name_of[tree->ends[end].vertex];
        bool is_cycle = name >= graph->names.count;
        if (is_cycle && name != above.name) {
            ARRAY_ADD(tree->steps, tree->n_steps, tree->step_capacity,
                      (struct path_step){.name = name, .end = end});
            continue;
        }
        if (is_cycle && !graph->goes_up)
            list_steps(tree, &above, end, true, wanted, &added);
        list_steps(tree, &above, end, false, wanted, &added);
    }
    if (above.n_ends > 1)
        ARRAY_SORT(tree->steps, tree->n_steps, compare_steps);
    for (size_t i = 0, count; i < tree->n_steps; i += count) {
        const struct path_step *steps = &tree->steps[i];
        for (count = 1; i + count < tree->n_steps && steps[count].name == steps->name &&
                        steps[count].is_member == steps->is_member;)
            count++;
        add_row(tree, parent, steps, count, wanted->least, &added);
    }
    sort_added(tree, &added);
    return added;
}

struct path_rows path_tree_add_below(struct path_tree *tree, uint32_t row, double least)
{
    return add_rows(tree, row, &(struct wanted){NO_ID, false, least});
}

uint32_t path_tree_add_one(struct path_tree *tree, uint32_t row, uint32_t name, bool is_member)
{
    const struct path_rows added = add_rows(tree, row, &(struct wanted){name, is_member, -1});

    return added.count != 0 ? added.first : NO_ID;
}
