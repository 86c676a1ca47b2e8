/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_INLINING_H
#define QUERN_PROFILE_INLINING_H

/*
 * Rebuilds a profile, in which inlined code counts as part of the function it was inlined into, so
 * that inlined functions become functions. The self cost of a spot and the calls from it move to
 * the innermost function inlined there. Each function has an arc to every function inlined into it,
 * with the inclusive cost of that code and 0 calls, since their number is unknown. Totals do not
 * change. Inlined functions have no levels: no name says how often they were on the stack.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "profile/profile.h"

/* A function that was inlined into another one. */
struct inlined_node {
    uint32_t parent; /* the enclosing node, an earlier one; NO_ID if that is the function named
                      * by the profile */
    struct function function; /* the inlined function */
    struct file_line call;    /* the line where it was inlined; NO_ID and 0 if unknown */
    uint64_t address;         /* start address; 0 if unknown */
};

struct inlining {
    const struct inlined_node *nodes;
    size_t n_nodes;
    /* The innermost node of each spot of the profile, or NO_ID for code of the function itself */
    const uint32_t *node_of_spot;
    size_t n_spots;
};

/*
 * Applies it to a profile that keeps spots with their addresses, and their calls. The profile keeps
 * what `keep` says afterwards; stacks stay only if nothing was inlined. False if a sum does not fit
 * into 64 bits.
 */
bool profile_inline(struct profile *profile, const struct inlining *inlining, struct keep keep,
                    struct error *error);

/*
 * Returns whether inlined functions of a profile, or of one merged into it, are functions already,
 * as in a profile that quern wrote.
 */
bool profile_is_inlined(const struct profile *profile);

/* Leaves such a profile as it is, except that it keeps less, as after profile_inline(). */
bool profile_leave_inlined(struct profile *profile, struct keep keep, struct error *error);

#endif
