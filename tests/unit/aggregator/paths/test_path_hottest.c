/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/paths.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/path_rows.h"
#include "support/path_sides.h"
#include "support/temporary.h"

TestSuite(path_hottest, .init = temporary_enter, .fini = temporary_leave);

/* "NAME COST" of each row, with "in" before a member of a cycle; "unknown" where there is none. */
static void print_rows(FILE *out, const struct path_tree *tree, const struct path_steps_down *path)
{
    fputs(path->count != 0 ? "" : "unknown", out);
    for (size_t i = 0; i < path->count; i++) {
        const struct path_row *row = &tree->rows[path->rows[i]];
        fprintf(out, "%s%s", i == 0 ? "" : " > ", row->is_member ? "in " : "");
        path_sides_print_name(out, tree->graph, row->name);
        fprintf(out, " %.6g", row->estimate);
        cr_expect_eq(row->parent, i == 0                                    ? NO_ID
                                  : tree->rows[path->rows[i - 1]].is_member ? path->rows[i - 2]
                                                                            : path->rows[i - 1]);
    }
}

static char *show(const char *profile, const struct path_question *question, const char *function)
{
    struct path_rows_made made;
    struct path_hottest hottest = {0};
    struct path_steps_down path;
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    path_rows_begin(&made, profile, question);
    path_hottest_find(&hottest, &made.tree);
    cr_assert(profile_fits(made.tree.graph->profile, &error), "%s", error.text);
    path = path_hottest_through(&hottest, &made.tree, path_rows_find(&made.graph.names, function));
    cr_assert(profile_fits(made.tree.graph->profile, &error), "%s", error.text);
    print_rows(out, &made.tree, &path);
    fclose(out);
    free(path.rows);
    path_hottest_free(&hottest);
    path_rows_free(&made);
    return text;
}

struct hottest_case {
    const char *behaviour, *profile, *function;
    struct path_question question;
    const char *expected;
};

static void check(const struct hottest_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = show(cases[i].profile, &cases[i].question, cases[i].function);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%s\ngot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
    }
}

#define HEAD "events: A B\nfl=a\n"
#define FN(name, self) "fn=" name "\n1 " self "\n"
#define CALL(callee, count, cost) "cfn=" callee "\ncalls=" count " 1\n1 " cost "\n"

/* By A g is called by m for 6 and by f for 4, by B for 1 and 8. */
#define THREE                                                                                      \
    HEAD FN("m", "1 1") CALL("f", "2", "9 9") CALL("g", "3", "6 1") FN("f", "5 1")                 \
        CALL("g", "4", "4 8") FN("g", "10 9")

/* p is called by r and s, for 30 each, and calls x for 50; q, of 45, calls it for 40. */
#define DETOUR                                                                                     \
    HEAD FN("m", "1") CALL("r", "1", "30") CALL("s", "1", "30") CALL("q", "1", "45") FN("r", "0")  \
        CALL("p", "1", "30") FN("s", "0") CALL("p", "1", "30") FN("p", "10") CALL("x", "1", "50")  \
            FN("q", "5") CALL("x", "1", "40") FN("x", "90")

Test(path_hottest, leads_to_a_function_from_a_start)
{
    static const struct hottest_case cases[] = {
        {"by the way that costs most", THREE, "g", {0}, "m 16 > g 6"},
        {"of the event that decides",
         THREE,
         "g",
         {.events = {1}, .n_events = 1},
         "m 11 > f 9 > g 8"},
        /* By way of r p costs 30, of which x is due 30 * 50 / 60 = 25. */
        {"which need not be that of its costliest call", DETOUR, "x", {0}, "m 106 > q 45 > x 40"},
        /* Two threads: 5 of n's 7 are due to f, and 4 of m's 9. */
        {"of several threads",
         HEAD FN("m", "5") CALL("f", "1", "4") FN("n", "2") CALL("f", "1", "5") FN("f", "9"),
         "f",
         {0},
         "n 7 > f 5"},
        /* Twice 4, from inlined code, too, and by way of f 7. */
        {"with all calls of one function",
         HEAD "fn=m\n1 1\n" CALL("g", "1", "4")
             CALL("f", "1", "7") "fi=b\n2 2\ncfi=a\ncfn=g\ncalls=1 1\n2 4\nfe=a\n" FN("f", "0")
                 CALL("g", "1", "7") FN("g", "15"),
         "g",
         {0},
         "m 18 > g 8"},
        {"a start itself", THREE, "m", {0}, "m 16 > f 9"},
        {"through all its nodes",
         HEAD FN("m", "1") CALL("f'm", "1", "3") CALL("f'2", "1", "4") FN("f'm", "3")
             FN("f'2", "4"),
         "f",
         {0},
         "m 8 > f 7"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* c calls d for what it costs itself. */
#define CHAIN                                                                                      \
    HEAD FN("a", "1") CALL("b", "1", "15") FN("b", "5") CALL("c", "1", "8") CALL("e", "1", "2")    \
        FN("c", "4") CALL("d", "1", "4") FN("d", "4") FN("e", "2")

Test(path_hottest, goes_on_to_the_costliest_calls)
{
    static const struct hottest_case cases[] = {
        {"as long as they cost no less than the caller itself",
         CHAIN,
         "b",
         {0},
         "a 16 > b 15 > c 8 > d 4"},
        {"until one costs more itself",
         HEAD FN("a", "1") CALL("b", "1", "15") FN("b", "9") CALL("c", "1", "6") FN("c", "6"),
         "a",
         {0},
         "a 16 > b 15"},
        {"not before the function that was asked for", CHAIN, "e", {0}, "a 16 > b 15 > e 2"},
        {"and not to those that cost nothing",
         HEAD FN("a", "0") CALL("b", "1", "0") FN("b", "0") FN("c", "1"),
         "a",
         {0},
         "a 0"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(path_hottest, is_unknown_where_no_cost_leads)
{
    static const struct hottest_case cases[] = {
        {"to a function whose calls cost nothing",
         HEAD FN("m", "1") CALL("f", "1", "0"),
         "f",
         {0},
         "unknown"},
        {"in the event that decides",
         HEAD FN("m", "1 1") CALL("f", "1", "0 3") FN("f", "0 3"),
         "f",
         {0},
         "unknown"},
        {"but in another",
         HEAD FN("m", "1 1") CALL("f", "1", "0 3") FN("f", "0 3"),
         "f",
         {.events = {1}, .n_events = 1},
         "m 4 > f 3"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* D is a million times A. */
Test(path_hottest, fails_where_a_derived_cost_does_not_fit)
{
    static const struct path_question question = {.events = {1}, .n_events = 1};
    struct path_rows_made made;
    struct path_hottest hottest = {0};
    struct error error = {0};

    path_rows_begin(&made, "event: D = 1000000 A\nevents: A\nfl=a\n" FN("m", "9223372036854775807"),
                    &question);
    path_hottest_find(&hottest, &made.tree);
    cr_expect_not(profile_fits(made.tree.graph->profile, &error));
    cr_expect_neq(error.kind, ERROR_NONE);
    path_hottest_free(&hottest);
    path_rows_free(&made);
}
