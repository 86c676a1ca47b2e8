/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/compare/trust.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(trust, .init = temporary_enter, .fini = temporary_leave);

/* The notes, as "NAME: TEXT", a line each, but that both sides are of one file; the caller frees
 * it. */
static char *show(const struct warnings *notes)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (uint64_t i = 0; i < notes->count; i++)
        if (strcmp(notes->first[i].name, "same") != 0)
            fprintf(out, "%s: %s\n", notes->first[i].name, notes->first[i].text);
    fclose(out);
    return text;
}

struct trust_case {
    const char *behaviour;
    const char *current, *old; /* old: NULL for a profile that is compared with none */
    const char *expected;
};

static void check(const struct trust_case *cases, size_t count, bool is_found)
{
    for (size_t i = 0; i < count; i++) {
        struct parsed current, old;
        struct warnings notes = {0};

        parsed_read(&current, cases[i].current);
        cr_assert(current.is_read, "%s: %s", cases[i].behaviour, current.error.text);
        if (cases[i].old != NULL)
            parsed_read_beside(&old, &current, cases[i].old);
        const struct trust_side sides[] = {
            {&current.profile, is_found, false},
            {cases[i].old != NULL ? &old.profile : NULL, false, false}};
        trust_note(&notes, &sides[0], cases[i].old != NULL ? &sides[1] : NULL, false);
        char *text = show(&notes);
        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%sgot\n%s", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
        if (cases[i].old != NULL)
            parsed_free(&old);
        parsed_free(&current);
    }
}

#define CALLGRIND "creator: callgrind-3.19.0\npid: 7\n"
#define LAST "desc: Trigger: Program termination\n"
#define SOME "events: Ir\nfn=f\n1 20\ntotals: 20\n"
#define FOUND(part, thread) "part: " part "\nthread: " thread "\n" SOME
#define FOUND_LAST(part, thread) "part: " part "\nthread: " thread "\n" LAST SOME

Test(trust, tells_of_missing_files)
{
    static const struct trust_case cases[] = {
        {"all dumps", CALLGRIND "part: 1\n" SOME "part: 2\n" SOME, NULL, ""},
        {"one is missing", CALLGRIND "part: 1\n" SOME "part: 3\n" SOME, NULL,
         "files: its run lacks dump 2\n"},
        {"the first ones", CALLGRIND "part: 4\n" SOME "part: 5\n" SOME, NULL,
         "files: its run lacks dump 1, and 2 more\n"},
        {"in any order", CALLGRIND "part: 3\n" SOME "part: 1\n" SOME "part: 2\n" SOME, NULL, ""},
        {"the largest number", CALLGRIND "part: 1\n" SOME "part: 9223372036854775807\n" SOME, NULL,
         "files: its run lacks dump 2, and 9223372036854775804 more\n"},
        {"no numbers", CALLGRIND SOME, NULL, ""},
        {"dump 0 is of nobody who counts as Callgrind does", CALLGRIND "part: 0\n" SOME, NULL, ""},
        {"all threads", CALLGRIND FOUND_LAST("1", "1") FOUND_LAST("1", "2"), NULL, ""},
        {"thread 2 is missing", CALLGRIND FOUND_LAST("1", "1") FOUND_LAST("1", "3"), NULL,
         "files: its run lacks thread 2\n"},
        {"a dump may be of one thread",
         CALLGRIND FOUND("1", "2") FOUND_LAST("2", "1") FOUND_LAST("2", "2"), NULL, ""},
        {"a dump knows of a thread that the last one lacks",
         CALLGRIND FOUND("1", "2") FOUND_LAST("2", "1"), NULL, "files: its run lacks thread 2\n"},
        {"without a last dump", CALLGRIND FOUND("1", "1") FOUND("1", "3"), NULL, ""},
        {"another writer", "creator: other\npid: 7\npart: 3\n" SOME, NULL, ""},
    };

    check(cases, ARRAY_LENGTH(cases), true);
}

Test(trust, lets_a_single_file_be_meant)
{
    static const struct trust_case cases[] = {
        {"named", CALLGRIND "part: 3\n" SOME, NULL, ""},
    };

    check(cases, ARRAY_LENGTH(cases), false);
}

#define COMMAND(command) "cmd: " command "\nevents: Ir\nfn=f\n1 1\n"

Test(trust, compares_commands_without_directories)
{
    static const struct trust_case cases[] = {
        {"equal", COMMAND("./a b"), COMMAND("./a b"), ""},
        {"other directories", COMMAND("/x/a /y/b  --in=/y/c"), COMMAND("z/a b --in=/w/v/c"), ""},
        {"a directory", COMMAND("a /x/y/"), COMMAND("a /z/y"), ""},
        {"builds of one", COMMAND("index-new words"), COMMAND("./index.2 words"), ""},
        {"other programs", COMMAND("/bin/a"), COMMAND("/bin/b"),
         "command: the command is 'a', was 'b'\n"},
        {"other arguments", COMMAND("a b"), COMMAND("a c"),
         "command: the command is 'a b', was 'a c'\n"},
        {"one more", COMMAND("a b"), COMMAND("a"), "command: the command is 'a b', was 'a'\n"},
        {"far away in a long one",
         COMMAND("program --first-option=1 --second-option=2 --third-option=3 --last=4"),
         COMMAND("program --first-option=1 --second-option=2 --third-option=3 --last=5"),
         "command: the command is '... second-option=2 --third-option=3 --last=4', was '... "
         "second-option=2 --third-option=3 --last=5'\n"},
        {"within a long word",
         COMMAND("p --0123456789012345678901234567890123456789012345678901=1"),
         COMMAND("p --0123456789012345678901234567890123456789012345678901=2"),
         "command: the command is '... 345678901234567890123456789012345678901=1', was '... "
         "345678901234567890123456789012345678901=2'\n"},
        {"of one side nothing is known", COMMAND("a"), "events: Ir\nfn=f\n1 1\n", ""},
        {"an empty one", COMMAND("a"), COMMAND(""), ""},
        {"all that was run before", COMMAND("a") "part: 2\n" COMMAND("b"),
         COMMAND("b") "part: 2\n" COMMAND("a"), ""},
        {"several", COMMAND("a") "part: 2\n" COMMAND("b"), COMMAND("a"), ""},
        {"one of several parts", COMMAND("x/b") "part: 2\n" COMMAND("y/b"), COMMAND("a"),
         "command: the command is 'b', was 'a'\n"},
    };

    check(cases, ARRAY_LENGTH(cases), false);
}

Test(trust, compares_events)
{
    static const struct trust_case cases[] = {
        {"events in another order", "events: A B\n1 1 1\n", "events: B A\n1 1 1\n", ""},
        {"a new event", "events: A B\n1 1 1\n", "events: A\n1 1\n",
         "events: the old profile has no B: counted as 0 there\n"},
        {"events that are gone", "events: A\n1 1\n", "events: A B C D E F\n1 1\n",
         "events: the profile has no B, C, D and 2 more: counted as 0 there\n"},
        {"both", "events: A\n1 1\n", "events: B\n1 1\n",
         "events: the profile has no B, the old one no A: these count as 0 there\n"},
    };

    check(cases, ARRAY_LENGTH(cases), false);
}
