/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/screen.h"

#include <criterion/criterion.h>

#include "base/array.h"

/* Of a screen of ten columns and three rows. */
static const struct {
    const char *text;
    bool fits;
} cases[] = {
    {"", true},
    {"a\nb\nc\n", true},
    {"a\nb\nc\nd\n", false},
    {"a\nb\nc\nd", false},
    {"\n\n\n", true},
    {"\n\n\n\n", false},
    {"1234567890\nb\nc\n", true},
    {"12345678901\nb\n", true},
    {"12345678901\nb\nc\n", false},
    {"123456789012345678901234567890\n", true},
    {"1234567890123456789012345678901\n", false},
    {"1234567890123456789012345678901", false},
    {"\x1b[1;31m1234567890\x1b[0m\nb\nc\n", true},
    {"\xe2\x94\x9c\xe2\x94\x80 4567890\nb\nc\n", true},
    {"\xe2\x94\x9c\xe2\x94\x80 45678901\nb\nc\n", false},
    {"1\t90\nb\nc\n", true},
    {"1\t901\nb\nc\n", false},
};

Test(screen, has_rows_for_so_much)
{
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct screen screen = screen_begin(3, 10);
        cr_expect_eq(screen_fits(&screen, text_of(cases[i].text)), cases[i].fits, "%s",
                     cases[i].text);
    }
}

/* A text may come in pieces that end anywhere, also within a character. */
Test(screen, takes_pieces)
{
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct screen screen = screen_begin(3, 10);
        bool fits = true;
        for (const char *at = cases[i].text; *at != '\0'; at++)
            fits = screen_fits(&screen, (struct text){at, 1});
        cr_expect_eq(fits, cases[i].fits, "%s", cases[i].text);
    }
}
