/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is said to people alone, who see it on a terminal. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"
#include "support/terminal_run.h"

TestSuite(on_terminal, .init = temporary_enter, .fini = temporary_leave, .timeout = 60);

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
    cr_expect_not_null(strstr(run.err, "--format=callgrind is not for a terminal"), "%s", run.err);
    run_free(&run);
}

Test(on_terminal, scripts_are_told_nothing)
{
    struct run run = run_quern((const char *const[]){"--top", ONE, NULL}, OTHER);

    cr_expect_str_eq(run.err, "");
    run_free(&run);
}
