/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/row_figures.h"

#include <criterion/criterion.h>

#include "base/array.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(row_figures, .init = temporary_enter, .fini = temporary_leave);

/* m costs 1 and what it calls of f, of which 2 are in b. */
static const char profile[] =
    "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=3 2\n1 9\nfn=f\n2 7\nfi=b\n5 2\n";

Test(row_figures, are_those_that_were_asked_for)
{
    static const struct {
        struct row_figures_wanted wanted;
        bool has_inclusive, has_calls;
    } cases[] = {
        {{{.key = BY_FUNCTION}, false}, false, false},
        {{{.key = BY_FUNCTION, .has_inclusive = true}, false}, true, false},
        {{{.key = BY_FUNCTION}, true}, false, true},
        {{{.key = BY_FUNCTION, .has_inclusive = true}, true}, true, true},
        {{{.key = BY_FILE_FUNCTION, .has_inclusive = true}, true}, true, true},
        {{{.key = BY_OBJECT, .is_folded = true, .has_inclusive = true}, true}, true, true},
        /* Lines and parts have self cost alone. */
        {{{.key = BY_LINE, .has_inclusive = true}, true}, false, false},
        {{{.key = BY_PART, .has_inclusive = true}, true}, false, false},
    };
    struct parsed parsed;
    struct program program = {0};
    struct error error = {0};

    parsed_read(&parsed, profile);
    program_compute(&program, &parsed.profile);
    cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct row_figures figures;

        row_figures_create(&figures, &parsed.profile, &cases[i].wanted);
        cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
        cr_expect_eq(figures.inclusive != NULL, cases[i].has_inclusive, "case %zu", i);
        cr_expect_eq(figures.calls != NULL, cases[i].has_calls, "case %zu", i);
        cr_expect_null(figures.diff);
        cr_expect_eq(figures.rows->key, cases[i].wanted.choice.key);
        cr_expect(!figures.inclusive || figures.inclusive->rows == figures.rows);
        cr_expect(!figures.calls || figures.calls->rows == figures.rows);
        row_figures_free(&figures);
        cr_expect_null(figures.rows);
    }
    program_free(&program);
    parsed_free(&parsed);
}

/* What calls add to inclusive costs is known where these are: else they are as recorded alone. */
Test(row_figures, of_a_profile_agree)
{
    for (int with_inclusive = 0; with_inclusive < 2; with_inclusive++) {
        struct row_choice choice = FOLDED(BY_FUNCTION);
        struct figured figured;

        choice.has_inclusive = with_inclusive;
        figured_read(&figured, profile, choice);
        const struct row_figures *figures = &figured.figures;
        row_id f = figured_find(figures->rows, "a:f");
        cr_expect_eq(figured_cost(&figures->rows->self, f, 0), 9);
        cr_expect_eq(figures->rows->calls[f], 3);
        cr_assert_eq(figures->calls->arcs.map.count, 1);
        cr_expect_eq(figured_cost(&figures->calls->arcs.costs, 0, 0), 9);
        cr_expect_eq(figured_cost(&figures->calls->entering, 0, 0), with_inclusive ? 9 : 0);
        if (with_inclusive)
            cr_expect_eq(figured_cost(&figures->inclusive->costs, f, 0), 9);
        figured_free(&figured);
    }
}

/* The old f cost 5 in 2 calls, and m 4. */
Test(row_figures, of_a_difference_are_the_change)
{
    static const bool flags[] = {false, true};

    for (size_t i = 0; i < 2 * ARRAY_LENGTH(flags); i++) {
        const struct row_figures_wanted wanted = {
            .choice = {.key = BY_FUNCTION, .is_folded = true, .has_inclusive = flags[i / 2]},
            .has_calls = flags[i % 2]};
        struct compared compared;
        struct row_figures figures;
        struct error error = {0};

        compared_read(&compared, profile,
                      "events: A\nfl=a\nfn=m\n1 4\ncfn=f\ncalls=2 2\n1 5\nfn=f\n2 5\n");
        cr_assert(row_figures_create_change(&figures, &compared.diff, &wanted, &error), "%s",
                  error.text);
        row_id f = figured_find(figures.rows, "a:f"), m = figured_find(figures.rows, "a:m");
        cr_assert_not_null(figures.diff);
        cr_expect_eq(figured_cost(&figures.rows->self, f, 0), 9 - 5);
        cr_expect_eq(figured_cost(&figures.diff->old.self, f, 0), 5);
        cr_expect_eq(figures.rows->calls[f], 3 - 2);
        cr_expect_eq(figures.inclusive != NULL, wanted.choice.has_inclusive);
        if (figures.inclusive != NULL)
            cr_expect_eq(figured_cost(&figures.inclusive->costs, m, 0), 10 - 9);
        cr_expect_eq(figures.calls != NULL, wanted.has_calls);
        if (figures.calls != NULL)
            cr_expect_eq(figured_cost(&figures.calls->arcs.costs, 0, 0), 9 - 5);
        row_figures_free(&figures);
        compared_free(&compared);
    }
}

/* The inclusive cost of m alone is 2^63. */
#define ONE_TOO_LARGE "events: A\nfl=a\nfn=m\n1 9223372036854775807\ncfn=f\ncalls=1 1\n1 1\n"

Test(row_figures, fail_where_a_sum_does_not_fit)
{
    struct parsed parsed;
    struct program program = {0};
    struct row_figures figures;
    struct error error = {0};
    struct row_figures_wanted wanted = {.choice = FOLDED(BY_FUNCTION)};

    parsed_read(&parsed, ONE_TOO_LARGE);
    program_compute(&program, &parsed.profile);
    cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
    row_figures_create(&figures, &parsed.profile, &wanted);
    cr_expect_not(profile_fits(&parsed.profile, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    row_figures_free(&figures);
    program_free(&program);
    parsed_free(&parsed);

    wanted.choice.has_inclusive = false;
    parsed_read(&parsed, ONE_TOO_LARGE);
    program_compute(&program, &parsed.profile);
    row_figures_create(&figures, &parsed.profile, &wanted);
    cr_expect(profile_fits(&parsed.profile, &error));
    row_figures_free(&figures);
    program_free(&program);
    parsed_free(&parsed);
}
