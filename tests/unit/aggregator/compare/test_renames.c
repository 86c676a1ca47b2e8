/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/compare/compare.h"
#include "base/array.h"
#include "profile/profile.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(renames, .init = temporary_enter, .fini = temporary_leave);

/*
 * A program: "f 30", where f costs 30 itself, and "f > g 2", where f calls g twice, with ';' after
 * each. Functions are in a.c of p, unless they are called "b.c:f" or "q!b.c:f".
 */
struct rename_case {
    const char *behaviour;
    const char *old, *current;
    const char *renamed; /* "OLD=NEW;" for each of another name; as found */
};

static void print_function(FILE *out, const char *prefix, struct text function)
{
    struct text object = TEXT("p"), file = TEXT("a.c"), rest = function, piece;

    if (memchr(function.at, '!', function.length) != NULL) {
        text_cut(&rest, '!', &object);
        function = rest;
    }
    if (text_cut(&rest, ':', &piece) && rest.length != 0 && rest.at[0] != ':') {
        file = piece;
        function = rest;
    }
    fprintf(out, "%sob=%.*s\n%s=%.*s\n%sfn=%.*s\n", prefix, (int)object.length, object.at,
            prefix[0] == 'c' ? "cfi" : "fl", (int)file.length, file.at, prefix,
            (int)function.length, function.at);
}

/* Returns its profile; the caller frees it. */
static char *profile_of(const char *program)
{
    struct text rest = text_of(program), line;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    fputs("events: Ir\n", out);
    while (text_cut(&rest, ';', &line)) {
        struct text function, word, callee = {0}, count = {0};
        if (!text_cut_word(&line, &function) || !text_cut_word(&line, &word))
            continue;
        print_function(out, "", function);
        if (!text_equal(word, TEXT(">"))) {
            fprintf(out, "1 %.*s\n", (int)word.length, word.at);
            continue;
        }
        cr_assert(text_cut_word(&line, &callee) && text_cut_word(&line, &count));
        print_function(out, "c", callee);
        fprintf(out, "calls=%.*s 1\n1 1\n", (int)count.length, count.at);
    }
    fclose(out);
    return text;
}

static struct text name_of(const struct profile *profile, struct function function)
{
    return names_text(profile->symbols.functions, function.symbol);
}

/* Shows what was matched; if it is turned back, as of the new program and the old one. */
static char *show_renamed(const char *old_program, const char *current_program, bool is_back)
{
    struct parsed current, old;
    struct matches matches;
    char *old_text = profile_of(old_program), *current_text = profile_of(current_program);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    parsed_read(&current, current_text);
    parsed_read_beside(&old, &current, old_text);
    cr_assert(current.is_read && old.is_read);
    matches_create(&matches, &current.profile, (const struct profile *[]){&old.profile}, 1,
                   MATCH_FUNCTIONS);
    for (function_id id = 0; id < profile_n_functions(&old.profile); id++) {
        struct text was = name_of(&old.profile, profile_function(&old.profile, id));
        struct text is = name_of(&old.profile, matches.old[0].names[id]);
        if (!text_equal(was, is))
            fprintf(out, "%s=%s;", is_back ? is.at : was.at, is_back ? was.at : is.at);
    }
    fclose(out);
    matches_free(&matches);
    parsed_free(&old);
    parsed_free(&current);
    free(old_text);
    free(current_text);
    return text;
}

/* Which side is new must not matter. */
static void check(const struct rename_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct rename_case *one = &cases[i];
        char *shown = show_renamed(one->old, one->current, false);
        char *back = show_renamed(one->current, one->old, true);
        cr_expect_str_eq(shown, one->renamed, "%s: got %s", one->behaviour, shown);
        cr_expect_str_eq(back, one->renamed, "%s, turned back: got %s", one->behaviour, back);
        free(shown);
        free(back);
    }
}

/* What stays as it is: main calls f or what it is now 4 times, and that calls puts 8 times. */
#define IN(name, cost) "main 50;puts 90;" name " " cost ";main > " name " 4;" name " > puts 8;"

Test(renames, finds_functions_with_the_same_calls_and_cost)
{
    static const struct rename_case cases[] = {
        {"the same", IN("f", "100"), IN("g", "100"), "f=g;"},
        {"another cost", IN("f", "100"), IN("g", "101"), ""},
        {"other calls of it", "main 9;f 100;main > f 20;", "main 9;g 100;main > g 21;", ""},
        {"calls of itself do not count", IN("f", "100") "f > f 3;", IN("g", "100"), "f=g;"},
        {"too little cost to tell anything", IN("f", "99"), IN("g", "99"), ""},
        {"without calls", "main 9;f 100;", "main 9;g 100;", "f=g;"},
        {"another file", IN("a.c:f", "100"), IN("b.c:g", "100"), ""},
        {"another object of both", "main 1;q!a.c:h 1;" IN("f", "100"),
         "main 1;q!a.c:h 1;main 50;puts 90;q!a.c:g 100;main > q!a.c:g 4;q!a.c:g > puts 8;", "f=g;"},
        {"a library of C", IN("libm.so.6!s.c:sin", "100"), IN("libm.so.6!s.c:cos", "100"), ""},
        {"the program has another name", "o!a.c:main 9;o!a.c:f 100;o!a.c:main > o!a.c:f 2;",
         "n!a.c:main 9;n!a.c:g 100;n!a.c:main > n!a.c:g 2;", "f=g;"},
        {"a new name has its own suffixes", "main 9;f 100;f'2 40;main > f 2;f > f'2 1;",
         "main 9;g 100;g'2 40;main > g 2;g > g'2 1;", "f=g;f'2=g'2;"},
        {"two are gone", IN("f", "100") IN("e", "100"), IN("g", "100"), ""},
        {"two are new", IN("f", "100"), IN("g", "100") IN("h", "100"), ""},
        {"one of them costs the same", IN("f", "100") IN("e", "99"), IN("g", "100"), "f=g;"},
        {"there is no name to find", "main 9;f 1000;", "main 9;??? 1000;", ""},
    };

    check(cases, ARRAY_LENGTH(cases));
}
