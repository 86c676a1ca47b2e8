/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/ledger.h"

#include <stdlib.h>

#include "base/array.h"

uint32_t ledger_add(struct ledger *ledger, uint64_t from, uint64_t to)
{
    uint32_t row = map_add(&ledger->map, from, to);

    if (row >= ledger->costs.n_rows) {
        costs_ensure(&ledger->costs, (size_t)row + 1);
        ARRAY_GROW(ledger->counts, row, ledger->count_capacity);
        ledger->counts[row] = 0;
    }
    return row;
}

bool ledger_combine(struct ledger *ledger, uint32_t row, const struct ledger *from, size_t from_row,
                    bool is_subtracted)
{
    int64_t *count = &ledger->counts[row];
    bool overflows = is_subtracted ? subtract_overflows(count, from->counts[from_row])
                                   : add_overflows(count, from->counts[from_row]);

    return costs_combine_overflows(&ledger->costs, row, costs_row(&from->costs, from_row),
                                   is_subtracted) ||
           overflows;
}

void ledger_free(struct ledger *ledger)
{
    map_free(&ledger->map);
    costs_free(&ledger->costs);
    packed_costs_free(&ledger->packed);
    free(ledger->counts);
    *ledger = (struct ledger){0};
}
