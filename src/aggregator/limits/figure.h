/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LIMITS_FIGURE_H
#define QUERN_AGGREGATOR_LIMITS_FIGURE_H

/* What limits are held against: figures, how they add up and how far above a bound they are. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/metric.h"
#include "base/error.h"
#include "base/verdict.h"
#include "profile/ratios.h"

struct bound;
struct costs;
struct events;
struct limit;

/* What the figures of a limit are. */
struct measure {
    const struct limit *limit;
    const struct events *events;
    struct metric metric;
};

/* A figure, and the old profile's; 0 without one. */
struct figure {
    int64_t fresh, old;                  /* of a sum */
    struct ratio fresh_ratio, old_ratio; /* of a ratio: what has been added up */
    bool is_exact;                       /* none of it is a lower bound */
};

/* What is compared, and with what. */
struct comparison {
    struct limited fresh, old;   /* the figure, and of growth the old one */
    struct limited value, bound; /* what is compared, and the largest that is not above the limit */
    int64_t excess;              /* in the order of the excesses, and above 0 where there is one */
    bool is_exact;
    bool is_missing; /* there is no such ratio, or was none */
};

bool measure_is_ratio(const struct measure *measure);

/*
 * The metric's event in a row of cost; for growth `costs` is the change from `old`. False when it
 * does not fit into 64 bits.
 */
bool figure_read(struct figure *figure, const struct measure *measure, const struct costs *costs,
                 const struct costs *old, size_t row, struct error *error);

/* A number of calls, by how much it has changed and what it was. */
struct figure figure_of_calls(int64_t change, int64_t old);

/* Of ratios what they are made of is added up. False when a sum does not fit into 64 bits. */
bool figure_add(struct figure *sum, const struct figure *figure, const struct measure *measure,
                struct error *error);

/*
 * Holds a figure, or how it has grown, against the limit's bound: a share is one of `total`, which
 * is the program's, or of growth one of the old figure. Ratios grow by points.
 */
bool figure_compare(struct comparison *comparison, const struct figure *figure,
                    const struct figure *total, const struct measure *measure, struct error *error);

/*
 * Whether a figure has grown by less than `least`, of what `total` was: of a ratio that of what is
 * divided.
 */
bool figure_is_small(const struct figure *figure, const struct figure *total,
                     const struct measure *measure, const struct bound *least);

/* Whether a comparison is not undone by what a lower bound leaves open: of a ratio anything. */
bool comparison_is_sure(const struct comparison *comparison, const struct measure *measure);

#endif
