/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "aggregator/lines/line_costs.h"
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
    if (whole->is_exact[id])
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

    line_costs_create(&listing, &side, code);
    cr_assert(profile_fits(side.inclusive->rows->profile, &error));
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
    line_costs_create(&listing, &side, (struct listed_code){.row = id, .file = NO_ID});
    cr_assert(profile_fits(side.inclusive->rows->profile, &error));
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

struct trial {
    struct figured figured;
    struct spots_by_row sorted;
};

static void begin(struct trial *trial, const char *path)
{
    cr_assert(figured_read_file(&trial->figured, path), "%s", trial->figured.parsed.error.text);
    const struct rows *rows = trial->figured.figures.rows;
    spots_by_row_create(&trial->sorted, trial->figured.figures.inclusive, rows->of_place,
                        rows->count);
}

static void end(struct trial *trial)
{
    spots_by_row_free(&trial->sorted);
    figured_free(&trial->figured);
}

/* All ids are there, in ascending order in each row, and each in the row of its spot. */
static void check(const struct trial *trial, const struct ids_by_row *ids, size_t count,
                  uint32_t (*spot_of)(const struct profile *profile, uint32_t id))
{
    const struct rows *rows = trial->figured.figures.rows;
    size_t n_found = 0;

    for (row_id row = 0; row < rows->count; row++) {
        struct id_range range = ids_of_row(ids, row);
        for (size_t i = 0; i < range.count; i++) {
            uint32_t id = id_range_get(range, i);
            uint32_t spot = spot_of(&trial->figured.parsed.profile, id);
            cr_expect_eq(rows->of_place[trial->figured.parsed.profile.spots.list[spot].place], row);
            cr_expect(i == 0 || id > id_range_get(range, i - 1));
        }
        n_found += range.count;
    }
    cr_expect_eq(n_found, count);
}

static uint32_t spot_itself(const struct profile *profile, uint32_t id)
{
    (void)profile;
    return id;
}

static uint32_t spot_of_call(const struct profile *profile, uint32_t id)
{
    return profile_spot_call(profile, id).spot;
}

static uint32_t spot_of_jump(const struct profile *profile, uint32_t id)
{
    return profile_jump(profile, id).from;
}

Test(line_costs, sorts_spots_calls_and_jumps)
{
    struct trial trial;

    begin(&trial, TESTDATA_DIR "/o_everything");
    const struct profile *profile = &trial.figured.parsed.profile;
    cr_assert_gt(profile->ledgers[JUMPS].map.count, 0);
    check(&trial, &trial.sorted.spots, profile->spots.count, spot_itself);
    check(&trial, &trial.sorted.calls, profile->ledgers[SPOT_CALLS].map.count, spot_of_call);
    check(&trial, &trial.sorted.jumps, profile->ledgers[JUMPS].map.count, spot_of_jump);
    end(&trial);
}

static void compare_costs(const struct costs *a, const struct costs *b)
{
    cr_assert_eq(a->n_rows, b->n_rows);
    if (a->n_rows != 0)
        cr_expect_eq(memcmp(a->cells, b->cells, a->n_rows * a->stride * sizeof *a->cells), 0);
}

/* Lists a row by line or by instruction, with its jumps. */
static void compare_listings(const struct trial *trial, struct listed_code code)
{
    struct listed_side side = listed_side_of(trial->figured.figures.inclusive);
    struct line_costs plain, sorted;
    struct line_jumps plain_jumps, sorted_jumps;
    struct error error = {0};

    line_costs_create(&plain, &side, code);
    cr_assert(profile_fits(side.inclusive->rows->profile, &error));
    line_jumps_create(&plain_jumps, &plain, &side, code);
    cr_assert(profile_fits(side.inclusive->rows->profile, &error));
    side.sorted = &trial->sorted;
    line_costs_create(&sorted, &side, code);
    cr_assert(profile_fits(side.inclusive->rows->profile, &error));
    line_jumps_create(&sorted_jumps, &sorted, &side, code);
    cr_assert(profile_fits(side.inclusive->rows->profile, &error));
    compare_costs(&plain.self, &sorted.self);
    compare_costs(&plain.inclusive, &sorted.inclusive);
    compare_costs(&plain.table.costs, &sorted.table.costs);
    cr_assert_eq(plain.n_lines, sorted.n_lines);
    for (size_t i = 0; i < plain.n_lines; i++)
        cr_expect_eq(plain.lines[i].is_bound, sorted.lines[i].is_bound);
    cr_expect_eq(plain_jumps.count, sorted_jumps.count);
    line_jumps_free(&plain_jumps);
    line_jumps_free(&sorted_jumps);
    line_costs_free(&plain);
    line_costs_free(&sorted);
}

Test(line_costs, changes_no_listing)
{
    static const char *const paths[] = {TESTDATA_DIR "/o_everything", TESTDATA_DIR "/cycles",
                                        TESTDATA_DIR "/mix_O2"};

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct trial trial;
        begin(&trial, paths[i]);
        for (row_id row = 0; row < trial.figured.figures.rows->count; row++)
            compare_listings(&trial, (struct listed_code){.row = row, .file = NO_ID});
        for (row_id row = 0; i == 0 && row < trial.figured.figures.rows->count; row++)
            compare_listings(
                &trial, (struct listed_code){.row = row, .file = NO_ID, .is_by_instruction = true});
        end(&trial);
    }
}
