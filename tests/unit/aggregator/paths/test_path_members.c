/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/paths/path_members.h"

#include <criterion/criterion.h>

#include "base/array.h"
#include "support/path_rows.h"
#include "support/profile_text.h"
#include "support/temporary.h"

TestSuite(path_members, .init = temporary_enter, .fini = temporary_leave);

/* a and b call each other for what does not matter; 4 and 6 are their own, c's 20 is b's call. */
#define CYCLE                                                                                      \
    FN("a", "4")                                                                                   \
    CALL("b", "1", "77") FN("b", "6") CALL("a", "1", "55") CALL("c", "2", "20") FN("c", "20")

Test(path_members, are_below_the_row_of_their_cycle)
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

Test(path_members, are_of_each_name)
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

Test(path_members, are_shares_of_their_cycle)
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

Test(path_members, are_not_shown_where_paths_go_up)
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
         "  f 9 self 9 x1\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}
