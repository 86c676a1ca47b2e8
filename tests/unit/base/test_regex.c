/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/regex.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static struct regex *compiled(const char *expression, bool ignores_case)
{
    struct error error = {0};
    struct regex *regex = regex_compile(expression, ignores_case, &error);

    cr_assert_not_null(regex, "%s: %s", expression, error.text);
    return regex;
}

static bool finds(const char *expression, bool ignores_case, struct text text)
{
    struct regex *regex = compiled(expression, ignores_case);
    struct error error = {0};
    bool is_found = regex_finds(regex, text);

    cr_expect(regex_check(regex, &error), "%s: %s", expression, error.text);
    regex_free(regex);
    return is_found;
}

/* Each expression is found in the first text and not in the second, as when quern had its own. */
Test(regex, finds_what_it_found_before_pcre2)
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
        {"^a{2,3}$", "aaa", "a"},
        {"^a{2,}$", "aaaa", "a"},
        {"^(a{0})b", "b", "ab"},
        {"[]a]x", "]x", "bx"},
        {"[^]a]x", "bx", "]x"},
        {"[a\\\\]x", "\\x", "bx"},
        {"^[[:alpha:]_][[:alnum:]]*$", "_a1", "1a"},
        {"[[:punct:]]", "a`", "a b"},
        {"[[:cntrl:]]", "\x7f", "\x80"},
        {"[[:alpha:]]", "a", "\xc3\xa9"},
        {"a||b", "c", NULL},
        {"(|a)b", "b", "a"},
        {"a$|^b", "ba", "ab"},
        {"a^b|a$b", NULL, "ab"},
        {"a$", "a", "a\n"},
        {"^a.b$", "a\nb", "ab"},
        {"\\(\\*\\.", "(*.", "(a."},
        {"\\<b\\w*\\>", "a bc-", "abc"},
        {"[\\\\<]b\\>", "<b c", "b c"},
        {"[[:alpha:]<]\\<b", "<b", "ab"},
        {"\\\\<b", "\\<b", "b"},
        {"\\bb", "a-b", "ab"},
        {"\\Bb", "ab", "a b"},
        {"\\W\\s\\S", "- -", "a -"},
        {"^\\s$", "\v", "\xa0"},
        {"", "", NULL},
        {"operator{}", "operator{}", "operator"}, /* this and the following were refused */
        {"(.)\\1", "abb", "aba"},
        {"(?i)AB", "ab", "ba"},
        {"a(?!b)", "ac", "ab"},
        {"^(?:a+?)+b", "aab", "b"},
        {"(?<name>a)(?P=name)", "aa", "ab"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        if (cases[i].with != NULL)
            cr_expect(finds(cases[i].expression, false, text_of(cases[i].with)), "%s",
                      cases[i].expression);
        if (cases[i].without != NULL)
            cr_expect_not(finds(cases[i].expression, false, text_of(cases[i].without)), "%s",
                          cases[i].expression);
    }
}

Test(regex, may_ignore_case)
{
    cr_expect(finds("^ab", true, TEXT("ABC")));
    cr_expect(finds("^[A-B]b$", true, TEXT("aB")));
    cr_expect_not(finds("[^a]", true, TEXT("A")));
    cr_expect(finds("[[:upper:]]", true, TEXT("a")));
    cr_expect_not(finds("^ab", false, TEXT("ABC")));
}

Test(regex, takes_a_nul_byte_as_any_other)
{
    cr_expect(finds("a.b$", false, TEXT("\0a\0b")));
    cr_expect_not(finds("a.b$", false, TEXT("a\0b\0")));
    cr_expect_not(finds("a.b$", false, (struct text){0}));
}

Test(regex, substitutes)
{
    static const struct {
        const char *expression, *text, *replacement, *result;
    } cases[] = {
        {"x(y*)", "axyyb", "<${1}>", "a<yy>b"},
        {"(a)", "banana", "${1}${0}", "baanaanaa"},
        {"^(a)", "aa", "$$", "$a"},
        {"(x*)", "axb", "-", "-a--b-"},
        {"b(x)?|(^a)", "b", "[${1}]", "[]"},
        {"\\<(b)", "ab b", "c", "ab c"},
        {"(a|ab)c?", "abc", "", "bc"},
        {"z", "abc", "y", "abc"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct regex *regex = compiled(cases[i].expression, false);
        char text[20], result[20];
        const struct regex_replacement replacement = {strcpy(text, cases[i].replacement), true};
        size_t size = sizeof result;
        cr_assert(regex_substitute(regex, text_of(cases[i].text), &replacement, result, &size));
        cr_expect_str_eq(result, cases[i].result, "%s", cases[i].expression);
        cr_expect_eq(size, strlen(cases[i].result));
        size = strlen(cases[i].result);
        cr_expect_not(regex_substitute(regex, text_of(cases[i].text), &replacement, result, &size));
        struct error error = {0};
        cr_expect(regex_check(regex, &error), "%s", error.text);
        regex_free(regex);
    }
}

/* What would mean something else, or different things to different versions of PCRE2. */
Test(regex, refuses_what_would_change_its_meaning)
{
    static const struct {
        const char *expression, *hint;
    } cases[] = {
        {"\\`a", "\\A"},
        {"a\\'", "\\z"},
        {"a\\Kb", "(?<=X)"},
        {"\\Qa.b\\E", "a backslash before each"},
        {"[\\d]", "[:digit:]"},
        {"[a\\]x]", "\\\\"},
        {"[^]\\w]", "[:alnum:]"},
        {"[[:alpha:]\\.]", "\\\\"},
        {"a{,3}", "{0,N}"},
        {"a{,}", "{0,N}"},
        {"a++", "(?:X)"},
        {"(a){2,}+b", "(?:X)"},
        {"a?+", "(?:X)"},
        {"[[.a.]]", "collating"},
        {"[[=a=]]", "collating"},
        {"[[:name:]]", "class"},
        {"a**", "quantifier"},
        {"*a", "quantifier"},
        {"a)", "parenthesis"},
        {"(a", "parenthesis"},
        {"[a", "]"},
        {"a\\", "\\"},
        {"(*UTF)a", "UTF"},
        {"(*UCP)a", "UCP"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct error error = {0};
        cr_expect_null(regex_compile(cases[i].expression, false, &error), "%s",
                       cases[i].expression);
        cr_expect(strstr(error.text, cases[i].hint), "%s: %s", cases[i].expression, error.text);
    }
}

/* A match that is given up is an error until the end, and no answer. */
Test(regex, remembers_that_a_match_was_given_up)
{
    static const struct text name = {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 40};
    struct regex *regex = compiled("(a+)+[bc]", false);
    struct error error = {0};

    cr_expect(regex_finds(regex, TEXT("aab")));
    cr_expect(regex_check(regex, &error));
    cr_expect_not(regex_finds(regex, name));
    cr_expect_not(regex_finds(regex, TEXT("aab")));
    cr_expect_not(regex_check(regex, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect_str_eq(error.text, "'(a+)+[bc]' cannot be matched with a name of 40 bytes: it takes "
                                 "more than 10,000,000 steps");
    regex_free(regex);
}

/* A stack of its own is limited for compiled expressions, the heap for interpreted ones. */
Test(regex, gives_up_where_a_match_needs_too_much_memory)
{
    enum { LENGTH = 4 * 1000 * 1000 };
    struct regex *regex = compiled("^(ab|a|b)*$", false);
    struct error error = {0};
    char *name = malloc(LENGTH);

    cr_assert_not_null(name);
    memset(name, 'b', LENGTH);
    cr_expect_not(regex_finds(regex, (struct text){name, LENGTH}));
    cr_expect_not(regex_check(regex, &error));
    cr_expect(strstr(error.text, "a name of 4000000 bytes: it needs more than 20 MB of memory"),
              "%s", error.text);
    regex_free(regex);
    free(name);
}
