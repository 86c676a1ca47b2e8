/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_SPOTS_H
#define QUERN_PROFILE_SPOTS_H

/*
 * Dense ids for spots, the positions within a place where cost was spent. A profile usually lists a
 * place from start to end, so nearly every spot is new and beyond all others of its place, or one
 * of the last few, and needs no hashing. Other places are hashed.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

/* A position within a place; 0 if the profile does not give it. */
struct position {
    uint64_t address, line;
};

/* Compares by address, then by line. */
int position_compare(struct position left, struct position right);

struct spot {
    uint32_t place; /* id */
    uint32_t older; /* id + 1 of the previous spot of the place; 0 for none */
    struct position position;
};

/* The spots of a place. */
struct spot_chain {
    uint32_t last;     /* id + 1; 0 for none */
    uint32_t farthest; /* the same for the spot with the highest position, unless they are hashed */
    uint32_t length;
    bool is_hashed;
};

/* {0} has no spots. */
struct spots {
    struct spot *list; /* by id */
    size_t count;      /* number of ids, which start at 0 */
    size_t capacity;
    bool *are_ahead; /* by id: no spot of the place had a higher position when this was added */
    size_t ahead_capacity;
    struct spot_chain *chains; /* by place, below n_chains */
    size_t n_chains;
    uint32_t *hosts; /* by id, below n_hosts: the name of the function it was inlined into, whose
                      * symbol the code has; else NO_ID */
    size_t n_hosts;
    struct map positions; /* (address, line) of hashed spots */
    struct map hashed;    /* (place, position) of hashed spots */
    uint32_t *by_key;     /* by id in `hashed`: the spot, or NO_ID */
    size_t key_capacity;
};

/* Returns the id of the spot, a new one (the old count) if it is new. */
uint32_t spots_add(struct spots *spots, uint32_t place, struct position position);

/* Records that the code of a spot was inlined into the function of that name. */
void spots_set_host(struct spots *spots, uint32_t spot, uint32_t host);

/*
 * Returns the chain of a place, which links its spots from the last one to older ones; {0} for a
 * place without any.
 */
static inline struct spot_chain spots_of_place(const struct spots *spots, uint32_t place)
{
    return place < spots->n_chains ? spots->chains[place] : (struct spot_chain){0};
}

void spots_free(struct spots *spots);

#endif
