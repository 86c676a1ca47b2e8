/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Call trees of random programs as Xdebug writes them, without levels and with what a killed run
 * lacks: what was spent by each path is within its bounds, and exact where it is said to be. See
 * test_random_programs.c for QUERN_TREES and QUERN_SEED.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/paths.h"
#include "support/call_tree.h"
#include "support/invocations.h"
#include "support/parsed.h"
#include "support/run.h"
#include "support/temporary.h"

enum { DEFAULT_PROGRAMS = 600, MOST_ROWS = 1500 };

TestSuite(xdebug_trees, .init = temporary_enter, .fini = temporary_leave, .timeout = 3600);

struct trial {
    struct php_program program;
    struct parsed parsed;
    struct path_graph graph;
    struct path_tree tree;
    uint32_t nodes[PHP_FUNCTIONS]; /* by function; NO_ID where it did not run */
    bool is_rounded;
    uint64_t seed;
    size_t n_rows, n_exact, n_members, n_calls, n_killed; /* how much was tried */
};

static void find_nodes(struct trial *trial)
{
    const struct rows *rows = &trial->graph.nodes;

    memset(trial->nodes, 0xff, sizeof trial->nodes);
    for (row_id row = 0; row < rows->count; row++) {
        struct row_names names = rows_names(rows, row);
        for (unsigned i = 0; i < PHP_FUNCTIONS; i++)
            if (text_equal(names.function, text_of(php_functions[i])) &&
                text_equal(names.file, text_of(php_files[i])))
                trial->nodes[i] = row;
    }
}

/* A path of the tree, as names from its first row on. */
struct path {
    uint32_t names[PHP_LEVELS];
    size_t length;
};

static uint32_t vertex_of(const struct trial *trial, unsigned function)
{
    return trial->graph.vertex_of[trial->nodes[function]];
}

/* The path of an invocation, on which a vertex that follows itself is there once. */
static struct path path_of(const struct trial *trial, const struct invocation *invocation)
{
    struct path path = {.length = 0};
    uint32_t last = NO_ID;

    for (unsigned i = 0; i < invocation->depth; i++) {
        uint32_t vertex = vertex_of(trial, invocation->stack[i]);
        if (vertex != last)
            path.names[path.length++] = trial->graph.name_of[vertex];
        last = vertex;
    }
    return path;
}

/* A call of a cycle by itself is no call of it. */
static bool is_within_cycle(const struct trial *trial, const struct invocation *invocation)
{
    unsigned depth = invocation->depth;

    return depth > 1 &&
           path_graph_is_cycle(&trial->graph, vertex_of(trial, invocation->stack[depth - 1])) &&
           vertex_of(trial, invocation->stack[depth - 1]) ==
               vertex_of(trial, invocation->stack[depth - 2]);
}

/* What a path cost: with all below it, at its end, in one function there, and how often it ran. */
struct spent {
    int64_t all, self, member, calls;
};

static struct spent spent_by(const struct trial *trial, const struct path *path, uint32_t member)
{
    struct spent spent = {0};

    for (size_t i = 0; i < trial->program.count; i++) {
        const struct invocation *invocation = &trial->program.invocations[i];
        const struct path found = path_of(trial, invocation);
        if (found.length < path->length ||
            memcmp(found.names, path->names, path->length * sizeof *path->names) != 0)
            continue;
        spent.all += invocation->time;
        if (found.length != path->length)
            continue;
        uint32_t node = trial->nodes[invocation->stack[invocation->depth - 1]];
        spent.self += invocation->time;
        spent.member += trial->graph.name_of_node[node] == member ? invocation->time : 0;
        spent.calls += !is_within_cycle(trial, invocation);
    }
    return spent;
}

/* Each call's rounding may be off by half a unit, and paths differ by those of all their calls. */
static void check_cost(struct trial *trial, const struct path_cost *cost, int64_t spent)
{
    int64_t error = trial->is_rounded ? (int64_t)trial->program.count : 0;

    if (cost->is_unsure)
        return;
    cr_expect_geq(spent, cost->least - error, "seed %" PRIu64, trial->seed);
    cr_expect_leq(spent, cost->most + error, "seed %" PRIu64, trial->seed);
    cr_expect(cost->estimate > (double)cost->least - 1e-6 * (double)cost->least - 1e-6 &&
                  cost->estimate < (double)cost->most + 1e-6 * (double)cost->most + 1e-6,
              "seed %" PRIu64, trial->seed);
    trial->n_exact += path_cost_is_exact(cost);
}

static void check_row(struct trial *trial, uint32_t id)
{
    const struct path_tree *tree = &trial->tree;
    const struct path_row *row = &tree->rows[id];
    const struct path_cost all = path_tree_cost(tree, row->inclusive, 0);
    struct path path = {.length = row->depth + (size_t)!row->is_member};

    cr_assert_leq(path.length, PHP_LEVELS);
    for (uint32_t at = row->is_member ? row->parent : id; at != NO_ID; at = tree->rows[at].parent)
        path.names[tree->rows[at].depth] = tree->rows[at].name;
    const struct spent spent = spent_by(trial, &path, row->name);
    trial->n_rows++;
    trial->n_members += row->is_member;
    if (row->is_member) {
        check_cost(trial, &all, spent.member);
        return;
    }
    const struct path_cost self = path_tree_cost(tree, row->self, 0);
    check_cost(trial, &all, spent.all);
    check_cost(trial, &self, spent.self);
    if (!row->knows_calls || trial->is_rounded) /* what rounds to 0 may be called by nobody */
        return;
    cr_expect_eq(row->calls, spent.calls, "seed %" PRIu64, trial->seed);
    trial->n_calls++;
}

static void try_program(struct trial *trial)
{
    static const size_t events[] = {0};
    struct error error = {0};

    trial->is_rounded = trial->seed % 2 == 0;
    php_program_run(&trial->program, trial->seed, trial->is_rounded);
    parsed_read(&trial->parsed, trial->program.profile);
    path_graph_create(&trial->graph, &trial->parsed.profile,
                      &(struct path_naming){.is_folded = true}, false);
    path_tree_begin(&trial->tree, &trial->graph, events, 1);
    find_nodes(trial);
    path_tree_add_starts(&trial->tree, -1);
    for (uint32_t id = 0; id < trial->tree.n_rows; id++) {
        check_row(trial, id);
        if (!trial->tree.rows[id].is_member && trial->tree.n_rows < MOST_ROWS)
            path_tree_add_below(&trial->tree, id, -1);
    }
    cr_assert(profile_fits(&trial->parsed.profile, &error), "%s", error.text);
    trial->n_killed += trial->program.is_killed;
    path_tree_free(&trial->tree);
    path_graph_free(&trial->graph);
    parsed_free(&trial->parsed);
    free(trial->program.profile);
}

Test(xdebug_trees, are_within_their_bounds)
{
    uint64_t first = call_tree_setting("QUERN_SEED", 1),
             count = call_tree_setting("QUERN_TREES", DEFAULT_PROGRAMS / run_stride());
    struct trial trial = {0};

    for (trial.seed = first; trial.seed < first + count; trial.seed++)
        try_program(&trial);
    if (count < DEFAULT_PROGRAMS / run_stride())
        return;
    cr_expect_gt(trial.n_rows, 40000 / run_stride());
    cr_expect_gt(trial.n_exact, 5000 / run_stride());
    cr_expect_gt(trial.n_members, 500 / run_stride());
    cr_expect_gt(trial.n_calls, 400 / run_stride());
    cr_expect_gt(trial.n_killed, 50 / run_stride());
}
