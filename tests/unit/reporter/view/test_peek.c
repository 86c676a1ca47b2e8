/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/view_kind.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/filter.h"
#include "profile/profile.h"
#include "support/shown_view.h"
#include "support/temporary.h"

TestSuite(peek, .init = temporary_enter, .fini = temporary_leave);

/*
 * main, of 1, calls a for 50 and f for 30; a, of 10, calls f for 40. f costs 20 in a.c and 30 in
 * b.h, calls itself twice, and z and y for 10 each. What a call of itself costs is part of the
 * calls above it: it adds nothing, which is not given.
 */
#define PROFILE                                                                                    \
    "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=f\ncalls=3 1\n1 30\ncfn=a\ncalls=1 1\n1 50\n"           \
    "fn=a\n2 10\ncfn=f\ncalls=4 1\n2 40\n"                                                         \
    "fn=f\n3 20\nfi=b.h\n3 30\nfe=a.c\ncfn=f\ncalls=2 1\n3 5\ncfn=z\ncalls=1 1\n3 10\ncfn=y\n"     \
    "calls=6 1\n3 10\nfn=z\n4 10\nfn=y\n5 10\n"

#define F "function a.c:f = 50 incl 70 x9\n"
#define F_CALLERS "caller a.c:a = 40 x4\ncaller a.c:main = 30 x3\n"
#define F_CALLEES                                                                                  \
    "recursion a.c:f = . x2\ncallee a.c:y = 10 x6\ncallee a.c:z = 10 x1\n"                         \
    "file b.h = 30\nfile a.c = 20\n"
#define F_PATH                                                                                     \
    "path a.c:main = 81 incl 81 at 0\npath a.c:a = 50 incl 50 at 1\npath a.c:f = 40 incl 70 at "   \
    "2\n"

struct peek_case {
    const char *behaviour, *pattern;
    struct view_case view;
};

static void check(const struct peek_case *cases, size_t count, enum shown_of_view shown)
{
    for (size_t i = 0; i < count; i++) {
        struct view_case one = cases[i].view;
        struct error error = {0};

        one.behaviour = cases[i].behaviour;
        cr_assert(pattern_set(&one.options.peek, "peek", cases[i].pattern, &error));
        check_view(&peek_view, &one, 1, shown);
        pattern_free(&one.options.peek);
    }
}

Test(peek, shows_a_function_from_all_sides)
{
    static const struct peek_case cases[] = {
        {"callers above, the rest below",
         "^f$",
         {.fresh = PROFILE, .expected = "== peek\n" F_CALLERS F F_CALLEES F_PATH}},
        {"in a table the function goes first",
         "^f$",
         {.options = {.is_tabular = true},
          .fresh = PROFILE,
          .expected = "== peek\n" F F_CALLERS F_CALLEES F_PATH}},
        {"neither callers nor callees",
         "^g$",
         {.fresh = "events: Ir\nfl=a.c\nob=lib\nfn=g\n1 5\n",
          .expected = "== peek\nfunction a.c:g[lib] = 5 incl 5 x0\nfile a.c = 5\n"
                      "path a.c:g[lib] = 5 incl 5 at 0\n"}},
        {"that a function without code of its own has no files",
         "^g$",
         {.fresh = "events: Ir\nfl=a.c\nfn=m\n1 1\ncfn=g\ncalls=2 1\n1 7\n",
          .expected = "== peek\ncaller a.c:m = 7 x2\nfunction a.c:g = . incl 7 x2\n"
                      "path a.c:m = 8 incl 8 at 0\npath a.c:g = 7 incl 7 at 1\n"}},
        {"levels as calls of itself",
         "^f$",
         {.fresh = "events: Ir\nfl=a.c\nfn=f\n1 5\ncfn=f'2\ncalls=1 1\n1 3\nfn=f'2\n1 3\n",
          .expected = "== peek\nfunction a.c:f = 8 incl 8 x1\nrecursion a.c:f = . x1\n"
                      "file a.c = 8\npath a.c:f = 8 incl 8 at 0\n"}},
        {"levels apart, where they are not folded",
         "^f$",
         {.options = {.is_unfolded = true},
          .fresh = "events: Ir\nfl=a.c\nfn=f\n1 5\ncfn=f'2\ncalls=1 1\n1 3\nfn=f'2\n1 3\n",
          .expected = "== peek\nfunction a.c:f = 5 incl 8 x0\ncallee a.c:f'2 = 3 x1\n"
                      "file a.c = 5\npath a.c:f = 8 incl 8 at 0\n"}},
    };

    check(cases, ARRAY_LENGTH(cases), SHOW_ROWS);
}

/* main costs 81 with all it calls, f 70 and a 50; of equal ones the name decides. */
Test(peek, shows_matches_by_inclusive_cost)
{
    static const struct {
        const char *pattern, *function, *file, *order;
    } cases[] = {
        {".", NULL, NULL, "main f a y z "},
        {"^[ayf]$", NULL, NULL, "f a y "},
        {"!f", NULL, NULL, "main a y z "},
        {".", "[fz]", NULL, "f z "},
        {".", NULL, "!a.c", ""},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct view_options options = {0};
        struct error error = {0};
        char order[40] = "";

        cr_assert(pattern_set(&options.peek, "peek", cases[i].pattern, &error));
        if (cases[i].function != NULL)
            cr_assert(pattern_set(&options.filter.function, "", cases[i].function, &error));
        if (cases[i].file != NULL)
            cr_assert(pattern_set(&options.filter.file, "", cases[i].file, &error));
        char *text = show_view(&peek_view, &options, PROFILE, NULL, SHOW_ROWS);
        for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
            if (strncmp(line, "function a.c:", 13) == 0)
                strncat(order, line + 13, strcspn(line + 13, " ") + 1);
        cr_expect_str_eq(order, cases[i].order, "case %zu", i);
        free(text);
        pattern_free(&options.peek);
        filter_free(&options.filter);
    }
}

/* Without levels nobody knows what the calls between e and o add. */
Test(peek, marks_bounds)
{
    static const struct peek_case cases[] = {
        {"in a cycle",
         "^o$",
         {.fresh = "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=e\ncalls=1 1\n1 30\nfn=e\n2 10\ncfn=o\n"
                   "calls=2 1\n2 44\nfn=o\n3 20\ncfn=e\ncalls=1 1\n3 24\n",
          .expected =
              "== peek\ncaller a.c:e = . x2\nfunction a.c:o = 20 incl ~20 x2\n"
              "callee a.c:e = . x1\nfile a.c = 20\n"
              "path a.c:main = 31 incl 31 at 0\npath <cycle 1> number 1 of 2 = 30 incl . at 1\n"
              "path a.c:o = . incl ~20 member at 2\n"}},
    };

    check(cases, ARRAY_LENGTH(cases), SHOW_ROWS);
}

/* f is called by main, 5 more, and no longer by a; z and y are as they were. Paths have no change.
 */
Test(peek, shows_what_changed)
{
    static const char old[] =
        "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=f\ncalls=1 1\n1 20\ncfn=z\ncalls=2 1\n1 4\nfn=a\n"
        "1 2\ncfn=f\ncalls=1 1\n1 30\nfn=f\n1 46\ncfn=y\ncalls=1 1\n1 4\nfn=y\n1 4\nfn=z\n1 4\n";
    static const char fresh[] =
        "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=f\ncalls=3 1\n1 25\ncfn=z\ncalls=2 1\n1 4\nfn=a\n"
        "1 2\nfn=f\n1 21\ncfn=y\ncalls=1 1\n1 4\nfn=y\n1 4\nfn=z\n1 4\n";
    static const struct peek_case cases[] = {
        {"by its size; the calls that are as they were are left out",
         "^f$",
         {.fresh = fresh,
          .old = old,
          .expected = "== peek\ncaller a.c:a = -30 x-1\ncaller a.c:main = 5 x2\n"
                      "function a.c:f = -25 incl -25 x1 was 46 incl 50 x2\nfile a.c = -25\n"}},
        {"calls that cost as much as before, if more of them",
         "^main$",
         {.fresh = "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=g\ncalls=2 1\n1 4\nfn=g\n1 4\n",
          .old = "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=g\ncalls=1 1\n1 4\nfn=g\n1 4\n",
          .expected = "== peek\nfunction a.c:main = 0 incl 0 x0 was 1 incl 5 x0\n"
                      "callee a.c:g = 0 x1\nfile a.c = 0\n"}},
        {"the largest change first",
         "^[fam]",
         {.fresh = "events: Ir\nfl=a.c\nfn=f\n1 5\nfn=a\n1 1\nfn=main\n1 9\n",
          .old = "events: Ir\nfl=a.c\nfn=f\n1 3\nfn=a\n1 8\nfn=main\n1 9\n",
          .expected = "== peek\nfunction a.c:a = -7 incl -7 x0 was 8 incl 8 x0\nfile a.c = -7\n"
                      "== peek\nfunction a.c:f = 2 incl 2 x0 was 3 incl 3 x0\nfile a.c = 2\n"
                      "== peek\nfunction a.c:main = 0 incl 0 x0 was 9 incl 9 x0\nfile a.c = 0\n"}},
    };

    check(cases, ARRAY_LENGTH(cases), SHOW_ROWS);
}

/* By Ir the hottest caller of f is a, by Dr b; a derived event goes by the first it is made of. */
Test(peek, goes_by_the_event_that_is_measured)
{
#define TWO_EVENTS                                                                                 \
    "events: Ir Dr\nevent: X = 2 Dr + Ir\nevent: Y = 2 Dr\nfl=a.c\nfn=a\n1 1 1\ncfn=f\n"           \
    "calls=1 1\n1 9 2\nfn=b\n1 1 1\ncfn=f\ncalls=1 1\n1 3 6\nfn=f\n1 12 8\n"
    static const struct peek_case cases[] = {
        {"the first event",
         "f",
         {.fresh = TWO_EVENTS,
          .expected = "== peek\ncaller a.c:a = 9 x1\ncaller a.c:b = 3 x1\n"
                      "function a.c:f = 12 incl 12 x2\nfile a.c = 12\n"
                      "path a.c:a = 10 incl 10 at 0\npath a.c:f = 9 incl 12 at 1\n"}},
        {"another",
         "f",
         {.options = {.sort = {"Dr", 2}},
          .fresh = TWO_EVENTS,
          .expected = "== peek\ncaller a.c:b = 6 x1\ncaller a.c:a = 2 x1\n"
                      "function a.c:f = 8 incl 8 x2\nfile a.c = 8\n"
                      "path a.c:b = 7 incl 7 at 0\npath a.c:f = 6 incl 8 at 1\n"}},
        {"a derived one, by which its path goes too",
         "f",
         {.options = {.sort = {"X", 1}},
          .fresh = TWO_EVENTS,
          .expected = "== peek\ncaller a.c:b = 15 x1\ncaller a.c:a = 13 x1\n"
                      "function a.c:f = 28 incl 28 x2\nfile a.c = 28\n"
                      "path a.c:b = 18 incl 18 at 0\npath a.c:f = 15 incl 28 at 1\n"}},
        {"another derived one",
         "f",
         {.options = {.sort = {"Y", 1}},
          .fresh = TWO_EVENTS,
          .expected = "== peek\ncaller a.c:b = 12 x1\ncaller a.c:a = 4 x1\n"
                      "function a.c:f = 16 incl 16 x2\nfile a.c = 16\n"
                      "path a.c:b = 14 incl 14 at 0\npath a.c:f = 12 incl 16 at 1\n"}},
        {"all of them, for machines",
         "f",
         {.options = {.is_complete = true, .is_tabular = true, .show = {"Dr,Ir", 5}},
          .fresh = TWO_EVENTS,
          .expected = "== peek\nfunction a.c:f = 8 12 incl 8 12 x2\n"
                      "caller a.c:b = 6 3 x1\ncaller a.c:a = 2 9 x1\nfile a.c = 8 12\n"
                      "path a.c:b = 7 4 incl 7 4 at 0\npath a.c:f = 6 3 incl 8 12 at 1\n"}},
    };
#undef TWO_EVENTS

    check(cases, ARRAY_LENGTH(cases), SHOW_ROWS);
}

/* Shares are of the inclusive cost of the function, and of its self cost. */
Test(peek, has_the_cost_of_the_function_in_its_columns)
{
    static const struct peek_case cases[] = {
        {"a profile",
         "^f$",
         {.fresh = PROFILE,
          .expected = "== peek\ntable by  measured 0 inclusive most calls 9\n"
                      "column Ir total 81 change 81 largest . smallest . self 50 incl "
                      "70\n" F_CALLERS F F_CALLEES F_PATH}},
        {"a difference",
         "f",
         {.fresh = "events: Ir\nfl=a.c\nfn=f\n1 5\n",
          .old = "events: Ir\nfl=a.c\nfn=f\n1 3\n",
          .expected = "== peek\ntable by  measured 0 inclusive difference most calls 0\n"
                      "column Ir total 3 change 2 largest . smallest . self 2 incl 2\n"
                      "function a.c:f = 2 incl 2 x0 was 3 incl 3 x0\nfile a.c = 2\n"}},
    };

    check(cases, ARRAY_LENGTH(cases), SHOW_COLUMNS);
}

Test(peek, fails_before_anything_is_pulled)
{
    static const struct peek_case cases[] = {
        {"where nothing matches",
         "nothing",
         {.fresh = PROFILE, .expected = "not opened: error failed: --peek: no function matches\n"}},
        {"where a word of --sort is wrong",
         "f",
         {.options = {.sort = {"Ir,Nix", 6}},
          .fresh = PROFILE,
          .expected = "not opened: error usage: unknown event 'Nix' in --sort: the events are Ir, "
                      "CEst, EstCycles\n"}},
        /* f itself is not what is too large, and main is not looked at. */
        {"where a derived event does not fit",
         "^f$",
         {.options = {.sort = {"X", 1}},
          .fresh = "events: Ir\nevent: X = 2 Ir\nfl=a.c\nfn=f\n1 1\nfn=main\n"
                   "1 9223372036854775806\nfn=g\n1 -9223372036854775806\n",
          .expected = "not opened: error failed: event 'X' does not fit into 64 bits\n"}},
    };

    check(cases, ARRAY_LENGTH(cases), SHOW_ROWS);
}

Test(peek, keeps_places_and_their_calls)
{
    for (int is_difference = 0; is_difference < 2; is_difference++) {
        struct keep keep = peek_view.keep(&(struct view_options){0}, is_difference);

        cr_expect_eq(keep.places, KEEP_SELF_AND_CALLS);
        cr_expect_eq(keep.lines, KEEP_NOTHING);
        cr_expect_eq(keep.spots, KEEP_NOTHING);
    }
}
