/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/input/view_input.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/array.h"
#include "support/temporary.h"
#include "support/viewed.h"

TestSuite(view, .init = temporary_enter, .fini = temporary_leave);

/* Ir, Dr and X are events 0 to 2, and two built-in ones follow. */
#define PROFILE                                                                                    \
    "events: Ir Dr\nevent: X = Ir + Dr\nfl=a.c\nfn=f\n1 5 2\ncfn=g\ncalls=3 1\n1 4 1\nfn=g\n"      \
    "1 4 1\n"

enum { SHOWN_MAX = 5 };

Test(view, chooses_a_metric_and_its_columns)
{
    static const struct {
        struct view_options options;
        struct metric metric;
        size_t measured, n_shown, shown[SHOWN_MAX];
    } cases[] = {
        {{0}, {METRIC_SELF, 0}, 0, 1, {0}},
        {{.show = {"Dr,Ir", 5}}, {METRIC_SELF, 1}, 0, 2, {1, 0}},
        {{.show = {"X,Dr,X", 6}, .sort = {"Dr", 2}}, {METRIC_SELF, 1}, 1, 2, {2, 1}},
        {{.sort = {"Dr", 2}}, {METRIC_SELF, 1}, 0, 1, {1}},
        {{.sort = {"self(Dr)", 8}}, {METRIC_SELF, 1}, 0, 1, {1}},
        {{.sort = {"incl(X)", 7}}, {METRIC_INCLUSIVE, 2}, 0, 1, {2}},
        {{.sort = {"calls", 5}}, {METRIC_CALLS, 0}, 0, 1, {0}},
        {{.sort = {"Dr:90", 5}}, {METRIC_SELF, 1}, 0, 1, {1}},  /* as in the report */
        {{.sort = {",Dr,Ir", 6}}, {METRIC_SELF, 1}, 0, 1, {1}}, /* the first word */
        {{.sort = {"Dr", 2}, .show = {"Ir", 2}}, {METRIC_SELF, 1}, 1, 2, {0, 1}},
        {{.is_inclusive = true}, {METRIC_INCLUSIVE, 0}, 0, 1, {0}},
        {{.is_inclusive = true, .sort = {"Dr", 2}}, {METRIC_INCLUSIVE, 1}, 0, 1, {1}},
        {{.is_inclusive = true, .sort = {"calls", 5}}, {METRIC_CALLS, 0}, 0, 1, {0}},
        /* Machines get all but the built-in events, or those of --show, and the measured one. */
        {{.is_complete = true}, {METRIC_SELF, 0}, 0, 3, {0, 1, 2}},
        {{.is_complete = true, .sort = {"Dr", 2}}, {METRIC_SELF, 1}, 1, 3, {0, 1, 2}},
        {{.is_complete = true, .show = {"X,Dr,X", 6}}, {METRIC_SELF, 2}, 0, 2, {2, 1}},
        {{.is_complete = true, .show = {"X,Dr", 4}, .sort = {"Ir", 2}},
         {METRIC_SELF, 0},
         2,
         3,
         {2, 1, 0}},
        {{.is_complete = true, .sort = {"CEst", 4}}, {METRIC_SELF, 3}, 3, 4, {0, 1, 2, 3}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct viewed viewed;
        struct error error = {0};

        viewed_read(&viewed, &cases[i].options, PROFILE, NULL);
        const struct view_input *input = &viewed.input;
        cr_assert(view_choose_metric(&viewed.input, METRIC_CALLS, &error), "%s", error.text);
        cr_expect_eq(input->metric.kind, cases[i].metric.kind, "case %zu", i);
        cr_expect_eq(input->metric.event, cases[i].metric.event, "case %zu", i);
        cr_expect_eq(input->figures.measured, cases[i].measured, "case %zu", i);
        cr_assert_eq(input->figures.n_shown, cases[i].n_shown, "case %zu", i);
        for (size_t j = 0; j < cases[i].n_shown; j++)
            cr_expect_eq(input->figures.shown[j], cases[i].shown[j], "case %zu: %zu", i, j);
        cr_assert_eq(input->figures.sorting.n_keys, 1);
        cr_expect_eq(input->figures.sorting.keys[0].event, cases[i].metric.event, "case %zu", i);
        cr_expect_not(input->figures.sorting.keys[0].by_size);
        viewed_free(&viewed);
    }
}

#define EVENTS "the events are Ir, Dr, X, CEst, EstCycles"

Test(view, cannot_choose_what_is_not_there)
{
    static const struct {
        struct view_options options;
        bool has_no_calls;
        const char *message;
    } cases[] = {
        {{.sort = {"Nix", 3}}, false, "unknown event 'Nix' in --sort: " EVENTS},
        {{.sort = {"Ir,Nix", 6}}, false, "unknown event 'Nix' in --sort: " EVENTS},
        {{.sort = {"incl(Nix)", 9}}, false, "unknown event 'incl(Nix)' in --sort: " EVENTS},
        {{.sort = {"Ir:101", 6}}, false, "--sort=Ir:101: the threshold must be from 0 to 100"},
        {{.show = {"Nix", 3}}, false, "unknown event 'Nix' in --show: " EVENTS},
        {{.sort = {"Ir", 2}}, true, NULL},
        {{.view = VIEW_GROWTH, .sort = {"calls", 5}},
         true,
         "this view is not sorted by calls: see --sort"},
        {{.view = VIEW_HOTSPOTS, .by = BY_LINE, .is_inclusive = true},
         true,
         "this view is not sorted by inclusive cost: see --sort"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct viewed viewed;
        struct error error = {0};

        viewed_read(&viewed, &cases[i].options, PROFILE, NULL);
        cr_expect_eq(view_choose_metric(&viewed.input, !cases[i].has_no_calls, &error),
                     cases[i].message == NULL, "case %zu", i);
        cr_expect_eq(error.kind, cases[i].message == NULL ? ERROR_NONE : ERROR_USAGE);
        cr_expect_str_eq(error.text, cases[i].message == NULL ? "" : cases[i].message);
        viewed_free(&viewed);
    }
}

Test(view, chooses_the_events_of_columns)
{
    static const struct view_options options = {
        .show = {"Dr,X", 4}, .sort = {"X,Ir", 4}, .threshold = {"50", 2}};
    static const struct view_options wrong = {.sort = {"incl(Ir)", 8}, .threshold = {"50", 2}};
    struct viewed viewed;
    struct error error = {0};

    viewed_read(&viewed, &options, PROFILE, NULL);
    const struct figures *figures = &viewed.input.figures;
    cr_assert(view_choose_events(&viewed.input, &error), "%s", error.text);
    cr_assert_eq(figures->n_shown, 2);
    cr_expect_eq(figures->shown[0], 1);
    cr_expect_eq(figures->shown[1], 2);
    cr_assert_eq(figures->sorting.n_keys, 2);
    cr_expect_eq(figures->sorting.keys[0].event, 2);
    cr_expect_eq(figures->sorting.keys[0].threshold, 50);
    cr_expect_eq(figures->sorting.keys[1].event, 0);

    viewed.input.options = &wrong;
    cr_expect_not(view_choose_events(&viewed.input, &error), "metrics are for rows alone");
    cr_expect_eq(error.kind, ERROR_USAGE);
    viewed_free(&viewed);
}

/* Of a difference: 9 now, 6 before. Rows go by size, and percentages are of the 6. */
Test(view, knows_what_figures_are_of)
{
    static const struct view_options options = {0};
    static const char old[] = "events: Ir Dr\nevent: X = Ir + Dr\nfl=a.c\nfn=f\n1 6 1\n";

    for (int is_difference = 0; is_difference < 2; is_difference++) {
        struct viewed viewed;
        struct row_figures rows = {0};
        struct error error = {0};

        viewed_read(&viewed, &options, PROFILE, is_difference ? old : NULL);
        const struct figures *figures = &viewed.input.figures;
        cr_assert(view_choose_metric(&viewed.input, METRIC_CALLS, &error));
        cr_expect_eq(figures->is_difference, is_difference);
        cr_expect_eq(figures->sorting.keys[0].by_size, is_difference);
        cr_expect_eq(figured_cost(figures->total, 0, 0), is_difference ? 9 - 6 : 9);
        cr_expect_eq(figured_cost(figures->base, 0, 0), is_difference ? 6 : 9);
        cr_assert(view_add_up(&viewed.input,
                              &(struct row_figures_wanted){.choice = FOLDED(BY_FUNCTION)}, &rows,
                              &error));
        cr_expect_eq(rows.diff != NULL, is_difference);
        cr_expect_eq(figured_cost(&rows.rows->self, figured_find(rows.rows, "a.c:f"), 0),
                     is_difference ? 5 - 6 : 5);
        row_figures_free(&rows);
        viewed_free(&viewed);
    }
}

/* The old total is 200 of Ir and, of X, -1000; shares of a total below 0 are of its size. */
Test(view, knows_the_smallest_change)
{
    static const char old[] = "events: Ir Dr\nevent: X = -5 Ir + Dr\nfl=a.c\nfn=f\n1 200\n";
    static const char fresh[] = "events: Ir Dr\nevent: X = -5 Ir + Dr\nfl=a.c\nfn=f\n1 500\n";
    static const struct {
        const char *old;
        bool has_least;
        struct bound least;
        size_t event;
        int64_t expected;
    } cases[] = {
        {old, true, {.kind = BOUND_COUNT, .figure = 7}, 0, 7},
        {old, false, {.kind = BOUND_COUNT, .figure = 7}, 0, 0},
        {NULL, true, {.kind = BOUND_COUNT, .figure = 7}, 0, 0},
        {old, true, {.kind = BOUND_PERCENT, .figure = 10 * 1000000}, 0, 20},
        {old, true, {.kind = BOUND_PERCENT, .figure = 250000}, 0, 1}, /* 0.25 % is a half */
        {old, true, {.kind = BOUND_PERCENT, .figure = 10 * 1000000}, 1, 0},
        {old, true, {.kind = BOUND_PERCENT, .figure = 10 * 1000000}, 2, 100},
        {old, true, {.kind = BOUND_PERCENT, .figure = 250000}, 2, 3}, /* 2.5 */
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct view_options options = {.has_least = cases[i].has_least,
                                             .least = cases[i].least};
        struct viewed viewed;

        viewed_read(&viewed, &options, fresh, cases[i].old);
        cr_expect_eq(view_smallest_change(&viewed.input, cases[i].event), cases[i].expected,
                     "case %zu", i);
        viewed_free(&viewed);
    }
}

Test(view, fails_where_the_old_total_does_not_fit)
{
    static const char large[] =
        "events: Ir\nevent: X = 2 Ir\nfl=a.c\nfn=f\n1 9223372036854775807\n";
    static const struct view_options options = {.has_least = true,
                                                .least = {.kind = BOUND_COUNT, .figure = 7}};
    struct viewed viewed;
    struct error error = {0};

    viewed_read(&viewed, &options, large, large);
    cr_expect(view_fits(&viewed.input, &error));
    view_smallest_change(&viewed.input, 1);
    cr_expect_not(view_fits(&viewed.input, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    viewed_free(&viewed);
}
