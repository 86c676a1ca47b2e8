/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_NUMBER_H
#define QUERN_BASE_NUMBER_H

/* Numbers: reading them, sets of them, bounds, and sums that need 128 bits. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

/*
 * Numbers are read in place, as profiles write them. The bytes read must be followed by one that is
 * not a digit, such as the '\n' that ends every line: that stops the loops.
 */

/* The number of decimal digits that always fit into 64 bits, and into 63. */
enum { SAFE_DIGITS = 18 };

/*
 * Reads the decimal number at `at` and returns the first byte after it, or `at` itself if there is
 * no digit. More than SAFE_DIGITS digits may have overflowed: the caller checks the distance. For
 * many numbers, digits.h is faster.
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

/* Reads a signed number of 64 bits in the same way, with an optional sign. */
enum number_status read_signed(const char *at, const char **end, int64_t *value);

/* *sum += value. True if the sum does not fit; then *sum must not be used. */
static inline bool add_overflows(int64_t *sum, int64_t value)
{
    return __builtin_add_overflow(*sum, value, sum);
}

/* *difference -= value. True if the difference does not fit; then it must not be used. */
static inline bool subtract_overflows(int64_t *difference, int64_t value)
{
    return __builtin_sub_overflow(*difference, value, difference);
}

/* Compares for qsort(): below 0, 0 or above 0. */
static inline int number_compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Compares items of an array of numbers. */
static inline int numbers_compare(const void *a, const void *b)
{
    return number_compare(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* Works like add_overflows(), but saturates a sum that does not fit. */
static inline bool add_saturated(int64_t *sum, int64_t value)
{
    if (!add_overflows(sum, value))
        return false;
    *sum = value < 0 ? INT64_MIN : INT64_MAX;
    return true;
}

static inline bool subtract_saturated(int64_t *difference, int64_t value)
{
    if (!subtract_overflows(difference, value))
        return false;
    *difference = value < 0 ? INT64_MAX : INT64_MIN;
    return true;
}

/* Returns the part in percent of the whole; 0 if the whole is 0. */
static inline double percent_of(int64_t part, int64_t whole)
{
    return part == 0 || whole == 0 ? 0 : (double)part * 100.0 / (double)whole;
}

/* Returns the value without its sign, at most INT64_MAX. */
static inline int64_t magnitude(int64_t value)
{
    return value >= 0 ? value : value == INT64_MIN ? INT64_MAX : -value;
}

/* Returns an integer that sorts as the double does; 0 for 0. */
static inline int64_t in_order_of_doubles(double value)
{
    int64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits >= 0 ? bits : INT64_MIN - bits;
}

/* *product = factor * value. True if it does not fit. */
static inline bool multiply_overflows(int64_t factor, int64_t value, int64_t *product)
{
    return __builtin_mul_overflow(factor, value, product);
}

/* A set of numbers, as typed in "1,3-5". */

/* {0} is the empty set. Free with free(set.ranges). */
struct number_set {
    struct number_range {
        int64_t first, last;
    } * ranges;
    size_t count, capacity;
};

/* Adds all numbers in the list. False if the text is not such a list. */
bool number_set_add(struct number_set *set, struct text text);

bool number_set_has(const struct number_set *set, int64_t number);

/* A bound is a figure to compare others with: "1.2G", "1000", or a share, "5%". */

enum bound_kind {
    BOUND_COUNT,   /* "1.2G": K, M, G and T are powers of 1000 */
    BOUND_PERCENT, /* "5%": of a total */
};

struct bound {
    enum bound_kind kind;
    int64_t figure; /* a count, or millionths of a percent */
    double number;  /* the same with all its digits; a share is in percent */
};

/*
 * Reads a bound. The text must be followed by a byte that cannot belong to a number, such as NUL.
 * False if it is not a bound, a count does not fit into 64 bits, or a share is above 90,000 %.
 */
bool bound_read(struct text text, struct bound *bound);

/*
 * Converts a bound in a unit of `unit` counts to a bound for counts. A count that is whole except
 * for the imprecision of doubles is rounded to nearest, others are rounded down.
 */
struct bound bound_in_units(struct bound bound, int64_t unit);

/*
 * Returns the largest count allowed by the bound for this total; the other one returns the
 * smallest.
 */
int64_t bound_of(const struct bound *bound, int64_t total);
int64_t bound_least(const struct bound *bound, int64_t total);

/* Returns the nearest whole number, saturated to 64 bits. */
int64_t number_nearest(double number);

/*
 * Rounds amounts to whole numbers that add up to the sum: first to the nearest, then those with the
 * largest rounding errors by one more, as many as it takes. If one did not fit into 64 bits, the
 * rest goes to the largest. Negated amounts and sum give negated results.
 */
void number_round_to_sum(const double *amounts, size_t count, int64_t sum, int64_t *rounded);

#endif
