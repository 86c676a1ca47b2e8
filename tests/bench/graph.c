/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * graph: write a profile of a program of many arcs, in which all costs add up: each function cost
 * what it was called for, and the first one all. generate.c writes what files look like, with costs
 * that are drawn anew at each line; paths through those are known too badly to be followed.
 *
 * With --templates=1 the names are those of a C++ program, half of them longer than 70 characters
 * and some longer than 300; with --cycles=100 one function in a hundred calls itself, and another
 * one calls back who called it.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CALLEES = 1000, FILE_FUNCTIONS = 20, OBJECT_FUNCTIONS = 2000 };
enum { N_WORDS = 32, N_METHODS = 16, N_CLASSES = N_WORDS * N_WORDS * N_WORDS };

static const char *const spaces[] = {"std",          "std::__detail",       "llvm",
                                     "clang",        "boost::asio::detail", "(anonymous namespace)",
                                     "v8::internal", "absl::lts_2023"};
static const char *const words[N_WORDS] = {
    "Value",  "Type",   "Node",   "Map",    "Vector",  "Instr",    "Block",   "Parser",
    "Token",  "Stream", "Buffer", "Source", "Manager", "Visitor",  "Builder", "Iterator",
    "Scope",  "Symbol", "Table",  "Graph",  "Edge",    "Register", "Frame",   "Cache",
    "String", "Path",   "Reader", "Writer", "Pool",    "Handle",   "Query",   "Layout"};
static const char *const methods[N_METHODS] = {
    "get",     "set",   "find",    "insert",     "erase", "visit",     "emit",        "parse",
    "resolve", "lower", "compute", "operator()", "~",     "push_back", "_M_realloc_", "begin"};
static const char *const plain_types[] = {"int",    "unsigned long", "bool",  "char const*",
                                          "double", "unsigned int",  "void*", "std::string const&"};

struct graph {
    uint64_t n_functions, n_arcs, random;
    uint64_t total;                 /* the cost of the first function */
    uint64_t has_templates, cycles; /* one function in so many calls itself; 0: none */
    uint64_t *inclusive;            /* by function, as far as its callers are written */
    bool *is_named;                 /* by function: later on its number will do */
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

static void write_class(uint64_t index)
{
    /* An odd number, so that no two classes have a name. */
    uint64_t mixed = (index + 777) * 20261 % N_CLASSES;

    printf("%s%s%s", words[mixed % N_WORDS], words[mixed / N_WORDS % N_WORDS],
           words[mixed / N_WORDS / N_WORDS]);
    if (index >= N_CLASSES)
        printf("%" PRIu64, index / N_CLASSES);
}

/* A type, maybe a template's: at most `depth` times one within another. */
static void write_type(struct graph *names, unsigned depth)
{
    static const char *const marks[] = {"", "*", " const&", "&&"};
    uint64_t draw = next_random(names);

    if (draw % 4 < 2) {
        fputs(plain_types[draw / 4 % 8], stdout);
        return;
    }
    printf("%s::", spaces[draw / 4 % 8]);
    write_class(draw / 32 % 512);
    if (depth > 0 && draw / 16384 % 2 == 0) {
        putchar('<');
        for (uint64_t left = 1 + draw / 65536 % 3; left > 0; left--) {
            write_type(names, depth - 1);
            fputs(left > 1 ? ", " : ">", stdout);
        }
    }
    fputs(marks[draw / 262144 % 4], stdout);
}

/* The functions of a class come one after another, as in a file. */
static void write_name(uint64_t id)
{
    uint64_t index = id / N_METHODS;
    struct graph of_class = {.random = index}, of_function = {.random = ~id};
    uint64_t draw = next_random(&of_class);

    printf("%s::", spaces[draw % 8]);
    write_class(index);
    if (draw / 8 % 4 == 0) {
        putchar('<');
        write_type(&of_class, draw / 32 % 8 == 0 ? 9 : 2);
        putchar('>');
    }
    draw = next_random(&of_function);
    printf("::%s%s(", methods[id % N_METHODS], words[draw % N_WORDS]);
    for (uint64_t left = draw / 64 % 3; left > 0; left--) {
        write_type(&of_function, draw / 256 % 16 == 0 ? 9 : 1);
        fputs(left > 1 ? ", " : "", stdout);
    }
    fputs(draw / 16384 % 3 == 0 ? ") const" : ")", stdout);
}

static void write_place(const char *prefix, uint64_t id)
{
    printf("%sob=lib%" PRIu64 ".so\n%s=src/%" PRIu64 ".c\n", prefix, id / OBJECT_FUNCTIONS,
           *prefix == 'c' ? "cfi" : "fl", id / FILE_FUNCTIONS);
}

static void write_function(struct graph *graph, const char *key, uint64_t id)
{
    printf("%s=(%" PRIu64 ")", key, id + 1);
    if (!graph->is_named[id] && graph->has_templates) {
        putchar(' ');
        write_name(id);
    } else if (!graph->is_named[id]) {
        printf(" function_%" PRIu64 "(int, char const*)", id);
    }
    putchar('\n');
    graph->is_named[id] = true;
}

static void write_call(struct graph *graph, struct call call)
{
    write_place("c", call.callee);
    write_function(graph, "cfn", call.callee);
    uint64_t n_calls = graph->has_templates ? skewed(call.cost * 20261, 12) : 1 + call.cost % 1000;
    printf("calls=%" PRIu64 " 1\n* %" PRIu64 "\n", n_calls, call.cost);
}

/*
 * A call of itself, or of its first caller: see next_callee(). It may cost anything up to all of
 * the function, since the callee has that already.
 */
static void write_cycle(struct graph *graph, uint64_t id)
{
    uint64_t kind = graph->cycles > 0 && id > graph->cycles ? id % graph->cycles : 0;

    if (kind == 1 || kind == 2)
        write_call(graph, (struct call){kind == 1 ? id : (id - 1) / 2, graph->inclusive[id] / 2});
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
    for (uint64_t i = 0; i < count; i++)
        write_call(graph, calls[i]);
    write_cycle(graph, id);
    return count;
}

/* As many of the arcs for each function as are left for it, on average. */
static void write_profile(struct graph *graph)
{
    uint64_t left = graph->n_arcs;

    printf("# callgrind format\nversion: 1\ncreator: graph\npositions: line\nevents: Ir\n"
           "summary: %" PRIu64 "\n",
           graph->total);
    graph->inclusive[0] = graph->total;
    for (uint64_t id = 0; id < graph->n_functions; id++) {
        uint64_t wanted = 2 + next_random(graph) % (1 + 2 * left / (graph->n_functions - id));
        wanted = wanted < left ? wanted : left;
        left -= write_body(graph, id, wanted < MOST_CALLEES ? wanted : MOST_CALLEES);
    }
}

int main(int n_arguments, char **arguments)
{
    struct graph graph = {100000, 1000000, 1, .total = (uint64_t)1 << 50};

    for (int i = 1; i < n_arguments; i++)
        if (sscanf(arguments[i], "--functions=%" SCNu64, &graph.n_functions) != 1 &&
            sscanf(arguments[i], "--arcs=%" SCNu64, &graph.n_arcs) != 1 &&
            sscanf(arguments[i], "--total=%" SCNu64, &graph.total) != 1 &&
            sscanf(arguments[i], "--cycles=%" SCNu64, &graph.cycles) != 1 &&
            sscanf(arguments[i], "--templates=%" SCNu64, &graph.has_templates) != 1 &&
            sscanf(arguments[i], "--seed=%" SCNu64, &graph.random) != 1) {
            fputs(
                "usage: graph [--functions=100000] [--arcs=1000000] [--seed=1]\n"
                "             [--total=1125899906842624] [--templates=0] [--cycles=0] > profile\n",
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
