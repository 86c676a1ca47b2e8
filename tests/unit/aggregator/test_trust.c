/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/trust.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(trust, .init = temporary_enter, .fini = temporary_leave);

/* The notes, as "NAME: TEXT", a line each; the caller frees it. */
static char *show(const struct warnings *notes)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (uint64_t i = 0; i < notes->count; i++)
        fprintf(out, "%s: %s\n", notes->first[i].name, notes->first[i].text);
    fclose(out);
    return text;
}

struct trust_case {
    const char *behaviour;
    const char *fresh, *old; /* old: NULL for a profile that is compared with none */
    const char *expected;
};

static const unsigned same = 1; /* both sides are read from a file of one name */

static void check(const struct trust_case *cases, size_t count, bool is_found)
{
    for (size_t i = 0; i < count; i++) {
        struct parsed fresh, old;
        struct warnings notes = {0};

        parsed_read(&fresh, cases[i].fresh);
        cr_assert(fresh.is_read, "%s: %s", cases[i].behaviour, fresh.error.text);
        if (cases[i].old != NULL)
            parsed_read_beside(&old, &fresh, cases[i].old);
        const struct trust_side sides[] = {
            {&fresh.profile, is_found, false},
            {cases[i].old != NULL ? &old.profile : NULL, false, false}};
        trust_note(&notes, &sides[0], cases[i].old != NULL ? &sides[1] : NULL, same);
        char *text = show(&notes);
        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%sgot\n%s", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
        if (cases[i].old != NULL)
            parsed_free(&old);
        parsed_free(&fresh);
    }
}

#define CALLGRIND "creator: callgrind-3.19.0\npid: 7\n"
#define LAST "desc: Trigger: Program termination\n"
#define BLOCKS(range) "desc: Timerange: Basic block " range "\n"
#define NOTHING "events: Ir\nsummary: 0\ntotals: 0\n"
#define SOME "events: Ir\nfn=f\n1 20\ntotals: 20\n"
#define SEE ": see --toggle-collect and --collect-atstart=no of Callgrind\n"

Test(trust, tells_of_nothing_collected)
{
    static const struct trust_case cases[] = {
        {"nothing", CALLGRIND "part: 1\n" BLOCKS("0 - 9") LAST NOTHING, NULL,
         "collected: nothing was collected of 9 blocks of code that ran" SEE},
        {"in one block", CALLGRIND "part: 1\n" BLOCKS("8 - 9") LAST NOTHING, NULL,
         "collected: nothing was collected of 1 block of code that ran" SEE},
        {"no block", CALLGRIND "part: 1\n" BLOCKS("0 - 0") LAST NOTHING, NULL,
         "collected: nothing was collected, since instrumentation was never on: see "
         "--instr-atstart=no of Callgrind\n"},
        {"nearly nothing",
         CALLGRIND "part: 1\n" BLOCKS("0 - 20") LAST "events: Ir\nfn=f\n1 19\ntotals: 19\n", NULL,
         "collected: only 19 Ir were collected of 20 blocks of code that ran" SEE},
        {"as many as there are blocks",
         CALLGRIND "part: 1\n" BLOCKS("0 - 19") LAST "events: Ir\nfn=f\n1 19\ntotals: 19\n", NULL,
         ""},
        {"a small function", CALLGRIND "part: 1\n" BLOCKS("0 - 90000") LAST SOME, NULL, ""},
        {"in two dumps",
         CALLGRIND "part: 1\n" BLOCKS("0 - 9") NOTHING "part: 2\n" BLOCKS("9 - 11") LAST NOTHING,
         NULL, "collected: nothing was collected of 11 blocks of code that ran" SEE},
        {"by thread: the blocks are of all",
         CALLGRIND "part: 1\nthread: 1\n" BLOCKS("0 - 9") LAST NOTHING
         "part: 1\nthread: 2\n" BLOCKS("0 - 9") LAST NOTHING,
         NULL, "collected: nothing was collected of 9 blocks of code that ran" SEE},
        {"something in the first of two dumps",
         CALLGRIND "part: 1\n" BLOCKS("0 - 9") SOME "part: 2\n" BLOCKS("9 - 11") LAST NOTHING, NULL,
         ""},
        {"the first dump is not here", CALLGRIND "part: 2\n" BLOCKS("0 - 9") LAST NOTHING, NULL,
         ""},
        {"the last dump is not here",
         CALLGRIND "part: 1\n" BLOCKS("0 - 9") "desc: Trigger: --dump-before=f\n" NOTHING, NULL,
         ""},
        {"thread 1 is not here", CALLGRIND "part: 1\nthread: 2\n" BLOCKS("0 - 9") LAST NOTHING,
         NULL, ""},
        {"a summary alone",
         CALLGRIND "part: 1\n" BLOCKS("0 - 9") LAST "events: Ir\nsummary: 141072\ntotals: 0\n",
         NULL, ""},
        {"cut off", CALLGRIND "part: 1\n" BLOCKS("0 - 9") LAST "events: Ir\n", NULL, ""},
        {"no part", CALLGRIND BLOCKS("0 - 9") LAST NOTHING, NULL, ""},
        {"another writer", "creator: quern-1\npart: 1\n" BLOCKS("0 - 9") LAST NOTHING, NULL, ""},
        {"other events",
         CALLGRIND "part: 1\n" BLOCKS("0 - 9") LAST "events: Bc\nsummary: 0\ntotals: 0\n", NULL,
         ""},
        {"damaged ranges: backwards", CALLGRIND "part: 1\n" BLOCKS("9 - 0") LAST NOTHING, NULL, ""},
        {"no number", CALLGRIND "part: 1\n" BLOCKS("0 - x") LAST NOTHING, NULL, ""},
        {"cut", CALLGRIND "part: 1\n" BLOCKS("0") LAST NOTHING, NULL, ""},
        {"empty", CALLGRIND "part: 1\n" BLOCKS("") LAST NOTHING, NULL, ""},
        {"too large", CALLGRIND "part: 1\n" BLOCKS("0 - 18446744073709551616") LAST NOTHING, NULL,
         ""},
        {"as large as there is",
         CALLGRIND "part: 1\n" BLOCKS("0 - 18446744073709551615") LAST NOTHING, NULL,
         "collected: nothing was collected of 18446744073709551615 blocks of code that ran" SEE},
        {"below zero",
         CALLGRIND "part: 1\n" BLOCKS("0 - 9") LAST "events: Ir\nfn=f\n1 -5\ntotals: -5\n", NULL,
         ""},
        {"of the old side, once", CALLGRIND "part: 1\n" BLOCKS("0 - 9") LAST SOME,
         CALLGRIND "part: 1\n" BLOCKS("0 - 9") LAST NOTHING,
         "collected: nothing was collected of 9 blocks of code that ran" SEE},
    };

    check(cases, ARRAY_LENGTH(cases), false);
}

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
         "command: the command is '... --third-option=3 --last=4', was '... --third-option=3 "
         "--last=5'\n"},
        {"within a long word",
         COMMAND("p --0123456789012345678901234567890123456789012345678901=1"),
         COMMAND("p --0123456789012345678901234567890123456789012345678901=2"),
         "command: the command is '... 345678901234567890123456789012345678901=1', was '... "
         "345678901234567890123456789012345678901=2'\n"},
        {"of one side nothing is known", COMMAND("a"), "events: Ir\nfn=f\n1 1\n", ""},
        {"an empty one", COMMAND("a"), COMMAND(""), ""},
        {"all that was run before", COMMAND("a") "part: 2\n" COMMAND("b"),
         COMMAND("b") "part: 2\n" COMMAND("a"), ""},
        {"one that was not", COMMAND("a") "part: 2\n" COMMAND("b"), COMMAND("a"),
         "command: the command is 'b', was 'a'\n"},
    };

    check(cases, ARRAY_LENGTH(cases), false);
}

Test(trust, compares_versions_caches_and_events)
{
    static const struct trust_case cases[] = {
        {"versions", "creator: callgrind-3.22\nevents: Ir\n1 1\n",
         "creator: callgrind-3.19\nevents: Ir\n1 1\n",
         "versions: the old profile is of callgrind-3.19, not of callgrind-3.22 as the new one\n"},
        {"what is not known", "creator: callgrind-3.22\nevents: Ir\n1 1\n", "events: Ir\n1 1\n",
         ""},
        {"what quern wrote", "creator: callgrind-3.22\nevents: Ir\n1 1\n",
         "creator: quern-1.0.0\nevents: Ir\n1 1\n", ""},
        {"caches", "desc: I1 cache: 1 B\ndesc: D1 cache: 2 B\nevents: Ir\n1 1\n",
         "desc: I1 cache: 1 B\ndesc: D1 cache: 3 B\nevents: Ir\n1 1\n",
         "cache: the D1 cache was 3 B, and is 2 B now\n"},
        {"one that was not simulated", "desc: D1 cache: \nevents: Ir\n1 1\n",
         "desc: D1 cache: 3 B\nevents: Ir\n1 1\n", ""},
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

#define LOADED(linker, environment)                                                                \
    "events: Ir\nob=ld.so\nfn=_dl_start\n1 " linker "\nfn=__GI___tunables_init\n1 " environment "\n"

Test(trust, compares_environments)
{
    static const struct trust_case cases[] = {
        {"equal", LOADED("5", "9"), LOADED("5", "9"), ""},
        {"another one", LOADED("5", "9"), LOADED("5", "8"),
         "environment: reading the environment cost 9 Ir, was 8: it is another\n"},
        {"another linker", LOADED("5", "9"), LOADED("6", "8"), ""},
        {"it was not collected", LOADED("5", "9"), "events: Ir\nfn=f\n1 1\n", ""},
        {"of another object", LOADED("5", "9") "ob=static\nfn=__GI___tunables_init\n1 7\n",
         LOADED("5", "9"), ""},
    };

    check(cases, ARRAY_LENGTH(cases), false);
}

#define RAN(name) "events: Ir\nfn=" name "\n1 1\n"

Test(trust, compares_variants_of_the_c_library)
{
    static const struct trust_case cases[] = {
        {"another", RAN("__memcpy_avx_unaligned_erms"), RAN("__memcpy_sse2_unaligned"),
         "libc: the C library chose __memcpy_avx_unaligned_erms, before __memcpy_sse2_unaligned, "
         "as for another processor\n"},
        {"several", RAN("__strlen_avx2") "fn=__memchr_avx2\n1 1\n",
         RAN("__strlen_sse2") "fn=__memchr_sse2\n1 1\n",
         "libc: the C library chose __strlen_avx2, before __strlen_sse2, and 1 more so, as for "
         "another processor\n"},
        {"parts of one", RAN("__memcpy_avx_unaligned_erms"), RAN("__memcpy_avx_unaligned"), ""},
        {"another function", RAN("__strlen_avx2"), RAN("__strchr_sse2"), ""},
        {"one of both", RAN("__strlen_avx2") "fn=__strlen_sse2\n1 1\n", RAN("__strlen_sse2"), ""},
        {"an old version of it", RAN("__memcpy_avx_unaligned"), RAN("memcpy@GLIBC_2.2.5"), ""},
        {"names that are none", RAN("__avx2") "fn=__\n1 1\nfn=sum_avx2\n1 1\n",
         RAN("__sse2") "fn=sum_sse2\n1 1\n", ""},
    };

    check(cases, ARRAY_LENGTH(cases), false);
}

#define STARTS(count)                                                                              \
    "events: Ir\nfn=main\n1 1\ncfn=pthread_create@@GLIBC_2.34\ncalls=" count " 1\n1 1\n"
#define STARTS_NONE "events: Ir\nfn=(below main)\n1 1\ncfn=main\ncalls=1 1\n1 1\n"

Test(trust, compares_numbers_of_threads)
{
    static const struct trust_case cases[] = {
        {"equal", STARTS("3"), STARTS("3"), ""},
        {"more", STARTS("3"), STARTS("1"), "threads: threads started: 3, before 1\n"},
        {"some", STARTS("3"), STARTS_NONE, "threads: threads started: 3, before 0\n"},
        {"maybe they were not collected", STARTS("3"), RAN("main"), ""},
        {"nor what is around main()", STARTS("3"),
         "events: Ir\nfn=(below main)\ncfn=main\ncalls=1 1\n1 1\n", ""},
        {"numbers that Valgrind gave again",
         "thread: 1\n" STARTS("2") "thread: 2\n" RAN("f") "thread: 3\n" RAN("f"),
         "thread: 1\n" STARTS("2") "thread: 2\n" RAN("f"), ""},
    };

    check(cases, ARRAY_LENGTH(cases), false);
}
