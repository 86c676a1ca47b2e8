/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LINES_LINE_DIFF_H
#define QUERN_AGGREGATOR_LINES_LINE_DIFF_H

/*
 * What lines cost and call, before and after a change. A line of the old profile is under its
 * number in the new one: see line_map.h.
 */

#include <stdbool.h>
#include <stdint.h>

#include "aggregator/lines/line_costs.h"
#include "aggregator/side_rows.h"
#include "base/error.h"

struct diff;

/* The functions of both profiles. {0} is empty; not to be moved once it was made. */
struct line_sides {
    const struct rows *change; /* the rows that are listed */
    struct side_rows fresh, old;
    struct spots_by_row fresh_spots, old_spots; /* where many rows are listed */
    bool are_sorted;
};

/*
 * Adds both up by the choice that the rows of the change were made by. False when a sum does not
 * fit into 64 bits; line_sides_free() in any case.
 */
bool line_sides_create(struct line_sides *sides, const struct diff *diff, const struct rows *change,
                       const struct row_choice *choice, struct error *error);

/* Sorts the spots of both, for whoever lists many rows. */
void line_sides_sort(struct line_sides *sides);
void line_sides_free(struct line_sides *sides);

/* {0} is empty. */
struct line_diff {
    struct line_costs change;             /* new less old; bounds where either side has one */
    struct costs old_self, old_inclusive; /* by id of a line */
    struct costs fresh_self, fresh_inclusive;
    struct costs old_called; /* by id of a call, */
    int64_t *old_counts;     /* and likewise */
};

/*
 * Adds it up for code that is listed, a row of the change or a file. False when a sum does not fit
 * into 64 bits; line_diff_free() in any case.
 */
bool line_diff_create(struct line_diff *diff, const struct line_sides *sides,
                      struct listed_code code, struct error *error);
void line_diff_free(struct line_diff *diff);

#endif
