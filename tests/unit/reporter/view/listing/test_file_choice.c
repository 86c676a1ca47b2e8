/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/listing/file_choice.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/rank.h"
#include "base/array.h"
#include "support/pulled_view.h"
#include "support/temporary.h"

TestSuite(file_choice, .init = temporary_enter, .fini = temporary_leave);

struct choice_case {
    const char *behaviour;
    const char *profile;
    const char *threshold;  /* of the rows that are selected; NULL: none are */
    const char *sort;       /* NULL: by the first event */
    struct text sources[4]; /* until one without a name */
    const char *expected; /* "NAME", "(NAME)" for those that are not known, "!" after named ones */
};

static struct text_list list_sources(const struct choice_case *one)
{
    size_t count = 0;

    while (count < ARRAY_LENGTH(one->sources) && one->sources[count].at != NULL)
        count++;
    return (struct text_list){one->sources, count};
}

static void choose(FILE *out, struct pulled_view *pulled, const struct rows *rows,
                   const struct choice_case *one)
{
    const struct figures *figures = &pulled->input.figures;
    const struct selecting selecting = {
        .sorting = figures->sorting, .costs = costs_alone(&rows->self), .total = figures->total};
    struct selection selection;
    struct file_choice chosen;

    select_rows(&selection, rows, &selecting);
    cr_assert(profile_fits(rows->profile, &pulled->error), "%s", pulled->error.text);
    if (files_choose(&chosen, figures, rows, one->threshold != NULL ? &selection : NULL,
                     list_sources(one), &pulled->error))
        for (size_t i = 0; i < chosen.count; i++) {
            const struct chosen_file *file = &chosen.files[i];
            bool is_known = file->id != NO_ID;
            fprintf(out, is_known ? " %.*s%s" : " (%.*s)%s", (int)file->name.length, file->name.at,
                    file->is_user_chosen ? "!" : "");
            if (is_known)
                cr_expect_eq(file->id,
                             names_find(pulled->input.profile->symbols.files, file->name));
        }
    pulled_print_messages(out, &pulled->warnings, &pulled->error);
    file_choice_free(&chosen);
    selection_free(&selection);
}

static void check(const struct choice_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct view_options options = {
            .threshold = text_of(cases[i].threshold != NULL ? cases[i].threshold : "100"),
            .sort = text_of(cases[i].sort != NULL ? cases[i].sort : "")};
        const struct row_figures_wanted wanted = {.choice = {.key = BY_FILE_FUNCTION}};
        struct pulled_view pulled;
        struct row_figures of = {0};
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);

        cr_assert(out, "out of memory");
        pulled_view_begin(&pulled, &options, cases[i].profile, NULL);
        cr_assert(view_choose_events(&pulled.input, &pulled.error), "%s", pulled.error.text);
        cr_assert(view_add_up(&pulled.input, &wanted, &of, &pulled.error), "%s", pulled.error.text);
        choose(out, &pulled, of.rows, &cases[i]);
        fclose(out);
        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%s\ngot\n%s", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
        row_figures_free(&of);
        pulled_view_end(&pulled);
    }
}

/* By file: a 7, b 9 with the code of f that is inlined, c 5. */
#define PROFILE                                                                                    \
    "events: A\nfl=a\nfn=f\n1 4\nfi=b\n1 6\nfl=a\nfn=g\n1 3\nfl=b\nfn=i\n1 3\nfl=c\nfn=h\n1 5\n"

Test(file_choice, is_in_the_order_of_cost)
{
    static const struct choice_case cases[] = {
        {"all of them, once each", PROFILE, "100", NULL, {{0}}, " b a c"},
        /* 6, 5 and 4 of 21 are selected; a as a whole costs more than c. */
        {"those of selected rows", PROFILE, "70", NULL, {{0}}, " b a c"},
        {"those of the first row alone", PROFILE, "20", NULL, {{0}}, " b"},
        {"by name where they cost the same",
         "events: A\nfl=z\nfn=f\n1 5\nfl=b\n1 5\nfl=k\n1 5\n",
         "100",
         NULL,
         {{0}},
         " b k z"},
        {"by the event that rows are sorted by",
         "events: A B\nfl=a\nfn=f\n1 1 9\nfl=b\nfn=g\n1 2 0\n",
         "100",
         "B,A",
         {{0}},
         " a b"},
        {"by the first event",
         "events: A B\nfl=a\nfn=f\n1 1 9\nfl=b\nfn=g\n1 2 0\n",
         "100",
         NULL,
         {{0}},
         " b a"},
        {"files that only make calls last",
         "events: A\nfl=a\nfn=f\ncfi=b\ncfn=g\ncalls=1 1\n1 5\nfl=b\nfn=g\n1 5\n",
         "100",
         NULL,
         {{0}},
         " b a"},
        {"none that is unknown",
         "events: A\nfl=???\nfn=f\n1 9\nfl=a\nfn=g\n1 5\n",
         "100",
         NULL,
         {{0}},
         " a"},
        {"none", PROFILE, NULL, NULL, {{0}}, ""},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(file_choice, has_the_files_that_are_named)
{
    static const struct choice_case cases[] = {
        {"alone", PROFILE, NULL, NULL, {{"c", 1}}, " c!"},
        {"in the order of cost", PROFILE, NULL, NULL, {{"c", 1}, {"a", 1}}, " a! c!"},
        {"among others", PROFILE, "20", NULL, {{"c", 1}}, " b c!"},
        {"as others that are chosen anyway", PROFILE, "100", NULL, {{"a", 1}}, " b a! c"},
        {"last those that the profile does not have",
         PROFILE,
         NULL,
         NULL,
         {{"z", 1}, {"y", 1}, {"c", 1}},
         " c! (z)! (y)!"},
        {"once each", PROFILE, NULL, NULL, {{"y", 1}, {"c", 1}, {"y", 1}, {"c", 1}}, " c! (y)!"},
        {"even those that are called \"???\"",
         "events: A\nfl=???\nfn=f\n1 9\n",
         "100",
         NULL,
         {{"???", 3}},
         " ?\?\?!"},
        {"by the whole name", "events: A\nfl=d/a\nfn=f\n1 9\n", NULL, NULL, {{"a", 1}}, " (a)!"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Each function fits, and so does the total, from which b takes what is too much in a. */
Test(file_choice, fails_where_the_cost_of_a_file_does_not_fit)
{
    static const struct choice_case cases[] = {
        {"a derived event",
         "event: X = 4 A\nevents: A\nfl=a\nfn=f\n1 2000000000000000000\nfn=g\n"
         "1 2000000000000000000\nfl=b\nfn=h\n1 -2000000000000000000\nfn=i\n"
         "1 -2000000000000000000\n",
         "100",
         "X:100",
         {{0}},
         "error: event 'X' does not fit into 64 bits\n"},
        {"an event that is recorded",
         "events: A\nfl=a\nfn=f\n1 9000000000000000000\nfl=b\nfn=h\n1 -9000000000000000000\n"
         "fl=a\nfn=g\n2 9000000000000000000\n",
         "100",
         NULL,
         {{0}},
         "error profile: the costs add up to more than 64 bits\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}
