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
#include "profile/levels.h"

/* What holds for any profile: those in testdata/, and in the folder that QUERN_PROFILES names. */

TestSuite(profiles, .timeout = 3600);

static const struct filter everything;
static size_t n_read, n_by_callgrind;

static void add_rows(const struct costs *costs, int64_t *sums)
{
    for (size_t row = 0; row < costs->n_rows; row++) {
        for (size_t event = 0; event < costs->n_events; event++)
            sums[event] += costs_sum(costs, costs_row(costs, row), event);
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
           !has_negative(&profile->by_place.self) && !has_negative(&profile->by_place.calls.costs);
}

static void check_bounds(const char *path, int key, const struct costs *self,
                         const struct costs *inclusive, const struct costs *program)
{
    for (size_t row = 0; row < inclusive->n_rows; row++) {
        const int64_t *all = costs_row(inclusive, row);

        for (size_t event = 0; event < inclusive->n_events; event++) {
            int64_t cost = costs_sum(inclusive, all, event);

            if (!costs_is_given(all, event))
                continue;
            cr_expect(cost >= costs_sum(self, costs_row(self, row), event) &&
                          cost <= costs_sum(program, costs_row(program, 0), event),
                      "%s: by %d, row %zu, event %zu: inclusive cost %" PRIi64, path, key, row,
                      event, cost);
        }
    }
}

static void check_groups(const char *path, const struct totals *totals, enum group_key key)
{
    const struct profile *profile = totals->profile;
    size_t n_events = profile->events.n_recorded;
    int64_t *expected = calloc(n_events, sizeof(*expected));
    int64_t *sums = calloc(n_events, sizeof(*sums));
    struct groups groups;
    struct inclusive inclusive;
    struct error error = {0};

    cr_assert(groups_create(&groups, profile, key, true, &everything, &error), "%s: %s", path,
              error.text);
    add_rows(&profile->by_place.self, expected);
    add_rows(&groups.self, sums);
    cr_expect_arr_eq(sums, expected, n_events * sizeof(*sums), "%s: the sums by %d differ", path,
                     key);
    if (groups_have_calls(key) && is_by_callgrind(profile)) {
        cr_assert(inclusive_compute(&inclusive, &groups, profile_levels(profile), &totals->program,
                                    &error),
                  "%s: %s", path, error.text);
        cr_expect_not(inclusive.is_inconsistent, "%s: by %d: inconsistent", path, key);
        check_bounds(path, key, &groups.self, &inclusive.costs, &totals->program);
        inclusive_free(&inclusive);
    }
    groups_free(&groups);
    free(expected);
    free(sums);
}

static void check_profile(const char *path, const struct profile *profile)
{
    struct totals totals;
    struct error error = {0};

    n_read++;
    if (totals_compute(&totals, profile, &error)) {
        for (enum group_key key = BY_FUNCTION; key <= BY_INPUT; key++)
            check_groups(path, &totals, key);
        cr_assert(totals_add_inclusive(&totals, &error), "%s: %s", path, error.text);
        if (is_by_callgrind(profile)) {
            n_by_callgrind++;
            check_bounds(path, -1, &totals.self, &totals.inclusive, &totals.program);
        }
    }
    totals_free(&totals);
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
                 (struct keep){.places = KEEP_SELF_AND_CALLS, .lines = KEEP_SELF});
    /* What cannot be read is no profile, or is there to show that it cannot. */
    if (type == FTW_F && read_profiles((struct text_list){&name, 1}, &(struct read_options){0},
                                       &profile, &arena, &warnings, &error))
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
