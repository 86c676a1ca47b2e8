/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The self costs of a function's lines add up to its own. The inclusive cost of a line lies between
 * its self cost and the inclusive cost of its function; the truth for some lines is derived by
 * hand.
 */

#include "aggregator/lines/line_costs.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <string.h>
#include <unistd.h>

#include "support/figured.h"

static int64_t sum_of(const struct costs *costs, size_t event)
{
    int64_t sum = 0;

    for (size_t row = 0; row < costs->n_rows; row++)
        sum += figured_cost(costs, row, event);
    return sum;
}

static void check_line(const struct figured *figured, const struct line_costs *listing, row_id id,
                       const struct listed_line *line, size_t event)
{
    const struct inclusive *whole = figured->figures.inclusive;
    int64_t self = figured_cost(&listing->self, line->id, event);
    int64_t inclusive = figured_cost(&listing->inclusive, line->id, event);
    const char *name = rows_names(whole->rows, id).function.at;

    if (figured->parsed.profile.events.list[event].is_self_only)
        return;
    cr_expect_geq(inclusive, self, "%s:%ju", name, (uintmax_t)line->number);
    if (whole->is_exact[id] && !whole->is_inconsistent)
        cr_expect_leq(inclusive, figured_cost(&whole->costs, id, event), "%s:%ju", name,
                      (uintmax_t)line->number);
}

/* By line, and by instruction: the sums of both are the function's. */
static void check_function(const struct figured *figured, const char *path, struct listed_code code)
{
    row_id id = code.row;
    const struct rows *rows = figured->figures.rows;
    const struct listed_side side = listed_side_of(figured->figures.inclusive);
    struct line_costs listing;
    struct error error = {0};

    cr_assert(line_costs_create(&listing, &side, code, &error));
    for (size_t event = 0; event < figured->parsed.profile.events.n_recorded; event++) {
        cr_expect_eq(sum_of(&listing.self, event), figured_cost(&rows->self, id, event),
                     "%s: self cost of %s", path, rows_names(rows, id).function.at);
        for (size_t i = 0; i < listing.n_lines; i++)
            check_line(figured, &listing, id, &listing.lines[i], event);
    }
    line_costs_free(&listing);
}

Test(line_costs, lines_add_up_to_their_function, .timeout = 300)
{
    enum { MOST_FUNCTIONS = 150 };
    glob_t found;
    size_t count = 0;

    cr_assert(chdir(TESTDATA_DIR) == 0);
    cr_assert(glob("*", GLOB_MARK, NULL, &found) == 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i];
        struct figured figured;
        if (path[strlen(path) - 1] == '/' || strstr(path, ".md") ||
            !figured_read_file(&figured, path))
            continue;
        size_t n_rows = figured.figures.rows->count, step = n_rows / MOST_FUNCTIONS + 1;
        for (row_id id = 0; id < n_rows; id += (row_id)step, count++)
            for (int by_instruction = 0; by_instruction < 2; by_instruction++)
                check_function(&figured, path,
                               (struct listed_code){.row = id,
                                                    .file = NO_ID,
                                                    .is_by_instruction = by_instruction != 0});
        figured_free(&figured);
    }
    cr_expect_gt(count, 1000, "only %zu functions were looked at", count);
    globfree(&found);
}

/* The inclusive cost of a line of a function. */
static int64_t inclusive_of(const struct figured *figured, const char *function, uint64_t number,
                            bool *is_bound)
{
    const struct listed_side side = listed_side_of(figured->figures.inclusive);
    struct line_costs listing;
    struct error error = {0};
    row_id id = 0;
    int64_t cost = -1;

    while (!text_equal(rows_names(figured->figures.rows, id).function, text_of(function)))
        id++;
    cr_assert(
        line_costs_create(&listing, &side, (struct listed_code){.row = id, .file = NO_ID}, &error));
    for (size_t i = 0; i < listing.n_lines; i++) {
        const struct listed_line *line = &listing.lines[i];
        if (line->number != number)
            continue;
        cost = figured_cost(&listing.inclusive, line->id, 0);
        *is_bound = listing.bounds[line->id];
    }
    line_costs_free(&listing);
    return cost;
}

/*
 * fib() costs 27,619 with all its activations, which Callgrind measured. By their self costs each
 * of these 1,973 runs 4 instructions of line 6, 2 of line 7, 1 of line 8 and 4 of line 10; what the
 * first one does not run so is spent in line 9, or below the calls that it makes. Lines without
 * calls are only active themselves.
 */
Test(line_costs, counts_recursion_once)
{
    struct figured figured;
    bool is_bound;

    cr_assert(chdir(TESTDATA_DIR) == 0);
    cr_assert(figured_read_file(&figured, "fib_static"));
    cr_expect_eq(inclusive_of(&figured, "fib", 9, &is_bound), 27619 - 4 - 2 - 1 - 4);
    cr_expect_not(is_bound);
    cr_expect_eq(inclusive_of(&figured, "fib", 6, &is_bound), 7892);
    cr_expect_not(is_bound);
    figured_free(&figured);
}

/* Of two functions that call each other 20 times from outside, likewise. */
Test(line_costs, counts_mutual_recursion_once)
{
    struct figured figured;
    bool is_bound;

    cr_assert(chdir(TESTDATA_DIR) == 0);
    cr_assert(figured_read_file(&figured, "cycles"));
    cr_expect_eq(inclusive_of(&figured, "is_even", 10, &is_bound), 4960 - 160 - 80 - 4 - 80);
    cr_expect_not(is_bound);
    cr_expect_eq(inclusive_of(&figured, "is_even", 7, &is_bound), 880);
    cr_expect_not(is_bound);
    figured_free(&figured);
}

/* Without levels of recursion it is not known what the calls cost, each instruction once. */
Test(line_costs, has_lower_bounds_where_levels_are_merged)
{
    struct figured figured;
    bool is_bound;

    cr_assert(chdir(TESTDATA_DIR) == 0);
    cr_assert(figured_read_file(&figured, "spec/cycle-merged"));
    cr_expect_geq(inclusive_of(&figured, "even", 4, &is_bound), 0);
    cr_expect(is_bound);
    figured_free(&figured);
}
