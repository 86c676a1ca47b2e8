/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "aggregator/paths/path_building.h"
#include "base/array.h"
#include "base/map.h"
#include "profile/profile.h"
#include "profile/stacks.h"

/* Calls between nodes whose components are the vertices. */
struct links {
    struct edge *list;
    size_t count, capacity;
};

static void list_arcs(const struct rows *nodes, struct links *links)
{
    for (size_t id = 0; id < nodes->arcs->map.count; id++) {
        const struct row_arc arc = rows_arc(nodes, id);
        ARRAY_ADD(links->list, links->count, links->capacity, (struct edge){arc.from, arc.to});
    }
}

/* Returns the only caller of each node: NO_ID where there are several, itself where there is none.
 */
static uint32_t *find_callers(const struct rows *nodes, const struct links *links)
{
    uint32_t *callers = memory_alloc(nodes->count, sizeof *callers);

    for (uint32_t node = 0; node < nodes->count; node++)
        callers[node] = node;
    for (size_t i = 0; i < links->count; i++) {
        struct edge link = links->list[i];
        if (link.from != link.to)
            callers[link.to] = callers[link.to] == link.to ? link.from : NO_ID;
    }
    return callers;
}

bool path_graph_is_main(const struct path_graph *graph, uint32_t name)
{
    return name < graph->names.count &&
           text_equal(rows_names(&graph->names, name).function, TEXT("main"));
}

/* No runtime has more frames before main: a longer chain is the program's own. */
enum { MOST_FRAMES = 32 };

/*
 * Makes a cycle of what leads from a start to a node called main where each is called by the one
 * before alone: a link back from the last to the first.
 */
static void link_frames(const struct path_graph *graph, const uint32_t *callers, uint32_t node,
                        struct links *links)
{
    uint32_t last = callers[node], at = last;

    for (unsigned i = 0; i < MOST_FRAMES && at != NO_ID; i++) {
        if (path_graph_is_main(graph, graph->name_of_node[at]))
            return;
        if (callers[at] == at) {
            ARRAY_ADD(links->list, links->count, links->capacity, (struct edge){last, at});
            return;
        }
        at = callers[at];
    }
}

/* The vertices are the components of these links. The start of frames is their name. */
static void find_vertices(struct path_graph *graph, bool folds_frames)
{
    const struct rows *nodes = &graph->nodes;
    struct links links = {0};
    uint32_t count;

    list_arcs(nodes, &links);
    graph->n_arcs = links.count;
    uint32_t *callers = find_callers(nodes, &links);
    for (uint32_t node = 0; folds_frames && node < nodes->count; node++)
        if (path_graph_is_main(graph, graph->name_of_node[node]))
            link_frames(graph, callers, node, &links);
    graph->vertex_of = components_find(nodes->count, links.list, links.count, &count);
    graph->n_vertices = count;
    graph->members = ids_sort(graph->vertex_of, nodes->count, count, &graph->members_begin);
    graph->name_of = memory_alloc(count, sizeof *graph->name_of);
    graph->n_frames = memory_alloc(count, sizeof *graph->n_frames);
    for (size_t i = graph->n_arcs; i < links.count; i++) {
        uint32_t vertex = graph->vertex_of[links.list[i].to];
        graph->name_of[vertex] = graph->name_of_node[links.list[i].to];
        graph->n_frames[vertex] =
            (uint32_t)(graph->members_begin[vertex + 1] - graph->members_begin[vertex]);
    }
    for (size_t id = 0; id < links.count; id++)
        links.list[id] = (struct edge){graph->vertex_of[links.list[id].from],
                                       graph->vertex_of[links.list[id].to]};
    graph->ends = links.list;
    free(callers);
}

/*
 * Names each vertex. A cycle whose nodes all fold to one name counts as a single function; others
 * are numbered in the order of their first functions, as they are where rows have inclusive cost.
 */
static void find_names(struct path_graph *graph)
{
    const uint32_t *name_of_node = graph->name_of_node;

    for (uint32_t node = 0; node < graph->nodes.count; node++) {
        uint32_t vertex = graph->vertex_of[node], name = name_of_node[node];
        size_t begin = graph->members_begin[vertex], end = graph->members_begin[vertex + 1];
        bool is_cycle = false;
        if (graph->members[begin] != node || graph->n_frames[vertex] != 0)
            continue;
        for (size_t i = begin + 1; i < end; i++)
            is_cycle = is_cycle || name_of_node[graph->members[i]] != name;
        graph->name_of[vertex] =
            is_cycle ? (uint32_t)(graph->names.count + graph->n_cycles++) : name;
    }
}

/* Notes the events for which a row has less than 0. */
static void note_negative(struct path_graph *graph, const struct costs *costs, const int64_t *row)
{
    for (size_t event = 0; event < costs->n_events; event++)
        graph->is_below_zero[event] |= costs_sum(costs, row, event) < 0;
}

static bool add_up_nodes_overflows(struct path_graph *graph)
{
    const struct costs *costs = &graph->nodes.self;
    bool overflows = false;

    for (uint32_t node = 0; node < graph->nodes.count; node++) {
        const int64_t *self = costs_row(costs, node);
        uint32_t vertex = graph->vertex_of[node];
        note_negative(graph, costs, self);
        overflows |= costs_combine_overflows(&graph->self, vertex, self, false) ||
                     costs_combine_overflows(&graph->leaving, vertex, self, false);
    }
    return overflows;
}

/* Adds up what enters and leaves each vertex. True when a sum does not fit. */
static bool add_up_calls_overflows(struct path_graph *graph)
{
    bool overflows = add_up_nodes_overflows(graph);

    for (size_t id = 0; id < graph->n_arcs; id++) {
        struct edge ends = graph->ends[id];
        if (ends.from == ends.to) {
            overflows |= add_saturated(&graph->recursive_calls[ends.to], graph->arc_counts[id]);
            continue;
        }
        const int64_t *cost = costs_row(graph->arc_costs, id);
        note_negative(graph, &graph->leaving, cost);
        overflows |= costs_combine_overflows(&graph->leaving, ends.from, cost, false) ||
                     costs_combine_overflows(&graph->entering, ends.to, cost, false) ||
                     add_saturated(&graph->calls[ends.to], graph->arc_counts[id]);
        graph->n_entering[ends.to]++;
    }
    return overflows;
}

/* Sorts the calls by the vertex that paths come from. */
static void sort_arcs(struct path_graph *graph)
{
    uint32_t *comes_from = memory_alloc(graph->n_arcs, sizeof *comes_from);

    for (size_t id = 0; id < graph->n_arcs; id++) {
        struct edge ends = graph->ends[id];
        comes_from[id] = ends.from == ends.to ? NO_ID : graph->goes_up ? ends.to : ends.from;
    }
    graph->arcs = ids_sort(comes_from, graph->n_arcs, graph->n_vertices, &graph->arcs_begin);
    free(comes_from);
}

/* Counts the functions of each cycle. */
static void count_members(struct path_graph *graph)
{
    graph->cycle_sizes = memory_alloc(graph->n_cycles, sizeof *graph->cycle_sizes);
    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++)
        if (path_graph_is_cycle(graph, vertex))
            free(path_graph_members(
                graph, vertex, &graph->cycle_sizes[graph->name_of[vertex] - graph->names.count]));
}

/* Marks what has the object and the name of a callee that may be any of several functions. */
static void find_doubts(struct path_graph *graph)
{
    const struct profile *profile = graph->profile;
    struct map names = {0};

    graph->is_doubtful = memory_alloc(graph->n_vertices, sizeof *graph->is_doubtful);
    for (function_id id = 0; id < profile->n_notes; id++)
        if (profile_doubt(profile, id) == DOUBT_CALLEE)
            map_add(&names, profile_function(profile, id).object,
                    profile_function(profile, id).symbol);
    for (function_id id = 0; names.count != 0 && id < profile_n_functions(profile); id++) {
        struct function function = profile_function(profile, id);
        uint32_t vertex = graph->vertex_of[graph->nodes.of_function[id]];
        if (map_find(&names, function.object, function.symbol) != NO_ID)
            graph->is_doubtful[vertex] = true;
    }
    map_free(&names);
}

/* Begins with all costs 0. */
static void init_costs(struct path_graph *graph)
{
    struct costs *all[] = {&graph->self, &graph->entering, &graph->leaving, &graph->step_costs};

    for (size_t i = 0; i < ARRAY_LENGTH(all); i++) {
        costs_init(all[i], graph->profile->events.n_recorded);
        costs_ensure(all[i], all[i] == &graph->step_costs ? 0 : graph->n_vertices);
    }
    graph->calls = memory_alloc(graph->n_vertices, sizeof *graph->calls);
    graph->recursive_calls = memory_alloc(graph->n_vertices, sizeof *graph->recursive_calls);
    graph->n_entering = memory_alloc(graph->n_vertices, sizeof *graph->n_entering);
    graph->made[false] = memory_alloc(graph->n_vertices, sizeof *graph->made[false]);
    graph->made[true] = memory_alloc(graph->n_vertices, sizeof *graph->made[true]);
    graph->is_below_zero =
        memory_alloc(graph->profile->events.n_recorded, sizeof *graph->is_below_zero);
}

/* Makes the graph of the calls between functions. */
static void create_of_calls(struct path_graph *graph, bool folds_frames)
{
    const struct profile *profile = graph->profile;
    const struct row_choice nodes = {.key = BY_FUNCTION, .has_inclusive = true};

    rows_create(&graph->nodes, profile, &nodes);
    graph->name_of_node = memory_alloc(graph->nodes.count, sizeof *graph->name_of_node);
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        graph->name_of_node[graph->nodes.of_function[id]] = graph->names.of_function[id];
    graph->arc_costs = &graph->nodes.arcs->costs;
    graph->arc_counts = graph->nodes.arcs->counts;
    find_vertices(graph, folds_frames);
    find_names(graph);
    count_members(graph);
    find_doubts(graph);
    init_costs(graph);
    profile_note_overflow(profile, add_up_calls_overflows(graph));
}

void path_graph_free(struct path_graph *graph)
{
    rows_free(&graph->nodes);
    rows_free(&graph->names);
    free(graph->vertex_of);
    free(graph->ends);
    free(graph->is_doubtful);
    free(graph->is_below_zero);
    free(graph->name_of_node);
    free(graph->name_of);
    free(graph->cycle_sizes);
    free(graph->members);
    free(graph->members_begin);
    costs_free(&graph->self);
    costs_free(&graph->entering);
    costs_free(&graph->leaving);
    free(graph->calls);
    free(graph->recursive_calls);
    free(graph->n_entering);
    free(graph->arcs);
    free(graph->arcs_begin);
    free(graph->made[false]);
    free(graph->made[true]);
    free(graph->n_frames);
    free(graph->steps);
    free(graph->targets);
    costs_free(&graph->step_costs);
    *graph = (struct path_graph){0};
}

uint32_t *path_graph_members(const struct path_graph *graph, uint32_t vertex, size_t *count)
{
    size_t begin = graph->members_begin[vertex], n_nodes = graph->members_begin[vertex + 1] - begin;
    uint32_t *names = memory_alloc(n_nodes, sizeof *names);

    for (size_t i = 0; i < n_nodes; i++)
        names[i] = graph->name_of_node[graph->members[begin + i]];
    ARRAY_SORT(names, n_nodes, ids_compare);
    *count = 0;
    for (size_t i = 0; i < n_nodes; i++)
        if (*count == 0 || names[*count - 1] != names[i])
            names[(*count)++] = names[i];
    return names;
}

/* Reverses the order of stacks, so that callers have higher numbers than what they call. */
static uint32_t vertex_of_stack(const struct path_graph *graph, uint32_t stack)
{
    return (uint32_t)graph->n_vertices - 1 - stack;
}

/* Each vertex has one call, from the one above. A root's is from itself and does not count. */
static void find_stack_vertices(struct path_graph *graph)
{
    const struct profile *profile = graph->profile;

    graph->name_of = memory_alloc(graph->n_vertices, sizeof *graph->name_of);
    graph->n_frames = memory_alloc(graph->n_vertices, sizeof *graph->n_frames);
    graph->ends = memory_alloc(graph->n_vertices, sizeof *graph->ends);
    for (uint32_t id = 0; id < graph->n_vertices; id++) {
        const struct stack stack = profile_stack(profile, id);
        uint32_t vertex = vertex_of_stack(graph, id);
        bool is_root = stack.above == NO_ID;
        uint32_t above = is_root ? vertex : vertex_of_stack(graph, stack.above);
        graph->name_of[vertex] = graph->names.of_function[stack.function];
        graph->ends[vertex] = (struct edge){above, vertex};
        graph->n_entering[vertex] = !is_root;
        graph->calls[vertex] = profile->ledgers[STACKS].counts[id];
    }
}

/* Adds up costs from the innermost stacks on. True when a sum does not fit. */
static bool add_up_stacks_overflows(struct path_graph *graph)
{
    const struct costs *stacks = &graph->profile->ledgers[STACKS].costs;
    bool overflows = false;

    for (uint32_t vertex = 0; vertex < graph->n_vertices; vertex++) {
        const int64_t *self = costs_row(stacks, vertex_of_stack(graph, vertex));
        uint32_t above = graph->ends[vertex].from;
        note_negative(graph, stacks, self);
        overflows |= costs_combine_overflows(&graph->self, vertex, self, false) ||
                     costs_combine_overflows(&graph->leaving, vertex, self, false);
        if (above == vertex)
            continue;
        const int64_t *all = costs_row(&graph->leaving, vertex);
        overflows |= costs_combine_overflows(&graph->entering, vertex, all, false) ||
                     costs_combine_overflows(&graph->leaving, above, all, false);
    }
    return overflows;
}

bool path_graph_is_nested(const struct path_graph *graph, uint32_t vertex)
{
    uint32_t above = vertex;

    while (graph->ends[above].from != above) {
        above = graph->ends[above].from;
        if (graph->name_of[above] == graph->name_of[vertex])
            return true;
    }
    return false;
}

/* Makes the graph of stacks. What a vertex cost with all below it is what its call did. */
static void create_of_stacks(struct path_graph *graph)
{
    graph->n_vertices = graph->n_arcs = graph->profile->ledgers[STACKS].map.count;
    graph->is_doubtful = memory_alloc(graph->n_vertices, sizeof *graph->is_doubtful);
    init_costs(graph);
    graph->arc_costs = &graph->leaving;
    graph->arc_counts = graph->calls;
    find_stack_vertices(graph);
    profile_note_overflow(graph->profile, add_up_stacks_overflows(graph));
}

void path_graph_create(struct path_graph *graph, const struct profile *profile,
                       const struct path_naming *naming, bool goes_up)
{
    const struct row_choice names = {.key = BY_FUNCTION,
                                     .is_folded = naming->is_folded,
                                     .has_inclusive = true,
                                     .symbols = naming->symbols};

    *graph = (struct path_graph){.profile = profile,
                                 .events = &profile->events,
                                 .goes_up = goes_up,
                                 .is_true = naming->has_stacks};
    rows_create(&graph->names, profile, &names);
    if (graph->is_true)
        create_of_stacks(graph);
    else
        create_of_calls(graph, naming->folds_frames);
    sort_arcs(graph);
}

/* A call from a vertex, with what it leads to; or a node of it, which leads nowhere. */
struct lead {
    uint32_t name, vertex, row; /* the row of its cost */
};

static int compare_leads(const void *left, const void *right)
{
    const struct lead *a = left, *b = right;

    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    if (a->vertex != b->vertex)
        return a->vertex < b->vertex ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

/* A step with the size of its cost of the event that steps are sorted by. */
struct sortable_step {
    struct path_step step;
    int64_t size;
};

static int compare_steps(const void *left, const void *right)
{
    const struct sortable_step *a = left, *b = right;

    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return (a->step.name > b->step.name) - (a->step.name < b->step.name);
}

static uint32_t add_cost_row(struct path_graph *graph)
{
    uint32_t row = (uint32_t)graph->step_costs.n_rows;

    costs_ensure(&graph->step_costs, (size_t)row + 1);
    return row;
}

/* Adds a call to a step, and to its target, which a call of the same vertex before it made. */
static void add_call(struct path_graph *graph, const struct lead *lead, struct path_step *step)
{
    const int64_t *cost = costs_row(graph->arc_costs, lead->row);

    if (step->n_targets == 0 || graph->targets[graph->n_targets - 1].vertex != lead->vertex) {
        ARRAY_ADD(graph->targets, graph->n_targets, graph->target_capacity,
                  (struct path_target){lead->vertex, add_cost_row(graph), 0});
        step->n_targets++;
    }
    struct path_target *target = &graph->targets[graph->n_targets - 1];
    target->n_arcs++;
    profile_note_overflow(graph->profile,
                          costs_combine_overflows(&graph->step_costs, target->cost, cost, false) ||
                              add_saturated(&step->calls, graph->arc_counts[lead->row]));
}

/* Sorts the steps by their cost and keeps them in the graph. */
static struct made_steps keep_steps(struct path_graph *graph, size_t event,
                                    struct sortable_step *steps, uint32_t count)
{
    struct made_steps made = {.first = graph->n_steps, .count = count, .is_made = true};

    for (uint32_t i = 0; i < count; i++) {
        const int64_t *row = costs_row(&graph->step_costs, steps[i].step.cost);
        steps[i].size = magnitude(event_sum(graph->events, event, &graph->step_costs, row).sum);
    }
    ARRAY_SORT(steps, count, compare_steps);
    for (uint32_t i = 0; i < count; i++)
        ARRAY_ADD(graph->steps, graph->n_steps, graph->step_capacity, steps[i].step);
    return made;
}

/* Lists the calls of a vertex, or the nodes that it is made of, in the order of their names. */
static struct lead *list_leads(const struct path_graph *graph, uint32_t vertex, bool is_of_members,
                               size_t *count)
{
    const size_t *begins = is_of_members ? graph->members_begin : graph->arcs_begin;
    size_t begin = begins[vertex];

    *count = begins[vertex + 1] - begin;
    struct lead *leads = memory_alloc(*count, sizeof *leads);
    for (size_t i = 0; i < *count; i++) {
        uint32_t row = is_of_members ? graph->members[begin + i] : graph->arcs[begin + i];
        if (is_of_members) {
            leads[i] = (struct lead){graph->name_of_node[row], vertex, row};
            continue;
        }
        uint32_t other = graph->goes_up ? graph->ends[row].from : graph->ends[row].to;
        leads[i] = (struct lead){graph->name_of[other], other, row};
    }
    ARRAY_SORT(leads, *count, compare_leads);
    return leads;
}

static struct made_steps make_steps(struct path_graph *graph, uint32_t vertex, bool is_of_members,
                                    size_t event)
{
    const struct costs *costs = is_of_members ? &graph->nodes.self : graph->arc_costs;
    size_t count;
    struct lead *leads = list_leads(graph, vertex, is_of_members, &count);
    struct sortable_step *steps = memory_alloc(count, sizeof *steps);
    uint32_t n_steps = 0;
    bool overflows = false;

    for (const struct lead *lead = leads; lead < leads + count; lead++) {
        if (n_steps == 0 || steps[n_steps - 1].step.name != lead->name)
            steps[n_steps++].step = (struct path_step){
                .name = lead->name, .targets = graph->n_targets, .cost = add_cost_row(graph)};
        struct path_step *step = &steps[n_steps - 1].step;
        overflows |= costs_combine_overflows(&graph->step_costs, step->cost,
                                             costs_row(costs, lead->row), false);
        if (!is_of_members)
            add_call(graph, lead, step);
    }
    profile_note_overflow(graph->profile, overflows);
    const struct made_steps made = keep_steps(graph, event, steps, n_steps);
    free(leads);
    free(steps);
    return made;
}

struct path_steps path_graph_steps(struct path_graph *graph, uint32_t vertex, bool is_of_members,
                                   size_t event)
{
    struct made_steps *made = &graph->made[is_of_members][vertex];

    if (!made->is_made)
        *made = make_steps(graph, vertex, is_of_members, event);
    return (struct path_steps){made->count == 0 ? NULL : &graph->steps[made->first], made->count};
}
