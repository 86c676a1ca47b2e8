/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/inclusive.h"
#include "aggregator/paths/path_building.h"
#include "aggregator/paths/paths.h"
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
        if (graph->arcs[i].is_member)
            continue;
        fputs(" > ", out);
        print_vertex(out, graph, graph->arcs[i].vertex);
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

/* Of an input that never says where a callee is. */
/* The cycle of a and b, which come first, calls that of c and d. */
Test(path_graph, numbers_cycles_as_rows_with_inclusive_cost_do)
{
    static const uint32_t expected[] = {0, 1, 1, 2, 2};
    struct parsed parsed;
    struct path_graph graph;
    struct inclusive inclusive;
    struct error error = {0};

    parsed_read(&parsed, HEAD FN("m", "1") CALL("a", "1", "9") FN("a", "1") CALL("b", "2", "5")
                             FN("b", "2") CALL("a", "1", "1") CALL("c", "1", "3") FN("c", "1")
                                 CALL("d", "2", "2") FN("d", "2") CALL("c", "1", "1"));
    path_graph_create(&graph, &parsed.profile, &(struct path_naming){.is_folded = true}, false);
    inclusive_compute(&inclusive, &graph.names, LEVELS_NOT_NEEDED);
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
