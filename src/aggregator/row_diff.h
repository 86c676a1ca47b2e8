/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_ROW_DIFF_H
#define QUERN_AGGREGATOR_ROW_DIFF_H

/* Rows of the change between two profiles: what each was, and what became of it. */

#include <stdbool.h>
#include <stdint.h>

#include "aggregator/inclusive.h"
#include "aggregator/row_calls.h"
#include "aggregator/rows.h"
#include "base/error.h"
#include "base/kinds.h"

struct diff;
struct diff_side;

/*
 * The rows of one of two profiles that are compared, and what each is among those of the change.
 * {0} is empty. It must not be moved once it was made: its pointers lead into it.
 */
struct side_rows {
    struct rows rows;
    struct inclusive inclusive;     /* where it was asked for */
    row_id *of_place, *of_function; /* the row of the change, by place and function of the side */
    row_id *in_change;              /* by row of the side */
};

/* Makes them by the choice that those of the change were made by. Free with side_rows_free(). */
void side_rows_create(struct side_rows *side, const struct diff_side *from,
                      const struct rows *change, const struct row_choice *choice);

void side_rows_free(struct side_rows *side);

struct row_diff {
    struct rows rows;                     /* their self cost and calls are the change */
    struct inclusive inclusive;           /* the change, where the choice has inclusive costs:
                                             exact where both sides are; without cycles */
    struct row_calls calls;               /* the change, where it was asked for */
    struct costs old_self, old_inclusive; /* by row; inclusive where the choice has it */
    int64_t *old_calls;                   /* by row */
    bool *is_in_fresh, *is_in_old;        /* by row */
    const struct origin **origins;        /* by row: of one of its functions; or NULL */
};

/*
 * Makes rows; see rows_create(). With has_calls who calls whom is added up too, where rows have
 * calls. Parts and threads are matched by their numbers, inputs by their names, or where each side
 * has but one. False with a usage error where several rows of a side match; row_diff_free() in any
 * case.
 */
bool row_diff_create(struct row_diff *row_diff, const struct diff *diff,
                     const struct row_choice *choice, bool has_calls, struct error *error);

/*
 * What became of a row. Where a function moved or was renamed, *was is what the old profile calls
 * it; else it is left as it is.
 */
enum change row_diff_change(const struct row_diff *row_diff, row_id id, struct row_names *was);

/*
 * Whether its figures changed, in any recorded event. Lower bounds that are the same on both sides
 * have not.
 */
bool row_diff_has_changed(const struct row_diff *row_diff, row_id id);

void row_diff_free(struct row_diff *row_diff);

#endif
