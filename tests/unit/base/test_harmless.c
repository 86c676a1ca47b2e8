/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/harmless.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/array.h"

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
