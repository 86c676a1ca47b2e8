/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The hottest ways through random programs, of which it is known what was spent by each way. See
 * test_random_programs.c for QUERN_TREES and QUERN_SEED.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/hot_paths.h"
#include "base/array.h"
#include "reporter/view/path_costs.h"
#include "support/call_tree.h"
#include "support/figured.h"
#include "support/shown_view.h"
#include "support/temporary.h"

enum { DEFAULT_TREES = 1500, NO_FUNCTION = TREE_FUNCTIONS };

TestSuite(hot_paths_of_programs, .init = temporary_enter, .fini = temporary_leave, .timeout = 3600);

/* A program, and what quern makes of its profile. */
struct trial {
    struct call_tree tree;
    struct viewed viewed;
    struct row_figures figures;
    struct hot_paths paths;
    struct path_costs costs;
    size_t n_exact, n_bounds; /* of all trials: a property of nothing would always hold */
    uint64_t seed;
};

/* The function of a row; NO_FUNCTION where its name was not recognized as one with levels. */
static unsigned function_of(const struct trial *trial, row_id row)
{
    struct row_names names = rows_names(trial->figures.rows, row);

    for (unsigned i = 0; i < trial->tree.n_functions; i++) {
        const struct tree_function *function = &trial->tree.functions[i];
        if (text_equal(names.function, text_of(function->name)) &&
            text_equal(names.file, text_of(tree_files[function->file])) &&
            text_equal(names.object, text_of(tree_objects[function->object])))
            return i;
    }
    return NO_FUNCTION;
}

/* What was spent by this way, and below it. */
static struct tree_costs spent_by(const struct call_tree *tree, const unsigned *way, size_t length)
{
    struct tree_costs sum = {0};

    for (size_t i = 0; i < tree->n_steps; i++) {
        const struct tree_step *step = &tree->steps[i];
        if (step->n_way < length || memcmp(step->way, way, length * sizeof *way) != 0)
            continue;
        for (size_t event = 0; event < TREE_EVENTS; event++)
            sum.events[event] += step->costs.events[event];
    }
    return sum;
}

/* One step of a way: bounds hold, what is exact is true, and no step costs more than the last. */
static void check_step(struct trial *trial, const unsigned *way, size_t length,
                       struct cell before[TREE_EVENTS])
{
    struct tree_costs spent = spent_by(&trial->tree, way, length);

    for (size_t event = 0; event < TREE_EVENTS; event++) {
        struct cell cell = trial->costs.most[event];
        if (!cell.is_given)
            continue;
        trial->n_exact += !cell.is_most;
        trial->n_bounds += cell.is_most;
        cr_assert(cell.value >= spent.events[event],
                  "seed %" PRIu64 ", f%u: at most %" PRIi64 ", spent %" PRIi64, trial->seed,
                  way[length - 1], cell.value, spent.events[event]);
        cr_assert(cell.is_most || cell.value == spent.events[event],
                  "seed %" PRIu64 ", f%u: %" PRIi64 ", spent %" PRIi64, trial->seed,
                  way[length - 1], cell.value, spent.events[event]);
        cr_assert(length == 1 || cell.value <= before[event].value, "seed %" PRIu64, trial->seed);
        before[event] = cell;
    }
}

/*
 * Of a cycle without levels it is only known that it starts in one of its functions; and of one
 * where nothing was spent not even that.
 */
static bool may_start(const struct trial *trial, row_id row, unsigned function)
{
    const struct inclusive *inclusive = trial->figures.inclusive;

    return trial->tree.functions[function].is_root || trial->paths.widths[row] <= 0 ||
           (inclusive->cycle[row] != 0 && !inclusive->is_exact[row]);
}

static void check_way(struct trial *trial, row_id row)
{
    struct hot_step steps[TREE_DEPTH + TREE_NODES];
    unsigned way[TREE_DEPTH + TREE_NODES];
    struct cell before[TREE_EVENTS];
    struct error error = {0};
    size_t count = hot_paths_to(&trial->paths, row, steps, ARRAY_LENGTH(steps));

    cr_assert_eq(steps[count - 1].row, row);
    for (size_t i = 0; i < count; i++) {
        way[i] = function_of(trial, steps[i].row);
        cr_assert(path_costs_add(&trial->costs, &steps[i], i == 0, &error), "%s", error.text);
        if (way[i] == NO_FUNCTION)
            return;
        cr_expect(i != 0 || may_start(trial, steps[0].row, way[0]), "seed %" PRIu64 ", f%u",
                  trial->seed, way[0]);
        check_step(trial, way, i + 1, before);
    }
}

/* The largest of all ways, found by trying calls until nothing changes. */
static void check_widths(const struct trial *trial)
{
    const struct hot_paths *paths = &trial->paths;
    const struct row_calls *calls = trial->figures.calls;
    size_t n_rows = trial->figures.rows->count;
    int64_t *widths = memory_alloc(n_rows, sizeof *widths);
    bool has_changed = true;

    memcpy(widths, paths->starts, n_rows * sizeof *widths);
    while (has_changed) {
        has_changed = false;
        for (uint32_t arc = 0; arc < calls->arcs.pairs.count; arc++) {
            struct row_call call = row_call(calls, arc);
            int64_t width = widths[call.caller] < paths->arc_costs[arc] ? widths[call.caller]
                                                                        : paths->arc_costs[arc];
            has_changed = has_changed || width > widths[call.callee];
            if (width > widths[call.callee])
                widths[call.callee] = width;
        }
    }
    for (row_id row = 0; row < n_rows; row++)
        cr_assert_eq(paths->widths[row], widths[row], "seed %" PRIu64, trial->seed);
    free(widths);
}

/* Whether a way goes through no function twice: the others are those of a deeper activation. */
static bool is_simple(const unsigned *way, size_t length)
{
    for (size_t i = 0; i < length; i++)
        for (size_t j = 0; j < i; j++)
            if (way[i] == way[j])
                return false;
    return true;
}

/* By none of the ways to a function more was spent than by the hottest one. */
static void check_optimum(struct trial *trial)
{
    const struct call_tree *tree = &trial->tree;
    const struct rows *rows = trial->figures.rows;

    for (row_id row = 0; row < rows->count; row++) {
        unsigned function = function_of(trial, row);
        int64_t width = trial->paths.widths[row];
        for (size_t i = 0; i < tree->n_steps; i++) {
            const struct tree_step *step = &tree->steps[i];
            for (size_t length = 1; length <= step->n_way; length++)
                if (step->way[length - 1] == function && is_simple(step->way, length))
                    cr_assert(spent_by(tree, step->way, length).events[0] <=
                                  (width > 0 ? width : 0),
                              "seed %" PRIu64 ", f%u", trial->seed, function);
        }
    }
}

static void try_tree(struct trial *trial)
{
    const struct view_options options = {.view = VIEW_PEEK, .is_for_machines = true};
    const struct row_figures_wanted wanted = {.choice = FOLDED(BY_FUNCTION), .has_calls = true};
    struct error error = {0};

    call_tree_run(&trial->tree, trial->seed, SIZE_MAX);
    char *text = call_tree_profile(&trial->tree);
    viewed_read(&trial->viewed, &options, text, NULL);
    free(text);
    cr_assert(view_choose_metric(&trial->viewed.input, true, &error), "%s", error.text);
    cr_assert(view_add_up(&trial->viewed.input, &wanted, &trial->figures, &error), "%s",
              error.text);
    hot_paths_create(&trial->paths, &trial->figures, 0);
    path_costs_begin(&trial->costs, &trial->viewed.input.figures, &trial->paths);
    check_widths(trial);
    check_optimum(trial);
    for (row_id row = 0; row < trial->figures.rows->count; row++)
        check_way(trial, row);
    path_costs_end(&trial->costs);
    hot_paths_free(&trial->paths);
    row_figures_free(&trial->figures);
    viewed_free(&trial->viewed);
    call_tree_free(&trial->tree);
}

Test(hot_paths_of_programs, have_true_bounds)
{
    uint64_t first = call_tree_setting("QUERN_SEED", 1),
             count = call_tree_setting("QUERN_TREES", DEFAULT_TREES);
    struct trial trial = {0};

    for (trial.seed = first; trial.seed < first + count; trial.seed++)
        try_tree(&trial);
    if (count < DEFAULT_TREES)
        return;
    cr_expect_gt(trial.n_exact, 1000);
    cr_expect_gt(trial.n_bounds, 1000);
}
