/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_PACKED_COSTS_H
#define QUERN_PROFILE_PACKED_COSTS_H

/*
 * Rows of cost in as few bytes as their figures need. There are millions of spots, and nearly each
 * has small figures of the first events alone: two or three bytes instead of eighty. A row is
 * unpacked to be read, and packed again after it was changed.
 */

#include <stdbool.h>
#include <stddef.h>

#include "profile/costs.h"

/* {0} has no rows and no events. */
struct packed_costs {
    unsigned char *bytes; /* packed rows, and in between what changed rows no longer need */
    size_t n_bytes, capacity;
    size_t *begins; /* by row: 1 + where it begins in `bytes`; 0 until it is packed first */
    size_t n_rows, begin_capacity;
    struct costs unpacked; /* one row, the last that was unpacked, and the shape of all */
};

/* Gives all rows that many events, no fewer than before; new ones come last, not given. */
void packed_costs_widen(struct packed_costs *packed, size_t n_events);

void packed_costs_free(struct packed_costs *packed);

/* Makes row ids below n_rows valid; new rows were never packed. */
void packed_costs_ensure(struct packed_costs *packed, size_t n_rows);

/* Tells whether a row was ever packed, if only with nothing given. */
static inline bool packed_costs_has(const struct packed_costs *packed, size_t row)
{
    return packed->begins[row] != 0;
}

/*
 * Returns the only row of `unpacked`, which is that row from now on until another is unpacked. It
 * may be changed for packed_costs_pack(), also of a table that is constant otherwise, so that two
 * rows of one table cannot be read at the same time. One that was never packed has nothing given.
 */
int64_t *packed_costs_unpack(const struct packed_costs *packed, size_t row);

/* Packs what is in `unpacked` now as that row. */
void packed_costs_pack(struct packed_costs *packed, size_t row);

#endif
