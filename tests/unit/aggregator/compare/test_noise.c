/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/compare/compare.h"

#include <criterion/criterion.h>
#include <inttypes.h>

#include "aggregator/rank.h"
#include "aggregator/row_figures.h"
#include "base/array.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(noise, .init = temporary_enter, .fini = temporary_leave);

enum { MOST_RUNS = 2 };

/* A difference, with further runs of the old side, and the rows of its functions. */
struct noisy {
    struct compared compared;
    struct matches matches;
    struct parsed parsed[MOST_RUNS];
    struct noise noise;
    struct row_diff rows;
    struct row_noise row_noise;
};

static void noisy_begin(struct noisy *noisy, const char *fresh, const char *old,
                        const char *const runs[MOST_RUNS], enum row_key key)
{
    struct compared *compared = &noisy->compared;
    struct profile profiles[MOST_RUNS];
    struct error error = {0};

    compared_read(compared, fresh, old);
    for (size_t i = 0; i < MOST_RUNS; i++) {
        parsed_read_beside(&noisy->parsed[i], &compared->fresh, runs[i]);
        cr_assert(noisy->parsed[i].is_read, "%s", noisy->parsed[i].error.text);
        profiles[i] = noisy->parsed[i].profile;
    }
    const struct profile *olds[] = {&compared->old.profile, &profiles[0], &profiles[1]};
    matches_create(&noisy->matches, &compared->fresh.profile, olds, ARRAY_LENGTH(olds),
                   MATCH_FUNCTIONS);
    cr_assert(noise_create(&noisy->noise, profiles, MOST_RUNS, &noisy->matches,
                           &compared->diff.change, &error),
              "%s", error.text);
    cr_assert(row_diff_create(&noisy->rows, &compared->diff, &FOLDED(key), false, &error));
    cr_assert(row_noise_create(&noisy->row_noise, &noisy->noise, &noisy->rows.rows, &FOLDED(key),
                               &error));
}

static void noisy_end(struct noisy *noisy)
{
    row_noise_free(&noisy->row_noise);
    row_diff_free(&noisy->rows);
    noise_free(&noisy->noise);
    matches_free(&noisy->matches);
    for (size_t i = 0; i < MOST_RUNS; i++)
        parsed_free(&noisy->parsed[i]);
    compared_free(&noisy->compared);
}

/* How far the costs of a row lie apart, of the old side and of further runs. */
static struct spread spread_of(const struct noisy *noisy, const struct costs *old,
                               const struct costs *runs, row_id row)
{
    const struct row_costs costs = {
        .costs = old, .old = old, .noise = runs, .n_noise = noisy->row_noise.n_runs};
    struct spread spread = {0};

    cr_expect(row_spread(&noisy->compared.diff.change.events, 0, costs, row, &spread));
    return spread;
}

static void expect_spread(const struct noisy *noisy, const char *name, int64_t least, int64_t most)
{
    row_id row = figured_find(&noisy->rows.rows, name);
    const struct spread spread =
        spread_of(noisy, &noisy->rows.old.self, noisy->row_noise.self, row);

    cr_expect(spread.least == least && spread.most == most, "%s: %" PRIi64 " to %" PRIi64, name,
              spread.least, spread.most);
}

/* Alone, f.isra.0 of a run would be f, which is new: f.isra.1, which was not called, may be, too.
 */
Test(noise, finds_functions_as_the_old_profile_has_them)
{
    static const char *const runs[] = {"events: Ir\nfl=a.c\nfn=f.isra.0\n1 30\nfn=g.isra.0\n1 8\n",
                                       "events: Ir\nfl=a.c\nfn=f.isra.1\n1 40\nfn=h\n1 3\n"};
    struct noisy noisy;

    noisy_begin(&noisy, "events: Ir\nfl=a.c\nfn=f\n1 50\nfn=g\n1 9\n",
                "events: Ir\nfl=a.c\nfn=f.isra.0\n1 20\nfn=f.isra.1\n1 22\nfn=g.isra.0\n1 7\n",
                runs, BY_FUNCTION);
    expect_spread(&noisy, "a.c:f", 0, 0);
    expect_spread(&noisy, "a.c:f.isra.0", 0, 30);
    expect_spread(&noisy, "a.c:f.isra.1", 0, 40);
    expect_spread(&noisy, "a.c:g", 0, 8);
    expect_spread(&noisy, "a.c:h", 0, 3);
    cr_expect_not(row_diff_has(&noisy.rows, figured_find(&noisy.rows.rows, "a.c:h")));
    cr_expect(row_diff_has(&noisy.rows, figured_find(&noisy.rows.rows, "a.c:f.isra.1")));
    noisy_end(&noisy);
}

/* What a group has in a run is the sum of that run, whatever its functions are. */
Test(noise, adds_up_each_run_by_itself)
{
    static const char *const runs[] = {
        "events: Ir\nfl=a.c\nfn=f\n1 30\nfn=g\n1 1\nfl=b.c\nfn=i\n1 4\n",
        "events: Ir\nfl=a.c\nfn=f\n1 1\nfn=g\n1 30\nfn=h\n1 2\n"};
    struct noisy noisy;

    noisy_begin(&noisy, "events: Ir\nfl=a.c\nfn=f\n1 50\n",
                "events: Ir\nfl=a.c\nfn=f\n1 16\nfn=g\n1 16\n", runs, BY_FILE);
    expect_spread(&noisy, "a.c", 31, 33);
    expect_spread(&noisy, "b.c", 0, 4);
    noisy_end(&noisy);
}

/* Calls and inclusive costs, which are exact where levels are. */
Test(noise, knows_calls_and_inclusive_costs)
{
    static const char *const runs[] = {
        "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=f\ncalls=4 1\n1 8\nfn=f\n2 8\n",
        "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=f\ncalls=2 1\n1 9\nfn=f\n2 9\n"};
    struct noisy noisy;

    noisy_begin(&noisy, runs[0],
                "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=f\ncalls=3 1\n1 6\nfn=f\n2 6\n", runs,
                BY_FUNCTION);
    row_id main_row = figured_find(&noisy.rows.rows, "a.c:main");
    row_id f = figured_find(&noisy.rows.rows, "a.c:f");
    const struct spread inclusive =
        spread_of(&noisy, &noisy.rows.old.inclusive, noisy.row_noise.inclusive, main_row);
    cr_expect(noisy.row_noise.calls[0][f] == 4 && noisy.row_noise.calls[1][f] == 2);
    cr_expect(inclusive.least == 7 && inclusive.most == 10);
    cr_expect(noisy.row_noise.is_exact[main_row]);
    noisy_end(&noisy);
}
