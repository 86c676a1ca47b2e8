/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/call_tree.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

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
    unsigned nodes[TREE_DEPTH]; /* all on the stack */
    unsigned n_nodes;
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
    memcpy(step.nodes, run->nodes, sizeof step.nodes);
    step.n_nodes = run->n_nodes;
    ARRAY_GROW(tree->steps, tree->n_steps, tree->step_capacity);
    tree->steps[tree->n_steps++] = step;
    tree_costs_add(&run->spent, &step.costs);
}

static void record_call(struct call_tree *tree, const struct tree_call *call)
{
    for (size_t i = 0; i < tree->n_calls; i++) {
        struct tree_call *known = &tree->calls[i];

        if (known->spot == call->spot && known->line == call->line &&
            known->callee == call->callee) {
            known->count += call->count;
            tree_costs_add(&known->costs, &call->costs);
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
        unsigned spot = node * TREE_FILES + file, line = 1 + below(run, TREE_LINES);

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

static void note_entry(struct run *run)
{
    struct call_tree *tree = run->tree;
    struct tree_entry entry = {.n_nodes = run->n_nodes};

    memcpy(entry.nodes, run->nodes, sizeof entry.nodes);
    ARRAY_GROW(tree->entries, tree->n_entries, tree->entry_capacity);
    tree->entries[tree->n_entries++] = entry;
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
        run->nodes[run->n_nodes++] = node;
        if (depth != 0)
            note_entry(run);
        work(run, node, depth);
        run->n_nodes--;
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
        for (unsigned n = 1 + below(&run, 9); n > 0 && run.steps_left > 0; n--) {
            size_t n_steps = tree->n_steps;
            enter(&run, root, 0);
            tree->has_empty_start = tree->has_empty_start || tree->n_steps == n_steps;
        }
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
    free(tree->entries);
}

struct tree_costs call_tree_self(const struct call_tree *tree, const struct tree_spots *spots)
{
    struct tree_costs sum = {0};

    for (size_t i = 0; i < tree->n_steps; i++) {
        if (tree_spots_has(spots, tree->steps[i].spot))
            tree_costs_add(&sum, &tree->steps[i].costs);
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
            tree_costs_add(&sum, &tree->steps[i].costs);
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
            tree_costs_add(&sum, &made->costs);
    }
    return sum;
}
