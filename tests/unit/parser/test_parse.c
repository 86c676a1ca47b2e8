/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The body of a profile: where costs belong, what is called, and other lines. */

#include "parser/parse.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "parser/input/input.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(parse, .init = temporary_enter, .fini = temporary_leave);

/* The texts and their figures are the specification's. */
Test(parse, reads_the_examples_of_the_specification)
{
    static const char extended[] = "arc file1.c:func1 > file2.c:func2 x2 = 300\n"
                                   "arc file1.c:main > file1.c:func1 x1 = 400\n"
                                   "arc file1.c:main > file2.c:func2 x3 = 400\n"
                                   "call file1.c:16 > file1.c:func1 x1 = 400\n"
                                   "call file1.c:16 > file2.c:func2 x3 = 400\n"
                                   "call file1.c:51 > file2.c:func2 x2 = 300\n"
                                   "line file1.c:16 = 20\n"
                                   "line file1.c:51 = 100\n"
                                   "line file2.c:20 = 700\n"
                                   "self file1.c:func1 = 100\n"
                                   "self file1.c:main = 20\n"
                                   "self file2.c:func2 = 700\n";
    static const char with_addresses[] = "line ???:90 = 6\n"
                                         "line ???:91 = 6\n"
                                         "self ???:func = 12\n";
    static const struct parse_case cases[] = {
        {"simple example",
         "# callgrind format\nevents: Cycles Instructions Flops\nfl=file.f\nfn=main\n"
         "15 90 14 2\n16 20 12\n",
         "line file.f:15 = 90 14 2\nline file.f:16 = 20 12 .\nself file.f:main = 110 26 2\n"},
        {"extended example",
         "# callgrind format\nevents: Instructions\nfl=file1.c\nfn=main\n16 20\ncfn=func1\n"
         "calls=1 50\n16 400\ncfi=file2.c\ncfn=func2\ncalls=3 20\n16 400\nfn=func1\n51 100\n"
         "cfi=file2.c\ncfn=func2\ncalls=2 20\n51 300\nfl=file2.c\nfn=func2\n20 700\n",
         extended},
        {"name compression",
         "# callgrind format\nevents: Instructions\nfl=(1) file1.c\nfn=(1) main\n16 20\n"
         "cfn=(2) func1\ncalls=1 50\n16 400\ncfi=(2) file2.c\ncfn=(3) func2\ncalls=3 20\n"
         "16 400\nfn=(2)\n51 100\ncfi=(2)\ncfn=(3)\ncalls=2 20\n51 300\nfl=(2)\nfn=(3)\n"
         "20 700\n",
         extended},
        {"names defined in advance",
         "# callgrind format\nevents: Instructions\n# define file ID mapping\nfl=(1) file1.c\n"
         "fl=(2) file2.c\n# define function ID mapping\nfn=(1) main\nfn=(2) func1\n"
         "fn=(3) func2\nfl=(1)\nfn=(1)\n16 20\ncfn=(2)\ncalls=1 50\n16 400\ncfi=(2)\ncfn=(3)\n"
         "calls=3 20\n16 400\nfn=(2)\n51 100\ncfi=(2)\ncfn=(3)\ncalls=2 20\n51 300\nfl=(2)\n"
         "fn=(3)\n20 700\n",
         extended},
        {"addresses",
         "# callgrind format\npositions: instr line\nevents: ticks\nfn=func\n0x80001234 90 1\n"
         "0x80001237 90 5\n0x80001238 91 6\n",
         with_addresses},
        {"addresses with subposition compression",
         "# callgrind format\npositions: instr line\nevents: ticks\nfn=func\n0x80001234 90 1\n"
         "+3 * 5\n+1 +1 6\n",
         with_addresses},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF | SHOW_LINES | SHOW_ARCS | SHOW_CALLS);
}

Test(parse, finds_the_place_of_costs)
{
    static const struct parse_case cases[] = {
        {"code from other files belongs to its function, under the other file",
         "events: Ir\nfl=a\nfn=f\n1 1\nfi=b\n2 2\nfe=a\n3 4\nfe=c\n3 8\n",
         "self a:f = 5\nself a:f in b = 2\nself a:f in c = 8\n"},
        {"fn goes back to the file of the last fl",
         "events: Ir\nfl=a\nfn=f\n1 1\nfi=b\n2 2\nfn=g\n3 4\n",
         "self a:f = 1\nself a:f in b = 2\nself a:g = 4\n"},
        {"fi stands for fl where there was no fl so far",
         "events: Ir\nfi=a\nfn=f\n1 1\nfi=b\nfn=g\n2 2\nfl=c\nfn=h\n3 4\nfi=d\nfn=i\n4 8\n",
         "self a:f = 1\nself b:g = 2\nself c:h = 4\nself c:i = 8\n"},
        {"fi before fl", "events: Ir\nfi=a\nfl=b\nfn=f\n1 1\n", "self b:f = 1\n"},
        {"objects", "events: Ir\nob=o\nfl=a\nfn=f\n1 1\nob=p\nfn=f\n1 2\n",
         "self a:f [o] = 1\nself a:f [p] = 2\n"},
        {"an object without a name is not known",
         "events: Ir\nob=o\nfl=a\nfn=f\n1 1\nob=\nfn=f\n1 2\n", "self a:f = 2\nself a:f [o] = 1\n"},
        {"also by its number in a file that was appended",
         "events: Ir\nob=(1) \nfl=a\nfn=f\n1 1\n==== NEW PROFILING FILE\nevents: Ir\nob=(1)\n"
         "fl=a\nfn=f\n1 2\n",
         "self a:f = 3\n"},
        {"costs before any name", "events: Ir\n1 1\n", "self ???:??? = 1\n"},
        {"costs before any fn", "events: Ir\nfl=a\n1 1\n", "self a:??? = 1\n"},
        {"costs before any file", "events: Ir\nfn=f\n1 1\n", "self ???:f = 1\n"},
        {"empty names", "events: Ir\nfl=\nfn=\n1 1\n", "self : = 1\n"},
        {"names without cost are not a place", "events: Ir\nfl=a\nfn=f\nfn=g\n1 1\n",
         "self a:g = 1\n"},
        {"a function that appears twice", "events: Ir\nfl=a\nfn=f\n1 1\nfn=g\n1 2\nfn=f\n1 4\n",
         "self a:f = 5\nself a:g = 2\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF);
}

Test(parse, puts_the_callee_together)
{
    static const struct parse_case cases[] = {
        {"what is missing is the caller's", "events: Ir\nob=o\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n1 5\n",
         "arc a:f [o] > a:g [o] x1 = 5\n"},
        {"the current file may be one of inlined code",
         "events: Ir\nfl=a\nfn=f\nfi=b\ncfn=g\ncalls=1 1\n1 5\nfe=c\ncfn=h\ncalls=1 1\n1 6\n",
         "arc a:f > b:g x1 = 5\narc a:f > c:h x1 = 6\n"},
        {"cob and cfi before cfn",
         "events: Ir\nob=o\nfl=a\nfn=f\ncob=p\ncfi=b\ncfn=g\ncalls=1 1\n1 5\n",
         "arc a:f [o] > b:g [p] x1 = 5\n"},
        {"cob and cfi after cfn",
         "events: Ir\nob=o\nfl=a\nfn=f\ncfn=g\ncob=p\ncfi=b\ncalls=1 1\n1 5\n",
         "arc a:f [o] > b:g [p] x1 = 5\n"},
        {"cfl is cfi", "events: Ir\nfl=a\nfn=f\ncfl=b\ncfn=g\ncalls=1 1\n1 5\n",
         "arc a:f > b:g x1 = 5\n"},
        {"the next cfn starts anew",
         "events: Ir\nob=o\nfl=a\nfn=f\ncob=p\ncfi=b\ncfn=g\ncalls=1 1\n1 5\ncfn=h\ncalls=1 1\n1 "
         "6\n",
         "arc a:f [o] > a:h [o] x1 = 6\narc a:f [o] > b:g [p] x1 = 5\n"},
        {"calls without a new cfn are of the same callee",
         "events: Ir\nfl=a\nfn=f\ncfi=b\ncfn=g\ncalls=1 1\n1 5\ncalls=2 1\n2 6\n",
         "arc a:f > b:g x3 = 11\n"},
        /* Valgrind's --compress-mangled=yes defines the first piece of a name just before it. */
        {"consecutive cfn lines are one callee",
         "events: Ir\nfl=a\nfn=f\ncob=p\ncfi=b\ncfn=(7) g\ncfn=(8) (7)'2\ncalls=1 1\n1 5\n",
         "arc a:f > b:g'2 [p] x1 = 5\n"},
        {"a cfn without calls is not a call", "events: Ir\nfl=a\nfn=f\ncfn=g\n1 5\n", ""},
        {"a function calls itself", "events: Ir\nfl=a\nfn=f\ncfn=f\ncalls=3 1\n1 5\n",
         "arc a:f > a:f x3 = 5\n"},
        {"a call is made from where the caller is now",
         "events: Ir\nfl=a\nfn=f\ncfi=b\ncfn=g\ncalls=1 1\n1 5\nfn=h\ncfi=b\ncfn=g\ncalls=1 1\n1 "
         "6\n",
         "arc a:f > b:g x1 = 5\narc a:h > b:g x1 = 6\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_ARCS);
}

Test(parse, reads_calls)
{
    static const struct parse_case cases[] = {
        {"inclusive cost is not self cost",
         "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=1 1\n1 5\n3 4\n",
         "arc a:f > a:g x1 = 5\nline a:1 = 2\nline a:3 = 4\nself a:f = 6\n"},
        {"a count of 0 is a call", "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=0 1\n1 5\n",
         "arc a:f > a:g x0 = 5\nline a:1 = 2\nself a:f = 2\n"},
        {"a negative count is one", "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=-3 1\n1 -5\n",
         "arc a:f > a:g x-3 = -5\nline a:1 = 2\nself a:f = 2\n"},
        {"a hexadecimal count", "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=0x10 0x20\n1 5\n",
         "arc a:f > a:g x16 = 5\nline a:1 = 2\nself a:f = 2\n"},
        {"blanks before the count", "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=  4\t1\n1 5\n",
         "arc a:f > a:g x4 = 5\nline a:1 = 2\nself a:f = 2\n"},
        {"fewer positions than there are",
         "positions: instr line\nevents: Ir\nfl=a\nfn=f\n0 1 2\ncfn=g\ncalls=1 0\n0 1 5\n",
         "arc a:f > a:g x1 = 5\nline a:1 = 2\nself a:f = 2\n"},
        {"no positions", "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=1\n1 5\n",
         "arc a:f > a:g x1 = 5\nline a:1 = 2\nself a:f = 2\n"},
        {"more positions than there are, as Xdebug writes them",
         "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=1 0 0\n1 5\n",
         "arc a:f > a:g x1 = 5\nline a:1 = 2\nself a:f = 2\n"},
        {"a call whose cost is not given", "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=1 1\n1\n",
         "arc a:f > a:g x1 = .\nline a:1 = 2\nself a:f = 2\n"},
        {"comments and empty lines before its cost",
         "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=1 1\n# comment\n\n1 5\n",
         "arc a:f > a:g x1 = 5\nline a:1 = 2\nself a:f = 2\n"},
        {"a function that only calls", "events: Ir\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n1 5\n",
         "arc a:f > a:g x1 = 5\nself a:f = .\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF | SHOW_LINES | SHOW_ARCS);
}

Test(parse, keeps_calls_by_line_of_the_caller)
{
    static const struct parse_case cases[] = {
        {"calls of one line add up",
         "events: Ir\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n7 5\ncalls=1 1\n7 6\ncalls=1 1\n8 1\n",
         "call a:7 > a:g x2 = 11\ncall a:8 > a:g x1 = 1\n"},
        {"those of several functions that share it stay apart",
         "events: Ir\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n7 5\nfn=h\ncfn=g\ncalls=1 1\n7 6\n",
         "call a:7 > a:g x1 = 5\ncall a:7 > a:g x1 = 6\n"},
        {"from inlined code the line is in the other file",
         "events: Ir\nfl=a\nfn=f\nfi=b\ncfi=c\ncfn=g\ncalls=1 1\n7 5\n", "call b:7 > c:g x1 = 5\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_CALLS);
}

/* A line after a jump that has cost is self cost: the grammar gives jumps none. */
Test(parse, takes_no_cost_for_that_of_jumps)
{
    static const struct parse_case cases[] = {
        {"jump", "events: Ir\nfl=a\nfn=f\n1 2\njump=9 5\n1\n3 4\n",
         "line a:1 = 2\nline a:3 = 4\nself a:f = 6\n"},
        {"jcnd", "events: Ir\nfl=a\nfn=f\n1 2\njcnd=4/9 5\n2\n3 4\n",
         "line a:1 = 2\nline a:3 = 4\nself a:f = 6\n"},
        {"jcnd as the grammar has it", "events: Ir\nfl=a\nfn=f\n1 2\njcnd=9 4 5\n2 77\n3 4\n",
         "line a:1 = 2\nline a:2 = 77\nline a:3 = 4\nself a:f = 83\n"},
        {"a jump of count 0", "events: Ir\nfl=a\nfn=f\n1 2\njump=0 5\n2\n3 4\n",
         "line a:1 = 2\nline a:3 = 4\nself a:f = 6\n"},
        {"jfi and jfn change no place, but may define a number",
         "events: Ir\nfl=a\nfn=f\n1 2\njfi=(1) b\njfn=(1) g\njump=9 5\n1\n3 4\nfl=(1)\nfn=(1)\n1 "
         "8\n",
         "line a:1 = 2\nline a:3 = 4\nline b:1 = 8\nself a:f = 6\nself b:g = 8\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF | SHOW_LINES | SHOW_ARCS);
}

Test(parse, skips_what_says_nothing_about_costs)
{
    static const struct parse_case cases[] = {
        {"comments and empty lines", "events: Ir\n\n# one\nfl=a\n\nfn=f\n#1 100\n1 2\n\n",
         "self a:f = 2\n"},
        {"bb, ln, rec, frfn and rcalls, also between calls and its cost",
         "events: Ir\nfl=a\nfn=f\nbb=1 2\nln=3\n1 2\nrec=2\nfrfn=g\ncfn=g\ncalls=1 1\nrcalls=1 "
         "1\n1 5\n",
         "arc a:f > a:g x1 = 5\nself a:f = 2\n"},
        {"rcalls alone is a call", "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\nrcalls=3 1\n1 5\n",
         "arc a:f > a:g x3 = 5\nself a:f = 2\n"},
        {"frfn defines a number", "events: Ir\nfl=a\nfn=f\nfrfn=(3) g\n1 2\nfn=(3)\n1 4\n",
         "self a:f = 2\nself a:g = 4\n"},
        {"no newline at the end", "events: Ir\nfl=a\nfn=f\n1 2", "self a:f = 2\n"},
        {"CRLF line ends",
         "# callgrind format\r\nevents: Ir Dr\r\nfl=a\r\nfn=f\r\n1 2 3\r\n\r\n2 3\r\n3\r\ncfn=g\r\n"
         "calls=1 1\r\n1 5\r\n",
         "arc a:f > a:g x1 = 5 .\nself a:f = 5 3\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF | SHOW_ARCS);
}

Test(parse, leaves_out_damaged_lines)
{
    static const struct parse_case cases[] = {
        {"an unknown line", "events: Ir\nfl=a\nfn=f\n1 2\nnonsense\n3 4\n",
         "self a:f = 6\nwarning 5\n"},
        {"an unknown specification", "events: Ir\nfl=a\nfn=f\n1 2\nxy=z\n3 4\n",
         "self a:f = 6\nwarning 5\n"},
        {"calls without a number lose their line of cost",
         "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=x 1\n1 5\n3 4\n", "self a:f = 6\nwarning 6\n"},
        {"calls with a letter among its digits",
         "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=1O0 1\n1 5\n3 4\n",
         "self a:f = 6\nwarning 6\n"},
        {"calls without anything", "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=\n1 5\n3 4\n",
         "self a:f = 6\nwarning 6\n"},
        {"calls of more than 64 bits",
         "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=99999999999999999999 1\n1 5\n3 4\n",
         "self a:f = 6\nwarning 6\n"},
        {"calls without cfn", "events: Ir\nfl=a\nfn=f\n1 2\ncalls=1 1\n1 5\n3 4\n",
         "self a:f = 6\nwarning 5\n"},
        {"a damaged line of cost after calls takes the call with it",
         "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=1 1\n1 x\n3 4\n", "self a:f = 6\nwarning 7\n"},
        {"calls before calls", "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=1 1\ncalls=2 1\n1 5\n",
         "arc a:f > a:g x2 = 5\nself a:f = 2\nwarning 6\n"},
        {"calls at the end of the file", "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=1 1\n",
         "self a:f = 2\nwarning 6\n"},
        {"calls before a name", "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=1 1\nfn=h\n3 4\n",
         "self a:f = 2\nself a:h = 4\nwarning 6\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF | SHOW_ARCS);
}

Test(parse, says_where_it_warns)
{
    struct parsed parsed;

    parsed_read(&parsed, "events: Ir\nfn=f\n1 2\nnonsense\n");
    cr_assert_eq(parsed.warnings.count, 1);
    cr_expect_str_eq(parsed.warnings.first[0].path, PARSED_PATH);
    cr_expect(strstr(parsed.warnings.first[0].text, "nonsense"), "the warning is '%s'",
              parsed.warnings.first[0].text);
    parsed_free(&parsed);
}

Test(parse, fails_where_there_is_no_profile)
{
    static const struct parse_case cases[] = {
        {"an empty file", "", "error 0\n"},
        {"a header only, and no events", "# callgrind format\ncreator: x\n", "error 0\n"},
        {"costs before events", "# callgrind format\nfn=f\n1 2\nevents: Ir\n", "error 3\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), 0);
}

Test(parse, keeps_only_what_is_asked_for)
{
    struct symbols symbols = symbols_create();
    struct profile profile;
    struct warnings warnings = {0};
    struct error error = {0};
    struct input input;

    temporary_write("p", "events: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=1 1\n1 5\n");
    profile_init(&profile, &symbols, (struct keep){0});
    cr_assert(input_open(&input, "p", &error));
    cr_expect(parse_profile(&input, &(struct parse_options){0}, &profile, &warnings, &error));
    cr_expect_eq(profile_n_places(&profile), 1);
    cr_expect_eq(
        costs_sum(&profile.ledgers[PLACES].costs, costs_row(&profile.ledgers[PLACES].costs, 0), 0),
        2);
    cr_expect_eq(profile.ledgers[ARCS].map.count, 0);
    cr_expect_eq(profile_n_lines(&profile), 0);
    cr_expect_eq(profile.ledgers[LINE_CALLS].map.count, 0);
    input_close(&input);
    profile_free(&profile);
    symbols_free(&symbols);
}

/* Of all names only files lose the directory in front. */
Test(parse, takes_the_directory_off_files)
{
    struct symbols symbols = symbols_create();
    struct profile profile;
    struct warnings warnings = {0};
    struct error error = {0};
    struct input input;

    temporary_write("p", "events: Ir\nob=/d/o\nfl=/d/a\nfn=/d/f\n1 2\ncfi=(3) /d/b\ncfn=g\n"
                         "calls=1 1\n1 5\nfl=/dir/c\nfn=h\n1 2\n");
    profile_init(&profile, &symbols, (struct keep){.places = KEEP_SELF_AND_CALLS});
    cr_assert(input_open(&input, "p", &error));
    cr_expect(parse_profile(&input, &(struct parse_options){.directory = TEXT("/d/")}, &profile,
                            &warnings, &error));
    cr_expect_neq(names_find(symbols.files, TEXT("a")), NO_ID);
    cr_expect_neq(names_find(symbols.files, TEXT("b")), NO_ID);
    cr_expect_neq(names_find(symbols.files, TEXT("/dir/c")), NO_ID);
    cr_expect_neq(names_find(symbols.objects, TEXT("/d/o")), NO_ID);
    cr_expect_neq(names_find(symbols.functions, TEXT("/d/f")), NO_ID);
    input_close(&input);
    profile_free(&profile);
    symbols_free(&symbols);
}

Test(parse, adds_up_several_inputs)
{
    struct parsed parsed;

    parsed_begin(&parsed);
    parsed_add(&parsed, "events: Ir Dr\nfl=(1) a\nfn=(1) f\n1 2 3\n");
    /* Events are matched by name, and the numbers of names are of one file only. */
    parsed_add(&parsed, "events: Dr Bc\nfl=(1) b\nfn=(1) g\n1 4 5\nfl=(2) a\nfn=(2) f\n1 6 7\n");
    char *text = parsed_show(&parsed, SHOW_SELF | SHOW_LINES);
    cr_expect_str_eq(text, "line a:1 = 2 9 7\nline b:1 = . 4 5\nself a:f = 2 9 7\n"
                           "self b:g = . 4 5\n");
    cr_expect_eq(parsed.profile.n_inputs, 2);
    free(text);
    parsed_free(&parsed);
}

/* Jumps. */

TestSuite(parse_calls, .init = temporary_enter, .fini = temporary_leave);

#define IN_F "events: A\nfl=a\nfn=f\n10 1\n"

Test(parse_calls, read_jumps)
{
    static const struct parse_case cases[] = {
        {"a line without cost is the jump's", IN_F "jump=3 +5\n12\n",
         "jump a:f in a:12 > a:15 x3 0/0\n"},
        {"it does not move the base", IN_F "jump=3 20\n+2\n+1 1\n",
         "jump a:f in a:12 > a:20 x3 0/0\nline a:10 = 1\nline a:11 = 1\n"},
        {"a line with cost is self cost, and moves the base", IN_F "jump=3 20\n+2 4\n+1 1\n",
         "jump a:f in a:10 > a:20 x3 0/0\nline a:10 = 1\nline a:12 = 4\nline a:13 = 1\n"},
        {"no line is needed", IN_F "jump=3 20\nfn=g\n12 1\n",
         "jump a:f in a:10 > a:20 x3 0/0\nline a:10 = 1\nline a:12 = 1\n"},
        {"nor at the end", IN_F "jump=3 20\n", "jump a:f in a:10 > a:20 x3 0/0\nline a:10 = 1\n"},
        {"blanks before the number", IN_F "jump= \t3 5\n12\n", "jump a:f in a:12 > a:5 x3 0/0\n"},
        {"conditional ones, as Callgrind writes them", IN_F "jcnd=2/9 +5\n12\n",
         "jump a:f in a:12 > a:15 x0 2/9\n"},
        {"and as they are specified", IN_F "jcnd= 9 2 +5\n12\n",
         "jump a:f in a:12 > a:15 x0 2/9\n"},
        {"those to one target add up", IN_F "jcnd=2/9 20\n12\njcnd=1/3 20\n12\njump=4 20\n12\n",
         "jump a:f in a:12 > a:20 x4 3/12\n"},
        {"each target is one", IN_F "jcnd=2/9 20\n12\njcnd=1/3 21\n12\n",
         "jump a:f in a:12 > a:20 x0 2/9\njump a:f in a:12 > a:21 x0 1/3\n"},
        {"the file and the function of the target, for one jump",
         IN_F "jfi=b\njfn=g\njump=1 5\n12\njump=2 6\n12\n",
         "jump a:f in a:12 > a:6 x2 0/0\njump a:f in a:12 > g in b:5 x1 0/0\n"},
        {"the function itself is none", IN_F "jfn=f\njump=1 5\n12\n",
         "jump a:f in a:12 > a:5 x1 0/0\n"},
        {"one that was never executed is none", IN_F "jump=0 5\n12\njcnd=0/0 5\n13\n",
         "line a:10 = 1\n"},
        {"without a target", IN_F "jump=1\n12\n", "jump a:f in a:12 > a:0 x1 0/0\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        parsed_check(&cases[i], 1,
                     strstr(cases[i].expected, "line") ? SHOW_JUMPS | SHOW_LINES : SHOW_JUMPS);
}

Test(parse_calls, lose_jumps_that_cannot_be_read)
{
    static const struct parse_case cases[] = {
        {"no number", IN_F "jump=x 3\n12\n+1 1\n", "line a:10 = 1\nline a:11 = 1\nwarning 5\n"},
        {"half a number", IN_F "jcnd=2/ 3\n12\n", "line a:10 = 1\nwarning 5\n"},
        {"its cost counts", IN_F "jump=x\n12 7\n", "line a:10 = 1\nline a:12 = 7\nwarning 5\n"},
        {"more than 64 bits", IN_F "jump=9223372036854775808 3\n12\n",
         "line a:10 = 1\nwarning 5\n"},
        {"sums of more than 64 bits", IN_F "jump=9223372036854775807 3\n12\njump=1 3\n12\n",
         "jump a:f in a:12 > a:3 x9223372036854775807 0/0\nline a:10 = 1\nerror 0\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_JUMPS | SHOW_LINES);
}
