/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
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
    struct error error = {0};

    path_rows_begin(&made, MILLION FN("m", "9223372036854775807"), &question);
    path_tree_add_starts(&made.tree, 0);
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

/* Each calls the next one; a cycle is one row, whichever of its functions it is asked for by. */
#define THREE                                                                                      \
    HEAD FN("m", "1") CALL("a", "1", "12") FN("a", "4") CALL("b", "1", "9") FN("b", "6")           \
        CALL("c", "1", "9") FN("c", "2") CALL("a", "1", "9")

Test(path_tree, are_below_the_row_of_a_cycle)
{
    static const struct path_case cases[] = {
        {"which is above the limit",
         THREE,
         {.functions = "b", .least = 3},
         "<1> 12 self 12\n"
         "  in b self 6\n"
         "  in a self 4\n"
         "  (1 more, up to 2)\n"},
        {"once, although several of them are asked for",
         THREE,
         {.functions = "a c", .least = 7},
         "<1> 12 self 12\n"
         "  (3 more, up to 6)\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
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
        /* By B others start it, for 9: their calls of main are of this row, too. */
        {"that start on their own by another event",
         "events: A B\nfl=a\nfn=0x1\n1 2 0\ncfn=below\ncalls=1 1\n1 80 3\nfn=below\n1 3 9\n"
         "cfn=main\ncalls=2 1\n1 77 3\nfn=main\n1 77 3\n",
         {FOLDS},
         "0x1 82 self 5, 2 frames\n"
         "  main 77 self 77 x2\n"},
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
         "  0x1 50 x1?, 3 frames\n"},
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
