/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The recipe of quern-ci(7) for 'git bisect run': its script is run in a repository in which one
 * commit made a function costlier, with stand-ins for the compiler and for Valgrind. And the status
 * of each outcome, which decides what git does.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/manual.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(bisect, .init = temporary_enter, .fini = temporary_leave, .timeout = 120);

#define FIRST_LINE "make program || exit 125"

/*
 * Eight commits, each with what parse() costs. It is more than 10M from the sixth on; the third
 * cannot be built, and the profile of the fourth is none.
 */
static char repository[] =
    "set -e\n"
    "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null\n"
    "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b\n"
    "mkdir tree && cd tree && git init -q .\n"
    "n=0\n"
    "for cost in 1000000 1000001 broken nothing 9000000 10000001 10000002 20000000; do\n"
    "    n=$((n + 1))\n"
    "    echo $cost >cost && git add cost && git commit -qm \"commit $n\" && git tag c$n\n"
    "done\n";

static struct run run_shell(char *script)
{
    return run_program("sh", (char *[]){"sh", "-c", script, NULL}, NULL);
}

/* Finds the script, which begins with this line, and writes it, with its files in this folder. */
static void write_script(void)
{
    struct manual manual;
    char script[1000] = "";
    bool is_there = false;

    manual_open(&manual);
    while (manual_next_line(&manual) && !(is_there && strcmp(manual.line, ".Ed") == 0)) {
        is_there |= strcmp(manual.line, FIRST_LINE) == 0;
        if (is_there) {
            manual_append(script, sizeof script, manual.line);
            manual_append(script, sizeof script, "\n");
        }
    }
    manual_close(&manual);
    cr_assert(strstr(script, "quern --bisect"), "no page has the script: '%s'", script);
    for (char *at; (at = strstr(script, "/tmp/")) != NULL;)
        memcpy(at, "..///", 5);
    temporary_write("costs.sh", script);
}

static void set_up(void)
{
    char *quern = run_quern_path(), script[3000];

    run_need("bisect", "git");
    snprintf(script, sizeof script, "#!/bin/sh\nexec '%s' \"$@\"\n", quern);
    temporary_stand_in("quern", script);
    temporary_stand_in("make", "#!/bin/sh\n! grep -q broken cost\n");
    temporary_stand_in(
        "valgrind",
        "#!/bin/sh\n"
        "for i; do case $i in --callgrind-out-file=*) to=${i#*=};; esac; done\n"
        "cost=$(cat cost)\n"
        "[ $cost != nothing ] || { echo none >$to; exit; }\n"
        "printf 'events: Ir\\nfl=a.c\\nfn=parse\\n1 %s\\nfn=main\\n2 5\\n' $cost >$to\n");
    write_script();
    struct run run = run_shell(repository);
    cr_assert_eq(run.status, 0, "%s", run.err);
    run_free(&run);
    free(quern);
}

Test(bisect, finds_the_commit_that_made_a_function_costlier)
{
    static char bisect[] = "cd tree && git bisect start c8 c1 && git bisect run sh ../costs.sh";

    set_up();
    struct run run = run_shell(bisect);
    cr_expect_eq(run.status, 0, "%d: %s%s", run.status, run.out, run.err);
    cr_expect(strstr(run.out, "is the first bad commit"), "%s%s", run.out, run.err);
    cr_expect(strstr(run.out, "    commit 6\n"), "%s%s", run.out, run.err);
    run_free(&run);
}

/* Each commit would be as wrong: git stops, and blames none. */
Test(bisect, stops_where_the_command_line_is_wrong)
{
    static char bisect[] = "sed 's/--fail-if=/--fail-if=Dr/' costs.sh >wrong.sh && grep -q Dr "
                           "wrong.sh && cd tree && git bisect start c8 c1 && git bisect run sh "
                           "../wrong.sh";

    set_up();
    struct run run = run_shell(bisect);
    cr_expect_neq(run.status, 0, "%s", run.out);
    cr_expect_not(strstr(run.out, "is the first bad commit"), "%s", run.out);
    cr_expect(strstr(run.err, "bisect run failed"), "%s", run.err);
    run_free(&run);
}

Test(bisect, has_a_status_for_each_outcome)
{
    static const struct {
        const char *arguments;
        int status;
    } cases[] = {
        {"--fail-if='Ir > 1G' fib", 0},
        {"--fail-if='Ir > 1' fib", 1},
        {"--fail-if='Ir > 1' --fail-if='Ir of nosuch > 1' fib", 1},
        {"--fail-if='Ir of nosuch > 1' --fail-if='Ir > 1' fib", 1},
        {"--fail-if='Ir of nosuch > 1' fib", 125},
        {"--fail-if='incl(Ir) of ^even$ > 28' spec/cycle-merged", 125},
        {"--fail-if='Ir > 1' nosuch.out", 125},
        {"--fail-if='Ir > 1' damaged/overflow", 125},
        {"--strict --fail-if='Ir > 1' damaged/cut-in-line", 125},
        {"--fail-if='Ir > +1' --diff=nosuch.out fib", 125},
        {"fib", 128},
        {"--fail-if='Ir 1' fib", 128},
        {"--fail-if='Ir > +1' fib", 128},
        {"--fail-if='Dx > 1' fib", 128},
        {"--fail-if='Ir > 1' --nosuch fib", 128},
        {"--limits=nosuch.out fib", 128},
        {"--limits=limits/bad fib", 128},
    };
    char *quern = run_quern_path();

    cr_assert_eq(chdir(TESTDATA_DIR), 0);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        for (int is_last = 0; is_last < 2; is_last++) { /* where the option is */
            char script[1000];
            snprintf(script, sizeof script, "'%s' --top=1 %s %s %s", quern,
                     is_last ? "" : "--bisect", cases[i].arguments, is_last ? "--bisect" : "");
            struct run run = run_shell(script);
            cr_expect_eq(run.status, cases[i].status, "%s: %d, not %d: %s", script, run.status,
                         cases[i].status, run.err);
            run_free(&run);
        }
    }
    free(quern);
}
