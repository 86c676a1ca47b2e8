/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_NUMBER_H
#define QUERN_BASE_NUMBER_H

/*
 * Numbers as profiles write them, read in place. The bytes read must be followed by
 * one that is not a digit, such as the '\n' that ends every line: that stops the loops.
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* This many decimal digits always fit into 64 bits, and into 63. */
enum { SAFE_DIGITS = 18 };

/*
 * Reads the decimal number at `at` and returns the first byte after it, or `at`
 * itself if there is no digit. More than SAFE_DIGITS digits may have overflowed:
 * the caller looks at the distance. Where there are many, digits.h is faster.
 */
static inline const char *read_decimal(const char *at, uint64_t *value)
{
    uint64_t sum = 0;
    unsigned digit;

    while ((digit = (unsigned)(unsigned char)*at - '0') <= 9) {
        sum = sum * 10 + digit;
        at++;
    }
    *value = sum;
    return at;
}

enum number_status { NUMBER_OK, NUMBER_MISSING, NUMBER_TOO_LARGE };

/*
 * Reads a decimal or, after "0x", a hexadecimal number of up to 64 bits. *end is the
 * first byte after all its digits, also when it is too large.
 */
enum number_status read_number(const char *at, const char **end, uint64_t *value);

/* The same with an optional sign, as a signed number of 64 bits. */
enum number_status read_signed(const char *at, const char **end, int64_t *value);

/* *sum += value; true when the sum does not fit, and then *sum is not to be used. */
static inline bool add_overflows(int64_t *sum, int64_t value)
{
    return __builtin_add_overflow(*sum, value, sum);
}

/* *difference -= value; likewise. */
static inline bool subtract_overflows(int64_t *difference, int64_t value)
{
    return __builtin_sub_overflow(*difference, value, difference);
}

/* Without its sign; at most INT64_MAX. */
static inline int64_t magnitude(int64_t value)
{
    return value >= 0 ? value : value == INT64_MIN ? INT64_MAX : -value;
}

/* A number that has the place among its like that a double has among doubles: 0 of 0. */
static inline int64_t in_order_of_doubles(double value)
{
    int64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits >= 0 ? bits : INT64_MIN - bits;
}

/* *product = factor * value; true when it does not fit. */
static inline bool multiply_overflows(int64_t factor, int64_t value, int64_t *product)
{
    return __builtin_mul_overflow(factor, value, product);
}

#endif
