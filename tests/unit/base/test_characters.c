/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/characters.h"

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

static size_t length_of(const char *string)
{
    return harmless_length(string, string + strlen(string));
}

Test(harmless, is_all_of_ascii_but_its_controls)
{
    for (int c = 0; c < 0x80; c++) {
        char byte = (char)c;
        bool is_control = (c < ' ' && c != '\t') || c == 0x7f;

        cr_expect_eq(harmless_length(&byte, &byte + 1), !is_control, "byte %d", c);
    }
}

Test(harmless, is_a_character_of_unicode)
{
    static const char *const characters[] = {
        "\xc2\xa0", /* U+00A0, the first after the controls */
        "\xc3\xa4",     "\xdf\xbf",     "\xe0\xa0\x80", "\xe2\x89\xa5", /* U+2265 */
        "\xe2\x80\xa7", /* U+2027 and U+202F are next to those that turn the direction */
        "\xe2\x80\xaf", "\xe2\x81\xa5", "\xe2\x81\xaa", "\xf0\x9f\xa6\x80", "\xf4\x8f\xbf\xbf",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(characters); i++) {
        cr_expect_eq(length_of(characters[i]), strlen(characters[i]), "character %zu", i);
    }
}

Test(harmless, is_no_control_of_unicode)
{
    static const char *const characters[] = {
        "\xc2\x80",     "\xc2\x9b",     "\xc2\x9f",     /* U+0080 to U+009F: terminals obey */
        "\xd8\x9c",     "\xe2\x80\x8e", "\xe2\x80\x8f", /* marks of direction */
        "\xe2\x80\xa8", "\xe2\x80\xa9",                 /* ends of lines */
        "\xe2\x80\xaa", "\xe2\x80\xae",                 /* U+202A to U+202E and */
        "\xe2\x81\xa6", "\xe2\x81\xa9",                 /* U+2066 to U+2069 turn the direction */
    };

    for (size_t i = 0; i < ARRAY_LENGTH(characters); i++)
        cr_expect_eq(length_of(characters[i]), 0, "character %zu", i);
}

/* Latin-1: all but its controls, one by one. */
Test(harmless, is_a_byte_that_is_no_utf8)
{
    cr_expect_eq(length_of("\xe4"), 1);
    cr_expect_eq(length_of("\xe4g"), 1);
    cr_expect_eq(length_of("\xff"), 1);
    cr_expect_eq(length_of("\xa0"), 1);
    cr_expect_eq(length_of("\xe2\x89"), 1, "a character that is cut off");
    cr_expect_eq(length_of("\x80"), 0);
    cr_expect_eq(length_of("\x9b"), 0);
    cr_expect_eq(length_of("\x9f"), 0);
}

Test(harmless, reads_no_further_than_the_end)
{
    const char *character = "\xe2\x89\xa5";

    cr_expect_eq(harmless_length(character, character + 2), 1);
    cr_expect_eq(harmless_length(character, character + 3), 3);
}
