/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/regex_excess.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/regex.h"

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
