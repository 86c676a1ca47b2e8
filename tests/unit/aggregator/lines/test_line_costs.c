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
