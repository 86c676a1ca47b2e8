/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/stacks/told_shares.h"

#include <stddef.h>

#include "base/warnings.h"

static double size_of(int64_t cost)
{
    return cost < 0 ? -(double)cost : (double)cost;
}

void told_shares_add(struct told_shares *told, const struct tree_share *share)
{
    double size = size_of(share->cost) + size_of(share->old_cost);

    told->sum += size;
    told->estimated += share->is_estimate ? size : 0;
    told->is_below_zero |= share->cost < 0 || share->old_cost < 0;
}

double told_shares_estimated(const struct told_shares *told)
{
    return told->sum == 0 ? 0 : told->estimated / told->sum * 100;
}

void told_shares_tell(const struct told_shares *told, struct warnings *notes)
{
    if (notes != NULL && told->estimated != 0)
        warnings_add(notes, NULL, 0, "%.1f %% of the cost is of paths that are estimated",
                     told_shares_estimated(told));
    if (notes != NULL && told->is_below_zero)
        warnings_add(notes, NULL, 0, "some paths cost less than 0, which cannot be drawn");
}
