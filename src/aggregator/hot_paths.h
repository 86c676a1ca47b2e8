/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_HOT_PATHS_H
#define QUERN_AGGREGATOR_HOT_PATHS_H

/*
 * The hottest paths from where threads start down to each row. What a path cost is not in a
 * profile; it cannot be more than any of its calls, nor than what was spent in the threads that
 * start there. The hottest path to a row is that for which this is largest.
 *
 * A thread starts in a row that nobody calls, and in one that costs more than its calls: the rest
 * was entered without a call, as by a signal.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rows.h"

struct row_figures;

struct hot_paths {
    const struct row_figures *of; /* not owned */
    size_t column;                /* the recorded event that paths are compared by */
    int64_t *arc_costs;           /* by arc: at most this of its callee came by it; -1: nothing */
    bool *is_nested;              /* by arc: that is what was recorded, which may count twice */
    int64_t *starts;              /* by row: what starts there; -1: nothing does */
    int64_t *widths;              /* by row: of the hottest path to it; -1: there is none */
    uint32_t *steps;              /* by row: the fewest calls of such a path, */
    uint32_t *last;               /* and the last of these; NO_ID where a thread starts */
};

/* For figures with inclusive cost and calls, of no difference; hot_paths_free() gives it back. */
void hot_paths_create(struct hot_paths *paths, const struct row_figures *of, size_t column);
void hot_paths_free(struct hot_paths *paths);

/* A row on a path, and the arc by which it is reached: NO_ID where a thread starts. */
struct hot_step {
    row_id row;
    uint32_t arc;
};

/*
 * The hottest path to a row: its last steps, at most `room`; the row itself alone where no thread
 * is known to lead to it. Gives how many there are.
 */
size_t hot_paths_to(const struct hot_paths *paths, row_id row, struct hot_step *steps, size_t room);

/*
 * Makes what starts in a row, in each event, the only row of `costs`. False when a sum does not fit
 * into 64 bits.
 */
bool hot_paths_start_cost(const struct hot_paths *paths, row_id row, struct costs *costs);

#endif
