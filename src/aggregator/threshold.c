/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/threshold.h"

#include <stdlib.h>

#include "aggregator/rank.h"
#include "base/arena.h"

/* How far one threshold has been reached. */
struct reach {
    long double sum, total;
};

static long double sum_of_keys(const struct ranking *ranking, size_t key)
{
    long double sum = 0;

    for (size_t i = 0; i < ranking->count; i++)
        sum += (long double)ranking->keys[i * ranking->n_keys + key];
    return sum;
}

static bool is_reached(const struct reach *reach, const struct threshold *threshold)
{
    double share = threshold->by_size ? 100 : 0; /* of a total of 0 */

    if (reach->total != 0)
        share = (double)(reach->sum * 100 / reach->total);
    return share >= threshold->percent;
}

/* Takes a row into account; -1 is a cost that was not given. */
static void advance(struct reach *reach, const struct threshold *threshold, int64_t key)
{
    long double cost = key == -1 ? 0 : (long double)key;

    reach->sum = threshold->is_alone ? reach->total - cost : reach->sum + cost;
}

size_t threshold_count(struct ranking *ranking, const struct threshold *thresholds, size_t most)
{
    struct reach *reach = memory_alloc(ranking->n_keys, sizeof *reach);
    size_t count = 0;

    for (size_t i = 0; i < ranking->n_keys; i++)
        reach[i].total = thresholds[i].by_size ? sum_of_keys(ranking, i) : thresholds[i].total;
    for (; count < ranking->count && count < most; count++) {
        size_t n_reached = 0;
        for (size_t i = 0; i < ranking->n_keys; i++)
            n_reached += is_reached(&reach[i], &thresholds[i]);
        if (n_reached == ranking->n_keys)
            break;
        ranking_sort_first(ranking, count + 1);
        for (size_t i = 0; i < ranking->n_keys; i++)
            advance(&reach[i], &thresholds[i], ranking->items[count].keys[i]);
    }
    free(reach);
    return count;
}
