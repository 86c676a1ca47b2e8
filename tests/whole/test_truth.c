/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Inclusive cost under recursion against the truth, which Valgrind itself measures: with
 * --toggle-collect=FUNCTION Callgrind counts only while that function is active, however deep, and
 * what it counts is the function's inclusive cost. quern's figure from a run without that option
 * must be the same to the instruction.
 *
 * The instruction that calls a function is the caller's, and the one that returns from it its own,
 * in both kinds of run: nothing has to be allowed for.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"
#include "support/temporary.h"

/* A test that is skipped here is not ended by `fini`. */
static void enter_with_valgrind(void)
{
    run_need("truth", "cc");
    run_need("truth", "valgrind");
    temporary_enter();
}

TestSuite(truth, .init = enter_with_valgrind, .fini = temporary_leave, .timeout = 120);

enum { FUNCTIONS_MAX = 12, ARGUMENT_SIZE = 256 };

/* A program of testdata/src, and the functions of it that are measured. */
struct subject {
    const char *name;
    const char *functions[FUNCTIONS_MAX]; /* NULL after the last one */
};

/* The runs that quern gets its figures from. */
static const struct recording {
    const char *option; /* besides the usual ones */
    const char *profile;
} recordings[] = {
    {"--collect-atstart=yes", "plain"}, /* the default, as all else in it */
    {"--separate-callers=2", "callers"},
    {"--separate-recs=3", "recs"},
};

enum { RECORDINGS = sizeof(recordings) / sizeof(recordings[0]) };

static void compile(const char *name)
{
    char source[ARGUMENT_SIZE];
    char *arguments[] = {"cc", "-g", "-O0", "-o", "./program", source, NULL};

    snprintf(source, sizeof(source), "%s/src/%s.c", TESTDATA_DIR, name);
    free(run_output("cc", arguments, NULL));
}

static void record(const char *option, const char *profile)
{
    char out[2 * ARGUMENT_SIZE], other[ARGUMENT_SIZE];
    char *arguments[] = {"valgrind", "--tool=callgrind", out, other, "./program", NULL};

    snprintf(out, sizeof(out), "--callgrind-out-file=%s", profile);
    snprintf(other, sizeof(other), "%s", option);
    free(run_output("valgrind", arguments, NULL));
}

/* The total of a run in which Callgrind counts while the function is active; 0 for none. */
static int64_t measure(const char *function)
{
    char option[ARGUMENT_SIZE];
    int64_t total = 0;
    size_t size;

    snprintf(option, sizeof(option), "--toggle-collect=%s", function);
    record(option, "toggled");
    FILE *file = fopen("toggled", "r");
    cr_assert(file, "valgrind wrote no profile");
    char *text = run_read_file(file, &size);
    const char *totals = strstr(text, "\ntotals: ");
    if (totals)
        total = strtoll(totals + strlen("\ntotals: "), NULL, 10);
    free(text);
    fclose(file);
    return total;
}

/* A figure with commas between its thousands; -1 for anything else, as a lower bound. */
static int64_t read_figure(const char *at, size_t length)
{
    int64_t figure = 0;

    for (size_t i = 0; i < length; i++) {
        if (at[i] >= '0' && at[i] <= '9')
            figure = figure * 10 + (at[i] - '0');
        else if (at[i] != ',')
            return -1;
    }
    return figure;
}

/*
 * Is this the function's name? With --separate-callers quern folds "f'caller" into f if there are
 * several of them; a single one keeps its name.
 */
static bool is_name_of(const char *at, const char *function)
{
    size_t length = strlen(function);

    return strncmp(at, function, length) == 0 && (at[length] == ' ' || at[length] == '\'');
}

/*
 * The inclusive cost of a function in a table of hotspots, whose columns are self, %, sum %,
 * inclusive, %, calls, per call and name; -1 where it has no row, or several.
 */
static int64_t inclusive_cost(const char *table, const char *function)
{
    enum { INCLUSIVE = 3, NAME = 7 };
    int64_t found = -1;
    size_t n_rows = 0;

    for (const char *line = table; line && *line != '\0'; line = strchr(line, '\n')) {
        int64_t figure = -1;

        line += *line == '\n';
        const char *at = line + strspn(line, " ");
        for (int column = 0; column < NAME; column++) {
            size_t length = strcspn(at, " \n");
            if (column == INCLUSIVE)
                figure = read_figure(at, length);
            at += length;
            at += strspn(at, " ");
        }
        if (is_name_of(at, function)) {
            found = figure;
            n_rows++;
        }
    }
    return n_rows == 1 ? found : -1;
}

static void check_function(const struct subject *subject, const char *function,
                           char *const tables[])
{
    int64_t truth = measure(function);

    cr_expect_gt(truth, 0, "nothing was counted in %s", function);
    for (size_t i = 0; i < RECORDINGS; i++) {
        int64_t figure = inclusive_cost(tables[i], function);
        cr_expect_eq(figure, truth,
                     "%s: the inclusive cost of %s is %" PRId64 ", quern has %" PRId64 " with %s",
                     subject->name, function, truth, figure, recordings[i].option);
    }
}

static void check_subject(const struct subject *subject)
{
    char *quern = run_quern_path();
    char *tables[RECORDINGS];

    compile(subject->name);
    for (size_t i = 0; i < RECORDINGS; i++) {
        char profile[ARGUMENT_SIZE];
        char *arguments[] = {"quern",           "--top=10000", "--inclusive=yes",
                             "--sort=incl(Ir)", profile,       NULL};

        snprintf(profile, sizeof(profile), "%s", recordings[i].profile);
        record(recordings[i].option, profile);
        tables[i] = run_output(quern, arguments, NULL);
    }
    for (size_t i = 0; i < FUNCTIONS_MAX && subject->functions[i]; i++)
        check_function(subject, subject->functions[i], tables);
    for (size_t i = 0; i < RECORDINGS; i++)
        free(tables[i]);
    free(quern);
}

Test(truth, of_direct_and_mutual_recursion)
{
    static const struct subject subject = {
        "recursion",
        {"main", "fib", "ackermann", "is_even", "is_odd", "red", "green", "blue", "tally"}};

    check_subject(&subject);
}

Test(truth, of_recursion_through_function_pointers)
{
    static const struct subject subject = {"pointers",
                                           {"walk", "add", "add_below", "insert", "compare"}};

    check_subject(&subject);
}

Test(truth, of_an_interpreter)
{
    static const struct subject subject = {
        "interpreter", {"main", "eval", "apply_add", "apply_subtract", "apply_call", "lookup"}};

    check_subject(&subject);
}
