/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/functions.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/rank.h"
#include "base/array.h"
#include "support/pulled_view.h"
#include "support/temporary.h"

TestSuite(functions, .init = temporary_enter, .fini = temporary_leave);

struct functions_case {
    const char *behaviour;
    const char *fresh, *old;
    struct view_options shown;
    const char *threshold; /* NULL: all rows */
    const char *expected;  /* the events, then the rows */
};

static void add_up(struct pulled_view *pulled, struct row_figures *of, struct view_options shown)
{
    const struct row_figures_wanted wanted = {
        .choice = {.key = BY_FILE_FUNCTION,
                   .has_inclusive = shown.is_inclusive || shown.shows_both},
        .has_calls = shown.shows_callers || shown.shows_callees,
    };

    cr_assert(view_choose_events(&pulled->input, &pulled->error), "%s", pulled->error.text);
    cr_assert(view_add_up(&pulled->input, &wanted, of, &pulled->error), "%s", pulled->error.text);
}

static void print(FILE *out, struct pulled_view *pulled, const struct row_figures *of,
                  struct view_options shown)
{
    const struct figures *figures = &pulled->input.figures;
    const struct selecting selecting = {
        .sorting = figures->sorting,
        .costs = costs_alone(shown.is_inclusive ? &of->inclusive->costs : &of->rows->self),
        .is_inclusive = shown.is_inclusive,
        .total = figures->total,
    };
    struct selection selection;
    struct table table = {0};

    select_rows(&selection, of->rows, &selecting);
    cr_assert(profile_fits(of->rows->profile, &pulled->error), "%s", pulled->error.text);
    struct functions_table functions = {
        .figures = figures, .of = of, .selection = &selection, .shown = &shown};
    functions_begin(&functions, &table);
    if (profile_fits(of->rows->profile, &pulled->error)) {
        pulled_print_events(out, &table);
        table.fits = pulled_fits;
        table.maker = pulled;
        pulled_print_table(out, &table, &pulled->error);
        cr_expect(table_has(&table, COLUMN_FUNCTION));
        cr_expect_eq(table_has(&table, COLUMN_CALLS), of->calls != NULL);
        cr_expect_eq(table.is_difference, pulled->is_difference);
    }
    pulled_print_messages(out, &pulled->warnings, &pulled->error);
    functions_end(&functions);
    selection_free(&selection);
}

static char *show(const struct functions_case *one)
{
    const struct view_options options = {
        .threshold = text_of(one->threshold != NULL ? one->threshold : "100")};
    struct pulled_view pulled;
    struct row_figures of = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    pulled_view_begin(&pulled, &options, one->fresh, one->old);
    add_up(&pulled, &of, one->shown);
    print(out, &pulled, &of, one->shown);
    fclose(out);
    row_figures_free(&of);
    pulled_view_end(&pulled);
    return text;
}

static void check(const struct functions_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = show(&cases[i]);

        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%sgot\n%s", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
    }
}

#define PLAIN                                                                                      \
    {                                                                                              \
        0                                                                                          \
    }

/* m > f > g and m > g: their self costs are 1, 10 and 25. */
#define PROFILE                                                                                    \
    "events: Ir\nob=o\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=2 1\n1 30\ncfi=b\ncfn=g\ncalls=1 1\n1 5\n"    \
    "fn=f\n1 10\ncfi=b\ncfn=g\ncalls=3 1\n1 20\nfl=b\nfn=g\n1 25\n"

Test(functions, have_self_cost_or_inclusive_cost_or_both)
{
    static const struct functions_case cases[] = {
        {"self", PROFILE, NULL, PLAIN, NULL,
         "Ir 36 1 to 25\nfunction b:g [o] = 25\nfunction a:f [o] = 10\nfunction a:m [o] = 1\n"},
        {"inclusive",
         PROFILE,
         NULL,
         {.is_inclusive = true},
         NULL,
         "Ir 36 25 to 36\nfunction a:m [o] = 36\nfunction a:f [o] = 30\nfunction b:g [o] = 25\n"},
        {"both",
         PROFILE,
         NULL,
         {.shows_both = true},
         NULL,
         "Ir 36 1 to 25, incl(Ir) 36 25 to 36\nfunction b:g [o] = 25 25\n"
         "function a:f [o] = 10 30\nfunction a:m [o] = 1 36\n"},
        /* Columns are as wide as the rows that are not shown want. */
        {"until the threshold", PROFILE, NULL, PLAIN, "50",
         "Ir 36 1 to 25\nfunction b:g [o] = 25\n"},
        {"several events, one not given",
         "events: A B\nfl=a\nfn=f\n1 5\nfn=g\n1 4 3\n",
         NULL,
         {.shows_both = true},
         NULL,
         "A 9 4 to 5, B 3 3 to 3, incl(A) 9 4 to 5, incl(B) 3 3 to 3\n"
         "function a:f = 5 . 5 .\nfunction a:g = 4 3 4 3\n"},
        {"none", "events: Ir\n", NULL, PLAIN, NULL, "Ir . . to .\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(functions, are_between_their_callers_and_callees)
{
    static const struct functions_case cases[] = {
        {"both sides",
         PROFILE,
         NULL,
         {.shows_callers = true, .shows_callees = true},
         NULL,
         "Ir 36 1 to 25\n"
         "gap\ncaller a:f [o] = 20 x3\ncaller a:m [o] = 5 x1\nfunction b:g [o] = 25\n"
         "gap\ncaller a:m [o] = 30 x2\nfunction a:f [o] = 10\ncallee b:g [o] = 20 x3\n"
         "gap\nfunction a:m [o] = 1\ncallee a:f [o] = 30 x2\ncallee b:g [o] = 5 x1\n"},
        {"callers alone",
         PROFILE,
         NULL,
         {.shows_callers = true},
         "90",
         "Ir 36 1 to 25\n"
         "gap\ncaller a:f [o] = 20 x3\ncaller a:m [o] = 5 x1\nfunction b:g [o] = 25\n"
         "gap\ncaller a:m [o] = 30 x2\nfunction a:f [o] = 10\n"},
        {"callees alone",
         PROFILE,
         NULL,
         {.shows_callees = true},
         "90",
         "Ir 36 1 to 25\n"
         "gap\nfunction b:g [o] = 25\ngap\nfunction a:f [o] = 10\ncallee b:g [o] = 20 x3\n"},
        {"beside both costs",
         PROFILE,
         NULL,
         {.shows_both = true, .shows_callers = true, .shows_callees = true},
         "90",
         "Ir 36 1 to 25, incl(Ir) 36 25 to 36\n"
         "gap\ncaller a:f [o] = . 20 x3\ncaller a:m [o] = . 5 x1\nfunction b:g [o] = 25 25\n"
         "gap\ncaller a:m [o] = . 30 x2\nfunction a:f [o] = 10 30\ncallee b:g [o] = . 20 x3\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* m > f > f: f costs 9 itself, and its calls of itself 12. */
#define RECURSIVE                                                                                  \
    "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 9\nfn=f\n2 9\ncfn=f\ncalls=2 1\n2 12\n"

/* m > f > g > f, where nobody knows what f and g cost. */
#define CYCLE                                                                                      \
    "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n2 10\ncfn=g\ncalls=2 1\n2 44\n"     \
    "fn=g\n3 20\ncfn=f\ncalls=1 1\n3 24\n"

/* m > f > g > f'2 > g and g > f: f and g have first levels. */
#define MIXED                                                                                      \
    "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n1 2\ncfn=g\ncalls=1 1\n1 28\n"      \
    "fn=g\n1 20\ncfn=f'2\ncalls=1 1\n1 9\ncfn=f\ncalls=1 1\n1 0\nfn=f'2\n1 8\ncfn=g\n"             \
    "calls=1 1\n1 1\n"

/* Beside inclusive cost a call has what it adds to that. */
Test(functions, show_what_was_recorded_of_calls_or_what_they_add)
{
    static const struct functions_case cases[] = {
        {"recorded",
         RECURSIVE,
         NULL,
         {.shows_callers = true, .shows_callees = true},
         NULL,
         "A 10 1 to 9\ngap\ncaller a:f = 12 x2\ncaller a:m = 9 x1\nfunction a:f = 9\n"
         "callee a:f = 12 x2\ngap\nfunction a:m = 1\ncallee a:f = 9 x1\n"},
        {"added",
         RECURSIVE,
         NULL,
         {.is_inclusive = true, .shows_callers = true, .shows_callees = true},
         NULL,
         "A 10 9 to 10\ngap\nfunction a:m = 10\ncallee a:f = 9 x1\n"
         "gap\ncaller a:f = . x2\ncaller a:m = 9 x1\nfunction a:f = 9\ncallee a:f = . x2\n"},
        {"to bounds",
         CYCLE,
         NULL,
         {.is_inclusive = true, .shows_callers = true, .shows_callees = true},
         NULL,
         "A 31 ~20 to 31\ngap\nfunction a:m = 31\ncallee a:f = 30 x1\n"
         "gap\ncaller a:m = 30 x1\ncaller a:g = . x1\nfunction a:f = ~30\ncallee a:g = . x2\n"
         "gap\ncaller a:f = . x2\nfunction a:g = ~20\ncallee a:f = . x1\n"},
        {"added, beside self cost",
         RECURSIVE,
         NULL,
         {.shows_both = true, .shows_callers = true},
         "50",
         "A 10 1 to 9, incl(A) 10 9 to 10\n"
         "gap\ncaller a:f = . . x2\ncaller a:m = . 9 x1\nfunction a:f = 9 9\n"},
        /* g's call of f'2 is all that it spends on that; for f'2, which has a way back to itself,
           it is not known. */
        {"to one end alone",
         MIXED,
         NULL,
         {.is_inclusive = true, .shows_callers = true, .shows_callees = true},
         NULL,
         "A 31 ~8 to 31\ngap\nfunction a:m = 31\ncallee a:f = 30 x1\n"
         "gap\ncaller a:m = 30 x1\ncaller a:g = 0 x1\nfunction a:f = 30\ncallee a:g = 28 x1\n"
         "gap\ncaller a:f = 28 x1\ncaller a:f'2 = 1 x1\nfunction a:g = 29\n"
         "callee a:f'2 = 9 x1\ncallee a:f = 0 x1\n"
         "gap\ncaller a:g = . x1\nfunction a:f'2 = ~8\ncallee a:g = . x1\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Of code that nothing is known of: it calls everybody, and so nobody. */
Test(functions, that_are_not_known_have_no_callers_or_callees)
{
    static const struct functions_case cases[] = {
        {"neither file nor name",
         "events: A\nfl=???\nfn=???\n1 3\ncfi=a\ncfn=f\ncalls=1 1\n1 2\nfl=a\nfn=f\n1 1\n"
         "cfi=???\ncfn=???\ncalls=4 1\n1 1\n",
         NULL,
         {.shows_callers = true, .shows_callees = true},
         NULL,
         "A 4 1 to 3\ngap\nfunction ???:??? = 3\n"
         "gap\ncaller ???:??? = 2 x1\nfunction a:f = 1\ncallee ???:??? = 1 x4\n"},
        {"below one that has some",
         "events: A\nfl=???\nfn=???\n1 3\ncfi=a\ncfn=f\ncalls=1 1\n1 2\nfl=a\nfn=f\n1 9\n"
         "cfi=???\ncfn=???\ncalls=4 1\n1 1\n",
         NULL,
         {.shows_callers = true, .shows_callees = true},
         NULL,
         "A 12 3 to 9\ngap\ncaller ???:??? = 2 x1\nfunction a:f = 9\ncallee ???:??? = 1 x4\n"
         "gap\nfunction ???:??? = 3\n"},
        {"no name, or no file",
         "events: A\nfl=a\nfn=???\n1 3\ncfi=???\ncfn=f\ncalls=1 1\n1 1\nfl=???\nfn=f\n1 1\n",
         NULL,
         {.shows_callers = true, .shows_callees = true},
         NULL,
         "A 4 1 to 3\ngap\nfunction a:??? = 3\ncallee ???:f = 1 x1\n"
         "gap\ncaller a:??? = 1 x1\nfunction ???:f = 1\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(functions, say_what_became_of_them)
{
    static const struct functions_case cases[] = {
        {"each change",
         "events: A\nfl=a\nfn=same\n1 6\nfn=moved\n1 5\nfn=renamed.cold\n1 4\nfn=fresh\n1 3\n",
         "events: A\nfl=a\nfn=same\n1 1\nfl=b\nfn=moved\n1 1\nfl=a\nfn=renamed\n1 1\n"
         "fn=gone\n1 2\n",
         PLAIN, NULL,
         "A 5 -2 to 5\nfunction a:same = 5\nfunction a:moved = 4 (moved: b:moved)\n"
         "function a:fresh = 3 (new)\nfunction a:renamed.cold = 3 (renamed: a:renamed)\n"
         "function a:gone = -2 (gone)\n"},
        /* m called g for 2 and calls it for 9; g grew by 7. */
        {"calls, of which there is no more to say",
         "events: A\nfl=a\nfn=m\n1 1\ncfn=g\ncalls=1 1\n1 9\nfn=g\n1 9\n",
         "events: A\nfl=a\nfn=m\n1 1\ncfn=g\ncalls=3 1\n1 2\nfn=g\n1 2\n",
         {.shows_both = true, .shows_callers = true, .shows_callees = true},
         NULL,
         "A 3 0 to 7, incl(A) 3 7 to 7\n"
         "gap\ncaller a:m = . 7 x-2\nfunction a:g = 7 7\n"
         "gap\nfunction a:m = 0 7\ncallee a:g = . 7 x-2\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* X of f is 4 x 3 x 10^18. */
Test(functions, fail_where_a_derived_event_does_not_fit)
{
    static const struct functions_case cases[] = {
        {"of a row",
         "event: X = 4 A\nevents: A\nfl=a\nfn=f\n1 3000000000000000000\nfn=g\n"
         "1 -3000000000000000000\n",
         NULL, PLAIN, NULL, "error: event 'X' does not fit into 64 bits\n"},
        {"of a call",
         "event: X = 4 A\nevents: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=1 1\n1 3000000000000000000\n",
         NULL,
         {.shows_callees = true},
         NULL,
         "A 1 1 to 1, X 4 4 to 4\n"
         "error: event 'X' does not fit into 64 bits\n"},
        {"of the total",
         "event: X = 4 A\nevents: A\nfl=a\nfn=f\n1 1\nsummary: 3000000000000000000\n", NULL, PLAIN,
         NULL, "error: event 'X' does not fit into 64 bits\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}
