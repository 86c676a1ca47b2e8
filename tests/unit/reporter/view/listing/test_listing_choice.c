/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/listing/listing_choice.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/rank.h"
#include "base/array.h"
#include "profile/filter.h"
#include "support/figured.h"
#include "support/pulled_view.h"
#include "support/temporary.h"

TestSuite(listing_target, .init = temporary_enter, .fini = temporary_leave);

/* Two functions f of files of one base name, and functions with signs in their names. */
#define PROFILE                                                                                    \
    "events: A\nfl=src/a.c\nfn=f\n1 1\nfn=main\n1 1\ncfi=d.c\ncfn=called\ncalls=1 1\n1 1\n"        \
    "fl=lib/a.c\nfn=f\n1 1\nfl=src/b.c\nfn=g(int)\n1 1\nfn=C::bar:12\n1 1\n"

/* "FUNCTION" or "file NAME" of each code, then ":LINE"; or "? FUNCTION..."; or the error. */
static char *show(const struct rows *rows, const char *what)
{
    struct listing_target target;
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    if (!listing_target_find(&target, rows, text_of(what), &error))
        fprintf(out, " %s: %s", error.kind == ERROR_USAGE ? "usage" : "error", error.text);
    for (size_t i = 0; error.kind == ERROR_NONE && i < target.count; i++) {
        struct listed_code code = target.codes[i];
        if (code.row != NO_ID)
            fprintf(out, " %s", figured_name(rows, code.row));
        if (code.file != NO_ID)
            fprintf(out, " file %s", names_text(rows->profile->symbols.files, code.file).at);
    }
    if (error.kind == ERROR_NONE && target.line != 0)
        fprintf(out, ":%" PRIu64, target.line);
    if (error.kind == ERROR_NONE && target.is_match != NULL)
        fputs(" ?", out);
    for (row_id id = 0; error.kind == ERROR_NONE && id < rows->count; id++)
        if (target.is_match != NULL && target.is_match[id])
            fprintf(out, " %s", figured_name(rows, id));
    listing_target_free(&target);
    fclose(out);
    return text;
}

struct target_case {
    const char *what;
    const char *expected;
};

static void check(const char *profile, const struct target_case *cases, size_t count,
                  const struct filter *filter)
{
    struct row_choice choice = FOLDED(BY_FUNCTION);
    struct figured figured;

    choice.filter = filter;
    figured_read(&figured, profile, choice);
    for (size_t i = 0; i < count; i++) {
        char *text = show(figured.figures.rows, cases[i].what);

        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%s\ngot\n%s", cases[i].what,
                         cases[i].expected, text);
        free(text);
    }
    figured_free(&figured);
}

Test(listing_target, is_the_exact_name_of_functions_first)
{
    static const struct target_case cases[] = {
        {"main", " src/a.c:main"},     {"f", " src/a.c:f lib/a.c:f"},
        {"g(int)", " src/b.c:g(int)"}, {"C::bar:12", " src/b.c:C::bar:12"},
        {"called", " d.c:called"},
    };
    static const struct target_case file_names[] = {
        {"a.c", " a.c:a.c"},
        {"a.c:1", " file a.c:1"},
    };

    check(PROFILE, cases, ARRAY_LENGTH(cases), NULL);
    check("events: A\nfl=a.c\nfn=a.c\n1 1\n", file_names, ARRAY_LENGTH(file_names), NULL);
}

#define NO_SUCH(what) " error: --annotate=" what ": no such function or file"
#define WRONG_LINE(what)                                                                           \
    " usage: --annotate=" what ": line numbers start at 1 and have at most 64 bits"

Test(listing_target, is_a_file_by_the_end_of_its_path)
{
    static const struct target_case cases[] = {
        {"src/b.c", " file src/b.c"},
        {"b.c", " file src/b.c"},
        {"/b.c", " file src/b.c"},
        {"rc/b.c", NO_SUCH("rc/b.c")}, /* whole components */
        {"a.c", " usage: --annotate=a.c: is it src/a.c or lib/a.c?"},
        {"lib/a.c", " file lib/a.c"},
        {"d.c", NO_SUCH("d.c") ": did you mean 'a.c' or 'b.c'?"}, /* it has no code */
    };
    /* The exact name is not ambiguous, be it first or last of them. */
    static const struct target_case exact[] = {{"a.c", " file a.c"},
                                               {"/a.c",
                                                " usage: "
                                                "--annotate=/a.c: is it src/a.c or lib/a.c?"}};

    check(PROFILE, cases, ARRAY_LENGTH(cases), NULL);
    check("events: A\nfl=src/a.c\nfn=f\n1 1\nfl=a.c\nfn=g\n1 1\nfl=lib/a.c\nfn=h\n1 1\n", exact,
          ARRAY_LENGTH(exact), NULL);
}

Test(listing_target, is_a_line_of_a_file)
{
    static const struct target_case cases[] = {
        {"src/b.c:7", " file src/b.c:7"},
        {"b.c:18446744073709551615", " file src/b.c:18446744073709551615"},
        {"b.c:007", " file src/b.c:7"},
        {"b.c:0", WRONG_LINE("b.c:0")},
        {"b.c:18446744073709551616", WRONG_LINE("b.c:18446744073709551616")},
        {"a.c:7", " usage: --annotate=a.c:7: is it src/a.c or lib/a.c?"},
        {"b.c:", NO_SUCH("b.c:") ": did you mean 'b.c' or 'a.c'?"},
        {":7", NO_SUCH(":7")},
        {"nowhere.c:0", NO_SUCH("nowhere.c:0")},
        /* A regular expression, with the number of no line. */
        {"r:12", " src/b.c:C::bar:12"},
        {"main:3", NO_SUCH("main:3") ": did you mean 'main'?"},
    };

    check(PROFILE, cases, ARRAY_LENGTH(cases), NULL);
}

Test(listing_target, is_a_regular_expression_of_functions_last)
{
    static const struct target_case cases[] = {
        {"ai", " src/a.c:main"},
        {"^(f|main)$", " ? src/a.c:f src/a.c:main lib/a.c:f"},
        {"!^[fmC]", " ? d.c:called src/b.c:g(int)"},
        {"mian", NO_SUCH("mian") ": did you mean 'main'?"},
        {"b.d", NO_SUCH("b.d") ": did you mean 'b.c'?"},
        {"nothing_like_it", NO_SUCH("nothing_like_it")},
    };

    check(PROFILE, cases, ARRAY_LENGTH(cases), NULL);
}

/* What regcomp() says of it depends on the C library. */
Test(listing_target, fails_with_suggestions_where_the_expression_is_wrong)
{
    struct figured figured;

    figured_read(&figured, PROFILE, FOLDED(BY_FUNCTION));
    char *text = show(figured.figures.rows, "g(int");
    cr_expect_eq(strncmp(text, " usage: --annotate=g(int: ", 26), 0, "%s", text);
    cr_expect(strstr(text, ": did you mean 'g(int)'?") != NULL, "%s", text);
    free(text);
    figured_free(&figured);
}

/* Files have code whoever's it is. */
Test(listing_target, is_not_what_filters_hide)
{
    static const struct target_case cases[] = {
        {"main", " src/a.c:main"},     {"f", NO_SUCH("f")},      {"[fm]", " src/a.c:main"},
        {"g(int)", NO_SUCH("g(int)")}, {"b.c", " file src/b.c"},
    };
    struct filter filter = {0};
    struct error error = {0};

    cr_assert(pattern_set(&filter.function, "function", "^main$", &error));
    check(PROFILE, cases, ARRAY_LENGTH(cases), &filter);
    filter_free(&filter);
}

/* Listing each of very many functions takes long: they are a table from 31 on. */
Test(listing_target, is_a_table_where_very_many_functions_have_the_name)
{
    for (size_t count = 30; count <= 31; count++) {
        char *profile = NULL;
        size_t size;
        struct figured figured;
        struct listing_target target;
        struct error error = {0};
        FILE *out = open_memstream(&profile, &size);

        cr_assert(out, "out of memory");
        fputs("events: A\nfl=x\nfn=other\n1 1\n", out);
        for (size_t i = 0; i < count; i++)
            fprintf(out, "fl=%zu\nfn=f\n1 1\n", i);
        fclose(out);
        figured_read(&figured, profile, FOLDED(BY_FUNCTION));
        cr_assert(listing_target_find(&target, figured.figures.rows, TEXT("f"), &error));
        cr_expect_eq(target.count, count == 30 ? 30 : 0);
        cr_assert_eq(target.is_match != NULL, count == 31);
        for (row_id id = 0; target.is_match != NULL && id < figured.figures.rows->count; id++)
            cr_expect_eq(target.is_match[id], id != figured_find(figured.figures.rows, "x:other"));
        listing_target_free(&target);
        figured_free(&figured);
        free(profile);
    }
}

TestSuite(file_choice, .init = temporary_enter, .fini = temporary_leave);

struct choice_case {
    const char *behaviour;
    const char *profile;
    const char *threshold;  /* of the rows that are selected; NULL: none are */
    const char *sort;       /* NULL: by the first event */
    struct text sources[4]; /* until one without a name */
    const char *expected; /* "NAME", "(NAME)" for those that are not known, "!" after named ones */
};

static struct text_list named_sources(const struct choice_case *one)
{
    size_t count = 0;

    while (count < ARRAY_LENGTH(one->sources) && one->sources[count].at != NULL)
        count++;
    return (struct text_list){one->sources, count};
}

static void choose_files(FILE *out, struct pulled_view *pulled, const struct rows *rows,
                         const struct choice_case *one)
{
    const struct figures *figures = &pulled->input.figures;
    const struct selecting selecting = {
        .sorting = figures->sorting, .costs = costs_alone(&rows->self), .total = figures->total};
    struct selection selection;
    struct file_choice chosen;

    select_rows(&selection, rows, &selecting);
    cr_assert(profile_fits(rows->profile, &pulled->error), "%s", pulled->error.text);
    file_choice_find(&chosen, figures, rows, one->threshold != NULL ? &selection : NULL,
                     named_sources(one));
    if (profile_fits(rows->profile, &pulled->error))
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

static void check_files(const struct choice_case *cases, size_t count)
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
        choose_files(out, &pulled, of.rows, &cases[i]);
        fclose(out);
        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%s\ngot\n%s", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
        row_figures_free(&of);
        pulled_view_end(&pulled);
    }
}

/* By file: a 7, b 9 with the code of f that is inlined, c 5. */
#define FILES                                                                                      \
    "events: A\nfl=a\nfn=f\n1 4\nfi=b\n1 6\nfl=a\nfn=g\n1 3\nfl=b\nfn=i\n1 3\nfl=c\nfn=h\n1 5\n"

Test(file_choice, is_in_the_order_of_cost)
{
    static const struct choice_case cases[] = {
        {"all of them, once each", FILES, "100", NULL, {{0}}, " b a c"},
        /* 6, 5 and 4 of 21 are selected; a as a whole costs more than c. */
        {"those of selected rows", FILES, "70", NULL, {{0}}, " b a c"},
        {"those of the first row alone", FILES, "20", NULL, {{0}}, " b"},
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
        {"none", FILES, NULL, NULL, {{0}}, ""},
    };

    check_files(cases, ARRAY_LENGTH(cases));
}

Test(file_choice, has_the_files_that_are_named)
{
    static const struct choice_case cases[] = {
        {"alone", FILES, NULL, NULL, {{"c", 1}}, " c!"},
        {"in the order of cost", FILES, NULL, NULL, {{"c", 1}, {"a", 1}}, " a! c!"},
        {"among others", FILES, "20", NULL, {{"c", 1}}, " b c!"},
        {"as others that are chosen anyway", FILES, "100", NULL, {{"a", 1}}, " b a! c"},
        {"last those that the profile does not have",
         FILES,
         NULL,
         NULL,
         {{"z", 1}, {"y", 1}, {"c", 1}},
         " c! (z)! (y)!"},
        {"once each", FILES, NULL, NULL, {{"y", 1}, {"c", 1}, {"y", 1}, {"c", 1}}, " c! (y)!"},
        {"even those that are called \"???\"",
         "events: A\nfl=???\nfn=f\n1 9\n",
         "100",
         NULL,
         {{"???", 3}},
         " ?\?\?!"},
        {"by the whole name", "events: A\nfl=d/a\nfn=f\n1 9\n", NULL, NULL, {{"a", 1}}, " (a)!"},
    };

    check_files(cases, ARRAY_LENGTH(cases));
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

    check_files(cases, ARRAY_LENGTH(cases));
}
