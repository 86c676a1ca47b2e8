/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/wide.h"

static struct wide negative(struct wide number)
{
    struct wide negated = {~number.high, ~number.low + 1};

    negated.high += negated.low == 0;
    return negated;
}

static uint64_t size_of(int64_t number)
{
    return number < 0 ? -(uint64_t)number : (uint64_t)number;
}

/* In halves of 32 bits, as by hand. */
static struct wide multiply(uint64_t a, uint64_t b)
{
    const uint64_t half = UINT32_MAX;
    uint64_t a_high = a >> 32, a_low = a & half, b_high = b >> 32, b_low = b & half;
    uint64_t low = a_low * b_low, cross = a_high * b_low, other = a_low * b_high;
    uint64_t middle = (low >> 32) + (cross & half) + (other & half);

    return (struct wide){
        .high = a_high * b_high + (cross >> 32) + (other >> 32) + (middle >> 32),
        .low = middle << 32 | (low & half),
    };
}

void wide_add(struct wide *sum, struct wide number)
{
    sum->low += number.low;
    sum->high += number.high + (sum->low < number.low);
}

void wide_add_product(struct wide *sum, int64_t a, int64_t b)
{
    struct wide product = multiply(size_of(a), size_of(b));

    if ((a < 0) != (b < 0))
        product = negative(product);
    wide_add(sum, product);
}

double wide_to_double(struct wide number)
{
    const double two_to_64 = 18446744073709551616.0;
    bool is_negative = number.high >> 63 != 0;
    const struct wide size = is_negative ? negative(number) : number;
    double value = (double)size.high * two_to_64 + (double)size.low;

    return is_negative ? -value : value;
}
