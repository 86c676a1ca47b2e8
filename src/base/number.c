/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number.h"

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

/* A decimal number of more digits than are safe: exact, or too large. */
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
