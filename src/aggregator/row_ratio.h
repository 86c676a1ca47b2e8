/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_ROW_RATIO_H
#define QUERN_AGGREGATOR_ROW_RATIO_H

/* What a ratio is in a row of cost, and in a difference what it was. */

#include <stdbool.h>
#include <stddef.h>

struct costs;
struct event;

/* Costs by row, and what has to be known of them before there are ratios. */
struct row_costs {
    const struct costs *costs; /* in a difference how they changed, */
    const struct costs *old;   /* and what they were; NULL where that is not known */
    const struct costs *fresh; /* and what they are, which tells what is given now; or NULL */
    const bool *is_exact;      /* by row: others are lower bounds; NULL: all are exact */
};

/* Costs that are exact, of no difference. */
static inline struct row_costs costs_alone(const struct costs *costs)
{
    return (struct row_costs){.costs = costs};
}

/* Where there is none, or where it is not known, it is 0. */
struct row_ratio {
    double now, was;
    bool has_now, has_was; /* was: in a difference alone */
};

/* Of an event that is a ratio. Two of a difference are to be compared, never divided. */
struct row_ratio row_ratio_of(const struct event *event, struct row_costs costs, size_t row,
                              bool is_difference);

#endif
