/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Trees of stacks, with figures that are derived by hand. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/path_hottest.h"
#include "base/array.h"
#include "support/path_rows.h"
#include "support/temporary.h"

TestSuite(path_stacks, .init = temporary_enter, .fini = temporary_leave);

#define HEAD "creator: xdebug 2.9.8 (PHP 7.4.33)\nevents: T M\n\n"
#define FN(name, costs) "fl=a\nfn=" name "\n1 " costs "\n"
#define CALL(callee, cost) "cfl=a\ncfn=" callee "\ncalls=1 0 0\n1 " cost "\n"

/*
 * load runs twice: batch has it call slow, ui has it call fast twice. By its calls alone slow might
 * be of either.
 */
static const char two_callers[] =
    HEAD FN("slow", "50 1") "\n" FN("load", "3 1") CALL("slow", "50") "\n" FN("batch", "2 1")
        CALL("load", "53") "\n" FN("fast", "7 1") "\n" FN("fast", "8 1") "\n" FN("load", "4 1")
            CALL("fast", "7") CALL("fast", "8") "\n" FN("ui", "5 1")
                CALL("load", "19") "\n" FN("main", "1 1") CALL("batch", "55") CALL("ui", "24") "\n";

Test(path_stacks, tell_what_each_path_cost)
{
    static const struct path_case cases[] = {
        {"from the start down",
         two_callers,
         {.has_stacks = true},
         "main 80 self 1 x1\n"
         "  batch 55 self 2 x1\n"
         "    load 53 self 3 x1\n"
         "      slow 50 self 50 x1\n"
         "  ui 24 self 5 x1\n"
         "    load 19 self 4 x1\n"
         "      fast 15 self 15 x2\n"},
        {"from a function down",
         two_callers,
         {.has_stacks = true, .functions = "load"},
         "load 72 self 7 x2\n"
         "  slow 50 self 50 x1\n"
         "  fast 15 self 15 x2\n"},
        {"up from self cost",
         two_callers,
         {.has_stacks = true, .goes_up = true, .functions = "load fast"},
         "fast 15\n"
         "  load 15 x2?\n"
         "    ui 15 x1?\n"
         "      main 15 x1?\n"
         "load 7\n"
         "  ui 4 x1?\n"
         "    main 4 x1?\n"
         "  batch 3 x1?\n"
         "    main 3 x1?\n"},
        {"of several events",
         two_callers,
         {.has_stacks = true, .functions = "ui", .events = {0, 1}, .n_events = 2},
         "ui 24,4 self 5,1 x1\n"
         "  load 19,3 self 4,1 x1\n"
         "    fast 15,2 self 15,2 x2\n"},
        {"down to a limit",
         two_callers,
         {.has_stacks = true, .least = 20},
         "main 80 self 1 x1\n"
         "  batch 55 self 2 x1\n"
         "    load 53 self 3 x1\n"
         "      slow 50 self 50 x1\n"
         "  ui 24 self 5 x1\n"
         "    (1 more, up to 19)\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* What a list says of paths of no cost depends on that: memory that f gave back g had taken. */
Test(path_stacks, know_which_costs_may_cancel_out)
{
    static const char profile[] =
        HEAD FN("g", "5 200") "\n" FN("f", "3 -200") "cfn=g\ncalls=1 1\n1 5 200\n\n" FN(
            "main", "1 50") "cfn=f\ncalls=1 1\n1 8 0\n\n";
    static const struct path_case cases[] = {
        {"to nothing",
         profile,
         {.has_stacks = true, .events = {1}, .n_events = 1},
         "main 50 self 50 x1\n"
         "  f 0 self -200 x1\n"
         "    g 200 self 200 x1\n"},
    };
    const struct path_question question = {.has_stacks = true, .events = {0, 1}, .n_events = 2};
    struct path_rows_made made;

    path_rows_check(cases, ARRAY_LENGTH(cases));
    path_rows_begin(&made, profile, &question);
    cr_expect(!made.tree.lacks_bounds[0]);
    cr_expect(made.tree.lacks_bounds[1]);
    path_rows_free(&made);
}

/* f(3) calls f(2) calls g, which calls f(1). */
static const char recursive[] = HEAD FN("f", "1 0") "\n" FN("g", "2 0")
    CALL("f", "1") "\n" FN("f", "4 0") CALL("g", "3") "\n" FN("f", "8 0")
        CALL("f", "7") "\n" FN("main", "16 0") CALL("f", "15") "\n";

Test(path_stacks, have_a_row_for_each_activation)
{
    static const struct path_case cases[] = {
        {"down",
         recursive,
         {.has_stacks = true},
         "main 31 self 16 x1\n"
         "  f 15 self 8 x1\n"
         "    f 7 self 4 x1\n"
         "      g 3 self 2 x1\n"
         "        f 1 self 1 x1\n"},
        {"from the outermost alone",
         recursive,
         {.has_stacks = true, .functions = "f g"},
         "f 15 self 8 x1\n"
         "  f 7 self 4 x1\n"
         "    g 3 self 2 x1\n"
         "      f 1 self 1 x1\n"
         "g 3 self 2 x1\n"
         "  f 1 self 1 x1\n"},
        /* Of f's 13: 8 of the outermost, 4 below it, 1 below g. */
        {"up from all of them",
         recursive,
         {.has_stacks = true, .goes_up = true, .functions = "f"},
         "f 13\n"
         "  main 8 x1?\n"
         "  f 4 x1?\n"
         "    main 4 x1?\n"
         "  g 1 x1?\n"
         "    f 1 x1?\n"
         "      f 1 x1?\n"
         "        main 1 x1?\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* What gives memory back takes off what others took: 100 - 90 - 30, and 5. */
static const char negative[] =
    HEAD FN("take", "1 100") "\n" FN("give", "1 -90") "\n" FN("give", "1 -30") "\n" FN("f", "0 5")
        CALL("take", "1") CALL("give", "1") CALL("give", "1") "\n";

Test(path_stacks, are_known_below_zero)
{
    static const struct path_case cases[] = {
        {"down",
         negative,
         {.has_stacks = true, .events = {1}, .n_events = 1},
         "f -15 self 5 x1\n"
         "  take 100 self 100 x1\n"
         "  give -120 self -120 x2\n"},
        {"up",
         negative,
         {.has_stacks = true, .goes_up = true, .functions = "give", .events = {1}, .n_events = 1},
         "give -120\n"
         "  f -120 x2?\n"},
        {"to a limit",
         negative,
         {.has_stacks = true, .events = {1}, .n_events = 1, .least = 110},
         "(1 more, up to 15)\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

Test(path_stacks, have_several_roots_where_a_run_was_killed)
{
    static const struct path_case cases[] = {
        {"of one name and another",
         HEAD FN("f", "1 0") "\n" FN("g", "2 0")
             CALL("f", "1") "\n" FN("f", "4 0") "\n" FN("g", "8 0") "\n",
         {.has_stacks = true},
         "g 11 self 10 x2\n"
         "  f 1 self 1 x1\n"
         "f 4 self 4 x1\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

Test(path_stacks, have_the_hottest_path)
{
    struct path_rows_made made;
    struct path_hottest hottest;
    struct path_steps_down path;
    struct error error = {0};
    const char *const expected[] = {"main", "batch", "load", "slow"};

    path_rows_begin(&made, two_callers, &(struct path_question){.has_stacks = true});
    const struct rows *names = &made.graph.names;
    cr_assert(path_hottest_find(&hottest, &made.tree, &error));
    for (uint32_t name = 0; name < names->count; name++) {
        if (!text_equal(rows_names(names, name).function, TEXT("load")))
            continue;
        cr_assert(path_hottest_through(&hottest, &made.tree, name, &path, &error));
        cr_assert_eq(path.count, ARRAY_LENGTH(expected));
        for (size_t i = 0; i < path.count; i++) {
            const struct path_row *row = &made.tree.rows[path.rows[i]];
            cr_expect(text_equal(rows_names(names, row->name).function, text_of(expected[i])));
            cr_expect(path_cost_is_exact(&made.tree.costs[row->inclusive]));
        }
        free(path.rows);
    }
    path_hottest_free(&hottest);
    path_rows_free(&made);
}
