/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The commands of the manual are run, with stand-ins for what they call besides quern, in a
 * folder that has what is in testdata/. quern has to end with the status that it should.
 */

#include <criterion/criterion.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "support/manual.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(manual_examples, .init = temporary_enter, .fini = temporary_leave);

#define ONE_LINE ".Dl "
#define BLOCK ".Bd -literal"
#define BLOCK_END ".Ed"
#define QUERN "quern "
#define TEMPORARY "/tmp/" /* where the manual writes to */

enum { MOST_COMMANDS = 100, COMMAND_SIZE = 600 };

struct commands {
    char list[MOST_COMMANDS][COMMAND_SIZE];
    size_t count;
};

/* Commands that do not end with 0, by words of them. */
static const struct {
    const char *words;
    int status;
} expected[] = {
    {"--top=3 --fail-if=", 3},
    {"--fail-if='incl(Ir) of ^main$ > 50%'", 3},
    {"--fail-if='Ir > +2%'", 3},
    {"--fail-if='Ir of each . > +5%'", 3},
    {"--strict", 1},
};

/* Blocks that begin with one of these are commands, others are what is printed. */
static const char *const programs[] = {QUERN, "valgrind ", "gzip "};

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool is_command(const char *line)
{
    for (size_t i = 0; i < ARRAY_LENGTH(programs); i++)
        if (begins_with(line, programs[i]))
            return true;
    return false;
}

static void append(char *command, char character)
{
    size_t length = strlen(command);

    cr_assert_lt(length + 1, (size_t)COMMAND_SIZE, "too long: %s", command);
    command[length] = character;
    command[length + 1] = '\0';
}

/* The escapes of mdoc(7) become what they stand for, and files are written to this folder. */
static void append_line(char *command, const char *line)
{
    static const struct {
        const char *written;
        char character;
    } escapes[] = {{"\\(aq", '\''}, {"\\-", '-'}, {"\\e", '\\'}, {"\\&", '\0'}, {TEMPORARY, '\0'}};

    while (*line != '\0') {
        size_t i = 0;
        while (i < ARRAY_LENGTH(escapes) && !begins_with(line, escapes[i].written))
            i++;
        if (i == ARRAY_LENGTH(escapes))
            append(command, *line++);
        else if (escapes[i].character != '\0')
            append(command, escapes[i].character);
        line += i < ARRAY_LENGTH(escapes) ? strlen(escapes[i].written) : 0;
    }
}

/* A line that begins with a blank belongs to the command before it. */
static void take_line(struct commands *commands, const char *line)
{
    if (*line != ' ') {
        cr_assert_lt(commands->count, (size_t)MOST_COMMANDS);
        commands->list[commands->count++][0] = '\0';
    } else {
        append(commands->list[commands->count - 1], '\n');
    }
    append_line(commands->list[commands->count - 1], line);
}

/* Gives how many lines of the manual begin with quern, however they are marked up. */
static size_t read_commands(struct commands *commands)
{
    struct manual manual;
    bool is_first = false, is_block = false;
    size_t n_lines = 0;

    commands->count = 0;
    manual_open(&manual);
    while (manual_next_line(&manual)) {
        const char *line = manual.line;
        is_block = (is_block || (is_first && is_command(line))) && !begins_with(line, BLOCK_END);
        is_first = begins_with(line, BLOCK);
        n_lines += begins_with(line, QUERN) || begins_with(line, ONE_LINE QUERN);
        if (is_block)
            take_line(commands, line);
        else if (begins_with(line, ONE_LINE))
            take_line(commands, line + strlen(ONE_LINE));
    }
    manual_close(&manual);
    return n_lines;
}

/* A program of that name, in a folder that is first in PATH. */
static void stand_in(const char *name, const char *script)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "bin/%s", name);
    temporary_write(path, script);
    cr_assert_eq(chmod(path, 0700), 0);
}

/* A profile goes by the name that the page gives it; nothing is written to testdata/ itself. */
static void set_up(void)
{
    static const char *const others[] = {"jq", "sqlite3", "flamegraph.pl", "dot", "go"};
    static char link_all[] = "ln -s '" TESTDATA_DIR "'/* . && ln -s fib callgrind.out.1";
    char *quern = run_quern_path(), script[2 * PATH_MAX], folder[PATH_MAX];

    struct run run = run_program("sh", (char *[]){"sh", "-c", link_all, NULL}, NULL);
    cr_assert_eq(run.status, 0, "%s", run.err);
    run_free(&run);
    cr_assert(mkdir("bin", 0700) == 0 && getcwd(folder, sizeof folder));
    snprintf(script, sizeof script, "#!/bin/sh\n'%s' \"$@\"\necho $? >status\nexit $(cat status)\n",
             quern);
    stand_in("quern", script);
    stand_in("valgrind", "#!/bin/sh\nfor i; do case $i in --callgrind-out-file=*) cp fib "
                         "\"${i#*=}\";; esac; done\n");
    stand_in("gzip", "#!/bin/sh\n[ $# = 0 ] || shift\ncat \"$@\"\n");
    for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
        stand_in(others[i], "#!/bin/sh\ncat >/dev/null\n");
    snprintf(script, sizeof script, "%s/bin:%s", folder, getenv("PATH"));
    setenv("PATH", script, 1);
    free(quern);
}

/* What quern has to end with; the exception is counted. */
static int status_of(const char *command, size_t n_used[ARRAY_LENGTH(expected)])
{
    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++)
        if (strstr(command, expected[i].words)) {
            n_used[i]++;
            return expected[i].status;
        }
    return 0;
}

/* The status that quern left behind, which a pipe does not give. */
static int last_status(void)
{
    FILE *file = fopen("status", "r");
    int status = -1;

    if (file == NULL)
        return 0; /* it was not called */
    cr_assert_eq(fscanf(file, "%d", &status), 1);
    fclose(file);
    remove("status");
    return status;
}

static void run_command(char *command, int status)
{
    struct run run = run_program("sh", (char *[]){"sh", "-c", command, NULL}, NULL);
    int ended = last_status();

    cr_expect_eq(ended, status, "%s: %d, not %d: %s", command, ended, status, run.err);
    if (!strpbrk(command, "|>") && !strstr(command, " -o ") && begins_with(command, QUERN))
        cr_expect_gt(run.out_size, (size_t)0, "%s: nothing is printed", command);
    cr_expect_neq(run.status, 127, "%s: %s", command,
                  run.err); /* the shell found no such program */
    run_free(&run);
}

Test(manual_examples, are_all_found)
{
    static struct commands commands;
    size_t n_lines = read_commands(&commands), count = 0;

    for (size_t i = 0; i < commands.count; i++)
        count += begins_with(commands.list[i], QUERN);
    cr_expect_eq(count, n_lines, "%zu of %zu lines that begin with quern are run", count, n_lines);
    cr_expect_gt(count, (size_t)40, "only %zu commands", count);
}

Test(manual_examples, end_with_the_status_that_they_should)
{
    static struct commands commands;
    size_t n_used[ARRAY_LENGTH(expected)] = {0};

    set_up();
    read_commands(&commands);
    for (size_t i = 0; i < commands.count; i++)
        run_command(commands.list[i], status_of(commands.list[i], n_used));
    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++)
        cr_expect_eq(n_used[i], (size_t)1, "%zu commands have '%s'", n_used[i], expected[i].words);
}
