/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/listing/listing.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/lines/line_costs.h"
#include "base/array.h"
#include "reporter/source/source.h"
#include "support/pulled_view.h"
#include "support/temporary.h"

enum { EVENTS_MAX = 4 };

/* A source of nine lines, "one" to "nine". */
static void write_source(void)
{
    temporary_enter();
    temporary_write("a", "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n");
}

TestSuite(listing_of_report, .init = write_source, .fini = temporary_leave);

struct listing_case {
    const char *behaviour;
    uint64_t context;
    const char *profile;
    const char *expected; /* the events, the rows, and the figures of "sum" */
};

static void print_sum(FILE *out, const struct listing *listing)
{
    const struct figures *figures = &listing->input->figures;
    struct figure sums[EVENTS_MAX];

    figures_fill(figures, costs_alone(listing->file.annotated), 0, sums);
    fputs("sum", out);
    for (size_t i = 0; i < figures->n_shown; i++)
        if (sums[i].now.is_given)
            fprintf(out, " %" PRIi64, sums[i].now.value);
        else
            fputs(" .", out);
    fputs(listing->has_bogus ? " bogus\n" : "\n", out);
}

/* Lists the file "a". */
static void print(FILE *out, struct pulled_view *pulled, const struct row_figures *of)
{
    const struct profile *profile = pulled->input.profile;
    struct line_calls calls;
    struct source source;
    struct costs annotated;
    struct listing listing;
    struct table table;

    cr_assert_leq(pulled->input.figures.n_shown, EVENTS_MAX);
    costs_init(&annotated, profile->events.n_recorded);
    costs_ensure(&annotated, 1);
    line_calls_create(&calls, profile, NULL);
    cr_assert(source_open(&source, (struct text){0}, TEXT("a")));
    const struct file_shown file = {.id = names_find(profile->symbols.files, TEXT("a")),
                                    .source = &source,
                                    .calls = &calls,
                                    .annotated = &annotated};
    listing_create_for_report(&listing, &pulled->input, of, &file, &table);
    if (view_fits(&pulled->input, &pulled->error)) {
        pulled_print_events(out, &table);
        table.fits = pulled_fits;
        table.maker = pulled;
        pulled_print_table(out, &table, &pulled->error);
        if (pulled->error.kind == ERROR_NONE)
            print_sum(out, &listing);
    }
    pulled_print_messages(out, &pulled->warnings, &pulled->error);
    listing_free(&listing);
    costs_free(&annotated);
    source_close(&source);
    line_calls_free(&calls);
}

static char *show(const struct listing_case *one)
{
    const struct row_figures_wanted wanted = {.choice = {.key = BY_FILE_FUNCTION}};
    struct pulled_view pulled;
    struct row_figures of = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    pulled_view_begin(&pulled, &(struct view_options){ALL_ROWS, .context = one->context},
                      one->profile, NULL);
    cr_assert(view_choose_events(&pulled.input, &pulled.error), "%s", pulled.error.text);
    cr_assert(view_add_up(&pulled.input, &wanted, &of, &pulled.error), "%s", pulled.error.text);
    print(out, &pulled, &of);
    fclose(out);
    row_figures_free(&of);
    pulled_view_end(&pulled);
    return text;
}

static void check(const struct listing_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = show(&cases[i]);

        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%sgot\n%s", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
    }
}

#define LINES_2_AND_6 "events: A\nfl=a\nfn=f\n2 20\n6 60\n"

/* A range that begins with the file does not say so. */
Test(listing_of_report, shows_ranges_of_lines_with_cost)
{
    static const struct listing_case cases[] = {
        {"without context", 0, LINES_2_AND_6,
         "A 80 20 to 60\n"
         "range 2\nsource 2 = 20 | two\nrange 2\nrange 6\nsource 6 = 60 | six\nrange 6\n"
         "gap\nsum 80\n"},
        {"with context", 1, LINES_2_AND_6,
         "A 80 20 to 60\n"
         "source 1 = . | one\nsource 2 = 20 | two\nsource 3 = . | three\nrange 3\n"
         "range 5\nsource 5 = . | five\nsource 6 = 60 | six\nsource 7 = . | seven\nrange 7\n"
         "gap\nsum 80\n"},
        {"with so much context that they meet", 2, LINES_2_AND_6,
         "A 80 20 to 60\n"
         "source 1 = . | one\nsource 2 = 20 | two\nsource 3 = . | three\nsource 4 = . | four\n"
         "source 5 = . | five\nsource 6 = 60 | six\nsource 7 = . | seven\nsource 8 = . | eight\n"
         "range 8\ngap\nsum 80\n"},
        {"up to the end of the file", 1, "events: A\nfl=a\nfn=f\n9 90\n",
         "A 90 90 to 90\nrange 8\nsource 8 = . | eight\nsource 9 = 90 | nine\ngap\nsum 90\n"},
        {"the sum of several events", 0, "events: A B C\nfl=a\nfn=f\n2 1 2\n3 0 5\n",
         "A 1 0 to 1, B 7 2 to 5, C . . to .\n"
         "range 2\nsource 2 = 1 2 . | two\nrange 2\nrange 3\nsource 3 = 0 5 . | three\nrange 3\n"
         "gap\nsum 1 7 .\n"},
        {"of all functions, but of one file", 0,
         "events: A\nfl=a\nfn=f\n2 20\nfi=b\n2 7\nfl=b\nfn=g\nfi=a\n2 4\n",
         "A 31 24 to 24\nrange 2\nsource 2 = 24 | two\nrange 2\ngap\nsum 24\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Past the end of the file, and on no line. */
Test(listing_of_report, shows_cost_that_is_on_no_line_of_the_source)
{
    static const struct listing_case cases[] = {
        {"past its end", 0, "events: A\nfl=a\nfn=f\n9 90\n10 3\n12 4\n",
         "A 97 3 to 90\nrange 9\nsource 9 = 90 | nine\nrange 9\n"
         "range 10\nbogus 10 = 3\nbogus 12 = 4\ngap\ngap\nsum 90 bogus\n"},
        {"on line 0", 0, "events: A\nfl=a\nfn=f\n0 5\n2 20\n",
         "A 25 5 to 20\nrange 2\nsource 2 = 20 | two\nrange 2\ngap\nunidentified a = 5\nsum 20\n"},
        {"on line 0 alone", 0, "events: A\nfl=a\nfn=f\n0 5\n",
         "A 5 5 to 5\ngap\nunidentified a = 5\nsum .\n"},
        {"calls on line 0, or past its end, have no row", 0,
         "events: A\nfl=a\nfn=f\n1 1\n10 3\ncfn=g\ncalls=1 1\n0 5\ncalls=1 1\n20 5\nfl=b\nfn=g\n1 "
         "10\n",
         "A 14 1 to 3\nsource 1 = 1 | one\nrange 1\nrange 10\nbogus 10 = 3\ngap\ngap\nsum 1 "
         "bogus\n"},
        {"nothing", 0, "events: A\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n2 5\n",
         "A . . to .\ngap\nsum .\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* The cost of a call has each instruction once; where it nests in others, it has none. */
Test(listing_of_report, shows_calls_below_their_line)
{
    static const struct listing_case cases[] = {
        {"those that cost most first", 0,
         "events: A\nfl=a\nfn=f\n2 20\ncfi=b\ncfn=h\ncalls=1 1\n2 3\ncfi=b\ncfn=g\ncalls=4 1\n2 9\n"
         "fl=b\nfn=g\n1 9\nfn=h\n1 3\n",
         "A 32 20 to 20\nrange 2\nsource 2 = 20 | two\ncall b:g = 9 x4\ncall b:h = 3 x1\nrange 2\n"
         "gap\nsum 20\n"},
        {"from lines without a cost, in a range", 1,
         "events: A\nfl=a\nfn=f\n2 20\ncfn=g\ncalls=1 1\n1 3\ncalls=1 1\n3 4\ncalls=1 1\n4 "
         "5\nfl=b\n"
         "fn=g\n1 12\n",
         "A 32 20 to 20\nsource 1 = . | one\ncall a:g = 3 x1\nsource 2 = 20 | two\n"
         "source 3 = . | three\ncall a:g = 4 x1\nrange 3\ngap\nsum 20\n"},
        {"that lie between ranges", 0,
         "events: A\nfl=a\nfn=f\n2 20\n6 60\ncfn=g\ncalls=1 1\n4 3\nfn=g\n7 3\n",
         "A 83 3 to 60\nrange 2\nsource 2 = 20 | two\nrange 2\n"
         "range 6\nsource 6 = 60 | six\nrange 6\nrange 7\nsource 7 = 3 | seven\nrange 7\n"
         "gap\nsum 83\n"},
        {"of functions of two callers, once each", 0,
         "events: A\nfl=a\nfn=f\n2 20\ncfi=b\ncfn=h\ncalls=1 1\n2 3\nfn=g\n2 1\ncfi=b\ncfn=h\n"
         "calls=2 1\n2 5\nfl=b\nfn=h\n1 8\n",
         "A 29 21 to 21\nrange 2\nsource 2 = 21 | two\ncall b:h = 8 x3\nrange 2\ngap\nsum 21\n"},
        {"of itself, which nest", 0,
         "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 9\nfn=f\n2 9\ncfn=f\ncalls=2 1\n2 12\n",
         "A 10 1 to 9\nsource 1 = 1 | one\ncall a:f = 9 x1\nrange 1\n"
         "range 2\nsource 2 = 9 | two\ncall a:f = . x2\nrange 2\ngap\nsum 10\n"},
        /* Of m's call 9, of f's call 5, and of the 2 that nest in that nothing. */
        {"of deeper levels", 0,
         "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 9\nfn=f\n2 4\ncfn=f'2\ncalls=1 1\n2 5\n"
         "fn=f'2\n2 5\ncfn=f'2\ncalls=1 1\n2 2\n",
         "A 10 1 to 9\nsource 1 = 1 | one\ncall a:f = 9 x1\nrange 1\n"
         "range 2\nsource 2 = 9 | two\ncall a:f'2 = 5 x2\nrange 2\ngap\nsum 10\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

#define DERIVED "event: X = 4 A\nevents: A\nfl=a\nfn=f\n"
#define DOES_NOT_FIT "error: event 'X' does not fit into 64 bits\n"

/* X does not fit for lines that cancel out in the total, nor for a call when its row is reached. */
Test(listing_of_report, fails_where_a_figure_does_not_fit)
{
    static const struct listing_case cases[] = {
        {"a line's", 0, DERIVED "2 3000000000000000000\n3 -3000000000000000000\n", DOES_NOT_FIT},
        {"the total", 0, DERIVED "2 1\nsummary: 3000000000000000000\n", DOES_NOT_FIT},
        {"a call's", 0, DERIVED "2 1\ncfi=b\ncfn=g\ncalls=1 1\n2 3000000000000000000\n",
         "A 1 1 to 1, X 4 4 to 4\n" DOES_NOT_FIT},
        /* By line, since what is below 0 was read before it comes. */
        {"the sum of lines", 0,
         "events: A\nfl=a\nfn=f\n2 9000000000000000000\nfn=h\n4 -9000000000000000000\n"
         "fn=g\n3 9000000000000000000\n",
         "error profile: the costs add up to more than 64 bits\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}
