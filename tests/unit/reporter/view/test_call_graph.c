/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/view_kind.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "profile/filter.h"
#include "support/profile_text.h"
#include "support/shown_view.h"
#include "support/temporary.h"

TestSuite(call_graph, .init = temporary_enter, .fini = temporary_leave);

/* m costs 100: 60 in a, all of it in v, and 39 in b, 8 of it in v and 1 in w. */
#define PROGRAM                                                                                    \
    HEAD FN("m", "1") CALL("a", "1", "60") CALL("b", "2", "39") FN("a", "0") CALL("v", "3", "60")  \
        FN("b", "30") CALL("v", "4", "8") CALL("w", "5", "1") FN("v", "68") FN("w", "1")

#define M "node 0 a:m = 1 incl 100 x0\n"
#define V "node 1 a:v = 68 incl 68 x7\n"
#define A "node 2 a:a = 0 incl 60 x1\n"
#define B "node 3 a:b = 30 incl 39 x2\n"

Test(call_graph, has_what_reaches_the_limit)
{
    static const struct view_case cases[] = {
        /* Not b's calls of v, which cost 8, nor w. */
        {"functions and calls",
         {.least_percent = 10},
         PROGRAM,
         NULL,
         "== call graph\n" M V A B "arc 2->1 = 60 x3\narc 0->2 = 60 x1\narc 0->3 = 39 x2\n"},
        /* No calls of v reach 65, so that it has the costliest from a function that is there. */
        {"and the costliest calls of what none leads to else",
         {.least_percent = 65},
         HEAD FN("m", "40") CALL("v", "1", "20") CALL("a", "1", "60") FN("a", "0")
             CALL("v", "3", "60") FN("v", "80"),
         NULL,
         "== call graph\n"
         "node 0 a:m = 40 incl 120 x0\nnode 1 a:v = 80 incl 80 x4\narc 0->1 = 20 x1\n"},
        {"nothing that costs nothing",
         {.least_percent = 0},
         HEAD FN("m", "1") CALL("f", "1", "0") FN("f", "0"),
         NULL,
         "== call graph\nnode 0 a:m = 1 incl 1 x0\n"},
        {"calls of itself, which cost nothing more",
         {.least_percent = 10},
         HEAD FN("m", "1") CALL("f", "1", "9") FN("f", "9") CALL("f", "2", "6"),
         NULL,
         "== call graph\nnode 0 a:m = 1 incl 10 x0\nnode 1 a:f = 9 incl 9 x3\n"
         "arc 0->1 = 9 x1\narc 1->1 = . x2\n"},
    };

    check_view(&call_graph_view, cases, ARRAY_LENGTH(cases), SHOW_ROWS);
}

static void check_around(const char *centre, size_t depth, double least_percent,
                         const char *expected)
{
    struct view_options options = {
        .view = VIEW_CALL_GRAPH, .least_percent = least_percent, .depth = depth};
    struct error error = {0};

    cr_assert(pattern_set(&options.peek, "peek", centre, &error), "%s", error.text);
    char *text = show_view(&call_graph_view, &options, PROGRAM, NULL, SHOW_ROWS);
    cr_expect_str_eq(text, expected);
    free(text);
    pattern_free(&options.peek);
}

Test(call_graph, is_around_what_matches)
{
    /* All of its neighbours, and what they call is no neighbour of b's callers. */
    check_around("^b$", 1, 0,
                 "== call graph\n"
                 "node 0 a:m = 1 incl 100 x0\nnode 1 a:v = 68 incl 68 x7\n"
                 "node 2 centre a:b = 30 incl 39 x2\nnode 3 a:w = 1 incl 1 x5\n"
                 "arc 2->1 = 8 x4\narc 0->2 = 39 x2\narc 2->3 = 1 x5\n");
    /* 10 % of the 39 that b costs. */
    check_around("^b$", 1, 10,
                 "== call graph\n"
                 "node 0 a:m = 1 incl 100 x0\nnode 1 a:v = 68 incl 68 x7\n"
                 "node 2 centre a:b = 30 incl 39 x2\narc 2->1 = 8 x4\narc 0->2 = 39 x2\n");
    check_around("^w$", 1, 0,
                 "== call graph\n"
                 "node 0 a:b = 30 incl 39 x2\nnode 1 centre a:w = 1 incl 1 x5\n"
                 "arc 0->1 = 1 x5\n");
    check_around("nosuch", 1, 0, "not opened: error failed: --peek: no function matches\n");
}
