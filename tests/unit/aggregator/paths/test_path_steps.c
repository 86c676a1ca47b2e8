/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The steps from a vertex. */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/path_graph.h"
#include "base/array.h"
#include "support/path_rows.h"
#include "support/profile_text.h"
#include "support/temporary.h"

TestSuite(path_steps, .init = temporary_enter, .fini = temporary_leave);

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
    cr_assert(path_graph_steps(graph, vertex, event, &steps, &error), "%s", error.text);
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

Test(path_steps, are_the_calls_of_each_name)
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

Test(path_steps, fails_where_a_derived_cost_does_not_fit)
{
    static const struct path_question question = {0};
    struct path_rows_made made;
    struct path_steps steps;
    struct error error = {0};

    path_rows_begin(&made,
                    "event: D = 1000000 A\nevents: A\nfl=a\n" FN("m", "1")
                        CALL("f", "1", "922337203685477580"),
                    &question);
    uint32_t m = made.graph.vertex_of[path_rows_find(&made.graph.nodes, "m")];
    cr_expect(!path_graph_steps(&made.graph, m, 1, &steps, &error));
    cr_expect_neq(error.kind, ERROR_NONE);
    path_rows_free(&made);
}
