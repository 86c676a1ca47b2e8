/* SPDX-License-Identifier: GPL-3.0-or-later */

/* tests/whole/test_hot_paths.c holds the bounds against the truth. */

#include "reporter/view/path_costs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "aggregator/hot_paths.h"
#include "support/shown_view.h"
#include "support/temporary.h"

TestSuite(path_costs, .init = temporary_enter, .fini = temporary_leave);

/* The way to a function, as "NAME COST COST", costs that may be less after '<'. */
static void check_costs(const char *profile, const char *show, const char *to, const char *expected)
{
    const struct view_options options = {
        .view = VIEW_PEEK, .is_for_machines = true, .show = {show, strlen(show)}};
    const struct row_figures_wanted wanted = {.choice = FOLDED(BY_FUNCTION), .has_calls = true};
    struct viewed viewed;
    struct row_figures figures;
    struct hot_paths paths;
    struct path_costs costs;
    struct hot_step steps[8];
    struct error error = {0};
    char name[40], text[300] = "";

    snprintf(name, sizeof name, "a:%s", to);
    viewed_read(&viewed, &options, profile, NULL);
    cr_assert(view_choose_metric(&viewed.input, true, &error), "%s", error.text);
    cr_assert(view_add_up(&viewed.input, &wanted, &figures, &error), "%s", error.text);
    hot_paths_create(&paths, &figures, 0);
    path_costs_begin(&costs, &viewed.input.figures, &paths);
    size_t count = hot_paths_to(&paths, figured_find(figures.rows, name), steps, 8);
    for (size_t i = 0; i < count; i++) {
        cr_assert(path_costs_add(&costs, &steps[i], i == 0, &error), "%s", error.text);
        strcat(strcat(text, i == 0 ? "" : " > "),
               rows_names(figures.rows, steps[i].row).function.at);
        for (size_t j = 0; j < viewed.input.figures.n_shown; j++)
            snprintf(text + strlen(text), 40, costs.most[j].is_given ? " %s%" PRIi64 : " .",
                     costs.most[j].is_most ? "<" : "", costs.most[j].value);
    }
    cr_expect_str_eq(text, expected, "to %s: '%s', not '%s'", to, text, expected);
    path_costs_end(&costs);
    hot_paths_free(&paths);
    row_figures_free(&figures);
    viewed_free(&viewed);
}

/* f is called from main alone, g from f and h: of 60 by f 20 are not of g. */
static const char profile[] =
    "events: Ir Dr\nevent: Sum = Ir + Dr\nevent: Less = Ir - Dr\nfl=a\nfn=main\n1 1 1\ncfn=f\n"
    "calls=1 1\n1 60 6\ncfn=h\ncalls=1 1\n1 39 3\nfn=f\n2 20 2\ncfn=g\ncalls=1 1\n2 40 4\n"
    "fn=h\n3 9 1\ncfn=g\ncalls=1 1\n3 30 2\nfn=g\n4 10 1\ncfn=k\ncalls=2 1\n4 60 5\n"
    "fn=k\n5 60 5\n";

Test(path_costs, are_exact_where_nothing_else_can_be)
{
    check_costs(profile, "Ir", "g", "main 100 > f 60 > g 40");
}

/* Of g's 70 Ir 60 are k's: of the 40 by f 30 to 40. */
Test(path_costs, are_bounds_where_callers_share)
{
    check_costs(profile, "Ir,Dr", "k", "main 100 10 > f 60 6 > g 40 4 > k <40 <4");
}

/* A difference of events has no most. */
Test(path_costs, are_of_sums)
{
    check_costs(profile, "Ir,Sum,Less", "g", "main 100 110 . > f 60 66 . > g 40 44 .");
}

/* Where levels are merged it is not known who spent what in a cycle. */
Test(path_costs, are_bounds_in_cycles)
{
    check_costs("events: Ir\nfl=a\nfn=main\n1 1\ncfn=f\ncalls=1 1\n1 60\nfn=f\n2 10\ncfn=g\n"
                "calls=5 1\n2 70\nfn=g\n3 50\ncfn=f\ncalls=4 1\n3 40\n",
                "Ir", "g", "main 61 > f 60 > g <60");
}

/* What a thread spent that starts in a cycle is at most all there is. */
Test(path_costs, start_with_the_program_where_a_start_is_not_exact)
{
    check_costs("events: Ir\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=1 1\n1 2\nfn=g\n1 1\ncfn=f\n"
                "calls=1 1\n1 1\nfn=x\n1 7\n",
                "Ir", "g", "g <9");
}
