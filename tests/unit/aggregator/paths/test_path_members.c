/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/paths/path_members.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

/* Each calls the next one; what they cost themselves is known of the first two levels alone. */
#define THREE                                                                                      \
    HEAD FN("m", "1") CALL("a", "1", "12") FN("a", "4") CALL("b", "1", "9") FN("b", "6")           \
        CALL("c", "1", "9") FN("c", "2") CALL("a", "1", "9")

Test(path_members, are_below_rows_of_one_of_them_but_for_itself)
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
Test(path_members, do_not_take_long_where_they_are_many, .timeout = 20)
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
    cr_assert(path_tree_add_functions(&made.tree, is_wanted, 0, &top, &error), "%s", error.text);
    cr_assert_eq(top.count, count);
    for (uint32_t row = top.first; row < top.first + top.count; row++) {
        int64_t self = made.tree.costs[made.tree.rows[row].self].least;
        cr_assert(path_tree_add_below(&made.tree, row, INFINITY, &below, &error), "%s", error.text);
        cr_assert_eq(below.count, 0);
        cr_assert_eq(below.n_left_out, count - 1);
        cr_assert_eq(below.most_left_out, count - (self == count));
    }
    path_rows_free(&made);
    free(is_wanted);
    free(profile);
}
