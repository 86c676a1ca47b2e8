/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/view_kind.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/array.h"
#include "support/pulled_view.h"
#include "support/temporary.h"

/* They are older than the profiles. */
static void write_sources(void)
{
    temporary_enter();
    temporary_write("a", "one\ntwo\nthree\n");
    temporary_write("b", "eins\nzwei\n");
}

TestSuite(code_listing, .init = write_sources, .fini = temporary_leave);

/* Functions f of a and of b, and main of a, which calls them. */
#define PROFILE                                                                                    \
    "events: A\nfl=a\nfn=main\n1 1\ncfn=f\ncalls=2 1\n1 5\ncfi=b\ncfn=f\ncalls=1 1\n1 7\n"         \
    "fn=f\n3 5\nfl=b\nfn=f\n2 7\n"

Test(code_listing, has_a_section_for_each_function_or_file)
{
    static const struct view_case cases[] = {
        {"functions of one name",
         {.annotate = {"f", 1}},
         PROFILE,
         NULL,
         "== code\nlisting a:f | a\nline 3 a:f = 5 | three\n"
         "== code\nlisting b:f | b\nline 2 b:f = 7 | zwei\n"},
        {"a file",
         {.annotate = {"b", 1}},
         PROFILE,
         NULL,
         "== code\nlisting b | b\nline 2 b = 7 | zwei\n"},
        {"a line of a file",
         {.annotate = {"a:2", 3}},
         PROFILE,
         NULL,
         "== code\nlisting a | a\nsource 2 a | two\n"},
        {"the only function that an expression matches",
         {.annotate = {"mai", 3}},
         PROFILE,
         NULL,
         "== code\nlisting a:main | a\nline 1 a:main = 1 | one\ncallee b:f = 7 x1\n"
         "callee a:f = 5 x2\n"},
        /* Of f of b nothing ran. */
        {"but for those without lines",
         {.annotate = {"f", 1}},
         "events: A\nfl=a\nfn=main\n1 1\ncfi=b\ncfn=f\ncalls=1 1\n1 6\nfn=f\n3 5\n",
         NULL,
         "== code\nlisting a:f | a\nline 3 a:f = 5 | three\n"},
    };

    pulled_view_check(&code_listing_view, cases, ARRAY_LENGTH(cases));
}

/* Programs want lines with a cost alone. */
Test(code_listing, has_inclusive_cost_where_it_is_asked_for)
{
    static const struct view_case cases[] = {
        {"both",
         {.annotate = {"main", 4}, .shows_both = true, .context = 1},
         PROFILE,
         NULL,
         "== code\nlisting a:main | a\nline 1 a:main = 1 / 13 | one\ncallee b:f = 7 x1\n"
         "callee a:f = 5 x2\nsource 2 a:main | two\n"},
        {"inclusive",
         {.annotate = {"main", 4}, .is_inclusive = true},
         PROFILE,
         NULL,
         "== code\nlisting a:main | a\nline 1 a:main = 1 / 13 | one\ncallee b:f = 7 x1\n"
         "callee a:f = 5 x2\n"},
        {"for programs",
         {.annotate = {"main", 4}, .is_tabular = true, .context = 1},
         PROFILE,
         NULL,
         "== code\nlisting a:main | a\nline 1 a:main = 1 / 13 | one\ncallee b:f = 7 x1\n"
         "callee a:f = 5 x2\n"},
        {"folded",
         {.annotate = {"g", 1}},
         "events: A\nfl=a\nfn=g\n1 1\ncfn=g'2\ncalls=1 1\n1 2\nfn=g'2\n1 2\n",
         NULL,
         "== code\nlisting a:g | a\nline 1 a:g = 3 | one\ncallee a:g = 2 x1\n"},
        {"not folded",
         {.annotate = {"g", 1}, .is_unfolded = true},
         "events: A\nfl=a\nfn=g\n1 1\ncfn=g'2\ncalls=1 1\n1 2\nfn=g'2\n1 2\n",
         NULL,
         "== code\nlisting a:g | a\nline 1 a:g = 1 | one\ncallee a:g'2 = 2 x1\n"},
    };

    pulled_view_check(&code_listing_view, cases, ARRAY_LENGTH(cases));
}

/* They are a table then, of those alone that match. */
Test(code_listing, asks_which_of_several_functions_is_meant)
{
    static const struct view_case cases[] = {
        {"an expression that matches all but one",
         {.annotate = {"^[gh]", 5}, .n_rows = 30},
         "events: A\nfl=a\nfn=g\n1 1\nfn=h\n2 2\nfn=i\n3 3\n",
         NULL,
         "== hotspots\nhotspot a:h = 2 / 2\nhotspot a:g = 1 / 1\n"
         "warning : --annotate='^[gh]': several functions match, and are listed here: name one\n"},
    };

    pulled_view_check(&code_listing_view, cases, ARRAY_LENGTH(cases));
}

Test(code_listing, fails_where_there_is_nothing_to_list)
{
    static const struct view_case cases[] = {
        {"no such function or file",
         {.annotate = {"nowhere", 7}},
         PROFILE,
         NULL,
         "error: --annotate=nowhere: no such function or file\n"},
        {"a function that is only called",
         {.annotate = {"called", 6}},
         "events: A\nfl=a\nfn=main\n1 1\ncfn=called\ncalls=1 1\n1 1\n",
         NULL,
         "error: --annotate=called: no line of it has a cost\n"},
        {"an unknown event",
         {.annotate = {"f", 1}, .sort = {"Dw", 2}},
         PROFILE,
         NULL,
         "usage: --sort: Dw is not in this profile; record it with --cache-sim=yes\n"},
        {"a function's cost that does not fit",
         {.annotate = {"f", 1}, .show = {"X", 1}},
         "event: X = 4 A\nevents: A\nfl=a\nfn=f\n1 1\nfn=g\n1 3000000000000000000\nfl=b\nfn=h\n"
         "1 -3000000000000000000\n",
         NULL,
         "error: event 'X' does not fit into 64 bits\n"},
        /* One line of f costs what another one takes away. */
        {"a line's cost that does not fit",
         {.annotate = {"f", 1}, .show = {"X", 1}},
         "event: X = 4 A\nevents: A\nfl=a\nfn=f\n1 3000000000000000000\n2 -3000000000000000000\n",
         NULL,
         "error: event 'X' does not fit into 64 bits\n"},
    };

    pulled_view_check(&code_listing_view, cases, ARRAY_LENGTH(cases));
}

Test(code_listing, warns_where_calls_contradict_costs)
{
    static const struct view_case cases[] = {
        {"a call above the total",
         {.annotate = {"g", 1}},
         "events: A\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n1 3\nfn=g\n2 2\n",
         NULL,
         "== code\nlisting a:g | a\nline 2 a:g = 2 | two\n"
         "warning profile: some calls cost more than the whole program: the profile is not "
         "consistent\n"},
    };

    pulled_view_check(&code_listing_view, cases, ARRAY_LENGTH(cases));
}

Test(code_listing, keeps_spots)
{
    const struct view_options options = {.annotate = {"f", 1}};
    struct keep keep = code_listing_view.keep(&options, false);

    cr_expect_eq(keep.places, KEEP_SELF_AND_CALLS);
    cr_expect_eq(keep.lines, KEEP_NOTHING);
    cr_expect_eq(keep.spots, KEEP_SELF_AND_CALLS);
}
