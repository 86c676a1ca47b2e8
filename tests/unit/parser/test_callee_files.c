/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "parser/read.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(callee_files, .init = temporary_enter, .fini = temporary_leave);

static void read_text(struct parsed *parsed, const char *text)
{
    parsed_read(parsed, text);
    cr_assert(parsed->is_read, "%s", parsed->error.text);
    cr_assert(callee_files_find(&parsed->profile, &parsed->warnings, &parsed->error), "%s",
              parsed->error.text);
}

static void check(const struct parse_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct parsed parsed;

        read_text(&parsed, cases[i].text);
        char *text = parsed_show(&parsed, SHOW_SELF | SHOW_ARCS | SHOW_CALLS);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        parsed_free(&parsed);
    }
}

#define HEAD "events: A\n"
#define CALL(callee, cost) "cfn=" callee "\ncalls=1 0 0\n9 " cost "\n"

Test(callee_files, are_where_the_code_is)
{
    static const struct parse_case cases[] = {
        {"code before the call, as Xdebug writes it",
         HEAD "fl=a\nfn=f\n1 5\nfl=b\nfn=m\n2 1\n" CALL("f", "5"),
         "arc b:m > a:f x1 = 5\ncall b:9 > a:f x1 = 5\nself a:f = 5\nself b:m = 1\n"},
        {"code after it", HEAD "fl=b\nfn=m\n2 1\n" CALL("f", "5") "fl=a\nfn=f\n1 5\n",
         "arc b:m > a:f x1 = 5\ncall b:9 > a:f x1 = 5\nself a:f = 5\nself b:m = 1\n"},
        {"calls from two files, of which one is that of the code, are of one function",
         HEAD "fl=a\nfn=f\n1 5\nfn=g\n2 1\n" CALL("f", "2") "fl=b\nfn=m\n2 1\n" CALL("f", "3"),
         "arc a:g > a:f x1 = 2\narc b:m > a:f x1 = 3\n"
         "call a:9 > a:f x1 = 2\ncall b:9 > a:f x1 = 3\n"
         "self a:f = 5\nself a:g = 1\nself b:m = 1\n"},
        {"code in the caller's file goes before that in another",
         HEAD "fl=a\nfn=f\n1 5\nfl=b\nfn=f\n1 6\nfn=m\n2 1\n" CALL("f", "6"),
         "arc b:m > b:f x1 = 6\ncall b:9 > b:f x1 = 6\n"
         "self a:f = 5\nself b:f = 6\nself b:m = 1\n"},
        {"without code anywhere a callee stays where it is",
         HEAD "fl=b\nfn=m\n2 1\n" CALL("f", "5"),
         "arc b:m > b:f x1 = 5\ncall b:9 > b:f x1 = 5\nself b:m = 1\n"},
        {"another object has nothing to do with it",
         HEAD "ob=o\nfl=a\nfn=f\n1 5\nob=p\nfl=b\nfn=m\n2 1\n" CALL("f", "5"),
         "arc b:m [p] > b:f [p] x1 = 5\ncall b:9 > b:f [p] x1 = 5\n"
         "self a:f [o] = 5\nself b:m [p] = 1\n"},
        {"the object of the callee has",
         HEAD "ob=o\nfl=a\nfn=f\n1 5\nob=p\nfl=b\nfn=m\n2 1\ncob=o\n" CALL("f", "5"),
         "arc b:m [p] > a:f [o] x1 = 5\ncall b:9 > a:f [o] x1 = 5\n"
         "self a:f [o] = 5\nself b:m [p] = 1\n"},
        {"an input that names the file of any callee means what it says",
         HEAD "fl=a\nfn=f\n1 5\nfl=b\nfn=m\n2 1\ncfi=a\n" CALL("f", "5") CALL("f", "6"),
         "arc b:m > a:f x1 = 5\narc b:m > b:f x1 = 6\n"
         "call b:9 > a:f x1 = 5\ncall b:9 > b:f x1 = 6\nself a:f = 5\nself b:m = 1\n"},
        {"which may come at its end",
         HEAD "fl=a\nfn=f\n1 5\nfl=b\nfn=m\n2 1\n" CALL("f", "5") "cfl=a\n" CALL("f", "6"),
         "arc b:m > a:f x1 = 6\narc b:m > b:f x1 = 5\n"
         "call b:9 > a:f x1 = 6\ncall b:9 > b:f x1 = 5\nself a:f = 5\nself b:m = 1\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(callee_files, are_those_of_their_numbers)
{
    static const struct parse_case cases[] = {
        {"a file that is wrong",
         HEAD "fl=a\nfn=(1) f\n1 5\nfl=b\nfn=(2) m\n2 1\ncfi=c\n" CALL("(1)", "5"),
         "arc b:m > a:f x1 = 5\ncall b:9 > a:f x1 = 5\nself a:f = 5\nself b:m = 1\n"},
        {"that of the caller, and the code comes later",
         HEAD "fl=b\nfn=(2) m\n2 1\ncfl=b\n" CALL("(1) f", "5") "fl=a\nfn=(1)\n1 5\n",
         "arc b:m > a:f x1 = 5\ncall b:9 > a:f x1 = 5\nself a:f = 5\nself b:m = 1\n"},
        {"of two functions of a name each has a number",
         HEAD "fl=a\nfn=(1) f\n1 5\nfl=b\nfn=(3) f\n1 6\nfl=c\nfn=m\n2 1\ncfi=d\n" CALL(
             "(3)", "6") "cfi=d\n" CALL("(3)", "6"),
         "arc c:m > b:f x2 = 12\ncall c:9 > b:f x2 = 12\n"
         "self a:f = 5\nself b:f = 6\nself c:m = 1\n"},
        {"called by both in one file, it is neither",
         HEAD "fl=a\nfn=(1) f\n1 5\nfl=b\nfn=(3) f\n1 6\nfl=c\nfn=m\n2 1\ncfi=d\n" CALL(
             "(3)", "6") "cfi=d\n" CALL("(1)", "5"),
         "arc c:m > d:f x2 = 11\ncall c:9 > d:f x2 = 11\n"
         "self a:f = 5\nself b:f = 6\nself c:m = 1\n"},
        {"a number of two functions with code says nothing",
         HEAD "fl=a\nfn=(1) f\n1 5\nfl=b\nfn=(1)\n1 6\nfl=c\nfn=m\n2 1\ncfi=d\n" CALL("(1)", "6"),
         "arc c:m > d:f x1 = 6\ncall c:9 > d:f x1 = 6\n"
         "self a:f = 5\nself b:f = 6\nself c:m = 1\n"},
        {"nor does a name alone", HEAD "fl=a\nfn=f\n1 5\nfl=c\nfn=m\n2 1\ncfi=d\n" CALL("f", "6"),
         "arc c:m > d:f x1 = 6\ncall c:9 > d:f x1 = 6\nself a:f = 5\nself c:m = 1\n"},
        {"nor one that got another name",
         HEAD "fl=c\nfn=m\n2 1\ncfi=d\n" CALL("(1) f", "6") "fl=a\nfn=(1) g\n1 5\n",
         "arc c:m > d:f x1 = 6\ncall c:9 > d:f x1 = 6\nself a:g = 5\nself c:m = 1\n"},
        {"where the file has code of that name it may be right",
         HEAD "ob=o\nfl=a\nfn=(1) f\n1 5\nob=p\nfl=b\nfn=(3) f\n1 6\nob=q\nfl=c\nfn=m\n2 1\n"
              "cfi=b\n" CALL("(1)", "6"),
         "arc c:m [q] > b:f [q] x1 = 6\ncall c:9 > b:f [q] x1 = 6\n"
         "self a:f [o] = 5\nself b:f [p] = 6\nself c:m [q] = 1\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

static enum doubt doubt_of(const struct profile *profile, const char *name)
{
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        if (strcmp(parsed_function_name(profile, id), name) == 0)
            return profile_doubt(profile, id);
    cr_assert_fail("no function %s", name);
    return DOUBT_NONE;
}

/* Of two names one is called from two files, and warned of once. */
Test(callee_files, are_not_guessed)
{
    struct parsed parsed;

    read_text(&parsed, HEAD "fl=a\nfn=f\n1 5\nfn=g\n1 5\nfl=b\nfn=f\n1 5\nfn=g\n1 5\n"
                            "fl=c\nfn=m\n2 1\n" CALL("f", "5")
                                CALL("g", "5") "fl=d\nfn=h\n1 1\n" CALL("f", "5") CALL("m", "5"));
    cr_expect_eq(doubt_of(&parsed.profile, "c:f"), DOUBT_CALLEE);
    cr_expect_eq(doubt_of(&parsed.profile, "d:f"), DOUBT_CALLEE);
    cr_expect_eq(doubt_of(&parsed.profile, "c:g"), DOUBT_CALLEE);
    cr_expect_eq(doubt_of(&parsed.profile, "a:f"), DOUBT_NONE);
    cr_expect_eq(doubt_of(&parsed.profile, "c:m"), DOUBT_NONE, "m is in one file alone");
    cr_assert_eq(parsed.warnings.count, 2);
    cr_expect(strstr(parsed.warnings.first[0].text, "'f'") != NULL);
    cr_expect(strstr(parsed.warnings.first[1].text, "'g'") != NULL);
    cr_expect_str_eq(parsed.warnings.first[0].path, PARSED_PATH);
    parsed_free(&parsed);
}

Test(callee_files, keep_parts_and_events)
{
    static const struct parse_case cases[] = {
        {"two parts",
         "pid: 7\npart: 1\nevents: A\nfl=a\nfn=f\n1 5\ntotals: 5\n"
         "part: 2\nevents: B A\nfl=b\nfn=m\n2 1 2\ncfn=f\ncalls=1 0 0\n9 4 5\ntotals: 1 2\n",
         "arc b:m > a:f x1 = 5 4\n"
         "part pid=7 part=1 thread=- cmd=- summary= . . totals= 5 .\n"
         "part pid=7 part=2 thread=- cmd=- summary= . . totals= 2 1\n"},
    };
    struct parsed parsed;

    read_text(&parsed, cases[0].text);
    char *text = parsed_show(&parsed, SHOW_ARCS | SHOW_PARTS);
    cr_expect_str_eq(text, cases[0].expected);
    free(text);
    parsed_free(&parsed);
}
