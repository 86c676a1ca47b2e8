/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "aggregator/paths/path_building.h"
#include "aggregator/paths/paths.h"
#include "base/array.h"
#include "support/path_rows.h"
#include "support/profile_text.h"
#include "support/temporary.h"

TestSuite(path_starts, .init = temporary_enter, .fini = temporary_leave);

/* main and thread call work, which costs 30: 10 and 20 of it, and nothing else. */
#define THREADS                                                                                    \
    HEAD FN("main", "1") CALL("work", "4", "10") FN("thread", "2") CALL("work", "5", "20")         \
        FN("work", "30")

Test(path_starts, are_all_that_nobody_called)
{
    static const struct path_case cases[] = {
        {"the costliest first",
         THREADS,
         {0},
         "thread 22 self 2\n"
         "  work 20 self 20 x5\n"
         "main 11 self 1\n"
         "  work 10 self 10 x4\n"},
        {"as far as they reach the limit",
         THREADS,
         {.least = 11.5},
         "thread 22 self 2\n"
         "  work 20 self 20 x5\n"
         "(1 more, up to 11)\n"},
        {"with those that cost nothing",
         HEAD FN("m", "1") FN("z", "0"),
         {0},
         "m 1 self 1\n"
         "z 0 self 0\n"},
        {"with those that cost less",
         HEAD FN("m", "1") CALL("f", "1", "-3") FN("f", "-3"),
         {0},
         "m -2 self ~1?\n"
         "  f ~-3? self ~-3? x1\n"},
        {"of one name in one row",
         HEAD FN("t", "2") FN("t'2", "3") CALL("f", "2", "4") FN("f", "4"),
         {0},
         "t 9 self 5\n"
         "  f 4 self 4 x2\n"},
        {"nobody else: a function without code that is called",
         HEAD FN("m", "1") CALL("f", "1", "3"),
         {0},
         "m 4 self 1\n"
         "  f 3 self . x1\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* f cost 25, of which m called it for 10: it was started for 15. g's calls may be of either. */
Test(path_starts, are_where_more_was_spent_than_was_called)
{
    static const struct path_case cases[] = {
        {"of a function that is called besides",
         HEAD FN("m", "1") CALL("f", "1", "10") FN("f", "5") CALL("g", "4", "20") FN("g", "20"),
         {0},
         /* Of 15 and 25 g has 12 by estimate, at least 15 + 20 - 25; f itself 3, from 0 to 5. */
         "f 15 self ~3[0-5]\n"
         "  g ~12[10-15] self ~12[10-15] x4?\n"
         "m 11 self 1\n"
         "  f 10 self ~2[0-5] x1\n"
         "    g ~8[5-10] self ~8[5-10] x4?\n"},
        /* By A it is called for all that it cost. */
        {"by an event that is not the first",
         "events: A B\nfl=a\n" FN("m", "1 1") CALL("f", "1", "5 2") FN("f", "5 7"),
         {.events = {0, 1}, .n_events = 2},
         "m 6,3 self 1,1\n"
         "  f 5,2 self 5,2 x1\n"
         "f 0,5 self 0,5\n"},
        {"by an event that is not of the tree: no start",
         "events: A B\nfl=a\n" FN("m", "1 1") CALL("f", "1", "5 2") FN("f", "5 7"),
         {0},
         "m 6 self 1\n"
         "  f 5 self 5 x1\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* m calls f for 300, of which the second f has 200: of the first level as well, in its context. */
Test(path_starts, count_what_calls_itself_once)
{
    static const struct path_case cases[] = {
        {"in another context",
         HEAD FN("m", "10") CALL("f'm", "1", "300") FN("f'm", "100") CALL("f'f", "1", "200")
             FN("f'f", "200"),
         {.functions = "f"},
         "f 300 self 100\n"
         "  f 200 self 200 x1\n"},
        /* 40 of the 240 of the second are of a call by m: at least 40 - (240 - 6), 6 by estimate.
           Nobody knows which of the 340 are whose, of 300 and 240. */
        {"but for what others called",
         HEAD FN("m", "10") CALL("f'm", "1", "300") CALL("f'f", "1", "40") FN("f'm", "100")
             CALL("f'f", "1", "200") FN("f'f", "234") CALL("g", "1", "6") FN("g", "6"),
         {.functions = "f"},
         "f 340 self ~210.296[0-334]\n"
         "  f ~125.926[0-200] self ~122.778[0-200] x1?\n"
         "    g ~3.14815[0-6] self ~3.14815[0-6] x1?\n"
         "  g ~3.77778[0-6] self ~3.77778[0-6] x1?\n"},
        {"and those that do are not more than the calls",
         HEAD FN("m", "10") CALL("f'm", "1", "30") FN("f'm", "1") CALL("f'f", "1", "29")
             FN("f'f", "29") CALL("f'f", "1", "20"),
         {.functions = "f"},
         "f 30 self 1\n"
         "  f 29 self 29 x2\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* m calls a for 30; a and b call each other, and b calls c for 20. */
#define CYCLE_OF_TWO                                                                               \
    HEAD FN("m", "1") CALL("a", "1", "30") FN("a", "4") CALL("b", "1", "40") FN("b", "6")          \
        CALL("a", "1", "14") CALL("c", "2", "20") FN("c", "20")

Test(path_starts, may_be_functions_of_a_cycle)
{
    static const struct path_case cases[] = {
        {"which is the row",
         CYCLE_OF_TWO,
         {.functions = "b"},
         "<1> 30 self 10\n"
         "  in b self 6\n"
         "  in a self 4\n"
         "  c 20 self 20 x2\n"},
        /* a, f, b, f and a again: 16 of 30 are their own, and 4 and 5 of those f's. */
        {"in two contexts",
         HEAD FN("m", "1") CALL("a", "1", "30") FN("a", "1") CALL("f'a", "1", "40") FN("f'a", "4")
             CALL("b", "1", "38") FN("b", "6") CALL("f'b", "1", "18") CALL("c", "2", "14")
                 FN("f'b", "5") CALL("a", "1", "9") FN("c", "14"),
         {.functions = "f"},
         "<1> 30 self 16\n"
         "  in f self 9\n"
         "  in b self 6\n"
         "  in a self 1\n"
         "  c 14 self 14 x2\n"},
        {"whose levels are kept apart",
         HEAD FN("m", "1") CALL("f", "1", "20") CALL("g", "1", "4") FN("f", "9")
             CALL("g", "1", "14") FN("g", "3") CALL("f", "1", "3") CALL("f'2", "1", "12")
                 FN("f'2", "8") CALL("g'2", "1", "7") FN("g'2", "4") CALL("f'2", "1", "3"),
         {.functions = "f"},
         "<1> 24 self 12\n"
         "  in f self 9\n"
         "  in g self 3\n"
         "  <2> 12 self 12 x1\n"
         "    in f self 8\n"
         "    in g self 4\n"},
        {"of which nothing is known where it is called for more than there is",
         HEAD FN("m", "1") CALL("a", "1", "90") FN("a", "4") CALL("b", "1", "40") FN("b", "6")
             CALL("a", "1", "14"),
         {.functions = "b"},
         "<1> 90 self ~10?\n"
         "  in b self ~6?\n"
         "  in a self ~4?\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/*
 * f costs 26 below main, 20 of which are below g; both are of the first level, since the profile
 * has no others. f and g cost 26 together, so that it was that: 26 * 26 / 46 and 26 * 20 / 46 are
 * estimated for the two.
 */
Test(path_starts, may_be_below_each_other)
{
    static const struct path_case cases[] = {
        {"where contexts are kept and levels are not",
         HEAD FN("main", "1") CALL("f'main", "1", "26") FN("f'main", "4") CALL("g'f", "1", "22")
             FN("g'f", "2") CALL("f'g", "1", "20") FN("f'g", "20"),
         {.functions = "f"},
         "f 26 self ~13.5652[0-24]\n"
         "  g ~12.4348[0-22] self ~1.13043[0-2] x1?\n"
         "    f ~11.3043[0-20] self ~11.3043[0-20] x1?\n"},
        {"not where their levels are kept apart",
         HEAD FN("main", "1") CALL("f'main", "1", "26") FN("f'main", "4") CALL("g'f", "1", "22")
             FN("g'f", "2") CALL("f'2'g", "1", "20") FN("f'2'g", "20"),
         {.functions = "f"},
         "f 26 self 4\n"
         "  g 22 self 2 x1\n"
         "    f 20 self 20 x1\n"},
        {"not where they do not call each other",
         HEAD FN("main", "1") CALL("f'main", "1", "4") CALL("g'main", "1", "23") FN("f'main", "4")
             FN("g'main", "3") CALL("f'g", "1", "20") FN("f'g", "20"),
         {.functions = "f"},
         "f 24 self 24\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}
