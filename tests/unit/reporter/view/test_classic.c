/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/view_kind.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "support/pulled_view.h"
#include "support/temporary.h"

/* Sources are written before the profiles, which are newer then. */
static void write_sources(void)
{
    temporary_enter();
    temporary_write("a.c", "one\ntwo\nthree\nfour\n");
    temporary_write("c.c", "one\n");
}

TestSuite(classic, .init = write_sources, .fini = temporary_leave);

/* main of a.c costs 1, and f of b.c, which it calls from line 2, costs 10. */
#define PROFILE                                                                                    \
    "events: Ir\nfl=a.c\nfn=main\n1 1\ncfi=b.c\ncfn=f\ncalls=2 1\n2 10\nfl=b.c\nfn=f\n1 10\n"

#define TOTAL "== totals calculated\ntotal = 11\n"
#define BOTH_FUNCTIONS "== functions\nfunction b.c:f = 10\nfunction a.c:main = 1\n"

static struct text one_source[] = {{"c.c", 3}};
static struct text known_source[] = {{"a.c", 3}, {"c.c", 3}};

#define SOURCES(list) .sources = {(list), sizeof(list) / sizeof(struct text)}

Test(classic, gives_its_sections_in_order)
{
    static const struct view_case cases[] = {
        {"functions alone", {ALL_ROWS}, PROFILE, NULL, TOTAL BOTH_FUNCTIONS},
        {"a total that was given",
         {ALL_ROWS},
         PROFILE "summary: 20\n",
         NULL,
         "== totals\ntotal = 20\n" BOTH_FUNCTIONS},
        {"files that are there, have no cost, or are missing",
         {ALL_ROWS, .is_auto_annotated = true, SOURCES(one_source)},
         PROFILE,
         NULL,
         TOTAL BOTH_FUNCTIONS "== listing a.c\nsource 1 = 1 | one\nrange 1\ngap\n"
                              "== no cost c.c named\n"
                              "== missing b.c\n"
                              "== annotated\nsum = 1\n"},
        {"no sum where nothing is listed",
         {ALL_ROWS, SOURCES(one_source)},
         PROFILE,
         NULL,
         TOTAL BOTH_FUNCTIONS "== no cost c.c named\n"},
        {"named files without all others",
         {ALL_ROWS, SOURCES(known_source), .context = 1},
         PROFILE,
         NULL,
         TOTAL BOTH_FUNCTIONS "== listing a.c named\nsource 1 = 1 | one\nsource 2 = . | two\n"
                              "call b.c:f = 10 x2\nrange 2\ngap\n"
                              "== no cost c.c named\n"
                              "== annotated\nsum = 1\n"},
        {"missing files by name",
         {ALL_ROWS, .is_auto_annotated = true},
         "events: Ir\nfl=z\nfn=f\n1 5\nfl=y\nfn=g\n1 6\nfl=x\nfn=h\n1 1\n",
         NULL,
         "== totals calculated\ntotal = 12\n"
         "== functions\nfunction y:g = 6\nfunction z:f = 5\nfunction x:h = 1\n"
         "== missing x y z\n"},
    };

    pulled_view_check(&classic_view, cases, ARRAY_LENGTH(cases));
}

/* What is below the threshold has no listing either. */
Test(classic, shows_what_options_ask_for)
{
    static const struct view_case cases[] = {
        {"a threshold",
         {.threshold = {"50", 2}, .is_auto_annotated = true},
         PROFILE,
         NULL,
         TOTAL "== functions\nfunction b.c:f = 10\n== missing b.c\n"},
        {"inclusive cost",
         {ALL_ROWS, .is_inclusive = true},
         PROFILE,
         NULL,
         TOTAL "== functions\nfunction a.c:main = 11\nfunction b.c:f = 10\n"},
        {"both, by self cost",
         {ALL_ROWS, .shows_both = true},
         PROFILE,
         NULL,
         TOTAL "== functions\nfunction b.c:f = 10 10\nfunction a.c:main = 1 11\n"},
        {"callees",
         {ALL_ROWS, .shows_callees = true},
         PROFILE,
         NULL,
         TOTAL "== functions\ngap\nfunction b.c:f = 10\n"
               "gap\nfunction a.c:main = 1\ncallee b.c:f = 10 x2\n"},
        {"callers",
         {ALL_ROWS, .shows_callers = true},
         PROFILE,
         NULL,
         TOTAL "== functions\ngap\ncaller a.c:main = 10 x2\nfunction b.c:f = 10\n"
               "gap\nfunction a.c:main = 1\n"},
        {"events, by another one",
         {ALL_ROWS, .show = {"B", 1}, .sort = {"A", 1}},
         "events: A B\nfl=x\nfn=f\n1 1 9\nfn=g\n1 2\n",
         NULL,
         "== totals calculated\ntotal = 9\n== functions\nfunction x:g = .\nfunction x:f = 9\n"},
    };

    pulled_view_check(&classic_view, cases, ARRAY_LENGTH(cases));
}

/* Of PROFILE as the old one: main costs 3 more, f 2 less. */
#define CHANGED                                                                                    \
    "events: Ir\nfl=a.c\nfn=main\n1 4\ncfi=b.c\ncfn=f\ncalls=1 1\n2 8\nfl=b.c\nfn=f\n1 8\n"

#define CHANGE                                                                                     \
    "== totals calculated\ntotal = 1\n== functions\nfunction a.c:main = 3\nfunction b.c:f = -2\n"

static struct text old_dir[] = {{"old", 3}};

#define OLD_DIR .old_sources_at = {.at = {.include_dirs = {old_dir, 1}}}

/* Changes are ranked by their size; of lines, that they changed is enough. */
Test(classic, lists_the_lines_of_a_difference_that_changed)
{
    static const struct view_case cases[] = {
        {"by their numbers",
         {ALL_ROWS, .is_auto_annotated = true, .context = 1},
         CHANGED,
         PROFILE,
         CHANGE
         "== code\nlisting a.c = 3 | a.c\nline 1 a.c = 3 | one\n"
         "line 2 a.c = . | two\ncallee b.c:f = -2 x-1\nsource 3 a.c | three\n== missing b.c\n"},
        {"by their text",
         {ALL_ROWS, .is_auto_annotated = true, OLD_DIR, .context = 1},
         CHANGED,
         PROFILE,
         CHANGE "== code\nlisting a.c = 3 | a.c\nline a.c = -1 (gone) | eins\n"
                "line 1 a.c = 4 (new) | one\nline 2 a.c = . | two\ncallee b.c:f = -2 x-1\nsource 3 "
                "a.c | three\n== missing b.c\n"},
        {"none", {ALL_ROWS}, CHANGED, PROFILE, CHANGE},
        {"named, without cost",
         {ALL_ROWS, SOURCES(known_source)},
         CHANGED,
         PROFILE,
         CHANGE "== code\nlisting a.c = 3 | a.c\nline 1 a.c = 3 | one\nline 2 a.c = . | "
                "two\ncallee b.c:f = -2 x-1\n"
                "== no cost c.c named\n"},
        {"of itself",
         {ALL_ROWS, .is_auto_annotated = true},
         PROFILE,
         PROFILE,
         "== totals calculated\ntotal = 0\n== functions\nfunction a.c:main = 0\n"
         "function b.c:f = 0\n== missing b.c\n"},
        {"changes from 3 on",
         {ALL_ROWS, .has_least = true, .least = {.figure = 3}},
         CHANGED,
         PROFILE,
         "== totals calculated\ntotal = 1\n== functions\nfunction a.c:main = 3\n"},
    };

    cr_assert(mkdir("old", 0700) == 0);
    temporary_write("old/a.c", "eins\ntwo\nthree\nfour\n");
    pulled_view_check(&classic_view, cases, ARRAY_LENGTH(cases));
}

Test(classic, warns_of_what_is_wrong_with_sources)
{
    static const struct view_case cases[] = {
        {"too short",
         {ALL_ROWS, SOURCES(one_source)},
         "events: Ir\nfl=c.c\nfn=f\n1 1\n2 3\n",
         NULL,
         "== totals calculated\ntotal = 4\n== functions\nfunction c.c:f = 4\n"
         "== listing c.c named\nsource 1 = 1 | one\nrange 1\nrange 2\nbogus 2 = 3\ngap\ngap\n"
         "== annotated\nsum = 1\n"
         "warning c.c: the profile has costs for lines past the end of this file\n"},
        {"calls that cost more than the program",
         {ALL_ROWS, .is_inclusive = true},
         "events: Ir\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n1 3\nfn=g\n1 2\n",
         NULL,
         "== totals calculated\ntotal = 2\n== functions\nfunction a:f = 3\nfunction a:g = 3\n"
         "warning profile: some calls cost more than the whole program: the profile is not "
         "consistent\n"},
    };

    pulled_view_check(&classic_view, cases, ARRAY_LENGTH(cases));
}

Test(classic, warns_of_a_source_newer_than_the_profile)
{
    struct pulled_view pulled;
    const struct timespec later[] = {{4102444800, 0}, {4102444800, 0}}; /* in 2100 */

    pulled_view_begin(&pulled, &(struct view_options){ALL_ROWS, SOURCES(one_source)},
                      "events: Ir\nfl=c.c\nfn=f\n1 1\n", NULL);
    cr_assert_eq(utimensat(AT_FDCWD, "c.c", later, 0), 0);
    char *text = pulled_view_show(&classic_view, &pulled);
    cr_expect(strstr(text, "\nwarning c.c: is newer than the profile 'profile': the listing may "
                           "not fit\n") != NULL,
              "%s", text);
    free(text);
    pulled_view_end(&pulled);
}

static struct text unknown_source[] = {{"c.c", 3}, {"d.c", 3}};

#define DOES_NOT_FIT "error: event 'X' does not fit into 64 bits\n"

/* A derived event may overflow where those that it is made of do not. */
Test(classic, fails_before_its_first_section)
{
    static const struct view_case cases[] = {
        {"an unknown event",
         {ALL_ROWS, .show = {"Dw", 2}},
         PROFILE,
         NULL,
         "usage: --show: Dw is not in this profile; record it with --cache-sim=yes\n"},
        {"a source that is not there",
         {ALL_ROWS, SOURCES(unknown_source)},
         PROFILE,
         NULL,
         "error d.c: source file not found, nor in any --include directory\n"},
        {"a function's cost",
         {ALL_ROWS},
         "event: X = 4 Ir\nevents: Ir\nfl=a\nfn=f\n1 3000000000000000000\nfn=g\n"
         "1 -3000000000000000000\n",
         NULL,
         DOES_NOT_FIT},
        {"a line's",
         {ALL_ROWS},
         "event: X = 4 Ir\nevents: Ir\nfl=a\nfn=f\n1 3000000000000000000\n"
         "2 -3000000000000000000\n",
         NULL,
         DOES_NOT_FIT},
        {"a call's",
         {ALL_ROWS, .shows_callees = true},
         "event: X = 4 Ir\nevents: Ir\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=1 1\n1 4000000000000000000\n"
         "fn=g\n1 1\n",
         NULL,
         DOES_NOT_FIT},
    };

    pulled_view_check(&classic_view, cases, ARRAY_LENGTH(cases));
}

Test(classic, keeps_what_it_shows)
{
    static const struct {
        struct view_options options;
        bool is_difference;
        struct keep keep;
    } cases[] = {
        {{ALL_ROWS}, false, {.places = KEEP_SELF}},
        {{.is_inclusive = true}, false, {.places = KEEP_SELF_AND_CALLS}},
        {{.shows_both = true}, false, {.places = KEEP_SELF_AND_CALLS}},
        {{.shows_callers = true}, false, {.places = KEEP_SELF_AND_CALLS}},
        {{.shows_callees = true}, false, {.places = KEEP_SELF_AND_CALLS}},
        {{.is_auto_annotated = true}, false, {.places = KEEP_SELF, .lines = KEEP_SELF_AND_CALLS}},
        {{.is_auto_annotated = true},
         true,
         {.places = KEEP_SELF_AND_CALLS, .spots = KEEP_SELF_AND_CALLS}},
        {{OLD_DIR}, true, {.places = KEEP_SELF}},
        {{SOURCES(one_source)},
         true,
         {.places = KEEP_SELF_AND_CALLS, .spots = KEEP_SELF_AND_CALLS}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct keep keep = classic_view.keep(&cases[i].options, cases[i].is_difference);

        cr_expect_eq(keep.places, cases[i].keep.places, "case %zu: places", i);
        cr_expect_eq(keep.lines, cases[i].keep.lines, "case %zu: lines", i);
        cr_expect_eq(keep.spots, cases[i].keep.spots, "case %zu: spots", i);
    }
}
