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

/* Maps from ids of the added profile to ids in the other's tables. NULL: the same ids. */
struct symbol_maps {
    const uint32_t *objects;
    const uint32_t *files;
    const uint32_t *functions;
    const struct function *targets; /* by function id: what it becomes, overriding the maps */
    const struct line_map *lines;   /* mapping of lines; NULL if they keep their numbers */
    const bool *stays; /* by function id: its code in the file that defines it stays there, even
                        * if the function moves; NULL for none */
};

/* Applies one of those maps to an id. */
static inline uint32_t mapped_id(const uint32_t *map, uint32_t id)
{
    return map == NULL || id == NO_ID ? id : map[id];
}

/*
 * Adds all of `from` to `into`: inputs and parts are appended, events are matched by name, and
 * items with the same names are summed. Both keep the same data. False if a sum does not fit into
 * 64 bits.
 */
bool profile_merge(struct profile *into, const struct profile *from, const struct symbol_maps *maps,
                   struct error *error);

/* Adds inputs, parts and functions, but no costs. */
bool profile_merge_functions(struct profile *into, const struct profile *from, struct error *error);

/*
 * Maps from spots of a profile to places, lines and spots of another one. Maps for data that is not
 * kept there are unused.
 */
struct spot_maps {
    const uint32_t *places, *lines, *spots;
};

/*
 * Adds the costs of spots, and their calls, to places, lines and spots of another profile, which
 * has the events, functions and parts of this one. True if a sum does not fit.
 */
bool profile_merge_spots_overflows(struct profile *into, const struct profile *from,
                                   const struct spot_maps *maps);

/* Does the same as profile_merge() for a profile with its own name tables. */
bool profile_merge_foreign(struct profile *into, const struct profile *from, struct error *error);

/*
 * Adds a run with only its total cost, as an input of one part: a row in a table of runs. Path and
 * names are those of `run`, which outlives `into`. `total` has the columns of `from`, which is
 * empty if the run could not be read. False if there are too many events.
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
