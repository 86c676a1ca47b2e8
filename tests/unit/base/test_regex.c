/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/regex.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

Test(regex, is_a_posix_extended_one)
{
    regex_t regex;
    char reason[100];

    cr_assert(regex_compile(&regex, "^(a|bc)+$", REG_NOSUB, reason, sizeof reason), "%s", reason);
    cr_expect(regex_finds(&regex, "abca", 0, NULL, 0));
    cr_expect_not(regex_finds(&regex, "abcab", 0, NULL, 0));
    cr_expect_not(regex_finds(&regex, "", 0, NULL, 0));
    regfree(&regex);
}

Test(regex, takes_flags)
{
    regex_t regex;
    char reason[100];

    cr_assert(regex_compile(&regex, "^ab", REG_ICASE, reason, sizeof reason), "%s", reason);
    cr_expect(regex_finds(&regex, "ABC", 0, NULL, 0));
    cr_expect_not(regex_finds(&regex, "ABC", 0, NULL, REG_NOTBOL));
    regfree(&regex);
}

Test(regex, says_where_its_groups_are)
{
    regex_t regex;
    regmatch_t groups[2];
    char reason[100];

    cr_assert(regex_compile(&regex, "x(y*)", 0, reason, sizeof reason), "%s", reason);
    cr_assert(regex_finds(&regex, "axyyb", 2, groups, 0));
    cr_expect_eq(groups[0].rm_so, 1);
    cr_expect_eq(groups[1].rm_so, 2);
    cr_expect_eq(groups[1].rm_eo, 4);
    regfree(&regex);
}

Test(regex, goes_on_from_a_place_in_the_text)
{
    static const struct {
        const char *expression, *text;
        size_t from;
        int begin, end; /* of the first group; -1: not found */
    } cases[] = {
        {"(a)", "banana", 0, 1, 2},     {"(a)", "banana", 2, 3, 4}, {"(a)", "banana", 6, -1, -1},
        {"^(a)", "aa", 0, 0, 1},        {"^(a)", "aa", 1, -1, -1},  {"(a)$", "aba", 1, 2, 3},
        {"(x*)", "axb", 1, 1, 2},       {"(x*)", "axb", 2, 2, 2},   {"(x*)", "axb", 3, 3, 3},
        {"b(x)?|(^a)", "b", 0, -1, -1},
#ifdef REG_STARTEND
        {"\\<(b)", "ab", 1, -1, -1},    {"\\<(b)", "a b", 1, 2, 3},
#endif
    };
    char reason[100];

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        regex_t regex;
        regmatch_t groups[2] = {{-1, -1}, {-1, -1}};

        cr_assert(regex_compile(&regex, cases[i].expression, 0, reason, sizeof reason));
        regex_finds_from(&regex, text_of(cases[i].text), cases[i].from, 2, groups);
        cr_expect(groups[1].rm_so == cases[i].begin && groups[1].rm_eo == cases[i].end,
                  "%s in %s from %zu: %d to %d", cases[i].expression, cases[i].text, cases[i].from,
                  (int)groups[1].rm_so, (int)groups[1].rm_eo);
        regfree(&regex);
    }
}

Test(regex, fails_with_a_reason)
{
    regex_t regex;
    char reason[100] = "", cut[5];

    cr_expect_not(regex_compile(&regex, "a(b", 0, reason, sizeof reason));
    cr_expect_gt(strlen(reason), 4, "'%s'", reason);
    cr_expect_not(regex_compile(&regex, "a(b", 0, cut, sizeof cut));
    cr_expect_eq(strlen(cut), sizeof cut - 1);
}

/* The same with any C library. */
Test(regex, tells_mistakes_apart)
{
    static const struct {
        const char *expression, *reason;
    } cases[] = {
        {"a(b", "'(' without ')', or the other way round"},
        {"[a", "'[' without ']'"},
        {"a{2", "what follows '{' is no number of times"},
        {"a{2,1}", "what follows '{' is no number of times"},
        {"a|*", "nothing to be repeated before '*', '+', '?' or '{'"},
        {"[z-a]", "a range in '[' and ']' ends before it begins"},
        {"[[:letter:]]", "unknown class of characters"},
        {"a\\", "nothing after '\\'"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        regex_t regex;
        char reason[100] = "";
        cr_assert_not(regex_compile(&regex, cases[i].expression, 0, reason, sizeof reason));
        cr_expect_str_eq(reason, cases[i].reason, "%s: %s", cases[i].expression, reason);
    }
}

/* Whether the expression is taken; `reason` says why not, and is "" where it is. */
static bool is_taken(const char *expression, char reason[100])
{
    regex_t regex;
    bool is_compiled = regex_compile(&regex, expression, REG_NOSUB, reason, 100);

    if (is_compiled) {
        reason[0] = '\0';
        regfree(&regex);
    }
    return is_compiled;
}

Test(regex_excess, refuses_too_many_copies)
{
    static const char *const expressions[] = {
        "a{32767}{32767}",
        "a{255}{256}",
        "a{256}{255}b",
        "(a{300}){300}",
        "((a{41}){41}b){41}",
        "(a{32767}|b{32767}){2}",
        "a{32767}b{32767}",
        "([{]{300}){300}",
        "([]{]{300}){300}",
        "([^]{]{300}){300}",
        "([[:alpha:]{]{300}){300}",
        "(\\{{300}){300}",
        "a{2,}{255}{255}",
        "a{255}{1,}{255}",
        "a{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}{2}",
        "(()){40000}",
        "((a{255}{255}|b{255}{255}",
    };
    char reason[100];

    for (size_t i = 0; i < ARRAY_LENGTH(expressions); i++) {
        cr_expect_not(is_taken(expressions[i], reason), "%s", expressions[i]);
        cr_expect_str_eq(reason, "its repeats make more than 65025 copies", "%s: %s",
                         expressions[i], reason);
    }
}

Test(regex_excess, refuses_too_many_copies_of_what_may_match_nothing)
{
    static const char *const expressions[] = {
        "a{0,32767}",
        "a{1,502}",
        "a{,501}",
        "(a?){32000}",
        "(a*|b*){32000}",
        "a?{501}",
        "a*{255}{255}",
        "(^$){25}",
        "(\\b){25}",
        "(|a){501}",
        "(){501}",
        "a++++++++++++++++++++",
        "a+*+*+*+*+*+*+*+*+*",
        "a{1,}{1,}{1,}{1,}{1,}{1,}{1,}{1,}{1,}{1,}",
    };
    char reason[100];

    for (size_t i = 0; i < ARRAY_LENGTH(expressions); i++) {
        cr_expect_not(is_taken(expressions[i], reason), "%s", expressions[i]);
        cr_expect_str_eq(reason, "its repeats make more than 500 copies of what may match nothing",
                         "%s: %s", expressions[i], reason);
    }
}

Test(regex_excess, takes_what_the_c_library_can_bear)
{
    static const char *const expressions[] = {
        "a{255}{255}",
        "(a{255}){255}",
        "x(a{255}){255}y",
        "a{255}{255}|b",
        "a{32767}b{32000}",
        "a{0,500}",
        "^.{1,255}::",
        "(a{0,7}b?){9}",
        "a{300,}",
        "a++++",
        "(\\bfoo\\b ?){9}",
        "\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b",
        "((((a+)+)+)+)+",
        "a**********????????",
        "[{]300}[{]300}[{]300}",
        "[{300}]{300}",
        "[]{300}]{300}",
        "[[:alpha:]{300}[.{.]{300}]{300}",
        "a\\{300}\\{300}\\{300}",
        "\\({300}",
        "a{0}",
        "",
        "()",
        "a||b",
    };
    char reason[100];

    for (size_t i = 0; i < ARRAY_LENGTH(expressions); i++)
        cr_expect(is_taken(expressions[i], reason), "%s: %s", expressions[i], reason);
}

/* As a list of names is that a script wrote. */
Test(regex_excess, takes_a_long_list)
{
    enum { COUNT = 5000 };
    static const char name[] = "|^name_of_a_function[0-9]+$";
    char *list = calloc(COUNT, sizeof name), reason[100];

    cr_assert_not_null(list);
    for (size_t i = 0; i < COUNT; i++)
        memcpy(list + i * strlen(name), name, sizeof name);
    cr_expect(is_taken(list + 1, reason), "%s", reason);
    free(list);
}

Test(regex_excess, bounds_how_deep_groups_are_nested)
{
    enum { MOST = 1000 };
    char nested[2 * (MOST + 1) + 1] = "", reason[100];

    memset(nested, '(', MOST);
    memset(nested + MOST, ')', MOST);
    cr_expect(is_taken(nested, reason), "%s", reason);
    memset(nested, '(', MOST + 1);
    memset(nested + MOST + 1, ')', MOST + 1);
    cr_expect_not(is_taken(nested, reason));
    cr_expect_str_eq(reason, "its groups are nested more than 1000 deep");
}

Test(regex_excess, leaves_mistakes_to_the_c_library)
{
    static const char *const expressions[] = {
        "a{", "a{1", "a{2,1}", "a{x}", "{5}", "*", "[a", "[[:alpha:", "(a{3}", "\\",
    };
    char reason[100];

    for (size_t i = 0; i < ARRAY_LENGTH(expressions); i++) {
        cr_expect_not(is_taken(expressions[i], reason), "%s", expressions[i]);
        cr_expect_null(strstr(reason, "its repeats"), "%s: %s", expressions[i], reason);
    }
}
