/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows below others, with figures that are derived by hand. */

#include "aggregator/paths/path_tree.h"

#include <criterion/criterion.h>

#include "base/array.h"
#include "support/path_rows.h"
#include "support/profile_text.h"
#include "support/temporary.h"

TestSuite(path_tree, .init = temporary_enter, .fini = temporary_leave);

Test(path_tree, knows_what_one_path_cost)
{
    static const struct path_case cases[] = {
        {"functions with one caller each",
         HEAD FN("m", "1") CALL("f", "3", "6") FN("f", "2") CALL("g", "5", "4") FN("g", "4"),
         {0},
         "m 7 self 1\n"
         "  f 6 self 2 x3\n"
         "    g 4 self 4 x5\n"},
        {"a function without calls of its own is shared as its callers say",
         HEAD FN("m", "1") CALL("a", "1", "7") CALL("b", "1", "10") FN("a", "2") CALL("l", "4", "5")
             FN("b", "3") CALL("l", "6", "7") FN("l", "12"),
         {0},
         "m 18 self 1\n"
         "  b 10 self 3 x1\n"
         "    l 7 self 7 x6\n"
         "  a 7 self 2 x1\n"
         "    l 5 self 5 x4\n"},
        {"a path that cost nothing spends nothing",
         HEAD FN("m", "1") CALL("a", "1", "0") CALL("f", "1", "9") FN("a", "0") CALL("f", "1", "0")
             FN("f", "4") CALL("g", "1", "5") FN("g", "5"),
         {0},
         "m 10 self 1\n"
         "  f 9 self 4 x1\n"
         "    g 5 self 5 x1?\n"
         "  a 0 self 0 x1\n"
         "    f 0 self 0 x1\n"
         "      g 0 self 0 x1?\n"},
        {"nor do calls that cost nothing",
         HEAD FN("m", "1") CALL("f", "1", "0") FN("f", "0") CALL("g", "1", "0") FN("g", "0"),
         {0},
         "m 1 self 1\n"
         "  f 0 self 0 x1\n"
         "    g 0 self 0 x1\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* load costs 100: 10 itself, 55 in slow and 35 in fast; 60 of it is batch's and 40 is ui's. */
#define TWO_CALLERS                                                                                \
    HEAD FN("main", "1") CALL("batch", "1", "62") CALL("ui", "1", "43") FN("batch", "2")           \
        CALL("load", "10", "60") FN("ui", "3") CALL("load", "1000", "40") FN("load", "10")         \
            CALL("slow", "2", "55") CALL("fast", "7", "35") FN("slow", "5")                        \
                CALL("deep", "3", "50") FN("deep", "50") FN("fast", "35")

/*
 * Of batch's 60 in load slow has 60 * 55 / 100 = 33 by estimate; at least 60 + 55 - 100 = 15, if
 * all of the 45 that is spent elsewhere in load were batch's; at most 55. Of those slow's 55 are 50
 * in deep: 33 * 50 / 55 = 30, at least 15 + 50 - 55 = 10, at most 50; and 5 itself: 3, from 0 to 5.
 * fast: 60 * 35 / 100 = 21, from 0 to 35. load itself: 6, from 0 to 10.
 * Of ui's 40: slow 22, from 0 as 40 + 55 < 100, to 40; below that deep 20, from 0 to 40, and 2 from
 * 0 to 5; fast 14, from 0 to 35; load itself 4.
 */
Test(path_tree, has_bounds_below_a_function_with_two_callers)
{
    static const struct path_case cases[] = {
        {"in both its callers",
         TWO_CALLERS,
         {0},
         "main 106 self 1\n"
         "  batch 62 self 2 x1\n"
         "    load 60 self ~6[0-10] x10\n"
         "      slow ~33[15-55] self ~3[0-5] x2?\n"
         "        deep ~30[10-50] self ~30[10-50] x3?\n"
         "      fast ~21[0-35] self ~21[0-35] x7?\n"
         "  ui 43 self 3 x1\n"
         "    load 40 self ~4[0-10] x1000\n"
         "      slow ~22[0-40] self ~2[0-5] x2?\n"
         "        deep ~20[0-40] self ~20[0-40] x3?\n"
         "      fast ~14[0-35] self ~14[0-35] x7?\n"},
        /* Deep of batch has 30. */
        {"down to a limit, with the most that is left out",
         TWO_CALLERS,
         {.least = 30.5},
         "main 106 self 1\n"
         "  batch 62 self 2 x1\n"
         "    load 60 self ~6[0-10] x10\n"
         "      slow ~33[15-55] self ~3[0-5] x2?\n"
         "        (1 more, up to 50)\n"
         "      (1 more, up to 35)\n"
         "  ui 43 self 3 x1\n"
         "    load 40 self ~4[0-10] x1000\n"
         "      (2 more, up to 40)\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/*
 * From deep's 50 up it is the same with what enters: all 50 come from slow, and all of that from
 * load, which costs 100. Of load's calls 60 are batch's: 50 * 60 / 100 = 30, at least
 * 50 + 60 - 100 = 10, at most 50; 40 are ui's: 20, from 0 to 40. batch and ui have one caller.
 */
Test(path_tree, goes_up)
{
    static const struct path_case cases[] = {
        {"to where two callers may have called it",
         TWO_CALLERS,
         {.goes_up = true, .functions = "deep"},
         "deep 50\n"
         "  slow 50 x3?\n"
         "    load 50 x2?\n"
         "      batch ~30[10-50] x10?\n"
         "        main ~30[10-50] x1?\n"
         "      ui ~20[0-40] x1000?\n"
         "        main ~20[0-40] x1?\n"},
        {"from self cost alone",
         TWO_CALLERS,
         {.goes_up = true, .functions = "ui"},
         "ui 3\n"
         "  main 3 x1?\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

Test(path_tree, folds_levels_and_contexts)
{
#define LEVELS                                                                                     \
    HEAD FN("m", "1") CALL("f", "1", "30") FN("f", "10") CALL("f'2", "1", "20") FN("f'2", "20")    \
        CALL("f'2", "4", "15")
#define CONTEXTS                                                                                   \
    HEAD FN("main", "1") CALL("f'main", "1", "10") CALL("g'main", "1", "21") FN("g'main", "1")     \
        CALL("f'g", "1", "20") FN("f'main", "10") FN("f'g", "20")
    static const struct path_case cases[] = {
        /* Its calls of itself are no path. */
        {"a second level is below the first",
         LEVELS,
         {0},
         "m 31 self 1\n"
         "  f 30 self 10 x1\n"
         "    f 20 self 20 x1\n"},
        {"and has its name where they are not folded",
         LEVELS,
         {.is_unfolded = true},
         "m 31 self 1\n"
         "  f 30 self 10 x1\n"
         "    f'2 20 self 20 x1\n"},
        {"contexts keep callers apart",
         CONTEXTS,
         {0},
         "main 32 self 1\n"
         "  g 21 self 1 x1\n"
         "    f 20 self 20 x1\n"
         "  f 10 self 10 x1\n"},
        {"under their names where they are not folded",
         CONTEXTS,
         {.is_unfolded = true},
         "main 32 self 1\n"
         "  g'main 21 self 1 x1\n"
         "    f'g 20 self 20 x1\n"
         "  f'main 10 self 10 x1\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/*
 * As --separate-callers2=w records it: v is one node, which x and y enter by 36 and 54; it costs
 * 10, and calls w from x by 32 and w from y by 48, 80 together. Below x w has 36 * 80 / 90 = 32, at
 * least 36 + 80 - 90 = 26, at most 36; below y 48, from 44 to 54.
 */
Test(path_tree, adds_calls_of_one_name_before_it_takes_bounds)
{
    struct path_rows_made made;
    static const struct path_question question = {0};
    struct path_rows added;
    struct error error = {0};

    path_rows_begin(&made,
                    HEAD FN("m", "1") CALL("x", "1", "40") CALL("y", "1", "60") FN("x", "4")
                        CALL("v", "1", "36") FN("y", "6") CALL("v", "1", "54") FN("v", "10")
                            CALL("w'v'x", "2", "32") CALL("w'v'y", "3", "48") FN("w'v'x", "32")
                                FN("w'v'y", "48"),
                    &question);
    cr_assert(path_tree_add_starts(&made.tree, 0, &added, &error));
    cr_assert(path_tree_add_below(&made.tree, added.first, 0, &added, &error));
    cr_assert(path_tree_add_below(&made.tree, added.first + 1, 0, &added, &error));
    cr_assert(path_tree_add_below(&made.tree, added.first, 0, &added, &error));
    cr_expect_eq(added.count, 1);
    const struct path_row *w = &made.tree.rows[added.first];
    const struct path_cost *cost = &made.tree.costs[w->inclusive];
    cr_expect_eq(w->n_ends, 2);
    cr_expect_eq(w->calls, 5);
    cr_expect(!w->knows_calls);
    cr_expect_float_eq(cost->estimate, 32, 1e-9);
    cr_expect_eq(cost->least, 26);
    cr_expect_eq(cost->most, 36);
    path_rows_free(&made);
}

/* Where the bounds are not known a figure is what its share says. */
Test(path_tree, has_no_bounds_where_a_profile_allows_none)
{
    static const struct path_case cases[] = {
        {"costs below 0",
         HEAD FN("m", "9") CALL("f", "1", "-3") FN("f", "-5") CALL("g", "1", "2") FN("g", "2"),
         {0},
         "m 6 self ~9?\n"
         "  f ~-3? self ~-5? x1\n"
         "    g ~2? self ~2? x1\n"},
        /* 20 enter f, and 15 leave it or are spent there: 10 of 20 and 5 of 20. */
        {"callers that were charged too much",
         HEAD FN("m", "1") CALL("f", "1", "20") FN("f", "10") CALL("g", "1", "5") FN("g", "5"),
         {0},
         "m 21 self 1\n"
         "  f 20 self ~10? x1\n"
         "    g ~5? self ~5? x1\n"},
        /* 16 by one call: it may have been rounded. */
        {"callers that were charged 1 too much, once, are fine",
         HEAD FN("m", "1") CALL("f", "1", "16") FN("f", "10") CALL("g", "1", "5") FN("g", "5"),
         {0},
         "m 17 self 1\n"
         "  f 16 self 10 x1\n"
         "    g 5 self 5 x1\n"},
        {"2 too much, by two calls",
         HEAD FN("m", "1") CALL("f", "1", "8") CALL("h", "1", "9") FN("h", "0") CALL("f", "1", "9")
             FN("f", "15"),
         {0},
         "m 18 self 1\n"
         "  h 9 self 0 x1\n"
         "    f 9 self ~7.94118[7-9] x1\n"
         "  f 8 self ~7.05882[6-8] x1\n"},
        {"3 too much",
         HEAD FN("m", "1") CALL("f", "1", "9") CALL("h", "1", "9") FN("h", "0") CALL("f", "1", "9")
             FN("f", "15"),
         {0},
         "m 19 self 1\n"
         "  f 9 self ~7.5? x1\n"
         "  h 9 self 0 x1\n"
         "    f 9 self ~7.5? x1\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/*
 * f'f is charged 80 too much, and what k'f has of that is in the row of k as well; the other 50 of
 * that row are of k alone, which has one caller and spends 40 of them in z.
 */
Test(path_tree, knows_what_is_below_one_end_beside_another_without_bounds)
{
    static const struct path_case cases[] = {
        {"down from a function of which some calls are charged too much",
         HEAD FN("m", "100") CALL("f", "1", "100") CALL("f'm", "1", "100") FN("f", "10")
             CALL("k'f", "1", "10") FN("k'f", "10") FN("f'm", "50") CALL("k", "1", "50")
                 FN("k", "10") CALL("z", "1", "40") FN("z", "40"),
         {0},
         "m 300 self 100\n"
         "  f 200 self ~60? x2\n"
         "    k ~60? self ~20? x2\n"
         "      z 40 self 40 x1\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/*
 * As Xdebug 2 writes: no call says where its callee is, and f of c has no code. It may be any of
 * the two that have, so that of none of them more is known than an estimate.
 */
Test(path_tree, is_not_sure_of_callees_that_may_be_others)
{
    static const struct path_case cases[] = {
        {"below them and where they start",
         "events: A\nfl=a\nfn=f\n1 5\nfl=b\nfn=f\n1 8\nfl=c\nfn=m\n1 1\n" CALL("f", "1", "5")
             CALL("g", "2", "3") "fn=g\n1 3\n",
         {.seeks_callees = true},
         "m 9 self 1\n"
         "  f 5 self . x1\n"
         "  g 3 self 3 x2\n"
         "f ~8? self ~8?\n"
         "f ~5? self ~5?\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

Test(path_tree, has_several_events)
{
    static const struct path_case cases[] = {
        /* S is 8 + 3 and 5 + 2; D is 2 * 8 - 3 and 2 * 5 - 2, as parts of which more may be given.
         */
        {"and derived ones, which have bounds where they add alone",
         "event: S = A + B\nevent: D = 2 A - B\nevents: A B\nfl=a\nfn=m\n1 3 1\n"
         "cfn=f\ncalls=1 1\n1 5 2\nfn=f\n1 5 2\n",
         {.events = {2, 3}, .n_events = 2},
         "m 11,13 self 4,~5?\n"
         "  f 7,~8? self 7,~8? x1\n"},
        {"of which one is below 0",
         "events: A B\nfl=a\nfn=m\n1 3 1\ncfn=f\ncalls=1 1\n1 5 -2\nfn=f\n1 5 -2\n",
         {.events = {0, 1}, .n_events = 2},
         "m 8,-1 self 3,~1?\n"
         "  f 5,~-2? self 5,~-2? x1\n"},
        {"of which one was not given",
         "events: A B\nfl=a\nfn=m\n1 3 1\ncfn=f\ncalls=1 1\n1 5\nfn=f\n1 5\n",
         {.events = {0, 1}, .n_events = 2},
         "m 8,1 self 3,1\n"
         "  f 5,. self 5,. x1\n"},
        /* By A f is the larger of both callees, by B it is g. */
        {"of which the first decides the order",
         "events: A B\nfl=a\nfn=m\n1 1 1\ncfn=f\ncalls=1 1\n1 5 2\ncfn=g\ncalls=1 1\n1 4 9\n"
         "fn=f\n1 5 2\nfn=g\n1 4 9\n",
         {.events = {1, 0}, .n_events = 2},
         "m 12,10 self 1,1\n"
         "  g 9,4 self 9,4 x1\n"
         "  f 2,5 self 2,5 x1\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* By A f starts on its own, too: 70 leave it and 30 enter. By B it does not. */
#define STARTS_BY_ONE                                                                              \
    "events: A B\nfl=a\nfn=m\n1 10 1\ncfn=f\ncalls=1 1\n1 30 14\nfn=f\n1 50 4\n"                   \
    "cfn=g\ncalls=5 1\n1 20 10\nfn=g\n1 20 10\n"

Test(path_tree, knows_calls_by_all_events)
{
    static const struct path_case cases[] = {
        {"although the one that is asked for has no other start",
         STARTS_BY_ONE,
         {.events = {1}, .n_events = 1},
         "m 15 self 1\n"
         "  f 14 self 4 x1\n"
         "    g 10 self 10 x5?\n"},
        {"as where both are",
         STARTS_BY_ONE,
         {.events = {1, 0}, .n_events = 2},
         "m 15,40 self 1,10\n"
         "  f 14,30 self 4,~21.4286[10-30] x1\n"
         "    g 10,~8.57143[0-20] self 10,~8.57143[0-20] x5?\n"
         "f 0,40 self 0,~28.5714[20-40]\n"
         "  g 0,~11.4286[0-20] self 0,~11.4286[0-20] x5?\n"},
        {"but for those that no call costs",
         "events: A AcCost1\nfl=a\nfn=m\n1 10\ncfn=f\ncalls=1 1\n1 70\nfn=f\n1 50 4\n"
         "cfn=g\ncalls=5 1\n1 20\nfn=g\n1 20 3\n",
         {.events = {0}, .n_events = 1},
         "m 80 self 10\n"
         "  f 70 self 50 x1\n"
         "    g 20 self 20 x5\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* D is a million times A. */
#define MILLION "event: D = 1000000 A\nevents: A\nfl=a\n"

Test(path_tree, fails_where_a_derived_cost_does_not_fit)
{
    static const struct path_question question = {.events = {1}, .n_events = 1};
    struct path_rows_made made;
    struct path_rows added;
    struct error error = {0};

    path_rows_begin(&made, MILLION FN("m", "9223372036854775807"), &question);
    cr_expect(!path_tree_add_starts(&made.tree, 0, &added, &error));
    cr_expect_neq(error.kind, ERROR_NONE);
    path_rows_free(&made);

    /* All functions cost 0, but no call does; frames before main are no reason to fail. */
    error = (struct error){0};
    path_rows_begin(&made,
                    MILLION FN("m", "0") CALL("f", "1", "10000000000000")
                        CALL("g", "1", "-10000000000000") FN("n", "0")
                            CALL("f", "1", "-10000000000000") CALL("g", "1", "10000000000000"),
                    &question);
    made.tree.folds_frames = true;
    cr_expect(path_tree_add_starts(&made.tree, 0, &added, &error));
    cr_expect_eq(error.kind, ERROR_NONE);
    cr_expect(!path_tree_add_below(&made.tree, added.first, 0, &added, &error));
    cr_expect_neq(error.kind, ERROR_NONE);
    path_rows_free(&made);
}
