/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/digits.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t others_one_by_one(const char *at)
{
    uint64_t others = 0;

    for (unsigned i = 0; i < DIGIT_WINDOW; i++)
        if (at[i] < '0' || at[i] > '9')
            others |= UINT64_C(1) << i;
    return others;
}

static void check_others(const char *at, const char *what)
{
    uint64_t expected = others_one_by_one(at);

    cr_expect_eq(find_others(at), expected, "%s: %" PRIx64 ", expected %" PRIx64, what,
                 find_others(at), expected);
    cr_expect_eq(find_others_portably(at), expected, "%s: portably", what);
}

Test(digits, tells_each_byte_at_each_place)
{
    char text[DIGIT_WINDOW + 1], what[64];

    for (unsigned byte = 0; byte < 256; byte++)
        for (unsigned place = 0; place < DIGIT_WINDOW; place++) {
            memset(text, '0' + (int)place % 10, sizeof text);
            text[place] = (char)byte;
            snprintf(what, sizeof what, "byte %u at %u", byte, place);
            check_others(text, what);
        }
}

Test(digits, tells_bytes_beside_each_other)
{
    char text[DIGIT_WINDOW + 16];

    srand(1);
    for (unsigned i = 0; i < 20000; i++) {
        for (size_t j = 0; j < sizeof text; j++)
            text[j] = rand() % 4 == 0 ? (char)rand() : (char)('0' + rand() % 10);
        check_others(text + i % 16, "random bytes");
    }
}

Test(digits, reads_numbers_of_each_length)
{
    static const uint64_t steps[] = {1, 7, 977, 99991, 1234567};
    char text[32];

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        for (uint64_t n = 0, number = 0; n < 3000 && number < 100000000; n++, number += steps[i]) {
            size_t length = (size_t)snprintf(text, sizeof text, "%" PRIu64 " +x99999", number);
            cr_assert_eq(read_digits(text, length - 8), number, "%s", text);
        }
    for (size_t length = 1; length <= MOST_DIGITS; length++)
        cr_expect_eq(read_digits("00000000 ", length), 0);
    cr_expect_eq(read_digits("00001234 ", 8), 1234);
    cr_expect_eq(read_digits("99999999 ", 8), 99999999);
    cr_expect_eq(read_digits("12345678 ", 0), 0);
}

/* Through more than one window, and with more digits together than one has. */
Test(digits, takes_what_is_between)
{
    enum { LENGTH = 3 * DIGIT_WINDOW };
    char text[LENGTH + DIGIT_WINDOW];

    for (unsigned distance = 1; distance < DIGIT_WINDOW; distance++) {
        memset(text, '5', sizeof text);
        for (unsigned i = distance; i < LENGTH; i += distance + 1)
            text[i] = ' ';
        struct other_bytes others = other_bytes_from(text);
        const char *at = text;
        for (unsigned i = distance; i < LENGTH; i += distance + 1) {
            const char *found = other_bytes_take(&others, at);
            cr_assert_eq(found - text, i, "every %u: %td instead of %u", distance, found - text, i);
            at = found + 1;
        }
    }
    memset(text, '5', sizeof text);
    struct other_bytes others = other_bytes_from(text);
    cr_expect_eq(other_bytes_take(&others, text), text, "there is none");
}
