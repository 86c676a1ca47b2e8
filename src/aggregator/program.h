/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PROGRAM_H
#define QUERN_AGGREGATOR_PROGRAM_H

/*
 * Every sum that reports show, from the model. The rows of the classic report are
 * (object, file, name): code of a function that was inlined from another file has a
 * row of its own, and functions of one name and file in two objects are two rows.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "profile/profile.h"

typedef uint32_t row_id;

struct row_key {
    object_id object; /* NO_ID where the profile names none */
    file_id file;
    symbol_id function;
};

/* Calls from the code of one row to another. */
struct row_arc {
    row_id caller, callee;
};

struct totals {
    const struct profile *profile; /* not owned */

    /*
     * The program's total, a row of cost: by event the sum over parts of "summary:",
     * or where that is zero, missing, wrapped or below the part's self cost, of
     * "totals:" under the same conditions, or else of the self cost.
     */
    struct costs program;
    bool is_calculated; /* no part has a summary or totals above 0 */

    struct index rows;      /* by row id: its key, see totals_row() */
    size_t n_self_rows;     /* rows below this have code that ran; the others are only called */
    row_id *of_place;       /* by place id */
    row_id *of_function;    /* by function id: the row of the code in its own file */
    struct costs self;      /* by row */
    struct costs inclusive; /* by row, once totals_add_inclusive() was called, */
    bool *is_exact;         /* and whether that is exact; else it is a lower bound */
    struct costs entering;  /* by arc: what of its cost adds to the callee's inclusive cost: */
    struct costs leaving;   /* and to the caller's: calls that nest in others are left out */
    bool is_inconsistent;   /* some call costs more than the whole program */

    struct call_table arcs; /* (caller row, callee row); empty without profile->keep.arcs */
    size_t *callers_begin;  /* by row: where its callers begin in `callers`; one more at the end */
    size_t *callees_begin;
    uint32_t *callers; /* arc ids by callee */
    uint32_t *callees; /* arc ids by caller */
};

/* All sums of self cost and of calls. False when one does not fit into 64 bits. */
bool totals_compute(struct totals *totals, const struct profile *profile, struct error *error);

/*
 * The inclusive cost of each row as recorded, f'2 apart from f: that of its function
 * (see inclusive.h); of code inlined from another file its self cost and the calls made
 * from there. False when a sum does not fit into 64 bits.
 */
bool totals_add_inclusive(struct totals *totals, struct error *error);

/* The total of one part for a recorded event. */
struct event_cost totals_of_part(const struct profile *profile, size_t part, size_t event);

/*
 * The program's total alone, as in struct totals; costs_free() in any case. False when a
 * sum does not fit into 64 bits.
 */
bool totals_of_program(const struct profile *profile, struct costs *program, bool *is_calculated,
                       struct error *error);

struct row_key totals_row(const struct totals *totals, row_id row);
struct row_arc totals_arc(const struct totals *totals, uint32_t arc);

static inline size_t totals_n_rows(const struct totals *totals)
{
    return totals->rows.count;
}

void totals_free(struct totals *totals);

#endif
