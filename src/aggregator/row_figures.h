/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_ROW_FIGURES_H
#define QUERN_AGGREGATOR_ROW_FIGURES_H

/* The rows of a profile, or of the difference between two, with all of their figures. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/inclusive.h"
#include "aggregator/rows.h"
#include "base/error.h"
#include "base/kinds.h"
#include "base/spread.h"
#include "profile/profile.h"

struct diff;
struct side;
struct noise;
struct program;

/* row_calls.c adds up who calls whom, between rows: callers and callees of each. */

/* Calls from one row to another, or to itself. */
struct row_call {
    row_id caller, callee;
};

struct row_calls {
    const struct rows *rows; /* not owned */
    struct ledger arcs;      /* (caller, callee): as recorded */
    struct costs entering;   /* by arc: what it adds to the callee's inclusive cost */
    struct costs leaving;    /* by arc: what it adds to the caller's */
    size_t *callers_begin;   /* by row: where its callers begin; one more at the end */
    size_t *callees_begin;
    uint32_t *callers; /* arc ids by callee */
    uint32_t *callees; /* arc ids by caller */
};

/* The calls of a profile, mapped to rows. */
struct mapped_calls {
    const struct rows *rows;       /* of this profile */
    const struct nesting *nesting; /* of its calls; or NULL */
    const row_id *of_place;
    const row_id *of_function;
};

/*
 * Adds up the calls between rows: those of a profile, or of two sides the first minus the second.
 * The calls into a row add up to its inclusive cost, and so do the calls out of it plus its self
 * cost: nested calls are excluded. Without `nesting`, both are empty. Free with row_calls_free().
 */
void row_calls_create(struct row_calls *calls, const struct rows *rows,
                      const struct mapped_calls sides[], size_t n_sides);

struct row_call row_call(const struct row_calls *calls, uint32_t arc);

enum calls_by { CALLS_BY_CALLER, CALLS_BY_CALLEE };

/* The calls at one side of a row. */
struct side_of_row {
    const uint32_t *arcs; /* ids */
    size_t count;
};

struct side_of_row row_calls_side(const struct row_calls *calls, row_id row, enum calls_by by);

/* Returns the row at the other end: the caller of those by callee, and the other way round. */
row_id row_calls_other(const struct row_calls *calls, uint32_t arc, enum calls_by by);

void row_calls_free(struct row_calls *calls);

/* row_diff.c makes rows of the change between two profiles: what each was, and became. */

/*
 * The rows of one of two profiles that are compared, and what each is among those of the change.
 * {0} is empty. It must not be moved once it was made: its pointers lead into it.
 */
struct side_rows {
    struct rows rows;
    struct inclusive inclusive;     /* if requested */
    row_id *of_place, *of_function; /* the row of the change, by place and function of the side */
    row_id *in_change;              /* by row of the side */
};

/* Makes them by the choice that those of the change were made by. Free with side_rows_free(). */
void side_rows_create(struct side_rows *side, const struct side *from, const struct rows *change,
                      const struct row_choice *choice);

void side_rows_free(struct side_rows *side);

/* One of two profiles, in the rows of their change. */
struct row_side {
    struct costs self, inclusive; /* inclusive where the choice has it */
    int64_t *calls;
    bool *is_there; /* the profile has the row */
    bool *is_exact; /* its inclusive cost is no lower bound */
};

struct row_diff {
    struct rows rows;              /* their self cost and calls are the change */
    struct inclusive inclusive;    /* the change, if inclusive costs were chosen: exact if both
                                    * sides are; without cycles */
    struct row_calls calls;        /* the change, if requested */
    struct row_side current, old;  /* of current, only which rows are there */
    const struct origin **origins; /* by row: of one of its functions; or NULL */
};

/*
 * Makes rows; see rows_create(). With has_calls, also adds up the calls between rows that have any.
 * Parts and threads are matched by number, inputs by name or if each side has only one. False with
 * a usage error if several rows of a side match; call row_diff_free() in any case.
 */
bool row_diff_create(struct row_diff *row_diff, const struct diff *diff,
                     const struct row_choice *choice, bool has_calls, struct error *error);

/* Returns whether either side has the row; other rows exist only in --noise runs. */
static inline bool row_diff_has(const struct row_diff *row_diff, row_id id)
{
    return row_diff->current.is_there[id] || row_diff->old.is_there[id];
}

/* Returns the status of a row. If a function moved or was renamed, *was is set to its old names. */
enum change row_diff_change(const struct row_diff *row_diff, row_id id, struct row_names *was);

static inline bool row_diff_is_on_both(const struct row_diff *row_diff, row_id id)
{
    return row_diff->old.is_there[id] && row_diff->current.is_there[id];
}

/*
 * Returns whether its figures changed in any recorded event. Equal lower bounds count as unchanged.
 */
bool row_diff_has_changed(const struct row_diff *row_diff, row_id id);

void row_diff_free(struct row_diff *row_diff);

/* Figures of further runs, by row. {0} is nothing. */
struct row_noise {
    size_t n_runs;
    struct costs *self, *inclusive; /* by run, then by row; inclusive where the choice has it */
    int64_t **calls;                /* likewise */
    bool *is_exact;                 /* by row: no run has a lower bound of its inclusive cost */
};

/*
 * Adds up what the runs have in rows that were made by the choice. Rows without calls are found as
 * those of two profiles are, and what only a run has is left out of them. False with a usage error
 * where several of a run are the same row; call row_noise_free() in any case.
 */
bool row_noise_create(struct row_noise *row_noise, const struct noise *noise,
                      const struct rows *rows, const struct row_choice *choice,
                      struct error *error);
void row_noise_free(struct row_noise *row_noise);

/* row_slices.c tells what each part, thread or run of a profile has of the rows. */

/* {0} is none. The self costs of a row's cells add up to that of the row. */
struct row_slices {
    struct rows columns;   /* the slices: rows of parts, threads or inputs */
    struct costs programs; /* by slice: the total of the program there, as program_compute() has it
                            */
    struct ledger cells;   /* (row, slice): self cost; where a slice has no line of cost that
                                  belongs to a row, there is no cell */
};

/*
 * Finds them for rows of a profile that keeps each part. Free with row_slices_free(). The key is
 * BY_PART, BY_THREAD, BY_LABEL or BY_INPUT.
 */
void row_slices_create(struct row_slices *slices, const struct rows *rows, enum row_key key);
void row_slices_free(struct row_slices *slices);

/* {0} is empty. Not to be moved: its pointers lead into it. */
struct row_figures {
    struct rows *rows;
    const struct inclusive *inclusive; /* NULL if not requested */
    const struct row_calls *calls;     /* likewise */
    const struct row_diff *diff;       /* NULL: no difference; else all others are the change */
    struct row_noise noise;            /* further runs; {0} where there are none */
    struct row_slices slices;          /* {0} if not requested */

    struct rows own_rows;
    struct inclusive own_inclusive;
    struct row_calls own_calls;
    struct row_diff own_diff; /* of a difference, in place of the three */
};

/* The figures to compute. */
struct row_figures_wanted {
    struct row_choice choice;
    bool has_calls; /* who calls whom */
};

/* Adds them up for a profile. */
void row_figures_create(struct row_figures *figures, const struct profile *profile,
                        const struct row_figures_wanted *wanted);

/*
 * Does the same for a difference. False with a usage error where rows cannot be matched; see
 * row_diff_create(). Call row_figures_free() in any case.
 */
bool row_figures_create_change(struct row_figures *figures, const struct diff *diff,
                               const struct row_figures_wanted *wanted, struct error *error);

void row_figures_free(struct row_figures *figures);

#endif
