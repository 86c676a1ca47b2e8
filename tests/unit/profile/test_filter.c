/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/filter.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/array.h"

Test(filter, matches_expressions)
{
    static const struct {
        const char *expression, *text;
        bool passes;
    } cases[] = {
        {"main", "main", true},  {"ai", "main", true},
        {"^ai", "main", false},  {"^main$", "main", true},
        {"f|g", "big", true},    {"f+", "ff", true},
        {"MAIN", "main", false}, {"!main", "main", false},
        {"!main", "f", true},    {"!^f", "gf", true},
        {"^$", "", true},        {"!^$", "", false},
        {"", "anything", true},  {"operator\\(\\)", "A::operator()", true},
        {"[!]", "a!", true},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct pattern pattern = {0};
        struct error error = {0};

        cr_assert(pattern_set(&pattern, "function", cases[i].expression, &error), "%s", error.text);
        cr_expect_eq(pattern_passes(&pattern, text_of(cases[i].text)), cases[i].passes,
                     "'%s' and '%s'", cases[i].expression, cases[i].text);
        pattern_free(&pattern);
    }
}

Test(filter, lets_all_through_that_was_not_asked_for)
{
    struct filter filter = {0};
    struct error error = {0};
    const struct text none = {0};

    cr_expect(filter_is_empty(&filter));
    cr_expect(filter_passes(&filter, none, none, none));
    cr_assert(pattern_set(&filter.file, "file", "c$", &error));
    cr_expect_not(filter_is_empty(&filter));
    cr_expect(filter_passes(&filter, none, TEXT("a.c"), none));
    cr_expect_not(filter_passes(&filter, TEXT("c"), TEXT("a.h"), TEXT("c")));
    filter_free(&filter);
}

Test(filter, needs_all_three)
{
    struct filter filter = {0};
    struct error error = {0};

    cr_assert(pattern_set(&filter.function, "function", "f", &error));
    cr_assert(pattern_set(&filter.file, "file", "a", &error));
    cr_assert(pattern_set(&filter.object, "object", "!so", &error));
    cr_expect(filter_passes(&filter, TEXT("prog"), TEXT("a.c"), TEXT("f")));
    cr_expect(filter_passes(&filter, (struct text){0}, TEXT("a.c"), TEXT("f")));
    cr_expect_not(filter_passes(&filter, TEXT("x.so"), TEXT("a.c"), TEXT("f")));
    cr_expect_not(filter_passes(&filter, TEXT("prog"), TEXT("b.c"), TEXT("f")));
    cr_expect_not(filter_passes(&filter, TEXT("prog"), TEXT("a.c"), TEXT("g")));
    filter_free(&filter);
}

Test(filter, takes_the_last_expression)
{
    struct pattern pattern = {0};
    struct error error = {0};

    cr_assert(pattern_set(&pattern, "file", "!a", &error));
    cr_assert(pattern_set(&pattern, "file", "a", &error));
    cr_expect(pattern_passes(&pattern, TEXT("a")));
    cr_expect_not(pattern_passes(&pattern, TEXT("b")));
    pattern_free(&pattern);
}

Test(filter, refuses_what_is_no_expression)
{
    struct pattern pattern = {0};
    struct error error = {0};

    cr_expect_not(pattern_set(&pattern, "object", "![a", &error));
    cr_expect_eq(error.kind, ERROR_USAGE);
    cr_expect(strstr(error.text, "--object=![a"), "the message is '%s'", error.text);
    cr_expect(pattern_passes(&pattern, TEXT("anything")));
    pattern_free(&pattern);
}
