/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What the lines of a function cost adds up to what the function costs: their self costs to its
 * self cost, and where nothing entered it that was not called, their inclusive costs to its
 * inclusive cost, also under recursion.
 */

#include "aggregator/listing.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <string.h>
#include <unistd.h>

#include "aggregator/group_calls.h"
#include "aggregator/totals.h"
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
    profile_init(&trial->profile, &trial->symbols, (struct keep){.arcs = true, .spots = true});
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

/* The self cost that counts, and the calls that leave the group. */
static int64_t expected_inclusive(const struct trial *trial, group_id id, size_t event)
{
    int64_t sum = 0;

    for (place_id place = 0; place < profile_n_places(&trial->profile); place++)
        if (trial->groups.of_place[place] == id && inclusive_counts_self(&trial->inclusive, place))
            sum += costs_sum(&trial->profile.place_self,
                             costs_row(&trial->profile.place_self, place), event);
    for (size_t i = trial->calls.callees_begin[id]; i < trial->calls.callees_begin[id + 1]; i++)
        sum += costs_sum(&trial->calls.leaving,
                         costs_row(&trial->calls.leaving, trial->calls.callees[i]), event);
    return sum;
}

static void check_group(const struct trial *trial, const char *path, group_id id)
{
    struct listing listing;
    struct error error = {0};

    cr_assert(listing_create(&listing, &trial->inclusive, (struct listed_code){id, NO_ID}, &error));
    for (size_t event = 0; event < trial->profile.events.n_recorded; event++) {
        const char *name = groups_names(&trial->groups, id).function.at;
        cr_expect_eq(sum_of(&listing.self, event),
                     costs_sum(&trial->groups.self, costs_row(&trial->groups.self, id), event),
                     "%s: self cost of %s", path, name);
        cr_expect_eq(sum_of(&listing.inclusive, event), expected_inclusive(trial, id, event),
                     "%s: inclusive cost of %s", path, name);
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

/* The truth is a figure that Callgrind measured: 4,960 instructions while is_even() was active. */
Test(listing, of_mutual_recursion_adds_up_to_what_was_measured)
{
    struct trial trial;
    struct listing listing;
    struct error error = {0};
    group_id id = 0;

    cr_assert(chdir(TESTDATA_DIR) == 0);
    cr_assert(begin(&trial, "cycles"));
    while (!text_equal(groups_names(&trial.groups, id).function, TEXT("is_even")))
        id++;
    cr_assert(listing_create(&listing, &trial.inclusive, (struct listed_code){id, NO_ID}, &error));
    cr_expect_eq(sum_of(&listing.inclusive, 0), 4960);
    listing_free(&listing);
    end(&trial);
}
