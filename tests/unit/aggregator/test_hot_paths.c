/* SPDX-License-Identifier: GPL-3.0-or-later */

/* tests/whole/test_hot_paths.c holds ways against the truth. */

#include "aggregator/hot_paths.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(hot_paths, .init = temporary_enter, .fini = temporary_leave);

/* The way to a function, the last `room` steps of it: names with blanks between, then its width. */
static void check_way(const char *profile, size_t column, const char *to, size_t room,
                      const char *expected)
{
    struct figured figured;
    struct hot_paths paths;
    struct hot_step steps[8];
    char name[40], text[200] = "";

    snprintf(name, sizeof name, "a:%s", to);
    figured_read(&figured, profile, FOLDED(BY_FUNCTION));
    const struct rows *rows = figured.figures.rows;
    hot_paths_create(&paths, &figured.figures, column);
    row_id row = figured_find(rows, name);
    size_t count = hot_paths_to(&paths, row, steps, room);
    for (size_t i = 0; i < count; i++) {
        bool is_called = steps[i].arc != NO_ID;
        if (is_called && i != 0)
            cr_expect_eq(row_call(figured.figures.calls, steps[i].arc).caller, steps[i - 1].row);
        strcat(text, is_called ? ">" : "");
        strcat(strcat(text, rows_names(rows, steps[i].row).function.at), " ");
    }
    snprintf(text + strlen(text), 30, "%" PRIi64, paths.widths[row]);
    cr_expect_str_eq(text, expected, "to %s: '%s', not '%s'", to, text, expected);
    hot_paths_free(&paths);
    figured_free(&figured);
}

/* By Ir main's calls of h cost most, by Dr those of f. */
static const char plain[] =
    "events: Ir Dr\nfl=a\nfn=main\n1 1 1\ncfn=f\ncalls=1 1\n1 30 9\ncfn=h\ncalls=2 1\n1 50 5\n"
    "fn=f\n2 10 4\ncfn=g\ncalls=3 1\n2 20 5\nfn=h\n3 10 1\ncfn=g\ncalls=4 1\n3 40 4\n"
    "fn=g\n4 60 9\n";

Test(hot_paths, are_the_widest)
{
    check_way(plain, 0, "g", 8, "main >h >g 40");
    check_way(plain, 1, "g", 8, "main >f >g 5");
    check_way(plain, 0, "main", 8, "main 81");
}

Test(hot_paths, are_cut_at_their_beginning)
{
    check_way(plain, 0, "g", 2, ">h >g 40");
    check_way(plain, 0, "g", 1, ">g 40");
}

/* v's calls of g cost most, but v is called by three that each spend 10 on it. */
Test(hot_paths, do_not_go_up)
{
    check_way("events: Ir\nfl=a\nfn=main\n1 1\ncfn=x\ncalls=1 1\n1 10\ncfn=y\ncalls=1 1\n1 10\n"
              "cfn=z\ncalls=1 1\n1 10\ncfn=h\ncalls=1 1\n1 20\nfn=x\n2 0\ncfn=v\ncalls=1 1\n2 10\n"
              "fn=y\n3 0\ncfn=v\ncalls=1 1\n3 10\nfn=z\n4 0\ncfn=v\ncalls=1 1\n4 10\nfn=v\n5 0\n"
              "cfn=g\ncalls=3 1\n5 30\nfn=h\n6 0\ncfn=g\ncalls=1 1\n6 20\nfn=g\n7 50\n",
              0, "g", 8, "main >h >g 20");
}

/* worker is called for 10 by main; the other 90 are a thread's, which nobody called. */
Test(hot_paths, start_where_cost_was_entered_without_a_call)
{
    static const char threads[] =
        "events: Ir\nfl=a\nfn=main\n1 1\ncfn=worker\ncalls=1 1\n1 10\nfn=worker\n2 20\ncfn=g\n"
        "calls=1 1\n2 80\nfn=g\n3 80\n";

    check_way(threads, 0, "worker", 8, "worker 90");
    check_way(threads, 0, "g", 8, "worker >g 80");
}

/* f and g call each other and are called from main for all they cost: neither is a start. */
Test(hot_paths, enter_cycles_where_these_are_called)
{
    check_way("events: Ir\nfl=a\nfn=main\n1 1\ncfn=f\ncalls=1 1\n1 60\nfn=f\n2 10\ncfn=g\n"
              "calls=5 1\n2 70\nfn=g\n3 50\ncfn=f\ncalls=4 1\n3 40\n",
              0, "g", 8, "main >f >g 60");
}

/* Of a cycle that nobody calls any member may be the start. */
Test(hot_paths, start_in_cycles_that_nobody_calls)
{
    check_way("events: Ir\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=1 1\n1 2\nfn=g\n1 1\ncfn=f\n"
              "calls=1 1\n1 1\n",
              0, "g", 8, "g 2");
}

/* Levels: main > f > g > f'2 > g'2. */
Test(hot_paths, count_first_levels)
{
    check_way("events: Ir\nfl=a\nfn=main\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n2 2\ncfn=g\n"
              "calls=1 1\n2 28\nfn=g\n3 4\ncfn=f'2\ncalls=1 1\n3 24\nfn=f'2\n2 8\ncfn=g'2\n"
              "calls=1 1\n2 16\nfn=g'2\n3 16\n",
              0, "g", 8, "main >f >g 28");
}

/* Two ways of the same cost: the shorter one; two of the same length, by name. */
Test(hot_paths, are_the_shortest_and_then_the_first)
{
    static const char equal[] =
        "events: Ir\nfl=a\nfn=main\n1 1\ncfn=x\ncalls=1 1\n1 10\ncfn=c\ncalls=1 1\n1 10\ncfn=b\n"
        "calls=1 1\n1 10\nfn=x\n2 0\ncfn=y\ncalls=1 1\n2 10\nfn=y\n2 0\ncfn=g\ncalls=1 1\n2 10\n"
        "fn=c\n3 0\ncfn=g\ncalls=1 1\n3 10\nfn=b\n4 0\ncfn=g\ncalls=1 1\n4 10\nfn=g\n5 30\n";

    check_way(equal, 0, "g", 8, "main >b >g 10");
}

Test(hot_paths, are_there_without_costs)
{
    check_way("events: Ir\nfl=a\nfn=main\n1\ncfn=f\ncalls=1 1\n1\nfn=f\n2\n", 0, "f", 8,
              "main >f 0");
}
