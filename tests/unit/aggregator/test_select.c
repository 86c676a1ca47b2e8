/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/select.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/filter.h"
#include "support/figured.h"
#include "support/temporary.h"

/* A sort key of a profile that is not a difference. */
#define KEY(event, threshold)                                                                      \
    {                                                                                              \
        (event), (threshold), false, 0                                                             \
    }

TestSuite(select, .init = temporary_enter, .fini = temporary_leave);

static struct selecting selecting_of(const struct figured *figured, bool is_inclusive,
                                     const struct sort_key *keys, size_t n_keys)
{
    const struct row_figures *figures = &figured->figures;

    return (struct selecting){
        .sorting = {.events = &figured->parsed.profile.events, .keys = keys, .n_keys = n_keys},
        .costs = costs_alone(is_inclusive ? &figures->inclusive->costs : &figures->rows->self),
        .is_inclusive = is_inclusive,
        .total = &figured->program.total,
    };
}

/* "FILE:FUNCTION" of all rows in order, a blank after each, and '|' where the selection ends. */
static char *show(struct selection *selection, const struct rows *rows)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    ranking_sort_first(&selection->ranking, SIZE_MAX);
    for (size_t i = 0; i <= selection->ranking.count; i++) {
        if (i == selection->n_selected)
            fputc('|', out);
        if (i < selection->ranking.count)
            fprintf(out, "%s ", figured_name(rows, selected_row(selection, i)));
    }
    fclose(out);
    return text;
}

static char *select_from(const char *profile, bool is_inclusive, const struct sort_key *keys,
                         size_t n_keys)
{
    struct figured figured;
    struct selection selection;
    struct error error = {0};

    figured_read(&figured, profile, ROWS(BY_FILE_FUNCTION));
    const struct selecting selecting = selecting_of(&figured, is_inclusive, keys, n_keys);
    cr_assert(select_rows(&selection, figured.figures.rows, &selecting, &error), "%s", error.text);
    char *text = show(&selection, figured.figures.rows);
    selection_free(&selection);
    figured_free(&figured);
    return text;
}

struct select_case {
    const char *behaviour;
    const char *profile;
    struct sort_key keys[2];
    size_t n_keys;
    const char *expected;
};

static void check_selected(const struct select_case *cases, size_t count, bool is_inclusive)
{
    for (size_t i = 0; i < count; i++) {
        char *text = select_from(cases[i].profile, is_inclusive, cases[i].keys, cases[i].n_keys);

        cr_expect_str_eq(text, cases[i].expected, "%s: expected '%s', got '%s'", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
    }
}

Test(select, sorts_rows)
{
    static const struct select_case cases[] = {
        {"by cost, descending",
         "events: A\nfl=a\nfn=f\n1 1\nfn=g\n1 3\nfn=h\n1 2\n",
         {KEY(0, INFINITY)},
         1,
         "a:g a:h a:f |"},
        {"by the second key where the first is equal",
         "events: A B\nfl=a\nfn=f\n1 1 1\nfn=g\n1 1 3\nfn=h\n1 2 0\n",
         {KEY(0, INFINITY), KEY(1, 0)},
         2,
         "a:h a:g a:f |"},
        {"by another event",
         "events: A B\nfl=a\nfn=f\n1 1 9\nfn=g\n1 2 3\n",
         {KEY(1, INFINITY)},
         1,
         "a:f a:g |"},
        /* g has 0, f nothing, e -2. */
        {"what is not given counts as -1",
         "events: A B\nfl=a\nfn=e\n1 1 -2\nfn=f\n1 1\nfn=g\n1 1 0\n",
         {KEY(1, INFINITY)},
         1,
         "a:g a:f a:e |"},
        {"by name where all are equal",
         "events: A\nfl=b\nfn=f\n1 1\nfl=a\nfn=g\n1 1\nfn=f\n1 1\n",
         {KEY(0, INFINITY)},
         1,
         "a:f a:g b:f |"},
        /* Bytewise, '.' is below ':' and '_' above: "a.c:z" < "a:f" < "a_:a". */
        {"names are compared as \"file:function\"",
         "events: A\nfl=a_\nfn=a\n1 1\nfl=a\nfn=f\n1 1\nfl=a.c\nfn=z\n1 1\n",
         {KEY(0, INFINITY)},
         1,
         "a.c:z a:f a_:a |"},
        {"bytes are unsigned, capitals come first",
         "events: A\nfl=a\nfn=\xc3\xa4\n1 1\nfn=z\n1 1\nfn=Z\n1 1\n",
         {KEY(0, INFINITY)},
         1,
         "a:Z a:z a:\xc3\xa4 |"},
        {"a beginning comes first",
         "events: A\nfl=a\nfn=ff\n1 1\nfn=f\n1 1\n",
         {KEY(0, INFINITY)},
         1,
         "a:f a:ff |"},
        {"last by object",
         "events: A\nob=p\nfl=a\nfn=f\n1 1\nob=o\nfn=f\n1 1\n",
         {KEY(0, INFINITY)},
         1,
         "a:f[o] a:f[p] |"},
        {"by a derived event",
         "events: A B\nevent: C = B - A\nfl=a\nfn=f\n1 5 6\nfn=g\n1 1 4\n",
         {KEY(2, INFINITY)},
         1,
         "a:g a:f |"},
    };

    check_selected(cases, ARRAY_LENGTH(cases), false);
}

/* Looked at before each row: rows are shown while those before make less than the threshold. */
Test(select, stops_when_the_self_cost_so_far_reaches_the_threshold)
{
#define TENTHS "events: A B\nfl=a\nfn=f\n1 60 0\nfn=g\n1 30 10\nfn=h\n1 10 90\nfn=i\n1\n"
    static const struct select_case cases[] = {
        {"reached after the first", TENTHS, {KEY(0, 60)}, 1, "a:f |a:g a:h a:i "},
        {"just not", TENTHS, {KEY(0, 60.1)}, 1, "a:f a:g |a:h a:i "},
        {"after two", TENTHS, {KEY(0, 90)}, 1, "a:f a:g |a:h a:i "},
        {"99 %", TENTHS, {KEY(0, 99)}, 1, "a:f a:g a:h |a:i "},
        {"100 is every row", TENTHS, {KEY(0, INFINITY)}, 1, "a:f a:g a:h a:i |"},
        {"0 shows no row", TENTHS, {KEY(0, 0)}, 1, "|a:f a:g a:h a:i "},
        {"every threshold has to be reached",
         TENTHS,
         {KEY(0, 50), KEY(1, 50)},
         2,
         "a:f a:g a:h |a:i "},
        {"a key of threshold 0 stops nothing",
         TENTHS,
         {KEY(0, 50), KEY(1, 0)},
         2,
         "a:f |a:g a:h a:i "},
        /* 60 of 1000 is 6 %, and all rows together are 10 %. */
        {"the share is that of the program's total",
         "events: A\nsummary: 1000\nfl=a\nfn=f\n1 60\nfn=g\n1 40\n",
         {KEY(0, 6)},
         1,
         "a:f |a:g "},
        {"and may never be reached",
         "events: A\nsummary: 1000\nfl=a\nfn=f\n1 60\nfn=g\n1 40\n",
         {KEY(0, 11)},
         1,
         "a:f a:g |"},
        {"no row", "events: A\nsummary: 5\n", {KEY(0, 99)}, 1, "|"},
    };
#undef TENTHS

    check_selected(cases, ARRAY_LENGTH(cases), false);
}

/* In a difference: f -60, g 30, h -10, i 0, so that all sizes are 100, and the total is -40. */
Test(select, ranks_changes_by_their_size)
{
#define CHANGES "events: A\nfl=a\nfn=h\n1 -10\nfn=f\n1 -60\nfn=i\n1 0\nfn=g\n1 30\n"
    static const struct select_case cases[] = {
        {"all", CHANGES, {{0, INFINITY, true, 0}}, 1, "a:f a:g a:h a:i |"},
        {"shares are those of all sizes", CHANGES, {{0, 60, true, 0}}, 1, "a:f |a:g a:h a:i "},
        {"just not", CHANGES, {{0, 60.1, true, 0}}, 1, "a:f a:g |a:h a:i "},
        {"99 %", CHANGES, {{0, 99, true, 0}}, 1, "a:f a:g a:h |a:i "},
        {"smaller ones are left out", CHANGES, {{0, 99, true, 30}}, 1, "a:f a:g |"},
        {"just larger than any", CHANGES, {{0, 99, true, 61}}, 1, "|"},
        {"nothing has changed",
         "events: A\nfl=a\nfn=f\n1 0\nfn=g\n1 0\n",
         {{0, 99, true, 0}},
         1,
         "|a:f a:g "},
    };
#undef CHANGES

    check_selected(cases, ARRAY_LENGTH(cases), false);
}

/*
 * By 100 % minus the share of the last row: rows are shown until one has at most that little. f
 * has 100, g 40, h 5 of 100, and i, which is only called, 1.
 */
Test(select, stops_when_the_last_inclusive_cost_is_small)
{
#define CALLS                                                                                      \
    "events: A\nfl=a\nfn=f\n1 60\ncfn=g\ncalls=1 1\n1 40\nfn=g\n1 35\ncfn=h\ncalls=1 1\n1 5\n"     \
    "fn=h\n1 5\ncfn=i\ncalls=1 1\n1 1\n"
    static const struct select_case cases[] = {
        {"50: until a row has 50 % or less", CALLS, {KEY(0, 50)}, 1, "a:f a:g |a:h a:i "},
        {"60: 40 % is 100 minus 60", CALLS, {KEY(0, 60)}, 1, "a:f a:g |a:h a:i "},
        {"61", CALLS, {KEY(0, 61)}, 1, "a:f a:g a:h |a:i "},
        {"99", CALLS, {KEY(0, 99)}, 1, "a:f a:g a:h a:i |"},
        {"100 is every row", CALLS, {KEY(0, INFINITY)}, 1, "a:f a:g a:h a:i |"},
        {"0 shows no row", CALLS, {KEY(0, 0)}, 1, "|a:f a:g a:h a:i "},
    };
#undef CALLS

    check_selected(cases, ARRAY_LENGTH(cases), true);
}

/* They are not in the ranking at all; of shares they are a part all the same: 60 of 100. */
Test(select, leaves_out_what_filters_hide)
{
    struct figured figured;
    struct selection selection;
    struct filter filter = {0};
    struct error error = {0};
    struct sort_key key = KEY(0, 60);
    struct row_choice choice = ROWS(BY_FILE_FUNCTION);

    cr_assert(pattern_set(&filter.function, "function", "^[fh]$", &error));
    choice.filter = &filter;
    figured_read(&figured, "events: A\nfl=a\nfn=f\n1 60\nfn=g\n1 30\nfn=h\n1 10\n", choice);
    const struct selecting selecting = selecting_of(&figured, false, &key, 1);
    cr_assert(select_rows(&selection, figured.figures.rows, &selecting, &error), "%s", error.text);
    char *text = show(&selection, figured.figures.rows);
    cr_expect_str_eq(text, "a:f |a:h ");
    free(text);
    selection_free(&selection);
    figured_free(&figured);
    filter_free(&filter);
}

/* 2 * 2^62 is 2^63. */
Test(select, fails_where_a_derived_cost_does_not_fit)
{
    struct figured figured;
    struct selection selection;
    struct error error = {0};
    struct sort_key key = KEY(1, 99);

    figured_read(&figured, "events: A\nevent: B = 2 A\nfl=a\nfn=f\n1 4611686018427387904\n",
                 ROWS(BY_FILE_FUNCTION));
    const struct selecting selecting = selecting_of(&figured, false, &key, 1);
    cr_expect_not(select_rows(&selection, figured.figures.rows, &selecting, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    selection_free(&selection);
    figured_free(&figured);
}
