/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Which outputs quote sources: with --auto=no none does, and else those that are not text quote the
 * user's own alone. A profile names a file outside the current directory, one in it, and a link
 * from it to the one outside.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

static void enter(void)
{
    temporary_enter();
    cr_assert_eq(mkdir("outside", 0700), 0);
    cr_assert_eq(mkdir("work", 0700), 0);
    temporary_write("outside/a.c", "int outside;\nint x;\n");
    temporary_write("outside/old.c", "int before;\nint x;\n");
    cr_assert_eq(chdir("work"), 0);
    cr_assert_eq(symlink("../outside/a.c", "link.c"), 0);
    temporary_write("own.c", "int own;\nint x;\n");
    temporary_write("new", "events: Ir\nfl=../outside/a.c\nfn=f\n1 100\nfl=own.c\nfn=g\n1 50\n"
                           "fl=link.c\nfn=h\n1 30\n");
    temporary_write("old", "events: Ir\nfl=../outside/old.c\nfn=f\n1 90\nfl=own.c\nfn=g\n1 40\n");
    cr_assert_eq(mkdir("below", 0700), 0);
    cr_assert_eq(symlink("../../outside/a.c", "below/inner.c"), 0);
    cr_assert_eq(symlink("../outside", "linked"), 0);
    temporary_write("leaving", "events: Ir\nfl=/build/../outside/a.c\nfn=f\n1 100\n"
                               "fl=../../outside/a.c\nfn=g\n1 50\nfl=inner.c\nfn=h\n1 30\n"
                               "fl=/build/own.c\nfn=i\n1 20\n");
    temporary_write("less", "events: Ir\nfl=/build/../outside/a.c\nfn=f\n1 10\n"
                            "fl=/build/own.c\nfn=i\n1 10\n");
}

static void leave(void)
{
    cr_assert_eq(chdir(".."), 0);
    temporary_leave();
}

TestSuite(withheld_sources, .init = enter, .fini = leave, .timeout = 120);

/* Counts the lines of what quern prints with "int WORD;". Blocks of pages are unpacked first. */
static int count_quoted(const char *arguments, const char *word)
{
    char command[1000];
    char *const shell[] = {"sh", "-c", command, NULL};

    snprintf(command, sizeof command,
             "%s %s >printed 2>messages; sed -n "
             "'s/.*<script type=\"application\\/json\"[^>]*>\\([^<]*\\)<.*/\\1/p' printed |"
             " while read -r block; do echo \"$block\" | base64 -d | gzip -dc; done >unpacked"
             " 2>/dev/null; cat printed unpacked | grep -c 'int %s;'",
             QUERN_BINARY, arguments, word);
    struct run run = run_program("sh", shell, NULL);
    int quoted = atoi(run.out);
    run_free(&run);
    return quoted;
}

struct quoting {
    const char *arguments;
    int outside, before, own; /* lines of each */
};

static void expect_quoted(const struct quoting *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *arguments = cases[i].arguments;
        int outside = count_quoted(arguments, "outside"), own = count_quoted(arguments, "own"),
            before = count_quoted(arguments, "before");
        cr_expect_eq(outside, cases[i].outside, "%s: %d outside", arguments, outside);
        cr_expect_eq(before, cases[i].before, "%s: %d before", arguments, before);
        cr_expect_eq(own, cases[i].own, "%s: %d own", arguments, own);
    }
}

Test(withheld_sources, are_those_outside_in_what_is_not_text)
{
    static const struct quoting cases[] = {
        {"new", 2, 0, 1},
        {"--by=line new", 2, 0, 1},
        {"--annotate=f new", 1, 0, 0},
        {"--annotate=h new", 1, 0, 0},
        {"--overview new", 2, 0, 1},
        {"--diff=old --by=line new", 2, 1, 1},
        {"--by=line --format=json new", 0, 0, 1},
        {"--by=line --format=json -I../outside new", 2, 0, 1},
        {"--by=line --format=json --path-map=../outside=../outside new", 2, 0, 1},
        {"--by=line --format=grep new", 0, 0, 1},
        {"--overview --format=json new", 0, 0, 1},
        {"--overview --format=markdown new", 0, 0, 1},
        {"--annotate=f --format=json new", 0, 0, 0},
        {"--annotate=h --format=json new", 0, 0, 0},
        {"--annotate=g --format=json new", 0, 0, 1},
        {"--annotate=f --format=json -I../outside new", 1, 0, 0},
        {"--annotate=h --format=markdown new", 0, 0, 0},
        {"--annotate=g --format=markdown new", 0, 0, 1},
        {"--format=html new", 0, 0, 2},
        {"--format=html -I../outside new", 4, 0, 2},
        {"--diff=old --by=line --format=json new", 0, 0, 1},
        {"--diff=old --annotate=f --format=json new", 0, 0, 0},
        {"--by=line --format=csv new", 0, 0, 0},
        {"--diff=old --format=github new", 0, 0, 0},
    };

    expect_quoted(cases, ARRAY_LENGTH(cases));
}

/* By "..", or by a link, a path of a profile leads out of the directory that the user named. */
Test(withheld_sources, are_those_that_leave_the_directories_named)
{
    static const struct quoting cases[] = {
        {"--by=line -Ibelow --path-map=/build=. leaving", 3, 0, 1},
        {"--by=line --format=json -Ibelow --path-map=/build=. leaving", 0, 0, 1},
        {"--by=line --format=grep -Ibelow --path-map=/build=. leaving", 0, 0, 1},
        {"--overview --format=markdown -Ibelow --path-map=/build=. leaving", 0, 0, 1},
        {"--format=html -Ibelow --path-map=/build=. leaving", 0, 0, 2},
        {"--diff=less --by=line --format=json --path-map=/build=. leaving", 0, 0, 1},
        {"--by=line --format=json -Ibelow -I../outside leaving", 3, 0, 0},
        {"--by=line --format=json -Ibelow -Ilinked leaving", 3, 0, 0},
        {"--by=line --format=json --path-map=inner.c=../outside/a.c leaving", 3, 0, 0},
        {"--by=line --format=json --path-map=inner.c=link.c leaving", 3, 0, 0},
        {"--by=line --format=json --path-map=/build/..=.. leaving", 2, 0, 0},
    };

    expect_quoted(cases, ARRAY_LENGTH(cases));
}

/* The file is named as it was recorded: nobody could be shown a line of it. */
Test(withheld_sources, that_leave_the_directories_named_have_no_line_in_findings)
{
    struct run run =
        run_quern(OPTIONS("--diff=less", "--format=github", "--path-map=/build=."), "leaving");

    cr_expect_null(strstr(run.out, "outside/a.c,line="), "%s", run.out);
    cr_expect_not_null(strstr(run.out, "file=own.c"), "%s", run.out);
    run_free(&run);
}

Test(withheld_sources, are_all_without_auto)
{
    static const struct quoting cases[] = {
        {"--auto=no new", 0, 0, 0},
        {"--auto=no new own.c", 0, 0, 1},
        {"--auto=no --by=line new", 0, 0, 0},
        {"--auto=no --annotate=g new", 0, 0, 0},
        {"--auto=no --overview new", 0, 0, 0},
        {"--auto=no --overview --format=markdown new", 0, 0, 0},
        {"--auto=no --by=line --format=grep new", 0, 0, 0},
        {"--auto=no --annotate=g --format=json new", 0, 0, 0},
        {"--auto=no --format=html new", 0, 0, 0},
        {"--auto=no --format=html -I. new", 0, 0, 0},
        {"--auto=no --diff=old new", 0, 0, 0},
        {"--auto=no --diff=old new own.c", 0, 0, 1},
        {"--auto=no --diff=old --by=line new", 0, 0, 0},
        {"--auto=no --diff=old --annotate=g new", 0, 0, 0},
    };

    expect_quoted(cases, ARRAY_LENGTH(cases));
}
