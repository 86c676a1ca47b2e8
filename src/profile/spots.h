/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_SPOTS_H
#define QUERN_PROFILE_SPOTS_H

/*
 * Dense ids for spots: where in a place cost was spent. A profile tells of a place from its
 * beginning to its end, so that nearly each spot is farther than all that the place has, and new,
 * or one of the last few: nothing need be hashed. Places of which that is not so are.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

/* Where in a place something is; 0 where the profile does not say it. */
struct position {
    uint64_t address, line;
};

/* Returns below 0, 0 or above 0: by address, and then by line. */
int position_compare(struct position left, struct position right);

struct spot {
    uint32_t place; /* id */
    uint32_t older; /* id + 1 of the place's spot before; 0 for none */
    struct position position;
};

/* The spots of a place. */
struct spot_chain {
    uint32_t last;     /* id + 1; 0 for none */
    uint32_t farthest; /* likewise: that with the highest position, unless they are hashed */
    uint32_t length;
    bool is_hashed;
};

/* {0} has no spots. */
struct spots {
    struct spot *list; /* by id */
    size_t count;      /* of ids; they run from 0 */
    size_t capacity;
    bool *are_ahead; /* by id: no spot of the place had a higher position when it came */
    size_t ahead_capacity;
    struct spot_chain *chains; /* by place, below n_chains */
    size_t n_chains;
    uint32_t *hosts; /* by id, below n_hosts: the name of the function whose symbol the code has, if
                        it was inlined in that; else NO_ID */
    size_t n_hosts;
    struct map positions; /* (address, line) of spots that are hashed, */
    struct map hashed;    /* and (place, position) of these */
    uint32_t *by_key;     /* by the id of that: the spot, or NO_ID */
    size_t key_capacity;
};

/* Returns the id of the spot, which is a new one (the count until now) if it had none. */
uint32_t spots_add(struct spots *spots, uint32_t place, struct position position);

/* Notes that the code of a spot was inlined in the function of that name. */
void spots_set_host(struct spots *spots, uint32_t spot, uint32_t host);

/*
 * Returns the chain of a place, whose spots are found from the last one through the older ones;
 * {0} for a place without any.
 */
static inline struct spot_chain spots_of_place(const struct spots *spots, uint32_t place)
{
    return place < spots->n_chains ? spots->chains[place] : (struct spot_chain){0};
}

void spots_free(struct spots *spots);

#endif
