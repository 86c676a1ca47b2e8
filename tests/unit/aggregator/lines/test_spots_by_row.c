/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Each spot, call and jump is under its row, once, and a listing is the same with and without. */

#include "aggregator/lines/spots_by_row.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/lines/line_costs.h"
#include "aggregator/lines/line_jumps.h"
#include "support/figured.h"

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
            cr_expect_eq(rows->of_place[profile_spot(&trial->figured.parsed.profile, spot).place],
                         row);
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
    return jumps_get(&profile->jumps, id).from;
}

Test(spots_by_row, sorts_spots_calls_and_jumps)
{
    struct trial trial;

    begin(&trial, TESTDATA_DIR "/o_everything");
    const struct profile *profile = &trial.figured.parsed.profile;
    cr_assert_gt(profile->jumps.pairs.count, 0);
    check(&trial, &trial.sorted.spots, profile->spots.count, spot_itself);
    check(&trial, &trial.sorted.calls, profile->by_spot.calls.pairs.count, spot_of_call);
    check(&trial, &trial.sorted.jumps, profile->jumps.pairs.count, spot_of_jump);
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

    cr_assert(line_costs_create(&plain, &side, code, &error) &&
              line_jumps_create(&plain_jumps, &plain, &side, code, &error));
    side.sorted = &trial->sorted;
    cr_assert(line_costs_create(&sorted, &side, code, &error) &&
              line_jumps_create(&sorted_jumps, &sorted, &side, code, &error));
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

Test(spots_by_row, changes_no_listing)
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
