/* SPDX-License-Identifier: GPL-3.0-or-later */

/* quern on a terminal of 80 columns and 24 rows, with pagers that leave files behind. */

#define _XOPEN_SOURCE 700 /* for terminals, and realpath */
#define _GNU_SOURCE       /* for the sizes of pipes */

#include "cli/output.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"
#include "support/terminal_run.h"

/* Reports of more and of less than a screen. */
#define PROFILE TESTDATA_DIR "/rust_O0"
#define LONG "--top=100 " PROFILE
#define SHORT "--top=10 " PROFILE

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

Test(pager, shows_what_is_longer_than_the_screen)
{
    cr_expect(is_paged("quern", LONG));
    cr_expect(is_paged("quern", "--report " PROFILE));
    cr_expect(is_paged("quern", "--help=all"));
    cr_expect(is_paged("quern", "--format=json " PROFILE));
    cr_expect(is_paged("quern", "--format=csv " PROFILE));
    cr_expect(is_paged("quern", "--pager=never --pager=auto " LONG));
    cr_expect(is_paged("quern", "--top=20 " PROFILE), "25 lines");
}

Test(pager, is_not_started_for_what_fits)
{
    cr_expect_not(is_paged("quern", SHORT));
    cr_expect_not(is_paged("quern", "--version"));
    cr_expect_not(is_paged("quern", "--top=19 " PROFILE), "24 lines");
    cr_expect_not(is_paged("quern", "--help"));
}

Test(pager, is_not_started_where_none_is_wanted)
{
    cr_expect_not(is_paged("quern", "--pager=never " LONG));
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
    temporary_write("less", "#!/bin/sh\necho \"less $*\"\n");
    cr_assert_eq(chmod("less", 0777), 0);
    setenv("PATH", ".:/usr/bin:/bin", 1);
    struct run run = run_on_terminal(LONG);
    cr_expect_str_eq(run.out, "less -FRX\n");
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
    static const char *const pagers[] = {"true",   "false",        "head -1", "exec <&-; sleep 0.1",
                                         "exit 1", "kill -KILL $$"};
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
        setenv("QUERN_OPTS", "--fail-if='Ir > 1'", 1);
        struct run run = run_on_terminal(LONG);
        cr_expect_eq(run.status, 3, "%s: %d", pagers[i], run.status);
        cr_expect(strstr(run.err, "quern: exceeded: Ir > 1"), "%s", run.err);
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
        snprintf(expected, sizeof expected,
                 "quern: the pager '%s' cannot be run: shown without it\n", pager);
        cr_expect_str_eq(run.out, plain.out, "%s", line);
        cr_expect_eq(run.status, 0);
        cr_expect(strstr(run.err, expected), "%s", run.err);
        run_free(&plain);
        run_free(&run);
    }
}

/* The shell says of these what it says of a pager that is missing, but the report was shown. */
Test(pager, that_has_shown_something_is_not_missing)
{
    static const char *const pagers[] = {"cat; exit 127", "cat; exit 126", "cat; nosuch-pager",
                                         "head -n 1; exit 127", "read line; echo $line; exit 127"};
    static const char *const lines[] = {"--top=40 " PROFILE, "--format=json " PROFILE};

    for (size_t i = 0; i < ARRAY_LENGTH(pagers) * ARRAY_LENGTH(lines); i++) {
        const char *pager = pagers[i / ARRAY_LENGTH(lines)];
        const char *line = lines[i % ARRAY_LENGTH(lines)];
        bool shows_all = begins_with(pager, "cat");
        setenv("QUERN_PAGER", "cat", 1);
        struct run plain = run_on_terminal(line);
        if (!shows_all)
            strchr(plain.out, '\n')[1] = '\0';
        setenv("QUERN_PAGER", pager, 1);
        struct run run = run_on_terminal(line);
        cr_expect(strcmp(run.out, plain.out) == 0, "%s: %s", pager, line);
        cr_expect_eq(run.status, 0);
        cr_expect_not(strstr(run.err, "cannot be run"), "%s: %s", pager, run.err);
        run_free(&plain);
        run_free(&run);
    }
}

/* What is printed after the report is printed when the terminal is free again. */
Test(pager, ends_before_messages_are_printed)
{
    setenv("QUERN_PAGER", "cat >/dev/null; sleep 0.2; echo over >&2", 1);
    setenv("QUERN_OPTS", "--fail-if='Ir > 1'", 1);
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

/* Waits for a file to have a line, and gives the number that it is. */
static pid_t read_number_of(const char *path)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    pid_t id = 0;

    while (id == 0) {
        nanosleep(&pause, NULL);
        FILE *file = fopen(path, "r");
        char line[40];
        if (file && fgets(line, sizeof line, file) && strchr(line, '\n'))
            id = (pid_t)strtol(line, NULL, 10);
        if (file)
            fclose(file);
    }
    return id;
}

/* By the pipe that a process reads from. */
static void let_pipe_take(pid_t id, int size)
{
#ifdef F_SETPIPE_SZ
    char path[64];

    snprintf(path, sizeof path, "/proc/%ld/fd/0", (long)id);
    int pipe = open(path, O_RDONLY | O_NONBLOCK);
    cr_assert(pipe >= 0, "%s", path);
    cr_assert_geq(fcntl(pipe, F_SETPIPE_SZ, size), size);
    close(pipe);
#else
    (void)id;
    (void)size;
#endif
}

/* It takes more where pages are large: 16 of 64 KiB. */
Test(pager, that_is_missing_may_have_a_pipe_that_takes_much)
{
    static const char line[] = "--call-tree --percent-limit=0 --depth=30 " PROFILE;
    const struct timespec while_it_fills = {.tv_nsec = 200000000};
    int slave, master = terminal_open(&slave);

    setenv("QUERN_PAGER", "cat", 1);
    struct run plain = run_on_terminal(line);
    setenv("QUERN_PAGER",
           "echo $$ >number; while test ! -e large; do sleep 0.01; done; exec nosuch-pager", 1);
    pid_t id = terminal_start("quern", line, slave);
    close(slave);
    let_pipe_take(read_number_of("number"), 1024 * 1024);
    nanosleep(&while_it_fills, NULL);
    temporary_write("large", "");
    char *shown = terminal_read(master);
    cr_expect_eq(terminal_wait(id), 0);
    cr_expect(strcmp(shown, plain.out) == 0, "%.80s", shown);
    free(shown);
    run_free(&plain);
    close(master);
}

/* A pager may take its time to end, and hear of more than one signal. */
Test(pager, is_waited_for_when_a_signal_ends_it)
{
    const struct timespec pause = {.tv_nsec = 50000000};
    int slave, master = terminal_open(&slave);

    setenv("QUERN_PAGER",
           "trap 'touch told' TERM; trap 'sleep 0.2; touch ended; exit' HUP; echo $$ >number;"
           "while :; do sleep 0.01; done",
           1);
    pid_t id = terminal_start("quern", "--format=json " PROFILE, slave);
    read_number_of("number");
    kill(id, SIGTERM);
    while (access("told", F_OK) != 0)
        nanosleep(&pause, NULL);
    nanosleep(&pause, NULL);
    cr_expect_eq(waitpid(id, NULL, WNOHANG), 0, "the pager does not end by SIGTERM");
    kill(id, SIGHUP);
    cr_expect_eq(terminal_wait(id), RUN_SIGNAL + SIGHUP);
    cr_expect_eq(access("ended", F_OK), 0);
    close(slave);
    close(master);
}

Test(pager, is_not_left_behind)
{
    static const int signals[] = {SIGTERM, SIGHUP, SIGTERM};
    static const char *const pagers[] = {"echo $$ >number; exec sleep 1000",
                                         "echo $$ >number; exec sleep 1000", "./slow 1000"};

    temporary_write("slow", "#!/bin/sh\necho $$ >number\nexec sleep \"$@\"\n");
    cr_assert_eq(chmod("slow", 0700), 0);
    for (size_t i = 0; i < ARRAY_LENGTH(signals); i++) {
        int slave, master = terminal_open(&slave);
        remove("number");
        setenv("QUERN_PAGER", pagers[i], 1);
        pid_t id = terminal_start("quern", "--format=json " PROFILE, slave);
        pid_t pager = read_number_of("number");
        kill(id, signals[i]);
        cr_expect_eq(terminal_wait(id), RUN_SIGNAL + signals[i]);
        cr_expect(kill(pager, 0) != 0 && errno == ESRCH, "the pager runs on");
        close(slave);
        close(master);
    }
}
