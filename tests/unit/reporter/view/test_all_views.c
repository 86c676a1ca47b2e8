/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/view_kind.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/profile_text.h"
#include "support/shown_view.h"
#include "support/temporary.h"

TestSuite(all_views, .init = temporary_enter, .fini = temporary_leave);

#define OPTIONS                                                                                    \
    {                                                                                              \
        .view = VIEW_ALL, .context = 1                                                             \
    }

/* m costs 100: 60 in a, all of it in v, and 39 in b, 8 of it in v and 1 in w. */
#define PROGRAM                                                                                    \
    HEAD FN("m", "1") CALL("a", "1", "60") CALL("b", "2", "39") FN("a", "0") CALL("v", "3", "60")  \
        FN("b", "30") CALL("v", "4", "8") CALL("w", "5", "1") FN("v", "68") FN("w", "1")

Test(all_views, has_all_views)
{
    static const struct view_case cases[] = {
        {"functions, groups, trees down and up, and what is hot by its self cost", OPTIONS, PROGRAM,
         NULL,
         "== call graph\n"
         "node 0 a:m = 1 incl 100 x0\nnode 1 a:v = 68 incl 68 x7\nnode 2 a:a = 0 incl 60 x1\n"
         "node 3 a:b = 30 incl 39 x2\nnode 4 a:w = 1 incl 1 x5\n"
         "arc 0->2 = 60 incl 60 x1\narc 0->3 = 39 incl 39 x2\narc 2->1 = 60 incl 60 x3\n"
         "arc 3->1 = 8 incl 8 x4\narc 3->4 = 1 incl 1 x5\n"
         "== hotspots\nhotspot a:1 = 100\n"
         "== hotspots\nhotspot a = 100 incl 100 x15\n"
         "== hotspots\nhotspot . = 100 incl 100 x15\n"
         "== hotspots\nhotspot  = 100 incl 100 x15\n"
         "== hotspots\nhotspot  = 100 incl 100 x15\n"
         "== call tree\n"
         "tree a:m = 1 incl 100 at 0\n"
         "tree a:a = 0 incl 60 x1 at 1+\ntree a:v = 60 incl 60 x3 at 2\n"
         "tree a:b = 30 incl 39 x2 at 1\n"
         "tree a:v = 8 incl 8 x4 at 2+\ntree a:w = 1 incl 1 x5 at 2\n"
         "== call tree\n"
         "tree a:v = 68 at 0+\ntree a:a = 60 at 1+\ntree a:m = 60 at 2\n"
         "tree a:b = 8 at 1\ntree a:m = 8 at 2\n"
         "tree a:b = 30 at 0+\ntree a:m = 30 at 1\n"
         "tree a:m = 1 at 0+\ntree a:w = 1 at 0\ntree a:b = 1 at 1\ntree a:m = 1 at 2\n"
         "== code listing\nlisting a:v\nline a:v:1 = 68 incl 68\n"
         "== code listing\nlisting a:b\nline a:b:1 = 30 incl 39\n"
         "callee a:v = 8 x4\ncallee a:w = 1 x5\n"
         "== code listing\nlisting a:m\nline a:m:1 = 1 incl 100\n"
         "callee a:a = 60 x1\ncallee a:b = 39 x2\n"
         "== code listing\nlisting a:w\nline a:w:1 = 1 incl 1\n"
         "== code listing\nlisting a:a\nline a:a:1 = 0 incl 60\ncallee a:v = 60 x3\n"
         "== warnings\na: source not found: tried as recorded, in ./\n"},
        /* f and g call each other, 2 and 3 of it themselves; who is below whom is not told. */
        {"cycles, whose calls within add nothing to either end", OPTIONS,
         HEAD FN("m", "0") CALL("f", "1", "5") FN("f", "2") CALL("g", "1", "4") FN("g", "3")
             CALL("f", "1", "1"),
         NULL,
         "== call graph\nnode 0 a:f number 1 of 0 = 2 incl ~5 x2\nnode 1 a:m = 0 incl 5 x0\n"
         "node 2 a:g number 1 of 0 = 3 incl ~3 x1\ncycle <cycle 1> number 1 of 2 incl 5\n"
         "arc 0->2 = . incl . x1\narc 1->0 = 5 incl 5 x1\narc 2->0 = . incl . x1\n"
         "== hotspots\nhotspot a:1 = 5\n"
         "== hotspots\nhotspot a = 5 incl 5 x3\n"
         "== hotspots\nhotspot . = 5 incl 5 x3\n"
         "== hotspots\nhotspot  = 5 incl 5 x3\n"
         "== hotspots\nhotspot  = 5 incl 5 x3\n"
         "== call tree\ntree a:m = 0 incl 5 at 0\n"
         "tree <cycle 1> number 1 of 2 = 5 incl 5 x1 at 1\n"
         "tree a:g = 3 member at 2+\ntree a:f = 2 member at 2\n"
         "== call tree\n"
         "tree a:g = 3 at 0+\n"
         "tree <cycle 1> number 1 of 2 = 3 at 1\n"
         "tree a:m = 3 at 2\n"
         "tree a:f = 2 at 0\n"
         "tree <cycle 1> number 1 of 2 = 2 at 1\n"
         "tree a:m = 2 at 2\n"
         "== code listing\nlisting a:g\nline a:g:1 = 3 incl ~3\ncallee a:f = . x1\n"
         "== code listing\nlisting a:f\nline a:f:1 = 2 incl ~2\ncallee a:g = . x1\n"
         "== code listing\nlisting a:m\nline a:m:1 = 0 incl 5\ncallee a:f = 5 x1\n"
         "== warnings\na: source not found: tried as recorded, in ./\n"},
        {"no trees without calls, and no code without lines", OPTIONS,
         "events: A\nfl=???\nfn=f\n0 3\nfn=g\n0 4\n", NULL,
         "== call graph\nnode 0 ???:g = 4 incl 4 x0\nnode 1 ???:f = 3 incl 3 x0\n"
         "== hotspots\nhotspot ??? = 7\n"
         "== hotspots\nhotspot ??? = 7 incl 7 x0\n"
         "== hotspots\nhotspot . = 7 incl 7 x0\n"
         "== hotspots\nhotspot  = 7 incl 7 x0\n"
         "== hotspots\nhotspot  = 7 incl 7 x0\n"},
        {"parts and threads, where there are several", OPTIONS,
         "part: 1\nthread: 1\nevents: A\nfl=???\nfn=f\n0 3\npart: 1\nthread: 2\nfn=f\n0 4\n", NULL,
         "== call graph\nnode 0 ???:f = 7 incl 7 x0\n"
         "== hotspots\nhotspot ??? = 7\n"
         "== hotspots\nhotspot ??? = 7 incl 7 x0\n"
         "== hotspots\nhotspot . = 7 incl 7 x0\n"
         "== hotspots\nhotspot  = 7 incl 7 x0\n"
         "== hotspots\nhotspot  = 7 incl 7 x0\n"
         "== hotspots\nhotspot thread 2 = 4\nhotspot thread 1 = 3\n"
         "== hotspots\nhotspot part 1, thread 2 = 4\nhotspot part 1, thread 1 = 3\n"},
    };

    check_view(&all_views, cases, ARRAY_LENGTH(cases), SHOW_ROWS);
}

Test(all_views, is_drawn_by_cost)
{
    static const struct view_case cases[] = {
        {"not by calls",
         {.view = VIEW_ALL, .sort = {"calls", 5}},
         PROGRAM,
         NULL,
         "not opened: error usage: a page is drawn by cost, not by calls or a ratio\n"},
    };

    check_view(&all_views, cases, ARRAY_LENGTH(cases), SHOW_ROWS);
}

/* The recorded events and those of the profile, and built-in ratios, but no built-in sums. */
Test(all_views, has_ratios)
{
    const struct view_options options = OPTIONS;
    char *text =
        show_view(&all_views, &options,
                  "events: Ir I1mr\nevent: Twice = 2 Ir\nfl=???\nfn=f\n0 200 3\n", NULL, SHOW_ROWS);

    cr_expect(strstr(text, "node 0 ???:f = 200 3 400 1.5 incl 200 3 400 1.5 x0\n") != NULL, "%s",
              text);
    free(text);
}

/* A name that --show could not have, since a comma is between names there. */
Test(all_views, has_events_of_any_name)
{
    const struct view_options options = OPTIONS;
    char *text = show_view(&all_views, &options, "events: a,b Ir I1mr\nfl=???\nfn=f\n0 5 200 3\n",
                           NULL, SHOW_ROWS);

    cr_expect(strstr(text, "node 0 ???:f = 5 200 3 1.5 incl 5 200 3 1.5 x0\n") != NULL, "%s", text);
    free(text);
}
