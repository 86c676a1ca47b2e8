/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Headers, parts and what they state as their sums. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/names.h"
#include "profile/profile.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(parse_header, .init = temporary_enter, .fini = temporary_leave);

Test(parse_header, reads_parts)
{
    static const struct parse_case cases[] = {
        {"nothing said", "events: Ir\n1 1\n",
         "part pid=- part=- thread=- cmd=- summary= . totals= .\n"},
        {"all of it",
         "version: 1\ncreator: c\npid: 7\ncmd: ./a b\npart: 2\nthread: 3\npositions: line\n"
         "events: Ir\nsummary: 9\n1 1\ntotals: 1\n",
         "part pid=7 part=2 thread=3 cmd=./a b summary= 9 totals= 1\n"},
        {"blanks before values", "pid:7\ncmd:\t ./a\npart:   2\nevents:  Ir\n1 1\n",
         "part pid=7 part=2 thread=- cmd=./a summary= . totals= .\n"},
        {"an empty command is one", "cmd:\nevents: A\n1 1\n",
         "part pid=- part=- thread=- cmd= summary= . totals= .\n"},
        {"later parts inherit process and command",
         "pid: 7\ncmd: ./a\npart: 1\nevents: Ir\n1 1\ntotals: 1\npart: 2\nevents: Ir\n1 "
         "2\ntotals: 2\n",
         "part pid=7 part=1 thread=- cmd=./a summary= . totals= 1\n"
         "part pid=7 part=2 thread=- cmd=./a summary= . totals= 2\n"},
        {"or repeat the whole header",
         "# callgrind format\nversion: 1\ncreator: c\npid: 7\ncmd: ./a\npart: 1\nthread: 1\n"
         "events: Ir\n1 1\n# callgrind format\nversion: 1\ncreator: c\npid: 8\ncmd: "
         "./b\npart: 1\nthread: 2\nevents: Ir\n1 2\n",
         "part pid=7 part=1 thread=1 cmd=./a summary= . totals= .\n"
         "part pid=8 part=1 thread=2 cmd=./b summary= . totals= .\n"},
        {"Xdebug's append mode",
         "version: 1\ncmd: a.php\npart: 1\npositions: line\nevents: Time\nfn=f\n1 1\n"
         "==== NEW PROFILING FILE ==============================================\n"
         "version: 1\ncmd: b.php\npart: 1\npositions: line\nevents: Time\nfn=f\n1 2\n",
         "part pid=- part=1 thread=- cmd=a.php summary= . totals= .\n"
         "part pid=- part=2 thread=- cmd=b.php summary= . totals= .\n"},
        {"numbers as large as can be",
         "part: 9223372036854775806\nevents: Ir\n1 1\npart: 9223372036854775807\n1 1\n"
         "part: 4\n1 1\npart: 4\n1 1\n",
         "part pid=- part=4 thread=- cmd=- summary= . totals= .\n"
         "part pid=- part=9223372036854775806 thread=- cmd=- summary= . totals= .\n"
         "part pid=- part=9223372036854775807 thread=- cmd=- summary= . totals= .\n"
         "part pid=- part=9223372036854775807 thread=- cmd=- summary= . totals= .\n"},
        {"a body may be empty", "pid: 1\nevents: Ir\nsummary: 5\ntotals: 0\n",
         "part pid=1 part=- thread=- cmd=- summary= 5 totals= 0\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_PARTS);
}

Test(parse_header, reads_stated_sums)
{
    static const struct parse_case cases[] = {
        {"fewer than events", "events: A B C\nsummary: 1 0\n1 1\ntotals: 1\n",
         "part pid=- part=- thread=- cmd=- summary= 1 0 . totals= 1 . .\n"},
        {"summary after the body", "events: A\n1 1\nsummary: 5\n",
         "part pid=- part=- thread=- cmd=- summary= 5 totals= .\n"},
        {"summary before the events that it follows", "summary: 5 6\nevents: B A\n1 2 3\n",
         "part pid=- part=- thread=- cmd=- summary= 5 6 totals= . .\n"},
        {"blanks and hexadecimal", "events: A B\nsummary:   0x10 \t 7  \n1 1\n",
         "part pid=- part=- thread=- cmd=- summary= 16 7 totals= . .\n"},
        /* Callgrind prints a negative number as 2^64 and some less: it says nothing. */
        {"a wrapped summary",
         "events: A B C\nsummary: 18446744073709551000 7 9223372036854775808\n1 1\n",
         "part pid=- part=- thread=- cmd=- summary= . 7 . totals= . . .\n"},
        {"the largest that did not wrap", "events: A\nsummary: 9223372036854775807\n1 1\n",
         "part pid=- part=- thread=- cmd=- summary= 9223372036854775807 totals= .\n"},
        {"by the part's own events",
         "events: A B\nsummary: 3 5\n1 3 4\ntotals: 3 4\npart: 2\nevents: B C\nsummary: 7 9\n"
         "1 7 8\ntotals: 7 8\n",
         "part pid=- part=1 thread=- cmd=- summary= 3 5 . totals= 3 4 .\n"
         "part pid=- part=2 thread=- cmd=- summary= . 7 9 totals= . 7 8\n"},
        {"in a part without events of its own",
         "part: 1\nevents: A\n1 1\npart: 2\nsummary: 9\n1 2\n",
         "part pid=- part=1 thread=- cmd=- summary= . totals= .\n"
         "part pid=- part=2 thread=- cmd=- summary= 9 totals= .\n"},
        {"CRLF", "events: A\r\nsummary: 5\r\n1 5\r\ntotals: 5\r\n",
         "part pid=- part=- thread=- cmd=- summary= 5 totals= 5\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_PARTS);
}

Test(parse_header, maps_events_by_name)
{
    static const struct parse_case cases[] = {
        {"another order", "events: A B\nfl=a\nfn=f\n1 1 2\npart: 2\nevents: B A\n1 4 8\n",
         "self a:f = 9 6\n"},
        {"more events", "events: A\nfl=a\nfn=f\n1 1\npart: 2\nevents: C A\n1 4 8\n",
         "self a:f = 9 4\n"},
        {"fewer events", "events: A B\nfl=a\nfn=f\n1 1 2\npart: 2\nevents: B\n1 4\n",
         "self a:f = 1 6\n"},
        {"the last of two in one header", "events: A B\nevents: C A\nfl=a\nfn=f\n1 4 8\n",
         "self a:f = 4 8\nwarning 2\n"},
        {"others altogether", "events: A\nfl=a\nfn=f\n1 1\npart: 2\nevents: B\nfn=g\n1 4\n",
         "self a:f = 1 .\nself a:g = . 4\n"},
        {"names of all kinds", "events: Time_(10ns) cpu(us) cycles:u a-b\nfl=a\nfn=f\n1 1 2 3 4\n",
         "self a:f = 1 2 3 4\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF);
}

Test(parse_header, gives_each_part_positions_of_its_own)
{
    static const struct parse_case cases[] = {
        {"others",
         "positions: instr line\nevents: A\nfl=a\nfn=f\n0x1 5 1\npart: 2\n"
         "positions: line\nevents: A\n6 2\n",
         "line a:5 = 1\nline a:6 = 2\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_LINES);
}

Test(parse_header, passes_over_what_it_does_not_know)
{
    static const struct parse_case cases[] = {
        {"unknown keys", "arch: x86\ntimeframe (BB): 0 - 9\nfoo: bar\nevents: A\nfl=a\nfn=f\n1 1\n",
         "self a:f = 1\n"},
        {"comments and empty lines", "# c\n\nevents: A\n# c\n\nfl=a\nfn=f\n1 1\n",
         "self a:f = 1\n"},
        {"versions 0, 1 and 1.1",
         "version: 0\nevents: A\nfl=a\nfn=f\n1 1\nversion: 1.1\nevents: A\n"
         "fl=a\nfn=f\n1 2\n",
         "self a:f = 3\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF);
}

/* A client request may give its trigger a text of several lines. */
Test(parse_header, survives_a_stray_line)
{
    struct parsed parsed;

    parsed_read(&parsed, "pid: 7\ndesc: Trigger: Client Request: x\nsecond line of x\n"
                         "events: A\nfl=a\nfn=f\n1 5\n");
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    cr_expect_eq(parsed.profile.n_parts, 1);
    cr_expect_eq(parsed.profile.parts[0].pid, 7);
    cr_assert_eq(profile_n_places(&parsed.profile), 1);
    cr_expect_eq(costs_sum(&parsed.profile.ledgers[PLACES].costs,
                           costs_row(&parsed.profile.ledgers[PLACES].costs, 0), 0),
                 5);
    parsed_free(&parsed);
}

Test(parse_header, warns_of_damage)
{
    static const struct parse_case cases[] = {
        {"a sum that is not a number", "events: A\nsummary: x\n1 1\n", "warning 2\n"},
        {"more sums than events", "events: A\nsummary: 1 2\n1 1\n", "warning 2\n"},
        {"a sum of more than 64 bits", "events: A\n1 1\ntotals: 18446744073709551616\n",
         "warning 3\n"},
        {"Callgrind without its totals", "version: 1\ncreator: callgrind-3.19.0\nevents: A\n1 1\n",
         "warning 4\n"},
        {"totals that disagree", "events: A\n1 1\ntotals: 2\n", "warning 3\n"},
        {"too many sums before events", "summary: 1 2\nevents: A\n1 1\n", "warning 1\n"},
        {"a version that is not a number", "version: abc\nevents: A\n1 1\n", "warning 1\n"},
        {"a process that is not a number", "pid: x\nevents: A\n1 1\n", "warning 1\n"},
        {"an event without a name", "event: = A\nevents: A\n1 1\n", "warning 1\n"},
        {"a formula that makes no sense", "events: A\nevent: B = A + 1\n1 1\n", "warning 2\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), 0);
}

Test(parse_header, fails_where_it_cannot_read_on)
{
    static const struct parse_case cases[] = {
        {"version 2", "version: 2\nevents: A\n1 1\n", "error 1\n"},
        {"version 2.1", "# callgrind format\nversion: 2.1\nevents: A\n1 1\n", "error 2\n"},
        {"no event", "events:\n1 1\n", "error 1\n"},
        {"positions twice", "positions: line line\nevents: A\n1 1 1\n", "error 1\n"},
        {"an event twice", "events: A B A\n1 1 1 1\n", "error 1\n"},
        {"no positions", "positions:\nevents: A\n1 1\n", "error 1\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), 0);
}

/* "events:" with `count` names; the caller frees it. */
static char *text_of_events(int count)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    fputs("fl=a\nfn=f\nevents:", out);
    for (int i = 0; i < count; i++)
        fprintf(out, " e%d", i);
    fputs("\n1", out);
    for (int i = 0; i < count; i++)
        fprintf(out, " %d", i);
    fputc('\n', out);
    fclose(out);
    return text;
}

Test(parse_header, reads_1024_events_and_no_more)
{
    for (int count = 1023; count <= 1025; count++) {
        char *text = text_of_events(count);
        struct parsed parsed;

        parsed_read(&parsed, text);
        cr_expect_eq(parsed.is_read, count <= 1024, "%d events: %s", count, parsed.error.text);
        if (parsed.is_read) {
            const struct costs *costs = &parsed.profile.ledgers[PLACES].costs;
            for (int i = 0; i < count; i++)
                cr_expect_eq(costs_sum(costs, costs_row(costs, 0), (size_t)i), i);
        }
        parsed_free(&parsed);
        free(text);
    }
}

/* No list is too long, but all of them together are. */
Test(parse_header, counts_the_events_of_all_parts)
{
    char *first = text_of_events(1024);
    char *text = malloc(strlen(first) + 64);
    struct parsed parsed;

    cr_assert(text, "out of memory");
    sprintf(text, "%spart: 2\nevents: e0 other\n1 1 1\n", first);
    parsed_read(&parsed, text);
    cr_expect_not(parsed.is_read);
    cr_expect_eq(parsed.error.line, 6);
    parsed_free(&parsed);
    free(text);
    free(first);
}

Test(parse_header, keeps_descriptions_and_creator)
{
    struct parsed parsed;

    parsed_read(&parsed, "creator: callgrind-3.19.0\npid: 1\ndesc: I1 cache: direct: 32 KB\n"
                         "desc: Timerange: Basic block 0 - 9\ndesc: Trigger: Program termination\n"
                         "events: A\n1 1\npart: 2\ndesc: Trigger: x\nevents: A\n1 1\n");
    const struct profile *profile = &parsed.profile;
    cr_assert_eq(profile->n_parts, 2);
    cr_assert_eq(profile->descriptions.count, 4);
    cr_expect_str_eq(profile->inputs[0].creator.at, "callgrind-3.19.0");
    cr_expect_str_eq(profile->descriptions.items[0].at, "I1 cache: direct: 32 KB");
    cr_expect_eq(profile->parts[0].n_descriptions, 3);
    cr_expect_str_eq(profile->descriptions.items[2].at, "Trigger: Program termination");
    cr_expect_str_eq(profile->parts[0].time_range.at, "Basic block 0 - 9");
    cr_expect_str_eq(profile->parts[0].trigger.at, "Program termination");
    cr_expect_eq(profile->parts[1].first_description, 3);
    cr_expect_eq(profile->parts[1].n_descriptions, 1);
    cr_expect_str_eq(profile->parts[1].trigger.at, "x");
    cr_expect_eq(profile->parts[1].time_range.length, 0);
    parsed_free(&parsed);
}

/* Whether a part comes to the end that its writer gives it. */

TestSuite(parse_sums, .init = temporary_enter, .fini = temporary_leave);

#define CALLGRIND "version: 1\ncreator: callgrind-3.19.0\n"
#define XDEBUG "version: 1\ncreator: xdebug 3.2.0 (PHP 8.2.35)\ncmd: a.php\n"

Test(parse_sums, end_what_their_writers_write)
{
    static const struct parse_case cases[] = {
        {"Callgrind", CALLGRIND "events: A\n1 1\n", "warning 4\n"},
        {"Callgrind, whole", CALLGRIND "events: A\n1 1\ntotals: 1", ""},
        {"Callgrind, the total cut", CALLGRIND "events: A\n1 10\ntotals: 1", "warning 5\n"},
        {"Callgrind, a total left out", CALLGRIND "events: A B\n1 1 2\ntotals: 1", "warning 5\n"},
        {"Callgrind, zeros left out", CALLGRIND "events: A B\n1 1\ntotals: 1\n", ""},
        {"Callgrind, the first of two parts",
         CALLGRIND "part: 1\nevents: A\n1 1\npart: 2\nevents: A\n1 1\ntotals: 1\n", "warning 6\n"},
        {"Callgrind, cut after the first of two parts",
         CALLGRIND "part: 1\nevents: A\n1 1\ntotals: 1\n\n", ""},
        {"Callgrind, the second header cut",
         CALLGRIND "part: 1\nevents: A\n1 1\ntotals: 1\n\npart: 2\n", "warning 8\n"},
        {"Callgrind, without the end of a header", CALLGRIND "events: A\n", "warning 3\n"},
        {"quern", "creator: quern-0.1.0\nevents: A\n1 1\n", "warning 3\n"},
        {"xtree", "creator: xtree-1\nevents: A\n1 1\n", "warning 3\n"},
        {"Xdebug 3", XDEBUG "events: A B\n1 1 1\n", "warning 5\n"},
        {"Xdebug 3, whole", XDEBUG "events: A B\n1 1 1\n\nsummary: 10 1\n\n", ""},
        {"Xdebug 3, without its last newline", XDEBUG "events: A B\n1 1 1\n\nsummary: 10 1\n", ""},
        {"Xdebug 3, the last sum cut", XDEBUG "events: A B\n1 1 1\n\nsummary: 10 1", "warning 7\n"},
        {"Xdebug 3, a sum left out", XDEBUG "events: A B\n1 1 1\n\nsummary: 10\n", "warning 7\n"},
        {"Xdebug 10", "creator: xdebug 10.0\nevents: A\n1 1\n", "warning 3\n"},
        {"Xdebug 2", "creator: xdebug 2.9.8 (PHP 7.4.3)\nevents: A\n1 1\n", ""},
        {"Cachegrind", "desc: I1 cache: 1\ncmd: ./a\nevents: Ir I1mr \nfl=a\nfn=f\n1 1 1\n",
         "warning 6\n"},
        {"Cachegrind without cache simulation", "cmd: ./a\nevents: Ir\nfl=a\nfn=f\n1 1\n",
         "warning 5\n"},
        {"Cachegrind, whole", "cmd: ./a\nevents: Ir Bc\nfl=a\nfn=f\n1 12 2\nsummary: 12 2", ""},
        {"Cachegrind, no sum", "cmd: ./a\nevents: Ir\nfl=a\nfn=f\n1 1\nsummary:\n", ""},
        {"Cachegrind, no sum in the header", "cmd: ./a\nevents: Ir\nsummary: \nfl=a\nfn=f\n1 1\n",
         ""},
        {"Cachegrind, cut before the sum",
         "cmd: ./a\nevents: Ir\nfl=a\nfn=f\n1 1\nsummary:", "warning 6\n"},
        {"Xdebug 3, no sum", "creator: xdebug 3.1\nevents: A\n1 1\nsummary:\r\n\r\n", ""},
        {"Callgrind, no sum and no total", "creator: callgrind-3\nevents: A\n1 1\nsummary:\n",
         "warning 4\n"},
        {"Cachegrind, a sum cut", "cmd: ./a\nevents: Ir Bc\nfl=a\nfn=f\n1 2 12\nsummary: 2 1",
         "warning 6\n"},
        {"Cachegrind, a sum left out", "cmd: ./a\nevents: Ir Bc\nfl=a\nfn=f\n1 2 0\nsummary: 2",
         "warning 6\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), 0);
}

/* None of them is by Cachegrind, or by anybody else who always ends a file so. */
Test(parse_sums, end_anyhow_by_hand)
{
    static const struct parse_case cases[] = {
        {"nothing but costs", "events: Ir\n1 1\n", ""},
        {"a description and a command of other events", "desc: x: y\ncmd: a\nevents: A\n1 1\n", ""},
        {"a version", "version: 1\ncmd: a\nevents: Ir\n1 1\n", ""},
        {"another creator", "creator: me\ncmd: a\nevents: Ir\n1 1\n", ""},
        {"a creator like Callgrind", "creator: callgrind2x\nevents: Ir\n1 1\n", ""},
        {"positions", "cmd: a\npositions: line\nevents: Ir\n1 1\n", ""},
        {"a process", "pid: 7\ncmd: a\nevents: Ir\n1 1\n", ""},
        {"calls", "cmd: a\nevents: Ir\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n1 1\n", ""},
        {"totals in the first part alone",
         "part: 1\nevents: Ir\n1 1\ntotals: 1\npart: 2\nevents: Ir\n1 1\n", ""},
        {"totals that leave an event out", "events: A B\n1 1 2\ntotals: 1\n", ""},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), 0);
}

/* Which functions a header says not to be exact. */

TestSuite(parse_doubts, .init = temporary_enter, .fini = temporary_leave);

#define BODY "events: A\nob=o\nfl=a\nfn=f\n1 5\nob=\nfn=f\n2 5\n"

/* Finds f, in an object or in none. */
static function_id function_in(const struct profile *profile, const char *object_name)
{
    const struct symbols *symbols = &profile->symbols;

    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        struct function function = profile_function(profile, id);
        const char *object =
            function.object == NO_ID ? "" : names_text(symbols->objects, function.object).at;
        const char *name = names_text(symbols->functions, function.symbol).at;
        if (strcmp(object, object_name) == 0 && strcmp(name, "f") == 0)
            return id;
    }
    cr_assert_fail("no f in '%s'", object_name);
    return NO_ID;
}

static enum doubt doubt_of(const struct profile *profile, const char *object_name)
{
    return profile_doubt(profile, function_in(profile, object_name));
}

Test(parse_doubts, are_of_one_function)
{
    static const struct {
        const char *text;
        enum doubt in_object, elsewhere;
        size_t n_warnings;
    } cases[] = {
        {BODY, DOUBT_NONE, DOUBT_NONE, 0},
        {"desc: Uncertain object: o\ndesc: Uncertain file: a\ndesc: Uncertain callee: f\n" BODY,
         DOUBT_CALLEE, DOUBT_NONE, 0},
        {"desc: Uncertain object:o\r\ndesc: Uncertain file: \ta\r\ndesc: Uncertain levels: "
         "f\r\n" BODY,
         DOUBT_LEVELS, DOUBT_NONE, 0},
        {"desc: Uncertain file: a\ndesc: Uncertain levels: f\n" BODY, DOUBT_NONE, DOUBT_LEVELS, 0},
        {"desc: Uncertain object: o\ndesc: Uncertain file: a\ndesc: Uncertain callee: f\n"
         "desc: Uncertain file: a\ndesc: Uncertain levels: f\n" BODY,
         DOUBT_CALLEE, DOUBT_LEVELS, 0},
        {"desc: Uncertain object: o\ndesc: Uncertain callee: f\n" BODY, DOUBT_NONE, DOUBT_NONE, 1},
        {"desc: Uncertain object: o\ndesc: Uncertain file: a\n" BODY, DOUBT_NONE, DOUBT_NONE, 0},
        {"desc: Uncertain: f\ndesc: Uncertain\n" BODY, DOUBT_NONE, DOUBT_NONE, 0},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct parsed parsed;
        parsed_read(&parsed, cases[i].text);
        cr_assert(parsed.is_read, "%s", parsed.error.text);
        cr_expect_eq(doubt_of(&parsed.profile, "o"), cases[i].in_object, "%s", cases[i].text);
        cr_expect_eq(doubt_of(&parsed.profile, ""), cases[i].elsewhere, "%s", cases[i].text);
        cr_expect_eq(parsed.warnings.count, cases[i].n_warnings, "%s", cases[i].text);
        parsed_free(&parsed);
    }
}

/* Whose code was inlined in others, so that nobody counted its calls. */
Test(parse_doubts, say_what_was_inlined)
{
    static const struct {
        const char *text;
        unsigned code;
        enum doubt doubt;
    } cases[] = {
        {BODY, 0, DOUBT_NONE},
        {"desc: Uncertain object: o\ndesc: Uncertain file: a\ndesc: Inlined function: f\n" BODY,
         CODE_INLINED, DOUBT_NONE},
        {"desc: Uncertain object: o\ndesc: Uncertain file: a\ndesc: Partly inlined function: f\n"
         "desc: Uncertain object: o\ndesc: Uncertain file: a\ndesc: Uncertain levels: f\n" BODY,
         CODE_INLINED | CODE_OWN, DOUBT_LEVELS},
        {"desc: Uncertain file: a\ndesc: Inlined function: f\n" BODY, 0, DOUBT_NONE},
        {"desc: Uncertain object: o\ndesc: Inlined function: f\n" BODY, 0, DOUBT_NONE},
        {"desc: Inlined: f\ndesc: : f\n" BODY, 0, DOUBT_NONE},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct parsed parsed;
        parsed_read(&parsed, cases[i].text);
        cr_assert(parsed.is_read, "%s", parsed.error.text);
        function_id f = function_in(&parsed.profile, "o");
        cr_expect_eq(profile_code(&parsed.profile, f), cases[i].code, "%s", cases[i].text);
        cr_expect_eq(profile_doubt(&parsed.profile, f), cases[i].doubt, "%s", cases[i].text);
        parsed_free(&parsed);
    }
}

/* They say nothing of the run that somebody would want to read. */
Test(parse_doubts, are_no_descriptions)
{
    struct parsed parsed;

    parsed_read(&parsed, "desc: Uncertain file: a\ndesc: Uncertain callee: f\ndesc: x\n" BODY);
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    cr_expect_eq(parsed.profile.descriptions.count, 1);
    parsed_free(&parsed);
}
