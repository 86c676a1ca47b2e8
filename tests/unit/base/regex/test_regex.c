/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/regex.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static struct regex *compiled(const char *expression, bool ignores_case)
{
    const char *reason;
    struct regex *regex = regex_compile(expression, ignores_case, &reason);

    cr_assert_not_null(regex, "%s: %s", expression, reason);
    return regex;
}

static bool finds(const char *expression, bool ignores_case, const char *text)
{
    struct regex *regex = compiled(expression, ignores_case);
    const bool is_found = regex_finds(regex, text_of(text));

    cr_expect_eq(regex_find_all(regex, text_of(text)), is_found, "%s in '%s'", expression, text);
    regex_free(regex);
    return is_found;
}

/* Of each line the expression is found in the first text, and not in the second one. */
Test(regex, finds_what_extended_expressions_of_posix_say)
{
    static const struct {
        const char *expression, *with, *without;
    } cases[] = {
        {"^(a|bc)+$", "abca", "abcab"},
        {"^a.c$",
         "a\xc3"
         "c",
         "a\xc3\xa9"
         "c"},
        {"a{2}b", "aab", "ab"},
        {"^a{,2}$", "aa", "aaa"},
        {"^a{2,3}$", "aaa", "a"},
        {"^a{2,}$", "aaaa", "a"},
        {"^(a{0})b", "b", "ab"},
        {"[]a]x", "]x", "bx"},
        {"[^]a]x", "bx", "]x"},
        {"[a-c-]$", "-", "d"},
        {"[[.-.]-/]", ".", "0"},
        {"[[=a=]b]", "a", "c"},
        {"^[[:alpha:]_][[:alnum:]]*$", "_a1", "1a"},
        {"[[:punct:]]", "a`", "a b"},
        {"[[:cntrl:]]", "\x7f", "\x80"},
        {"a||b", "c", NULL},
        {"(|a)b", "b", "a"},
        {"a$|^b", "ba", "ab"},
        {"a^b|a$b", NULL, "ab"},
        {"\\(\\*\\.", "(*.", "(a."},
        {"a)", "a)", "a"},
        {"\\d", "d", "5"},
        {"\\<b\\w*\\>", "a bc-", "abc"},
        {"\\bb", "a-b", "ab"},
        {"\\Bb", "ab", "a b"},
        {"\\`a\\'", "a", "ba"},
        {"\\W\\s\\S", "- -", "a -"},
        {"", "", NULL},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        if (cases[i].with != NULL)
            cr_expect(finds(cases[i].expression, false, cases[i].with), "%s", cases[i].expression);
        if (cases[i].without != NULL)
            cr_expect_not(finds(cases[i].expression, false, cases[i].without), "%s",
                          cases[i].expression);
    }
}

Test(regex, may_ignore_case)
{
    cr_expect(finds("^ab", true, "ABC"));
    cr_expect(finds("^[A-B]b$", true, "aB"));
    cr_expect_not(finds("[^a]", true, "A"));
    cr_expect(finds("[[:upper:]]", true, "a"));
    cr_expect_not(finds("^ab", false, "ABC"));
}

Test(regex, takes_a_nul_byte_as_any_other)
{
    struct regex *regex = compiled("a.b$", false);

    cr_expect(regex_finds(regex, TEXT("\0a\0b")));
    cr_expect_not(regex_finds(regex, TEXT("a\0b\0")));
    cr_expect_not(regex_finds(regex, (struct text){0}));
    regex_free(regex);
}

/* The first group, or the whole match if there is none, of the first match from a byte on. */
Test(regex, gives_matches_from_a_place_on)
{
    static const struct {
        const char *expression, *text;
        size_t from, begin, end;
    } cases[] = {
        {"x(y*)", "axyyb", 0, 2, 4},
        {"(a)", "banana", 0, 1, 2},
        {"(a)", "banana", 2, 3, 4},
        {"(a)", "banana", 6, REGEX_NOWHERE, 0},
        {"(a)", "banana", 7, REGEX_NOWHERE, 0},
        {"^(a)", "aa", 0, 0, 1},
        {"^(a)", "aa", 1, REGEX_NOWHERE, 0},
        {"(a)$", "aba", 1, 2, 3},
        {"(x*)", "axb", 1, 1, 2},
        {"(x*)", "axb", 2, 2, 2},
        {"(x*)", "axb", 3, 3, 3},
        {"b(x)?|(^a)", "b", 0, REGEX_NOWHERE, REGEX_NOWHERE},
        {"\\<(b)", "ab", 1, REGEX_NOWHERE, 0},
        {"\\<(b)", "a b", 1, 2, 3},
        {"a|a.*(b)", "aab", 0, 2, 3},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct regex *regex = compiled(cases[i].expression, false);
        struct regex_span spans[2] = {{0}, {REGEX_NOWHERE, 0}};
        const bool is_found = regex_find_all(regex, text_of(cases[i].text)) &&
                              regex_next_match(regex, cases[i].from, 2, spans);
        cr_expect(is_found || cases[i].begin == REGEX_NOWHERE);
        cr_expect(spans[1].begin == cases[i].begin && spans[1].end == cases[i].end,
                  "%s in %s from %zu: %zd to %zd", cases[i].expression, cases[i].text,
                  cases[i].from, (ssize_t)spans[1].begin, (ssize_t)spans[1].end);
        regex_free(regex);
    }
}

/* Where glibc differs it is said; POSIX has parts be as long as they can be from left to right. */
Test(regex, finds_groups_as_posix_says)
{
    static const struct {
        const char *expression, *text;
        size_t begins[4], ends[4]; /* of the match and of its groups */
    } cases[] = {
        {"(a|ab)(c|bcd)(d*)", "abcd", {0, 0, 2, 3}, {4, 2, 3, 4}}, /* glibc: a, bcd, nothing */
        {"(a|aa)*$", "aaaa", {0, 2}, {4, 4}},                      /* glibc: 3 to 4 */
        {"((a)|b)*", "ab", {0, 1, -1}, {2, 2, -1}},                /* glibc: the last is 0 to 1 */
        {"(a*)*", "b", {0, 0}, {0, 0}},
        {"(a*)*", "aa", {0, 0}, {2, 2}},
        {"(a*)+", "b", {0, 0}, {0, 0}},
        {"(a|b)*", "-", {0, -1}, {0, -1}},
        {"(a*){2}", "aa", {0, 2}, {2, 2}},
        {"(a){2,3}", "aaaa", {0, 2}, {3, 3}},
        {"(.*)::(.*)", "a::b::c", {0, 0, 6}, {7, 4, 7}},
        {"a*(a*)", "aa", {0, 2}, {2, 2}},
        {"(a*)(ab)*(b*)", "abc", {0, 0, -1, 1}, {2, 1, -1, 2}},
        {"(x){0}(a)", "a", {0, -1, 0}, {1, -1, 1}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct regex *regex = compiled(cases[i].expression, false);
        struct regex_span spans[4];
        const size_t n_spans = regex_n_groups(regex) + 1;
        cr_assert(regex_find_all(regex, text_of(cases[i].text)) &&
                  regex_next_match(regex, 0, n_spans, spans));
        for (size_t group = 0; group < n_spans; group++)
            cr_expect(spans[group].begin == cases[i].begins[group] &&
                          spans[group].end == cases[i].ends[group],
                      "%s in %s: \\%zu is %zd to %zd", cases[i].expression, cases[i].text, group,
                      (ssize_t)spans[group].begin, (ssize_t)spans[group].end);
        regex_free(regex);
    }
}

/* What would take time that grows with the square of a text runs into the time limit. */
Test(regex, takes_time_linear_in_the_text, .timeout = 60)
{
    static const char *const expressions[] = {
        "[a-z]+::x", "(a*)*b",    "(.*)(.*)(.*)x", "(a|aa)*$",      "(.*)(.*)(.*)",
        "a|a.*b",    "(a|a.*b)*", "(a|(aa)+)*",    "(a|a*b|a*){3}", "\\b(a+)+(-|\\B)",
    };
    enum { LENGTH = 1000 * 1000 };
    char *text = malloc(LENGTH);

    cr_assert_not_null(text);
    memset(text, 'a', LENGTH);
    for (size_t i = 0; i < ARRAY_LENGTH(expressions); i++) {
        struct regex *regex = compiled(expressions[i], false);
        struct regex_span spans[4];
        size_t from = 0;
        if (regex_find_all(regex, (struct text){text, LENGTH}))
            while (regex_next_match(regex, from, regex_n_groups(regex) + 1, spans)) {
                cr_assert(spans[0].begin >= from && spans[0].end >= spans[0].begin);
                from = spans[0].end + (spans[0].end == spans[0].begin);
            }
        regex_free(regex);
    }
    free(text);
}

/* More states than may be kept: all are forgotten, again and again, without harm. */
Test(regex, bounds_its_memory)
{
    enum { LENGTH = 20000 };
    struct regex *regex = compiled("(a|b)*a(a|b){300}c", false);
    char *text = malloc(LENGTH);
    unsigned random = 1;

    cr_assert_not_null(text);
    for (size_t i = 0; i < LENGTH; i++) {
        random = random * 1103515245 + 12345;
        text[i] = "ab"[random >> 20 & 1];
    }
    cr_expect_not(regex_finds(regex, (struct text){text, LENGTH}));
    text[LENGTH - 302] = 'a';
    text[LENGTH - 1] = 'c';
    cr_expect(regex_finds(regex, (struct text){text, LENGTH}));
    free(text);
    regex_free(regex);
}
