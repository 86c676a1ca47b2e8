/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "aggregator/paths/path_graph.h"
#include "base/array.h"
#include "base/number.h"

/* A call from a vertex, with what it leads to. */
struct lead {
    uint32_t name, vertex, arc;
};

static int compare_leads(const void *left, const void *right)
{
    const struct lead *a = left, *b = right;

    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    if (a->vertex != b->vertex)
        return a->vertex < b->vertex ? -1 : 1;
    return (a->arc > b->arc) - (a->arc < b->arc);
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

/* Makes one step of the leads that begin with one of a name; they are used up. */
static bool make_step(struct path_graph *graph, const struct lead **lead, const struct lead *end,
                      struct path_step *step)
{
    bool overflows = false;

    *step = (struct path_step){
        .name = (*lead)->name, .targets = graph->n_targets, .cost = add_cost_row(graph)};
    for (uint32_t vertex = NO_ID; *lead < end && (*lead)->name == step->name; (*lead)++) {
        const int64_t *cost = costs_row(graph->arc_costs, (*lead)->arc);
        if ((*lead)->vertex != vertex) {
            vertex = (*lead)->vertex;
            ARRAY_GROW(graph->targets, graph->n_targets, graph->target_capacity);
            graph->targets[graph->n_targets++] =
                (struct path_target){vertex, add_cost_row(graph), 0};
            step->n_targets++;
        }
        graph->targets[graph->n_targets - 1].n_arcs++;
        overflows |=
            costs_combine_overflows(&graph->step_costs, step->cost, cost, false) ||
            costs_combine_overflows(&graph->step_costs, graph->targets[graph->n_targets - 1].cost,
                                    cost, false) ||
            add_overflows(&step->calls, graph->arc_counts[(*lead)->arc]);
    }
    return !overflows;
}

/* Sets what the step is sorted by. */
static bool set_size(const struct path_graph *graph, size_t event, struct sortable_step *step,
                     struct error *error)
{
    struct event_cost cost;

    if (!event_cost(graph->events, event, &graph->step_costs,
                    costs_row(&graph->step_costs, step->step.cost), &cost, error))
        return false;
    step->size = magnitude(cost.sum);
    return true;
}

/* Sorts the steps and keeps them in the graph. */
static struct made_steps keep_steps(struct path_graph *graph, struct sortable_step *steps,
                                    uint32_t count)
{
    struct made_steps made = {.first = graph->n_steps, .count = count, .is_made = true};

    if (count > 1)
        qsort(steps, count, sizeof *steps, compare_steps);
    for (uint32_t i = 0; i < count; i++) {
        ARRAY_GROW(graph->steps, graph->n_steps, graph->step_capacity);
        graph->steps[graph->n_steps++] = steps[i].step;
    }
    return made;
}

static bool make_steps(struct path_graph *graph, uint32_t vertex, size_t event, struct error *error)
{
    size_t begin = graph->arcs_begin[vertex], count = graph->arcs_begin[vertex + 1] - begin;
    struct lead *leads = memory_alloc(count, sizeof *leads);
    struct sortable_step *steps = memory_alloc(count, sizeof *steps);
    uint32_t n_steps = 0;
    bool is_done = true;

    for (size_t i = 0; i < count; i++) {
        struct edge ends = graph->ends[graph->arcs[begin + i]];
        uint32_t other = graph->goes_up ? ends.from : ends.to;
        leads[i] = (struct lead){graph->name_of[other], other, graph->arcs[begin + i]};
    }
    if (count > 1)
        qsort(leads, count, sizeof *leads, compare_leads);
    for (const struct lead *lead = leads; is_done && lead < leads + count; n_steps++)
        is_done = (make_step(graph, &lead, leads + count, &steps[n_steps].step) ||
                   profile_fits(graph->profile, true, error)) &&
                  set_size(graph, event, &steps[n_steps], error);
    if (is_done)
        graph->made[vertex] = keep_steps(graph, steps, n_steps);
    free(leads);
    free(steps);
    return is_done;
}

/* The self cost of each name in a cycle: nodes are in the order of their names. */
static bool make_members(struct path_graph *graph, uint32_t vertex, size_t event,
                         struct error *error)
{
    size_t begin = graph->members_begin[vertex], count = graph->members_begin[vertex + 1] - begin;
    struct lead *leads = memory_alloc(count, sizeof *leads);
    struct sortable_step *steps = memory_alloc(count, sizeof *steps);
    uint32_t n_steps = 0;
    bool overflows = false, is_done = true;

    for (size_t i = 0; i < count; i++) {
        uint32_t node = graph->members[begin + i];
        leads[i] = (struct lead){graph->name_of_node[node], node, 0};
    }
    qsort(leads, count, sizeof *leads, compare_leads);
    for (size_t i = 0; i < count; i++) {
        if (n_steps == 0 || steps[n_steps - 1].step.name != leads[i].name)
            steps[n_steps++].step =
                (struct path_step){.name = leads[i].name, .cost = add_cost_row(graph)};
        graph->member_costs[leads[i].vertex] = steps[n_steps - 1].step.cost;
        overflows |= costs_combine_overflows(&graph->step_costs, steps[n_steps - 1].step.cost,
                                             costs_row(&graph->nodes.self, leads[i].vertex), false);
    }
    for (uint32_t i = 0; is_done && i < n_steps; i++)
        is_done = set_size(graph, event, &steps[i], error);
    if (is_done)
        graph->made_members[vertex] = keep_steps(graph, steps, n_steps);
    free(leads);
    free(steps);
    return is_done && profile_fits(graph->profile, overflows, error);
}

static struct path_steps steps_made(const struct path_graph *graph, struct made_steps made)
{
    if (made.count == 0)
        return (struct path_steps){0};
    return (struct path_steps){&graph->steps[made.first], made.count};
}

bool path_graph_steps(struct path_graph *graph, uint32_t vertex, size_t event,
                      struct path_steps *steps, struct error *error)
{
    if (!graph->made[vertex].is_made && !make_steps(graph, vertex, event, error))
        return false;
    *steps = steps_made(graph, graph->made[vertex]);
    return true;
}

bool path_graph_member_steps(struct path_graph *graph, uint32_t vertex, size_t event,
                             struct path_steps *steps, struct error *error)
{
    if (!graph->made_members[vertex].is_made && !make_members(graph, vertex, event, error))
        return false;
    *steps = steps_made(graph, graph->made_members[vertex]);
    return true;
}
