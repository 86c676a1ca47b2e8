/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Folded stacks: what they cost adds up to the total, whatever is left out and of whatever
 * profile.
 */

#include <criterion/criterion.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"

TestSuite(folded, .timeout = 600);

enum { MOST_COLUMNS = 2 };

/*
 * The total of the first event that has one, by which paths are ranked: the first row of
 * --list-events whose last field is not 0.
 */
static int64_t total_of(const char *path)
{
    static const char *const options[] = {"--list-events", "--format=tsv", NULL};
    struct run run = run_quern(options, path);
    int64_t total = 0;

    cr_assert_eq(run.status, 0, "%s: %s", path, run.err);
    char *line = strstr(run.out, "\r\n");
    for (char *end; total == 0 && line != NULL && (end = strstr(line + 2, "\r\n")); line = end) {
        *end = '\0';
        total = strtoll(strrchr(line + 2, '\t') + 1, NULL, 10);
        *end = '\r';
    }
    run_free(&run);
    return total;
}

/* Adds up the last numbers of each line. */
static void add_up(char *stacks, size_t n_columns, int64_t sums[MOST_COLUMNS], const char *path)
{
    for (char *line = stacks, *end; *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        cr_assert(end != NULL, "%s: the last line has no end: %s", path, line);
        *end = '\0';
        for (size_t i = n_columns; i > 0; i--) {
            char *number = strrchr(line, ' '), *after;
            cr_assert(number != NULL && number != line, "%s: no stack: %s", path, line);
            /* Damaged profiles have sums above 63 bits, whose ends meet in the total again. */
            int64_t cost = strtoll(number + 1, &after, 10);
            sums[i - 1] = (int64_t)((uint64_t)sums[i - 1] + (uint64_t)cost);
            cr_assert(after != number + 1 && *after == '\0', "%s: no number: %s", path, line);
            *number = '\0';
        }
    }
}

static const char *const choices[][6] = {
    {NULL},
    {"--bottom-up", NULL},
    {"--percent-limit=7", NULL},
    {"--percent-limit=7", "--bottom-up", NULL},
    {"--depth=2", NULL},
    {"--no-fold", "--percent-limit=0", NULL},
};

static void check_sums(const char *path)
{
    int64_t total = total_of(path);

    for (size_t i = 0; i < ARRAY_LENGTH(choices); i++) {
        const char *options[8] = {"--call-tree", "--format=folded"};
        int64_t sums[MOST_COLUMNS] = {0};

        memcpy(options + 2, choices[i], sizeof choices[i]);
        struct run run = run_quern(options, path);
        cr_assert_eq(run.status, 0, "%s: %s", path, run.err);
        add_up(run.out, 1, sums, path);
        cr_expect_eq(sums[0], total, "%s, choice %zu: %" PRIi64 " of %" PRIi64, path, i, sums[0],
                     total);
        run_free(&run);
    }
}

static bool is_profile(const char *path)
{
    static const char *const options[] = {"--list-events", NULL};
    struct run run = run_quern(options, path);
    bool is_read = run.status == 0;

    run_free(&run);
    return is_read;
}

Test(folded, costs_add_up_to_the_total_of_any_profile)
{
    glob_t found;
    size_t n_checked = 0;

    cr_assert(chdir(TESTDATA_DIR) == 0 && glob("*", 0, NULL, &found) == 0 &&
              glob("spec/*", GLOB_APPEND, NULL, &found) == 0 &&
              glob("damaged/*", GLOB_APPEND, NULL, &found) == 0);
    for (size_t i = 0; i < found.gl_pathc; i += run_stride()) {
        if (!is_profile(found.gl_pathv[i]))
            continue;
        check_sums(found.gl_pathv[i]);
        n_checked++;
    }
    globfree(&found);
    cr_expect_gt(n_checked, 150 / run_stride());
}

Test(folded, costs_of_a_difference_add_up_to_both_totals)
{
    static const char *const pairs[][2] = {
        {"diff_old", "diff_new"},          {"spec/paths-old", "spec/paths"}, {"cycles", "fib"},
        {"o_before.1", "o_after"},

        {"callers_default", "callers_12"},
    };

    cr_assert(chdir(TESTDATA_DIR) == 0);
    for (size_t i = 0; i < ARRAY_LENGTH(pairs); i++) {
        char old[100];
        const char *options[] = {"--format=folded", old, NULL};
        int64_t sums[MOST_COLUMNS] = {0};

        snprintf(old, sizeof old, "--diff=%s", pairs[i][0]);
        struct run run = run_quern(options, pairs[i][1]);
        cr_assert_eq(run.status, 0, "%s: %s", pairs[i][1], run.err);
        add_up(run.out, 2, sums, pairs[i][1]);
        cr_expect_eq(sums[0], total_of(pairs[i][0]), "%s: %" PRIi64, pairs[i][0], sums[0]);
        cr_expect_eq(sums[1], total_of(pairs[i][1]), "%s: %" PRIi64, pairs[i][1], sums[1]);
        run_free(&run);
    }
}
