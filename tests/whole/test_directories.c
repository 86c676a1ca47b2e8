/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Runs of directories: each row, verdict and status must be what a comparison of the two files of
 * that name alone says, and its figures those that the files were made with.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(directories, .init = temporary_enter, .fini = temporary_leave, .timeout = 120);

/* What the benchmarks cost before and now: 0 where one is not there. */
static const struct benchmark {
    const char *name;
    long old, current, further;
} benchmarks[] = {
    {"alpha", 1000, 1000, 1000}, {"beta", 1000, 1020, 1010},   {"delta", 1000, 1100, 1010},
    {"epsilon", 1000, 0, 1000},  {"gamma", 0, 5000, 0},        {"omega", 7000, 6000, 7500},
    {"zeta", 300000, 340000, 0}, {"zeta.long", 100, 106, 106},
};

static void write_profile(const char *directory, const char *name, long cost)
{
    char path[100], text[400];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    snprintf(
        text, sizeof text,
        "version: 1\ncmd: ./%s\nevents: Ir\nfl=a.c\nfn=main\n1 10\ncfn=work\ncalls=1 5\n2 %ld\n\n"
        "fn=work\n5 %ld\ntotals: %ld\n",
        name, cost - 10, cost - 10, cost);
    if (cost != 0)
        temporary_write(path, text);
}

static void write_benchmarks(void)
{
    static const char *const directories[] = {"old", "new", "more"};

    for (size_t i = 0; i < ARRAY_LENGTH(directories); i++)
        cr_assert_eq(mkdir(directories[i], 0777), 0);
    for (size_t i = 0; i < ARRAY_LENGTH(benchmarks); i++) {
        write_profile("old", benchmarks[i].name, benchmarks[i].old);
        write_profile("new", benchmarks[i].name, benchmarks[i].current);
        write_profile("more", benchmarks[i].name, benchmarks[i].further);
    }
    temporary_write("limits", "Ir > +5%\nIr of ^work$ > +1%\n[^zeta]\ncalls of work > 5\n"
                              "[^(alpha|gamma)$]\nIr > 900\n[^zeta$]\nincl(Ir) of each . > +20%\n");
}

/* Runs quern with up to four arguments; NULL leaves one out. */
static struct run quern(const char *a, const char *b, const char *c, const char *d)
{
    const char *const given[] = {"--format=csv", a, b, c, d};
    char *program = run_quern_path();
    char *arguments[ARRAY_LENGTH(given) + 2] = {"quern"};
    size_t count = 1;

    for (size_t i = 0; i < ARRAY_LENGTH(given); i++)
        if (given[i] != NULL)
            arguments[count++] = (char *)given[i];
    struct run run = run_program(program, arguments, NULL);
    free(program);
    return run;
}

/* Returns the line that begins so, in room of its own; NULL. The caller frees it. */
static char *line_after(const char *text, const char *start)
{
    for (const char *line = text; line != NULL && *line != '\0';) {
        const char *end = strstr(line, "\r\n");
        size_t length = end != NULL ? (size_t)(end - line) : strlen(line);
        if (strncmp(line, start, strlen(start)) == 0)
            return strndup(line + strlen(start), length - strlen(start));
        line = end != NULL ? end + 2 : NULL;
    }
    return NULL;
}

/* What a row must say by what the files were made with, up to its verdict. */
static void make_row(const struct benchmark *of, char row[200])
{
    char old[30] = "";

    if (of->old != 0)
        snprintf(old, sizeof old, "%ld", of->old);
    snprintf(row, 200, "%ld,,,%s,,,,,%s,,", of->current - of->old,
             of->old == 0       ? "new"
             : of->current == 0 ? "gone"
                                : "",
             old);
}

static bool lists_verdict(const char *text, const char *outcome)
{
    return strstr(text, outcome) != NULL;
}

/* Compares what is said of one with what a comparison of it alone says. */
static void expect_as_alone(const struct run *all, const struct benchmark *of, const char *limits,
                            bool has_noise)
{
    char old[60], current[60], noise[60], start[80], row[200];
    const char *word = "ok";

    snprintf(old, sizeof old, "--diff=old/%s", of->name);
    snprintf(current, sizeof current, "new/%s", of->name);
    snprintf(noise, sizeof noise, "--noise=more/%s", of->name);
    snprintf(start, sizeof start, "input,,,,%s,,,", of->name);
    make_row(of, row);
    char *found = line_after(all->out, start);
    cr_assert_not_null(found, "%s", of->name);
    cr_expect_eq(strncmp(found, row, strlen(row)), 0, "%s: '%s' is not '%s'", of->name, found, row);
    if (of->old == 0 || of->current == 0) {
        free(found);
        return;
    }
    struct run alone = quern(limits, old, current, has_noise && of->further != 0 ? noise : NULL);
    if (lists_verdict(alone.err, "undecided: "))
        word = "undecided";
    if (lists_verdict(alone.err, "exceeded: "))
        word = "exceeded";
    cr_expect_str_eq(strrchr(found, ',') + 1, word, "%s: %s", of->name, found);
    cr_expect_eq(alone.status, strcmp(word, "exceeded") == 0    ? 3
                               : strcmp(word, "undecided") == 0 ? 1
                                                                : 0);
    /* The same lines, with the name of the run after the outcome. */
    for (char *line = strtok(alone.err, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *outcome = strstr(line, "exceeded: "), expected[500];
        if (outcome == NULL)
            continue;
        snprintf(expected, sizeof expected, "%.*sexceeded: %s: %s\n", (int)(outcome - line), line,
                 of->name, outcome + strlen("exceeded: "));
        cr_expect(strstr(all->err, expected), "'%s' is not in:\n%s", expected, all->err);
    }
    run_free(&alone);
    free(found);
}

Test(directories, say_what_each_comparison_says)
{
    static const char *const limits[] = {"--fail-if=Ir > +2%", "--fail-if=Ir of ^work$ > +9",
                                         "--fail-if=Ir of nothing > 5", "--limits=limits"};

    write_benchmarks();
    for (size_t i = 0; i < ARRAY_LENGTH(limits); i++)
        for (int has_noise = 0; has_noise <= 1; has_noise++) {
            struct run all =
                quern(limits[i], "--diff=old", has_noise != 0 ? "--noise=more" : NULL, "new/");
            cr_expect_eq(all.status, lists_verdict(all.err, "exceeded: ") ? 3 : 1, "%d: %s",
                         all.status, all.err);
            for (size_t k = 0; k < ARRAY_LENGTH(benchmarks); k++)
                expect_as_alone(&all, &benchmarks[k], limits[i], has_noise != 0);
            run_free(&all);
        }
}

/* In the order of names, whatever changed most. */
Test(directories, are_in_the_order_of_names)
{
    write_benchmarks();
    struct run run = quern("--diff=old", "new", NULL, NULL);
    const char *at = run.out;

    cr_expect_eq(run.status, 0, "%s", run.err);
    for (size_t i = 0; at != NULL && i < ARRAY_LENGTH(benchmarks); i++) {
        char start[80];
        snprintf(start, sizeof start, "\ninput,,,,%s,", benchmarks[i].name);
        at = strstr(at, start);
        cr_expect_not_null(at, "%s is not after the one before it", benchmarks[i].name);
    }
    run_free(&run);
}

/* Of a run that is damaged, both sides are left open, and the others are compared. */
Test(directories, compare_the_others_where_one_is_damaged)
{
    static const char *const contents[] = {"", "no profile\n", "events: Ir\nfl=a\nfn=f\n1 2\n"};
    static const int statuses[] = {1, 1, 3};

    write_benchmarks();
    for (size_t i = 0; i < ARRAY_LENGTH(contents); i++) {
        temporary_write("new/alpha", contents[i]);
        struct run run = quern("--fail-if=Ir > +9%", "--diff=old", "new", NULL);
        char *alpha = line_after(run.out, "input,,,,alpha,,,");
        char *delta = line_after(run.out, "input,,,,delta,,,");
        cr_expect_eq(run.status, statuses[i], "%d: %s", run.status, run.err);
        cr_expect_str_eq(alpha, statuses[i] == 1 ? ",,,,,,,,,,failed" : "-998,,,,,,,,1000,,ok");
        cr_expect_str_eq(delta, "100,,,,,,,,1000,,exceeded");
        free(alpha);
        free(delta);
        run_free(&run);
    }
}

/* Dumps and threads are one run, and compressed files have the names of the others. */
Test(directories, pair_runs_and_not_files)
{
    static const char header[] = "version: 1\npid: 7\ncmd: ./p\npart: 1\nthread: %d\n"
                                 "events: Ir\nfl=a.c\nfn=main\n1 %d\ntotals: %d\n";
    char text[300];

    cr_assert_eq(mkdir("old", 0777) | mkdir("new", 0777), 0);
    temporary_write("old/pool", "events: Ir\nfl=a.c\nfn=main\n1 50\ntotals: 50\n");
    temporary_write("new/pool", "");
    for (int thread = 1; thread <= 2; thread++) {
        char path[30];
        snprintf(path, sizeof path, "new/pool-0%d", thread);
        snprintf(text, sizeof text, header, thread, 30 * thread, 30 * thread);
        temporary_write(path, text);
    }
    struct run run = quern("--diff=old", "new", NULL, NULL);
    char *row = line_after(run.out, "input,,,,pool,,,");
    cr_expect_eq(run.status, 0, "%s", run.err);
    cr_expect_str_eq(row, "40,,,,,,,,50,");
    free(row);
    run_free(&run);
}

/* Numbers of processes are other ones each time. */
Test(directories, advise_names_where_there_are_none)
{
    cr_assert_eq(mkdir("old", 0777) | mkdir("new", 0777), 0);
    write_profile("old", "callgrind.out.4711", 100);
    write_profile("new", "callgrind.out.4712", 100);
    struct run run = quern("--diff=old", "new", NULL, NULL);
    cr_expect_eq(run.status, 1);
    cr_expect(strstr(run.err, "--callgrind-out-file=NAME"), "%s", run.err);
    run_free(&run);

    write_profile("new", "named", 100);
    write_profile("old", "named", 100);
    run = quern("--diff=old", "new", NULL, NULL);
    cr_expect_eq(run.status, 0, "%s", run.err);
    run_free(&run);
}

/* A name may have anything in it that a file's name can have. */
Test(directories, print_no_control_characters_of_names)
{
    cr_assert_eq(mkdir("old", 0777) | mkdir("new", 0777), 0);
    write_profile("old", "a\033[31m|b", 100);
    write_profile("new", "a\033[31m|b", 200);
    for (int format = 0; format < 2; format++) {
        struct run run = quern(format == 0 ? "--format=text" : "--format=markdown",
                               "--fail-if=Ir > +5%", "--diff=old", "new");
        cr_expect_eq(run.status, 3, "%s", run.err);
        cr_expect_null(strchr(run.out, '\033'));
        cr_expect_null(strchr(run.err, '\033'));
        run_free(&run);
    }
}

/* Labels have files of their own: what one side lacks is new, or missing, by itself. */
Test(directories, say_which_labels_one_side_lacks)
{
    static const char *const rows[][2] = {{"both a", "0,,,,,,,,11,,ok"},
                                          {"both b", "22,,,new,,,,,,,new"},
                                          {"gone a", "-33,,,gone,,,,,33,,missing"},
                                          {"gone b", "-44,,,gone,,,,,44,,missing"},
                                          {"current a", "55,,,new,,,,,,,exceeded"}};
    static const struct {
        const char *path, *label;
        int part, cost;
    } files[] = {{"old/both", "a", 1, 11}, {"new/both.1", "a", 1, 11},
                 {"new/both", "b", 2, 22}, {"old/gone.1", "a", 1, 33},
                 {"old/gone", "b", 2, 44}, {"new/current", "a", 1, 55}};

    cr_assert_eq(mkdir("old", 0777) | mkdir("new", 0777), 0);
    for (size_t i = 0; i < ARRAY_LENGTH(files); i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "version: 1\ncreator: callgrind-3.20\npid: %d\ncmd: ./p\npart: %d\n"
                 "desc: Trigger: Client Request: %s\nevents: Ir\nfl=a.c\nfn=f\n1 %d\ntotals: %d\n",
                 files[i].path[4], files[i].part, files[i].label, files[i].cost, files[i].cost);
        temporary_write(files[i].path, text);
    }
    struct run run = quern("--fail-if=Ir > 50", "--diff=old", "new", NULL);
    cr_expect_eq(run.status, 3, "%s", run.err);
    for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
        char start[60];
        snprintf(start, sizeof start, "input,,,,%s,,,", rows[i][0]);
        char *row = line_after(run.out, start);
        cr_expect_str_eq(row, rows[i][1], "%s", run.out);
        free(row);
    }
    run_free(&run);
}

/*
 * Each label is judged by itself, and the run read once for all of them: to read it anew for each
 * takes minutes. The eighth of each hundred grows, label I by I thousandths.
 */
Test(directories, judge_thousands_of_labels_in_time)
{
    enum { N_LABELS = 6000, CHANGED = 100, MOST_SECONDS = 20 };
    const struct rlimit limit = {MOST_SECONDS, MOST_SECONDS};
    static const char *const sides[] = {"old", "new"};
    int n_exceeded = 0;

    run_leave_to_plain_builds();
    cr_assert_eq(setrlimit(RLIMIT_CPU, &limit), 0); /* also of what is run */
    for (size_t side = 0; side < ARRAY_LENGTH(sides); side++) {
        char *text = NULL;
        size_t size;
        FILE *file = open_memstream(&text, &size);
        fputs("version: 1\ncreator: callgrind-3.20\ncmd: ./p\n", file);
        for (int i = 0; i < N_LABELS; i++)
            fprintf(file,
                    "part: %d\ndesc: Trigger: Client Request: of %d\nevents: Ir\nfl=(1) a.c\n"
                    "fn=(1) f\n1 %d\ntotals: %d\n",
                    i + 1, i, 1000 + (i % CHANGED == 7) * (int)side * i,
                    1000 + (i % CHANGED == 7) * (int)side * i);
        fclose(file);
        cr_assert_eq(mkdir(sides[side], 0777), 0);
        temporary_write(side == 0 ? "old/run" : "new/run", text);
        free(text);
    }
    struct run run = quern("--fail-if=cause(Ir) > +1%", "--diff=old", "new", NULL);
    cr_expect_eq(run.status, 3, "%d: %s", run.status, run.err);
    for (int i = 0; i < N_LABELS; i++) {
        char start[60], expected[60];
        snprintf(start, sizeof start, "input,,,,run of %d,,,", i);
        snprintf(expected, sizeof expected, "%d,,,,,,,,1000,,%s", i % CHANGED == 7 ? i : 0,
                 i % CHANGED == 7 && i > 10 ? "exceeded" : "ok");
        char *row = line_after(run.out, start);
        cr_expect_str_eq(row, expected, "of %d", i);
        n_exceeded += row != NULL && strstr(row, "exceeded") != NULL;
        free(row);
    }
    cr_expect_eq(n_exceeded, N_LABELS / CHANGED - 1);
    run_free(&run);
}
