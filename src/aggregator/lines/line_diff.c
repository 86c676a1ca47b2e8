/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/lines/line_costs.h"

#include <stdlib.h>

#include "aggregator/compare/compare.h"
#include "base/arena.h"
#include "base/number.h"

void line_sides_create(struct line_sides *sides, const struct diff *diff, const struct rows *change,
                       const struct row_choice *choice)
{
    *sides = (struct line_sides){.change = change};
    side_rows_create(&sides->fresh, &diff->fresh, change, choice);
    side_rows_create(&sides->old, &diff->old, change, choice);
}

void line_sides_sort(struct line_sides *sides)
{
    size_t n_rows = sides->change->count;

    spots_by_row_create(&sides->fresh_spots, &sides->fresh.inclusive, sides->fresh.of_place,
                        n_rows);
    spots_by_row_create(&sides->old_spots, &sides->old.inclusive, sides->old.of_place, n_rows);
    sides->are_sorted = true;
}

void line_sides_free(struct line_sides *sides)
{
    spots_by_row_free(&sides->fresh_spots);
    spots_by_row_free(&sides->old_spots);
    side_rows_free(&sides->fresh);
    side_rows_free(&sides->old);
}

static void add_up_side(struct line_costs *lines, const struct line_sides *sides,
                        const struct side_rows *side, struct listed_code code)
{
    const struct spots_by_row *sorted =
        side == &sides->fresh ? &sides->fresh_spots : &sides->old_spots;
    const struct listed_side listed = {.inclusive = &side->inclusive,
                                       .rows = sides->change,
                                       .of_place = side->of_place,
                                       .in_rows = side->in_change,
                                       .sorted = sides->are_sorted ? sorted : NULL};

    line_costs_create(lines, &listed, code);
}

/* Gives the ids in the change, by id of a line of the side. The caller frees them. */
static uint32_t *join_lines(struct line_costs *change, const struct line_costs *side)
{
    uint32_t *ids = memory_alloc(side->ids.count, sizeof *ids);

    for (uint32_t id = 0; id < side->ids.count; id++) {
        ids[id] = map_add(&change->ids, side->ids.keys[id].from, side->ids.keys[id].to);
        if (side->homes != NULL)
            line_costs_set_home(change, ids[id], side->homes[id]);
    }
    return ids;
}

/* Adds the costs of a side's lines to the given ones, or takes them from these. */
static bool combine(const struct line_costs *side, const uint32_t *ids, struct costs *self,
                    struct costs *inclusive, bool is_subtracted)
{
    bool overflows = false;

    for (uint32_t id = 0; id < side->ids.count; id++) {
        overflows |=
            costs_combine_overflows(self, ids[id], costs_row(&side->self, id), is_subtracted);
        overflows |= costs_combine_overflows(inclusive, ids[id], costs_row(&side->inclusive, id),
                                             is_subtracted);
    }
    return overflows;
}

/* Gives the ids in the change, by id of a call of the side. The caller frees them. */
static uint32_t *join_calls(struct line_costs *change, const struct line_costs *side,
                            const uint32_t *lines)
{
    uint32_t *ids = memory_alloc(side->table.map.count, sizeof *ids);

    for (size_t id = 0; id < side->table.map.count; id++) {
        const struct map_key *pair = &side->table.map.keys[id];
        ids[id] = ledger_add(&change->table, lines[pair->from], (function_id)pair->to);
        line_costs_add_target(change, ids[id], side->targets[id]);
    }
    return ids;
}

static bool combine_calls(const struct line_costs *side, const uint32_t *ids, int64_t *counts,
                          struct costs *costs, bool is_subtracted)
{
    bool overflows = false;

    for (size_t id = 0; id < side->table.map.count; id++) {
        int64_t *count = &counts[ids[id]];
        overflows |= is_subtracted ? subtract_saturated(count, side->table.counts[id])
                                   : add_saturated(count, side->table.counts[id]);
        overflows |= costs_combine_overflows(costs, ids[id], costs_row(&side->table.costs, id),
                                             is_subtracted);
    }
    return overflows;
}

static void init(struct line_diff *diff, size_t n_events)
{
    struct costs *const all[] = {&diff->change.self,        &diff->change.inclusive,
                                 &diff->change.table.costs, &diff->old_self,
                                 &diff->old_inclusive,      &diff->old_called,
                                 &diff->fresh_self,         &diff->fresh_inclusive};

    *diff = (struct line_diff){0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        costs_init(all[i], n_events);
}

/* Makes one of two sides; all lines and calls of both must be joined before costs are combined. */
static bool subtract(struct line_diff *diff, const struct line_costs *fresh,
                     const struct line_costs *old)
{
    struct line_costs *change = &diff->change;
    uint32_t *fresh_lines = join_lines(change, fresh), *old_lines = join_lines(change, old);
    uint32_t *fresh_calls = join_calls(change, fresh, fresh_lines);
    uint32_t *old_calls = join_calls(change, old, old_lines);
    size_t n_lines = change->ids.count, n_calls = change->table.map.count;

    costs_ensure(&change->self, n_lines);
    costs_ensure(&change->inclusive, n_lines);
    costs_ensure(&diff->old_self, n_lines);
    costs_ensure(&diff->old_inclusive, n_lines);
    costs_ensure(&diff->fresh_self, n_lines);
    costs_ensure(&diff->fresh_inclusive, n_lines);
    costs_ensure(&diff->old_called, n_calls);
    diff->old_counts = memory_alloc(n_calls, sizeof *diff->old_counts);
    change->bounds = memory_alloc(n_lines, sizeof *change->bounds);
    for (uint32_t id = 0; id < fresh->ids.count; id++)
        change->bounds[fresh_lines[id]] |= fresh->bounds[id];
    for (uint32_t id = 0; id < old->ids.count; id++)
        change->bounds[old_lines[id]] |= old->bounds[id];

    int64_t *counts = change->table.counts;
    struct costs *called = &change->table.costs;
    bool overflows = combine(fresh, fresh_lines, &change->self, &change->inclusive, false);
    overflows |= combine(old, old_lines, &change->self, &change->inclusive, true);
    overflows |= combine(old, old_lines, &diff->old_self, &diff->old_inclusive, false);
    overflows |= combine(fresh, fresh_lines, &diff->fresh_self, &diff->fresh_inclusive, false);
    overflows |= combine_calls(fresh, fresh_calls, counts, called, false);
    overflows |= combine_calls(old, old_calls, counts, called, true);
    overflows |= combine_calls(old, old_calls, diff->old_counts, &diff->old_called, false);
    free(fresh_lines);
    free(old_lines);
    free(fresh_calls);
    free(old_calls);
    return overflows;
}

void line_diff_create(struct line_diff *diff, const struct line_sides *sides,
                      struct listed_code code)
{
    const struct profile *profile = sides->change->profile;
    struct line_costs fresh = {0}, old = {0};

    init(diff, profile->events.n_recorded);
    add_up_side(&fresh, sides, &sides->fresh, code);
    add_up_side(&old, sides, &sides->old, code);
    profile_note_overflow(profile, subtract(diff, &fresh, &old));
    line_costs_list(&diff->change);
    line_costs_free(&fresh);
    line_costs_free(&old);
}

void line_diff_free(struct line_diff *diff)
{
    line_costs_free(&diff->change);
    costs_free(&diff->old_self);
    costs_free(&diff->old_inclusive);
    costs_free(&diff->fresh_self);
    costs_free(&diff->fresh_inclusive);
    costs_free(&diff->old_called);
    free(diff->old_counts);
    *diff = (struct line_diff){0};
}
