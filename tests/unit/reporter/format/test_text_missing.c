/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <criterion/criterion.h>

#include "base/array.h"
#include "unit/reporter/format/hand_made.h"

#define RULE "--------------------------------------------------------------------------------\n"
#define LONG_NAME "/a/path/to/a/file/of/sixty/characters/in/all/of/its/parts.cc"

static char *format_missing(const struct text *names, size_t count,
                            const struct format_options *options)
{
    const struct hand_made_section section = {
        .section = {.kind = SECTION_MISSING, .names = {names, count}}};

    return hand_made_write_section(&section, format_text, options);
}

Test(format_text_missing, are_all_listed_where_that_is_wanted)
{
    const struct text names[] = {TEXT("a.c"), TEXT("b\x1b[2J.c")};
    const struct format_options options = {.lists_missing = true};

    expect_text(format_missing(names, 2, &options),
                RULE "The following files chosen for auto-annotation could not be found:\n" RULE
                     "  a.c\n  b\\x1b[2J.c\n\n");
}

/* At least the first is named, and as many as fit; without a width those of 80 columns. */
Test(format_text_missing, are_reported_in_one_line)
{
    static const struct text few[] = {{"a.c", 3}, {"b\x1b[2J.c", 7}};
    static const struct text many[] = {{LONG_NAME, 60}, {"a.c", 3}, {"b.c", 3}};
    static const struct {
        const struct text *names;
        size_t count, width;
        const char *expected;
    } cases[] = {
        {few, 1, 0, "1 source was not found: a.c\n\n"},
        {few, 2, 0, "2 sources were not found: a.c, b\\x1b[2J.c\n\n"},
        {few, 2, 41, "2 sources were not found: a.c, b\\x1b[2J.c\n\n"},
        {few, 2, 40, "2 sources were not found: a.c, and 1 more: see --wide\n\n"},
        {many, 1, 20, "1 source was not found: " LONG_NAME "\n\n"},
        {many, 3, 0, "3 sources were not found: " LONG_NAME ", and 2 more: see --wide\n\n"},
        {many, 3, 96, "3 sources were not found: " LONG_NAME ", a.c, b.c\n\n"},
        {many, 3, 95, "3 sources were not found: " LONG_NAME ", and 2 more: see --wide\n\n"},
        {many, 3, 200, "3 sources were not found: " LONG_NAME ", a.c, b.c\n\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct format_options options = {.width = cases[i].width};
        expect_text(format_missing(cases[i].names, cases[i].count, &options), cases[i].expected);
    }
}
