/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_DIFF_H
#define QUERN_AGGREGATOR_DIFF_H

/*
 * What changed from an old profile to a new one. Self costs and calls are sums, so that
 * their change is a profile too: the new one's minus the old one's, under the new one's
 * names. Inclusive cost is not a sum: it is computed for each side first, and then
 * subtracted.
 */

#include <stdbool.h>

#include "aggregator/match.h"
#include "base/error.h"
#include "base/index.h"
#include "base/kinds.h"
#include "profile/profile.h"

struct program;

/* One of the two profiles, with the columns of the change and the names of the new one. */
struct diff_side {
    struct profile profile;
    bool is_borrowed;       /* its names and columns were right: the profile is the caller's */
    function_id *functions; /* by function id: the same in the change, */
    symbol_id *symbols;     /* and what it is called there */
    place_id *places;       /* by place id: the same in the change */
};

/* A function as the old profile called it, without levels and contexts. */
struct origin {
    bool is_known;      /* the old profile has it */
    enum change change; /* whether it moved or was renamed; else CHANGE_NONE */
    struct function function;
};

struct diff {
    struct diff_side fresh, old;
    struct profile change;  /* inputs and parts are those of the new profile */
    struct origin *origins; /* by function id of the change */
    struct pairs objects;   /* (object of the change, object that a function of it was in) */
};

/*
 * Compares two profiles, which share their symbols and keep the same things, by what was matched.
 * Functions that have only an address are separate on either side, and in the change one for each
 * object and file. `events` are definitions of derived events, which may need recorded
 * ones of both. False when a figure does not fit into 64 bits, there are too many
 * events, or a definition makes no sense; diff_free() is to be called in any case, before the
 * profiles are freed.
 */
bool diff_create(struct diff *diff, const struct profile *fresh, const struct profile *old,
                 const struct matches *matches, struct text_list events, struct error *error);
void diff_free(struct diff *diff);

/* How the program's total changed. Free it with program_free(). */
void diff_of_program(const struct diff *diff, struct program *change);

/* Whether all figures of the change and of both sides fit: see profile_fits(). */
bool diff_fits(const struct diff *diff, struct error *error);

#endif
