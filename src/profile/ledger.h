/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_LEDGER_H
#define QUERN_PROFILE_LEDGER_H

/*
 * A ledger: rows of cost by dense id, with their keys. If the key is already a dense id, such as a
 * line, rows use it and there are no keys.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "profile/costs.h"

/* {0} is empty, for no events. */
struct ledger {
    struct map map;             /* keys of the rows; the id of a key is its row */
    struct costs costs;         /* by row */
    struct packed_costs packed; /* by row, for a ledger whose costs are packed */
    int64_t *counts;            /* by row: number of calls */
    size_t count_capacity;
};

/* Returns the row of a key, created with a count of 0 if missing. */
uint32_t ledger_add(struct ledger *ledger, uint64_t from, uint64_t to);

/*
 * Adds the count and costs of a row of another ledger to a row of this one, or subtracts them. True
 * if a sum does not fit.
 */
bool ledger_combine(struct ledger *ledger, uint32_t row, const struct ledger *from, size_t from_row,
                    bool is_subtracted);

void ledger_free(struct ledger *ledger);

#endif
