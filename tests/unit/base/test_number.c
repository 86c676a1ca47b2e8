/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/number.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/array.h"

Test(number, stops_at_newline)
{
    static const char text[] = "12\n34";
    uint64_t value;

    cr_expect_eq(read_decimal(text, &value), text + 2);
    cr_expect_eq(value, 12);
}

Test(number, leaves_what_is_no_digit)
{
    /* The neighbours of '0' and '9', and what is not ASCII. */
    static const char *const texts[] = {"\n", " 1", "/1", ":1", "-1", "+1", "x", "\xb2"};
    uint64_t value;

    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
        cr_expect_eq(read_decimal(texts[i], &value), texts[i], "'%s' is read", texts[i]);
}

Test(number, reads_safe_digits_exactly)
{
    uint64_t value;

    read_decimal("999999999999999999\n", &value); /* SAFE_DIGITS of them */
    cr_expect_eq(value, UINT64_C(999999999999999999));
}

Test(number, reads_unsigned_numbers)
{
    static const struct {
        const char *text;
        enum number_status status;
        size_t length; /* up to the first byte after it */
        uint64_t value;
    } cases[] = {
        {"0\n", NUMBER_OK, 1, 0},
        {"7 8\n", NUMBER_OK, 1, 7},
        {"007\n", NUMBER_OK, 3, 7},
        {"18446744073709551615\n", NUMBER_OK, 20, UINT64_MAX},
        {"18446744073709551616\n", NUMBER_TOO_LARGE, 20, 0},
        {"18446744073709551620\n", NUMBER_TOO_LARGE, 20, 0}, /* a tenth of it is that of 2^64 - 1 */
        {"99999999999999999999999\n", NUMBER_TOO_LARGE, 23, 0},
        {"0000000000000000000000000001\n", NUMBER_OK, 28, 1},
        {"0x1f\n", NUMBER_OK, 4, 0x1f},
        {"0XaBcDeF\n", NUMBER_OK, 8, 0xabcdef},
        {"0xffffffffffffffff\n", NUMBER_OK, 18, UINT64_MAX},
        {"0x10000000000000000\n", NUMBER_TOO_LARGE, 19, 0},
        {"0x00000000000000000000001\n", NUMBER_OK, 25, 1},
        {"0x1g\n", NUMBER_OK, 3, 1},
        {"0x\n", NUMBER_MISSING, 0, 0},
        {"0xg\n", NUMBER_MISSING, 0, 0},
        {"\n", NUMBER_MISSING, 0, 0},
        {"-1\n", NUMBER_MISSING, 0, 0},
        {"x1\n", NUMBER_MISSING, 0, 0},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const char *text = cases[i].text, *end = NULL;
        uint64_t value = 0;
        enum number_status status = read_number(text, &end, &value);

        cr_expect_eq(status, cases[i].status, "%s", text);
        if (cases[i].status != NUMBER_MISSING)
            cr_expect_eq(end, text + cases[i].length, "%s", text);
        if (cases[i].status == NUMBER_OK)
            cr_expect_eq(value, cases[i].value, "%s is %" PRIu64, text, value);
    }
}

Test(number, reads_signed_numbers)
{
    static const struct {
        const char *text;
        enum number_status status;
        size_t length;
        int64_t value;
    } cases[] = {
        {"7\n", NUMBER_OK, 1, 7},
        {"+7\n", NUMBER_OK, 2, 7},
        {"-7 \n", NUMBER_OK, 2, -7},
        {"-0\n", NUMBER_OK, 2, 0},
        {"-0x10\n", NUMBER_OK, 5, -16},
        {"9223372036854775807\n", NUMBER_OK, 19, INT64_MAX},
        {"9223372036854775808\n", NUMBER_TOO_LARGE, 19, 0},
        {"-9223372036854775808\n", NUMBER_OK, 20, INT64_MIN},
        {"-9223372036854775809\n", NUMBER_TOO_LARGE, 20, 0},
        {"18446744073709551616\n", NUMBER_TOO_LARGE, 20, 0},
        {"-0x8000000000000000\n", NUMBER_OK, 19, INT64_MIN},
        {"-\n", NUMBER_MISSING, 0, 0},
        {"+\n", NUMBER_MISSING, 0, 0},
        {"--1\n", NUMBER_MISSING, 0, 0},
        {"- 1\n", NUMBER_MISSING, 0, 0},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const char *text = cases[i].text, *end = NULL;
        int64_t value = 0;

        cr_expect_eq(read_signed(text, &end, &value), cases[i].status, "%s", text);
        cr_expect_eq(end, text + cases[i].length, "%s", text);
        if (cases[i].status == NUMBER_OK)
            cr_expect_eq(value, cases[i].value, "%s is %" PRIi64, text, value);
    }
}

Test(number, reports_overflow)
{
    int64_t sum = INT64_MAX - 1, product;

    cr_expect_not(add_overflows(&sum, 1));
    cr_expect_eq(sum, INT64_MAX);
    cr_expect(add_overflows(&sum, 1));
    sum = INT64_MIN;
    cr_expect(add_overflows(&sum, -1));
    cr_expect_not(multiply_overflows(2, INT64_MIN / 2, &product));
    cr_expect_eq(product, INT64_MIN);
    cr_expect(multiply_overflows(-1, INT64_MIN, &product));
}
