/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_CALLGRIND_ORDER_H
#define QUERN_REPORTER_CALLGRIND_ORDER_H

/*
 * What is written of a profile, and in which order: that of names and positions, never
 * that of ids, which depend on the input. Functions are put in order once; the places of
 * a function, the spots of a place and the calls of a spot when it is their turn.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "profile/profile.h"

struct filter;

/* Where a function has code, and something to write for it. */
struct ordered_place {
    place_id id;
    file_id file;
    bool is_inlined; /* in another file than its function's */
    struct text path;
};

struct ordered_spot {
    uint32_t id;
    struct position position;
};

/* A spot call. */
struct ordered_call {
    uint32_t id;
    function_id callee;
    uint32_t rank; /* of the callee among functions */
    struct position target;
};

struct ordered_jump {
    uint32_t id; /* of profile->jumps */
    struct jump_target to;
    struct position position; /* in the target */
    struct text path,
        function; /* of the target; the function is empty where it is the jump's own */
};

struct ordered_places {
    struct ordered_place *items;
    size_t count, capacity;
};

struct ordered_spots {
    struct ordered_spot *items;
    size_t count, capacity;
};

struct ordered_calls {
    struct ordered_call *items;
    size_t count, capacity;
};

struct ordered_jumps {
    struct ordered_jump *items;
    size_t count, capacity;
};

/* What each owner has: owner i has ids[begin[i]] up to ids[begin[i + 1]], not included. */
struct owned_ids {
    uint32_t *ids;
    size_t *begin; /* by owner; one more at the end */
};

/* By id, whether it is named: functions that are written and what they call, and their names. */
struct named {
    bool *functions, *objects, *files, *symbols;
};

struct written_order {
    const struct profile *profile; /* not owned */
    function_id *functions;        /* all of the profile, by object, file and name */
    uint32_t *ranks;               /* by function: its place among them */
    bool *is_kept;                 /* by function: it passes the filter */

    struct owned_ids places; /* by function */
    struct owned_ids spots;  /* by place */
    struct owned_ids calls;  /* by spot */
    struct owned_ids jumps;  /* by spot */
    struct named named;

    struct ordered_places of_function; /* of the last that was asked for */
    struct ordered_spots of_place;
    struct ordered_calls of_spot;
    struct ordered_jumps jumps_of_spot;
};

/* Puts the functions of a profile with spots in order. written_order_free() gives it back. */
void written_order_create(struct written_order *order, const struct profile *profile,
                          const struct filter *filter);
void written_order_free(struct written_order *order);

/* Whether the function of this spot is written. */
bool spot_is_written(const struct written_order *order, uint32_t spot);

/*
 * The places of a function that have spots: first its own, then code inlined from other
 * files by their path. Good until the next call, like those below.
 */
const struct ordered_places *written_places(struct written_order *order, function_id function);

/* The spots of a place, by address and line. */
const struct ordered_spots *written_spots(struct written_order *order, place_id place);

/* The calls that a spot makes, by the rank of the callee and the position in it. */
const struct ordered_calls *written_calls(struct written_order *order, uint32_t spot);

/* The jumps from a spot, by where they lead to; not those of which all counts are 0. */
const struct ordered_jumps *written_jumps(struct written_order *order, uint32_t spot);

#endif
