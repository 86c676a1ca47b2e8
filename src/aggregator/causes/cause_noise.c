/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/causes/causes.h"

#include <stdlib.h>

#include "aggregator/diff.h"
#include "aggregator/noise.h"
#include "base/arena.h"
#include "base/number.h"
#include "profile/events.h"

/* Returns the owner of other causes that is a cycle of the same functions; NO_ID for none. */
static size_t find_cycle(const struct causes *causes, size_t cycle, const struct causes *others)
{
    const struct cause_graph *graph = &causes->graph, *other = &others->graph;
    size_t begin = graph->members_begin[cycle], count = cycle_size(graph, cycle);
    uint32_t same = other->cycle_of[other->nodes[graph->rows[graph->members[begin]]]];

    if (same == NO_ID || cycle_size(other, same) != count)
        return NO_ID;
    for (size_t i = 0; i < count; i++)
        if (other->rows[other->members[other->members_begin[same] + i]] !=
            graph->rows[graph->members[begin + i]])
            return NO_ID;
    return other->n_nodes + same;
}

static size_t find_owner(const struct causes *causes, size_t owner, const struct causes *others)
{
    if (owner < causes->graph.n_nodes)
        return owner;
    return owner == causes_start(causes)
             ? causes_start(others)
             : find_cycle(causes, owner - causes->graph.n_nodes, others);
}

/* Takes into account what owners contribute to the change from another run. */
static void include_run(const struct causes *causes, const int64_t *rounded,
                        const struct causes *of_run, const int64_t *rounded_of_run,
                        struct cause_spread *spreads)
{
    for (size_t owner = 0; owner < causes_n_owners(causes); owner++) {
        size_t same = find_owner(causes, owner, of_run);
        int64_t less = rounded[owner];
        if (same == NO_ID || subtract_overflows(&less, rounded_of_run[same]))
            spreads[owner].is_unknown = true;
        else
            spread_include(&spreads[owner].spread, less);
    }
}

/* Finds the causes of the change from a further run, which takes the place of the old profile. */
static void find_beside(const struct causes *causes, const struct diff *diff,
                        const struct program *fresh, size_t run, const struct causes_wanted *wanted,
                        const int64_t *rounded, struct cause_spread *spreads)
{
    const struct events *events = &diff->change.events;
    const struct costs *total = &diff->noise->programs[run].total;
    size_t n_owners = causes_n_owners(causes);
    int64_t *changes = memory_alloc(wanted->n_events, sizeof *changes);
    struct causes_wanted beside = *wanted;
    struct diff from_run = *diff;
    struct causes of_run;

    for (size_t i = 0; i < wanted->n_events; i++) {
        size_t event = wanted->events[i];
        changes[i] = event_sum(events, event, &fresh->total, program_row(fresh)).sum;
        profile_note_overflow(
            &diff->change,
            subtract_overflows(&changes[i],
                               event_sum(events, event, total, costs_row(total, 0)).sum));
    }
    from_run.old = diff->noise->runs[run];
    beside.changes = changes;
    causes_find(&of_run, &from_run, &beside);
    int64_t *amounts = memory_alloc(causes_n_owners(&of_run), sizeof *amounts);
    for (size_t i = 0; i < wanted->n_events; i++) {
        causes_round_event(&of_run, i, changes[i], amounts);
        include_run(causes, rounded + i * n_owners, &of_run, amounts, spreads + i * n_owners);
    }
    free(amounts);
    free(changes);
    causes_free(&of_run);
}

struct cause_spread *causes_find_spreads(const struct causes *causes, const struct diff *diff,
                                         const struct causes_wanted *wanted, const int64_t *rounded)
{
    struct cause_spread *spreads =
        memory_alloc(causes_n_owners(causes) * wanted->n_events, sizeof *spreads);
    struct program fresh = {0};

    program_compute(&fresh, &diff->fresh.profile);
    for (size_t run = 0; run < diff->noise->count; run++)
        find_beside(causes, diff, &fresh, run, wanted, rounded, spreads);
    program_free(&fresh);
    return spreads;
}
