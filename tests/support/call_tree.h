/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_CALL_TREE_H
#define QUERN_TESTS_SUPPORT_CALL_TREE_H

/*
 * Random programs that are run here, step by step and with a real stack, so that the true
 * cost of everything is known; and their profiles, as Callgrind would write them.
 *
 * A function appears in a profile as one or several nodes: f, its second activation f'2,
 * called from main f'main. A spot is a node's code in one file: its own, or that of code
 * inlined into it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TREE_EVENTS = 2,
    TREE_FUNCTIONS = 12,
    TREE_FILES = 4,
    TREE_OBJECTS = 3,
    TREE_NODES = 64,
    TREE_SPOTS = TREE_NODES * TREE_FILES,
    TREE_LINES = 6,
    TREE_DEPTH = 16, /* of the stack, at most */
};

extern const char *const tree_files[TREE_FILES];
extern const char *const tree_objects[TREE_OBJECTS];

struct tree_costs {
    int64_t events[TREE_EVENTS];
};

struct tree_function {
    char name[16];
    unsigned file, object;
    bool is_root; /* a thread began there */
    unsigned callees[4], n_callees;
    int64_t n_calls; /* of it, by other functions or itself */
};

struct tree_node {
    unsigned function;
    unsigned level; /* of recursion, from 1 */
    char name[40];  /* with level and callers */
};

/* Some spots: node * TREE_FILES + file. */
struct tree_spots {
    uint64_t words[TREE_SPOTS / 64];
};

/* Cost that was spent, and where. */
struct tree_step {
    struct tree_spots stack; /* all spots that were active */
    unsigned spot, line;     /* the innermost */
    struct tree_costs costs;
    unsigned way[TREE_DEPTH], n_way; /* functions from the root on; one that calls itself once */
    unsigned nodes[TREE_DEPTH], n_nodes; /* all of the stack, from the root on */
};

struct tree_call {
    unsigned spot, line; /* of the caller */
    unsigned callee;     /* node */
    int64_t count;
    struct tree_costs costs; /* from call to return */
};

/* One call, with the stack that it led to. */
struct tree_entry {
    unsigned nodes[TREE_DEPTH], n_nodes;
};

struct call_tree {
    unsigned max_level;   /* as --separate-recs; 1 merges all levels */
    unsigned n_callers;   /* as --separate-callers */
    bool has_inlining;    /* some code is from other files */
    bool has_name_ids;    /* as --compress-strings */
    unsigned n_threads;   /* how often the stack was begun */
    bool has_empty_start; /* once without any cost, so that the profile does not tell */
    unsigned n_functions, n_nodes;
    struct tree_function functions[TREE_FUNCTIONS];
    struct tree_node nodes[TREE_NODES];
    struct tree_step *steps;
    size_t n_steps, step_capacity;
    struct tree_call *calls; /* one for each (spot, line, callee) */
    size_t n_calls, call_capacity;
    struct tree_entry *entries; /* one for each call */
    size_t n_entries, entry_capacity;
};

/*
 * Make a program from the seed and run it for at most max_steps costs and calls: the same seed
 * with a smaller number is the beginning of the same run. The caller gives it to call_tree_free().
 */
void call_tree_run(struct call_tree *tree, uint64_t seed, size_t max_steps);
void call_tree_free(struct call_tree *tree);

/* What an environment variable sets, as QUERN_SEED does; `otherwise` where it is not there. */
uint64_t call_tree_setting(const char *variable, uint64_t otherwise);

/* The text of the run's profile; the caller frees it. */
char *call_tree_profile(const struct call_tree *tree);

static inline void tree_costs_add(struct tree_costs *sum, const struct tree_costs *costs)
{
    for (size_t i = 0; i < TREE_EVENTS; i++)
        sum->events[i] += costs->events[i];
}

static inline void tree_spots_add(struct tree_spots *spots, unsigned spot)
{
    spots->words[spot / 64] |= UINT64_C(1) << spot % 64;
}

static inline bool tree_spots_has(const struct tree_spots *spots, unsigned spot)
{
    return spots->words[spot / 64] >> spot % 64 & 1;
}

/* The true figures: what was spent in one of the spots, and while one of them was on the stack. */
struct tree_costs call_tree_self(const struct call_tree *tree, const struct tree_spots *spots);
struct tree_costs call_tree_inclusive(const struct call_tree *tree, const struct tree_spots *spots);
struct tree_costs call_tree_total(const struct call_tree *tree);

/* What was spent by calls of one of the spots' nodes from elsewhere. */
struct tree_costs call_tree_entering(const struct call_tree *tree, const struct tree_spots *spots);

#endif
