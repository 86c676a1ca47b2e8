/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/view_kind.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/filter.h"
#include "profile/profile.h"
#include "reporter/report.h"
#include "support/profile_text.h"
#include "support/shown_view.h"
#include "support/temporary.h"

TestSuite(call_tree, .init = temporary_enter, .fini = temporary_leave);

static void check(const struct view_case *cases, size_t count)
{
    check_view(&call_tree_view, cases, count, SHOW_ROWS);
}

/*
 * v, of 24, is called by a for 8 and by b for 16, costs 6 itself and calls w for 18. Below a, where
 * it costs 8, its own part is about 8 * 6 / 24 = 2, from 0 to 6, and that of w about 6, at least
 * 8 + 18 - 24 = 2, at most 8. Below b it costs 16: about 4, from 0 to 6; about 12, from 10 to 16.
 */
#define SHARED                                                                                     \
    HEAD FN("m", "1") CALL("a", "1", "10") CALL("b", "2", "20") FN("a", "2") CALL("v", "3", "8")   \
        FN("b", "4") CALL("v", "4", "16") FN("v", "6") CALL("w", "5", "18") FN("w", "18")

#define M "tree a:m = 1 incl 31 at 0\n"
#define B "tree a:b = 4 incl 20 x2 at 1+\n"
#define B_V "tree a:v = about 4 incl 16 x4 self [0-6] at 2\n"
#define B_V_W "tree a:w = about 12 incl about 12 self [10-16] incl [10-16] at 3\n"
#define A "tree a:a = 2 incl 10 x1 at 1\n"
#define A_V "tree a:v = about 2 incl 8 x3 self [0-6] at 2\n"
#define A_V_W "tree a:w = about 6 incl about 6 self [2-8] incl [2-8] at 3\n"

Test(call_tree, shows_paths_with_what_is_known_of_them)
{
    static const struct view_case cases[] = {
        {"all", {0}, SHARED, NULL, "== call tree\n" M B B_V B_V_W A A_V A_V_W},
        /* 30 % of 31 is 9.3. */
        {"what is a share of the program",
         {.least_percent = 30},
         SHARED,
         NULL,
         "== call tree\n" M B B_V B_V_W A "left out  1 up to 8 at 2\n"},
        {"some levels",
         {.depth = 2},
         SHARED,
         NULL,
         "== call tree\n" M B "left out  1 up to 16 at 2\n" A "left out  1 up to 8 at 2\n"},
        {"nothing that would be rounded to 0",
         {0},
         HEAD FN("m", "1") CALL("f", "1", "0") FN("f", "0"),
         NULL,
         "== call tree\ntree a:m = 1 incl 1 at 0\n"},
        {"a profile without costs", {0}, HEAD, NULL, "== call tree\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(call_tree, names_what_a_row_is)
{
    static const struct view_case cases[] = {
        {"a function above itself",
         {0},
         HEAD FN("f", "1") CALL("g", "1", "2") FN("g", "1") CALL("f'2", "3", "1") FN("f'2", "1"),
         NULL,
         "== call tree\ntree a:f = 1 incl 3 at 0\ntree a:g = 1 incl 2 x1 at 1\n"
         "tree a:f = 1 incl 1 x3 recursive at 2\n"},
        {"which are two, where they are not folded",
         {.is_unfolded = true},
         HEAD FN("f", "1") CALL("f'2", "3", "1") FN("f'2", "1"),
         NULL,
         "== call tree\ntree a:f = 1 incl 2 at 0\ntree a:f'2 = 1 incl 1 x3 at 1\n"},
        {"a cycle with its functions",
         {0},
         HEAD FN("m", "1") CALL("a", "2", "13") FN("a", "4") CALL("b", "1", "6") CALL("h", "1", "3")
             FN("b", "6") CALL("a", "1", "0") FN("h", "3"),
         NULL,
         "== call tree\ntree a:m = 1 incl 14 at 0\n"
         "tree <cycle 1> number 1 of 2 = 10 incl 13 x2 at 1\n"
         "tree a:b = 6 member at 2+\ntree a:a = 4 member at 2+\ntree a:h = 3 incl 3 x1 at 2\n"},
        {"what runs before main",
         {0},
         HEAD FN("0x1", "2") CALL("below", "1", "8") FN("below", "3") CALL("main", "1", "5")
             FN("main", "5"),
         NULL,
         "== call tree\ntree a:0x1 = 5 incl 10 2 frames at 0\n"
         "tree a:main = 5 incl 5 x1 at 1\n"},
        {"which are functions of their own, where nothing is folded",
         {.is_unfolded = true},
         HEAD FN("0x1", "2") CALL("below", "1", "8") FN("below", "3") CALL("main", "1", "5")
             FN("main", "5"),
         NULL,
         "== call tree\ntree a:0x1 = 2 incl 10 at 0\ntree a:below = 3 incl 8 x1 at 1\n"
         "tree a:main = 5 incl 5 x1 at 2\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

struct roots_case {
    const char *roots;
    struct view_case view;
};

static void check_roots(const struct roots_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct view_case one = cases[i].view;
        struct error error = {0};

        cr_assert(pattern_set(&one.options.roots, "call-tree", cases[i].roots, &error));
        check_view(&call_tree_view, &one, 1, SHOW_ROWS);
        pattern_free(&one.options.roots);
    }
}

Test(call_tree, begins_where_it_is_asked_to)
{
    static const struct roots_case cases[] = {
        {"^v$",
         {"all of a function is known",
          {0},
          SHARED,
          NULL,
          "== call tree\ntree a:v = 6 incl 24 at 0\ntree a:w = 18 incl 18 x5 at 1\n"}},
        {"nothing",
         {"no function",
          {0},
          SHARED,
          NULL,
          "not opened: error failed: --call-tree: no function matches\n"}},
        {"^v$",
         {"one that is below the limit matches",
          {.least_percent = 90},
          SHARED,
          NULL,
          "== call tree\nleft out  1 up to 24 at 0\n"}},
        /* w's 18 come by v, of which a has about 8 of 24 and b 16; all of both is called by m. */
        {"^w$",
         {"or ends there",
          {.is_bottom_up = true},
          SHARED,
          NULL,
          "== call tree\ntree a:w = 18 at 0\ntree a:v = 18 at 1\n"
          "tree a:b = about 12 self [10-16] at 2+\ntree a:m = about 12 self [10-16] at 3\n"
          "tree a:a = about 6 self [2-8] at 2\ntree a:m = about 6 self [2-8] at 3\n"}},
    };

    check_roots(cases, ARRAY_LENGTH(cases));
}

/* Half of 31 is 15.5. */
Test(call_tree, goes_up_from_all_functions)
{
    static const struct view_case cases[] = {
        {"by what they cost themselves",
         {.is_bottom_up = true, .least_percent = 50},
         SHARED,
         NULL,
         "== call tree\ntree a:w = 18 at 0+\ntree a:v = 18 at 1\nleft out  2 up to 16 at 2\n"
         "left out  4 up to 6 at 0\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Upward a cycle is not taken apart, but its functions are known all the same. */
Test(call_tree, goes_up_by_functions_of_a_cycle)
{
    static const char profile[] = HEAD FN("m", "1") CALL("a", "1", "13") FN("a", "4")
        CALL("b", "1", "6") CALL("h", "1", "3") FN("b", "6") CALL("a", "1", "0") FN("h", "3");
    static const char whole[] = "== call tree\ntree a:h = 3 at 0\n"
                                "tree <cycle 1> number 1 of 2 = 3 at 1\ntree a:m = 3 at 2\n";
    static const struct {
        const char *function, *ignored, *expected;
    } cases[] = {
        {"^b$", "^$", whole},
        {"^m$", "^$", whole},
        {"^n$", "^$", "== call tree\n"},
        {".", "^b$", whole},
        {".", "^m$", "== call tree\ntree a:h = 3 at 0\ntree <cycle 1> number 1 of 2 = 3 at 1\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct view_options options = {.is_bottom_up = true};
        struct error error = {0};
        cr_assert(pattern_set(&options.roots, "call-tree", "^h$", &error));
        cr_assert(pattern_set(&options.filter.function, "function", cases[i].function, &error));
        cr_assert(pattern_set(&options.filter.ignored, "ignore", cases[i].ignored, &error));
        char *text = show_view(&call_tree_view, &options, profile, NULL, SHOW_ROWS);
        cr_expect(strcmp(text, cases[i].expected) == 0, "case %zu: expected\n%sgot\n%s", i,
                  cases[i].expected, text);
        free(text);
        pattern_free(&options.roots);
        filter_free(&options.filter);
    }
}

/* B says the opposite of A; R is their ratio, known only of exact costs. */
#define TWO_EVENTS                                                                                 \
    "event: R = B / A\nevent: D = A + B\nevents: A B\nfl=a\n" FN("m", "1 1") CALL("f", "1", "7 2") \
        CALL("g", "1", "3 5") FN("f", "7 2") FN("g", "3 5")

Test(call_tree, goes_by_the_event_that_decides)
{
    static const struct view_case cases[] = {
        {"the first",
         {0},
         TWO_EVENTS,
         NULL,
         "== call tree\ntree a:m = 1 incl 11 at 0\ntree a:f = 7 incl 7 x1 at 1+\n"
         "tree a:g = 3 incl 3 x1 at 1\n"},
        {"another one",
         {.sort = {"B", 1}},
         TWO_EVENTS,
         NULL,
         "== call tree\ntree a:m = 1 incl 8 at 0\ntree a:g = 5 incl 5 x1 at 1+\n"
         "tree a:f = 2 incl 2 x1 at 1\n"},
        {"with others beside it",
         {.show = {"B,D", 3}, .sort = {"D", 1}},
         TWO_EVENTS,
         NULL,
         "== call tree\ntree a:m = 1 2 incl 8 19 at 0\ntree a:f = 2 9 incl 2 9 x1 at 1+\n"
         "tree a:g = 5 8 incl 5 8 x1 at 1\n"},
        {"not by calls",
         {.sort = {"calls", 5}},
         TWO_EVENTS,
         NULL,
         "not opened: error usage: --call-tree is sorted by cost, not by calls\n"},
        {"nor by a ratio",
         {.sort = {"R", 1}},
         TWO_EVENTS,
         NULL,
         "not opened: error usage: --call-tree is sorted by cost, not by the ratio R\n"},
        {"nor by what does not fit",
         {.sort = {"X", 1}},
         "event: X = 2 A\n" HEAD FN("f", "1") FN("m", "9223372036854775806")
             FN("g", "-9223372036854775806"),
         NULL,
         "not opened: error failed: event 'X' does not fit into 64 bits\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* f cost 2^63 - 8: once the -10 of calls of it are taken off, that does not fit into 64 bits. */
#define LARGE_F(name) FN(name, "9223372036854775800")
#define DOES_NOT_FIT "not opened: error failed: the costs add up to more than 64 bits\n"

Test(call_tree, refuses_a_difference_that_does_not_fit)
{
    static const struct view_case start = {"what starts in f and not in m",
                                           {0},
                                           HEAD LARGE_F("f") FN("m", "1") CALL("f", "1", "-10"),
                                           NULL,
                                           DOES_NOT_FIT};
    static const struct roots_case root = {"^f$",
                                           {"what f cost but for its calls by f",
                                            {0},
                                            HEAD LARGE_F("f'm") FN("m", "1") CALL("f'm", "1", "1")
                                                FN("f", "1") CALL("f'm", "1", "-10"),
                                            NULL,
                                            DOES_NOT_FIT}};

    check(&start, 1);
    check_roots(&root, 1);
}

Test(call_tree, has_the_extent_of_its_cells_in_its_columns)
{
    static const struct view_case cases[] = {
        {"self and inclusive cost",
         {.least_percent = 30},
         SHARED,
         NULL,
         "== call tree\ntable by function measured 0 inclusive most calls 4\n"
         "column A total 31 change 31 largest 31 smallest 1 self . incl .\n" M B B_V B_V_W A
         "left out  1 up to 8 at 2\n"},
        {"self cost alone",
         {.is_bottom_up = true, .least_percent = 50},
         SHARED,
         NULL,
         "== call tree\ntable by function measured 0 most calls 0\n"
         "column A total 31 change 31 largest 18 smallest 18 self . incl .\n"
         "tree a:w = 18 at 0+\ntree a:v = 18 at 1\nleft out  2 up to 16 at 2\n"
         "left out  4 up to 6 at 0\n"},
    };

    check_view(&call_tree_view, cases, ARRAY_LENGTH(cases), SHOW_COLUMNS);
}

/*
 * Before, b cost 9 itself and v 10 by way of b, 2 of the 18 itself: by way of b about 10 * 2 / 18 =
 * 1.1, from 0 to 2, and by way of a, for 8, about 0.9, likewise. w cost 16: about 8.9, from
 * 10 + 16 - 18 = 8 to 10, and about 7.1, from 6 to 8.
 */
#define WAS                                                                                        \
    HEAD FN("m", "1") CALL("a", "1", "10") CALL("b", "1", "19") FN("a", "2") CALL("v", "3", "8")   \
        FN("b", "9") CALL("v", "4", "10") FN("v", "2") CALL("w", "5", "16") FN("w", "16")

Test(call_tree, shows_what_changed)
{
    static const struct view_case cases[] = {
        /* From what was least to what is most: of w below b from 10 - 10 to 16 - 8. */
        {"between the ends of what was and is known",
         {0},
         SHARED,
         WAS,
         "== call tree\n"
         "tree a:m = 0 incl 1 was 1 incl 30 at 0\n"
         "tree a:b = -5 incl 1 x1 was 9 incl 19 x1 at 1+\n"
         "tree a:v = about 3 incl 6 x0 was about 1 incl 10 x4 self [-2-6] at 2\n"
         "tree a:w = about 3 incl about 3 was about 9 incl about 9 self [0-8] incl [0-8] at 3\n"
         "tree a:a = 0 incl 0 x0 was 2 incl 10 x1 at 1\n"
         "tree a:v = about 1 incl 0 x0 was about 1 incl 8 x3 self [-2-6] at 2\n"
         "tree a:w = about -1 incl about -1 was about 7 incl about 7 self [-6-2] incl [-6-2] at "
         "3\n"},
        {"what is new or gone",
         {0},
         HEAD FN("m", "1") CALL("f", "2", "5") FN("f", "5"),
         HEAD FN("m", "1") CALL("g", "3", "7") FN("g", "7"),
         "== call tree\ntree a:m = 0 incl -2 was 1 incl 8 at 0\n"
         "tree a:g = -7 incl -7 x-3 was 7 incl 7 x3 gone at 1+\n"
         "tree a:f = 5 incl 5 x2 was . incl . x0 new at 1\n"},
        {"from below",
         {.is_bottom_up = true},
         HEAD FN("m", "1") CALL("f", "2", "5") FN("f", "5"),
         HEAD FN("m", "1") CALL("f", "3", "7") FN("f", "7"),
         "== call tree\ntree a:f = -2 was 7 at 0\ntree a:m = -2 was 7 at 1\n"},
        {"of a cycle and its functions",
         {0},
         HEAD FN("m", "1") CALL("a", "2", "9") FN("a", "4") CALL("b", "1", "5") FN("b", "5")
             CALL("a", "1", "0"),
         HEAD FN("m", "1") CALL("a", "1", "7") FN("a", "4") CALL("b", "1", "3") FN("b", "3")
             CALL("a", "1", "0"),
         "== call tree\ntree a:m = 0 incl 2 was 1 incl 8 at 0\n"
         "tree <cycle 1> number 1 of 2 = 2 incl 2 x1 was 7 incl 7 x1 at 1\n"
         "tree a:b = 2 was 3 member at 2\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* What people would read without knowing more. */
Test(call_tree, leaves_out_what_tells_little)
{
    /* m calls f, which does nothing but call g, and h for 1 of 20,000. */
#define CHAIN(g)                                                                                   \
    HEAD FN("m", "9999") CALL("f", "1", g) CALL("h", "1", "1") FN("f", "0") CALL("g", "1", g)      \
        FN("g", g) FN("h", "1")
    static const struct view_case cases[] = {
        {"to one row",
         {.is_brief = true},
         HEAD FN("m", "1") CALL("f", "1", "9") FN("f", "0") CALL("g", "1", "9") FN("g", "9"),
         NULL,
         "== call tree\ntree a:m = 1 incl 10 at 0\ntree a:g = 9 incl 9 x1 at 1\n"},
        {"what rounds to 0.00 %",
         {.is_brief = true, .least_percent = 1},
         CHAIN("20000"),
         NULL,
         "== call tree\ntree a:m = 9999 incl 30000 at 0\ntree a:g = 20000 incl 20000 x1 at 1\n"},
        {"and little change beside a large one",
         {.is_brief = true, .least_percent = 1},
         CHAIN("20000"),
         CHAIN("10000") CALL("i", "1", "50") FN("i", "50"),
         "== call tree\ntree a:m = 0 incl 10000 was 9999 incl 20000 at 0\n"
         "tree a:g = 10000 incl 10000 x0 was 10000 incl 10000 x1 at 1\n"},
    };
#undef CHAIN

    check(cases, ARRAY_LENGTH(cases));
}

/* What makes more exact, if anything. */
Test(call_tree, says_how_more_is_known)
{
#define CALLGRIND "creator: callgrind-3.19.0\n"
    static const char more[] = "more is exact if recorded with --separate-callers=3";
    static const struct {
        const char *profile, *remedy;
    } cases[] = {
        {CALLGRIND HEAD FN("f", "1"), more},
        {CALLGRIND HEAD FN("f", "1") FN("f'2", "1"), more},
        {CALLGRIND HEAD FN("f", "1") FN("g'f", "1"), ""},
        {"creator: xdebug 3.1\n" HEAD FN("f", "1"), ""},
        {HEAD FN("f", "1"), ""},
    };
#undef CALLGRIND

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct view_options options = {0};
        struct viewed viewed;
        struct section section = {0};
        struct error error = {0};
        viewed_read(&viewed, &options, cases[i].profile, NULL);
        void *view = call_tree_view.open(&viewed.input, &error);
        cr_assert(view != NULL, "%s", error.text);
        cr_assert(call_tree_view.show(view, 0, &section, &error));
        cr_expect(text_equal(section.table.remedy, text_of(cases[i].remedy)), "case %zu: %.*s", i,
                  (int)section.table.remedy.length, section.table.remedy.at);
        cr_expect_not(call_tree_view.show(view, 1, &section, &error), "there is a second section");
        call_tree_view.close(view);
        viewed_free(&viewed);
    }
}

Test(call_tree, keeps_places_and_their_calls)
{
    for (int is_difference = 0; is_difference < 2; is_difference++) {
        struct keep keep = call_tree_view.keep(&(struct view_options){0}, is_difference);

        cr_expect_eq(keep.places, KEEP_SELF_AND_CALLS);
        cr_expect_eq(keep.lines, KEEP_NOTHING);
        cr_expect_eq(keep.spots, KEEP_NOTHING);
    }
}
