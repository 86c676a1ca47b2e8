/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/lines/line_costs.h"

#include <stdlib.h>

#include "aggregator/compare/compare.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/number.h"

void line_sides_create(struct line_sides *sides, const struct diff *diff, const struct rows *change,
                       const struct row_choice *choice)
{
    *sides = (struct line_sides){.change = change};
    side_rows_create(&sides->current, &diff->current, change, choice);
    side_rows_create(&sides->old, &diff->old, change, choice);
}

void line_sides_sort(struct line_sides *sides)
{
    size_t n_rows = sides->change->count;

    spots_by_row_create(&sides->current_spots, &sides->current.inclusive, sides->current.of_place,
                        n_rows);
    spots_by_row_create(&sides->old_spots, &sides->old.inclusive, sides->old.of_place, n_rows);
    sides->are_sorted = true;
}

void line_sides_free(struct line_sides *sides)
{
    spots_by_row_free(&sides->current_spots);
    spots_by_row_free(&sides->old_spots);
    side_rows_free(&sides->current);
    side_rows_free(&sides->old);
}

static void add_up_side(struct line_costs *lines, const struct line_sides *sides,
                        const struct side_rows *side, struct listed_code code)
{
    const struct spots_by_row *sorted =
        side == &sides->current ? &sides->current_spots : &sides->old_spots;
    const struct listed_side listed = {.inclusive = &side->inclusive,
                                       .rows = sides->change,
                                       .of_place = side->of_place,
                                       .in_rows = side->in_change,
                                       .sorted = sides->are_sorted ? sorted : NULL};

    line_costs_create(lines, &listed, code);
}

/*
 * Adds a side to the change, or takes it from that, and to the costs of the side alone. Lines and
 * calls of both sides share their ids.
 */
static void combine(struct line_diff *diff, const struct profile *profile,
                    const struct line_costs *side, bool is_old)
{
    struct line_costs *change = &diff->change;
    struct costs *self = is_old ? &diff->old_self : &diff->current_self;
    struct costs *inclusive = is_old ? &diff->old_inclusive : &diff->current_inclusive;
    uint32_t *lines = memory_alloc(side->ids.count, sizeof *lines);

    for (uint32_t id = 0; id < side->ids.count; id++) {
        uint32_t line = map_add(&change->ids, side->ids.keys[id].from, side->ids.keys[id].to);
        const int64_t *own = costs_row(&side->self, id), *all = costs_row(&side->inclusive, id);
        lines[id] = line;
        change->bounds[line] |= side->bounds[id];
        profile_combine(profile, &change->self, line, own, is_old);
        profile_combine(profile, &change->inclusive, line, all, is_old);
        profile_combine(profile, self, line, own, false);
        profile_combine(profile, inclusive, line, all, false);
    }
    for (size_t id = 0; id < side->table.map.count; id++) {
        const struct map_key *pair = &side->table.map.keys[id];
        const int64_t *cost = costs_row(&side->table.costs, id);
        int64_t count = side->table.counts[id];
        uint32_t call = ledger_add(&change->table, lines[pair->from], pair->to);
        line_costs_add_target(change, call, side->targets[id]);
        bool overflows = is_old ? subtract_saturated(&change->table.counts[call], count)
                                : add_saturated(&change->table.counts[call], count);
        profile_note_overflow(profile, overflows);
        profile_combine(profile, &change->table.costs, call, cost, is_old);
        if (!is_old)
            continue;
        profile_add_to(profile, &diff->old_counts[call], count);
        profile_combine(profile, &diff->old_called, call, cost, false);
    }
    free(lines);
}

void line_diff_create(struct line_diff *diff, const struct line_sides *sides,
                      struct listed_code code)
{
    const struct profile *profile = sides->change->profile;
    struct line_costs *change = &diff->change, current = {0}, old = {0};
    struct costs *const of_lines[] = {&change->self,       &change->inclusive,
                                      &diff->old_self,     &diff->old_inclusive,
                                      &diff->current_self, &diff->current_inclusive};

    *diff = (struct line_diff){0};
    for (size_t i = 0; i < ARRAY_LENGTH(of_lines); i++)
        costs_init(of_lines[i], profile->events.n_recorded);
    costs_init(&change->table.costs, profile->events.n_recorded);
    costs_init(&diff->old_called, profile->events.n_recorded);
    add_up_side(&current, sides, &sides->current, code);
    add_up_side(&old, sides, &sides->old, code);
    change->bounds = memory_alloc(current.ids.count + old.ids.count, sizeof *change->bounds);
    diff->old_counts =
        memory_alloc(current.table.map.count + old.table.map.count, sizeof *diff->old_counts);
    combine(diff, profile, &current, false);
    combine(diff, profile, &old, true);
    for (size_t i = 0; i < ARRAY_LENGTH(of_lines); i++)
        costs_ensure(of_lines[i], change->ids.count);
    costs_ensure(&diff->old_called, change->table.map.count);
    line_costs_list(change);
    line_costs_free(&current);
    line_costs_free(&old);
}

void line_diff_free(struct line_diff *diff)
{
    line_costs_free(&diff->change);
    costs_free(&diff->old_self);
    costs_free(&diff->old_inclusive);
    costs_free(&diff->current_self);
    costs_free(&diff->current_inclusive);
    costs_free(&diff->old_called);
    free(diff->old_counts);
    *diff = (struct line_diff){0};
}
