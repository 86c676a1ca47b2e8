/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/view_kind.h"

#include <criterion/criterion.h>
#include <sys/stat.h>

#include "base/array.h"
#include "support/pulled_view.h"
#include "support/temporary.h"

/* Two versions of a.c: the second line is new, the others are the same. */
static void write_sources(void)
{
    temporary_enter();
    cr_assert(mkdir("old", 0700) == 0 && mkdir("new", 0700) == 0);
    temporary_write("old/a.c", "f\ng\nh\n");
    temporary_write("new/a.c", "f\nnew\ng\nh\n");
    temporary_write("new/b.c", "i\n");
    temporary_write("old/b.c", "i\n");
    temporary_write("other.c", "");
}

TestSuite(growth, .init = write_sources, .fini = temporary_leave);

static struct text old_dir[] = {{"old", 3}}, new_dir[] = {{"new", 3}};

#define SOURCES                                                                                    \
    .old_sources_at = {.at = {.include_dirs = {old_dir, 1}}},                                      \
    .sources_at = {.include_dirs = {new_dir, 1}}

/* f costs 5 more, on lines 1 and 2; g, on the line after it, as much as before; h 2 less. */
#define OLD "events: A B\nfl=s/a.c\nfn=f\n1 10 1\nfn=g\n2 20 1\nfn=h\n3 30 1\nfl=b.c\nfn=i\n1 1 1\n"
#define NEW                                                                                        \
    "events: A B\nfl=s/a.c\nfn=f\n1 11 1\n2 4 9\nfn=g\n3 20 1\nfn=h\n4 28 1\nfl=b.c\nfn=i\n1 9 "   \
    "1\n"

Test(growth, is_of_functions_and_lines_by_how_much_they_grew)
{
    static const struct view_case cases[] = {
        {"of files that are compared, lines too",
         {.view = VIEW_GROWTH, SOURCES, .show = {"A", 1}},
         NEW,
         OLD,
         "== growth\nfunction 1 new/b.c:i = 8\nline 1 new/b.c = 8\nfunction 1 new/a.c:f = 5\n"
         "line 2 new/a.c = 4 (new)\n"
         "line 1 new/a.c = 1\n"},
        {"of others, no lines",
         {.view = VIEW_GROWTH, .sources_at = {.include_dirs = {new_dir, 1}}, .show = {"A", 1}},
         NEW,
         OLD,
         "== growth\nfunction 1 new/b.c:i = 8\nfunction 1 new/a.c:f = 5\n"
         "warning : the old source of 2 files is not known: lines are left out (see --old-rev, "
         "--old-path-map)\n"},
        {"of sources that are not there, nothing",
         {.view = VIEW_GROWTH, .show = {"A", 1}},
         NEW,
         OLD,
         "== growth\nwarning : 2 functions or lines that grew as much are not in a source below "
         "the current directory (see --include, --path-map)\n"},
        {"by another event",
         {.view = VIEW_GROWTH, SOURCES, .sort = {"B", 1}, .show = {"B", 1}},
         NEW,
         OLD,
         "== growth\nfunction 1 new/a.c:f = 9\nline 2 new/a.c = 9 (new)\n"},
        {"two of them",
         {.view = VIEW_GROWTH, SOURCES, .show = {"A", 1}, .has_limit = true, .n_rows = 2},
         NEW,
         OLD,
         "== growth\nfunction 1 new/b.c:i = 8\nline 1 new/b.c = 8\n"},
        {"none",
         {.view = VIEW_GROWTH, SOURCES, .show = {"A", 1}, .has_limit = true},
         NEW,
         OLD,
         "== growth\n"},
        {"from 5 on",
         {.view = VIEW_GROWTH,
          SOURCES,
          .show = {"A", 1},
          .has_least = true,
          .least = {.figure = 5}},
         NEW,
         OLD,
         "== growth\nfunction 1 new/b.c:i = 8\nline 1 new/b.c = 8\nfunction 1 new/a.c:f = 5\n"},
        {"of itself", {.view = VIEW_GROWTH}, NEW, NEW, "== growth\n"},
        {"of one profile", {.view = VIEW_GROWTH}, NEW, NULL, "== growth\n"},
        {"by a ratio",
         {.view = VIEW_GROWTH, SOURCES, .sort = {"R", 1}},
         "event: R = A / B\n" NEW,
         "event: R = A / B\n" OLD,
         "usage: what grew is told by a cost, not by a ratio\n"},
    };

    pulled_view_check(&growth_view, cases, ARRAY_LENGTH(cases));
}

/* Most of f is from line 10 on; what is on line 2 was inlined there, g is between them. */
Test(growth, begins_where_most_of_a_function_is)
{
    static const struct view_case cases[] = {
        {"f",
         {.view = VIEW_GROWTH},
         "events: A\nfl=other.c\nfn=f\n2 1\n10 5\n11 5\nfn=g\n5 9\n",
         "events: A\nfl=other.c\nfn=f\n2 1\n10 1\nfn=g\n5 9\n",
         "== growth\nfunction 10 other.c:f = 9\n"
         "warning : the old source of 1 file is not known: lines are left out (see --old-rev, "
         "--old-path-map)\n"},
        /* Its first instruction is inlined from a header, which is not in the project. */
        {"the file where most of its cost is",
         {.view = VIEW_GROWTH},
         "events: A\nfl=/usr/h\nfn=f\n2 1\nfi=other.c\n4 5\n",
         "events: A\nfl=/usr/h\nfn=f\n2 1\nfi=other.c\n4 1\n",
         "== growth\nfunction 4 other.c:f = 4\n"
         "warning : the old source of 1 file is not known: lines are left out (see --old-rev, "
         "--old-path-map)\n"},
    };

    pulled_view_check(&growth_view, cases, ARRAY_LENGTH(cases));
}

/* main calls f once more, now on line 4; f does 6 more each time, on line 1; i costs less. */
#define OLD_CALLS                                                                                  \
    "events: A\nfl=s/a.c\nfn=main\n1 1\ncfn=f\ncalls=1 1\n3 5\nfn=f\n1 1\n2 4\nfl=b.c\nfn=i\n1 "   \
    "9\n"
#define NEW_CALLS                                                                                  \
    "events: A\nfl=s/a.c\nfn=main\n1 1\ncfn=f\ncalls=2 1\n4 22\nfn=f\n1 14\n3 8\nfl=b.c\nfn=i\n1 " \
    "1\n"

Test(growth, tells_its_causes)
{
    static const struct view_case cases[] = {
        {"where functions are, but none of what costs less",
         {.view = VIEW_GROWTH, SOURCES, .has_causes = true, .n_rows = 8},
         NEW_CALLS,
         OLD_CALLS,
         "== growth\ncause 1 new/a.c:f = 9\ncause 1 new/a.c:main = 8\n"},
        {"without old sources",
         {.view = VIEW_GROWTH,
          .sources_at = {.include_dirs = {new_dir, 1}},
          .has_causes = true,
          .n_rows = 8},
         NEW_CALLS,
         OLD_CALLS,
         "== growth\ncause 1 new/a.c:f = 9\ncause 1 new/a.c:main = 8\n"
         "warning : the old source of 2 files is not known: lines are left out (see --old-rev, "
         "--old-path-map)\n"},
        {"in files that are not there",
         {.view = VIEW_GROWTH, .has_causes = true, .n_rows = 1},
         NEW_CALLS,
         OLD_CALLS,
         "== growth\ncause s/a.c:f = 9\n"},
        {"by a ratio",
         {.view = VIEW_GROWTH, .has_causes = true, .n_rows = 8, .sort = {"R", 1}},
         "event: R = A / B\n" NEW,
         "event: R = A / B\n" OLD,
         "usage: what changed is explained by a cost, not by a ratio\n"},
    };

    pulled_view_check(&growth_view, cases, ARRAY_LENGTH(cases));
}

Test(growth, keeps_what_it_needs)
{
    const struct view_options options = {.view = VIEW_GROWTH};
    struct keep alone = growth_view.keep(&options, false),
                compared = growth_view.keep(&options, true);

    cr_expect_eq(alone.spots, KEEP_SELF);
    cr_expect_eq(alone.lines, KEEP_NOTHING);
    cr_expect_eq(compared.spots, KEEP_SELF);
    cr_expect_eq(compared.lines, KEEP_SELF);
    const struct view_options causes = {.view = VIEW_GROWTH, .has_causes = true};
    compared = growth_view.keep(&causes, true);
    cr_expect_eq(compared.places, KEEP_SELF_AND_CALLS);
    cr_expect_eq(compared.spots, KEEP_SELF_AND_CALLS);
}
