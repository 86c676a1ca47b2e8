/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_COST_H
#define QUERN_AGGREGATOR_PATHS_PATH_COST_H

/* What was spent by paths: an estimate between bounds. See path_tree.h for the formulas. */

#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"
#include "profile/events.h"

/* Of one event. */
struct path_cost {
    double estimate;
    int64_t least, most; /* 0 where they are not known */
    bool is_given;
    bool is_unsure; /* nothing is known but the estimate */
};

static inline bool path_cost_is_exact(const struct path_cost *cost)
{
    return cost->least == cost->most && !cost->is_unsure;
}

static inline struct path_cost path_cost_known(int64_t cost, bool is_given)
{
    return (struct path_cost){(double)cost, cost, cost, is_given, false};
}

/*
 * The part of a path's cost that is due to a cost of its end, which cost `inclusive` in all. Where
 * that is sure all of these are from 0 up.
 */
static inline struct path_cost path_cost_part(struct path_cost whole, struct event_cost of_end,
                                              int64_t inclusive)
{
    struct path_cost part = {.is_given = of_end.is_given, .is_unsure = whole.is_unsure};
    int64_t cost = of_end.sum;

    part.estimate = inclusive == 0 ? 0 : whole.estimate * ((double)cost / (double)inclusive);
    if (part.is_unsure)
        return part;
    part.least = whole.least > inclusive - cost ? whole.least - (inclusive - cost) : 0;
    part.most = whole.most < cost ? whole.most : cost;
    return part;
}

/* Adds the cost of other paths where both are known, of whatever sign. */
static inline void path_cost_add_known(struct path_cost *sum, struct path_cost added)
{
    sum->estimate += added.estimate;
    sum->is_given |= added.is_given;
    sum->is_unsure |= added.is_unsure || add_overflows(&sum->least, added.least);
    sum->most = sum->least;
}

/* The whole number next to it; the largest there is where it does not fit into 64 bits. */
static inline int64_t path_cost_rounded(double cost)
{
    if (cost >= (double)INT64_MAX || cost <= -(double)INT64_MAX)
        return cost > 0 ? INT64_MAX : -INT64_MAX;
    return (int64_t)(cost < 0 ? cost - 0.5 : cost + 0.5);
}

/* What is printed: a double has not all digits of a cost that is known. */
static inline int64_t path_cost_value(const struct path_cost *cost)
{
    return path_cost_is_exact(cost) ? cost->least : path_cost_rounded(cost->estimate);
}

/* How much more it is than an old one: two that are known may differ by less than doubles tell. */
static inline double path_cost_change(const struct path_cost *fresh, const struct path_cost *old)
{
    int64_t change = fresh->least;

    if (path_cost_is_exact(fresh) && path_cost_is_exact(old) &&
        !subtract_overflows(&change, old->least))
        return (double)change;
    return fresh->estimate - old->estimate;
}

/* The most that it may be, without its sign. */
static inline int64_t path_cost_size(const struct path_cost *cost)
{
    return magnitude(cost->is_unsure ? path_cost_rounded(cost->estimate) : cost->most);
}

/* The sum, no more than `limit`; the least there is where it does not fit. */
static inline int64_t path_cost_sum(int64_t sum, int64_t added, int64_t limit)
{
    if (added > 0 && sum > limit - added)
        return limit;
    if (added < 0 && sum < INT64_MIN - added)
        return INT64_MIN;
    return sum + added < limit ? sum + added : limit;
}

/* Adds the cost of other paths; no more than `limit`, which all are part of. */
static inline void path_cost_add(struct path_cost *sum, struct path_cost added, int64_t limit)
{
    sum->estimate += added.estimate;
    sum->is_given |= added.is_given;
    sum->is_unsure |= added.is_unsure;
    if (sum->is_unsure) {
        sum->least = sum->most = 0;
        return;
    }
    sum->least = path_cost_sum(sum->least, added.least, limit);
    sum->most = path_cost_sum(sum->most, added.most, limit);
}

#endif
