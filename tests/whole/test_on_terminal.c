/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is said to people alone, who see it on a terminal. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"
#include "support/terminal_run.h"

TestSuite(on_terminal, .init = temporary_enter, .fini = temporary_leave, .timeout = 60);

#define FIB TESTDATA_DIR "/fib"

#define ADDED_UP "two profiles are added up; --diff=OLD NEW compares them"
#define ONE TESTDATA_DIR "/diff_old"
#define OTHER TESTDATA_DIR "/diff_new"

Test(on_terminal, two_profiles_are_told_to_be_added_up)
{
    static const struct {
        const char *name, *line;
        bool is_told;
    } cases[] = {
        {"quern", "--top " ONE " " OTHER, true},
        {"quern", "--peek=main " ONE " " OTHER, true},
        {"quern", "--by=input " ONE " " OTHER, false},
        {"quern", "--top " ONE " " OTHER " " TESTDATA_DIR "/fib", false},
        {"quern", "--top --diff=" ONE " " OTHER, false},
        {"quern", "--top -o report " ONE " " OTHER, false},
        {"quern", "--top " ONE, false},
        {"quern", "--top " TESTDATA_DIR "/o_threads-01 " TESTDATA_DIR "/o_threads-02", false},
        {"callgrind_annotate", ONE " " OTHER, false},
    };

    setenv("QUERN_PAGER", "cat", 1);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct run run = terminal_run(cases[i].name, cases[i].line);
        cr_expect_eq(run.status, 0, "%s: %s", cases[i].line, run.err);
        cr_expect_eq(strstr(run.err, ADDED_UP) != NULL, cases[i].is_told, "%s: %s", cases[i].line,
                     run.err);
        run_free(&run);
    }
}

/* A profile is written with its names as they are, in which there may be commands of terminals. */
Test(on_terminal, no_profile_is_written)
{
    struct run run = terminal_run("quern", "--format=callgrind " ONE);

    cr_expect_eq(run.status, 2);
    cr_expect_not_null(
        strstr(run.err, "--format=callgrind needs -o FILE: it is not for a terminal"), "%s",
        run.err);
    run_free(&run);
}

Test(on_terminal, scripts_are_told_nothing)
{
    struct run run = run_quern((const char *const[]){"--top", ONE, NULL}, OTHER);

    cr_expect_str_eq(run.err, "");
    run_free(&run);
}

static size_t count_lines(const char *text)
{
    size_t count = 0;

    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

/* What asks for something else, and whatever a script does, gets what it always got. */
Test(on_terminal, an_overview_is_shown_where_nothing_else_is_asked_for)
{
    static const struct {
        const char *name, *line;
        bool is_overview;
    } cases[] = {
        {"quern", FIB, true},
        {"quern", "--width=60 --function=fib " FIB, true},
        {"quern", "--diff=" ONE " " OTHER, true},
        {"quern", "--overview " FIB, true},
        {"quern", "--report " FIB, false},
        {"quern", "--top " FIB, false},
        {"quern", "-n 3 " FIB, false},
        {"quern", "--format=text " FIB, false},
        {"quern", "--auto=no " FIB, false},
        {"quern", "--tree=both " FIB, false},
        {"quern", "--context=1 " FIB, false},
        {"quern", "--threshold=50 " FIB, false},
        {"quern", "--inclusive=yes " FIB, false},
        {"quern", "-o - " FIB, false},
        {"quern", "--auto=no --noise=" ONE " --diff=" ONE " " OTHER, false},
        {"quern", "--noise=" ONE " --diff=" ONE " " OTHER, false},
        {"quern", FIB " " TESTDATA_DIR "/src/fib.c", false},
        {"callgrind_annotate", FIB, false},
    };

    setenv("QUERN_PAGER", "cat", 1);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct run run = terminal_run(cases[i].name, cases[i].line);
        bool has_commands = strstr(run.out, "quern --help") != NULL;
        cr_expect_eq(run.status, 0, "%s: %s", cases[i].line, run.err);
        cr_expect_eq(has_commands, cases[i].is_overview, "%s: %s", cases[i].line, run.out);
        cr_expect(!has_commands || count_lines(run.out) <= 22, "%s: %s", cases[i].line, run.out);
        run_free(&run);
    }
}

/* An option that only the overview has any use for is refused where a source is named. */
Test(on_terminal, a_source_asks_for_the_report)
{
    struct run run = terminal_run("quern", "--no-fold " FIB " " TESTDATA_DIR "/src/fib.c");

    cr_expect_eq(run.status, 2);
    cr_expect_not_null(strstr(run.err, "--no-fold cannot be combined with the report"), "%s",
                       run.err);
    run_free(&run);
}

/* The size of the terminal, as it would be asked for; that of the test is 24 lines. */
Test(on_terminal, a_higher_terminal_has_more_of_the_overview)
{
    struct run usual = terminal_run("quern", FIB);
    setenv("LINES", "40", 1);
    struct run high = terminal_run("quern", FIB);
    setenv("LINES", "5", 1);
    struct run low = terminal_run("quern", FIB);

    cr_expect_eq(count_lines(usual.out), 22, "%s", usual.out);
    cr_expect_eq(count_lines(high.out), 38, "%s", high.out);
    cr_expect_leq(count_lines(low.out), 12, "%s", low.out);
    run_free(&usual);
    run_free(&high);
    run_free(&low);
}

/* Messages are in the overview; in a file of messages, which nobody sees beside it, they stay. */
Test(on_terminal, messages_stand_in_the_overview)
{
    struct run run = terminal_run("quern", TESTDATA_DIR "/o_threads-01");

    cr_expect_not_null(strstr(run.out, "1 more file of the same run was not read"), "%s", run.out);
    cr_expect_not_null(strstr(run.err, "1 more file of the same run was not read"), "%s", run.err);
    run_free(&run);
}
