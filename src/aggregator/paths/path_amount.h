/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_AMOUNT_H
#define QUERN_AGGREGATOR_PATHS_PATH_AMOUNT_H

/*
 * Sums of costs and of parts of costs: a double has not all digits of a large cost, so that what is
 * known keeps the whole number that it is.
 */

#include <stdbool.h>
#include <stdint.h>

#include "aggregator/paths/path_cost.h"

/* The sum of both; {0} is nothing. */
struct path_amount {
    int64_t whole;
    double rest;    /* 0 where all of it is known */
    bool overflows; /* the whole number does not fit */
};

static inline struct path_amount path_amount_of(int64_t cost)
{
    return (struct path_amount){.whole = cost};
}

static inline struct path_amount path_amount_of_estimate(double estimate)
{
    int64_t whole = path_cost_rounded(estimate);

    return (struct path_amount){.whole = whole, .rest = estimate - (double)whole};
}

static inline struct path_amount path_amount_of_cost(const struct path_cost *cost)
{
    return path_cost_is_exact(cost) ? path_amount_of(cost->least)
                                    : path_amount_of_estimate(cost->estimate);
}

/* As a double, which may lack digits. */
static inline double path_amount_size(struct path_amount amount)
{
    return (double)amount.whole + amount.rest;
}

static inline void path_amount_add(struct path_amount *sum, struct path_amount added)
{
    sum->overflows |= added.overflows || add_overflows(&sum->whole, added.whole);
    sum->rest += added.rest;
}

static inline void path_amount_subtract(struct path_amount *sum, struct path_amount taken)
{
    sum->overflows |= taken.overflows || subtract_overflows(&sum->whole, taken.whole);
    sum->rest -= taken.rest;
}

static inline struct path_amount path_amount_times(struct path_amount amount, double factor)
{
    return factor == 1 ? amount : path_amount_of_estimate(path_amount_size(amount) * factor);
}

/* How many times `whole` it is: 1 where they are the same, to the last digit. */
static inline double path_amount_ratio(struct path_amount amount, int64_t whole)
{
    if (whole == 0)
        return 0;
    return amount.rest == 0 && amount.whole == whole ? 1 : path_amount_size(amount) / (double)whole;
}

/* As much of it as `part` is of `whole`. */
static inline struct path_amount path_amount_part(struct path_amount amount, int64_t part,
                                                  int64_t whole)
{
    if (whole == 0 || part == 0)
        return path_amount_of(0);
    if (amount.rest == 0 && amount.whole == whole)
        return path_amount_of(part);
    return path_amount_times(amount, part == whole ? 1 : (double)part / (double)whole);
}

/*
 * Makes `whole` the whole number at or below the sum, give or take the error of sums, and `rest`
 * what is above it. False where that does not fit.
 */
static inline bool path_amount_floor(struct path_amount *amount)
{
    int64_t moved = path_cost_rounded(amount->rest);

    if ((double)moved > amount->rest + 1e-9)
        moved--;
    amount->overflows |= add_overflows(&amount->whole, moved);
    amount->rest -= (double)moved;
    return !amount->overflows;
}

/*
 * The whole number next to it, of two the one that is farther from 0; the largest there is where it
 * does not fit.
 */
static inline int64_t path_amount_rounded(struct path_amount amount)
{
    int64_t nearly = path_cost_rounded(path_amount_size(amount));

    if (!path_amount_floor(&amount))
        return nearly;
    bool is_up = amount.rest > 0.5 || (amount.rest == 0.5 && amount.whole >= 0);
    return is_up && amount.whole < INT64_MAX ? amount.whole + 1 : amount.whole;
}

#endif
