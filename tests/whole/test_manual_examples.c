/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The examples of the manual are run, with stand-ins for what they call besides quern, in a folder
 * that has what is in testdata/. quern has to end with the status that it should, and below a
 * command after "$ " is what it prints, with "[...]" for lines that are left out.
 */

#include <criterion/criterion.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/made_object.h"
#include "support/manual.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(manual_examples, .init = temporary_enter, .fini = temporary_leave);

#define ONE_LINE ".Dl "
#define LITERAL_BLOCK ".Bd -literal"
#define BLOCK_END ".Ed"
#define QUERN "quern "
#define PROMPT "$ "
#define LEFT_OUT "[...]"
#define TEMPORARY "/tmp/" /* where the manual writes to */

enum { MOST_COMMANDS = 150, COMMAND_SIZE = 600, OUTPUT_SIZE = 3000 };

struct command {
    char text[COMMAND_SIZE];
    char output[OUTPUT_SIZE]; /* what the manual says that it prints; empty: nothing is said */
};

struct commands {
    struct command list[MOST_COMMANDS];
    size_t count;
};

/* Commands that do not end with 0, by words of them. */
static const struct {
    const char *words;
    int status;
} expected[] = {
    {"--top=3 --fail-if=", 3},
    {"--fail-if='Ir of ^fib$ > 25K'", 3},
    {"--fail-if='incl(Ir) of ^main$ > 50%'", 3},
    {"--fail-if='Ir > +1%' --fail-if='cause(Ir) > +2%'", 3},
    {"--top spec/noise-new --fail-if='Ir > +1%'", 3},
    {"--strict", 1},
    {"--limits=benchmarks/limits", 1},
};

/* Blocks that begin with one of these are commands. */
static const char *const programs[] = {QUERN, "valgrind ", "git ", "find "};

/* Blocks that begin with one of these are no examples for the shell. */
static const char *const no_examples[] = {
    "E c / I ",               /* formulas */
    "make program",           /* a script, which test_bisect.c runs */
    "Ir > ",                  /* a file of limits, which test_directories.c has one of */
    "permissions:", "{",      /* what GitHub reads, which check-action and check-annotations run */
    "CREATE ",      "SELECT " /* what DuckDB reads, which check-history runs */
};

/* What a line of the manual belongs to. */
enum block { BLOCK_NONE, BLOCK_BEGINS, BLOCK_COMMANDS, BLOCK_SESSION, BLOCK_OTHER };

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool is_one_of(const char *line, const char *const beginnings[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (begins_with(line, beginnings[i]))
            return true;
    return false;
}

static struct command *add_command(struct commands *commands)
{
    cr_assert_lt(commands->count, (size_t)MOST_COMMANDS);
    commands->list[commands->count] = (struct command){.text = ""};
    return &commands->list[commands->count++];
}

/* A line that begins with a blank belongs to the command before it. */
static void take_command_line(struct commands *commands, const char *line)
{
    struct command *command =
        *line != ' ' ? add_command(commands) : &commands->list[commands->count - 1];

    if (*line == ' ')
        manual_append(command->text, COMMAND_SIZE, "\n");
    manual_append(command->text, COMMAND_SIZE, line);
}

/* Cuts a backslash off the end: then the text goes on in the next line, after blanks. */
static bool cut_backslash(char *text)
{
    size_t length = strlen(text);
    bool goes_on = length > 0 && text[length - 1] == '\\';

    if (goes_on)
        text[length - 1] = '\0';
    return goes_on;
}

/* A command after "$ ", or what it prints. */
static void take_session_line(struct commands *commands, const char *line)
{
    struct command *command = &commands->list[commands->count == 0 ? 0 : commands->count - 1];

    if (begins_with(line, PROMPT)) {
        manual_append(add_command(commands)->text, COMMAND_SIZE, line + strlen(PROMPT));
        return;
    }
    cr_assert_gt(commands->count, (size_t)0);
    if (command->output[0] == '\0' && cut_backslash(command->text)) {
        manual_append(command->text, COMMAND_SIZE, line + strspn(line, " "));
    } else {
        if (cut_backslash(command->output))
            line += strspn(line, " ");
        else if (command->output[0] != '\0')
            manual_append(command->output, OUTPUT_SIZE, "\n");
        manual_append(command->output, OUTPUT_SIZE, line);
    }
}

/* What a block is, by its first line. */
static enum block block_of(const struct manual *manual)
{
    if (begins_with(manual->line, PROMPT))
        return BLOCK_SESSION;
    if (strcmp(manual->section, "JOBS") == 0)
        return BLOCK_OTHER; /* test_recipes.c runs these */
    if (is_one_of(manual->line, programs, ARRAY_LENGTH(programs)))
        return BLOCK_COMMANDS;
    cr_expect(is_one_of(manual->line, no_examples, ARRAY_LENGTH(no_examples)),
              "man/%s:%d: of what command is this?", manual->page, manual->number);
    return BLOCK_OTHER;
}

/* Gives how many lines of the manual begin with quern, however they are marked up. */
static size_t read_commands(struct commands *commands)
{
    struct manual manual;
    enum block block = BLOCK_NONE;
    size_t n_lines = 0;

    commands->count = 0;
    manual_open(&manual);
    while (manual_next_line(&manual)) {
        const char *line = manual.line;
        if (block == BLOCK_BEGINS)
            block = block_of(&manual);
        n_lines += begins_with(line, PROMPT QUERN) || begins_with(line, ONE_LINE QUERN) ||
                   (block != BLOCK_SESSION && begins_with(line, QUERN));
        if (begins_with(line, BLOCK_END))
            block = BLOCK_NONE;
        else if (begins_with(line, LITERAL_BLOCK))
            block = BLOCK_BEGINS;
        else if (block == BLOCK_COMMANDS)
            take_command_line(commands, line);
        else if (block == BLOCK_SESSION)
            take_session_line(commands, line);
        else if (begins_with(line, ONE_LINE QUERN))
            take_command_line(commands, line + strlen(ONE_LINE));
    }
    manual_close(&manual);
    return n_lines;
}

/*
 * A profile goes by the name that the page gives it; nothing is written to testdata/ itself. What
 * quern is not is stood in for, also jq unless it is to be the real one.
 */
static void set_up(bool has_jq)
{
    static const char *const others[] = {"flamegraph.pl", "dot", "go", "curl", "jq"};
    /* quern warns of a source newer than its profile, and a fresh clone makes both in any order. */
    static char link_all[] = "ln -s '" TESTDATA_DIR "'/* . && ln -s fib callgrind.out.1 && "
                             "find src/ -type f -exec touch -t 200001010000 {} +";
    char *quern = run_quern_path(), script[2 * PATH_MAX];

    struct run run = run_program("sh", (char *[]){"sh", "-c", link_all, NULL}, NULL);
    cr_assert_eq(run.status, 0, "%s", run.err);
    run_free(&run);
    snprintf(script, sizeof script, "#!/bin/sh\n'%s' \"$@\"\necho $? >status\nexit $(cat status)\n",
             quern);
    temporary_stand_in("quern", script);
    temporary_stand_in("valgrind", "#!/bin/sh\nfor i; do case $i in --callgrind-out-file=*) cp fib "
                                   "\"${i#*=}\";; esac; done\n");
    temporary_stand_in("debuginfod-find", "#!/bin/sh\necho src/cycles.c\n");
    for (size_t i = 0; i < ARRAY_LENGTH(others) - has_jq; i++)
        temporary_stand_in(others[i], "#!/bin/sh\ncat >/dev/null\n");
    free(quern);
}

/*
 * The code of testdata/src/instructions.c as gcc 12 made it with -O1, which testdata/instructions
 * is a profile of: scale(), sum() and main().
 */
static const unsigned char program[] = {
    0x8d, 0x14, 0xbf, 0x48, 0x63, 0xc2, 0x48, 0x69, 0xc0, 0x93, 0x24, 0x49, 0x92, 0x48, 0xc1,
    0xe8, 0x20, 0x01, 0xd0, 0xc1, 0xf8, 0x02, 0xc1, 0xfa, 0x1f, 0x29, 0xd0, 0xc3, 0x41, 0x54,
    0x55, 0x53, 0x85, 0xf6, 0x7e, 0x41, 0x48, 0x89, 0xfb, 0x48, 0x63, 0xf6, 0x4c, 0x8d, 0x24,
    0xb7, 0xbd, 0x00, 0x00, 0x00, 0x00, 0xeb, 0x09, 0x48, 0x83, 0xc3, 0x04, 0x4c, 0x39, 0xe3,
    0x74, 0x2c, 0x8b, 0x3b, 0x48, 0x63, 0xc7, 0x48, 0x69, 0xc0, 0x56, 0x55, 0x55, 0x55, 0x48,
    0xc1, 0xe8, 0x20, 0x89, 0xfa, 0xc1, 0xfa, 0x1f, 0x29, 0xd0, 0x8d, 0x04, 0x40, 0x39, 0xc7,
    0x75, 0xd9, 0xe8, 0x9f, 0xff, 0xff, 0xff, 0x01, 0xc5, 0xeb, 0xd0, 0xbd, 0x00, 0x00, 0x00,
    0x00, 0x89, 0xe8, 0x5b, 0x5d, 0x41, 0x5c, 0xc3, 0x48, 0x81, 0xec, 0x08, 0x01, 0x00, 0x00,
    0xb8, 0x00, 0x00, 0x00, 0x00, 0x89, 0x04, 0x84, 0x48, 0x83, 0xc0, 0x01, 0x48, 0x83, 0xf8,
    0x40, 0x75, 0xf3, 0x48, 0x89, 0xe7, 0xbe, 0x40, 0x00, 0x00, 0x00, 0xe8, 0x85, 0xff, 0xff,
    0xff, 0x83, 0xe0, 0x01, 0x48, 0x81, 0xc4, 0x08, 0x01, 0x00, 0x00, 0xc3,
};

/*
 * Programs are not kept in the repository: where the manual shows instructions that one is made
 * anew, where the profile says that it was.
 */
static void make_program(void)
{
    const struct made_object object = {.bits = 64,
                                       .machine = 62, /* x86-64 */
                                       .address = 0x1129,
                                       .code = program,
                                       .size = sizeof(program)};

    made_object_write(&object, "bin/instructions");
}

/* What quern has to end with; the exception is counted. */
static int status_of(const struct command *command, size_t n_used[ARRAY_LENGTH(expected)])
{
    if (strstr(command->output, "quern: exceeded: "))
        return 3;
    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++)
        if (strstr(command->text, expected[i].words)) {
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

/* Cuts the next line off; NULL at the end. */
static char *next_line(char **rest)
{
    char *line = *rest, *end = line != NULL ? strchr(line, '\n') : NULL;

    *rest = end != NULL ? end + 1 : NULL;
    if (end != NULL)
        *end = '\0';
    return line != NULL && (*line != '\0' || *rest != NULL) ? line : NULL;
}

/* Whether what was printed is what the manual says. */
static void check_output(struct command *command, char *printed)
{
    char *rest = command->output, *shown = next_line(&printed);
    bool may_skip = false;

    for (char *line; (line = next_line(&rest)) != NULL;) {
        if (strcmp(line, LEFT_OUT) == 0) {
            may_skip = true;
            continue;
        }
        while (may_skip && shown != NULL && strcmp(shown, line) != 0)
            shown = next_line(&printed);
        may_skip = false;
        cr_expect_str_eq(shown != NULL ? shown : "(nothing)", line, "%s: '%s' is there",
                         command->text, line);
        shown = shown != NULL ? next_line(&printed) : NULL;
    }
    cr_expect(may_skip || shown == NULL, "%s: the manual does not have '%s'", command->text, shown);
}

/* Takes out all "/tmp/", so that files are written to this folder. */
static void stay_here(char *text)
{
    for (char *at; (at = strstr(text, TEMPORARY)) != NULL;)
        memmove(at, at + strlen(TEMPORARY), strlen(at + strlen(TEMPORARY)) + 1);
}

static void run_command(struct command *command, int status)
{
    char shell[COMMAND_SIZE + 10];

    stay_here(command->text);
    snprintf(shell, sizeof shell, "%s%s", command->text, command->output[0] != '\0' ? " 2>&1" : "");
    struct run run = run_program("sh", (char *[]){"sh", "-c", shell, NULL}, NULL);
    int ended = last_status();

    cr_expect_eq(ended, status, "%s: %d, not %d: %s", shell, ended, status, run.err);
    if (!strpbrk(shell, "|>") && !strstr(shell, " -o ") && begins_with(shell, QUERN))
        cr_expect_gt(run.out_size, (size_t)0, "%s: nothing is printed", shell);
    cr_expect_neq(run.status, 127, "%s: %s", shell, run.err); /* the shell found no such program */
    if (command->output[0] != '\0')
        check_output(command, run.out);
    run_free(&run);
}

Test(manual_examples, are_all_found)
{
    static struct commands commands;
    size_t n_lines = read_commands(&commands), count = 0;

    for (size_t i = 0; i < commands.count; i++)
        count += begins_with(commands.list[i].text, QUERN);
    cr_expect_eq(count, n_lines, "%zu of %zu lines that begin with quern are run", count, n_lines);
    cr_expect_gt(count, (size_t)40, "only %zu commands", count);
}

/* Whether the manual says what comes out of jq. */
static bool shows_what_jq_makes(const struct command *command)
{
    return command->output[0] != '\0' && strstr(command->text, "| jq ") != NULL;
}

Test(manual_examples, give_scripts_their_figures)
{
    static struct commands commands;
    size_t n_shown = 0;

    run_leave_to_plain_builds();
    run_need("manual_examples", "jq");
    set_up(true);
    read_commands(&commands);
    for (size_t i = 0; i < commands.count; i++) {
        if (!shows_what_jq_makes(&commands.list[i]))
            continue;
        n_shown++;
        run_command(&commands.list[i], 0);
    }
    cr_expect_eq(n_shown, (size_t)6, "%zu commands", n_shown);
}

Test(manual_examples, print_what_the_manual_says)
{
    run_leave_to_plain_builds();
    static struct commands commands;
    size_t n_used[ARRAY_LENGTH(expected)] = {0}, n_shown = 0;

    set_up(false);
    make_program();
    setenv("LC_ALL", "C.UTF-8", 1);
    read_commands(&commands);
    for (size_t i = 0; i < commands.count; i++) {
        if (shows_what_jq_makes(&commands.list[i]))
            continue;
        n_shown += commands.list[i].output[0] != '\0';
        run_command(&commands.list[i], status_of(&commands.list[i], n_used));
    }
    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++)
        cr_expect_eq(n_used[i], (size_t)1, "%zu commands have '%s'", n_used[i], expected[i].words);
    cr_expect_gt(n_shown, (size_t)10, "the manual shows what only %zu commands print", n_shown);
}
