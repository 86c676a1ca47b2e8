/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/utf8.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/array.h"

static size_t decode(const char *bytes, size_t size, uint32_t *character)
{
    return utf8_decode(bytes, bytes + size, character);
}

Test(utf8, decodes_the_first_and_the_last_character_of_each_length)
{
    static const struct {
        const char *bytes;
        size_t length;
        uint32_t character;
    } cases[] = {
        {"\x01", 1, 0x01},
        {"A", 1, 'A'},
        {"\x7f", 1, 0x7f},
        {"\xc2\x80", 2, 0x80},
        {"\xc3\xa9", 2, 0xe9},
        {"\xdf\xbf", 2, 0x7ff},
        {"\xe0\xa0\x80", 3, 0x800},
        {"\xe2\x89\xa5", 3, 0x2265},
        {"\xed\x9f\xbf", 3, 0xd7ff},
        {"\xee\x80\x80", 3, 0xe000},
        {"\xef\xbf\xbd", 3, 0xfffd},
        {"\xef\xbf\xbf", 3, 0xffff},
        {"\xf0\x90\x80\x80", 4, 0x10000},
        {"\xf4\x8f\xbf\xbf", 4, 0x10ffff},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        uint32_t character = 0;
        cr_expect_eq(decode(cases[i].bytes, strlen(cases[i].bytes), &character), cases[i].length,
                     "case %zu", i);
        cr_expect_eq(character, cases[i].character, "case %zu", i);
    }
}

Test(utf8, decodes_a_nul)
{
    uint32_t character = 1;

    cr_expect_eq(decode("", 1, &character), 1);
    cr_expect_eq(character, 0);
}

Test(utf8, takes_no_more_than_one_character)
{
    uint32_t character;

    cr_expect_eq(decode("AB", 2, &character), 1);
    cr_expect_eq(decode("\xc3\xa9\xc3\xa9", 4, &character), 2);
    cr_expect_eq(character, 0xe9);
}

Test(utf8, refuses_what_is_not_one)
{
    static const char *const cases[] = {
        "\x80",             /* the middle of a character */
        "\xbf\xbf",         /* likewise */
        "\xc0\x80",         /* longer than needed */
        "\xc1\xbf",         /* likewise */
        "\xe0\x9f\xbf",     /* likewise */
        "\xf0\x8f\xbf\xbf", /* likewise */
        "\xed\xa0\x80",     /* half of a pair of UTF-16 */
        "\xed\xbf\xbf",     /* likewise */
        "\xf4\x90\x80\x80", /* above the last character */
        "\xf5\x80\x80\x80", /* likewise */
        "\xf8\x88\x80\x80", /* five bytes */
        "\xff\xff\xff\xff", /* never in UTF-8 */
        "\xc3"
        "A", /* broken off */
        "\xe2\x89"
        "A", /* likewise */
        "\xf0\x90\x80"
        "A",         /* likewise */
        "\xe9t\xe9", /* Latin-1 */
    };
    uint32_t character;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(decode(cases[i], strlen(cases[i]), &character), 0, "case %zu", i);
}

Test(utf8, does_not_read_past_the_end)
{
    static const char *const cases[] = {"\xc3\xa9", "\xe2\x89\xa5", "\xf4\x8f\xbf\xbf"};
    uint32_t character;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        for (size_t size = 1; size < strlen(cases[i]); size++)
            cr_expect_eq(decode(cases[i], size, &character), 0, "case %zu, %zu bytes", i, size);
}
