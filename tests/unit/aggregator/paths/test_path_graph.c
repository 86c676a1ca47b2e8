/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/paths/path_graph.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "parser/callee_files.h"
#include "support/figured.h"
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
        cr_assert(path_graph_create(&graph, &parsed.profile,
                                    &(struct path_naming){.is_folded = true}, cases[i].goes_up,
                                    &error),
                  "%s", error.text);
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
    cr_assert(path_graph_create(&graph, &parsed.profile, &(struct path_naming){.is_folded = true},
                                false, &error),
              "%s", error.text);
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
    cr_expect(!path_graph_create(&graph, &parsed.profile, &(struct path_naming){.is_folded = true},
                                 false, &error));
    cr_expect_neq(error.kind, ERROR_NONE);
    path_graph_free(&graph);
    parsed_free(&parsed);
}
