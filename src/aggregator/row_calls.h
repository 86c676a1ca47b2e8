/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_ROW_CALLS_H
#define QUERN_AGGREGATOR_ROW_CALLS_H

/* Who calls whom, between groups: callers and callees of each, and paths to it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/inclusive.h"
#include "aggregator/rows.h"
#include "base/error.h"
#include "profile/profile.h"

/* Calls from one group to another, or to itself. */
struct group_call {
    group_id caller, callee;
};

struct group_calls {
    const struct groups *groups; /* not owned */
    struct call_table arcs;      /* (caller, callee): as recorded */
    struct costs entering;       /* by arc: what it adds to the callee's inclusive cost */
    struct costs leaving;        /* by arc: what it adds to the caller's */
    size_t *callers_begin;       /* by group: where its callers begin; one more at the end */
    size_t *callees_begin;
    uint32_t *callers;    /* arc ids by callee */
    uint32_t *callees;    /* arc ids by caller */
    size_t *places_begin; /* by group: where its places begin; one more at the end */
    place_id *places;     /* by group */
};

/*
 * Costs of calls that nest in others are left out: what enters a group adds up to its
 * inclusive cost, and so does what leaves it with its self cost. False when a sum does
 * not fit into 64 bits; group_calls_free() in any case.
 */
bool group_calls_create(struct group_calls *calls, const struct inclusive *inclusive,
                        struct error *error);

/* The calls of a profile, and which groups of another one's they are between. */
struct mapped_calls {
    const struct inclusive *inclusive; /* says which of them nest */
    const group_id *of_place;
    const group_id *of_function;
};

/* The same for groups of the change between two profiles: the calls of `fresh` less `old`. */
bool group_calls_create_change(struct group_calls *calls, const struct groups *groups,
                               const struct mapped_calls *fresh, const struct mapped_calls *old,
                               struct error *error);

struct group_call group_call(const struct group_calls *calls, uint32_t arc);

/*
 * The hottest path to a group: from it to the caller whose calls of it cost most in
 * the column, from there on to that one's, until one that nobody else calls. `path` gets the groups
 * from the root to it, at most `room`; the count is returned.
 */
size_t group_calls_path(const struct group_calls *calls, group_id id, size_t column, group_id *path,
                        size_t room);

void group_calls_free(struct group_calls *calls);

#endif
