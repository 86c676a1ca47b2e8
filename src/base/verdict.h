/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_VERDICT_H
#define QUERN_BASE_VERDICT_H

/* What became of a limit: a value, which is decided in one place and shown in others. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct verdict {
    struct text limit;    /* as typed */
    struct text function; /* the one that it is about, of "each"; or empty */
    struct text file;     /* where that is defined */
    bool is_exceeded;
    int64_t value;
    int64_t bound; /* the largest count that is not above the limit */
    bool is_ratio; /* then it is about these instead: */
    double ratio, ratio_bound;
};

struct verdict_list {
    const struct verdict *items;
    size_t count;
};

#endif
