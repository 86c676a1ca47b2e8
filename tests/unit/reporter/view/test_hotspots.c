/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/view_kind.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "profile/profile.h"
#include "support/shown_view.h"
#include "support/temporary.h"

TestSuite(hotspots, .init = temporary_enter, .fini = temporary_leave);

/*
 * main, of 10, calls f three times for 60 and g nine times for 5; f calls g once for 20. So g costs
 * 25, f 40 itself and 60 with g, and main 75. Dr is given for f alone.
 */
#define PROFILE                                                                                    \
    "events: Ir Dr\nfl=a.c\nfn=main\n1 10\ncfn=f\ncalls=3 2\n1 60 7\ncfi=d/b.c\ncfn=g\n"           \
    "calls=9 1\n2 5\nfn=f\n2 40 7\ncfi=d/b.c\ncfn=g\ncalls=1 1\n2 20\nfl=d/b.c\nfn=g\n1 25\n"

/* e and o call each other without levels: main spends 30 in them, of which 10 and 20 are theirs. */
#define CYCLE                                                                                      \
    "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=e\ncalls=1 1\n1 30\nfn=e\n2 10\ncfn=o\ncalls=2 1\n"     \
    "2 44\nfn=o\n3 20\ncfn=e\ncalls=1 1\n3 24\n"

#define MAIN "hotspot a.c:main = 10 incl 75 x0\n"
#define F "hotspot a.c:f = 40 incl 60 x3\n"
#define G "hotspot d/b.c:g = 25 incl 25 x10\n"

static void check(const struct view_case *cases, size_t count)
{
    check_view(&hotspots_view, cases, count, SHOW_ROWS);
}

Test(hotspots, are_ranked_by_the_metric)
{
    static const struct view_case cases[] = {
        {"self cost", {.n_rows = 30}, PROFILE, NULL, "== hotspots\n" F G MAIN},
        {"the event shown first",
         {.n_rows = 30, .show = {"Dr,Ir", 5}},
         PROFILE,
         NULL,
         "== hotspots\n"
         "hotspot a.c:f = 7 40 incl 7 60 x3\n"
         "hotspot a.c:main = . 10 incl 7 75 x0\n"
         "hotspot d/b.c:g = . 25 incl . 25 x10\n"},
        {"inclusive cost, asked for by --inclusive",
         {.n_rows = 30, .is_inclusive = true},
         PROFILE,
         NULL,
         "== hotspots\n" MAIN F G},
        {"inclusive cost, asked for by --sort",
         {.n_rows = 30, .sort = {"incl(Ir)", 8}},
         PROFILE,
         NULL,
         "== hotspots\n" MAIN F G},
        {"calls", {.n_rows = 30, .sort = {"calls", 5}}, PROFILE, NULL, "== hotspots\n" G F MAIN},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(hotspots, have_the_names_of_their_key)
{
    static const struct view_case cases[] = {
        {"a file",
         {.n_rows = 1, .by = BY_FILE},
         PROFILE,
         NULL,
         "== hotspots\nhotspot a.c = 50 incl 75 x3\n"},
        {"a directory",
         {.n_rows = 2, .by = BY_DIRECTORY},
         PROFILE,
         NULL,
         "== hotspots\nhotspot . = 50 incl 75 x3\nhotspot d = 25 incl 25 x10\n"},
        {"an object",
         {.n_rows = 1, .by = BY_OBJECT},
         "events: Ir\nob=lib\nfl=a.c\nfn=f\n1 5\n",
         NULL,
         "== hotspots\nhotspot [lib] = 5 incl 5 x0\n"},
        {"a function in an object",
         {.n_rows = 1},
         "events: Ir\nob=lib\nfl=a.c\nfn=f\n1 5\n",
         NULL,
         "== hotspots\nhotspot a.c:f[lib] = 5 incl 5 x0\n"},
        {"a level, not folded",
         {.n_rows = 2, .is_unfolded = true},
         "events: Ir\nfl=a.c\nfn=f\n1 5\ncfn=f'2\ncalls=1 1\n1 3\nfn=f'2\n1 3\n",
         NULL,
         "== hotspots\nhotspot a.c:f = 5 incl 8 x0\nhotspot a.c:f'2 = 3 incl 3 x1\n"},
        {"a level, folded",
         {.n_rows = 2},
         "events: Ir\nfl=a.c\nfn=f\n1 5\ncfn=f'2\ncalls=1 1\n1 3\nfn=f'2\n1 3\n",
         NULL,
         "== hotspots\nhotspot a.c:f = 8 incl 8 x1\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Lines have no calls; b.c is nowhere, and line 0 has no text. */
Test(hotspots, by_line_have_their_source_text)
{
    static const struct view_case cases[] = {
        {"lines",
         {.n_rows = 30, .by = BY_LINE},
         "events: Ir\nfl=a.c\nfn=f\n3 7\n1 5\n0 2\nfl=b.c\nfn=g\n1 6\n",
         NULL,
         "== hotspots\n"
         "hotspot a.c:3 = 7 \"third\"\n"
         "hotspot b.c:1 = 6\n"
         "hotspot a.c:1 = 5 \"first();\"\n"
         "hotspot a.c = 2\n"},
        {"no more than are shown",
         {.n_rows = 1, .by = BY_LINE},
         "events: Ir\nfl=a.c\nfn=f\n3 7\n1 5\n",
         NULL,
         "== hotspots\nhotspot a.c:3 = 7 \"third\"\n"},
    };

    temporary_write("a.c", "\tfirst();\nsecond\nthird\n");
    check(cases, ARRAY_LENGTH(cases));
}

/* Of 75 the rows have 40, 25 and 10: 53.3 %, 86.7 % and 100 %. Of 13 calls 10, 3 and none. */
Test(hotspots, are_shown_until_there_are_enough)
{
#define THRESHOLD(percent) .has_threshold = true, .threshold = {(percent), sizeof(percent) - 1 }
    static const struct view_case cases[] = {
        {"a number of rows", {.n_rows = 2}, PROFILE, NULL, "== hotspots\n" F G},
        {"the first row is enough",
         {.n_rows = 9, THRESHOLD("53")},
         PROFILE,
         NULL,
         "== hotspots\n" F},
        {"and just not", {.n_rows = 9, THRESHOLD("53.4")}, PROFILE, NULL, "== hotspots\n" F G},
        {"a number goes before a threshold",
         {.n_rows = 1, THRESHOLD("99")},
         PROFILE,
         NULL,
         "== hotspots\n" F},
        {"nothing", {.n_rows = 9, THRESHOLD("0")}, PROFILE, NULL, "== hotspots\n"},
        /* By inclusive cost a row is by itself: f has 80 %, which leaves 20 %. */
        {"the first row that leaves as much",
         {.n_rows = 9, .is_inclusive = true, THRESHOLD("20")},
         PROFILE,
         NULL,
         "== hotspots\n" MAIN F},
        {"calls are a share of all calls",
         {.n_rows = 9, .sort = {"calls", 5}, THRESHOLD("76")},
         PROFILE,
         NULL,
         "== hotspots\n" G},
        {"100 is every row, also those that add nothing",
         {.n_rows = 9, .sort = {"Dr", 2}, THRESHOLD("100%")},
         PROFILE,
         NULL,
         "== hotspots\n"
         "hotspot a.c:f = 7 incl 7 x3\n"
         "hotspot a.c:main = . incl 7 x0\n"
         "hotspot d/b.c:g = . incl . x10\n"},
    };
#undef THRESHOLD

    check(cases, ARRAY_LENGTH(cases));
}

Test(hotspots, for_machines_are_all_with_all_events)
{
    static const struct view_case cases[] = {
        {"all rows, all events",
         {.n_rows = 1, .is_complete = true},
         PROFILE,
         NULL,
         "== hotspots\n"
         "hotspot a.c:f = 40 7 incl 60 7 x3\n"
         "hotspot d/b.c:g = 25 . incl 25 . x10\n"
         "hotspot a.c:main = 10 . incl 75 7 x0\n"},
        {"the number that was asked for",
         {.n_rows = 1, .has_limit = true, .is_complete = true},
         PROFILE,
         NULL,
         "== hotspots\nhotspot a.c:f = 40 7 incl 60 7 x3\n"},
        {"the functions of the report, in a table",
         {.view = VIEW_CLASSIC, .n_rows = 1, .is_tabular = true},
         PROFILE,
         NULL,
         "== hotspots\n" F G MAIN},
        {"hotspots in a table are no more than elsewhere",
         {.view = VIEW_HOTSPOTS, .n_rows = 1, .is_tabular = true},
         PROFILE,
         NULL,
         "== hotspots\n" F},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(hotspots, are_those_that_the_filter_lets_through)
{
    struct view_options options = {.n_rows = 9};
    struct error error = {0};

    cr_assert(pattern_set(&options.filter.function, "function", "!f", &error));
    char *text = show_view(&hotspots_view, &options, PROFILE, NULL, SHOW_ROWS);
    cr_expect_str_eq(text, "== hotspots\n" G MAIN);
    free(text);
    filter_free(&options.filter);
}

/* A cycle has inclusive cost alone. What main, with all it calls, costs is 31. */
Test(hotspots, by_inclusive_cost_have_cycles_among_them)
{
    static const struct view_case cases[] = {
        {"by inclusive cost",
         {.n_rows = 9, .is_inclusive = true},
         CYCLE,
         NULL,
         "== hotspots\n"
         "hotspot a.c:main = 1 incl 31 x0\n"
         "cycle <cycle 1> number 1 of 2 incl 30\n"
         "hotspot a.c:e = 10 incl ~30 x2\n"
         "hotspot a.c:o = 20 incl ~20 x2\n"},
        {"not by self cost",
         {.n_rows = 9},
         CYCLE,
         NULL,
         "== hotspots\n"
         "hotspot a.c:o = 20 incl ~20 x2\n"
         "hotspot a.c:e = 10 incl ~30 x2\n"
         "hotspot a.c:main = 1 incl 31 x0\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

#define NO_CALLS "events: Ir\nfl=a.c\nfn=f\n1 5\n"
#define ALONE "hotspot a.c:f = 5 incl 5 x0\n"

/* Columns have the extent of the rows shown, with their inclusive cost. */
Test(hotspots, have_columns_as_wide_as_the_rows_shown)
{
    static const struct view_case cases[] = {
        {"one event for people",
         {.n_rows = 2},
         PROFILE "totals: 75 7\n",
         NULL,
         "== hotspots\ntable by function measured 0 inclusive most calls 10\n"
         "column Ir total 75 change 75 largest 60 smallest 25 self . incl .\n" F G},
        {"all for machines, the measured one among them",
         {.n_rows = 1, .has_limit = true, .is_complete = true, .sort = {"Dr", 2}},
         PROFILE,
         NULL,
         "== hotspots\ntable by function measured 1 inclusive most calls 3\n"
         "column Ir total 75 change 75 largest 60 smallest 40 self . incl .\n"
         "column Dr total 7 change 7 largest 7 smallest 7 self . incl .\n"
         "hotspot a.c:f = 40 7 incl 60 7 x3\n"},
        {"a key without calls",
         {.n_rows = 9, .by = BY_THREAD},
         "events: Ir\nthread: 1\nfl=a.c\nfn=f\n1 5\n",
         NULL,
         "== hotspots\ntable by thread measured 0 most calls 0\n"
         "column Ir total 5 change 5 largest 5 smallest 5 self . incl .\n"
         "hotspot thread 1 = 5\n"},
        {"no calls, and nothing that inclusive cost has beside self cost",
         {.n_rows = 9},
         NO_CALLS,
         NULL,
         "== hotspots\ntable by function measured 0 most calls 0\n"
         "column Ir total 5 change 5 largest 5 smallest 5 self . incl .\n" ALONE},
        {"the same for machines",
         {.n_rows = 9, .is_complete = true},
         NO_CALLS,
         NULL,
         "== hotspots\ntable by function measured 0 inclusive most calls 0\n"
         "column Ir total 5 change 5 largest 5 smallest 5 self . incl .\n" ALONE},
        {"the same for who asks for both",
         {.n_rows = 9, .shows_both = true},
         NO_CALLS,
         NULL,
         "== hotspots\ntable by function measured 0 inclusive most calls 0\n"
         "column Ir total 5 change 5 largest 5 smallest 5 self . incl .\n" ALONE},
        {"the same for who sorts by calls",
         {.n_rows = 9, .sort = {"calls", 5}},
         NO_CALLS,
         NULL,
         "== hotspots\ntable by function measured 0 inclusive most calls 0\n"
         "column Ir total 5 change 5 largest 5 smallest 5 self . incl .\n" ALONE},
        {"no calls, but code of another file in the function",
         {.n_rows = 1, .by = BY_FILE_FUNCTION},
         "events: Ir\nfl=a.c\nfn=f\n1 5\nfi=b.h\n1 4\n",
         NULL,
         "== hotspots\ntable by file:function measured 0 inclusive most calls 0\n"
         "column Ir total 9 change 9 largest 9 smallest 5 self . incl .\n"
         "hotspot a.c:f = 5 incl 9 x0\n"},
    };

    check_view(&hotspots_view, cases, ARRAY_LENGTH(cases), SHOW_COLUMNS);
}

#define LARGEST "9223372036854775807"

/* The derived event does not fit in one row alone, which is known before a section is pulled. */
Test(hotspots, fail_before_anything_is_pulled)
{
    static const struct view_case cases[] = {
        {"a row that does not fit",
         {.n_rows = 1, .show = {"X", 1}},
         "events: Ir Dr\nevent: X = 2 Ir + Dr\nfl=a.c\nfn=g\n1 0 1\nfn=f\n1 " LARGEST " 0\nfn=h\n"
         "1 -" LARGEST " 0\n",
         NULL,
         "not opened: error failed: event 'X' does not fit into 64 bits\n"},
        {"a derived event that fits",
         {.n_rows = 2, .show = {"X", 1}},
         "events: Ir Dr\nevent: X = 2 Ir + Dr\nfl=a.c\nfn=g\n1 1 5\nfn=f\n1 4\n",
         NULL,
         "== hotspots\nhotspot a.c:f = 8 incl 8 x0\nhotspot a.c:g = 7 incl 7 x0\n"},
        {"a row that nobody asked for may be too large",
         {.n_rows = 1, .show = {"Dr", 2}},
         "events: Ir Dr\nevent: X = 2 Ir + Dr\nfl=a.c\nfn=f\n1 " LARGEST " 3\n",
         NULL,
         "== hotspots\nhotspot a.c:f = 3 incl 3 x0\n"},
        {"a key without calls cannot be ranked by them",
         {.view = VIEW_HOTSPOTS, .n_rows = 1, .by = BY_LINE, .sort = {"calls", 5}},
         PROFILE,
         NULL,
         "not opened: error usage: --by=line has only self cost to sort by: --annotate=WHAT "
         "--inclusive=both shows what lines cost with calls\n"},
        {"a part has no inclusive cost",
         {.view = VIEW_HOTSPOTS, .n_rows = 1, .by = BY_PART, .is_inclusive = true},
         PROFILE,
         NULL,
         "not opened: error usage: --by=part has only self cost to sort by\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* The call of f costs more than there is. */
Test(hotspots, warn_of_calls_that_contradict_costs)
{
    static const struct view_options options = {.n_rows = 9};
    struct viewed viewed;
    struct error error = {0};

    viewed_read(&viewed, &options,
                "events: Ir\nfl=a.c\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 9\n"
                "totals: 1\n",
                NULL);
    void *view = hotspots_view.open(&viewed.input, &error);
    cr_assert(view, "%s", error.text);
    cr_assert_eq(viewed.warnings.count, 1);
    cr_expect_str_eq(viewed.warnings.first[0].path, PARSED_PATH);
    hotspots_view.close(view);
    viewed_free(&viewed);
}

Test(hotspots, keep_what_their_key_needs)
{
    static const struct {
        enum row_key by;
        enum kept places, lines;
    } cases[] = {
        {BY_FUNCTION, KEEP_SELF_AND_CALLS, KEEP_NOTHING},
        {BY_FILE_FUNCTION, KEEP_SELF_AND_CALLS, KEEP_NOTHING},
        {BY_FILE, KEEP_SELF_AND_CALLS, KEEP_NOTHING},
        {BY_DIRECTORY, KEEP_SELF_AND_CALLS, KEEP_NOTHING},
        {BY_NAMESPACE, KEEP_SELF_AND_CALLS, KEEP_NOTHING},
        {BY_OBJECT, KEEP_SELF_AND_CALLS, KEEP_NOTHING},
        {BY_LINE, KEEP_SELF, KEEP_SELF},
        {BY_PART, KEEP_SELF, KEEP_NOTHING},
        {BY_THREAD, KEEP_SELF, KEEP_NOTHING},
        {BY_INPUT, KEEP_SELF, KEEP_NOTHING},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct view_options options = {.view = VIEW_HOTSPOTS, .by = cases[i].by};
        const char *name = figured_key_name(cases[i].by);

        for (int is_difference = 0; is_difference < 2; is_difference++) {
            struct keep keep = hotspots_view.keep(&options, is_difference);
            cr_expect_eq(keep.places, cases[i].places, "%s", name);
            cr_expect_eq(keep.lines, cases[i].lines, "%s", name);
            bool has_spots = is_difference != 0 && cases[i].by == BY_LINE;
            cr_expect_eq(keep.spots, has_spots ? KEEP_SELF : KEEP_NOTHING, "%s", name);
        }
    }
}
