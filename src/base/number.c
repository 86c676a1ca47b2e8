/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/array.h"

static int hexadecimal_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static enum number_status read_hexadecimal(const char *at, const char **end, uint64_t *value)
{
    enum number_status status = NUMBER_MISSING;
    uint64_t sum = 0;
    int digit;

    for (; (digit = hexadecimal_digit(*at)) >= 0; at++) {
        if (sum > UINT64_MAX / 16)
            status = NUMBER_TOO_LARGE;
        else if (status == NUMBER_MISSING)
            status = NUMBER_OK;
        sum = sum * 16 + (uint64_t)digit;
    }
    *end = at;
    *value = sum;
    return status;
}

/* Reads a decimal number that has more digits than are safe. */
static enum number_status read_long_decimal(const char *at, const char *end, uint64_t *value)
{
    uint64_t sum = 0;

    for (; at < end; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (sum > (UINT64_MAX - digit) / 10)
            return NUMBER_TOO_LARGE;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return NUMBER_OK;
}

enum number_status read_number(const char *at, const char **end, uint64_t *value)
{
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        return read_hexadecimal(at + 2, end, value);
    *end = read_decimal(at, value);
    if (*end == at)
        return NUMBER_MISSING;
    return *end - at > SAFE_DIGITS ? read_long_decimal(at, *end, value) : NUMBER_OK;
}

enum number_status read_signed(const char *at, const char **end, int64_t *value)
{
    bool is_negative = *at == '-';
    uint64_t size;
    enum number_status status = read_number(at + (*at == '-' || *at == '+'), end, &size);

    if (status == NUMBER_MISSING)
        *end = at;
    if (status != NUMBER_OK)
        return status;
    if (size > (uint64_t)INT64_MAX + is_negative)
        return NUMBER_TOO_LARGE;
    /* The largest negative number has no positive counterpart. */
    *value = !is_negative ? (int64_t)size : size == 0 ? 0 : -(int64_t)(size - 1) - 1;
    return NUMBER_OK;
}

static bool read_whole(struct text word, int64_t *number)
{
    uint64_t sum;

    if (word.length == 0 || word.length > SAFE_DIGITS ||
        read_decimal(word.at, &sum) != word.at + word.length)
        return false;
    *number = (int64_t)sum;
    return true;
}

bool number_set_add(struct number_set *set, struct text text)
{
    struct text word;

    while (text_cut(&text, ',', &word)) {
        struct number_range range;
        struct text first;
        text_cut(&word, '-', &first);
        if (!read_whole(text_trim(first), &range.first))
            return false;
        range.last = range.first;
        if (word.at != NULL && !read_whole(text_trim(word), &range.last))
            return false;
        if (range.last < range.first)
            return false;
        ARRAY_ADD(set->ranges, set->count, set->capacity, range);
    }
    return true;
}

bool number_set_has(const struct number_set *set, int64_t number)
{
    for (size_t i = 0; i < set->count; i++)
        if (number >= set->ranges[i].first && number <= set->ranges[i].last)
            return true;
    return false;
}

/* The number of significant decimals of a percentage. */
enum { SHARE_DECIMALS = 6, SHARE_UNIT = 1000000 };

/* The largest share for which share_of() cannot overflow. */
static const int64_t LARGEST_SHARE = INT64_C(90000) * SHARE_UNIT;

/* Appends a decimal digit: 0 to 9. */
static bool append_digit(int64_t *number, int digit)
{
    if (*number > (INT64_MAX - digit) / 10)
        return false;
    *number = *number * 10 + digit;
    return true;
}

/* Returns the power of ten of a bound's suffix, or -1 if it is not one. */
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

/* Returns a power of ten, which is exact up to 10^22. */
static double power_of_ten(int exponent)
{
    double power = 1;

    while (exponent-- > 0)
        power *= 10;
    return power;
}

static struct text cut_digits(struct text *text)
{
    struct text digits = {text->at, 0};

    while (digits.length < text->length && is_digit(text->at[digits.length]))
        digits.length++;
    *text = text_skip(*text, digits.length);
    return digits;
}

/*
 * Reads "1.2G", "1000" or "5%" by shifting the decimal point. Decimals that remain cannot matter
 * for whole numbers.
 */
bool bound_read(struct text text, struct bound *bound)
{
    struct text whole = cut_digits(&text), fraction = {0};

    *bound = (struct bound){.kind = BOUND_COUNT};
    if (text.length != 0 && text.at[0] == '.') {
        text = text_skip(text, 1);
        fraction = cut_digits(&text);
    }
    int exponent = bound_exponent(text, &bound->kind);
    if (exponent < 0 || whole.length + fraction.length == 0)
        return false;
    bound->number = strtod(whole.at, NULL); /* stops at the suffix */
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

struct bound bound_in_units(struct bound bound, int64_t unit)
{
    const double most = 0x1p63;

    if (bound.kind == BOUND_COUNT && unit != 1) {
        bound.number *= (double)unit;
        bound.figure = bound.number < most ? (int64_t)(bound.number + 0.5) : INT64_MAX;
        if (bound.number < most &&
            (double)bound.figure - bound.number > 2 * DBL_EPSILON * bound.number)
            bound.figure--;
    }
    return bound;
}

/*
 * Returns a share of a total, given in millionths of a percent, rounded down, saturated on
 * overflow.
 */
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
    if (bound->kind == BOUND_PERCENT)
        return magnitude(share_of(-total, bound->figure));
    bool has_fraction = bound->number - (double)bound->figure > 2 * DBL_EPSILON * bound->number;
    return bound->figure + (has_fraction && bound->figure != INT64_MAX);
}

int64_t number_nearest(double number)
{
    if (number >= (double)INT64_MAX || number <= -(double)INT64_MAX)
        return number > 0 ? INT64_MAX : -INT64_MAX;
    return (int64_t)(number < 0 ? number - 0.5 : number + 0.5);
}

/* A rounded amount and its rounding error. */
struct rounding {
    double missing, size;
    size_t place;
};

static int by_missing(const void *a, const void *b)
{
    const struct rounding *left = a, *right = b;

    if (left->missing != right->missing)
        return left->missing > right->missing ? -1 : 1;
    if (left->size != right->size)
        return left->size > right->size ? -1 : 1;
    return number_compare(left->place, right->place);
}

void number_round_to_sum(const double *amounts, size_t count, int64_t sum, int64_t *rounded)
{
    const double most = 9.2e18; /* larger values could not be added in 64 bits */
    struct rounding *order = memory_alloc(count, sizeof *order);
    int64_t left = sum;

    for (size_t i = 0; i < count; i++) {
        rounded[i] = fabs(amounts[i]) < most ? number_nearest(amounts[i]) : 0;
        left = (int64_t)((uint64_t)left - (uint64_t)rounded[i]);
    }
    /*
     * Measures rounding errors in the direction of the remainder, so that a change and its opposite
     * are treated alike.
     */
    for (size_t i = 0; i < count; i++) {
        double missing = amounts[i] - (double)rounded[i];
        order[i] = (struct rounding){left < 0 ? -missing : missing, fabs(amounts[i]), i};
    }
    if (left != 0)
        ARRAY_SORT(order, count, by_missing);
    bool is_of_rounding = left <= (int64_t)count && left >= -(int64_t)count;
    for (size_t i = 0; i < count && is_of_rounding && left != 0 && order[i].missing > 0; i++) {
        int64_t step = left < 0 ? -1 : 1;
        rounded[order[i].place] += step;
        left -= step;
    }
    /* The remainder came from an amount that is too large to be rounded. */
    size_t largest = 0;
    for (size_t i = 1; i < count; i++)
        if (fabs(amounts[i]) > fabs(amounts[largest]))
            largest = i;
    if (count != 0)
        rounded[largest] = (int64_t)((uint64_t)rounded[largest] + (uint64_t)left);
    free(order);
}
