/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/peek_side.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/filter.h"
#include "reporter/view/view_kind.h"
#include "support/shown_view.h"
#include "support/temporary.h"

TestSuite(peek_side, .init = temporary_enter, .fini = temporary_leave);

#define CALL(callee, count, cost) "cfn=" callee "\ncalls=" count " 1\n1 " cost "\n"

/* f, of 100 and by itself 40, is called by a, b, c and d, and calls itself, x, y and z. */
#define PROFILE                                                                                    \
    "events: Ir\nfl=a.c\nfn=a\n" CALL("f", "5", "50") "fn=b\n" CALL("f", "3", "30") "fn=c\n" CALL( \
        "f", "2",                                                                                  \
        "15") "fn=d\n" CALL("f", "9",                                                              \
                            "5") "fn=f\n1 30\nfi=b.h\n1 8\nfi=c.h\n1 2\n"                          \
                                 "fe=a.c\n" CALL("x", "4", "40") CALL("y", "1",                    \
                                                                      "15") CALL("z", "7", "5")    \
                                     CALL("f", "2", "20") "fn=x\n1 40\nfn=y\n1 15\nfn=z\n1 5\n"

#define F "function a.c:f = 40 incl 100 x21\nrecursion a.c:f = . x2\n"

static char *show(const struct view_options *options, const char *fresh, const char *old)
{
    struct view_options of_f = *options;
    struct error error = {0};

    cr_assert(pattern_set(&of_f.peek, "peek", "^f$", &error));
    char *text = show_view(&peek_view, &of_f, fresh, old, SHOW_ROWS);
    pattern_free(&of_f.peek);
    return text;
}

/* What is shown before the path, which is whole in any case. */
static void expect_sides(const struct view_options *options, const char *fresh, const char *old,
                         const char *expected)
{
    char *text = show(options, fresh, old), *path = strstr(text, "path ");

    if (path != NULL)
        *path = '\0';
    cr_expect_str_eq(text, expected);
    free(text);
}

#define A "caller a.c:a = 50 x5\n"
#define B "caller a.c:b = 30 x3\n"
#define C "caller a.c:c = 15 x2\n"
#define D "caller a.c:d = 5 x9\n"
#define X "callee a.c:x = 40 x4\n"
#define Y "callee a.c:y = 15 x1\n"
#define Z "callee a.c:z = 5 x7\n"
#define FILES "file a.c = 30\nfile b.h = 8\nfile c.h = 2\n"

#define ALL "== peek\n" A B C D F X Y Z FILES
#define TWO                                                                                        \
    "== peek\n" A B "caller  = 20 x11 2 more\n" F X Y "callee  = 5 x7 1 more\n"                    \
    "file a.c = 30\nfile b.h = 8\nfile  = 2 1 more\n"
#define ONE                                                                                        \
    "== peek\n" A "caller  = 50 x14 3 more\n" F X "callee  = 20 x8 2 more\n"                       \
    "file a.c = 30\nfile  = 10 2 more\n"
#define NONE "== peek\ncaller  = 100 x19 4 more\n" F "callee  = 60 x12 3 more\nfile  = 40 3 more\n"

Test(peek_side, is_cut_where_a_limit_says)
{
    static const struct {
        struct view_options options;
        const char *expected;
    } cases[] = {
        {{0}, ALL},
        {{.n_rows = 2}, ALL}, /* not asked for */
        {{.has_limit = true, .n_rows = 4}, ALL},
        {{.has_limit = true, .n_rows = 2}, TWO},
        {{.has_limit = true, .n_rows = 1}, ONE},
        {{.has_limit = true, .n_rows = 0}, NONE},
        /* of the sum of the side: 80 of 100, 48 of 60, 32 of 40 */
        {{.has_threshold = true, .threshold = {"80", 2}}, TWO},
        {{.has_threshold = true, .threshold = {"50", 2}}, ONE},
        {{.has_threshold = true, .threshold = {"0", 1}}, NONE},
        {{.has_threshold = true, .threshold = {"100", 3}}, ALL},
        /* of the inclusive cost: 16, and of the self cost: 6.4 */
        {{.has_least_percent = true, .least_percent = 16},
         "== peek\n" A B "caller  = 20 x11 2 more\n" F X "callee  = 20 x8 2 more\n"
         "file a.c = 30\nfile b.h = 8\nfile  = 2 1 more\n"},
        {{.has_least_percent = true, .least_percent = 5}, ALL},
        {{.has_least_percent = true, .least_percent = 0}, ALL},
        {{.has_least_percent = true, .least_percent = 80}, NONE},
        /* all have to let a row pass */
        {{.has_least_percent = true, .least_percent = 1, .has_limit = true, .n_rows = 2}, TWO},
        {{.has_threshold = true, .threshold = {"50", 2}, .has_limit = true, .n_rows = 2}, ONE},
        {{.has_threshold = true,
          .threshold = {"99", 2},
          .has_least_percent = true,
          .least_percent = 80},
         NONE},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        expect_sides(&cases[i].options, PROFILE, NULL, cases[i].expected);
}

Test(peek_side, leaves_the_path_whole)
{
    const struct view_options none = {.has_limit = true};
    char *text = show(&none, PROFILE, NULL);

    cr_expect(strstr(text, "\npath a.c:a = 50 incl 50 at 0\npath a.c:f = 50 incl 100 at 1\n"), "%s",
              text);
    free(text);
}

/* Calls within a cycle add nothing that could be summed; one from outside does. */
Test(peek_side, adds_up_what_was_given)
{
    static const char cycle[] =
        "events: Ir\nfl=a.c\nfn=main\n1 1\n" CALL("f", "1", "30") "fn=e\n1 5\n" CALL(
            "f", "2", "9") "fn=g\n1 5\n" CALL("f", "3", "9") "fn=f\n1 20\n" CALL("e", "2", "9")
            CALL("g", "3", "9");
    const struct view_options one = {.has_limit = true, .n_rows = 1}, none = {.has_limit = true};

    expect_sides(&one, cycle, NULL,
                 "== peek\ncaller a.c:main = 30 x1\ncaller  = . x5 2 more\n"
                 "function a.c:f = 20 incl ~30 x6\ncallee a.c:e = . x2\ncallee  = . x3 1 more\n"
                 "file a.c = 20\n");
    expect_sides(&none, cycle, NULL,
                 "== peek\ncaller  = 30 x6 3 more\nfunction a.c:f = 20 incl ~30 x6\n"
                 "callee  = . x5 2 more\nfile  = 20 1 more\n");
}

/* The rest of changes is their sum, however large they are. Percentages are of the old program. */
Test(peek_side, adds_up_changes)
{
    static const char old[] = "events: Ir\nfl=a.c\nfn=a\n" CALL("f", "1", "40") "fn=b\n" CALL(
        "f", "5", "30") "fn=c\n" CALL("f", "2", "20") "fn=d\n" CALL("f", "1", "10") "fn=f\n1 100\n";
    static const char fresh[] = "events: Ir\nfl=a.c\nfn=a\n" CALL("f", "2", "90") "fn=b\n" CALL(
        "f", "1", "1") "fn=c\n" CALL("f", "2", "25") "fn=d\n" CALL("f", "1", "10") "fn=f\n1 126\n";
    static const char expected[] =
        "== peek\ncaller a.c:a = 50 x1\ncaller  = -24 x-4 2 more\n"
        "function a.c:f = 26 incl 26 x-3 was 100 incl 100 x9\nfile a.c = 26\n";
    static const struct view_options cut[] = {
        {.has_limit = true, .n_rows = 1},
        {.has_threshold = true, .threshold = {"59", 2}}, /* 50 of 84 */
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cut); i++)
        expect_sides(&cut[i], fresh, old, expected);
    expect_sides(&(struct view_options){.has_least_percent = true, .least_percent = 29}, fresh, old,
                 "== peek\ncaller a.c:a = 50 x1\ncaller a.c:b = -29 x-4\ncaller  = 5 x0 1 more\n"
                 "function a.c:f = 26 incl 26 x-3 was 100 incl 100 x9\nfile  = 26 1 more\n");
}

/* 10 of 40 and 20 of 40 are 30 of 80; no percentages that could be added. */
Test(peek_side, has_the_ratio_of_what_is_added_up)
{
    static const char ratios[] = "events: A B\nevent: R% = A / B : share\nfl=a.c\nfn=a\n" CALL(
        "f", "1", "50 60") "fn=b\n" CALL("f", "1",
                                         "20 40") "fn=c\n" CALL("f", "1",
                                                                "10 40") "fn=f\n1 80 140\n";
    const struct view_options one = {
        .show = {"A,R%", 4}, .has_limit = true, .n_rows = 1, .is_tabular = true};
    char *text = show(&one, ratios, NULL);

    cr_expect(strstr(text, "\ncaller  = 30 37.5 x2 2 more\n"), "%s", text);
    free(text);
}

/* Of a ratio nothing can be a share. */
Test(peek_side, has_no_percentage_of_ratios)
{
    const struct view_options options = {
        .sort = {"R%", 2}, .has_least_percent = true, .least_percent = 5};
    char *text = show(&options, "events: A B\nevent: R% = A / B : r\nfl=a.c\nfn=f\n1 5 6\n", NULL);

    cr_expect_str_eq(text, "not opened: error usage: --percent-limit: rows are sorted by R%, a "
                           "ratio, which adds up to no total\n");
    free(text);
}

/* Each of the costs fits into 64 bits, and what all make up does; the sum of some does not. */
Test(peek_side, fails_where_the_rest_does_not_fit)
{
    static const char large[] =
        "events: Ir\nfl=a.c\nfn=a\n" CALL("f", "1", "9223372036854775807") "fn=b\n" CALL(
            "f", "1", "9223372036854775807") "fn=c\n" CALL("f", "1",
                                                           "-9223372036854775807") "fn=f\n1 5\n";
    const struct view_options options = {.has_limit = true, .n_rows = 0};
    char *text = show(&options, large, NULL);

    cr_expect(strstr(text, "64 bits"), "%s", text);
    free(text);
}
