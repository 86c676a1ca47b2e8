/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * graph: write a profile of a program of many arcs, in which all costs add up: each function cost
 * what it was called for, and the first one all. generate.c writes what files look like, with costs
 * that are drawn anew at each line; paths through those are known too badly to be followed.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CALLEES = 1000, FILE_FUNCTIONS = 20, OBJECT_FUNCTIONS = 2000 };

struct graph {
    uint64_t n_functions, n_arcs, random;
    uint64_t *inclusive; /* by function, as far as its callers are written */
    bool *is_named;      /* by function: later on its number will do */
};

struct call {
    uint64_t callee, cost;
};

/* splitmix64 */
static uint64_t next_random(struct graph *graph)
{
    uint64_t mixed = graph->random += 0x9e3779b97f4a7c15;

    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

/* 1 to 2^bits, no power of two rarer than another: distances in programs are like that. */
static uint64_t skewed(uint64_t draw, uint64_t bits)
{
    return 1 + (draw >> 16) % ((uint64_t)1 << (draw % 0x10000 * (bits + 1) >> 16));
}

/*
 * The callee after the last one: 2 i + 1 and 2 i + 2 of function i, so that all have a caller and
 * none is far from the first; then near ones, and at the end a popular one. None: n_functions and
 * more.
 */
static uint64_t next_callee(struct graph *graph, uint64_t caller, uint64_t last, bool is_final)
{
    uint64_t draw = next_random(graph), n = graph->n_functions, popular = n - skewed(draw, 16);

    if (last < 2 * caller + 2 && last + 1 + (last == caller ? caller : 0) < n)
        return last + 1 + (last == caller ? caller : 0);
    return is_final && popular < n && popular > last ? popular : last + skewed(draw >> 8, 10);
}

static void write_place(const char *prefix, uint64_t id)
{
    printf("%sob=lib%" PRIu64 ".so\n%s=src/%" PRIu64 ".c\n", prefix, id / OBJECT_FUNCTIONS,
           *prefix == 'c' ? "cfi" : "fl", id / FILE_FUNCTIONS);
}

static void write_function(struct graph *graph, const char *key, uint64_t id)
{
    printf("%s=(%" PRIu64 ")", key, id + 1);
    if (!graph->is_named[id])
        printf(" function_%" PRIu64 "(int, char const*)", id);
    putchar('\n');
    graph->is_named[id] = true;
}

/* A function with its calls: what it does not spend by them it spends itself. */
static uint64_t write_body(struct graph *graph, uint64_t id, uint64_t n_wanted)
{
    static const uint64_t of = 600; /* a call costs at most 255 of these of what is left */
    struct call calls[MOST_CALLEES];
    uint64_t count = 0, self = graph->inclusive[id], last = id;

    while (count < n_wanted) {
        last = next_callee(graph, id, last, count + 1 == n_wanted);
        if (last >= graph->n_functions)
            break;
        calls[count] = (struct call){last, self / of * (next_random(graph) % 256)};
        self -= calls[count].cost;
        graph->inclusive[last] += calls[count++].cost;
    }
    putchar('\n');
    write_place("", id);
    write_function(graph, "fn", id);
    printf("%" PRIu64 " %" PRIu64 "\n", 1 + id % 997, self);
    for (uint64_t i = 0; i < count; i++) {
        write_place("c", calls[i].callee);
        write_function(graph, "cfn", calls[i].callee);
        printf("calls=%" PRIu64 " 1\n* %" PRIu64 "\n", 1 + calls[i].cost % 1000, calls[i].cost);
    }
    return count;
}

/* As many of the arcs for each function as are left for it, on average. */
static void write_profile(struct graph *graph)
{
    uint64_t left = graph->n_arcs, total = (uint64_t)1 << 50;

    printf("# callgrind format\nversion: 1\ncreator: graph\npositions: line\nevents: Ir\n"
           "summary: %" PRIu64 "\n",
           total);
    graph->inclusive[0] = total;
    for (uint64_t id = 0; id < graph->n_functions; id++) {
        uint64_t wanted = 2 + next_random(graph) % (1 + 2 * left / (graph->n_functions - id));
        wanted = wanted < left ? wanted : left;
        left -= write_body(graph, id, wanted < MOST_CALLEES ? wanted : MOST_CALLEES);
    }
}

int main(int n_arguments, char **arguments)
{
    struct graph graph = {.n_functions = 100000, .n_arcs = 1000000, .random = 1};

    for (int i = 1; i < n_arguments; i++)
        if (sscanf(arguments[i], "--functions=%" SCNu64, &graph.n_functions) != 1 &&
            sscanf(arguments[i], "--arcs=%" SCNu64, &graph.n_arcs) != 1 &&
            sscanf(arguments[i], "--seed=%" SCNu64, &graph.random) != 1) {
            fputs("usage: graph [--functions=100000] [--arcs=1000000] [--seed=1] > profile\n",
                  stderr);
            return 2;
        }
    graph.inclusive = calloc(graph.n_functions + 1, sizeof *graph.inclusive);
    graph.is_named = calloc(graph.n_functions + 1, sizeof *graph.is_named);
    if (graph.inclusive == NULL || graph.is_named == NULL) {
        perror("graph");
        return 1;
    }
    write_profile(&graph);
    free(graph.inclusive);
    free(graph.is_named);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
