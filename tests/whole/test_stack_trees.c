/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Trees of the stacks of random programs, of which it is known what each path cost: every row is
 * exact, and no path is missing. See test_random_programs.c for QUERN_TREES and QUERN_SEED.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/paths.h"
#include "base/array.h"
#include "base/names.h"
#include "profile/stacks.h"
#include "support/call_tree.h"
#include "support/invocations.h"
#include "support/parsed.h"
#include "support/run.h"
#include "support/temporary.h"

enum { DEFAULT_PROGRAMS = 600 };

TestSuite(stack_trees, .init = temporary_enter, .fini = temporary_leave, .timeout = 3600);

/* From the starts down, from each function down, from each function's self cost up. */
enum direction { FROM_STARTS, FROM_FUNCTIONS, UPWARDS, N_DIRECTIONS };

struct trial {
    enum direction direction;
    struct php_program program;
    struct parsed parsed;
    struct path_graph graph;
    struct path_tree tree;
    uint64_t seed;
    size_t n_rows, n_deep, n_negative; /* how much was tried */
};

/* What a path cost, by the invocations that there were. */
struct spent {
    int64_t all[2], self[2], calls;
};

/* Where in the stack a path that begins with the function may begin; the depth: nowhere. */
static unsigned first_of(const struct invocation *invocation, unsigned function)
{
    unsigned i = 0;

    while (i < invocation->depth && invocation->stack[i] != function)
        i++;
    return i;
}

static bool is_on(const struct trial *trial, const struct invocation *invocation,
                  const unsigned *path, unsigned length)
{
    unsigned begin = trial->direction == FROM_FUNCTIONS ? first_of(invocation, path[0]) : 0;

    if (length + begin > invocation->depth)
        return false;
    for (unsigned i = 0; i < length; i++) {
        unsigned at = trial->direction == UPWARDS ? invocation->depth - 1 - i : begin + i;
        if (invocation->stack[at] != path[i])
            return false;
    }
    return true;
}

/* Whether the invocation is of the path's end itself, and not below it. */
static bool is_end(const struct trial *trial, const struct invocation *invocation,
                   const unsigned *path, unsigned length)
{
    unsigned begin = trial->direction == FROM_FUNCTIONS ? first_of(invocation, path[0]) : 0;

    return trial->direction == UPWARDS || begin + length == invocation->depth;
}

static struct spent spent_on(const struct trial *trial, const unsigned *path, unsigned length)
{
    struct spent spent = {0};

    for (size_t i = 0; i < trial->program.count; i++) {
        const struct invocation *invocation = &trial->program.invocations[i];
        if (!is_on(trial, invocation, path, length))
            continue;
        spent.all[0] += invocation->time;
        spent.all[1] += invocation->memory;
        if (!is_end(trial, invocation, path, length))
            continue;
        spent.self[0] += invocation->time;
        spent.self[1] += invocation->memory;
        spent.calls++;
    }
    return spent;
}

static unsigned function_of(const struct trial *trial, uint32_t name)
{
    struct row_names names = rows_names(&trial->graph.names, name);

    for (unsigned i = 0; i < PHP_FUNCTIONS; i++)
        if (text_equal(names.function, text_of(php_functions[i])) &&
            text_equal(names.file, text_of(php_files[i])))
            return i;
    cr_assert(false, "an unknown name");
    return 0;
}

static void expect_cost(const struct trial *trial, const struct path_cost *cost, int64_t spent)
{
    cr_expect(path_cost_is_exact(cost), "seed %" PRIu64 ": not known", trial->seed);
    cr_expect_eq(cost->least, spent, "seed %" PRIu64, trial->seed);
    cr_expect(cost->estimate == (double)spent, "seed %" PRIu64, trial->seed);
}

static void check_row(struct trial *trial, uint32_t id)
{
    const struct path_tree *tree = &trial->tree;
    const struct path_row *row = &tree->rows[id];
    unsigned path[PHP_LEVELS];

    cr_assert_lt(row->depth, PHP_LEVELS);
    for (uint32_t at = id; at != NO_ID; at = tree->rows[at].parent)
        path[tree->rows[at].depth] = function_of(trial, tree->rows[at].name);
    const struct spent spent = spent_on(trial, path, row->depth + 1);
    for (size_t event = 0; event < 2; event++) {
        const struct path_cost all = path_tree_cost(tree, row->inclusive, event);
        const struct path_cost self = path_tree_cost(tree, row->self, event);
        expect_cost(trial, &all, spent.all[event]);
        trial->n_negative += spent.all[event] < 0;
        if (trial->direction != UPWARDS)
            expect_cost(trial, &self, spent.self[event]);
    }
    if (trial->direction != UPWARDS) {
        cr_expect(row->knows_calls, "seed %" PRIu64, trial->seed);
        cr_expect_eq(row->calls, spent.calls, "seed %" PRIu64, trial->seed);
    }
    trial->n_rows++;
    trial->n_deep += row->depth > 4;
}

/* All paths that there were. */
static size_t count_paths(const struct trial *trial)
{
    struct names *paths = names_create();

    for (size_t i = 0; i < trial->program.count; i++) {
        const struct invocation *invocation = &trial->program.invocations[i];
        unsigned reversed[PHP_LEVELS], depth = invocation->depth;
        for (unsigned k = 0; k < depth; k++)
            reversed[k] = invocation->stack[depth - 1 - k];
        for (unsigned begin = 0; begin < depth; begin++) {
            bool is_first = first_of(invocation, invocation->stack[begin]) == begin;
            if (trial->direction == FROM_STARTS ? begin != 0
                                                : trial->direction == UPWARDS || !is_first)
                continue;
            names_add(paths, (struct text){(const char *)(invocation->stack + begin),
                                           (depth - begin) * sizeof *reversed});
        }
        for (unsigned length = 1; trial->direction == UPWARDS && length <= depth; length++)
            names_add(paths, (struct text){(const char *)reversed, length * sizeof *reversed});
    }
    size_t count = names_count(paths);
    names_free(paths);
    return count;
}

static void check_tree(struct trial *trial)
{
    struct path_tree *tree = &trial->tree;
    struct error error = {0};
    bool *is_wanted = memory_alloc(trial->graph.names.count, sizeof *is_wanted);

    memset(is_wanted, true, trial->graph.names.count);
    if (trial->direction == FROM_STARTS)
        path_tree_add_starts(tree, -1);
    else
        path_tree_add_functions(tree, is_wanted, -1);
    cr_assert(profile_fits(tree->graph->profile, &error), "%s", error.text);
    free(is_wanted);
    for (uint32_t id = 0; id < tree->n_rows; id++) {
        check_row(trial, id);
        path_tree_add_below(tree, id, -1);
        cr_assert(profile_fits(tree->graph->profile, &error), "%s", error.text);
    }
    cr_expect_eq(tree->n_rows, count_paths(trial), "seed %" PRIu64, trial->seed);
}

static void try_program(struct trial *trial)
{
    static const size_t events[] = {0, 1};
    struct error error = {0};

    php_program_run(&trial->program, trial->seed, trial->seed % 2 == 0);
    parsed_read(&trial->parsed, trial->program.profile);
    cr_assert(profile_knows_stacks(&trial->parsed.profile), "seed %" PRIu64, trial->seed);
    path_graph_create(&trial->graph, &trial->parsed.profile,
                      &(struct path_naming){.is_folded = true, .has_stacks = true},
                      trial->direction == UPWARDS);
    cr_assert(profile_fits(&trial->parsed.profile, &error), "%s", error.text);
    path_tree_begin(&trial->tree, &trial->graph, events, 2);
    check_tree(trial);
    path_tree_free(&trial->tree);
    path_graph_free(&trial->graph);
    parsed_free(&trial->parsed);
    free(trial->program.profile);
}

Test(stack_trees, are_exact)
{
    uint64_t first = call_tree_setting("QUERN_SEED", 1),
             count = call_tree_setting("QUERN_TREES", DEFAULT_PROGRAMS / run_stride());
    struct trial trial = {0};

    for (trial.seed = first; trial.seed < first + count; trial.seed++)
        for (trial.direction = 0; trial.direction < N_DIRECTIONS; trial.direction++)
            try_program(&trial);
    if (count < DEFAULT_PROGRAMS / run_stride())
        return;
    cr_expect_gt(trial.n_rows, 50000 / run_stride());
    cr_expect_gt(trial.n_deep, 10000 / run_stride());
    cr_expect_gt(trial.n_negative, 1000 / run_stride());
}
