/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_SIDE_ROWS_H
#define QUERN_AGGREGATOR_SIDE_ROWS_H

/* The rows of one of two profiles that are compared, and what each is among those of the change. */

#include <stdbool.h>

#include "aggregator/inclusive.h"
#include "aggregator/rows.h"
#include "base/error.h"

struct diff_side;

/* {0} is empty. Not to be moved once it was made. */
struct side_rows {
    struct rows rows;
    struct inclusive inclusive;     /* where it was asked for */
    row_id *of_place, *of_function; /* the row of the change, by place and function of the side */
    row_id *in_change;              /* by row of the side */
};

/*
 * Makes them by the choice that those of the change were made by. False when a sum does not fit
 * into 64 bits; side_rows_free() in any case.
 */
bool side_rows_create(struct side_rows *side, const struct diff_side *from,
                      const struct rows *change, const struct row_choice *choice,
                      struct error *error);

void side_rows_free(struct side_rows *side);

#endif
