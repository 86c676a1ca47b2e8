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

static void check(const struct trust_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct parsed fresh, old;
        struct warnings notes = {0};

        parsed_read(&fresh, cases[i].fresh);
        cr_assert(fresh.is_read, "%s: %s", cases[i].behaviour, fresh.error.text);
        if (cases[i].old != NULL)
            parsed_read_beside(&old, &fresh, cases[i].old);
        const struct trust_side sides[] = {{&fresh.profile, false},
                                           {cases[i].old != NULL ? &old.profile : NULL, false}};
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

    check(cases, ARRAY_LENGTH(cases));
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

    check(cases, ARRAY_LENGTH(cases));
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

    check(cases, ARRAY_LENGTH(cases));
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
        {"names that are none", RAN("__avx2") "fn=__\n1 1\nfn=sum_avx2\n1 1\n",
         RAN("__sse2") "fn=sum_sse2\n1 1\n", ""},
    };

    check(cases, ARRAY_LENGTH(cases));
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

    check(cases, ARRAY_LENGTH(cases));
}
