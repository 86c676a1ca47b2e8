/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/path_building.h"
#include "aggregator/paths/paths.h"
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
         "    f 20 self 20 x5\n"},
        {"and has its name where they are not folded",
         LEVELS,
         {.is_unfolded = true},
         "m 31 self 1\n"
         "  f 30 self 10 x1\n"
         "    f'2 20 self 20 x5\n"},
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
    added = path_tree_add_starts(&made.tree, 0);
    cr_assert(profile_fits(made.tree.graph->profile, &error));
    added = path_tree_add_below(&made.tree, added.first, 0);
    cr_assert(profile_fits(made.tree.graph->profile, &error));
    added = path_tree_add_below(&made.tree, added.first + 1, 0);
    cr_assert(profile_fits(made.tree.graph->profile, &error));
    added = path_tree_add_below(&made.tree, added.first, 0);
    cr_assert(profile_fits(made.tree.graph->profile, &error));
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
        {"and derived ones, which have the bounds of their terms",
         "event: S = A + B\nevent: D = 2 A - B\nevents: A B\nfl=a\nfn=m\n1 3 1\n"
         "cfn=f\ncalls=1 1\n1 5 2\nfn=f\n1 5 2\n",
         {.events = {2, 3}, .n_events = 2},
         "m 11,13 self 4,5\n"
         "  f 7,8 self 7,8 x1\n"},
        /*
         * Of v's 200 S there are 100 in w, so that of a's 100 anything from 0 to 100 may be. But w
         * has all of v's A, 90 of which a's, and v itself all of its B, 10 of which a's. D is
         * 2 A - B.
         */
        {"and derived ones that are known since their terms are",
         "event: S = A + B\nevent: D = 2 A - B\nevents: A B\nfl=a\nfn=m\n1 0 0\n"
         "cfn=a\ncalls=1 1\n1 90 10\ncfn=b\ncalls=1 1\n1 10 90\n"
         "fn=a\n1 0 0\ncfn=v\ncalls=1 1\n1 90 10\nfn=b\n1 0 0\ncfn=v\ncalls=1 1\n1 10 90\n"
         "fn=v\n1 0 100\ncfn=w\ncalls=1 1\n1 100 0\nfn=w\n1 100 0\n",
         {.events = {2, 3}, .n_events = 2},
         "m 200,100 self 0,0\n"
         "  a 100,170 self 0,0 x1\n"
         "    v 100,170 self 10,-10 x1\n"
         "      w 90,180 self 90,180 x1?\n"
         "  b 100,-70 self 0,0 x1\n"
         "    v 100,-70 self 90,-90 x1\n"
         "      w 10,20 self 10,20 x1?\n"},
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
    added = path_tree_add_starts(&made.tree, 0);
    cr_expect_not(profile_fits(made.tree.graph->profile, &error));
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
    added = path_tree_add_starts(&made.tree, 0);
    cr_expect(profile_fits(made.tree.graph->profile, &error));
    cr_expect_eq(error.kind, ERROR_NONE);
    added = path_tree_add_below(&made.tree, added.first, 0);
    cr_expect_not(profile_fits(made.tree.graph->profile, &error));
    cr_expect_neq(error.kind, ERROR_NONE);
    path_rows_free(&made);
}

Test(path_tree, are_between_bounds)
{
    static const struct {
        const char *behaviour;
        struct path_cost whole;
        int64_t of_end, inclusive;
        struct path_cost expected;
    } cases[] = {
        {"all", {7, 7, 7, true, false}, 10, 10, {7, 7, 7, true, false}},
        {"of all", {10, 10, 10, true, false}, 4, 10, {4, 4, 4, true, false}},
        {"of a part", {6, 6, 6, true, false}, 5, 10, {3, 1, 5, true, false}},
        {"of a small part", {2, 2, 2, true, false}, 5, 10, {1, 0, 2, true, false}},
        {"of what has bounds", {6, 5, 8, true, false}, 7, 10, {4.2, 2, 7, true, false}},
        {"nothing", {6, 5, 8, true, false}, 0, 10, {0, 0, 0, true, false}},
        {"of nothing", {0, 0, 0, true, false}, 0, 0, {0, 0, 0, true, false}},
        {"of what is not sure", {6, 0, 0, true, true}, 5, 10, {3, 0, 0, true, true}},
        {"of the largest",
         {4e18, 4000000000000000000, 4000000000000000000, true, false},
         4000000000000000000,
         9000000000000000000,
         {4e18 * 4 / 9, 0, 4000000000000000000, true, false}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct event_cost of_end = {cases[i].of_end, true};
        struct path_cost part = path_cost_part(cases[i].whole, of_end, cases[i].inclusive);
        const struct path_cost *expected = &cases[i].expected;
        cr_expect_float_eq(part.estimate, expected->estimate, 1e-9 + 1e-9 * expected->estimate,
                           "%s", cases[i].behaviour);
        cr_expect_eq(part.least, expected->least, "%s", cases[i].behaviour);
        cr_expect_eq(part.most, expected->most, "%s", cases[i].behaviour);
        cr_expect_eq(part.is_unsure, expected->is_unsure, "%s", cases[i].behaviour);
    }
}

Test(path_tree, add_up_to_no_more_than_the_limit)
{
    struct path_cost sum = {0};

    path_cost_add(&sum, (struct path_cost){5, 3, 8, false, false}, 10);
    cr_expect_eq(sum.most, 8);
    cr_expect(!sum.is_given);
    path_cost_add(&sum, (struct path_cost){4, 1, 6, true, false}, 10);
    cr_expect_float_eq(sum.estimate, 9, 1e-9);
    cr_expect_eq(sum.least, 4);
    cr_expect_eq(sum.most, 10);
    cr_expect(sum.is_given);
    cr_expect(!path_cost_is_exact(&sum));
    path_cost_add(&sum, (struct path_cost){.estimate = 1, .is_unsure = true}, 10);
    cr_expect_float_eq(sum.estimate, 10, 1e-9);
    cr_expect(sum.is_unsure);
    cr_expect_eq(sum.least, 0);
    cr_expect_eq(sum.most, 0);
    cr_expect(!path_cost_is_exact(&sum), "although both bounds are 0");

    sum = path_cost_known(INT64_MAX, true);
    path_cost_add(&sum, path_cost_known(0, true), INT64_MAX);
    cr_expect_eq(sum.most, INT64_MAX);
    path_cost_add(&sum, (struct path_cost){.most = INT64_MAX}, INT64_MAX);
    cr_expect_eq(sum.most, INT64_MAX, "which is no overflow");

    sum = path_cost_known(-5, true);
    path_cost_add(&sum, path_cost_known(INT64_MAX, true), INT64_MAX);
    cr_expect_eq(sum.most, INT64_MAX - 5);
    path_cost_add(&sum, path_cost_known(-7, true), INT64_MAX);
    cr_expect_eq(sum.least, INT64_MAX - 12);
}

/* 2^53 + 1 is no double. */
Test(path_tree, have_all_digits_where_they_are_known)
{
    static const struct {
        struct path_cost cost;
        int64_t expected;
    } cases[] = {
        {{9007199254740992.0, 9007199254740993, 9007199254740993, true, false}, 9007199254740993},
        {{9223372036854775807.0, INT64_MAX, INT64_MAX, true, false}, INT64_MAX},
        {{9223372036854775807.0, 0, INT64_MAX, true, false}, INT64_MAX},
        {{-1e30, 0, 0, true, true}, -INT64_MAX},
        {{2.5, 2, 3, true, false}, 3},
        {{-2.5, 0, 0, true, true}, -3},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(path_cost_value(&cases[i].cost), cases[i].expected, "case %zu", i);
}

struct vertex_case {
    const char *function;
    int64_t inclusive;
    bool starts;
};

static void check(const char *profile, size_t event, const struct vertex_case *cases, size_t count)
{
    const struct path_question question = {.events = {event}, .n_events = 1};
    struct path_rows_made made;
    struct error error = {0};

    path_rows_begin(&made, profile, &question);
    for (size_t i = 0; i < count; i++) {
        uint32_t vertex =
            made.graph.vertex_of[path_rows_find(&made.graph.nodes, cases[i].function)];
        int64_t inclusive;
        bool starts;
        inclusive = path_tree_inclusive(&made.tree, 0, vertex);
        cr_assert(profile_fits(made.tree.graph->profile, &error));
        starts = path_tree_is_start(&made.tree, vertex);
        cr_assert(profile_fits(made.tree.graph->profile, &error));
        cr_expect_eq(inclusive, cases[i].inclusive, "%s: %d", cases[i].function, (int)inclusive);
        cr_expect_eq(starts, cases[i].starts, "%s", cases[i].function);
    }
    path_rows_free(&made);
}

/* By A f is entered by 9 and left by 8, g by 3 and 7; by B both by as much as they are left. */
Test(path_tree, take_the_larger_of_what_enters_and_leaves)
{
    static const char profile[] =
        "event: D = A - 2 B\nevents: A B\nfl=a\nfn=m\n1 1 1\ncfn=f\ncalls=1 1\n1 9 6\nfn=f\n1 5 2\n"
        "cfn=g\ncalls=1 1\n1 3 4\nfn=g\n1 7 4\n";
    static const struct vertex_case of_a[] = {{"m", 10, true}, {"f", 9, false}, {"g", 7, true}};
    static const struct vertex_case of_b[] = {{"m", 7, true}, {"f", 6, false}, {"g", 4, false}};
    /* m is 10 - 14, which nothing entered; f 9 - 12 and 8 - 12, g 3 - 8 and 7 - 8. */
    static const struct vertex_case of_d[] = {{"m", -4, true}, {"f", -3, false}, {"g", -1, true}};

    check(profile, 0, of_a, ARRAY_LENGTH(of_a));
    check(profile, 1, of_b, ARRAY_LENGTH(of_b));
    check(profile, 2, of_d, ARRAY_LENGTH(of_d));
}

Test(path_tree, have_zeroed_costs)
{
    static const struct path_question question = {.events = {0, 0}, .n_events = 2};
    struct path_rows_made made;

    path_rows_begin(&made, "events: A\nfl=a\nfn=m\n1 1\n", &question);
    for (size_t i = 0; i < 100; i++) {
        size_t first = path_tree_add_costs(&made.tree);
        cr_assert_eq(first, 2 * i);
        for (size_t k = first; k < first + 2; k++) {
            cr_expect_eq(made.tree.costs[k].most, 0);
            cr_expect(!made.tree.costs[k].is_given);
        }
        made.tree.costs[first].most = 7;
    }
    path_rows_free(&made);
}

/* a and b call each other for what does not matter; 4 and 6 are their own, c's 20 is b's call. */
#define CYCLE                                                                                      \
    FN("a", "4")                                                                                   \
    CALL("b", "1", "77") FN("b", "6") CALL("a", "1", "55") CALL("c", "2", "20") FN("c", "20")

Test(path_tree, are_below_the_row_of_their_cycle)
{
    static const struct path_case cases[] = {
        {"before what any of them calls",
         HEAD FN("m", "1") CALL("a", "1", "30") CYCLE,
         {0},
         "m 31 self 1\n"
         "  <1> 30 self 10 x1\n"
         "    in b self 6\n"
         "    in a self 4\n"
         "    c 20 self 20 x2\n"},
        /*
         * 18 and 12 of 30: b has 18 * 6 / 30 = 3.6, from 0 to 6, and a 2.4; c 12, at least
         * 18 + 20 - 30 = 8, at most 18.
         */
        {"with bounds where it is entered twice",
         HEAD FN("m", "1") CALL("a", "1", "18") CALL("n", "1", "12") FN("n", "0")
             CALL("b", "5", "12") CYCLE,
         {0},
         "m 31 self 1\n"
         "  <1> 18 self ~6[0-10] x1\n"
         "    in b self ~3.6[0-6]\n"
         "    in a self ~2.4[0-4]\n"
         "    c ~12[8-18] self ~12[8-18] x2?\n"
         "  n 12 self 0 x1\n"
         "    <1> 12 self ~4[0-10] x5\n"
         "      in b self ~2.4[0-6]\n"
         "      in a self ~1.6[0-4]\n"
         "      c ~8[2-12] self ~8[2-12] x2?\n"},
        {"as far as they reach the limit",
         HEAD FN("m", "1") CALL("a", "1", "30") CYCLE,
         {.least = 5},
         "m 31 self 1\n"
         "  <1> 30 self 10 x1\n"
         "    in b self 6\n"
         "    c 20 self 20 x2\n"
         "    (1 more, up to 4)\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

Test(path_tree, are_of_each_name)
{
    static const struct path_case cases[] = {
        /* a and a'2, of 4 and 3. */
        {"one of each name",
         HEAD FN("m", "1") CALL("a", "1", "13") FN("a", "4") CALL("b", "1", "9") FN("b", "6")
             CALL("a'2", "1", "3") FN("a'2", "3") CALL("a", "1", "1"),
         {0},
         "m 14 self 1\n"
         "  <1> 13 self 13 x1\n"
         "    in a self 7\n"
         "    in b self 6\n"},
        {"or of each node, where they are not folded",
         HEAD FN("m", "1") CALL("a", "1", "13") FN("a", "4") CALL("b", "1", "9") FN("b", "6")
             CALL("a'2", "1", "3") FN("a'2", "3") CALL("a", "1", "1"),
         {.is_unfolded = true},
         "m 14 self 1\n"
         "  <1> 13 self 13 x1\n"
         "    in b self 6\n"
         "    in a self 4\n"
         "    in a'2 self 3\n"},
        {"of several events",
         "events: A B\nfl=a\n" FN("m", "1 1") CALL("a", "1", "10 7") FN("a", "4 5")
             CALL("b", "1", "6 2") FN("b", "6 2") CALL("a", "1", "1 1"),
         {.events = {1, 0}, .n_events = 2},
         "m 8,11 self 1,1\n"
         "  <1> 7,10 self 7,10 x1\n"
         "    in a self 5,4\n"
         "    in b self 2,6\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

Test(path_tree, are_shares_of_their_cycle)
{
    static const struct path_case cases[] = {
        {"of a start",
         HEAD CYCLE,
         {0},
         "<1> 30 self 10\n"
         "  in b self 6\n"
         "  in a self 4\n"
         "  c 20 self 20 x2\n"},
        /* 40 by one call: 10 too much. */
        {"by shares alone where callers were charged too much",
         HEAD FN("m", "1") CALL("a", "1", "40") CYCLE,
         {0},
         "m 41 self 1\n"
         "  <1> 40 self ~10? x1\n"
         "    in b self ~6?\n"
         "    in a self ~4?\n"
         "    c ~20? self ~20? x2\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

Test(path_tree, are_not_shown_where_paths_go_up)
{
    static const struct path_case cases[] = {
        {"to a cycle",
         HEAD FN("m", "1") CALL("a", "1", "30") CYCLE,
         {.goes_up = true, .functions = "c"},
         "c 20\n"
         "  <1> 20 x2?\n"
         "    m 20 x1?\n"},
        {"nor where levels of one function call each other",
         HEAD FN("m", "1") CALL("f", "1", "9") FN("f", "4") CALL("f'2", "1", "5") FN("f'2", "5")
             CALL("f", "1", "2"),
         {0},
         "m 10 self 1\n"
         "  f 9 self 9 x3\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* Each calls the next one; what they cost themselves is known of the first two levels alone. */
#define THREE                                                                                      \
    HEAD FN("m", "1") CALL("a", "1", "12") FN("a", "4") CALL("b", "1", "9") FN("b", "6")           \
        CALL("c", "1", "9") FN("c", "2") CALL("a", "1", "9")

Test(path_tree, are_below_rows_of_one_of_them_but_for_itself)
{
    static const struct path_case cases[] = {
        {"which is above the limit",
         THREE,
         {.functions = "b", .least = 3},
         "b ~12[6-12] self 6\n"
         "  in a self ~4[0-4]\n"
         "  (1 more, up to 2)\n"},
        {"or below it",
         THREE,
         {.functions = "c", .least = 5},
         "c ~12[2-12] self 2\n"
         "  in b self ~6[0-6]\n"
         "  (1 more, up to 4)\n"},
        {"with no other one that is",
         THREE,
         {.functions = "c", .least = 3},
         "c ~12[2-12] self 2\n"
         "  in b self ~6[0-6]\n"
         "  in a self ~4[0-4]\n"},
        {"with a limit that none reaches",
         THREE,
         {.functions = "b", .least = 7},
         "b ~12[6-12] self 6\n"
         "  (2 more, up to 4)\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* A cycle of functions that each call the next one, and cost 1, 2, 3 and so on. */
static char *make_ring(unsigned count)
{
    char *profile = NULL;
    size_t size;
    FILE *out = open_memstream(&profile, &size);

    cr_assert(out, "out of memory");
    fputs(HEAD, out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "fn=f%u\n1 %u\ncfn=f%u\ncalls=1 1\n1 1\n", i, i + 1, (i + 1) % count);
    fclose(out);
    return profile;
}

/* Each of them is below each other one: that are too many to look at for each. */
Test(path_tree, do_not_take_long_where_they_are_many, .timeout = 20)
{
    static const struct path_question question = {0};
    static const unsigned count = 20000;
    struct path_rows_made made;
    struct path_rows top, below;
    struct error error = {0};
    char *profile = make_ring(count);
    bool *is_wanted = memory_alloc(count, sizeof *is_wanted);

    for (unsigned i = 0; i < count; i++)
        is_wanted[i] = true;
    path_rows_begin(&made, profile, &question);
    top = path_tree_add_functions(&made.tree, is_wanted, 0);
    cr_assert(profile_fits(made.tree.graph->profile, &error), "%s", error.text);
    cr_assert_eq(top.count, count);
    for (uint32_t row = top.first; row < top.first + top.count; row++) {
        int64_t self = made.tree.costs[made.tree.rows[row].self].least;
        below = path_tree_add_below(&made.tree, row, INFINITY);
        cr_assert(profile_fits(made.tree.graph->profile, &error), "%s", error.text);
        cr_assert_eq(below.count, 0);
        cr_assert_eq(below.n_left_out, count - 1);
        cr_assert_eq(below.most_left_out, count - (self == count));
    }
    path_rows_free(&made);
    free(is_wanted);
    free(profile);
}

#define FOLDS .folds_frames = true

/* What calls main, and exit after it. */
#define LIBC                                                                                       \
    FN("__libc_start_main", "5") CALL("main", "1", "80") CALL("exit", "1", "10") FN("exit", "10")
#define MAIN FN("main", "50") CALL("f", "3", "30") FN("f", "30")

#define PROGRAM                                                                                    \
    HEAD FN("0x1", "2") CALL("below", "1", "98") FN("below", "3")                                  \
        CALL("__libc_start_main", "1", "95") LIBC MAIN

Test(path_tree, are_one_row_with_the_start)
{
    static const struct path_case cases[] = {
        /* 2, 3 and 5 are spent before main, which costs 80. */
        {"down to main",
         PROGRAM,
         {FOLDS},
         "0x1 100 self 10, 3 frames\n"
         "  main 80 self 50 x1\n"
         "    f 30 self 30 x3\n"
         "  exit 10 self 10 x1\n"},
        {"that need not be",
         PROGRAM,
         {0},
         "0x1 100 self 2\n"
         "  below 98 self 3 x1\n"
         "    __libc_start_main 95 self 5 x1\n"
         "      main 80 self 50 x1\n"
         "        f 30 self 30 x3\n"
         "      exit 10 self 10 x1\n"},
        {"which call others, too",
         HEAD FN("0x1", "2") CALL("below", "1", "93") CALL("exit", "2", "7") FN("below", "3")
             CALL("main", "1", "80") CALL("exit", "1", "10") FN("exit", "17") MAIN,
         {FOLDS},
         "0x1 102 self 5, 2 frames\n"
         "  main 80 self 50 x1\n"
         "    f 30 self 30 x3\n"
         "  exit 17 self 17 x3\n"},
        {"although most is spent elsewhere",
         HEAD FN("0x1", "2") CALL("other", "1", "9") CALL("below", "1", "8") FN("other", "9")
             FN("below", "3") CALL("main", "1", "5") FN("main", "5"),
         {FOLDS},
         "0x1 19 self 5, 2 frames\n"
         "  other 9 self 9 x1\n"
         "  main 5 self 5 x1\n"},
        {"that a start may be without",
         HEAD FN("0x1", "2") CALL("main", "1", "80") MAIN,
         {FOLDS},
         "0x1 82 self 2\n"
         "  main 80 self 50 x1\n"
         "    f 30 self 30 x3\n"},
        {"to which main itself has none",
         HEAD "fn=main\n1 50\n" CALL("f", "3", "30") FN("f", "20") CALL("main'2", "1", "10")
             FN("main'2", "10"),
         {FOLDS},
         "main 80 self 50\n"
         "  f 30 self 20 x3\n"
         "    main 10 self 10 x1\n"},
        /* By B others start it, for 9, who may have called main, too. */
        {"that start on their own by another event",
         "events: A B\nfl=a\nfn=0x1\n1 2 0\ncfn=below\ncalls=1 1\n1 80 3\nfn=below\n1 3 9\n"
         "cfn=main\ncalls=2 1\n1 77 3\nfn=main\n1 77 3\n",
         {FOLDS},
         "0x1 82 self 5, 2 frames\n"
         "  main 77 self 77 x2?\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

Test(path_tree, stay_apart)
{
    static const struct path_case cases[] = {
        {"where none leads to main",
         HEAD FN("0x1", "2") CALL("below", "1", "3") FN("below", "3"),
         {FOLDS},
         "0x1 5 self 2\n"
         "  below 3 self 3 x1\n"},
        {"where main is called by others, too",
         HEAD FN("0x1", "2") CALL("below", "1", "92") FN("below", "3") CALL("main", "1", "80")
             CALL("again", "1", "9") FN("again", "1") CALL("main", "2", "8") FN("main", "88"),
         {FOLDS},
         "0x1 94 self 2\n"
         "  below 92 self 3 x1\n"
         "    main 80 self 80 x1\n"
         "    again 9 self 1 x1\n"
         "      main 8 self 8 x2\n"},
        /* A thread calls below for 4, 84 in all; main has 80 * 80 / 84, at least 76. */
        {"where others call one of them",
         HEAD FN("0x1", "2") CALL("below", "1", "80") FN("thread", "1") CALL("below", "1", "4")
             FN("below", "4") CALL("main", "1", "80") FN("main", "80"),
         {FOLDS},
         "0x1 82 self 2\n"
         "  below 80 self ~3.80952[0-4] x1\n"
         "    main ~76.1905[76-80] self ~76.1905[76-80] x1?\n"
         "thread 5 self 1\n"
         "  below 4 self ~0.190476[0-4] x1\n"
         "    main ~3.80952[0-4] self ~3.80952[0-4] x1?\n"},
        {"where they call each other",
         HEAD FN("0x1", "2") CALL("below", "1", "86") FN("below", "3") CALL("again", "2", "90")
             FN("again", "3") CALL("below", "1", "7") CALL("main", "1", "80") FN("main", "80"),
         {FOLDS},
         "0x1 88 self 2\n"
         "  <1> 86 self 6 x1\n"
         "    in below self 3\n"
         "    in again self 3\n"
         "    main 80 self 80 x1\n"},
        {"where main is in a cycle with others",
         HEAD FN("0x1", "2") CALL("below", "1", "86") FN("below", "3") CALL("main", "1", "83")
             FN("main", "80") CALL("atexit", "1", "3") FN("atexit", "3") CALL("main", "1", "0"),
         {FOLDS},
         "0x1 88 self 2\n"
         "  below 86 self 3 x1\n"
         "    <1> 83 self 83 x1\n"
         "      in main self 80\n"
         "      in atexit self 3\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* Up from main: 0x1 and what is below it are one row, unless a function there is a cycle. */
Test(path_tree, are_one_row_above_main)
{
    static const struct path_case cases[] = {
        {"up to the start",
         PROGRAM,
         {FOLDS, .goes_up = true, .functions = "main"},
         "main 50\n"
         "  0x1 50 x0?, 3 frames\n"},
        {"but not to a cycle",
         HEAD FN("a", "1") CALL("b", "1", "112") FN("b", "2") CALL("a", "1", "1")
             CALL("c", "1", "109") FN("c", "9") CALL("main", "1", "100") FN("main", "100"),
         {FOLDS, .goes_up = true, .functions = "main"},
         "main 100\n"
         "  c 100 x1?\n"
         "    <1> 100 x1?\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

Test(path_tree, is_of_starts_alone)
{
    static const struct path_case cases[] = {
        {"not of a function that is asked for",
         PROGRAM,
         {FOLDS, .functions = "below", .least = 20},
         "below 98 self 3\n"
         "  __libc_start_main 95 self 5 x1\n"
         "    main 80 self 50 x1\n"
         "      f 30 self 30 x3\n"
         "    (1 more, up to 10)\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* The tree of a start with so many frames below it, the last of which calls main. */
static char *show_frames(unsigned count)
{
    static const struct path_question question = {FOLDS};
    char *profile = NULL;
    size_t size;
    FILE *out = open_memstream(&profile, &size);

    cr_assert(out, "out of memory");
    fputs(HEAD, out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "fn=frame%u\n1 0\ncfn=frame%u\ncalls=1 1\n1 5\n", i, i + 1);
    fprintf(out, "fn=frame%u\n1 0\ncfn=main\ncalls=1 1\n1 5\nfn=main\n1 5\n", count);
    fclose(out);
    char *text = path_rows_show(profile, &question);
    free(profile);
    return text;
}

/* What is longer is the program's own. */
Test(path_tree, are_no_more_than_a_runtime_has)
{
    char *text = show_frames(31);
    cr_expect_str_eq(text, "frame0 5 self 0, 32 frames\n  main 5 self 5 x1\n");
    free(text);
    text = show_frames(32);
    cr_expect(strstr(text, "frames") == NULL, "%s", text);
    free(text);
}
