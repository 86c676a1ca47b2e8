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

#include "aggregator/program.h"
#include "aggregator/row_figures.h"
#include "parser/read.h"
#include "support/figured.h"

struct trial {
    struct arena arena;
    struct symbols symbols;
    struct profile profile;
    struct program program;
    struct row_figures figures; /* by function */
};

static bool begin(struct trial *trial, const char *path)
{
    const struct row_figures_wanted wanted = {.choice = FOLDED(BY_FUNCTION)};
    struct text file = text_of(path);
    struct warnings warnings = {0};
    struct error error = {0};

    *trial = (struct trial){.symbols = symbols_create()};
    profile_init(&trial->profile, &trial->symbols,
                 (struct keep){.places = KEEP_SELF_AND_CALLS,
                               .spots = KEEP_SELF_AND_CALLS,
                               .addresses = true});
    return read_profiles((struct text_list){&file, 1}, &(struct read_options){.n_jobs = 1},
                         &trial->profile, &trial->arena, &warnings, &error) &&
           program_compute(&trial->program, &trial->profile, &error) &&
           row_figures_create(&trial->figures, &trial->profile, &trial->program, &wanted, &error);
}

static void end(struct trial *trial)
{
    row_figures_free(&trial->figures);
    program_free(&trial->program);
    profile_free(&trial->profile);
    symbols_free(&trial->symbols);
    arena_free(&trial->arena);
}

static int64_t sum_of(const struct costs *costs, size_t event)
{
    int64_t sum = 0;

    for (size_t row = 0; row < costs->n_rows; row++)
        sum += figured_cost(costs, row, event);
    return sum;
}

static void check_line(const struct trial *trial, const struct line_costs *listing, row_id id,
                       const struct listed_line *line, size_t event)
{
    const struct inclusive *whole = trial->figures.inclusive;
    int64_t self = figured_cost(&listing->self, line->id, event);
    int64_t inclusive = figured_cost(&listing->inclusive, line->id, event);
    const char *name = rows_names(whole->rows, id).function.at;

    if (trial->profile.events.list[event].is_self_only)
        return;
    cr_expect_geq(inclusive, self, "%s:%ju", name, (uintmax_t)line->number);
    if (whole->is_exact[id] && !whole->is_inconsistent)
        cr_expect_leq(inclusive, figured_cost(&whole->costs, id, event), "%s:%ju", name,
                      (uintmax_t)line->number);
}

/* By line, and by instruction: the sums of both are the function's. */
static void check_function(const struct trial *trial, const char *path, struct listed_code code)
{
    row_id id = code.row;
    const struct rows *rows = trial->figures.rows;
    const struct listed_side side = listed_side_of(trial->figures.inclusive);
    struct line_costs listing;
    struct error error = {0};

    cr_assert(line_costs_create(&listing, &side, code, &error));
    for (size_t event = 0; event < trial->profile.events.n_recorded; event++) {
        cr_expect_eq(sum_of(&listing.self, event), figured_cost(&rows->self, id, event),
                     "%s: self cost of %s", path, rows_names(rows, id).function.at);
        for (size_t i = 0; i < listing.n_lines; i++)
            check_line(trial, &listing, id, &listing.lines[i], event);
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
        struct trial trial;
        if (path[strlen(path) - 1] == '/' || strstr(path, ".md") || !begin(&trial, path))
            continue;
        size_t n_rows = trial.figures.rows->count, step = n_rows / MOST_FUNCTIONS + 1;
        for (row_id id = 0; id < n_rows; id += (row_id)step, count++)
            for (int by_instruction = 0; by_instruction < 2; by_instruction++)
                check_function(&trial, path,
                               (struct listed_code){.row = id,
                                                    .file = NO_ID,
                                                    .is_by_instruction = by_instruction != 0});
        end(&trial);
    }
    cr_expect_gt(count, 1000, "only %zu functions were looked at", count);
    globfree(&found);
}

/* The inclusive cost of a line of a function. */
static int64_t inclusive_of(const struct trial *trial, const char *function, uint64_t number,
                            bool *is_bound)
{
    const struct listed_side side = listed_side_of(trial->figures.inclusive);
    struct line_costs listing;
    struct error error = {0};
    row_id id = 0;
    int64_t cost = -1;

    while (!text_equal(rows_names(trial->figures.rows, id).function, text_of(function)))
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
    struct trial trial;
    bool is_bound;

    cr_assert(chdir(TESTDATA_DIR) == 0);
    cr_assert(begin(&trial, "fib_static"));
    cr_expect_eq(inclusive_of(&trial, "fib", 9, &is_bound), 27619 - 4 - 2 - 1 - 4);
    cr_expect_not(is_bound);
    cr_expect_eq(inclusive_of(&trial, "fib", 6, &is_bound), 7892);
    cr_expect_not(is_bound);
    end(&trial);
}

/* Of two functions that call each other 20 times from outside, likewise. */
Test(line_costs, counts_mutual_recursion_once)
{
    struct trial trial;
    bool is_bound;

    cr_assert(chdir(TESTDATA_DIR) == 0);
    cr_assert(begin(&trial, "cycles"));
    cr_expect_eq(inclusive_of(&trial, "is_even", 10, &is_bound), 4960 - 160 - 80 - 4 - 80);
    cr_expect_not(is_bound);
    cr_expect_eq(inclusive_of(&trial, "is_even", 7, &is_bound), 880);
    cr_expect_not(is_bound);
    end(&trial);
}

/* Without levels of recursion it is not known what the calls cost, each instruction once. */
Test(line_costs, has_lower_bounds_where_levels_are_merged)
{
    struct trial trial;
    bool is_bound;

    cr_assert(chdir(TESTDATA_DIR) == 0);
    cr_assert(begin(&trial, "spec/cycle-merged"));
    cr_expect_geq(inclusive_of(&trial, "even", 4, &is_bound), 0);
    cr_expect(is_bound);
    end(&trial);
}
