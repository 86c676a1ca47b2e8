/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PROGRAM_H
#define QUERN_AGGREGATOR_PROGRAM_H

/* The cost of the whole program and of its parts. */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "profile/costs.h"
#include "profile/events.h"

struct arena;
struct profile;

/* {0} has no cost. */
struct program {
    /*
     * One row. By event, the sum over parts of "summary:" or, if that is zero, missing, wrapped or
     * below the part's self cost, of "totals:" under the same conditions, or else of the self cost.
     * In a difference, the new total minus the old one.
     */
    struct costs total;
    bool is_calculated; /* no part has a summary or totals above 0 */
};

/* Adds up what the program cost. Free it with program_free(). */
void program_compute(struct program *program, const struct profile *profile);

/* Returns the one row of the total. */
static inline const int64_t *program_row(const struct program *program)
{
    return costs_row(&program->total, 0);
}

/*
 * Returns by event, derived ones too, what no inclusive cost of a program can rightly exceed: its
 * total, or INT64_MAX where nothing is known, which is so for a ratio, for an event that some code
 * cost less than nothing in, and for a difference of events. The profile has the same recorded
 * events as `events`. The arena owns what is returned.
 */
const int64_t *program_ceilings(const struct profile *profile, const struct events *events,
                                struct arena *arena);

/* Returns the total of one part for a recorded event. */
struct event_cost program_of_part(const struct profile *profile, size_t part, size_t event);

void program_free(struct program *program);

#endif
