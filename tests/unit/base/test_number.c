/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/number.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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

static bool has(const char *list, int64_t number)
{
    struct number_set set = {0};

    cr_assert(number_set_add(&set, text_of(list)), "%s", list);
    bool is_in = number_set_has(&set, number);
    free(set.ranges);
    return is_in;
}

Test(number_set, has_what_is_listed)
{
    static const struct {
        const char *list;
        const char *expected; /* of 0 to 9: 'x' for those in it */
    } cases[] = {
        {"1", ".x........"},     {"0", "x........."},           {"1,3", ".x.x......"},
        {"3,1", ".x.x......"},   {"2-4", "..xxx....."},         {"2-2", "..x......."},
        {"1,3-5", ".x.xxx...."}, {" 1 , 3 - 5 ", ".x.xxx...."}, {"1-3,2-5", ".xxxxx...."},
        {"007", ".......x.."},   {"5-18", ".....xxxxx"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        for (int64_t number = 0; number < 10; number++)
            cr_expect_eq(has(cases[i].list, number), cases[i].expected[number] == 'x', "'%s': %d",
                         cases[i].list, (int)number);
    }
    cr_expect_not(has("0-9", -1)); /* a part without a number */
    cr_expect(has("999999999999999999", 999999999999999999));
}

Test(number_set, is_empty_at_first)
{
    struct number_set set = {0};

    cr_expect_not(number_set_has(&set, 0));
}

Test(number_set, grows)
{
    struct number_set set = {0};

    cr_assert(number_set_add(&set, TEXT("1")));
    cr_assert(number_set_add(&set, TEXT("5-6")));
    cr_expect(number_set_has(&set, 1) && number_set_has(&set, 6));
    cr_expect_not(number_set_has(&set, 4));
    free(set.ranges);
}

Test(number_set, refuses_what_is_no_list)
{
    static const char *const lists[] = {
        "",
        ",",
        "1,",
        ",1",
        "1,,2",
        "x",
        "1x",
        "-",
        "1-",
        "-1",
        "5-3",
        "1-2-3",
        "+1",
        "1.5",
        "0x1",
        "1 2",
        "9999999999999999999",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(lists); i++) {
        struct number_set set = {0};

        cr_expect_not(number_set_add(&set, text_of(lists[i])), "'%s'", lists[i]);
        free(set.ranges);
    }
}

Test(bound, is_rounded_to_the_inside)
{
    static const struct {
        const char *written;
        int64_t total, most, least; /* what is not above the bound, and not below it */
    } cases[] = {
        {"5", 100, 5, 5},
        {"1.5K", 100, 1500, 1500},
        {"50.5", 100, 50, 51},
        {"1.1K", 100, 1100, 1100},
        {"1%", 150, 1, 2},
        {"1%", 200, 2, 2},
        {"0.5%", 150, 0, 1},
        {"0%", 150, 0, 0},
        {"1%", 0, 0, 0},
        {"50%", 1, 0, 1},
        {"100%", INT64_MAX, INT64_MAX, INT64_MAX},
        {"90000%", INT64_MAX, INT64_MAX, INT64_MAX},
        {"0.000001%", 100000000, 1, 1},
        {"0.000001%", 100000001, 1, 2},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct bound bound;

        cr_assert(bound_read(text_of(cases[i].written), &bound), "%s", cases[i].written);
        cr_expect_eq(bound_of(&bound, cases[i].total), cases[i].most, "%s of %" PRIi64,
                     cases[i].written, cases[i].total);
        cr_expect_eq(bound_least(&bound, cases[i].total), cases[i].least, "%s of %" PRIi64,
                     cases[i].written, cases[i].total);
    }
}

/* A product that is whole but for what doubles leave out is not rounded down to less. */
Test(bound, counts_in_units)
{
    static const struct {
        const char *written;
        int64_t unit, figure;
    } cases[] = {
        {"0.29", 100, 29},        {"0.299", 100, 29},
        {"0.07", 100, 7},         {"1.1", 10, 11},
        {"0.35", 20, 7},          {"0.1", 3, 0},
        {"1.5K", 20, 30000},      {"123456789.12", 100000, 12345678912000},
        {"1.999999", 1000, 1999}, {"1.5", 1, 1},
        {"0", 1000, 0},           {"1G", INT64_C(10000000000), INT64_MAX},
        {"1.5%", 100, 1500000},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct bound bound;

        cr_assert(bound_read(text_of(cases[i].written), &bound), "%s", cases[i].written);
        bound = bound_in_units(bound, cases[i].unit);
        cr_expect_eq(bound.figure, cases[i].figure, "%s of %" PRIi64 ": %" PRIi64, cases[i].written,
                     cases[i].unit, bound.figure);
    }
}
