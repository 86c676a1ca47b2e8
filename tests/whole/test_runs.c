/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All files of a run are read, whichever way it is named: testdata/runs has one of four threads. */

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/run.h"

#define BASE "callgrind.out.4036"

static void enter_folder(void)
{
    cr_assert_eq(chdir(TESTDATA_DIR "/runs"), 0);
}

TestSuite(whole_runs, .init = enter_folder, .timeout = 60);

static struct run quern(char *first, char *second)
{
    char *program = run_quern_path();
    char *arguments[] = {"quern", first, second, NULL};
    struct run run = run_program(program, arguments, NULL);

    free(program);
    return run;
}

/* The number after a line's beginning; 0 where no line begins so. */
static long number_after(const char *path, const char *start)
{
    FILE *file = fopen(path, "r");
    char line[200];
    long number = 0;

    cr_assert(file, "%s", path);
    while (fgets(line, sizeof line, file))
        if (strncmp(line, start, strlen(start)) == 0)
            number = atol(line + strlen(start));
    fclose(file);
    return number;
}

/* What the files themselves say; how many of them are not empty. */
static long total_of_files(int *count)
{
    DIR *folder = opendir(".");
    long total = 0;

    cr_assert(folder);
    *count = 0;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        long of_file = entry->d_name[0] == '.' ? 0 : number_after(entry->d_name, "totals: ");
        total += of_file;
        *count += of_file != 0;
    }
    closedir(folder);
    return total;
}

/* The total of the program, and the run, that a view in JSON says. */
static void expect_whole_run(const struct run *run)
{
    int n_files;
    char total[60];

    snprintf(total, sizeof total, "\"totals\": {\"Ir\": %ld}", total_of_files(&n_files));
    cr_expect_eq(n_files, 6);
    cr_expect_eq(run->status, 0, "%s", run->err);
    cr_expect_str_empty(run->err, "%s", run->err);
    cr_expect(strstr(run->out, total), "expected %s in\n%s", total, run->out);
}

Test(whole_runs, are_read_whole_without_operands)
{
    struct run json = quern("--top=1", "--format=json"), text = quern("--top=1", NULL);

    expect_whole_run(&json);
    cr_expect(strstr(text.out, "profile: " BASE " (bin/rounds; 6 files, 4 threads, 3 parts)\n"),
              "%s", text.out);
    run_free(&json);
    run_free(&text);
}

Test(whole_runs, are_read_whole_by_their_base_name)
{
    struct run json = quern("--format=json", BASE);

    expect_whole_run(&json);
    run_free(&json);
}

Test(whole_runs, are_the_same_by_any_name)
{
    struct run found = quern("--by=thread", NULL), named = quern("--by=thread", BASE);
    struct run difference = run_quern(OPTIONS("--diff=" BASE, "--top"), BASE);

    cr_expect_str_eq(named.out, found.out);
    cr_expect(strstr(difference.out, "total:   157,587, was 157,587: 0, 0.00 %\n"), "%s",
              difference.out);
    cr_expect(strstr(difference.err, "is compared with itself"), "%s", difference.err);
    run_free(&found);
    run_free(&named);
    run_free(&difference);
}

static void check_refused(char *old, const char *path)
{
    char expected[200];
    struct run run = quern(old, NULL);

    snprintf(expected, sizeof expected,
             "quern: %s: the newest run here is this one: quern --diff=OLD NEW compares two\n",
             path);
    cr_expect_eq(run.status, 1, "%s: %d", old, run.status);
    cr_expect_str_empty(run.out, "%s: %s", old, run.out);
    cr_expect(strstr(run.err, expected), "%s: %s", old, run.err);
    run_free(&run);
}

/* A difference of nothing would look as if nothing had changed since. */
Test(whole_runs, are_not_compared_with_themselves_where_none_is_named)
{
    check_refused("--diff=" BASE, BASE ".1-01");
    check_refused("--diff=./" BASE "-03", "./" BASE "-03");
    check_refused("--diff=../runs/" BASE ".2-01", "../runs/" BASE ".2-01");
}

Test(whole_runs, are_compared_with_what_is_not_of_them)
{
    struct run run = quern("--diff=../fib", "--format=csv");

    cr_expect_eq(run.status, 0, "%s", run.err);
    run_free(&run);
}

/* A note, and no warning. */
Test(whole_runs, are_told_of_where_a_part_is_named)
{
    struct run part = quern("--strict", BASE "-03");

    cr_expect_eq(part.status, 0);
    cr_expect_str_eq(part.err,
                     "quern: " BASE "-03: 5 more files of the same run were not read (first: " BASE
                     ".1-01)\n");
    run_free(&part);
}

/* Goes to a new folder that has the files of this one, but for one. */
static void enter_folder_without(const char *missing)
{
    char here[1000], folder[] = "/tmp/quern-runs-XXXXXX", from[2000], to[2000];
    DIR *files = opendir(".");

    cr_assert(files && getcwd(here, sizeof here) && mkdtemp(folder));
    for (const struct dirent *entry; (entry = readdir(files));) {
        snprintf(from, sizeof from, "%s/%s", here, entry->d_name);
        snprintf(to, sizeof to, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, missing) != 0)
            cr_assert_eq(symlink(from, to), 0);
    }
    closedir(files);
    cr_assert_eq(chdir(folder), 0);
}

static void leave_folder(void)
{
    char folder[1000];
    DIR *files = opendir(".");

    cr_assert(files && getcwd(folder, sizeof folder));
    for (const struct dirent *entry; (entry = readdir(files));)
        if (entry->d_name[0] != '.')
            cr_expect_eq(unlink(entry->d_name), 0);
    closedir(files);
    enter_folder();
    cr_expect_eq(rmdir(folder), 0);
}

static void check_lacks(char *named, char *more, const char *missing, const char *expected)
{
    enter_folder_without(missing);
    struct run run = quern(named, more);
    leave_folder();
    cr_expect_eq(run.status, 0);
    cr_expect_str_eq(run.err, expected);
    run_free(&run);
}

Test(whole_runs, lack_files_by_their_numbers)
{
    check_lacks("--top=1", NULL, BASE "-02", "quern: " BASE ".1-01: its run lacks thread 2\n");
    check_lacks("--top=1", BASE, BASE ".1-01", "quern: " BASE ".2-01: its run lacks dump 1\n");
}

/* Who names one thread wants that, and a note says already that there are others. */
Test(whole_runs, lack_nothing_where_one_is_named)
{
    check_lacks("--top=1", BASE "-03", BASE "-02",
                "quern: " BASE "-03: 4 more files of the same run were not read (first: " BASE
                ".1-01)\n");
}
