/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/compare/compare.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(match, .init = temporary_enter, .fini = temporary_leave);

/* What a function of the old profile is called in the new one. */
struct match_case {
    const char *behaviour;
    const char *current, *old; /* "OBJECT FILE FUNCTION" and ';' for each function */
    const char *expected; /* for each old one, in their order: "FILE:FUNCTION [OBJECT]" and ';' */
};

/* The text of a profile with these functions, of cost 1 each; the caller frees it. */
static char *profile_of(const char *functions)
{
    struct text rest = text_of(functions), function, object, file;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    fputs("events: Ir\n", out);
    while (text_cut(&rest, ';', &function)) {
        if (text_cut(&function, ' ', &object) && text_cut(&function, ' ', &file))
            fprintf(out, "ob=%.*s\nfl=%.*s\nfn=%.*s\n1 1\n", (int)object.length, object.at,
                    (int)file.length, file.at, (int)function.length, function.at);
    }
    fclose(out);
    return text;
}

static char *show_targets(const struct profile *profile, const struct function *targets)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        fprintf(out, "%s:%s [%s];", names_text(profile->symbols.files, targets[id].file).at,
                names_text(profile->symbols.functions, targets[id].symbol).at,
                names_text(profile->symbols.objects, targets[id].object).at);
    fclose(out);
    return text;
}

static void check(const struct match_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct parsed current, old;
        struct matches matches;
        char *current_text = profile_of(cases[i].current), *old_text = profile_of(cases[i].old);

        parsed_read(&current, current_text);
        parsed_read_beside(&old, &current, old_text);
        matches_create(&matches, &current.profile, (const struct profile *[]){&old.profile}, 1,
                       MATCH_FUNCTIONS);
        char *shown = show_targets(&old.profile, matches.old[0].names);
        cr_expect_str_eq(shown, cases[i].expected, "%s: got\n%s", cases[i].behaviour, shown);
        free(shown);
        matches_free(&matches);
        parsed_free(&old);
        parsed_free(&current);
        free(current_text);
        free(old_text);
    }
}

Test(match, finds_functions_under_other_paths)
{
    static const struct match_case cases[] = {
        {"the same", "p a.c f;", "p a.c f;", "a.c:f [p];"},
        {"another folder", "/n/p /n/src/a.c f;", "/o/p /o/src/a.c f;", "/n/src/a.c:f [/n/p];"},
        {"fewer folders", "p a.c f;", "p /o/src/a.c f;", "a.c:f [p];"},
        {"the longest end of the path", "p /n/x/u.c f;p /n/y/u.c f;", "p /o/y/u.c f;p /o/x/u.c f;",
         "/n/y/u.c:f [p];/n/x/u.c:f [p];"},
        {"what is the same goes first", "p /a/x/u.c f;p /b/x/u.c f;", "p /b/x/u.c f;",
         "/b/x/u.c:f [p];"},
        {"no choice between two", "p /n/u.c f;p /m/u.c f;", "p /o/u.c f;", "/o/u.c:f [p];"},
        {"nor for two", "p /n/u.c f;", "p /o/u.c f;p /q/u.c f;", "/o/u.c:f [p];/q/u.c:f [p];"},
        {"functions of one name in two objects", "/n/p a.c f;/n/q a.c f;", "/o/q a.c f;/o/p a.c f;",
         "a.c:f [/n/q];a.c:f [/n/p];"},
        {"what is gone goes with its folders", "/n/p /n/a.c f;", "/o/p /o/a.c f;/o/p /o/a.c g;",
         "/n/a.c:f [/n/p];/n/a.c:g [/n/p];"},
        {"an empty component", "p a.c f;", "p /o//a.c f;", "a.c:f [p];"},
        {"a folder", "p x/ f;", "p x/ f;", "x/:f [p];"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(match, finds_functions_in_other_files)
{
    static const struct match_case cases[] = {
        {"moved", "p b.c f;", "p a.c f;", "b.c:f [p];"},
        {"moved, of several in that file", "p b.c f;p a.c g;", "p a.c f;p a.c g;",
         "b.c:f [p];a.c:g [p];"},
        {"into another object", "q b.c f;", "p a.c f;", "b.c:f [q];"},
        {"but first in its own", "p b.c f;q b.c f;", "p a.c f;", "b.c:f [p];"},
        {"two it may be", "p b.c f;p c.c f;", "p a.c f;", "a.c:f [p];"},
        {"no name is no name", "p b.c ???;", "p a.c ???;", "a.c:??? [p];"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(match, finds_functions_of_other_names)
{
    static const struct match_case cases[] = {
        {"a clone", "p a.c f.constprop.0;", "p a.c f;", "a.c:f.constprop.0 [p];"},
        {"no clone any more", "p a.c f;", "p a.c f.isra.0;", "a.c:f [p];"},
        {"another number", "p a.c f.part.1;", "p a.c f.part.0;", "a.c:f.part.1 [p];"},
        {"in another folder", "p /n/a.c f.cold;p /n/b.c f;", "p /o/a.c f;p /o/b.c f.cold;",
         "/n/b.c:f [p];/n/a.c:f.cold [p];"},
        {"clones of two files", "p a.c f.cold;p b.c f.cold;", "p b.c f;p a.c f;",
         "b.c:f.cold [p];a.c:f.cold [p];"},
        {"the same name goes first", "p a.c f;p a.c f.cold;", "p a.c f;p a.c f.part.0;",
         "a.c:f [p];a.c:f.cold [p];"},
        {"a hash of Rust", "p a.rs m::f::h0123456789abcdef;", "p a.rs m::f::hfedcba9876543210;",
         "a.rs:m::f::h0123456789abcdef [p];"},
        {"a clone of C++", "p a.cc f(int) [clone .cold];", "p a.cc f(int);",
         "a.cc:f(int) [clone .cold] [p];"},
        {"with its levels and callers", "p a.c f.cold;p a.c f.cold'2;p a.c main;",
         "p a.c f;p a.c f'2;p a.c f'main;p a.c main;",
         "a.c:f.cold [p];a.c:f.cold'2 [p];a.c:f.cold'main [p];a.c:main [p];"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(match, takes_addresses_for_no_names)
{
    static const struct match_case cases[] = {
        {"they meet nobody", "/n/p ??? 0x1;/n/p ??? 0x2;", "/o/p ??? 0x2;/o/p ??? 0xaB;",
         "???:0x2 [/n/p];???:0xaB [/n/p];"},
        {"nor in another file", "p a.c 0x1;", "p b.c 0x1;", "b.c:0x1 [p];"},
        {"what only looks like one is not one", "p a.c 0x;p a.c 0xg;", "p b.c 0x;p b.c 0xg;",
         "a.c:0x [p];a.c:0xg [p];"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(match, leaves_functions_where_they_were_if_asked_for)
{
    struct parsed current, old;
    struct matches matches;

    parsed_read(&current, "events: Ir\nob=/n/p\nfl=/n/a.c\nfn=g\n1 1\nfl=/n/b.c\nfn=f\n1 1\n");
    parsed_read_beside(&old, &current,
                       "events: Ir\nob=/o/p\nfl=/o/a.c\nfn=f\n1 1\nfl=/o/c.c\nfn=h\n1 1\n");
    matches_create(&matches, &current.profile, (const struct profile *[]){&old.profile}, 1,
                   MATCH_PATHS);
    char *shown = show_targets(&old.profile, matches.old[0].names);
    cr_expect_str_eq(shown, "/n/a.c:f [/n/p];/o/c.c:h [/n/p];", "got\n%s", shown);
    free(shown);
    matches_free(&matches);
    parsed_free(&old);
    parsed_free(&current);
}
