/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Which line of lines_old is which of lines_new, written down by hand from the two versions of
 * testdata/src/lines/: what each changed by follows from what the lines of each profile cost alone.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/run.h"

enum { MOST_LINES = 60, MOST_FIELDS = 20 };

/* A line by its old and its new number; 0 where it is not there. */
struct line_pair {
    size_t old, current;
};

/* checksum() moved and is indented by tabs, title() became heading() and moved, drop() is gone. */
static const struct line_pair of_source[] = {
    {4, 28},  {5, 29},  {7, 31},  {8, 32},  {9, 33},  {10, 34}, {13, 15}, {14, 16}, {0, 17},
    {16, 0},  {0, 19},  {0, 20},  {17, 21}, {18, 22}, {19, 0},  {0, 24},  {20, 25}, {23, 0},
    {24, 0},  {26, 0},  {27, 0},  {28, 0},  {30, 0},  {31, 0},  {34, 5},  {35, 6},  {37, 8},
    {38, 9},  {39, 10}, {40, 11}, {41, 12}, {44, 37}, {46, 39}, {48, 0},  {0, 41},  {49, 42},
    {50, 43}, {51, 0},  {0, 44},  {53, 0},  {54, 46}, {55, 47}, {56, 48},
};

/* Its line 8 is new. */
static const struct line_pair of_header[] = {{5, 6}, {6, 7}, {0, 8}, {7, 9}, {8, 10}};

/* What a table of lines says in one row. */
struct line_cost {
    size_t line, old_line; /* 0 where it has none */
    int64_t cost;
};

/* The rows of a file, in CSV whose names need no quotes. */
struct line_table {
    struct line_cost rows[MOST_LINES];
    size_t count;
};

static size_t split(char *line, char **fields)
{
    size_t count = 0;

    fields[count++] = line;
    for (char *comma = strchr(line, ','); comma != NULL && count < MOST_FIELDS;
         comma = strchr(comma + 1, ',')) {
        *comma = '\0';
        fields[count++] = comma + 1;
    }
    return count;
}

/* "line,,,FILE,,LINE,,COST,..." and in a difference OLD_LINE eight fields on. */
static void read_table(struct line_table *table, const char *file, const char *const *options,
                       bool is_difference)
{
    struct run run = run_quern(options, "testdata/lines_new");
    char *rest = run.out, *fields[MOST_FIELDS];

    cr_assert_eq(run.status, 0, "%s", run.err);
    *table = (struct line_table){0};
    for (char *line = strtok_r(run.out, "\r\n", &rest); line != NULL;
         line = strtok_r(NULL, "\r\n", &rest)) {
        size_t count = split(line, fields);
        cr_assert_geq(count, (size_t)(is_difference ? 16 : 8));
        if (strcmp(fields[3], file) != 0)
            continue;
        cr_assert_lt(table->count, (size_t)MOST_LINES);
        table->rows[table->count++] =
            (struct line_cost){.line = strtoul(fields[5], NULL, 10),
                               .old_line = is_difference ? strtoul(fields[15], NULL, 10) : 0,
                               .cost = strtoll(fields[7], NULL, 10)};
    }
    run_free(&run);
}

static int64_t cost_of(const struct line_table *table, size_t line)
{
    for (size_t i = 0; i < table->count; i++)
        if (line != 0 && table->rows[i].line == line)
            return table->rows[i].cost;
    return 0;
}

static void check(const char *old_file, const char *current_file, const struct line_pair *pairs,
                  size_t n_pairs)
{
    static const char *const alone[] = {"--by=line", "--format=csv", "--show=Ir", NULL};
    static const char *const old_alone[] = {"--by=line",   "--format=csv",       "--show=Ir",
                                            "--file=old/", "testdata/lines_old", NULL};
    static const char *const both[] = {"--by=line",
                                       "--format=csv",
                                       "--show=Ir",
                                       "--diff=testdata/lines_old",
                                       "-Itestdata/src/lines",
                                       "--old-path-map=testdata/src/lines",
                                       NULL};
    struct line_table current, old, change;

    read_table(&current, current_file, alone, false);
    read_table(&old, old_file, old_alone, false);
    read_table(&change, current_file, both, true);
    cr_expect_eq(change.count, n_pairs, "%s has %zu lines, not %zu", current_file, change.count,
                 n_pairs);
    for (size_t i = 0; i < n_pairs; i++) {
        int64_t expected = cost_of(&current, pairs[i].current) - cost_of(&old, pairs[i].old);
        bool is_there = false;
        for (size_t j = 0; j < change.count; j++)
            if (change.rows[j].line == pairs[i].current &&
                change.rows[j].old_line == pairs[i].old) {
                cr_expect_eq(change.rows[j].cost, expected, "%s: line %zu, was %zu", current_file,
                             pairs[i].current, pairs[i].old);
                is_there = true;
            }
        cr_expect(is_there, "%s: line %zu is not what %zu was", current_file, pairs[i].current,
                  pairs[i].old);
    }
}

Test(line_changes, are_what_the_sources_say)
{
    check("old/lines.c", "new/lines.c", of_source, ARRAY_LENGTH(of_source));
    check("old/fold.h", "new/fold.h", of_header, ARRAY_LENGTH(of_header));
}
