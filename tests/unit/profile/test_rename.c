/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/compare/compare.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(rename, .init = temporary_enter, .fini = temporary_leave);

/* The profile under other names, as parsed_show() gives it; the caller frees it. */
static char *show_renamed(const char *profile, enum renamed what, const char *const expressions[],
                          size_t count, unsigned shown)
{
    struct parsed parsed;
    struct renaming renaming = {0};
    struct error error = {0};
    char *text;

    parsed_read(&parsed, profile);
    for (size_t i = 0; i < count; i++)
        cr_assert(renaming_add(&renaming, what, expressions[i], &error), "%s", error.text);
    cr_assert(profile_rename(&parsed.profile, &renaming, &error), "%s", error.text);
    text = parsed_show(&parsed, shown);
    renaming_free(&renaming);
    parsed_free(&parsed);
    return text;
}

Test(rename, substitutes)
{
    static const struct {
        const char *expression, *name, *expected;
    } cases[] = {
        {"s/a/b/", "banana", "bbnana"},
        {"s/a/b/g", "banana", "bbnbnb"},
        {"s/A/b/", "banana", "banana"},
        {"s/A/b/i", "banana", "bbnana"},
        {"s/A/b/gi", "banana", "bbnbnb"},
        {"s/A/b/ig", "banana", "bbnbnb"},
        {"s/a//g", "banana", "bnn"},
        {"s|/usr/||", "x/usr/y", "xy"},
        {"s/\\/usr\\///", "x/usr/y", "xy"},
        {"s,a\\,b,c,", "a,b", "c"},
        {"s/(.)(.)/\\2\\1/", "xy", "yx"},
        {"s/an/<\\0>/g", "banana", "b<an><an>a"},
        {"s/a(x)?/[\\1]/", "ab", "[]b"},
        {"s/a/\\\\/", "a", "\\"},
        {"s/a/&/", "a", "&"},
        {"s/^a/x/g", "aaa", "xaa"},
        {"s/$/!/", "a", "a!"},
        {"s/x*/-/", "abc", "-abc"},
        {"s/x*/-/g", "abc", "-a-b-c-"},
        {"s/<.*>//", "f<int>(x)", "f(x)"},
        {"s/.*/one/", "anything", "one"},
        {"s/a|b/c/g", "abc", "ccc"},
        {"s/x*/-/g", "baaxc", "-b-a-a--c-"},
        {"s/$/!/g", "ab", "ab!"},
        {"s/^/!/g", "ab", "!ab"},
        {"s/(^|:)a/x/g", "aa:aa", "xaxa"},
        {"s/nothing/x/", "it's", "it's"},
        {"s/t's/x/", "it's", "ix"}, /* no level and no context: one name */
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char profile[100], expected[100], *text;

        snprintf(profile, sizeof(profile), "events: A\nfl=a\nfn=%s\n1 1\n", cases[i].name);
        snprintf(expected, sizeof(expected), "self a:%s = 1\n", cases[i].expected);
        text = show_renamed(profile, RENAME_FUNCTIONS, &cases[i].expression, 1, SHOW_SELF);
        cr_expect_str_eq(text, expected, "%s: %s", cases[i].expression, text);
        free(text);
    }
}

Test(rename, forgets_objects_whose_names_become_empty)
{
    static const char profile[] = "events: A\nfl=a\nfn=f\n1 1\ncob=o\ncfn=g\ncalls=1 1\n1 2\n"
                                  "ob=o\nfn=f\n1 10\nfn=g\n1 2\nob=p\nfn=g\n1 5\n";
    static const char *const expression[] = {"s/o//"};
    char *text = show_renamed(profile, RENAME_OBJECTS, expression, 1, SHOW_SELF | SHOW_ARCS);

    cr_expect_str_eq(text, "arc a:f > a:g x1 = 2\nself a:f = 11\nself a:g = 2\nself a:g [p] = 5\n",
                     "got\n%s", text);
    free(text);
}

Test(rename, of_files_moves_their_lines)
{
    static const char *const expressions[] = {"s|^/build/||"};
    char *text = show_renamed("events: A\nfl=/build/a.c\nfn=f\n1 1\nfl=a.c\nfn=f\n1 2\n",
                              RENAME_FILES, expressions, 1, SHOW_SELF | SHOW_LINES);

    cr_expect_str_eq(text, "line a.c:1 = 3\nself a.c:f = 3\n", "got\n%s", text);
    free(text);
}

/* One after the other, but each name once: what b became is not renamed as a is. */
Test(rename, goes_through_all_expressions)
{
    static const char *const chain[] = {"s/^a$/b/", "s/^b$/c/"}, *const swap[] = {"s/a/b/"};
    static const char profile[] = "events: A\nfl=x\nfn=a\n1 1\nfn=b\n1 2\n";
    char *text = show_renamed(profile, RENAME_FUNCTIONS, chain, 2, SHOW_SELF);

    cr_expect_str_eq(text, "self x:c = 3\n", "got\n%s", text);
    free(text);
    text = show_renamed("events: A\nfl=x\nfn=aa\n1 1\nfn=ba\n1 2\n", RENAME_FUNCTIONS, swap, 1,
                        SHOW_SELF);
    cr_expect_str_eq(text, "self x:ba = 1\nself x:bb = 2\n", "got\n%s", text);
    free(text);
}

Test(rename, goes_through_the_pieces_of_a_name)
{
    static const char profile[] =
        "events: A\nfl=x\nfn=fun\n1 1\nfn=fun'2'main\n1 2\nfn=fun'main\n1 4\nfn=main\n1 8\n";
    static const char *const cases[][2] = {
        {"s/fun/g/", "self x:g = 1\nself x:g'2'main = 2\nself x:g'main = 4\nself x:main = 8\n"},
        {"s/^main$/m/", "self x:fun = 1\nself x:fun'2'm = 2\nself x:fun'm = 4\nself x:m = 8\n"},
        {"s/n$/N/",
         "self x:fuN = 1\nself x:fuN'2'maiN = 2\nself x:fuN'maiN = 4\nself x:maiN = 8\n"},
        {"s/2/3/", "self x:fun = 1\nself x:fun'2'main = 2\nself x:fun'main = 4\nself x:main = 8\n"},
        {"s/'.*//",
         "self x:fun = 1\nself x:fun'2'main = 2\nself x:fun'main = 4\nself x:main = 8\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = show_renamed(profile, RENAME_FUNCTIONS, &cases[i][0], 1, SHOW_SELF);

        cr_expect_str_eq(text, cases[i][1], "%s: got\n%s", cases[i][0], text);
        free(text);
    }
}

Test(rename, takes_a_first_piece_of_digits_for_a_name)
{
    static const char *const expression = "s/^42$/answer/";
    char *text = show_renamed("events: A\nfl=x\nfn=42\n1 1\nfn=42'2\n1 2\nfn=7'42\n1 4\n",
                              RENAME_FUNCTIONS, &expression, 1, SHOW_SELF);

    cr_expect_str_eq(text, "self x:7'42 = 4\nself x:answer = 1\nself x:answer'2 = 2\n", "got\n%s",
                     text);
    free(text);
}

Test(rename, refuses_what_is_no_expression)
{
    static const char *const expressions[] = {
        "",
        "s",
        "s/",
        "s/a",
        "s/a/",
        "s/a/b",
        "a/b/",
        "x/a/b/",
        "s/a/b/x",
        "s/a/b/g/",
        "s/[/b/",
        "s/(/b/",
        "s\\a\\b\\",
        "s/a\\/b/",
        "s/a/b\n16 400/",
        "s/a/b\\\n16 400/",
        "s\na\nb\\\nc\n",
        "s/a/b\r/",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(expressions); i++) {
        struct renaming renaming = {0};
        struct error error = {0};

        cr_expect_not(renaming_add(&renaming, RENAME_FILES, expressions[i], &error), "'%s'",
                      expressions[i]);
        cr_expect_eq(error.kind, ERROR_USAGE, "'%s'", expressions[i]);
        cr_expect_null(renaming.first[RENAME_FILES]);
        renaming_free(&renaming);
    }
}

Test(rename, fails_where_a_sum_does_not_fit)
{
    struct parsed parsed;
    struct renaming renaming = {0};
    struct error error = {0};

    parsed_read(&parsed, "events: A\nfl=x\nfn=f1\n1 9223372036854775807\nfl=y\nfn=f1\n2 -7\n"
                         "fl=x\nfn=f2\n3 1\n");
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    cr_assert(renaming_add(&renaming, RENAME_FUNCTIONS, "s/[12]//", &error));
    cr_expect_not(profile_rename(&parsed.profile, &renaming, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    renaming_free(&renaming);
    parsed_free(&parsed);
}

/* A profile of one function with a name of `length` bytes, renamed. */
static bool rename_long(size_t length, const char *const expressions[], size_t count,
                        struct error *error, size_t *new_length)
{
    static const char before[] = "events: A\nfl=x\nfn=", after[] = "\n1 1\n";
    char *profile = malloc(sizeof before + length + sizeof after);
    struct parsed parsed;
    struct renaming renaming = {0};

    cr_assert_not_null(profile);
    memcpy(profile, before, sizeof before);
    memset(profile + strlen(before), 'a', length);
    memcpy(profile + strlen(before) + length, after, sizeof after);
    parsed_read(&parsed, profile);
    for (size_t i = 0; i < count; i++)
        cr_assert(renaming_add(&renaming, RENAME_FUNCTIONS, expressions[i], error));
    bool is_done = profile_rename(&parsed.profile, &renaming, error);
    const struct names *names = parsed.profile.symbols.functions;
    *new_length = names_text(names, (uint32_t)names_count(names) - 1).length;
    renaming_free(&renaming);
    parsed_free(&parsed);
    free(profile);
    return is_done;
}

enum { LONGEST = 64 * 1024 };

/* How long that takes is for tests/bench/growth. */
Test(rename, may_match_at_each_byte_of_a_long_name)
{
    enum { LENGTH = 50 * 1000 };
    static const char *const expressions[] = {"s/./x/g", "s/x/\\0/g", "s/q*//g", "s/x$/y/g"};
    struct error error = {0};
    size_t length;

    cr_expect(rename_long(LENGTH, expressions, ARRAY_LENGTH(expressions), &error, &length), "%s",
              error.text);
    cr_expect_eq(length, LENGTH);
}

Test(rename, refuses_to_grow_a_name_without_end)
{
    static const char *const doubled[] = {
        "s/a/b/g",         "s/.*/\\0\\0/", "s/.*/\\0\\0/", "s/.*/\\0\\0/",
        "s/.*/\\0\\0\\0/", "s/.*/\\0\\0/", "s/.*/\\0\\0/", "s/.*/\\0\\0/",
    };
    static const char *const longer[] = {"s/a/bb/g"}, *const at_the_end[] = {"s/$/b/"};
    struct error error = {0};
    size_t length;

    cr_expect(rename_long(LONGEST / 4, doubled, 3, &error, &length), "%s", error.text);
    cr_expect_eq(length, LONGEST);
    cr_expect_not(rename_long(LONGEST / 8, doubled, ARRAY_LENGTH(doubled), &error, &length));
    cr_expect_eq(error.kind, ERROR_USAGE);
    cr_expect_str_eq(error.text, "'s/.*/\\0\\0\\0/': makes a name longer than 64 KB");
    cr_expect(rename_long(LONGEST / 2, longer, 1, &error, &length));
    cr_expect_not(rename_long(LONGEST / 2 + 1, longer, 1, &error, &length));
    cr_expect(rename_long(LONGEST - 1, at_the_end, 1, &error, &length));
    cr_expect_not(rename_long(LONGEST, at_the_end, 1, &error, &length));
}

/* As many matches as such a name may have would take too long. */
Test(rename, refuses_long_names)
{
    static const char *const expressions[] = {"s/x$/y/"};
    struct error error = {0};
    size_t length;

    cr_expect_not(rename_long(LONGEST + 1, expressions, 1, &error, &length));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect_str_eq(error.text, "'s/x$/y/': a name has 65537 bytes, and names longer than 64 KB "
                                 "cannot be renamed");
}

/* The pieces of a name grow together. */
Test(rename, refuses_to_grow_pieces_without_end)
{
    static const char *const expressions[] = {"s/^p$/\\0\\0\\0\\0/", "s/pppp/qqqqqqqqq/g"};
    enum { COUNT = 6 * 1000 };
    char *profile = malloc(2 * COUNT + 100);
    struct parsed parsed;
    struct renaming renaming = {0};
    struct error error = {0};

    cr_assert_not_null(profile);
    char *at = profile + sprintf(profile, "events: A\nfl=x\nfn=p\n1 1\nfn=p");
    for (size_t i = 1; i < COUNT; i++)
        at += sprintf(at, "'p");
    sprintf(at, "\n1 1\n");
    for (size_t i = 0; i < ARRAY_LENGTH(expressions); i++)
        cr_assert(renaming_add(&renaming, RENAME_FUNCTIONS, expressions[i], &error));
    parsed_read(&parsed, profile);
    cr_expect(profile_rename(&parsed.profile, &renaming, &error), "%s", error.text);
    parsed_free(&parsed);
    cr_assert(renaming_add(&renaming, RENAME_FUNCTIONS, "s/q$/qq/", &error));
    parsed_read(&parsed, profile);
    cr_expect_not(profile_rename(&parsed.profile, &renaming, &error));
    cr_expect_eq(error.kind, ERROR_USAGE);
    renaming_free(&renaming);
    parsed_free(&parsed);
    free(profile);
}
