/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/inclusive.h"
#include "aggregator/paths/path_building.h"
#include "aggregator/paths/paths.h"
#include "aggregator/program.h"
#include "base/array.h"
#include "parser/read.h"
#include "support/figured.h"
#include "support/path_rows.h"
#include "support/profile_text.h"
#include "support/temporary.h"

TestSuite(path_graph, .init = temporary_enter, .fini = temporary_leave);

static void print_vertex(FILE *out, const struct path_graph *graph, uint32_t vertex)
{
    const char *before = path_graph_is_cycle(graph, vertex) ? "{" : "";

    for (size_t i = graph->members_begin[vertex]; i < graph->members_begin[vertex + 1]; i++) {
        fprintf(out, "%s%s", before, figured_name(&graph->nodes, graph->members[i]));
        before = " ";
    }
    fputs(path_graph_is_cycle(graph, vertex) ? "}" : "", out);
}

/*
 * "VERTEX self A in B by N of M out C" of each: N calls, of M entries of the profile; "doubtful"
 * after them; then its steps.
 */
static void print(FILE *out, struct path_graph *graph, uint32_t vertex)
{
    print_vertex(out, graph, vertex);
    fputs(" self", out);
    parsed_print_costs(out, &graph->self, vertex);
    fputs(" in", out);
    parsed_print_costs(out, &graph->entering, vertex);
    fprintf(out, " by %d of %d out", (int)graph->calls[vertex], (int)graph->n_entering[vertex]);
    parsed_print_costs(out, &graph->leaving, vertex);
    fputs(graph->is_doubtful[vertex] ? " doubtful" : "", out);
    for (size_t i = graph->arcs_begin[vertex]; i < graph->arcs_begin[vertex + 1]; i++) {
        struct edge ends = graph->ends[graph->arcs[i]];
        fputs(" > ", out);
        print_vertex(out, graph, graph->goes_up ? ends.from : ends.to);
    }
    fputc('\n', out);
}

struct graph_case {
    const char *behaviour;
    bool goes_up;
    const char *profile;
    const char *expected; /* in bytewise order */
};

static void check(const struct graph_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct parsed parsed;
        struct path_graph graph;
        struct error error = {0};
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);

        cr_assert(out, "out of memory");
        parsed_read(&parsed, cases[i].profile);
        cr_assert(parsed.is_read, "%s", parsed.error.text);
        cr_assert(callee_files_find(&parsed.profile, &parsed.warnings, &error), "%s", error.text);
        path_graph_create(&graph, &parsed.profile, &(struct path_naming){.is_folded = true},
                          cases[i].goes_up);
        cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
        for (uint32_t vertex = 0; vertex < graph.n_vertices; vertex++)
            print(out, &graph, vertex);
        fclose(out);
        text = figured_sort(text);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        path_graph_free(&graph);
        parsed_free(&parsed);
    }
}

/* m calls f for 9 and g for 6, and f calls g for 4. */
#define THREE                                                                                      \
    HEAD FN("m", "1") CALL("f", "2", "9") CALL("g", "3", "6") FN("f", "5") CALL("g", "4", "4")     \
        FN("g", "10")

Test(path_graph, has_functions_and_calls)
{
    static const struct graph_case cases[] = {
        {"down", false, THREE,
         "a:f self 5 in 9 by 2 of 1 out 9 > a:g\n"
         "a:g self 10 in 10 by 7 of 2 out 10\n"
         "a:m self 1 in . by 0 of 0 out 16 > a:f > a:g\n"},
        {"up", true, THREE,
         "a:f self 5 in 9 by 2 of 1 out 9 > a:m\n"
         "a:g self 10 in 10 by 7 of 2 out 10 > a:m > a:f\n"
         "a:m self 1 in . by 0 of 0 out 16\n"},
        {"without those of itself", false,
         HEAD FN("m", "1") CALL("f", "2", "9") FN("f", "9") CALL("f", "8", "7"),
         "a:f self 9 in 9 by 2 of 1 out 9\n"
         "a:m self 1 in . by 0 of 0 out 10 > a:f\n"},
        {"with levels and contexts apart", false,
         HEAD FN("f", "1") CALL("f'2", "2", "9") FN("f'2", "2") CALL("f'g", "1", "7")
             FN("f'g", "7"),
         "a:f self 1 in . by 0 of 0 out 10 > a:f'2\n"
         "a:f'2 self 2 in 9 by 2 of 1 out 9 > a:f'g\n"
         "a:f'g self 7 in 7 by 1 of 1 out 7\n"},
        /* Inlined code belongs to its function, and its calls are entries of their own. */
        {"of all their places", false,
         HEAD "fn=m\n1 1\n" CALL(
             "g", "1", "4") "fi=b\n2 2\ncfi=a\ncfn=g\ncalls=3 1\n2 5\nfe=a\n" FN("g", "9"),
         "a:g self 9 in 9 by 4 of 2 out 9\n"
         "a:m self 3 in . by 0 of 0 out 12 > a:g > a:g\n"},
        {"of several events, of which some are not given", false,
         "events: A B\nfl=a\n" FN("m", "1 2") CALL("f", "2", "9") FN("f", "9"),
         "a:f self 9 . in 9 . by 2 of 1 out 9 .\n"
         "a:m self 1 2 in . . by 0 of 0 out 10 2 > a:f\n"},
        {"or none", false, HEAD, ""},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* m calls f and h; f and g call each other, and so do h and i; g calls h. */
#define TWO_CYCLES                                                                                 \
    HEAD FN("m", "1") CALL("f", "1", "17") CALL("h", "1", "20") FN("f", "4") CALL("g", "1", "8")   \
        FN("g", "6") CALL("f", "2", "3") CALL("h", "3", "7") FN("h", "8") CALL("i", "1", "14")     \
            FN("i", "19") CALL("h", "1", "5")

Test(path_graph, contracts_cycles)
{
    static const struct graph_case cases[] = {
        {"of several functions, whose calls of each other are left out", false, TWO_CYCLES,
         "a:m self 1 in . by 0 of 0 out 38 > {a:f a:g} > {a:h a:i}\n"
         "{a:f a:g} self 10 in 17 by 1 of 1 out 17 > {a:h a:i}\n"
         "{a:h a:i} self 27 in 27 by 4 of 2 out 27\n"},
        {"up", true, TWO_CYCLES,
         "a:m self 1 in . by 0 of 0 out 38\n"
         "{a:f a:g} self 10 in 17 by 1 of 1 out 17 > a:m\n"
         "{a:h a:i} self 27 in 27 by 4 of 2 out 27 > a:m > {a:f a:g}\n"},
        {"of levels of one function, which is none of several", false,
         HEAD FN("m", "1") CALL("f", "1", "9") FN("f", "4") CALL("f'2", "1", "5") FN("f'2", "5")
             CALL("f", "1", "2"),
         "a:f a:f'2 self 9 in 9 by 1 of 1 out 9\n"
         "a:m self 1 in . by 0 of 0 out 10 > a:f a:f'2\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Of an input that never says where a callee is. */
/* The cycle of a and b, which come first, calls that of c and d. */
Test(path_graph, numbers_cycles_as_rows_with_inclusive_cost_do)
{
    static const uint32_t expected[] = {0, 1, 1, 2, 2};
    struct parsed parsed;
    struct path_graph graph;
    struct program program;
    struct inclusive inclusive;
    struct error error = {0};

    parsed_read(&parsed, HEAD FN("m", "1") CALL("a", "1", "9") FN("a", "1") CALL("b", "2", "5")
                             FN("b", "2") CALL("a", "1", "1") CALL("c", "1", "3") FN("c", "1")
                                 CALL("d", "2", "2") FN("d", "2") CALL("c", "1", "1"));
    path_graph_create(&graph, &parsed.profile, &(struct path_naming){.is_folded = true}, false);
    program_compute(&program, &parsed.profile);
    inclusive_compute(&inclusive, &graph.names, LEVELS_NOT_NEEDED, &program.total);
    cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
    cr_assert_eq(graph.nodes.count, ARRAY_LENGTH(expected));
    for (uint32_t node = 0; node < graph.nodes.count; node++) {
        uint32_t name = graph.name_of[graph.vertex_of[node]];
        uint32_t number = name < graph.names.count ? 0 : name - (uint32_t)graph.names.count + 1;
        cr_expect_eq(number, expected[node], "the path's cycle of %u: %u", node, number);
        cr_expect_eq(inclusive.cycle[node], expected[node], "the row's cycle of %u: %u", node,
                     inclusive.cycle[node]);
    }
    inclusive_free(&inclusive);
    program_free(&program);
    path_graph_free(&graph);
    parsed_free(&parsed);
}

Test(path_graph, doubts_functions_that_may_be_others)
{
    static const struct graph_case cases[] = {
        {"those with code, and the callee without", false,
         "events: A\nfl=a\nfn=f\n1 5\nfl=b\nfn=f\n1 8\nfl=c\nfn=m\n1 1\n" CALL("f", "1", "5")
             CALL("g", "2", "3") "fn=g\n1 3\n",
         "a:f self 5 in . by 0 of 0 out 5 doubtful\n"
         "b:f self 8 in . by 0 of 0 out 8 doubtful\n"
         "c:f self . in 5 by 1 of 1 out . doubtful\n"
         "c:g self 3 in 3 by 2 of 1 out 3\n"
         "c:m self 1 in . by 0 of 0 out 9 > c:f > c:g\n"},
        {"of the same object alone", false,
         "events: A\nob=o\nfl=a\nfn=f\n1 5\nfl=b\nfn=f\n1 8\nob=p\nfl=a\nfn=f\n1 5\nob=o\nfl=c\n"
         "fn=m\n1 1\n" CALL("f", "1", "5"),
         "a:f[o] self 5 in . by 0 of 0 out 5 doubtful\n"
         "a:f[p] self 5 in . by 0 of 0 out 5\n"
         "b:f[o] self 8 in . by 0 of 0 out 8 doubtful\n"
         "c:f[o] self . in 5 by 1 of 1 out . doubtful\n"
         "c:m[o] self 1 in . by 0 of 0 out 6 > c:f[o]\n"},
        {"with a cycle that they are in", false,
         "events: A\nfl=a\nfn=f\n1 5\n" CALL("h", "1", "2") "fn=h\n1 2\n" CALL(
             "f", "1", "0") "fl=b\nfn=f\n1 8\nfl=c\nfn=m\n1 1\n" CALL("f", "1", "5"),
         "b:f self 8 in . by 0 of 0 out 8 doubtful\n"
         "c:f self . in 5 by 1 of 1 out . doubtful\n"
         "c:m self 1 in . by 0 of 0 out 6 > c:f\n"
         "{a:f a:h} self 7 in . by 0 of 0 out 7 doubtful\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(path_graph, knows_which_events_are_below_0)
{
    struct parsed parsed;
    struct path_graph graph;
    struct error error = {0};

    parsed_read(&parsed, "events: A B C D\nfl=a\nfn=m\n1 1 -1 1 1\ncfn=f\ncalls=1 1\n1 1 1 -1 1\n"
                         "fn=f\n1 1 1 1 1\ncfn=f\ncalls=1 1\n1 1 1 1 -1\n");
    path_graph_create(&graph, &parsed.profile, &(struct path_naming){.is_folded = true}, false);
    cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
    cr_expect(!graph.is_below_zero[0]);
    cr_expect(graph.is_below_zero[1], "of itself");
    cr_expect(graph.is_below_zero[2], "of calls");
    cr_expect(!graph.is_below_zero[3], "calls of itself are not in it");
    path_graph_free(&graph);
    parsed_free(&parsed);
}

/* Each is in range, and so is what is spent in all. */
Test(path_graph, fails_where_a_sum_does_not_fit)
{
    struct parsed parsed;
    struct path_graph graph;
    struct error error = {0};

    parsed_read(&parsed, HEAD FN("m", "1") CALL("f", "1", "9223372036854775807"));
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    path_graph_create(&graph, &parsed.profile, &(struct path_naming){.is_folded = true}, false);
    cr_expect_not(profile_fits(&parsed.profile, &error));
    cr_expect_neq(error.kind, ERROR_NONE);
    path_graph_free(&graph);
    parsed_free(&parsed);
}

#define STACK_HEAD "creator: xdebug 2.9.8 (PHP 7.4.33)\nevents: T M\n\n"
#define STACK_FN(name, costs) "fl=a\nfn=" name "\n1 " costs "\n"
#define STACK_CALL(callee, cost) "cfl=a\ncfn=" callee "\ncalls=1 0 0\n1 " cost "\n"

/*
 * load runs twice: batch has it call slow, ui has it call fast twice. By its calls alone slow might
 * be of either.
 */
static const char two_callers[] = STACK_HEAD STACK_FN("slow", "50 1") "\n" STACK_FN("load", "3 1")
    STACK_CALL("slow", "50") "\n" STACK_FN("batch", "2 1") STACK_CALL("load", "53") "\n" STACK_FN(
        "fast", "7 1") "\n" STACK_FN("fast", "8 1") "\n" STACK_FN("load", "4 1")
        STACK_CALL("fast", "7") STACK_CALL("fast", "8") "\n" STACK_FN("ui", "5 1")
            STACK_CALL("load", "19") "\n" STACK_FN("main", "1 1") STACK_CALL("batch", "55")
                STACK_CALL("ui", "24") "\n";

Test(path_graph, tell_what_each_path_cost)
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
Test(path_graph, know_which_costs_may_cancel_out)
{
    static const char profile[] = STACK_HEAD STACK_FN("g", "5 200") "\n" STACK_FN(
        "f",
        "3 -200") "cfn=g\ncalls=1 1\n1 5 200\n\n" STACK_FN("main",
                                                           "1 50") "cfn=f\ncalls=1 1\n1 8 0\n\n";
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
static const char recursive[] = STACK_HEAD STACK_FN("f", "1 0") "\n" STACK_FN("g", "2 0")
    STACK_CALL("f", "1") "\n" STACK_FN("f", "4 0") STACK_CALL("g", "3") "\n" STACK_FN("f", "8 0")
        STACK_CALL("f", "7") "\n" STACK_FN("main", "16 0") STACK_CALL("f", "15") "\n";

Test(path_graph, have_a_row_for_each_activation)
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
static const char negative[] = STACK_HEAD STACK_FN("take", "1 100") "\n" STACK_FN(
    "give", "1 -90") "\n" STACK_FN("give", "1 -30") "\n" STACK_FN("f", "0 5")
    STACK_CALL("take", "1") STACK_CALL("give", "1") STACK_CALL("give", "1") "\n";

Test(path_graph, are_known_below_zero)
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

Test(path_graph, have_several_roots_where_a_run_was_killed)
{
    static const struct path_case cases[] = {
        {"of one name and another",
         STACK_HEAD STACK_FN("f", "1 0") "\n" STACK_FN("g", "2 0")
             STACK_CALL("f", "1") "\n" STACK_FN("f", "4 0") "\n" STACK_FN("g", "8 0") "\n",
         {.has_stacks = true},
         "g 11 self 10 x2\n"
         "  f 1 self 1 x1\n"
         "f 4 self 4 x1\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

Test(path_graph, have_the_hottest_path)
{
    struct path_rows_made made;
    struct path_hottest hottest;
    struct path_steps_down path;
    struct error error = {0};
    const char *const expected[] = {"main", "batch", "load", "slow"};

    path_rows_begin(&made, two_callers, &(struct path_question){.has_stacks = true});
    const struct rows *names = &made.graph.names;
    path_hottest_find(&hottest, &made.tree);
    cr_assert(profile_fits(made.tree.graph->profile, &error));
    for (uint32_t name = 0; name < names->count; name++) {
        if (!text_equal(rows_names(names, name).function, TEXT("load")))
            continue;
        path = path_hottest_through(&hottest, &made.tree, name);
        cr_assert(profile_fits(made.tree.graph->profile, &error));
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

/* " NAME COSTS xCALLS" of each step, and "(ARCS COSTS)" of each vertex that it leads to. */
static char *show(struct path_graph *graph, const char *function, size_t event)
{
    struct path_steps steps;
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    uint32_t vertex = graph->vertex_of[path_rows_find(&graph->nodes, function)];
    steps = path_graph_steps(graph, vertex, false, event);
    cr_assert(profile_fits(graph->profile, &error), "%s", error.text);
    for (size_t i = 0; i < steps.count; i++) {
        const struct path_step *step = &steps.list[i];
        if (step->name < graph->names.count) {
            struct text name = rows_names(&graph->names, step->name).function;
            fprintf(out, " %.*s", (int)name.length, name.at);
        } else
            fputs(" cycle", out);
        parsed_print_costs(out, &graph->step_costs, step->cost);
        fprintf(out, " x%" PRIi64, step->calls);
        for (size_t t = step->targets; t < step->targets + step->n_targets; t++) {
            fprintf(out, " (%" PRIu32, graph->targets[t].n_arcs);
            parsed_print_costs(out, &graph->step_costs, graph->targets[t].cost);
            fputc(')', out);
        }
    }
    fclose(out);
    return text;
}

struct step_case {
    const char *behaviour, *profile;
    struct path_question question;
    const char *function, *expected;
};

static const struct step_case cases[] = {
    {"the costliest first, in the order of their functions where they are alike",
     HEAD FN("m", "1") CALL("f", "1", "2") CALL("g", "2", "9") CALL("h", "3", "2"),
     {0},
     "m",
     " g 9 x2 (1 9) f 2 x1 (1 2) h 2 x3 (1 2)"},
    {"or what costs most below 0",
     HEAD FN("m", "1") CALL("f", "1", "2") CALL("g", "2", "-9"),
     {0},
     "m",
     " g -9 x2 (1 -9) f 2 x1 (1 2)"},
    {"by an event of one's choice",
     "events: A B\nfl=a\n" FN("m", "1 1") CALL("f", "1", "2 7") CALL("g", "2", "9 1"),
     {.events = {1}, .n_events = 1},
     "m",
     " f 2 7 x1 (1 2 7) g 9 1 x2 (1 9 1)"},
    /* 3 and 5 are more than 7. */
    {"which are added up where they lead to several nodes",
     HEAD FN("m", "1") CALL("f'm", "1", "3") CALL("g'm", "2", "7") CALL("f'2", "3", "5"),
     {0},
     "m",
     " f 8 x4 (1 3) (1 5) g 7 x2 (1 7)"},
    {"or apart, where levels and contexts are",
     HEAD FN("m", "1") CALL("f'm", "1", "3") CALL("g'm", "2", "7") CALL("f'2", "3", "5"),
     {.is_unfolded = true},
     "m",
     " g'm 7 x2 (1 7) f'2 5 x3 (1 5) f'm 3 x1 (1 3)"},
    {"from inlined code, too",
     HEAD "fn=m\n1 1\n" CALL("g", "1", "4") "fi=b\n2 2\ncfi=a\ncfn=g\ncalls=3 1\n2 5\n",
     {0},
     "m",
     " g 9 x4 (2 9)"},
    {"to a cycle of several",
     HEAD FN("m", "1") CALL("a", "1", "5") CALL("b", "2", "6") FN("a", "7") CALL("b", "1", "1")
         FN("b", "4") CALL("a", "1", "1"),
     {0},
     "m",
     " cycle 11 x3 (2 11)"},
    {"none of a function that calls nobody", HEAD FN("m", "1") CALL("f", "1", "3"), {0}, "f", ""},
    {"up to callers",
     HEAD FN("m", "1") CALL("f", "1", "3") FN("n", "1") CALL("f", "2", "4"),
     {.goes_up = true},
     "f",
     " n 4 x2 (1 4) m 3 x1 (1 3)"},
};

Test(path_graph, are_the_calls_of_each_name)
{
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct step_case *one = &cases[i];
        struct path_rows_made made;
        path_rows_begin(&made, one->profile, &one->question);
        /* The second time they are there. */
        for (int times = 0; times < 2; times++) {
            char *text = show(&made.graph, one->function, one->question.events[0]);
            cr_expect(strcmp(text, one->expected) == 0, "%s: expected\n%s\ngot\n%s", one->behaviour,
                      one->expected, text);
            free(text);
        }
        path_rows_free(&made);
    }
}

Test(path_graph, fails_where_a_derived_cost_does_not_fit)
{
    static const struct path_question question = {0};
    struct path_rows_made made;
    struct error error = {0};

    path_rows_begin(&made,
                    "event: D = 1000000 A\nevents: A\nfl=a\n" FN("m", "1")
                        CALL("f", "1", "922337203685477580"),
                    &question);
    uint32_t m = made.graph.vertex_of[path_rows_find(&made.graph.nodes, "m")];
    path_graph_steps(&made.graph, m, false, 1);
    cr_expect_not(profile_fits(made.graph.profile, &error));
    cr_expect_neq(error.kind, ERROR_NONE);
    path_rows_free(&made);
}
