/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_NOISE_H
#define QUERN_AGGREGATOR_NOISE_H

/*
 * Further runs of one build, which tell how far figures lie apart where nothing changed. In a
 * difference they are runs of the old build, and a change counts only as far as it is outside of
 * what they and the old profile have.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/diff.h"
#include "aggregator/program.h"
#include "base/spread.h"

/* {0} is none. */
struct noise {
    struct diff_side *runs; /* each under the names in the profile that is reported on */
    struct costs *totals;   /* what the program of each cost: one row */
    size_t count;
};

/* What the runs are beside. */
struct noise_beside {
    struct profile *profile;     /* reported on: of the same build, or the change of a difference */
    const struct profile *fresh; /* the new profile; NULL without a difference, */
    const struct profile *old;   /* and then these are not used */
    const struct matches *matches; /* of the old profile */
    enum matching matching;
};

/*
 * Finds the functions of each run in the profile that is reported on, which gets those that it
 * lacks, without cost: where the old profile has a function too it is what that was matched with,
 * else it is matched in the same way. Runs and profiles share their symbols and keep the same
 * things; the runs outlive the noise. False when a sum does not fit into 64 bits; call noise_free()
 * in any case.
 */
bool noise_create(struct noise *noise, const struct profile *runs, size_t count,
                  const struct noise_beside *beside, struct error *error);
void noise_free(struct noise *noise);

/* Returns how far the costs of an event lie apart in a row: one, and those of some runs. */
struct spread noise_spread(const struct events *events, size_t event, const struct costs *costs,
                           const struct costs *runs, size_t n_runs, size_t row);

#endif
