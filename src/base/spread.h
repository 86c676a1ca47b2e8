/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_SPREAD_H
#define QUERN_BASE_SPREAD_H

/* How far figures of several runs lie apart, and what counts of a change beside that. */

#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"

/* The least and the most of figures of one thing. */
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
 * Sets *counted to what counts of a change to `fresh` from figures that lie apart: how far it is
 * above the most of them or, below 0, below the least; else 0. True when it does not fit.
 */
static inline bool spread_count_overflows(const struct spread *spread, int64_t fresh,
                                          int64_t *counted)
{
    *counted = 0;
    if (fresh >= spread->least && fresh <= spread->most)
        return false;
    *counted = fresh;
    return subtract_overflows(counted, fresh > spread->most ? spread->most : spread->least);
}

#endif
