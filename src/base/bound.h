/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_BOUND_H
#define QUERN_BASE_BOUND_H

/* A figure that others are compared with: "1.2G", "1000", or a share, "5%". */

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum bound_kind {
    BOUND_COUNT,   /* "1.2G": K, M, G and T are powers of 1000 */
    BOUND_PERCENT, /* "5%": of a total */
};

struct bound {
    enum bound_kind kind;
    int64_t figure; /* a count, or millionths of a percent */
    double number;  /* the same with all its digits; of a share in percent */
};

/*
 * Reads one. A byte that cannot belong to a number must follow the text, such as NUL. False for
 * what is not one, and for counts of more than 64 bits and above 90,000 %.
 */
bool bound_read(struct text text, struct bound *bound);

/* The largest count that is not above the bound, and the smallest that is not below it, for this
   total. */
int64_t bound_of(const struct bound *bound, int64_t total);
int64_t bound_least(const struct bound *bound, int64_t total);

#endif
