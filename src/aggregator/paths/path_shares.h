/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_SHARES_H
#define QUERN_AGGREGATOR_PATHS_PATH_SHARES_H

/*
 * What each listed path cost that no path below it stands for, in whole numbers whose sum is what
 * all paths cost: for whoever draws stacks. A path has its self cost; a row for what was left out
 * has what was spent by all of that. In a list of paths that are known it has their self cost, too,
 * where that is not.
 *
 * Below a vertex v there is spent, of each unit that a path to it cost,
 *
 *     spent(v) = (self(v) + the sum of c * spent(w) over its calls of w, which cost c) / I(v)
 *
 * which is 1 but where callers were charged for more than there is, and what was left out is that
 * part of the path's estimate, less its self cost and the same of what is shown below it. Where
 * paths go up, what is left of a path at v is what started there, (I(v) - what enters v) / I(v).
 */

#include <stdbool.h>
#include <stdint.h>

#include "aggregator/paths/path_list.h"

struct path_share {
    int64_t cost;
    bool is_estimate;
};

/* {0} is none. */
struct path_shares {
    struct path_share *of[N_PATH_SIDES]; /* by a path's id, and by event of the tree; NULL: there is
                                            no such side */
};

/*
 * Shares of a list that nothing was taken out of, whose sides have all rows that there are at the
 * top. `totals`, by side and event of its tree, is what the shares are to add up to; NULL: to what
 * the rows at the top cost. What the paths lack of it goes to the row of what was left out at the
 * top, which the list gets if it has none. False when a cost does not fit into 64 bits;
 * path_shares_free() in any case.
 */
bool path_shares_create(struct path_shares *shares, struct path_list *list,
                        const struct path_side sides[N_PATH_SIDES],
                        const int64_t *const totals[N_PATH_SIDES], struct error *error);
void path_shares_free(struct path_shares *shares);

#endif
