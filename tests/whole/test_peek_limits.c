/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What --rows leaves of --peek, for all functions of all profiles
 * in testdata/: the first rows that are there without them, as many as the option says, and one for
 * the others with the sum of their costs and calls.
 */

#include <criterion/criterion.h>
#include <glob.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/figure_table.h"
#include "support/run.h"

TestSuite(peek_limits, .timeout = 300);

static const struct limit {
    const char *option;
    size_t rows;
} limits[] = {{"--rows=0", 0}, {"--rows=1", 1}, {"--rows=2", 2}, {"--rows=7", 7}};

/* The rows of one side of a function: from `begin` on. */
struct side {
    const struct figure_table *table;
    size_t begin, count;
};

static const struct kind {
    const char *one, *rest;
    bool is_of_self;
} kinds[] = {{"caller", "callers left out", false},
             {"callee", "callees left out", false},
             {"self in file", "files left out", true}};

static const struct kind *kind_of(const struct figure_table *table, size_t row)
{
    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++)
        if (figure_table_is(table, row, kinds[i].one))
            return &kinds[i];
    return NULL;
}

/* Expects the sum of rows in a column; nothing where it is given in none. */
static void expect_sum(const char *what, const struct side *rest, const struct figure_table *cut,
                       size_t row, size_t column)
{
    bool is_given = false;
    int64_t sum = 0;

    for (size_t i = rest->begin; i < rest->begin + rest->count; i++) {
        is_given = is_given || *figure_table_field(rest->table, i, column) != '\0';
        sum += figure_table_number(rest->table, i, column);
    }
    cr_expect_eq(*figure_table_field(cut, row, column) != '\0', is_given, "%s: column %zu", what,
                 column);
    if (is_given)
        cr_expect_eq(figure_table_number(cut, row, column), sum, "%s: %" PRIi64 " in column %zu",
                     what, figure_table_number(cut, row, column), column);
}

static void expect_rest(const char *what, const struct side *side, size_t n_shown,
                        const struct kind *kind, const struct figure_table *cut, size_t row)
{
    const struct side rest = {
        .table = side->table, .begin = side->begin + n_shown, .count = side->count - n_shown};

    cr_assert(row < cut->n_rows && figure_table_is(cut, row, kind->rest), "%s: no %s", what,
              kind->rest);
    size_t left_out = figure_table_find(cut, "left_out");
    cr_expect_eq((size_t)figure_table_number(cut, row, left_out), rest.count, "%s", what);
    cr_expect_str_empty(figure_table_field(cut, row, cut->function), "%s", what);
    cr_expect_str_empty(figure_table_field(cut, row, cut->file), "%s", what);
    if (!kind->is_of_self)
        expect_sum(what, &rest, cut, row, cut->calls);
    for (size_t i = 0; i < cut->n_events; i++) {
        expect_sum(what, &rest, cut, row, cut->self + i);
        expect_sum(what, &rest, cut, row, cut->inclusive + i);
    }
}

/* The columns of `all` are those of the other but for the one that says how many are left out. */
static void expect_same(const char *what, const struct figure_table *all, size_t row,
                        const struct figure_table *cut, size_t cut_row)
{
    size_t left_out = figure_table_find(cut, "left_out");

    cr_assert(cut_row < cut->n_rows, "%s: too few rows", what);
    cr_assert_eq(cut->n_columns, all->n_columns + 1, "%s", what);
    for (size_t i = 0; i < all->n_columns; i++)
        cr_expect_str_eq(figure_table_field(all, row, i),
                         figure_table_field(cut, cut_row, i + (i >= left_out)), "%s: row %zu", what,
                         cut_row);
    cr_expect_str_empty(figure_table_field(cut, cut_row, left_out), "%s", what);
}

static struct side side_at(const struct figure_table *all, size_t row, const struct kind *kind)
{
    size_t count = 0;

    while (row + count < all->n_rows && kind_of(all, row + count) == kind)
        count++;
    return (struct side){all, row, count};
}

/* Gives the number of rows that stand for others. */
static size_t compare(const char *what, const struct figure_table *all,
                      const struct figure_table *cut, const struct limit *limit)
{
    size_t cut_row = 0, n_rests = 0;

    for (size_t row = 0; row < all->n_rows;) {
        const struct kind *kind = kind_of(all, row);
        if (kind == NULL) {
            expect_same(what, all, row++, cut, cut_row++);
            continue;
        }
        const struct side side = side_at(all, row, kind);
        size_t n_shown = side.count < limit->rows ? side.count : limit->rows;
        for (size_t i = 0; i < n_shown; i++)
            expect_same(what, all, row + i, cut, cut_row++);
        if (n_shown < side.count) {
            expect_rest(what, &side, n_shown, kind, cut, cut_row++);
            n_rests++;
        }
        row += side.count;
    }
    cr_expect_eq(cut_row, cut->n_rows, "%s: %zu rows instead of %zu", what, cut->n_rows, cut_row);
    return n_rests;
}

static bool read_table(struct figure_table *table, const char *path, const char *const options[])
{
    struct run run = run_quern(options, path);

    if (run.status == 0)
        figure_table_read(table, run);
    else
        run_free(&run);
    return run.status == 0;
}

/* `old` is an option too; or it only repeats another one. */
static size_t check(const char *path, const char *old)
{
    const char *const whole[] = {"--peek=^", "--format=csv", old, NULL};
    struct figure_table all, cut;
    size_t n_rests = 0;

    if (!read_table(&all, path, whole))
        return 0;
    for (size_t i = 0; all.n_rows != 0 && i < ARRAY_LENGTH(limits); i++) {
        const char *const options[] = {"--peek=^", "--format=csv", old, limits[i].option, NULL};
        char what[500];
        snprintf(what, sizeof what, "%s %s %s", limits[i].option, old, path);
        cr_assert(read_table(&cut, path, options), "%s fails", what);
        n_rests += compare(what, &all, &cut, &limits[i]);
        figure_table_free(&cut);
    }
    figure_table_free(&all);
    return n_rests;
}

Test(peek_limits, leave_the_first_rows_and_the_sum_of_the_others)
{
    glob_t found;
    size_t n_rests = 0;

    cr_assert(chdir(TESTDATA_DIR) == 0);
    cr_assert(glob("*", 0, NULL, &found) == 0 && glob("spec/*", GLOB_APPEND, NULL, &found) == 0 &&
              glob("damaged/*", GLOB_APPEND, NULL, &found) == 0);
    for (size_t i = 0; i < found.gl_pathc; i += run_stride())
        n_rests += check(found.gl_pathv[i], "--format=csv");
    globfree(&found);
    /* Of a sample nobody knows how many. */
    cr_expect_gt(n_rests, run_stride() == 1 ? 10000U : 0U, "only %zu", n_rests);
}

Test(peek_limits, leave_the_largest_changes_and_the_sum_of_the_others)
{
    static const char *const pairs[][2] = {{"diff_new", "--diff=diff_old"},
                                           {"lines_new", "--diff=lines_old"},
                                           {"diff_old", "--diff=diff_new"},
                                           {"diff/writes-new", "--diff=diff/writes-old"},
                                           {"fib", "--diff=cycles"}};
    size_t n_rests = 0;

    cr_assert(chdir(TESTDATA_DIR) == 0);
    for (size_t i = 0; i < ARRAY_LENGTH(pairs); i++)
        n_rests += check(pairs[i][0], pairs[i][1]);
    cr_expect_gt(n_rests, 100, "only %zu", n_rests);
}
