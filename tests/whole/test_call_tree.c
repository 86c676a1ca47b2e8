/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/call_tree.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { LINES = 6 };

const char *const tree_files[TREE_FILES] = {"src/a.c", "src/b.c", "lib/c.h", "d.h"};
const char *const tree_objects[TREE_OBJECTS] = {"prog", "lib/x.so", "lib/y.so"};

/* A program that runs. */
struct run {
    struct call_tree *tree;
    uint64_t random;
    size_t steps_left;
    unsigned max_depth;
    unsigned calls_in_10; /* how many of ten steps of a function are calls */

    struct tree_costs spent;  /* since the start */
    struct tree_spots active; /* all spots on the stack */
    unsigned n_active[TREE_FUNCTIONS];
    /* The functions on the stack, one that calls itself once; as contexts in names know it. */
    unsigned callers[TREE_DEPTH];
    unsigned n_callers;
};

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static unsigned below(struct run *run, unsigned count)
{
    return (unsigned)(next_random(&run->random) % count);
}

static bool is_lucky(struct run *run, unsigned percent)
{
    return below(run, 100) < percent;
}

static void add_costs(struct tree_costs *sum, const struct tree_costs *costs)
{
    for (size_t i = 0; i < TREE_EVENTS; i++)
        sum->events[i] += costs->events[i];
}

/* What has the same name, file and object is one function. */
static bool is_mixed_up(const struct tree_function *a, const struct tree_function *b)
{
    return strcmp(a->name, b->name) == 0 && a->object == b->object && a->file == b->file;
}

/* Names may come twice, in different files or objects. */
static void make_functions(struct run *run)
{
    struct call_tree *tree = run->tree;
    unsigned n_files = 1 + below(run, TREE_FILES), n_objects = 1 + below(run, TREE_OBJECTS);

    tree->n_functions = 1 + below(run, is_lucky(run, 50) ? 4 : TREE_FUNCTIONS);
    for (unsigned i = 0; i < tree->n_functions; i++) {
        struct tree_function *function = &tree->functions[i];
        unsigned name = i != 0 && is_lucky(run, 10) ? below(run, i) : i;

        snprintf(function->name, sizeof(function->name), "f%u", name);
        function->file = below(run, n_files);
        function->object = below(run, n_objects);
        for (unsigned j = 0; j < i; j++) {
            if (is_mixed_up(function, &tree->functions[j]))
                snprintf(function->name, sizeof(function->name), "f%u", i);
        }
        function->n_callees = below(run, 1 + ARRAY_LENGTH(function->callees));
        for (unsigned j = 0; j < function->n_callees; j++)
            function->callees[j] = below(run, tree->n_functions);
    }
}

/* The node of the function that was just pushed; TREE_NODES when there are too many. */
static unsigned find_node(struct run *run, unsigned function)
{
    struct call_tree *tree = run->tree;
    unsigned level = run->n_active[function], i;
    struct tree_node node = {.function = function};
    int length;

    node.level = level < tree->max_level ? level : tree->max_level;
    length = snprintf(node.name, sizeof(node.name), "%s", tree->functions[function].name);
    if (node.level > 1)
        length +=
            snprintf(node.name + length, sizeof(node.name) - (size_t)length, "'%u", node.level);
    for (i = 1; i <= tree->n_callers && i < run->n_callers; i++)
        length += snprintf(node.name + length, sizeof(node.name) - (size_t)length, "'%s",
                           tree->functions[run->callers[run->n_callers - 1 - i]].name);
    for (i = 0; i < tree->n_nodes; i++) {
        if (tree->nodes[i].function == function && strcmp(tree->nodes[i].name, node.name) == 0)
            return i;
    }
    if (tree->n_nodes < TREE_NODES)
        tree->nodes[tree->n_nodes++] = node;
    return i;
}

static void spend(struct run *run, unsigned spot, unsigned line)
{
    struct call_tree *tree = run->tree;
    struct tree_step step = {.stack = run->active, .spot = spot, .line = line};

    step.costs.events[0] = is_lucky(run, 90) ? 1 + below(run, 50) : 0;
    step.costs.events[1] = is_lucky(run, 50) ? 1 + below(run, 9) : 0;
    if (step.costs.events[0] == 0 && step.costs.events[1] == 0)
        return;
    memcpy(step.way, run->callers, sizeof step.way);
    step.n_way = run->n_callers;
    ARRAY_GROW(tree->steps, tree->n_steps, tree->step_capacity);
    tree->steps[tree->n_steps++] = step;
    add_costs(&run->spent, &step.costs);
}

static void record_call(struct call_tree *tree, const struct tree_call *call)
{
    for (size_t i = 0; i < tree->n_calls; i++) {
        struct tree_call *known = &tree->calls[i];

        if (known->spot == call->spot && known->line == call->line &&
            known->callee == call->callee) {
            known->count += call->count;
            add_costs(&known->costs, &call->costs);
            return;
        }
    }
    ARRAY_GROW(tree->calls, tree->n_calls, tree->call_capacity);
    tree->calls[tree->n_calls++] = *call;
}

static unsigned enter(struct run *run, unsigned function, unsigned depth);

static void call(struct run *run, unsigned spot, unsigned line, unsigned function, unsigned depth)
{
    struct tree_costs before = run->spent;
    struct tree_call made = {.spot = spot, .line = line, .count = 1};

    made.callee = enter(run, function, depth);
    if (made.callee == TREE_NODES)
        return;
    for (size_t i = 0; i < TREE_EVENTS; i++)
        made.costs.events[i] = run->spent.events[i] - before.events[i];
    run->tree->functions[function].n_calls++;
    record_call(run->tree, &made);
}

/* What a function does: its own work and that of code inlined into it, and calls from both. */
static void work(struct run *run, unsigned node, unsigned depth)
{
    const struct tree_function *function = &run->tree->functions[run->tree->nodes[node].function];

    for (unsigned n = below(run, 6); n > 0 && run->steps_left > 0; n--) {
        struct tree_spots outside = run->active;
        bool is_inlined = run->tree->has_inlining && is_lucky(run, 30);
        unsigned file = is_inlined ? below(run, TREE_FILES) : function->file;
        unsigned spot = node * TREE_FILES + file, line = 1 + below(run, LINES);

        run->steps_left--;
        tree_spots_add(&run->active, spot);
        if (below(run, 10) < run->calls_in_10 && function->n_callees != 0 &&
            depth + 1 < run->max_depth)
            call(run, spot, line, function->callees[below(run, function->n_callees)], depth + 1);
        else
            spend(run, spot, line);
        run->active = outside;
    }
}

/* Run one activation of the function; gives its node, or TREE_NODES where it could not. */
static unsigned enter(struct run *run, unsigned function, unsigned depth)
{
    struct tree_spots outside = run->active;
    unsigned n_callers = run->n_callers, node;

    run->n_active[function]++;
    if (run->n_callers == 0 || run->callers[run->n_callers - 1] != function)
        run->callers[run->n_callers++] = function;
    node = find_node(run, function);
    if (node != TREE_NODES) {
        tree_spots_add(&run->active, node * TREE_FILES + run->tree->functions[function].file);
        work(run, node, depth);
    }
    run->active = outside;
    run->n_callers = n_callers;
    run->n_active[function]--;
    return node;
}

void call_tree_run(struct call_tree *tree, uint64_t seed, size_t max_steps)
{
    static const unsigned levels[] = {1, 1, 2, 2, 2, 2, 3, 4}, callers[] = {0, 0, 0, 1, 2};
    struct run run = {.tree = tree, .random = seed};

    *tree = (struct call_tree){0};
    tree->max_level = levels[below(&run, ARRAY_LENGTH(levels))];
    tree->n_callers = callers[below(&run, ARRAY_LENGTH(callers))];
    tree->has_inlining = is_lucky(&run, 40);
    tree->has_name_ids = is_lucky(&run, 50);
    tree->n_threads = is_lucky(&run, 75) ? 1 : 2 + below(&run, 2);
    run.max_depth = 2 + below(&run, TREE_DEPTH - 1);
    run.calls_in_10 = 3 + below(&run, 6);
    run.steps_left = 1 + below(&run, is_lucky(&run, 50) ? 20 : 300);
    if (run.steps_left > max_steps)
        run.steps_left = max_steps;
    make_functions(&run);
    /* A thread may be started again and again until the steps are used up. */
    for (unsigned i = 0; i < tree->n_threads; i++) {
        unsigned root = i == 0 ? 0 : below(&run, tree->n_functions);

        tree->functions[root].is_root = true;
        for (unsigned n = 1 + below(&run, 9); n > 0 && run.steps_left > 0; n--)
            enter(&run, root, 0);
    }
}

uint64_t call_tree_setting(const char *variable, uint64_t otherwise)
{
    const char *value = getenv(variable);

    return value ? strtoull(value, NULL, 10) : otherwise;
}

void call_tree_free(struct call_tree *tree)
{
    free(tree->steps);
    free(tree->calls);
}

struct tree_costs call_tree_self(const struct call_tree *tree, const struct tree_spots *spots)
{
    struct tree_costs sum = {0};

    for (size_t i = 0; i < tree->n_steps; i++) {
        if (tree_spots_has(spots, tree->steps[i].spot))
            add_costs(&sum, &tree->steps[i].costs);
    }
    return sum;
}

struct tree_costs call_tree_inclusive(const struct call_tree *tree, const struct tree_spots *spots)
{
    struct tree_costs sum = {0};

    for (size_t i = 0; i < tree->n_steps; i++) {
        bool is_active = false;

        for (size_t word = 0; word < ARRAY_LENGTH(spots->words); word++)
            is_active |= (tree->steps[i].stack.words[word] & spots->words[word]) != 0;
        if (is_active)
            add_costs(&sum, &tree->steps[i].costs);
    }
    return sum;
}

struct tree_costs call_tree_total(const struct call_tree *tree)
{
    struct tree_spots all;

    memset(&all, 0xff, sizeof(all));
    return call_tree_self(tree, &all);
}

struct tree_costs call_tree_entering(const struct call_tree *tree, const struct tree_spots *spots)
{
    struct tree_costs sum = {0};

    for (size_t i = 0; i < tree->n_calls; i++) {
        const struct tree_call *made = &tree->calls[i];
        unsigned file = tree->functions[tree->nodes[made->callee].function].file;

        if (tree_spots_has(spots, made->callee * TREE_FILES + file) &&
            !tree_spots_has(spots, made->spot))
            add_costs(&sum, &made->costs);
    }
    return sum;
}

/* A profile being written. */
struct writer {
    FILE *out;
    const struct call_tree *tree;
    bool has_object[TREE_OBJECTS], has_file[TREE_FILES], has_node[TREE_NODES]; /* ids defined */
};

static void write_name(struct writer *writer, const char *key, bool *is_defined, unsigned id,
                       const char *name)
{
    if (!writer->tree->has_name_ids)
        fprintf(writer->out, "%s=%s\n", key, name);
    else if (*is_defined)
        fprintf(writer->out, "%s=(%u)\n", key, id + 1);
    else
        fprintf(writer->out, "%s=(%u) %s\n", key, id + 1, name);
    *is_defined = true;
}

static void write_object(struct writer *writer, const char *key, unsigned object)
{
    write_name(writer, key, &writer->has_object[object], object, tree_objects[object]);
}

static void write_file(struct writer *writer, const char *key, unsigned file)
{
    write_name(writer, key, &writer->has_file[file], file, tree_files[file]);
}

/* A function's name has a number of its own for each file and object; no matter. */
static void write_node(struct writer *writer, const char *key, unsigned node)
{
    write_name(writer, key, &writer->has_node[node], node, writer->tree->nodes[node].name);
}

/* Zeros at the end of the line are left out. */
static void write_costs(struct writer *writer, unsigned line, const struct tree_costs *costs)
{
    size_t count = TREE_EVENTS;

    while (count > 0 && costs->events[count - 1] == 0)
        count--;
    fprintf(writer->out, "%u", line);
    for (size_t i = 0; i < count; i++)
        fprintf(writer->out, " %" PRIi64, costs->events[i]);
    fputc('\n', writer->out);
}

static void write_lines(struct writer *writer, unsigned spot)
{
    const struct call_tree *tree = writer->tree;

    for (unsigned line = 1; line <= LINES; line++) {
        struct tree_costs sum = {0};
        bool is_there = false;

        for (size_t i = 0; i < tree->n_steps; i++) {
            if (tree->steps[i].spot == spot && tree->steps[i].line == line) {
                add_costs(&sum, &tree->steps[i].costs);
                is_there = true;
            }
        }
        if (is_there)
            write_costs(writer, line, &sum);
    }
}

static void write_calls(struct writer *writer, unsigned spot)
{
    const struct call_tree *tree = writer->tree;
    const struct tree_node *caller = &tree->nodes[spot / TREE_FILES];

    for (size_t i = 0; i < tree->n_calls; i++) {
        const struct tree_call *made = &tree->calls[i];
        const struct tree_function *callee = &tree->functions[tree->nodes[made->callee].function];

        if (made->spot != spot)
            continue;
        if (callee->object != tree->functions[caller->function].object)
            write_object(writer, "cob", callee->object);
        if (callee->file != spot % TREE_FILES)
            write_file(writer, "cfi", callee->file);
        write_node(writer, "cfn", made->callee);
        fprintf(writer->out, "calls=%" PRIi64 " 1\n", made->count);
        write_costs(writer, made->line, &made->costs);
    }
}

static bool has_inlined(const struct call_tree *tree, unsigned spot)
{
    for (size_t i = 0; i < tree->n_steps; i++) {
        if (tree->steps[i].spot == spot)
            return true;
    }
    for (size_t i = 0; i < tree->n_calls; i++) {
        if (tree->calls[i].spot == spot)
            return true;
    }
    return false;
}

/* The lines of the node's own file, code of others, and back again for its calls. */
static void write_function(struct writer *writer, unsigned node)
{
    const struct call_tree *tree = writer->tree;
    const struct tree_function *function = &tree->functions[tree->nodes[node].function];
    unsigned own = node * TREE_FILES + function->file, current = function->file;

    write_object(writer, "ob", function->object);
    write_file(writer, "fl", function->file);
    write_node(writer, "fn", node);
    write_lines(writer, own);
    for (unsigned file = 0; file < TREE_FILES; file++) {
        unsigned spot = node * TREE_FILES + file;

        if (file == function->file || !has_inlined(tree, spot))
            continue;
        write_file(writer, "fi", file);
        write_lines(writer, spot);
        write_calls(writer, spot);
        current = file;
    }
    if (current != function->file)
        write_file(writer, "fe", function->file);
    write_calls(writer, own);
    fputc('\n', writer->out);
}

char *call_tree_profile(const struct call_tree *tree)
{
    struct writer writer = {.tree = tree};
    struct tree_costs total = call_tree_total(tree);
    char *text = NULL;
    size_t size;

    writer.out = open_memstream(&text, &size);
    cr_assert(writer.out, "out of memory");
    fprintf(writer.out,
            "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 7\ncmd: ./prog\n"
            "part: 1\n\npositions: line\nevents: Ir Dr\nsummary: %" PRIi64 " %" PRIi64 "\n\n",
            total.events[0], total.events[1]);
    for (unsigned node = 0; node < tree->n_nodes; node++)
        write_function(&writer, node);
    fprintf(writer.out, "totals: %" PRIi64 " %" PRIi64 "\n", total.events[0], total.events[1]);
    fclose(writer.out);
    return text;
}
