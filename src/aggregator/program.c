/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/program.h"

#include "base/arena.h"
#include "base/array.h"
#include "profile/profile.h"

struct event_cost program_of_part(const struct profile *profile, size_t part, size_t event)
{
    const struct costs *const claims[] = {&profile->ledgers[PART_SUMMARIES].costs,
                                          &profile->ledgers[PART_TOTALS].costs};
    const int64_t *self_row = costs_row(&profile->ledgers[PARTS].costs, part);
    int64_t self = costs_sum(&profile->ledgers[PARTS].costs, self_row, event);
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
        if (has_claim(&profile->ledgers[PART_SUMMARIES].costs, part) ||
            has_claim(&profile->ledgers[PART_TOTALS].costs, part))
            program->is_calculated = false;
        for (size_t event = 0; event < total->n_events; event++) {
            struct event_cost cost = program_of_part(profile, part, event);
            if (cost.is_given)
                overflows |= costs_add_overflows(total, costs_row(total, 0), event, cost.sum);
        }
    }
    profile_note_overflow(profile, overflows);
}

const int64_t *program_ceilings(const struct profile *profile, const struct events *events,
                                struct arena *arena)
{
    int64_t *ceilings = arena_alloc_array(arena, events->count, sizeof *ceilings);
    const struct costs *self = &profile->ledgers[PLACES].costs;
    struct program program = {0};

    program_compute(&program, profile);
    for (size_t i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        bool is_derived = i >= events->n_recorded, has_one = !is_derived || !event_is_ratio(event);
        for (size_t row = 0; !is_derived && has_one && row < self->n_rows; row++)
            has_one = costs_sum(self, costs_row(self, row), i) >= 0;
        /* A derived one has to add up only what has a ceiling, and to subtract nothing. */
        for (size_t k = 0; is_derived && has_one && k < event->n_columns; k++)
            has_one = event->factors[k].times == 0 ||
                      (event->factors[k].times > 0 && ceilings[k] != INT64_MAX);
        ceilings[i] =
            has_one ? event_sum(events, i, &program.total, program_row(&program)).sum : INT64_MAX;
    }
    program_free(&program);
    return ceilings;
}

void program_free(struct program *program)
{
    costs_free(&program->total);
    *program = (struct program){0};
}
