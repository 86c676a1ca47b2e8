/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_INLINING_H
#define QUERN_PROFILE_INLINING_H

/*
 * Turns a profile, in which code counts as that of the function that it was inlined into, into one
 * in which inlined functions are functions. What a spot cost itself moves to the innermost function
 * that was inlined there, and calls made from it become calls of that. Each function that something
 * was inlined into has an arc to it, whose number of calls is 0, since it is not known, and whose
 * cost is what all of that cost. Totals stay as they are. What was inlined has no levels: no name
 * tells how often it was on the stack.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "profile/profile.h"

/* A function that was inlined in another one. */
struct inlined_node {
    uint32_t parent; /* a node before it, in which it is; NO_ID: it is in the function that the
                        profile names */
    struct function function; /* the new one */
    struct file_line call;    /* where it was inlined; NO_ID and 0: that is not known */
    uint64_t address;         /* where it begins; 0: likewise */
};

struct inlining {
    const struct inlined_node *nodes;
    size_t n_nodes;
    /* By spot of the profile: the innermost node there, or NO_ID for code of the function itself */
    const uint32_t *node_of_spot;
    size_t n_spots;
};

/*
 * Applies it to a profile that keeps spots with their addresses, and their calls. The profile keeps
 * what `keep` says afterwards; stacks stay only if nothing was inlined. False when a sum does not
 * fit into 64 bits.
 */
bool profile_inline(struct profile *profile, const struct inlining *inlining, struct keep keep,
                    struct error *error);

/*
 * Whether inlined functions of a profile, or of one that it was merged from, are functions already,
 * as in what we write of such a profile.
 */
bool profile_is_inlined(const struct profile *profile);

/* Leaves such a profile as it is, and has it keep less, as profile_inline() does. */
bool profile_leave_inlined(struct profile *profile, struct keep keep, struct error *error);

#endif
