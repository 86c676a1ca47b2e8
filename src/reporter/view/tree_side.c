/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/tree_side.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "aggregator/inclusive.h"
#include "aggregator/program.h"
#include "base/array.h"
#include "base/names.h"
#include "profile/events.h"
#include "reporter/view/input/figures.h"
#include "reporter/view/input/view_options.h"

static const struct event *event_of(const struct figures *figures, size_t place)
{
    return &figures->profile->events.list[figures->shown[place]];
}

static void choose_events(struct tree_side *side, const struct figures *figures)
{
    size_t n_columns = figures->n_shown, count = 1;

    side->events = memory_alloc(n_columns + 1, sizeof *side->events);
    side->place_of = memory_alloc(n_columns, sizeof *side->place_of);
    /* A ratio has no cost: the first event, whichever it is, has. */
    side->events[0] = event_is_ratio(event_of(figures, figures->measured))
                        ? 0
                        : figures->shown[figures->measured];
    for (size_t i = 0; i < n_columns; i++) {
        if (figures->shown[i] == side->events[0] || event_is_ratio(event_of(figures, i)))
            continue;
        side->place_of[i] = count;
        side->events[count++] = figures->shown[i];
    }
    path_tree_begin(&side->tree, &side->graph, side->events, count);
}

static void find_totals(struct tree_side *side)
{
    struct program program = {0};

    program_compute(&program, side->profile);
    side->totals = memory_alloc(side->tree.n_events, sizeof *side->totals);
    for (size_t i = 0; i < side->tree.n_events; i++)
        side->totals[i] =
            event_sum(side->graph.events, side->events[i], &program.total, program_row(&program))
                .sum;
    program_free(&program);
}

void tree_side_open(struct tree_side *side, const struct tree_source *source,
                    const struct figures *figures, const struct view_options *options)
{
    const struct profile *profile = source->profile;
    const struct path_naming naming = {!options->is_unfolded, source->symbols};

    *side = (struct tree_side){
        .profile = profile, .ceilings = source->is_old ? figures->old_ceilings : figures->ceilings};
    path_graph_create(&side->graph, profile, &naming, options->is_bottom_up);
    /* A difference has its own events, which the figures of both sides refer to. */
    side->graph.events = &figures->profile->events;
    choose_events(side, figures);
    find_totals(side);
}

double tree_side_least(const struct tree_side *side, const struct view_options *options)
{
    double least = options->least_percent / 100 * fabs((double)side->totals[0]);

    return least < 0.5 ? 0.5 : least;
}

void tree_side_close(struct tree_side *side)
{
    path_tree_free(&side->tree);
    path_graph_free(&side->graph);
    free(side->events);
    free(side->place_of);
    free(side->totals);
    *side = (struct tree_side){0};
}

struct path_rows tree_side_add_first(struct tree_side *side, const struct view_options *options,
                                     double least)
{
    const struct rows *names = &side->graph.names;

    if (!options->roots.is_given && !options->is_bottom_up)
        return path_tree_add_starts(&side->tree, least);
    bool *is_wanted = memory_alloc(names->count, sizeof *is_wanted);
    for (row_id id = 0; id < names->count; id++)
        is_wanted[id] = pattern_passes(&options->roots, rows_names(names, id).function);
    const struct path_rows first = path_tree_add_functions(&side->tree, is_wanted, least);
    free(is_wanted);
    return first;
}

struct cell tree_side_cell(const struct tree_side *side, const struct figures *figures,
                           size_t place, size_t costs)
{
    const struct event *event = event_of(figures, place);

    if (event_is_ratio(event))
        return (struct cell){.is_ratio = true};
    const struct path_cost cost = path_tree_cost(&side->tree, costs, side->place_of[place]);
    int64_t value = cost.is_given ? path_cost_value(&cost) : 0;
    bool is_above = value > side->ceilings[figures->shown[place]];

    return (struct cell){.value = value,
                         .unit = event->unit,
                         .least = cost.least,
                         .most = cost.most,
                         .is_given = cost.is_given,
                         .is_estimate = cost.is_given && (is_above || !path_cost_is_exact(&cost)),
                         .has_range = !cost.is_unsure && !is_above};
}

void tree_name_cycle(const struct path_graph *graph, uint32_t name, struct table_row *row,
                     struct table_rows *rows)
{
    row->cycle = name - graph->names.count + 1;
    row->n_members = graph->cycle_sizes[row->cycle - 1];
    row->function = cycle_name(row->cycle, rows);
}

void tree_side_add_shares(const struct tree_side *side, const struct figures *figures,
                          const struct path_share *shares, bool is_old, struct tree_share *into)
{
    for (size_t column = 0; column < figures->n_shown; column++) {
        const struct path_share *share = &shares[side->place_of[column]];
        if (event_is_ratio(event_of(figures, column)))
            continue;
        *(is_old ? &into[column].old_cost : &into[column].cost) = share->cost;
        into[column].is_estimate |= share->is_estimate && share->cost != 0;
    }
}
