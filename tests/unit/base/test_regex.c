/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/regex.h"

#include <criterion/criterion.h>
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
