/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The sessions in README.md, run anew: below each "$ ../quern ..." must be what it prints in
 * testdata/, with "[...]" for lines that are left out.
 */

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/run.h"

#define INDENT "    "
#define COMMAND INDENT "$ ../quern "
#define SKIP "[...]"

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

/* What the command prints, messages last. The caller frees it. */
static char *run_command(const char *arguments)
{
    char command[1000], *quern = run_quern_path(), *both;

    snprintf(command, sizeof(command), "'%s' %s", quern, arguments);
    struct run run = run_program("sh", (char *[]){"sh", "-c", command, NULL}, NULL);
    cr_assert((both = malloc(run.out_size + run.err_size + 1)) != NULL);
    memcpy(both, run.out, run.out_size);
    memcpy(both + run.out_size, run.err, run.err_size + 1);
    run_free(&run);
    free(quern);
    return both;
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

Test(readme, shows_what_is_printed)
{
    FILE *file = fopen(TESTDATA_DIR "/../README.md", "r");
    size_t size, count = 0;

    cr_assert(file && chdir(TESTDATA_DIR) == 0);
    setenv("LC_ALL", "C.UTF-8", 1); /* what most readers have */
    char *text = run_read_file(file, &size), *rest = text;
    for (char *line; (line = next_line(&rest));) {
        if (strncmp(line, COMMAND, strlen(COMMAND)) != 0)
            continue;
        char *printed = run_command(line + strlen(COMMAND));
        check_output(line + strlen(INDENT), printed, &rest);
        free(printed);
        count++;
    }
    cr_expect_geq(count, 5, "only %zu commands", count);
    free(text);
    fclose(file);
}
