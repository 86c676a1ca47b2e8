/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The sessions in README.md, run anew: below each "$ ../quern ..." must be what it prints in
 * testdata/, with "[...]" for lines that are left out. And the commands of the first screen.
 */

#include <criterion/criterion.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/made_object.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(readme, .init = temporary_enter, .fini = temporary_leave);

#define INDENT "    "
#define COMMAND INDENT "$ ../quern "
#define FILE_COMMAND INDENT "$ cat "
#define SKIP "[...]"
#define TABLE_COMMAND "`../quern "

static char *next_line(char **rest)
{
    char *line = *rest;

    if (line == NULL)
        return NULL;
    char *end = strchr(line, '\n');
    *rest = end ? end + 1 : NULL;
    if (end)
        *end = '\0';
    return line;
}

/* What the command of a line prints, messages last. The caller frees it. */
static char *run_command(const char *line, const char *more)
{
    char command[3 * PATH_MAX], *quern = run_quern_path(), *both;
    bool is_file = strncmp(line, FILE_COMMAND, strlen(FILE_COMMAND)) == 0;
    const char *program = is_file ? "cat" : quern;

    line += strlen(is_file ? FILE_COMMAND : COMMAND);
    snprintf(command, sizeof(command), "'%s' %s%s", program, line, more);
    struct run run = run_program("sh", (char *[]){"sh", "-c", command, NULL}, NULL);
    cr_assert((both = malloc(run.out_size + run.err_size + 1)) != NULL);
    memcpy(both, run.out, run.out_size);
    memcpy(both + run.out_size, run.err, run.err_size + 1);
    run_free(&run);
    free(quern);
    return both;
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
 * Programs are not kept in the repository: where instructions are shown that one is made anew, and
 * how to find it is what the reader has not to say. False where nobody could tell what its code is.
 */
static bool make_program(void)
{
#ifdef HAVE_CAPSTONE
    const struct made_object object = {.bits = 64,
                                       .machine = 62, /* x86-64 */
                                       .address = 0x1129,
                                       .code = program,
                                       .size = sizeof(program)};

    made_object_write(&object, "instructions");
    return true;
#else
    return false;
#endif
}

/* The text of a line of a block of code, which may be empty; NULL after the block. */
static const char *code_line(const char *line)
{
    if (*line == '\0')
        return line;
    return strncmp(line, INDENT, strlen(INDENT)) == 0 ? line + strlen(INDENT) : NULL;
}

/* Whether the lines that follow say what was printed; *rest is moved past them. */
static void check_output(const char *command, char *printed, char **rest)
{
    char *at = printed, *before = *rest;
    bool may_skip = false;

    for (char *line; (line = next_line(rest)); before = *rest) {
        const char *expected = code_line(line);
        if (!expected || strncmp(expected, "$ ", 2) == 0) {
            if (*rest)
                line[strlen(line)] = '\n'; /* it is somebody else's */
            *rest = before;
            break;
        }
        if (strcmp(expected, SKIP) == 0) {
            may_skip = true;
            continue;
        }
        char *shown = next_line(&at);
        while (may_skip && shown && strcmp(shown, expected) != 0)
            shown = next_line(&at);
        may_skip = false;
        if (!shown && *expected == '\0')
            continue; /* the empty line after the block */
        cr_expect_str_eq(shown ? shown : "(nothing)", expected, "%s: '%s' is there", command,
                         expected);
    }
}

/* The command in the last column of a row of the first table, which is cut off the line; or NULL.
 */
static char *table_command(char *line)
{
    char *command = strstr(line, TABLE_COMMAND), *end = command ? strstr(command + 1, "` |") : NULL;

    if (!end)
        return NULL;
    *end = '\0';
    return command + strlen(TABLE_COMMAND);
}

/* The command with the directory in place of /tmp, where it writes a file. */
static void place_output(char *command, size_t size, const char *options, const char *directory)
{
    const char *output = strstr(options, "/tmp/");
    int length = (int)(output ? output - options : (ptrdiff_t)strlen(options));

    snprintf(command, size, COMMAND "%.*s%s%s", length, options, output ? directory : "",
             output ? output + strlen("/tmp") : "");
}

/* What each command of the first screen has to print, in the order of the rows. */
static const char *const claims[] = {
    "(39.69%)  src/fib.c:fib'2",
    "~ estimated within [ ]",
    "42 of 64",
    "fib (src/fib.c) [bin/fib_static]",
    "calls longest_match more often: 3,543 -> 7,087 per call",
    "scale.constprop.0, was scale",
    "::warning file=src/lines/new/lines.c,line=15",
    "exceeded: Ir of each . > 10K",
    "",
    "cut off, the figures are incomplete",
};

Test(readme, begins_with_commands_that_show_what_it_says)
{
    char *text = NULL, directory[PATH_MAX], command[4 * PATH_MAX];
    size_t size, count = 0;
    FILE *file = fopen(TESTDATA_DIR "/../README.md", "r");

    cr_assert(file && getcwd(directory, sizeof(directory)) && chdir(TESTDATA_DIR) == 0);
    text = run_read_file(file, &size);
    setenv("LC_ALL", "C.UTF-8", 1);
    for (char *rest = text, *line; (line = next_line(&rest)) && strcmp(line, "## Try it") != 0;) {
        char *options = table_command(line);
        if (!options)
            continue;
        cr_assert_lt(count, ARRAY_LENGTH(claims), "%s", options);
        place_output(command, sizeof(command), options, directory);
        char *printed = run_command(command, "");
        cr_expect(strstr(printed, claims[count]), "%s: '%s' is not there", options, claims[count]);
        free(printed);
        count++;
    }
    cr_expect_eq(count, ARRAY_LENGTH(claims));
    snprintf(command, sizeof(command), "%s/report.html", directory);
    cr_expect_eq(access(command, R_OK), 0, "no page was written");
    free(text);
    fclose(file);
}

Test(readme, shows_what_is_printed)
{
    FILE *file = fopen(TESTDATA_DIR "/../README.md", "r");
    size_t size, count = 0;

    char objects[PATH_MAX], option[PATH_MAX + 40];
    bool has_program = make_program();

    cr_assert(getcwd(objects, sizeof(objects)) != NULL);
    snprintf(option, sizeof(option), " --object-path=bin='%s'", objects);
    cr_assert(file && chdir(TESTDATA_DIR) == 0);
    setenv("LC_ALL", "C.UTF-8", 1); /* what most readers have */
    char *text = run_read_file(file, &size), *rest = text;
    for (char *line; (line = next_line(&rest));) {
        if (strncmp(line, COMMAND, strlen(COMMAND)) != 0 &&
            strncmp(line, FILE_COMMAND, strlen(FILE_COMMAND)) != 0)
            continue;
        bool is_of_code = strstr(line, " --instructions ") != NULL;
        if (is_of_code && !has_program)
            continue;
        char *printed = run_command(line, is_of_code ? option : "");
        check_output(line + strlen(INDENT), printed, &rest);
        free(printed);
        count++;
    }
    cr_expect_geq(count, 5, "only %zu commands", count);
    free(text);
    fclose(file);
}
