/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_ROW_CALLS_H
#define QUERN_AGGREGATOR_ROW_CALLS_H

/* Who calls whom, between rows: callers and callees of each. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rows.h"
#include "base/error.h"
#include "profile/profile.h"

struct nesting;

/* Calls from one row to another, or to itself. */
struct row_call {
    row_id caller, callee;
};

struct row_calls {
    const struct rows *rows; /* not owned */
    struct call_table arcs;  /* (caller, callee): as recorded */
    struct costs entering;   /* by arc: what it adds to the callee's inclusive cost */
    struct costs leaving;    /* by arc: what it adds to the caller's */
    size_t *callers_begin;   /* by row: where its callers begin; one more at the end */
    size_t *callees_begin;
    uint32_t *callers; /* arc ids by callee */
    uint32_t *callees; /* arc ids by caller */
};

/*
 * Adds up the calls between rows. What enters a row adds up to its inclusive cost, and so does
 * what leaves it with its self cost: costs of calls that nest in others are left out. Without
 * `nesting` it is not known which do, and both are empty. Free them with row_calls_free().
 */
void row_calls_create(struct row_calls *calls, const struct rows *rows,
                      const struct nesting *nesting);

/* The calls of a profile, and which rows of another one's they are between. */
struct mapped_calls {
    const struct rows *rows;       /* of this profile */
    const struct nesting *nesting; /* of its calls; or NULL */
    const row_id *of_place;
    const row_id *of_function;
};

/* The same for rows of the change between two profiles: the calls of `fresh` less those of `old`.
 */
void row_calls_create_change(struct row_calls *calls, const struct rows *rows,
                             const struct mapped_calls *fresh, const struct mapped_calls *old);

struct row_call row_call(const struct row_calls *calls, uint32_t arc);

/* The calls at one side of a row. */
struct side_of_row {
    const uint32_t *arcs; /* ids */
    size_t count;
};

struct side_of_row row_calls_side(const struct row_calls *calls, row_id row, enum calls_by by);

/* The row at the other end of an arc: the caller of those by callee, and the other way round. */
row_id row_calls_other(const struct row_calls *calls, uint32_t arc, enum calls_by by);

void row_calls_free(struct row_calls *calls);

#endif
