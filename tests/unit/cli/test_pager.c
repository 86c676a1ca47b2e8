/* SPDX-License-Identifier: GPL-3.0-or-later */

/* quern on a terminal of 80 columns and 24 rows, with pagers that leave files behind. */

#define _XOPEN_SOURCE 700 /* for terminals, and realpath */

#include "cli/output.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"
#include "support/terminal_run.h"

#define PROFILE TESTDATA_DIR "/rust_O0"
#define LONG "--top=100 " PROFILE

static void enter(void)
{
    static const char *const names[] = {"COLUMNS", "LINES", "NO_COLOR"};

    temporary_enter();
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
        unsetenv(names[i]);
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
}

TestSuite(pager, .init = enter, .fini = temporary_leave, .timeout = 60);

static struct run run_on_terminal(const char *line)
{
    return terminal_run("quern", line);
}

/* The same with a pager that changes nothing but notes that it was there. */
static bool is_paged(const char *name, const char *line)
{
    setenv("QUERN_PAGER", "touch paged; exec cat", 1);
    remove("paged");
    struct run run = terminal_run(name, line);
    cr_expect_eq(run.status, 0, "%s: %s", line, run.err);
    run_free(&run);
    return access("paged", F_OK) == 0;
}

static bool begins_with(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0;
}

Test(pager, shows_what_is_printed)
{
    cr_expect(is_paged("quern", LONG));
    cr_expect(is_paged("quern", "--help=all"));
    cr_expect(is_paged("quern", "--format=json " PROFILE));
    cr_expect(is_paged("quern", "--pager=never --pager=auto " LONG));
}

Test(pager, is_not_started_where_none_is_wanted)
{
    cr_expect_not(is_paged("quern", "--pager=never " LONG));
    cr_expect_not(is_paged("quern", "--version"));
    cr_expect_not(is_paged("quern", "-o report " LONG));
    cr_expect_not(is_paged("callgrind_annotate", LONG));
    setenv("TERM", "dumb", 1);
    cr_expect_not(is_paged("quern", LONG));
    setenv("TERM", "xterm", 1);
    setenv("QUERN_OPTS", "--pager=never", 1);
    cr_expect_not(is_paged("quern", LONG));
}

Test(pager, is_not_started_in_pipes)
{
    setenv("QUERN_PAGER", "touch paged; exec cat", 1);
    struct run run = run_quern((const char *const[]){"--top=100", NULL}, PROFILE);
    cr_expect_eq(run.status, 0);
    cr_expect_neq(access("paged", F_OK), 0);
    run_free(&run);
}

Test(pager, is_that_of_the_environment)
{
    static const struct {
        const char *own, *general, *shown; /* what is on the terminal begins so */
    } cases[] = {
        {"echo own", "echo general", "own\n"},
        {NULL, "echo general", "general\n"},
        {"cat", "echo general", "profile: "},
        {"", "echo general", "profile: "},
        {NULL, "", "profile: "},
        {NULL, "cat", "profile: "},
        {"sed 's/^/> /'", NULL, "> profile: "},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        unsetenv("QUERN_PAGER");
        unsetenv("PAGER");
        if (cases[i].own != NULL)
            setenv("QUERN_PAGER", cases[i].own, 1);
        if (cases[i].general != NULL)
            setenv("PAGER", cases[i].general, 1);
        struct run run = run_on_terminal(LONG);
        cr_expect(begins_with(run.out, cases[i].shown), "%zu: %.40s", i, run.out);
        cr_expect_eq(run.status, 0);
        run_free(&run);
    }
}

/* A "less" of our own, found before the system's; and none at all. */
Test(pager, is_less_where_nothing_else_is_said)
{
    temporary_write("less", "#!/bin/sh\necho \"less $LESS\"\n");
    cr_assert_eq(chmod("less", 0777), 0);
    setenv("PATH", ".:/usr/bin:/bin", 1);
    struct run run = run_on_terminal(LONG);
    cr_expect_str_eq(run.out, "less FRX\n");
    run_free(&run);
    remove("less");
    cr_assert_eq(symlink("/bin/cat", "cat"), 0);
    setenv("PATH", ".", 1);
    run = run_on_terminal(LONG);
    cr_expect(begins_with(run.out, "profile: "), "%s", run.out);
    cr_expect_str_eq(run.err, "");
    run_free(&run);
}

Test(pager, has_the_settings_that_git_gives_it)
{
    setenv("QUERN_PAGER", "echo \"$LESS $LV\"", 1);
    struct run run = run_on_terminal(LONG);
    cr_expect_str_eq(run.out, "FRX -c\n");
    run_free(&run);
    setenv("LESS", "-S", 1);
    setenv("LV", "", 1);
    run = run_on_terminal(LONG);
    cr_expect_str_eq(run.out, "-S \n");
    run_free(&run);
}

/* Through a pager, and without one: the same, with colours and for the terminal's width. */
Test(pager, gets_all_that_is_printed)
{
    static const char *const lines[] = {LONG, PROFILE, "--format=json " PROFILE, "--help=all"};

    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
        setenv("QUERN_PAGER", "cat", 1);
        struct run plain = run_on_terminal(lines[i]);
        setenv("QUERN_PAGER", "touch paged; exec cat", 1);
        struct run paged = run_on_terminal(lines[i]);
        cr_expect_str_eq(paged.out, plain.out, "%s", lines[i]);
        cr_expect_eq(paged.status, plain.status);
        run_free(&plain);
        run_free(&paged);
    }
}

/* It is a closed pipe. */
Test(pager, may_end_at_once)
{
    static const char *const pagers[] = {"true", "false", "head -1", "exec <&-; sleep 0.1",
                                         "kill -KILL $$"};
    static const char *const lines[] = {LONG, "--format=json " PROFILE,
                                        "--call-tree --percent-limit=0 --depth=30 " PROFILE};

    for (size_t i = 0; i < ARRAY_LENGTH(pagers) * ARRAY_LENGTH(lines); i++) {
        const char *line = lines[i % ARRAY_LENGTH(lines)];
        setenv("QUERN_PAGER", pagers[i / ARRAY_LENGTH(lines)], 1);
        struct run run = run_on_terminal(line);
        cr_expect_eq(run.status, 0, "%s: %d, %s", line, run.status, run.err);
        cr_expect_str_eq(run.err, "");
        run_free(&run);
    }
}

Test(pager, leaves_the_exit_status_to_limits)
{
    static const char *const pagers[] = {"cat >/dev/null", "true", "false", "nosuch-pager"};

    for (size_t i = 0; i < ARRAY_LENGTH(pagers); i++) {
        setenv("QUERN_PAGER", pagers[i], 1);
        setenv("QUERN_OPTS", "--fail-if=Ir>1", 1);
        struct run run = run_on_terminal(LONG);
        cr_expect_eq(run.status, 3, "%s: %d", pagers[i], run.status);
        cr_expect(strstr(run.err, "quern: exceeded: Ir>1"), "%s", run.err);
        run_free(&run);
    }
}

Test(pager, that_is_missing_leaves_the_report_to_be_seen)
{
    static const char *const pagers[] = {"nosuch-pager --option", "./not-to-be-run"};
    static const char *const lines[] = {LONG, "--format=json " PROFILE, "--format=csv " PROFILE};

    temporary_write("not-to-be-run", "#!/bin/sh\n");
    for (size_t i = 0; i < ARRAY_LENGTH(pagers) * ARRAY_LENGTH(lines); i++) {
        const char *pager = pagers[i / ARRAY_LENGTH(lines)];
        const char *line = lines[i % ARRAY_LENGTH(lines)];
        char expected[200];
        setenv("QUERN_PAGER", "cat", 1);
        struct run plain = run_on_terminal(line);
        setenv("QUERN_PAGER", pager, 1);
        struct run run = run_on_terminal(line);
        snprintf(expected, sizeof expected, "quern: the pager '%s' cannot be run: ", pager);
        cr_expect_str_eq(run.out, plain.out, "%s", line);
        cr_expect_eq(run.status, 0);
        cr_expect(strstr(run.err, expected), "%s", run.err);
        run_free(&plain);
        run_free(&run);
    }
}

/* What is printed after the report is printed when the terminal is free again. */
Test(pager, ends_before_messages_are_printed)
{
    setenv("QUERN_PAGER", "cat >/dev/null; sleep 0.2; echo over >&2", 1);
    setenv("QUERN_OPTS", "--fail-if=Ir>1", 1);
    struct run run = run_on_terminal("--report " PROFILE);
    cr_expect(begins_with(run.err, "over\nquern: "), "%s", run.err);
    cr_expect_eq(run.status, 3);
    run_free(&run);
}

/* Ctrl-C in the pager is the pager's. */
Test(pager, has_the_signals_of_the_terminal_for_itself)
{
    setenv("QUERN_PAGER", "kill -INT $PPID; kill -QUIT $PPID; cat >/dev/null; touch lived", 1);
    struct run run = run_on_terminal(LONG);
    cr_expect_eq(run.status, 0);
    cr_expect_eq(access("lived", F_OK), 0);
    run_free(&run);
    setenv("QUERN_PAGER", "kill -INT $$; touch ignored", 1);
    run = run_on_terminal(LONG);
    cr_expect_eq(run.status, 0);
    cr_expect_neq(access("ignored", F_OK), 0);
    run_free(&run);
}
