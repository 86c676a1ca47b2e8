/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_SPREAD_H
#define QUERN_BASE_SPREAD_H

/* The spread of figures over several runs, and how much of a change is beyond it. */

#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"

/* The least and the most of several figures. */
struct spread {
    int64_t least, most;
};

static inline void spread_include(struct spread *spread, int64_t figure)
{
    if (figure < spread->least)
        spread->least = figure;
    if (figure > spread->most)
        spread->most = figure;
}

/*
 * Sets *counted to the part of a change to `new_value` that is beyond the spread: the distance
 * above the most or, negative, below the least; else 0. True if it does not fit.
 */
static inline bool spread_count_overflows(const struct spread *spread, int64_t current,
                                          int64_t *counted)
{
    *counted = 0;
    if (current >= spread->least && current <= spread->most)
        return false;
    *counted = current;
    return subtract_overflows(counted, current > spread->most ? spread->most : spread->least);
}

#endif
