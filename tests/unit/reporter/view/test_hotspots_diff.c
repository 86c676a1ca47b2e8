/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hotspots of a difference: what changed most. */

#include <criterion/criterion.h>

#include "base/array.h"
#include "reporter/view/view_kind.h"
#include "support/shown_view.h"
#include "support/temporary.h"

TestSuite(hotspots_diff, .init = temporary_enter, .fini = temporary_leave);

/* main costs 4 more than it did and f 20 less, g the same; h is new, i is gone. */
#define FRESH "events: Ir\nfl=a.c\nfn=main\n1 14\nfn=f\n1 40\nfn=g\n1 5\nfn=h\n1 1\n"
#define OLD "events: Ir\nfl=a.c\nfn=main\n1 10\nfn=f\n1 60\nfn=g\n1 5\nfn=i\n1 25\n"
#define I_GONE "hotspot a.c:i = -25 incl -25 x0 was 25 incl 25 x0 gone\n"
#define F_LESS "hotspot a.c:f = -20 incl -20 x0 was 60 incl 60 x0\n"
#define MAIN_MORE "hotspot a.c:main = 4 incl 4 x0 was 10 incl 10 x0\n"
#define H_NEW "hotspot a.c:h = 1 incl 1 x0 was . incl . x0 new\n"

Test(hotspots_diff, are_ranked_by_size)
{
#define COUNT(number) .has_least = true, .least = {.kind = BOUND_COUNT, .figure = (number) }
#define PERCENT(number)                                                                            \
    .has_least = true, .least = {.kind = BOUND_PERCENT, .figure = (number)*1000000}
    static const struct view_case cases[] = {
        {"what is as it was is left out for people",
         {.n_rows = 9},
         FRESH,
         OLD,
         "== hotspots\n" I_GONE F_LESS MAIN_MORE H_NEW},
        {"and not for machines",
         {.n_rows = 9, .is_complete = true},
         FRESH,
         OLD,
         "== hotspots\n" I_GONE F_LESS MAIN_MORE H_NEW
         "hotspot a.c:g = 0 incl 0 x0 was 5 incl 5 x0\n"},
        {"--min-delta",
         {.n_rows = 9, COUNT(4)},
         FRESH,
         OLD,
         "== hotspots\n" I_GONE F_LESS MAIN_MORE},
        {"one more", {.n_rows = 9, COUNT(5)}, FRESH, OLD, "== hotspots\n" I_GONE F_LESS},
        {"--min-delta is of the old total, which is 100",
         {.n_rows = 9, PERCENT(21)},
         FRESH,
         OLD,
         "== hotspots\n" I_GONE},
        {"it holds for machines",
         {.n_rows = 9, .is_complete = true, COUNT(1)},
         FRESH,
         OLD,
         "== hotspots\n" I_GONE F_LESS MAIN_MORE H_NEW},
        /* 25, 20, 4 and 1 are 50. */
        {"a threshold is of all sizes",
         {.n_rows = 9, .has_threshold = true, .threshold = {"51", 2}},
         FRESH,
         OLD,
         "== hotspots\n" I_GONE F_LESS},
        {"calls by their size",
         {.n_rows = 1, .sort = {"calls", 5}},
         "events: Ir\nfl=a.c\nfn=m\n1 1\ncfn=f\ncalls=2 1\n1 9\ncfn=g\ncalls=1 1\n1 9\nfn=f\n1 9\n"
         "fn=g\n1 9\n",
         "events: Ir\nfl=a.c\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 9\ncfn=g\ncalls=4 1\n1 9\nfn=f\n1 9\n"
         "fn=g\n1 9\n",
         "== hotspots\nhotspot a.c:g = 0 incl 0 x-3 was 9 incl 9 x4\n"},
        {"a function that moved",
         {.n_rows = 9},
         "events: Ir\nfl=n.c\nfn=f\n1 9\n",
         "events: Ir\nfl=o.c\nfn=f\n1 8\n",
         "== hotspots\nhotspot n.c:f = 1 incl 1 x0 was 8 incl 8 x0 moved o.c:f\n"},
    };
#undef COUNT
#undef PERCENT

    check_view(&hotspots_view, cases, ARRAY_LENGTH(cases), SHOW_ROWS);
}

/* The totals are those of the old profile. */
Test(hotspots_diff, have_columns_as_wide_as_the_rows_shown)
{
    static const struct view_case cases[] = {
        {"calls that are gone, and all else as before",
         {.n_rows = 1},
         "events: Ir\nfl=a.c\nfn=f\n1 5\nfn=g\n1 0\n",
         "events: Ir\nfl=a.c\nfn=f\n1 5\ncfn=g\ncalls=1 1\n1 0\nfn=g\n1 0\n",
         "== hotspots\ntable by function measured 0 inclusive difference most calls -1\n"
         "column Ir total 5 change 0 largest 0 smallest 0 self . incl .\n"
         "hotspot a.c:g = 0 incl 0 x-1 was 0 incl 0 x1\n"},
        {"a difference",
         {.n_rows = 2},
         FRESH,
         OLD,
         "== hotspots\ntable by function measured 0 difference most calls 0\n"
         "column Ir total 100 change -40 largest -20 smallest -25 self . incl .\n" I_GONE F_LESS},
    };

    check_view(&hotspots_view, cases, ARRAY_LENGTH(cases), SHOW_COLUMNS);
}
