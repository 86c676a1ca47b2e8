/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_MERGE_H
#define QUERN_PROFILE_MERGE_H

/* Operations on whole models: adding one profile to another, or subtracting it. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/map.h" /* NO_ID */

struct costs;
struct function;
struct line_map;
struct profile;
struct profile_input;

/* By id of the profile that is added: the id in the other's tables. NULL: the same ids. */
struct symbol_maps {
    const uint32_t *objects;
    const uint32_t *files;
    const uint32_t *functions;
    const struct function *targets; /* by function id: what it becomes, whatever the maps say */
    const struct line_map *lines;   /* what lines become; NULL: they keep their numbers */
    const bool *stays; /* by function id: its code in the file where it is defined stays there, even
                          if it is defined in another one then; NULL: of none */
};

/* Returns what an id becomes by one of those maps. */
static inline uint32_t mapped_id(const uint32_t *map, uint32_t id)
{
    return map == NULL || id == NO_ID ? id : map[id];
}

/*
 * Adds all of `from` to `into`: inputs and parts come after those already there, events
 * are matched by name, what has the same names is summed. Both keep the same things.
 * False when a sum does not fit into 64 bits.
 */
bool profile_merge(struct profile *into, const struct profile *from, const struct symbol_maps *maps,
                   struct error *error);

/* Adds inputs, parts and functions, but nothing of what functions cost. */
bool profile_merge_functions(struct profile *into, const struct profile *from, struct error *error);

/* Where spots of a profile are in another one, by id: what is not kept there is not looked at. */
struct spot_maps {
    const uint32_t *places, *lines, *spots;
};

/*
 * Adds what spots cost, and the calls from them, to their places, lines and spots in another
 * profile, which has the events, functions and parts of this one. True when a sum does not fit.
 */
bool profile_merge_spots_overflows(struct profile *into, const struct profile *from,
                                   const struct spot_maps *maps);

/* Does the same as profile_merge() for a profile that has name tables of its own. */
bool profile_merge_foreign(struct profile *into, const struct profile *from, struct error *error);

/*
 * Adds a run with nothing but what its program cost, as an input of one part: a row of runs that
 * are compared one by one. Its path and names are those of `run`, and outlive `into`. `total` has
 * the columns of `from`, which is empty where the run could not be read. False where there are too
 * many events.
 */
bool profile_add_run(struct profile *into, const struct profile *from, const struct costs *total,
                     const struct profile_input *run, struct error *error);

/*
 * Subtracts the costs and calls of `from`, which has the columns of `into`, from those of `into`.
 * Inputs and parts stay as they are.
 */
bool profile_subtract(struct profile *into, const struct profile *from,
                      const struct symbol_maps *maps, struct error *error);

#endif
