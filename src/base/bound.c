/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/bound.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/number.h"

/* How many digits after the point of a percentage count. */
enum { SHARE_DECIMALS = 6, SHARE_UNIT = 1000000 };

/* So large that a share of a total cannot overflow in share_of(). */
static const int64_t LARGEST_SHARE = INT64_C(90000) * SHARE_UNIT;

/* Appends a decimal digit: 0 to 9. */
static bool append_digit(int64_t *number, int digit)
{
    if (*number > (INT64_MAX - digit) / 10)
        return false;
    *number = *number * 10 + digit;
    return true;
}

/* The power of ten that a bound's suffix stands for; -1 for what is not a suffix. */
static int bound_exponent(struct text suffix, enum bound_kind *kind)
{
    static const char suffixes[] = "KMGT";

    if (suffix.length == 0)
        return 0;
    if (suffix.length != 1)
        return -1;
    if (suffix.at[0] == '%') {
        *kind = BOUND_PERCENT;
        return SHARE_DECIMALS;
    }
    for (int i = 0; suffixes[i] != '\0'; i++)
        if (suffix.at[0] == suffixes[i])
            return 3 * (i + 1);
    return -1;
}

/* Exact up to 10^22. */
static double power_of_ten(int exponent)
{
    double power = 1;

    while (exponent-- > 0)
        power *= 10;
    return power;
}

/*
 * "1.2G", "1000" or "5%": the digits with the point moved. What is after it then cannot matter to
 * figures that are whole numbers.
 */
bool bound_read(struct text text, struct bound *bound)
{
    struct text whole = text, fraction = {0};
    size_t n_digits = 0;

    *bound = (struct bound){.kind = BOUND_COUNT};
    while (n_digits < text.length && is_digit(text.at[n_digits]))
        n_digits++;
    whole.length = n_digits;
    text = text_skip(text, n_digits);
    if (text.length != 0 && text.at[0] == '.') {
        fraction = text_skip(text, 1);
        for (n_digits = 0; n_digits < fraction.length && is_digit(fraction.at[n_digits]);)
            n_digits++;
        text = text_skip(fraction, n_digits);
        fraction.length = n_digits;
    }
    int exponent = bound_exponent(text, &bound->kind);
    if (exponent < 0 || whole.length + fraction.length == 0)
        return false;
    bound->number = strtod(whole.at, NULL); /* up to the suffix, which ends every number */
    if (bound->kind == BOUND_COUNT)
        bound->number *= power_of_ten(exponent);
    for (size_t i = 0; i < whole.length; i++)
        if (!append_digit(&bound->figure, whole.at[i] - '0'))
            return false;
    for (size_t i = 0; i < (size_t)exponent; i++)
        if (!append_digit(&bound->figure, i < fraction.length ? fraction.at[i] - '0' : 0))
            return false;
    return bound->kind == BOUND_COUNT || bound->figure <= LARGEST_SHARE;
}

/* A share of a total, in millionths of a percent, rounded down; the largest count on overflow. */
static int64_t share_of(int64_t total, int64_t share)
{
    const int64_t unit = INT64_C(100) * SHARE_UNIT;
    int64_t quotient = total / unit, rest = total % unit * share;

    if (share != 0 && quotient > INT64_MAX / share - 1)
        return INT64_MAX;
    if (share != 0 && quotient < 1 - INT64_MAX / share)
        return INT64_MIN;
    return quotient * share + rest / unit - (rest % unit < 0);
}

int64_t bound_of(const struct bound *bound, int64_t total)
{
    return bound->kind == BOUND_PERCENT ? share_of(total, bound->figure) : bound->figure;
}

int64_t bound_least(const struct bound *bound, int64_t total)
{
    return bound->kind == BOUND_PERCENT ? magnitude(share_of(-total, bound->figure))
                                        : bound->figure;
}
