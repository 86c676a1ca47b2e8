/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/program.h"

#include "base/array.h"
#include "profile/profile.h"

struct event_cost program_of_part(const struct profile *profile, size_t part, size_t event)
{
    const struct costs *const claims[] = {&profile->part_summary, &profile->part_totals};
    const int64_t *self_row = costs_row(&profile->part_self, part);
    int64_t self = costs_sum(&profile->part_self, self_row, event);
    struct event_cost total = {self, costs_is_given(self_row, event)};

    for (size_t i = 0; i < ARRAY_LENGTH(claims); i++) {
        const int64_t *row = costs_row(claims[i], part);
        int64_t claim = costs_sum(claims[i], row, event);
        if (costs_is_given(row, event) && claim != 0 && claim >= self)
            return (struct event_cost){claim, true};
    }
    return total;
}

static bool has_claim(const struct costs *costs, size_t part)
{
    const int64_t *row = costs_row(costs, part);

    for (size_t event = 0; event < costs->n_events; event++)
        if (costs_sum(costs, row, event) > 0)
            return true;
    return false;
}

void program_compute(struct program *program, const struct profile *profile)
{
    struct costs *total = &program->total;
    bool overflows = false;

    program->is_calculated = true;
    costs_init(total, profile->events.n_recorded);
    costs_ensure(total, 1);
    for (size_t part = 0; part < profile->n_parts; part++) {
        if (profile->parts[part].is_left_out)
            continue;
        if (has_claim(&profile->part_summary, part) || has_claim(&profile->part_totals, part))
            program->is_calculated = false;
        for (size_t event = 0; event < total->n_events; event++) {
            struct event_cost cost = program_of_part(profile, part, event);
            if (cost.is_given)
                overflows |= costs_add_overflows(total, costs_row(total, 0), event, cost.sum);
        }
    }
    profile_note_overflow(profile, overflows);
}

void program_free(struct program *program)
{
    costs_free(&program->total);
    *program = (struct program){0};
}
