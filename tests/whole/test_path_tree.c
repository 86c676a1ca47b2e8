/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Trees of the paths of random programs, of which it is known what was spent by each path. See
 * test_random_programs.c for QUERN_TREES and QUERN_SEED.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/paths.h"
#include "base/array.h"
#include "support/call_tree.h"
#include "support/parsed.h"
#include "support/run.h"
#include "support/temporary.h"

enum { DEFAULT_TREES = 1500, MOST_ROWS = 1500, DEEPEST = 2 * TREE_DEPTH };

/* Both events of the programs, and two sums of them, by how often each counts. */
enum { ASKED = 4 };
static const int64_t times[ASKED][TREE_EVENTS] = {{1, 0}, {0, 1}, {1, 3}, {2, -1}};
#define DEFINITIONS "event: Sum = Ir + 3 Dr\nevent: Less = 2 Ir - Dr\n"

TestSuite(path_tree_of_programs, .init = temporary_enter, .fini = temporary_leave, .timeout = 3600);

/* From the starts down, from each function down, from each function's self cost up. */
enum direction { FROM_STARTS, FROM_FUNCTIONS, UPWARDS, N_DIRECTIONS };

/* A program that ran, which is a part of the profile. */
struct run_program {
    struct call_tree program;
    uint32_t vertices[TREE_NODES], names[TREE_NODES]; /* by node of the program */
};

enum { N_PARTS = 2 };

struct trial {
    enum direction direction;
    struct run_program runs[N_PARTS], *run; /* all of them, and one to be looked at */
    size_t n_runs;
    struct parsed parsed;
    struct path_graph graph;
    struct path_tree tree;
    /* How much was tried: a property of nothing would always hold. */
    size_t n_exact, n_estimates, n_members, n_calls, n_sums;
    uint64_t seed;
};

static row_id row_of(const struct trial *trial, unsigned id)
{
    const struct tree_node *node = &trial->run->program.nodes[id];
    const struct tree_function *function = &trial->run->program.functions[node->function];

    for (row_id row = 0; row < trial->graph.nodes.count; row++) {
        struct row_names names = rows_names(&trial->graph.nodes, row);
        if (text_equal(names.function, text_of(node->name)) &&
            text_equal(names.file, text_of(tree_files[function->file])) &&
            text_equal(names.object, text_of(tree_objects[function->object])))
            return row;
    }
    return NO_ID;
}

static void find_nodes(struct trial *trial)
{
    const struct path_graph *graph = &trial->graph;

    for (unsigned i = 0; i < trial->run->program.n_nodes; i++) {
        row_id row = row_of(trial, i);
        trial->run->vertices[i] = row == NO_ID ? NO_ID : graph->vertex_of[row];
        for (function_id id = 0; id < profile_n_functions(graph->profile); id++)
            if (graph->nodes.of_function[id] == row)
                trial->run->names[i] = graph->names.of_function[id];
    }
}

/* The names from a node of the stack on, in which a vertex that follows itself is there once. */
static size_t names_from(const struct trial *trial, const unsigned *nodes, unsigned n_nodes,
                         uint32_t names[TREE_DEPTH])
{
    uint32_t last = NO_ID;
    size_t count = 0;

    for (unsigned i = 0; i < n_nodes; i++) {
        uint32_t vertex = trial->run->vertices[nodes[i]];
        if (vertex != last)
            names[count++] = trial->graph.name_of[vertex];
        last = vertex;
    }
    return count;
}

/* Those from the innermost on, which has its own name, before that of a cycle it is in. */
static size_t names_upwards(const struct trial *trial, const unsigned *nodes, unsigned n_nodes,
                            uint32_t names[TREE_DEPTH + 1])
{
    uint32_t downwards[TREE_DEPTH];
    size_t count = names_from(trial, nodes, n_nodes, downwards);

    size_t n_own = trial->run->names[nodes[n_nodes - 1]] != downwards[count - 1];
    names[0] = trial->run->names[nodes[n_nodes - 1]];
    for (size_t i = 0; i < count; i++)
        names[n_own + i] = downwards[count - 1 - i];
    return n_own + count;
}

/*
 * Whether a row at the top begins with a node: any of a cycle, and of a function those of the first
 * level that are in none.
 */
static bool begins_with(const struct trial *trial, unsigned node, uint32_t first)
{
    return trial->graph.name_of[trial->run->vertices[node]] == first &&
           (first >= trial->graph.names.count || trial->run->program.nodes[node].level == 1);
}

/* Those from the outermost that the row begins with; none if there is no such. */
static size_t names_below(const struct trial *trial, const unsigned *nodes, unsigned n_nodes,
                          uint32_t first, uint32_t names[TREE_DEPTH])
{
    unsigned i = 0;

    while (i < n_nodes && !begins_with(trial, nodes[i], first))
        i++;
    return names_from(trial, nodes + i, n_nodes - i, names);
}

/* A path of the tree, as names from its first row on. */
struct path {
    uint32_t names[DEEPEST];
    size_t length;
};

/* How many names of the stack there are, if it begins with those of the path; else 0. */
static size_t follows(const struct trial *trial, const struct path *path, const unsigned *nodes,
                      unsigned n_nodes)
{
    uint32_t names[TREE_DEPTH + 1];
    size_t count = trial->direction == FROM_STARTS ? names_from(trial, nodes, n_nodes, names)
                 : trial->direction == UPWARDS
                     ? names_upwards(trial, nodes, n_nodes, names)
                     : names_below(trial, nodes, n_nodes, path->names[0], names);

    return count >= path->length && memcmp(names, path->names, path->length * sizeof *names) == 0
             ? count
             : 0;
}

/* What was spent in a function of the cycle that the path leads to. */
static struct tree_costs spent_in_member(struct trial *trial, const struct path *path,
                                         uint32_t member)
{
    struct tree_costs spent = {0};

    for (trial->run = trial->runs; trial->run < trial->runs + trial->n_runs; trial->run++)
        for (size_t i = 0; i < trial->run->program.n_steps; i++) {
            const struct tree_step *step = &trial->run->program.steps[i];
            if (follows(trial, path, step->nodes, step->n_nodes) == path->length &&
                trial->run->names[step->nodes[step->n_nodes - 1]] == member)
                tree_costs_add(&spent, &step->costs);
        }
    return spent;
}

/* What was spent by paths of these names: in all, and at their ends. */
static void spent_by(struct trial *trial, const struct path *path, struct tree_costs *all,
                     struct tree_costs *self)
{
    *all = *self = (struct tree_costs){0};
    for (trial->run = trial->runs; trial->run < trial->runs + trial->n_runs; trial->run++)
        for (size_t i = 0; i < trial->run->program.n_steps; i++) {
            const struct tree_step *step = &trial->run->program.steps[i];
            size_t count = follows(trial, path, step->nodes, step->n_nodes);
            if (count != 0)
                tree_costs_add(all, &step->costs);
            if (count == path->length)
                tree_costs_add(self, &step->costs);
        }
}

/* How often the path's end was called by it, or by itself, but not by others of its cycle. */
static int64_t calls_by(struct trial *trial, const struct path *path)
{
    int64_t calls = 0;

    for (trial->run = trial->runs; trial->run < trial->runs + trial->n_runs; trial->run++)
        for (size_t i = 0; i < trial->run->program.n_entries; i++) {
            const struct tree_entry *entry = &trial->run->program.entries[i];
            const unsigned *last = &entry->nodes[entry->n_nodes - 1];
            uint32_t vertex = trial->run->vertices[last[0]];
            bool is_within = path_graph_is_cycle(&trial->graph, vertex) &&
                             vertex == trial->run->vertices[last[-1]];
            calls +=
                !is_within && follows(trial, path, entry->nodes, entry->n_nodes) == path->length;
        }
    return calls;
}

static void check_cost(struct trial *trial, const struct path_cost *cost, int64_t spent, size_t row,
                       const char *what)
{
    bool is_exact = path_cost_is_exact(cost);

    trial->n_exact += is_exact;
    trial->n_estimates += !is_exact;
    cr_assert(cost->least <= spent && spent <= cost->most,
              "seed %" PRIu64 ", row %zu, %s: %" PRIi64 " is not from %" PRIi64 " to %" PRIi64,
              trial->seed, row, what, spent, cost->least, cost->most);
    cr_assert((double)cost->least <= cost->estimate + 1e-6 &&
                  cost->estimate <= (double)cost->most + 1e-6,
              "seed %" PRIu64 ", row %zu, %s: estimate %f", trial->seed, row, what, cost->estimate);
}

/* Checks the costs of all that is asked for, from the tree's `first` on. */
static void check_costs(struct trial *trial, size_t first, const struct tree_costs *spent,
                        size_t row, const char *what)
{
    for (size_t asked = 0; asked < ASKED; asked++) {
        const struct path_cost cost = path_tree_cost(&trial->tree, first, asked);
        if (cost.is_unsure && times[asked][1] < 0)
            continue; /* of a difference there may be no bounds */
        check_cost(trial, &cost,
                   times[asked][0] * spent->events[0] + times[asked][1] * spent->events[1], row,
                   what);
    }
}

static struct path path_of(const struct path_tree *tree, uint32_t row)
{
    struct path path = {.length = tree->rows[row].depth + 1};

    for (size_t i = path.length; i > 0; row = tree->rows[row].parent)
        path.names[--i] = tree->rows[row].name;
    return path;
}

static void check_member(struct trial *trial, uint32_t id)
{
    const struct path_tree *tree = &trial->tree;
    const struct path_row *row = &tree->rows[id];
    struct path path = path_of(tree, row->parent);
    struct tree_costs self = spent_in_member(trial, &path, row->name);

    check_costs(trial, row->self, &self, id, "member");
    trial->n_members++;
}

static void check_row(struct trial *trial, uint32_t id)
{
    const struct path_tree *tree = &trial->tree;
    const struct path_row *row = &tree->rows[id];
    struct path path = path_of(tree, id);
    struct tree_costs all, self;

    spent_by(trial, &path, &all, &self);
    check_costs(trial, row->inclusive, &all, id, "all");
    if (trial->direction != UPWARDS)
        check_costs(trial, row->self, &self, id, "self");
    if (!row->knows_calls || trial->runs[0].program.has_empty_start ||
        (trial->n_runs > 1 && trial->runs[1].program.has_empty_start))
        return;
    cr_assert_eq(row->calls, calls_by(trial, &path), "seed %" PRIu64 ", row %" PRIu32 ": calls",
                 trial->seed, id);
    trial->n_calls++;
}

/* Whether all that entered the row's vertices left them or was spent there. */
static bool is_consistent(const struct trial *trial, const struct path_row *row, size_t event)
{
    const struct path_graph *graph = &trial->graph;

    for (size_t i = row->ends; i < row->ends + row->n_ends; i++) {
        uint32_t vertex = trial->tree.ends[i].vertex;
        if (costs_sum(&graph->entering, costs_row(&graph->entering, vertex), event) >
            costs_sum(&graph->leaving, costs_row(&graph->leaving, vertex), event))
            return false;
    }
    return true;
}

/* What is below a row adds up to what it cost less its self cost; to less, where it lacks some. */
static void check_sum(struct trial *trial, uint32_t id, struct path_rows below)
{
    const struct path_tree *tree = &trial->tree;
    const struct path_row *row = &tree->rows[id];

    for (size_t event = 0; event < TREE_EVENTS; event++) {
        double all = path_tree_cost(tree, row->inclusive, event).estimate;
        double sum = path_tree_cost(tree, row->self, event).estimate;
        bool is_consistent_here = is_consistent(trial, row, event);
        for (uint32_t i = below.first; i < below.first + below.count; i++)
            if (!tree->rows[i].is_member)
                sum += path_tree_cost(tree, tree->rows[i].inclusive, event).estimate;
        cr_assert(sum <= all + 1e-6 && (!is_consistent_here || sum >= all - 1e-6),
                  "seed %" PRIu64 ", row %" PRIu32 ": %f of %f", trial->seed, id, sum, all);
        trial->n_sums += is_consistent_here && below.count > 1;
    }
}

static void add_first_rows(struct trial *trial, struct path_rows *added, struct error *error)
{
    size_t n_names = trial->graph.names.count;
    bool *is_wanted = memory_alloc(n_names, sizeof *is_wanted);

    memset(is_wanted, true, n_names * sizeof *is_wanted);
    *added = trial->direction == FROM_STARTS ? path_tree_add_starts(&trial->tree, -1)
                                             : path_tree_add_functions(&trial->tree, is_wanted, -1);
    cr_assert(profile_fits(&trial->parsed.profile, error), "%s", error->text);
    free(is_wanted);
}

/*
 * Runs the program of the seed, and for every other seed another one whose levels and contexts are
 * as much apart: the profile has a part of each.
 */
static void run_programs(struct trial *trial)
{
    struct call_tree *first = &trial->runs[0].program, *second = &trial->runs[1].program;

    call_tree_run(first, trial->seed, SIZE_MAX);
    trial->n_runs = 1 + trial->seed % N_PARTS;
    for (uint64_t seed = trial->seed; trial->n_runs > 1;) {
        call_tree_run(second, seed += 1000000, SIZE_MAX);
        if (second->max_level == first->max_level && second->n_callers == first->n_callers)
            break;
        call_tree_free(second);
    }
}

static void read_profile(struct trial *trial)
{
    char *all = NULL;
    size_t size;
    FILE *out = open_memstream(&all, &size);

    cr_assert(out, "out of memory");
    for (size_t i = 0; i < trial->n_runs; i++) {
        char *text = call_tree_profile(&trial->runs[i].program);
        size_t header = strcspn(text, "\n") + 1;
        fprintf(out, "%.*s" DEFINITIONS "%s", (int)header, text, text + header);
        free(text);
    }
    fclose(out);
    parsed_read(&trial->parsed, all);
    free(all);
}

static void try_program(struct trial *trial)
{
    static const size_t events[ASKED] = {0, 1, 2, 3};
    struct error error = {0};
    struct path_rows added;

    run_programs(trial);
    read_profile(trial);
    path_graph_create(&trial->graph, &trial->parsed.profile,
                      &(struct path_naming){.is_folded = true}, trial->direction == UPWARDS);
    cr_assert(profile_fits(&trial->parsed.profile, &error), "%s", error.text);
    for (trial->run = trial->runs; trial->run < trial->runs + trial->n_runs; trial->run++)
        find_nodes(trial);
    path_tree_begin(&trial->tree, &trial->graph, events, ASKED);
    add_first_rows(trial, &added, &error);
    for (uint32_t row = 0; row < trial->tree.n_rows && trial->tree.n_rows < MOST_ROWS; row++) {
        if (trial->tree.rows[row].depth + 2 >= DEEPEST || trial->tree.rows[row].is_member)
            continue;
        added = path_tree_add_below(&trial->tree, row, -1);
        cr_assert(profile_fits(trial->tree.graph->profile, &error), "%s", error.text);
        if (trial->direction != UPWARDS)
            check_sum(trial, row, added);
    }
    for (uint32_t row = 0; row < trial->tree.n_rows; row++)
        if (trial->tree.rows[row].is_member)
            check_member(trial, row);
        else
            check_row(trial, row);
    path_tree_free(&trial->tree);
    path_graph_free(&trial->graph);
    parsed_free(&trial->parsed);
    for (size_t i = 0; i < trial->n_runs; i++)
        call_tree_free(&trial->runs[i].program);
}

Test(path_tree_of_programs, has_true_bounds)
{
    uint64_t first = call_tree_setting("QUERN_SEED", 1),
             count = call_tree_setting("QUERN_TREES", DEFAULT_TREES / run_stride());
    struct trial trial = {0};

    for (trial.seed = first; trial.seed < first + count; trial.seed++)
        for (trial.direction = 0; trial.direction < N_DIRECTIONS; trial.direction++)
            try_program(&trial);
    if (count < DEFAULT_TREES / run_stride())
        return;
    cr_expect_gt(trial.n_exact, 1000 / run_stride());
    cr_expect_gt(trial.n_estimates, 1000 / run_stride());
    cr_expect_gt(trial.n_members, 100 / run_stride());
    cr_expect_gt(trial.n_calls, 1000 / run_stride());
    cr_expect_gt(trial.n_sums, 1000 / run_stride());
}
