/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/match.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    const char *old, *fresh;
    const char *renamed; /* "OLD=NEW;" for each of another name, "0x1;" for one without; as found */
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
static char *show_renamed(const char *old_program, const char *fresh_program, bool finds_renamed,
                          bool is_back)
{
    struct parsed fresh, old;
    struct matches matches;
    char *old_text = profile_of(old_program), *fresh_text = profile_of(fresh_program);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    parsed_read(&fresh, fresh_text);
    parsed_read_beside(&old, &fresh, old_text);
    cr_assert(fresh.is_read && old.is_read);
    matches_create(&matches, &fresh.profile, &old.profile, MATCH_FUNCTIONS, finds_renamed);
    for (function_id id = 0; id < profile_n_functions(&old.profile); id++) {
        struct text was = name_of(&old.profile, profile_function(&old.profile, id));
        struct text is = name_of(&old.profile, matches.old[id]);
        struct index_key key = {(uint64_t)matches.old[id].object << 32 | matches.old[id].file,
                                matches.old[id].symbol};
        if (!text_equal(was, is))
            fprintf(out, "%s=%s;", is_back ? is.at : was.at, is_back ? was.at : is.at);
        else if (index_find(&matches.places, key.high, key.low) != NO_ID)
            fprintf(out, "%s;", was.at);
    }
    fclose(out);
    matches_free(&matches);
    parsed_free(&old);
    parsed_free(&fresh);
    free(old_text);
    free(fresh_text);
    return text;
}

/* Which side is new must not matter. */
static void check(const struct rename_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct rename_case *one = &cases[i];
        char *shown = show_renamed(one->old, one->fresh, true, false);
        char *back = show_renamed(one->fresh, one->old, true, true);
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
        {"its own calls", IN("f", "100") "f > f 3;", IN("g", "100") "g > g 3;", "f=g;"},
        {"no calls of itself", IN("f", "100") "f > f 3;", IN("g", "100"), ""},
        {"nearly the same cost", IN("f", "100"), IN("g", "95"), "f=g;"},
        {"another cost", IN("f", "100"), IN("g", "94"), ""},
        {"more calls, of the same cost", "main 9;f 100;main > f 20;", "main 9;g 150;main > g 30;",
         "f=g;"},
        {"of another cost", "main 9;f 100;main > f 20;", "main 9;g 150;main > g 25;", ""},
        {"more than twice as many", "main 9;f 100;main > f 20;", "main 9;g 205;main > g 41;", ""},
        {"that call another function as often", "main 9;f 100;h 1;main > f 20;f > h 40;",
         "main 9;g 150;h 1;main > g 30;g > h 60;", "f=g;"},
        {"or once in all", "main 9;f 100;h 1;main > f 20;f > h 1;",
         "main 9;g 150;h 1;main > g 30;g > h 1;", "f=g;"},
        {"or more often", "main 9;f 100;h 1;main > f 20;f > h 20;",
         "main 9;g 150;h 1;main > g 30;g > h 60;", ""},
        {"no cost", "main 9;f 0;main > f 2;", "main 9;g 0;main > g 2;", ""},
        {"another caller", IN("f", "100") "other 1;other > f 1;", IN("g", "100") "other 1;", ""},
        {"another callee", IN("f", "100") "abs 1;f > abs 1;", IN("g", "100") "abs 1;", ""},
        {"caller and callee changed places", "main 9;f 100;main > f 2;", "main 9;g 100;g > main 2;",
         ""},
        {"another file", IN("a.c:f", "100"), IN("b.c:g", "100"), ""},
        {"another object of both", "main 1;q!a.c:h 1;" IN("f", "100"),
         "main 1;q!a.c:h 1;main 50;puts 90;q!a.c:g 100;main > q!a.c:g 4;q!a.c:g > puts 8;", ""},
        {"a library of C", IN("libm.so.6!s.c:sin", "100"), IN("libm.so.6!s.c:cos", "100"), ""},
        {"the program has another name", "o!a.c:main 9;o!a.c:f 100;o!a.c:main > o!a.c:f 2;",
         "n!a.c:main 9;n!a.c:g 100;n!a.c:main > n!a.c:g 2;", "f=g;"},
        {"a new name has its own suffixes", "main 9;f 100;f'2 40;main > f 2;f > f'2 1;",
         "main 9;g 100;g'2 40;main > g 2;g > g'2 1;", "f=g;f'2=g'2;"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(renames, leaves_alone_what_may_be_two)
{
    static const struct rename_case cases[] = {
        {"two are gone", IN("f", "100") IN("e", "100"), IN("g", "100"), ""},
        {"two are new", IN("f", "100"), IN("g", "100") IN("h", "100"), ""},
        {"one of them costs the same", IN("f", "100") IN("e", "99"), IN("g", "100"), "f=g;"},
        {"neither does", IN("f", "98") IN("e", "99"), IN("g", "100"), ""},
        {"and both", IN("f", "100") IN("e", "99"), IN("g", "100") IN("h", "99"), "f=g;e=h;"},
        {"one costs nearly the same, and the other roughly", IN("f", "100") IN("e", "120"),
         IN("g", "101"), ""},
        {"and the other does not", IN("f", "100") IN("e", "140"), IN("g", "101"), "f=g;"},
        {"two of them", IN("f", "100") IN("e", "140"), IN("g", "101") IN("h", "141"), "f=g;e=h;"},
        {"twins, the rest of which are told apart by theirs",
         "main 9;f 5;e 5;x 7;y 8;main > f 1;main > e 1;f > x 1;e > y 1;",
         "main 9;g 5;h 5;x 7;y 8;main > g 1;main > h 1;g > x 1;h > y 1;", "f=g;e=h;"},
        {"one that was split into two", IN("f", "100"), IN("g", "50") "main > h 4;h 50;h > puts 8;",
         ""},
        {"or calls the other half", IN("f", "100"), IN("g", "96") "h 4;g > h 8;", ""},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(renames, follows_chains)
{
    static const struct rename_case cases[] = {
        {"each calls the next", "main 9;a 11;b 12;c 13;main > a 1;a > b 2;b > c 3;",
         "main 9;x 11;y 12;z 13;main > x 1;x > y 2;y > z 3;", "a=x;b=y;c=z;"},
        {"from both ends to the middle",
         "main 9;a 5;b 5;c 5;d 5;main > a 1;a > b 1;b > c 1;c > d 1;",
         "main 9;w 5;x 5;y 5;z 5;main > w 1;w > x 1;x > y 1;y > z 1;", "a=w;b=x;c=y;d=z;"},
        {"one of which costs a little less", "main 9;a 5;b 100;c 5;main > a 1;a > b 1;b > c 1;",
         "main 9;x 5;y 98;z 5;main > x 1;x > y 1;y > z 1;", "a=x;b=y;c=z;"},
        {"a ring", "main 9;a 11;b 12;main > a 1;a > b 5;b > a 4;",
         "main 9;x 11;y 12;main > x 1;x > y 5;y > x 4;", "a=x;b=y;"},
        /* Until its caller is known, b may be y. Then it is not called by the same. */
        {"none that another one is called by",
         "main 9;a(int) 11;b 2000;main > a(int) 1;a(int) > b 1;",
         "main 9;a(long) 20;z 13;y 2000;main > a(long) 1;main > z 2;z > y 1;", "a(int)=a(long);"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(renames, takes_cost_where_there_are_no_calls)
{
    static const struct rename_case cases[] = {
        {"it tells", "main 9;f 1000;", "main 9;g 1000;", "f=g;"},
        {"little cost tells nothing", "main 9;f 999;", "main 9;g 999;", ""},
        {"nor does nearly the same", "main 9;f 1000;", "main 9;g 1001;", ""},
        {"nor does that of several", "main 9;f 1000;e 1000;", "main 9;g 1000;", ""},
        {"there is no name to find", "main 9;f 1000;", "main 9;??? 1000;", ""},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(renames, finds_functions_with_other_arguments)
{
    static const struct rename_case cases[] = {
        {"whatever they cost", IN("f(int)", "100"), IN("f(long)", "900"), "f(int)=f(long);"},
        {"if one that calls is the same", IN("f(int)", "100"),
         "main 9;f(long) 100;main > f(long) 4;", "f(int)=f(long);"},
        {"but not if none is", "main 9;o 1;f(int) 100;main > f(int) 4;",
         "main 9;o 1;f(long) 100;o > f(long) 4;", ""},
        {"of two it may be", IN("f(int)", "100") IN("f(char)", "10"), IN("f(long)", "900"), ""},
        {"of which one stayed", IN("f(int)", "100") IN("f(char)", "10"),
         IN("f(long)", "900") IN("f(char)", "10"), ""},
        {"if something calls both", IN("f(int)", "100"),
         "main 9;puts 1;o 1;f(long) 100;o > f(long) 4;f(long) > puts 8;main > o 1;", ""},
        {"a clone", IN("f(int)", "100"), IN("f(long)[clone.cold]", "900"), ""},
        {"of a template, other than its arguments", IN("f<int>(int)", "100"),
         IN("f<long>(long)", "900"), ""},
        {"and of a class", IN("N::C<A>::f(int)", "100"), IN("N::C<A>::f(long)", "900"),
         "N::C<A>::f(int)=N::C<A>::f(long);"},
        {"without calls, if they cost nearly the same", "main 9;f(int) 100;", "main 9;f(long) 99;",
         "f(int)=f(long);"},
        {"and not else", "main 9;f(int) 100;", "main 9;f(long) 90;", ""},
        {"in another file", IN("a.c:f(int)", "100"), IN("b.c:f(long)", "100"), ""},
        {"in a library of C++", IN("libstdc++.so.6!???:f(int)", "100"),
         IN("libstdc++.so.6!???:f(long)", "100"), ""},
        {"no arguments", IN("f(int)", "100"), IN("f", "900"), ""},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(renames, finds_functions_without_a_name_at_their_place)
{
    static const struct rename_case cases[] = {
        {"the same cost", IN("0x10", "100"), IN("0x10", "100"), "0x10;"},
        {"of each call", IN("0x10", "100"), "main 50;0x10 1010;main > 0x10 40;", "0x10;"},
        {"another cost", IN("0x10", "100"), IN("0x10", "300"), ""},
        {"though most of the object is the same",
         IN("0x10", "100") IN("0x20", "500") IN("0x30", "700"),
         IN("0x10", "300") IN("0x20", "500") IN("0x30", "700"), "0x10;0x20;0x30;"},
        {"half of it", IN("0x10", "100") IN("0x20", "500"), IN("0x10", "300") IN("0x20", "500"),
         "0x20;"},
        {"stubs tell nothing", IN("0x10", "100") "0x20 8;main > 0x20 4;",
         IN("0x10", "300") "0x20 8;main > 0x20 4;", "0x20;"},
        {"another callee", IN("0x10", "100") "abs 90;main > abs 1;",
         "main 50;puts 90;abs 90;0x10 100;main > 0x10 4;main > puts 1;0x10 > abs 8;", ""},
        {"another object", IN("p!???:0x10", "100"), "q!???:r 1;" IN("q!???:0x10", "100"), ""},
        {"another place", IN("0x10", "100"), IN("0x20", "100"), ""},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(renames, can_be_left_out)
{
    char *shown =
        show_renamed(IN("f", "100") "0x10 5000;", IN("g", "100") "0x10 5000;", false, false);

    cr_expect_str_eq(shown, "", "got %s", shown);
    free(shown);
}
