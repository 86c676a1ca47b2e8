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
        const struct trust_side sides[] = {{&fresh.profile},
                                           {cases[i].old != NULL ? &old.profile : NULL}};
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

Test(trust, compares_versions_and_events)
{
    static const struct trust_case cases[] = {
        {"versions", "creator: callgrind-3.22\nevents: Ir\n1 1\n",
         "creator: callgrind-3.19\nevents: Ir\n1 1\n",
         "versions: the old profile is of callgrind-3.19, not of callgrind-3.22 as the new one\n"},
        {"what is not known", "creator: callgrind-3.22\nevents: Ir\n1 1\n", "events: Ir\n1 1\n",
         ""},
        {"what quern wrote", "creator: callgrind-3.22\nevents: Ir\n1 1\n",
         "creator: quern-1.0.0\nevents: Ir\n1 1\n", ""},
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
