/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/regex.h"

/* Returns why an expression is not taken; "" where it is. */
static const char *refusal(const char *expression)
{
    const char *reason = NULL;
    struct regex *regex = regex_compile(expression, false, &reason);

    if (regex == NULL)
        return reason;
    regex_free(regex);
    return "";
}

Test(regex_syntax, tells_mistakes_apart)
{
    static const char parenthesis[] = "'(' without ')'", bracket[] = "'[' without ']'";
    static const char times[] = "what follows '{' is no number of times";
    static const char nothing[] = "nothing to be repeated before '*', '+', '?' or '{'";
    static const char range[] = "a range in '[' and ']' ends before it begins";
    static const char hyphen[] = "in '[' and ']' a '-' must come first or last, or make a range";
    static const char reference[] = "extended expressions have no back-references such as '\\1'";
    static const struct {
        const char *expression, *reason;
    } cases[] = {
        {"a(b", parenthesis},
        {"((a)", parenthesis},
        {"[a", bracket},
        {"[", bracket},
        {"[^", bracket},
        {"[]", bracket},
        {"[a-", bracket},
        {"[[:alpha:", bracket},
        {"[[:", bracket},
        {"[[.a", bracket},
        {"a{", times},
        {"a{2", times},
        {"a{2,1}", times},
        {"a{x}", times},
        {"a{}", times},
        {"a{32768}", "what follows '{' is more than 32767 times"},
        {"a{0,99999999999}", "what follows '{' is more than 32767 times"},
        {"a|*", nothing},
        {"(+a)", nothing},
        {"^*", nothing},
        {"\\b{2}", nothing},
        {"{5}", nothing},
        {"[z-a]", range},
        {"[a-[:alpha:]]", range},
        {"[a-c-e]", hyphen},
        {"[[:alpha:]-z]", hyphen},
        {"[[:letter:]]", "unknown class of characters"},
        {"[[.space.]]", "unknown collating element"},
        {"a\\", "nothing after '\\'"},
        {"(a)\\1", reference},
        {"\\9", reference},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_str_eq(refusal(cases[i].expression), cases[i].reason, "%s: %s",
                         cases[i].expression, refusal(cases[i].expression));
}

Test(regex_syntax, refuses_too_many_copies)
{
    static const char *const expressions[] = {
        "(a{1,255}){1,255}",
        "a{32767}{32767}",
        "a{32767}",
        "(a{101}){101}",
        "((a{30}){30}b){30}",
        "(a{9000}|b{9000}){2}",
        "a{9000}b{9000}",
        "(a?){9000}",
        "a{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}",
        "(()a){10100}",
        "((a{255}{255}|b{255}{255}",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(expressions); i++)
        cr_expect_str_eq(refusal(expressions[i]), "its repeats make more than 10000 copies",
                         "%s: %s", expressions[i], refusal(expressions[i]));
}

Test(regex_syntax, takes_what_is_not_too_much)
{
    static const char *const expressions[] = {
        "a{99}{99}",
        "a{10000}",
        "(a{0,99}){40}",
        "^.{1,255}::",
        "(\\bfoo\\b ?){9}",
        "a++++++++++++++++++++++++++++++++++++++++",
        "((((a+)+)+)+)+",
        "a**********????????",
        "[{]300}[{]300}[{]300}",
        "[]{300}]{300}",
        "[[:alpha:]{300}[.{.]{300}]{300}",
        "a\\{30000}\\{30000}",
        "(){32767}{32767}",
        "a{0}{32767}",
        "",
        "()",
        "a||b",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(expressions); i++)
        cr_expect_str_eq(refusal(expressions[i]), "", "%s: %s", expressions[i],
                         refusal(expressions[i]));
}

/* As a list of names is that a script wrote. */
Test(regex_syntax, takes_a_long_list)
{
    enum { COUNT = 5000 };
    static const char name[] = "|^name_of_a_function[0-9]+$";
    char *list = calloc(COUNT, sizeof name);

    cr_assert_not_null(list);
    for (size_t i = 0; i < COUNT; i++)
        memcpy(list + i * strlen(name), name, sizeof name);
    cr_expect_str_eq(refusal(list + 1), "");
    free(list);
}

/* Returns an expression of `count` copies of `begin`, an 'a', and as many of `end`. */
static char *nested(const char *begin, const char *end, size_t count)
{
    char *expression = calloc(count, strlen(begin) + strlen(end) + 2), *at = expression;

    cr_assert_not_null(expression);
    for (size_t i = 0; i < count; i++)
        at = stpcpy(at, begin);
    at = stpcpy(at, "a");
    for (size_t i = 0; i < count; i++)
        at = stpcpy(at, end);
    return expression;
}

Test(regex_syntax, bounds_how_deep_groups_and_repeats_are_nested)
{
    static const struct {
        const char *begin, *end;
        size_t most;
    } cases[] = {{"(", ")", 1000}, {"", "*", 1000}, {"(", "*)", 500}, {"(", ")*", 500}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *deep = nested(cases[i].begin, cases[i].end, cases[i].most);
        char *too_deep = nested(cases[i].begin, cases[i].end, cases[i].most + 1);
        cr_expect_str_eq(refusal(deep), "");
        cr_expect_str_eq(refusal(too_deep), "it is nested more than 1000 deep");
        free(deep);
        free(too_deep);
    }
}
