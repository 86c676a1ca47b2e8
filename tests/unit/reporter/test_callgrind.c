/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What --format=callgrind writes says what was read, and merges in any steps. */

#include "reporter/callgrind.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(write_callgrind, .init = temporary_enter, .fini = temporary_leave, .timeout = 240);

/* Views that show all that there is, at every place that costs have in the model. */
static char *const views[] = {"--top=1000000", "--no-fold", "--by=file:function", "--by=line"};

/*
 * Of several parts with different events a cost that was never given may be written as 0; a
 * number that was never defined is warned of again; and that a callee may be any of several
 * functions cannot be written where other callees have a file.
 */
static const char *const exceptions[] = {"parts-events", "undefined-piece", "no-callee-files"};

static struct run quern(char *first, char *second, char *third, char *fourth, const char *input)
{
    char *program = run_quern_path();
    char *arguments[] = {"quern", first, second, third, fourth, NULL};
    struct run run = run_program(program, arguments, input);

    free(program);
    return run;
}

/* The report from the events on: what comes before names the file it is of. */
static const char *rows_of(const struct run *run)
{
    const char *events = strstr(run->out, "\"events\": ");

    return events ? events : run->out;
}

/* Written once and read again, every view says the same, and it is written the same again. */
static void check_profile(char *path)
{
    struct run written = quern("--format=callgrind", "-owritten", path, NULL, NULL);
    struct run again = quern("--format=callgrind", "-oagain", "written", NULL, NULL);

    cr_expect_eq(written.status, 0, "%s: %s", path, written.err);
    cr_expect_eq(again.status, 0, "%s: %s", path, again.err);
    cr_expect_str_empty(again.err, "%s, written: %s", path, again.err);
    for (size_t i = 0; i < ARRAY_LENGTH(views); i++) {
        struct run before = quern("--format=json", views[i], "-I" TESTDATA_DIR, path, NULL);
        struct run after = quern("--format=json", views[i], "-I" TESTDATA_DIR, "written", NULL);
        cr_expect_str_eq(rows_of(&after), rows_of(&before), "%s: %s differs", path, views[i]);
        run_free(&before);
        run_free(&after);
    }
    FILE *first = fopen("written", "r"), *second = fopen("again", "r");
    size_t size;
    cr_assert(first && second, "%s", path);
    char *once = run_read_file(first, &size), *twice = run_read_file(second, &size);
    cr_expect_str_eq(twice, once, "%s: not the same bytes again", path);
    free(once);
    free(twice);
    fclose(first);
    fclose(second);
    run_free(&written);
    run_free(&again);
}

static bool is_exception(const char *name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(exceptions); i++)
        if (strcmp(exceptions[i], name) == 0)
            return true;
    return false;
}

/* All profiles of a folder; how many there were. */
static size_t check_folder(const char *folder)
{
    DIR *open_folder = opendir(folder);
    size_t count = 0;

    cr_assert(open_folder, "%s", folder);
    for (const struct dirent *entry; (entry = readdir(open_folder));) {
        char path[600];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0 ||
            entry->d_name[0] == '.' || strcmp(entry->d_name, "INDEX.md") == 0 ||
            is_exception(entry->d_name))
            continue;
        check_profile(path);
        count++;
    }
    closedir(open_folder);
    return count;
}

Test(write_callgrind, says_what_was_read)
{
    cr_expect(check_folder(TESTDATA_DIR) > 50);
    cr_expect(check_folder(TESTDATA_DIR "/spec") > 50);
}

enum { N_FILES = 500, FIRST_STEP = 25 };

/* Profiles of a few programs, and of costs that differ from file to file. */
static void write_profiles(void)
{
    for (int i = 0; i < N_FILES; i++) {
        char name[40], text[400];
        snprintf(name, sizeof name, "run.%d", i);
        snprintf(
            text, sizeof text,
            "events: Ir Dr\nob=prog%d\nfl=a.c\nfn=main\n%d %d 1\ncfn=f'2\ncalls=%d 1\n%d %d 2\n"
            "fi=b.h\n7 %d\nfn=f'2\n9 %d\nfn=f\n%d 1\n",
            i % 3, i % 40 + 1, i + 1, i % 5, i % 40 + 1, i * 3, i % 7, i * 3, i % 11);
        temporary_write(name, text);
    }
}

/* Merges files first to last - 1 of a prefix, in steps of `step`, into one file. */
static void merge(const char *prefix, int first, int last, int step, const char *into)
{
    char *program = run_quern_path(), output[60];
    char **arguments = calloc((size_t)(last - first) + 5, sizeof *arguments);
    char(*names)[40] = calloc((size_t)(last - first) + 1, sizeof *names);
    size_t count = 0;

    cr_assert(arguments && names);
    snprintf(output, sizeof output, "-o%s", into);
    arguments[count++] = "quern";
    arguments[count++] = "--format=callgrind";
    arguments[count++] = output;
    for (int i = first; i < last; i += step) {
        snprintf(names[i - first], sizeof *names, "%s.%d", prefix, i);
        arguments[count++] = names[i - first];
    }
    struct run run = run_program(program, arguments, NULL);
    cr_assert_eq(run.status, 0, "%s", run.err);
    run_free(&run);
    free(arguments);
    free(names);
    free(program);
}

static char *content(const char *name)
{
    FILE *file = fopen(name, "r");
    size_t size;

    cr_assert(file, "%s", name);
    char *text = run_read_file(file, &size);
    fclose(file);
    return text;
}

/* As many hosts do it: each merges some files, then what came out is merged. */
Test(write_callgrind, merges_in_a_tree)
{
    char name[40];

    write_profiles();
    merge("run", 0, N_FILES, 1, "at.once");
    for (int i = 0; i < N_FILES; i += FIRST_STEP) {
        snprintf(name, sizeof name, "some.%d", i / FIRST_STEP);
        merge("run", i, i + FIRST_STEP, 1, name);
    }
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "many.%d", i);
        merge("some", i, N_FILES / FIRST_STEP, 4, name);
    }
    merge("many", 0, 4, 1, "in.a.tree");
    char *at_once = content("at.once"), *in_a_tree = content("in.a.tree");
    cr_expect_str_eq(in_a_tree, at_once);
    cr_expect(strlen(at_once) > 1000);
    free(at_once);
    free(in_a_tree);
}
