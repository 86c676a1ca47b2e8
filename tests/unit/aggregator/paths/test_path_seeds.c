/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows at the top: functions of cycles, and those that may be below each other. */

#include <criterion/criterion.h>

#include "aggregator/paths/path_seeds.h"
#include "base/array.h"
#include "support/path_rows.h"
#include "support/profile_text.h"
#include "support/temporary.h"

TestSuite(path_seeds, .init = temporary_enter, .fini = temporary_leave);

/* m calls a for 30; a and b call each other, and b calls c for 20. */
#define CYCLE                                                                                      \
    HEAD FN("m", "1") CALL("a", "1", "30") FN("a", "4") CALL("b", "1", "40") FN("b", "6")          \
        CALL("a", "1", "14") CALL("c", "2", "20") FN("c", "20")

Test(path_seeds, may_be_functions_of_a_cycle)
{
    static const struct path_case cases[] = {
        /* From its own 6 and its calls of c to all that the cycle cost. */
        {"which cost what it does together",
         CYCLE,
         {.functions = "b"},
         "b ~30[26-30] self 6\n"
         "  in a self ~4[0-4]\n"
         "  c ~20[16-20] self ~20[16-20] x2?\n"},
        /* a, f, b, f and a again: 16 of 30 are their own, and 4 and 5 of those f's. */
        {"in two contexts, which cost once what it does",
         HEAD FN("m", "1") CALL("a", "1", "30") FN("a", "1") CALL("f'a", "1", "40") FN("f'a", "4")
             CALL("b", "1", "38") FN("b", "6") CALL("f'b", "1", "18") CALL("c", "2", "14")
                 FN("f'b", "5") CALL("a", "1", "9") FN("c", "14"),
         {.functions = "f"},
         "f ~30[9-30] self 9\n"
         "  in b self ~6[0-6]\n"
         "  in a self ~1[0-1]\n"
         "  c ~14[0-14] self ~14[0-14] x2?\n"},
        /* m calls f for 20, and g for 4, which calls f for 3: f costs 23 of 24. Of the others' 15
           it has 14, which g's own 3 and the 12 of the second level are. */
        {"whose inclusive cost is known by its level",
         HEAD FN("m", "1") CALL("f", "1", "20") CALL("g", "1", "4") FN("f", "9")
             CALL("g", "1", "14") FN("g", "3") CALL("f", "1", "3") CALL("f'2", "1", "12")
                 FN("f'2", "8") CALL("g'2", "1", "7") FN("g'2", "4") CALL("f'2", "1", "3"),
         {.functions = "f"},
         "f 23 self 9\n"
         "  in g self ~2.8[2-3]\n"
         "  <1> ~11.2[11-12] self ~11.2[11-12] x1?\n"
         "    in f self ~7.46667[7-8]\n"
         "    in g self ~3.73333[3-4]\n"},
        {"of which nothing is known where it is called for more than there is",
         HEAD FN("m", "1") CALL("a", "1", "90") FN("a", "4") CALL("b", "1", "40") FN("b", "6")
             CALL("a", "1", "14"),
         {.functions = "b"},
         "b ~90? self ~6?\n"
         "  in a self ~4?\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/*
 * f costs 26 below main, 20 of which are below g; both are of the first level, since the profile
 * has no others. f and g cost 26 together, so that it was that: 26 * 26 / 46 and 26 * 20 / 46 are
 * estimated for the two.
 */
Test(path_seeds, may_be_below_each_other)
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
