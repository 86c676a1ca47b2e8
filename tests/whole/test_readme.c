/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * README.md: its commands print what it says of them, its picture is what quern prints now, the
 * packages that it names are those of tests/setup, and its links lead somewhere. The recipe for CI
 * is run by test_recipes.c.
 */

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(readme, .init = temporary_enter, .fini = temporary_leave);

#define TOP TESTDATA_DIR "/.."
#define INDENT "    "
#define TABLE_COMMAND "`./quern "

enum { MOST_LINES = 120 };

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t size;

    cr_assert(file, "cannot open %s", path);
    char *text = run_read_file(file, &size);
    fclose(file);
    return text;
}

static char *next_line(char **rest)
{
    char *line = *rest, *end = line != NULL ? strchr(line, '\n') : NULL;

    *rest = end != NULL ? end + 1 : NULL;
    if (end != NULL)
        *end = '\0';
    return line != NULL && (*line != '\0' || *rest != NULL) ? line : NULL;
}

Test(readme, is_short_and_says_where_commands_are_typed)
{
    char *text = read_file(TOP "/README.md");
    int count = 0;

    cr_expect(!strstr(text, "../quern") && !strstr(text, "cd testdata"));
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
        count++;
    cr_expect_leq(count, MOST_LINES, "%d lines", count);
    free(text);
}

/* Those of other places, and of sections, are not looked for. */
Test(readme, links_to_files_that_are_there)
{
    char *text = read_file(TOP "/README.md"), path[PATH_MAX];
    size_t count = 0;

    for (const char *at = text; (at = strstr(at, "](")) != NULL;) {
        at += strlen("](");
        if (strncmp(at, "https://", strlen("https://")) == 0 || *at == '#')
            continue;
        snprintf(path, sizeof path, TOP "/%.*s", (int)strcspn(at, ")#"), at);
        cr_expect_eq(access(path, R_OK), 0, "there is no %s", path);
        count++;
    }
    cr_expect_gt(count, (size_t)3, "only %zu links", count);
    free(text);
}

/* The command in the last column of a row, which is cut off the line; or NULL. */
static char *table_command(char *line)
{
    char *command = strstr(line, TABLE_COMMAND), *end = command ? strstr(command + 1, "` |") : NULL;

    if (!end)
        return NULL;
    *end = '\0';
    return command + strlen(TABLE_COMMAND);
}

/*
 * Runs quern at the top of the repository, with these options and messages last; where it writes to
 * /tmp/, it writes to the directory.
 */
static char *run_at_top(const char *options, const char *directory)
{
    char command[3 * PATH_MAX], *quern = run_quern_path();
    const char *output = strstr(options, "/tmp/");
    int length = (int)(output ? (size_t)(output - options) : strlen(options));

    snprintf(command, sizeof command, "exec 2>&1; cd '" TOP "' && '%s' %.*s%s%s", quern, length,
             options, output ? directory : "", output ? output + strlen("/tmp") : "");
    free(quern);
    struct run run = run_program("sh", (char *[]){"sh", "-c", command, NULL}, NULL);
    free(run.err);
    return run.out;
}

/* What each command of the table has to print, in the order of the rows. */
static const char *const claims[] = {
    "(39.69%)  src/fib.c:fib'2",
    "~ estimated, range in [ ]",
    "calls longest_match more often: 3,543 -> 7,087 per call",
    "42 of 64",
    "",
    "cut off, the figures are incomplete",
};

Test(readme, has_commands_that_show_what_it_says)
{
    char *text = read_file(TOP "/README.md"), *rest = text, directory[PATH_MAX];
    size_t count = 0;

    cr_assert(getcwd(directory, sizeof directory));
    setenv("LC_ALL", "C.UTF-8", 1);
    for (char *line; (line = next_line(&rest)) != NULL;) {
        char *options = table_command(line);
        if (!options)
            continue;
        cr_assert_lt(count, ARRAY_LENGTH(claims), "%s", options);
        char *printed = run_at_top(options, directory);
        cr_expect(strstr(printed, claims[count]), "%s: '%s' is not there: %s", options,
                  claims[count], printed);
        free(printed);
        count++;
    }
    cr_expect_eq(count, ARRAY_LENGTH(claims));
    cr_expect_eq(access("report.html", R_OK), 0, "no page was written");
    free(text);
}

/* The first command builds quern first, which is built here. */
Test(readme, begins_with_a_command_that_prints_hotspots)
{
    char *text = read_file(TOP "/README.md"), *options = strstr(text, "&& ./quern --top=10");

    cr_assert(options, "there is no such command");
    options += strlen("&& ./quern ");
    options[strcspn(options, "\n")] = '\0';
    char *printed = run_at_top(options, "");
    cr_expect(strstr(printed, "  fib (src/fib.c) [bin/fib]\n"), "%s", printed);
    free(printed);
    free(text);
}

/* Four commands, the first of which makes a profile: here one of testdata/, beside its sources. */
Test(readme, leads_from_recording_to_the_line_that_costs)
{
    static const char *const shown[] = {"", "is_even (src/cycles.c)", "called from",
                                        "return is_odd(n - 1);"};
    char *text = read_file(TOP "/README.md"), *quern = run_quern_path(), script[PATH_MAX + 40];
    char *rest = strstr(text, INDENT "valgrind --tool=callgrind ./program ");

    cr_assert(rest, "nothing is recorded");
    snprintf(script, sizeof script, "#!/bin/sh\nexec '%s' \"$@\"\n", quern);
    temporary_stand_in("quern", script);
    temporary_stand_in("valgrind", "#!/bin/sh\nln -s '" TESTDATA_DIR "/src' . &&\n"
                                   "cat '" TESTDATA_DIR "/cycles' >callgrind.out.1\n");
    for (size_t i = 0; i < ARRAY_LENGTH(shown); i++) {
        char *line = next_line(&rest);
        cr_assert(line && strncmp(line, INDENT, strlen(INDENT)) == 0, "%zu commands", i);
        struct run run = run_program("sh", (char *[]){"sh", "-c", line, NULL}, NULL);
        cr_expect(run.status == 0 && strstr(run.out, shown[i]), "%s: %s%s", line, run.out, run.err);
        run_free(&run);
    }
    free(quern);
    free(text);
}

Test(readme, has_the_picture_of_what_is_printed_now)
{
    static char make[] = TOP "/tests/make-picture";
    char *quern = run_quern_path(), *committed = read_file(TOP "/.github/terminal.svg");
    char *made = run_output(make, (char *[]){make, quern, NULL}, NULL);

    cr_expect_str_eq(made, committed, ".github/terminal.svg is not what tests/make-picture makes");
    free(quern);
    free(committed);
    free(made);
}

/* tests/setup is run where there is one of these programs and nothing else, not even a compiler. */
Test(readme, names_the_packages_that_setup_names)
{
    static const char *const installers[] = {"dnf", "pacman", "apk", "zypper"};
    static char setup[] = TOP "/tests/setup";
    char *text = read_file(TOP "/README.md"), path[PATH_MAX];

    cr_assert(getcwd(path, sizeof path) && setenv("PATH", path, 1) == 0);
    for (size_t i = 0; i < ARRAY_LENGTH(installers); i++) {
        temporary_write(installers[i], "");
        cr_assert_eq(chmod(installers[i], 0700), 0);
        struct run run = run_program("/bin/sh", (char *[]){"sh", setup, "build", NULL}, NULL);
        char *missing = strstr(run.err, "missing; ");
        cr_assert(missing, "%s: %s", installers[i], run.err);
        missing += strlen("missing; ");
        missing[strcspn(missing, "\n")] = '\0';
        cr_expect(strstr(text, missing), "README.md does not have '%s'", missing);
        run_free(&run);
        remove(installers[i]);
    }
    free(text);
}
