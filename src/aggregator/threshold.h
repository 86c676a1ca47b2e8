/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_THRESHOLD_H
#define QUERN_AGGREGATOR_THRESHOLD_H

/* How many of the ranked rows are shown: until they make up enough of the total. */

#include <stdbool.h>
#include <stddef.h>

struct ranking;

/*
 * Of one sort key. Sums of costs serve for a share alone, and may pass 64 bits on the way, with
 * negative costs still to come: hence long double.
 */
struct threshold {
    double percent;    /* reached when the rows so far make up this share; INFINITY: never */
    long double total; /* what it is a share of */
    bool is_alone; /* rows contain one another, as inclusive costs do: a row counts by itself, and
                      the threshold is reached where it has at most the rest of 100 % */
    bool by_size;  /* the total is the sum of the rows' keys, which are sizes of changes */
};

/*
 * The number of rows until every threshold is reached, one for each key of the ranking, but no more
 * than `most`. Sorts these rows, after ranking_sort_begin(), and leaves the rest; or finds all
 * sorted. Of a total of 0 everything is 0 %, except that changes, whose sizes are then all 0, are
 * 100 %.
 */
size_t threshold_count(struct ranking *ranking, const struct threshold *thresholds, size_t most);

#endif
