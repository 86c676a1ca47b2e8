/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_MERGE_H
#define QUERN_PROFILE_MERGE_H

/* Adds one profile to another, its names exchanged for others on the way. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct function;
struct line_map;
struct profile;

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

/*
 * Adds all of `from` to `into`: inputs and parts come after those already there, events
 * are matched by name, what has the same names is summed. Both keep the same things.
 * False when a sum does not fit into 64 bits.
 */
bool profile_merge(struct profile *into, const struct profile *from, const struct symbol_maps *maps,
                   struct error *error);

/* The same for a profile that has name tables of its own. */
bool profile_merge_foreign(struct profile *into, const struct profile *from, struct error *error);

/*
 * The same without inputs, parts and events: `from` has the columns of `into`, and the
 * self cost of its one part goes to the last part of `into`. Gives by function of `from` which one
 * it is in `into`; the caller frees that in any case.
 */
bool profile_merge_costs(struct profile *into, const struct profile *from,
                         const struct symbol_maps *maps, uint32_t **functions, struct error *error);

/*
 * Subtracts the costs and calls of `from`, which has the columns of `into`, from those of `into`.
 * Inputs and parts stay as they are.
 */
bool profile_subtract(struct profile *into, const struct profile *from,
                      const struct symbol_maps *maps, struct error *error);

#endif
