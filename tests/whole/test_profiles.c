/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700 /* for nftw */

#include <criterion/criterion.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/inclusive.h"
#include "aggregator/program.h"
#include "aggregator/rows.h"
#include "parser/read.h"
#include "profile/profile.h"
#include "support/figured.h"

/* What holds for any profile: those in testdata/, and in the folder that QUERN_PROFILES names. */

TestSuite(profiles, .timeout = 3600);

static size_t n_read, n_by_callgrind;

/* Sums may pass 64 bits on the way, if negative costs follow; modulo 2^64 they are right. */
static void add_rows(const struct costs *costs, int64_t *sums)
{
    for (size_t row = 0; row < costs->n_rows; row++) {
        for (size_t event = 0; event < costs->n_events; event++)
            sums[event] = (int64_t)((uint64_t)sums[event] +
                                    (uint64_t)costs_sum(costs, costs_row(costs, row), event));
    }
}

static bool has_negative(const struct costs *costs)
{
    for (size_t row = 0; row < costs->n_rows; row++) {
        for (size_t event = 0; event < costs->n_events; event++) {
            if (costs_sum(costs, costs_row(costs, row), event) < 0)
                return true;
        }
    }
    return false;
}

/* Nothing but Callgrind itself makes profiles whose calls agree with their costs. */
static bool is_by_callgrind(const struct profile *profile)
{
    return text_starts_with(profile->inputs[0].creator, TEXT("callgrind")) &&
           !has_negative(&profile->ledgers[PLACES].costs) &&
           !has_negative(&profile->ledgers[ARCS].costs);
}

static void check_bounds(const char *path, const struct inclusive *inclusive,
                         const struct program *program)
{
    const struct rows *rows = inclusive->rows;

    for (row_id row = 0; row < rows->count; row++) {
        const int64_t *all = costs_row(&inclusive->costs, row);

        for (size_t event = 0; event < inclusive->costs.n_events; event++) {
            int64_t cost = costs_sum(&inclusive->costs, all, event);

            if (!costs_is_given(all, event))
                continue;
            cr_expect(cost >= figured_cost(&rows->self, row, event) &&
                          cost <= costs_sum(&program->total, program_row(program), event),
                      "%s: by %s, row %u, event %zu: inclusive cost %" PRIi64, path,
                      figured_key_name(rows->key), row, event, cost);
        }
    }
}

static void check_inclusive(const char *path, const struct rows *rows,
                            const struct program *program)
{
    struct inclusive inclusive;
    struct error error = {0};

    inclusive_compute(&inclusive, rows, profile_levels(rows->profile, rows->arcs));
    cr_assert(profile_fits(rows->profile, &error), "%s: %s", path, error.text);
    if (is_by_callgrind(rows->profile))
        check_bounds(path, &inclusive, program);
    inclusive_free(&inclusive);
}

static void check_rows(const char *path, const struct profile *profile,
                       const struct program *program, struct row_choice choice)
{
    size_t n_events = profile->events.n_recorded;
    int64_t *expected = calloc(n_events, sizeof(*expected));
    int64_t *sums = calloc(n_events, sizeof(*sums));
    struct rows rows;
    struct error error = {0};

    rows_create(&rows, profile, &choice);
    cr_assert(profile_fits(profile, &error), "%s: %s", path, error.text);
    add_rows(&profile->ledgers[PLACES].costs, expected);
    add_rows(&rows.self, sums);
    cr_expect_arr_eq(sums, expected, n_events * sizeof(*sums), "%s: the sums by %s differ", path,
                     figured_key_name(choice.key));
    if (row_keys[choice.key].has_calls)
        check_inclusive(path, &rows, program);
    rows_free(&rows);
    free(expected);
    free(sums);
}

/* Where no part has a label, there are no rows by label. */
static bool has_labels(const struct profile *profile)
{
    for (size_t i = 0; i < profile->n_parts; i++)
        if (text_starts_with(profile->parts[i].trigger, TEXT("Client Request: ")))
            return true;
    return false;
}

static void check_profile(const char *path, const struct profile *profile)
{
    struct program program = {0};
    struct error error = {0};

    n_read++;
    program_compute(&program, profile);
    if (profile_fits(profile, &error)) {
        n_by_callgrind += is_by_callgrind(profile);
        for (enum row_key key = BY_FUNCTION; key < N_ROW_KEYS; key++)
            if (key != BY_LABEL || has_labels(profile))
                check_rows(path, profile, &program, FOLDED(key));
        check_rows(path, profile, &program, ROWS(BY_FILE_FUNCTION));
    }
    program_free(&program);
}

static int visit(const char *path, const struct stat *status, int type, struct FTW *place)
{
    struct text name = text_of(path);
    struct symbols symbols = symbols_create();
    struct profile profile;
    struct arena arena = {0};
    struct warnings warnings = {0};
    struct error error = {0};

    (void)status;
    (void)place;
    profile_init(&profile, &symbols,
                 (struct keep){.places = KEEP_SELF_AND_CALLS,
                               .lines = KEEP_SELF,
                               .spots = KEEP_SELF,
                               .addresses = true});
    /* What cannot be read is not a profile, or is there to show that it cannot, or has no sums. */
    if (type == FTW_F && strstr(path, "/overflow/") == NULL &&
        read_profiles((struct text_list){&name, 1}, &(struct read_options){0}, &profile, &arena,
                      &warnings, &error))
        check_profile(path, &profile);
    profile_free(&profile);
    symbols_free(&symbols);
    arena_free(&arena);
    return 0;
}

Test(profiles, have_inclusive_costs_between_self_and_total)
{
    const char *more = getenv("QUERN_PROFILES");

    cr_assert(nftw(TESTDATA_DIR, visit, 16, FTW_PHYS) == 0);
    cr_expect_gt(n_read, 50, "only %zu profiles", n_read);
    cr_expect_gt(n_by_callgrind, 20, "only %zu profiles of Callgrind", n_by_callgrind);
    if (more)
        cr_expect(nftw(more, visit, 16, FTW_PHYS) == 0, "cannot read %s", more);
}
