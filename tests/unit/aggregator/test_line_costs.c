/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The self costs of a function's lines add up to its own. The inclusive cost of a line lies between
 * its self cost and the inclusive cost of its function; the truth for some lines is derived by
 * hand.
 */

#include "aggregator/line_costs.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <string.h>
#include <unistd.h>

#include "aggregator/program.h"
#include "aggregator/row_calls.h"
#include "parser/read.h"
#include "profile/levels.h"

struct trial {
    struct arena arena;
    struct symbols symbols;
    struct profile profile;
    struct costs program;
    struct groups groups;
    struct inclusive inclusive;
    struct group_calls calls;
};

static bool begin(struct trial *trial, const char *path)
{
    struct text file = text_of(path);
    const struct filter all = {0};
    struct warnings warnings = {0};
    struct error error = {0};
    bool is_calculated;

    *trial = (struct trial){.symbols = symbols_create()};
    profile_init(&trial->profile, &trial->symbols,
                 (struct keep){.places = KEEP_SELF_AND_CALLS, .spots = KEEP_SELF_AND_CALLS});
    return read_profiles((struct text_list){&file, 1}, &(struct read_options){.n_jobs = 1},
                         &trial->profile, &trial->arena, &warnings, &error) &&
           totals_of_program(&trial->profile, &trial->program, &is_calculated, &error) &&
           groups_create(&trial->groups, &trial->profile, BY_FUNCTION, true, &all, &error) &&
           inclusive_compute(&trial->inclusive, &trial->groups, profile_levels(&trial->profile),
                             &trial->program, &error) &&
           group_calls_create(&trial->calls, &trial->inclusive, &error);
}

static void end(struct trial *trial)
{
    group_calls_free(&trial->calls);
    inclusive_free(&trial->inclusive);
    groups_free(&trial->groups);
    costs_free(&trial->program);
    profile_free(&trial->profile);
    symbols_free(&trial->symbols);
    arena_free(&trial->arena);
}

static int64_t sum_of(const struct costs *costs, size_t event)
{
    int64_t sum = 0;

    for (size_t row = 0; row < costs->n_rows; row++)
        sum += costs_sum(costs, costs_row(costs, row), event);
    return sum;
}

static void check_line(const struct trial *trial, const struct listing *listing, group_id id,
                       const struct listed_line *line, size_t event)
{
    const struct costs *whole = &trial->inclusive.costs;
    int64_t self = costs_sum(&listing->self, costs_row(&listing->self, line->id), event);
    int64_t inclusive =
        costs_sum(&listing->inclusive, costs_row(&listing->inclusive, line->id), event);
    const char *name = groups_names(&trial->groups, id).function.at;

    if (!inclusive_has_meaning(trial->profile.events.list[event].name))
        return;
    cr_expect_geq(inclusive, self, "%s:%ju", name, (uintmax_t)line->number);
    if (trial->inclusive.is_exact[id] && !trial->inclusive.is_inconsistent)
        cr_expect_leq(inclusive, costs_sum(whole, costs_row(whole, id), event), "%s:%ju", name,
                      (uintmax_t)line->number);
}

static void check_group(const struct trial *trial, const char *path, group_id id)
{
    struct listing listing;
    struct error error = {0};

    cr_assert(listing_create(&listing, &trial->inclusive, (struct listed_code){id, NO_ID}, &error));
    for (size_t event = 0; event < trial->profile.events.n_recorded; event++) {
        cr_expect_eq(sum_of(&listing.self, event),
                     costs_sum(&trial->groups.self, costs_row(&trial->groups.self, id), event),
                     "%s: self cost of %s", path, groups_names(&trial->groups, id).function.at);
        for (size_t i = 0; i < listing.n_lines; i++)
            check_line(trial, &listing, id, &listing.lines[i], event);
    }
    listing_free(&listing);
}

Test(listing, lines_add_up_to_their_function, .timeout = 300)
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
        size_t step = trial.groups.count / MOST_FUNCTIONS + 1;
        for (group_id id = 0; id < trial.groups.count; id += (group_id)step, count++)
            check_group(&trial, path, id);
        end(&trial);
    }
    cr_expect_gt(count, 1000, "only %zu functions were looked at", count);
    globfree(&found);
}

/* The inclusive cost of a line of a function. */
static int64_t inclusive_of(const struct trial *trial, const char *function, uint64_t number,
                            bool *is_bound)
{
    struct listing listing;
    struct error error = {0};
    group_id id = 0;
    int64_t cost = -1;

    while (!text_equal(groups_names(&trial->groups, id).function, text_of(function)))
        id++;
    cr_assert(listing_create(&listing, &trial->inclusive, (struct listed_code){id, NO_ID}, &error));
    for (size_t i = 0; i < listing.n_lines; i++) {
        const struct listed_line *line = &listing.lines[i];
        if (line->number != number)
            continue;
        cost = costs_sum(&listing.inclusive, costs_row(&listing.inclusive, line->id), 0);
        *is_bound = listing.bounds[line->id];
    }
    listing_free(&listing);
    return cost;
}

/*
 * fib() costs 27,619 with all its activations, which Callgrind measured. By their self costs each
 * of these 1,973 runs 4 instructions of line 6, 2 of line 7, 1 of line 8 and 4 of line 10; what the
 * first one does not run so is spent in line 9, or below the calls that it makes. Lines without
 * calls are only active themselves.
 */
Test(listing, counts_recursion_once)
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
Test(listing, counts_mutual_recursion_once)
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

/* Without levels of recursion nobody knows what the calls cost, each instruction once. */
Test(listing, has_lower_bounds_where_levels_are_merged)
{
    struct trial trial;
    bool is_bound;

    cr_assert(chdir(TESTDATA_DIR) == 0);
    cr_assert(begin(&trial, "spec/cycle-merged"));
    cr_expect_geq(inclusive_of(&trial, "even", 4, &is_bound), 0);
    cr_expect(is_bound);
    end(&trial);
}
