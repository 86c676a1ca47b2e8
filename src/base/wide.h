/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_WIDE_H
#define QUERN_BASE_WIDE_H

/* Sums of products of 64-bit numbers, exact in 128 bits; C17 has no type for that. */

#include <stdbool.h>
#include <stdint.h>

/* A signed number, two's complement. {0} is 0. */
struct wide {
    uint64_t high, low;
};

/* *sum += a * b. The caller sees to it that the sum stays below 2^127. */
void wide_add_product(struct wide *sum, int64_t a, int64_t b);

/* *sum += number; likewise. */
void wide_add(struct wide *sum, struct wide number);

static inline bool wide_is_zero(struct wide number)
{
    return number.high == 0 && number.low == 0;
}

/* Exact up to 2^53, else within one unit in the last place. */
double wide_to_double(struct wide number);

#endif
