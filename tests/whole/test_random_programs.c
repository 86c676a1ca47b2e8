/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Random programs against the truth, which is known because they were run. QUERN_TREES is how
 * many of them, QUERN_SEED where they begin: a failure names the seed to begin at to repeat it.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/inclusive.h"
#include "aggregator/program.h"
#include "aggregator/row_figures.h"
#include "base/array.h"
#include "profile/profile.h"
#include "support/call_tree.h"
#include "support/figured.h"
#include "support/run.h"
#include "support/temporary.h"

enum { DEFAULT_TREES = 2000 };

TestSuite(random_programs, .init = temporary_enter, .fini = temporary_leave, .timeout = 3600);

/* What of a program's code belongs to a row: names without pointer stand for any. */
struct code {
    struct text object, file, function, directory, extension;
    bool is_recorded;      /* the function is a node as recorded in the profile, not folded */
    bool is_by_definition; /* the file is where the function is defined, not where the code is */
};

/* How often each case was met: a property of nothing would always hold. */
struct met {
    size_t alone, exact_in_cycle, bounds, cycles, entered_cycles, roots;
};

/* A tree and what quern makes of its profile. */
struct trial {
    struct call_tree tree;
    struct parsed parsed;
    struct program program;
    struct row_figures functions; /* by function */
    enum levels levels;
    struct met *met;
    char failure[400]; /* the first one; empty for none */
};

static void fail(struct trial *trial, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void fail(struct trial *trial, const char *format, ...)
{
    va_list arguments;

    if (trial->failure[0] != '\0')
        return;
    va_start(arguments, format);
    vsnprintf(trial->failure, sizeof(trial->failure), format, arguments);
    va_end(arguments);
}

static struct text directory_of(const char *file)
{
    const char *slash = strrchr(file, '/');

    return slash ? text_between(file, slash) : TEXT(".");
}

static struct text extension_of(const char *file)
{
    return text_of(strrchr(file, '.'));
}

static bool matches(struct text wanted, struct text name)
{
    return !wanted.at || text_equal(wanted, name);
}

/* A function's row has its name, or a whole one that could not be recognized as made of pieces. */
static bool is_spot_of(const struct call_tree *tree, unsigned spot, const struct code *code)
{
    const struct tree_node *node = &tree->nodes[spot / TREE_FILES];
    const struct tree_function *function = &tree->functions[node->function];
    unsigned file = code->is_by_definition ? function->file : spot % TREE_FILES;

    return matches(code->object, text_of(tree_objects[function->object])) &&
           matches(code->file, text_of(tree_files[file])) &&
           matches(code->directory, directory_of(tree_files[file])) &&
           matches(code->extension, extension_of(tree_files[file])) &&
           (matches(code->function, text_of(node->name)) ||
            (!code->is_recorded && matches(code->function, text_of(function->name))));
}

static struct tree_spots spots_of(const struct call_tree *tree, const struct code *code)
{
    struct tree_spots spots = {0};

    for (unsigned spot = 0; spot < tree->n_nodes * TREE_FILES; spot++) {
        if (is_spot_of(tree, spot, code))
            tree_spots_add(&spots, spot);
    }
    return spots;
}

static struct code code_of_row(const struct rows *rows, row_id id)
{
    struct row_names names = rows_names(rows, id);

    return (struct code){.object = names.object,
                         .file = names.file,
                         .function = names.function,
                         .directory = rows->key == BY_DIRECTORY ? names.label : (struct text){0},
                         .extension = rows->key == BY_EXTENSION ? names.label : (struct text){0},
                         .is_recorded = !rows->is_folded,
                         .is_by_definition = rows->key == BY_FUNCTION};
}

/* "KEY OBJECT FILE FUNCTION": which row is meant. Static memory. */
static const char *show_row(const struct rows *rows, row_id id)
{
    static char text[200];
    struct code code = code_of_row(rows, id);
    struct text parts[] = {code.object, code.file, code.function, code.directory, code.extension};
    int length = snprintf(text, sizeof(text), "by %s%s:", figured_key_name(rows->key),
                          rows->is_folded ? "" : ", as recorded");

    for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
        if (parts[i].at)
            length += snprintf(text + length, sizeof(text) - (size_t)length, " %s", parts[i].at);
    }
    return text;
}

/* Self cost is the truth, inclusive cost too where it is exact, and else never above it. */
static void check_row(struct trial *trial, const struct inclusive *inclusive, row_id id)
{
    const struct rows *rows = inclusive->rows;
    bool is_exact = inclusive->is_exact[id];
    struct code code = code_of_row(rows, id);
    struct tree_spots spots = spots_of(&trial->tree, &code);
    struct tree_costs true_self = call_tree_self(&trial->tree, &spots);
    struct tree_costs truth = call_tree_inclusive(&trial->tree, &spots);
    struct tree_costs total = call_tree_total(&trial->tree);

    for (size_t i = 0; i < TREE_EVENTS; i++) {
        int64_t own = figured_cost(&rows->self, id, i),
                all = figured_cost(&inclusive->costs, id, i);

        if (own != true_self.events[i])
            fail(trial, "%s: self cost %zu is %" PRIi64 ", not %" PRIi64, show_row(rows, id), i,
                 own, true_self.events[i]);
        if (own > all || all > total.events[i])
            fail(trial, "%s: inclusive cost %zu is %" PRIi64 ", self cost %" PRIi64,
                 show_row(rows, id), i, all, own);
        if (is_exact ? all != truth.events[i] : all > truth.events[i])
            fail(trial, "%s: inclusive cost %zu is %s%" PRIi64 ", in truth %" PRIi64,
                 show_row(rows, id), i, is_exact ? "" : "at least ", all, truth.events[i]);
    }
}

/* What a function in a row is known to cost, the row costs at least. */
static void check_members(struct trial *trial, const struct inclusive *inclusive)
{
    const struct inclusive *functions = &trial->functions.own_inclusive;
    const struct rows *rows = inclusive->rows;

    for (function_id id = 0; id < profile_n_functions(rows->profile); id++) {
        row_id function = functions->rows->of_function[id], row = rows->of_function[id];

        for (size_t i = 0; i < TREE_EVENTS && functions->is_exact[function]; i++) {
            int64_t most = figured_cost(&functions->costs, function, i);

            if (figured_cost(&inclusive->costs, row, i) < most)
                fail(trial, "%s: inclusive cost %zu is below the %" PRIi64 " of a function in it",
                     show_row(rows, row), i, most);
        }
    }
}

/* A cycle is all that its members' code and the calls that leave it cost. */
static void check_cycles(struct trial *trial, const struct inclusive *inclusive)
{
    const struct rows *rows = inclusive->rows;

    for (uint32_t cycle = 1; cycle <= inclusive->n_cycles; cycle++) {
        const int64_t *row = costs_row(&inclusive->cycles, cycle - 1);
        struct tree_spots members = {0};
        bool has_root = false;

        for (row_id id = 0; id < rows->count; id++) {
            struct code code = code_of_row(rows, id);

            for (unsigned spot = 0; spot < trial->tree.n_nodes * TREE_FILES; spot++) {
                if (inclusive->cycle[id] != cycle || !is_spot_of(&trial->tree, spot, &code))
                    continue;
                tree_spots_add(&members, spot);
                has_root |=
                    trial->tree.functions[trial->tree.nodes[spot / TREE_FILES].function].is_root;
            }
        }
        struct tree_costs truth = call_tree_inclusive(&trial->tree, &members);
        struct tree_costs entering = call_tree_entering(&trial->tree, &members);
        for (size_t i = 0; i < TREE_EVENTS; i++) {
            int64_t cost = costs_sum(&inclusive->cycles, row, i);

            if (cost != truth.events[i] || (!has_root && cost != entering.events[i]))
                fail(trial, "cycle %u costs %" PRIi64 ", in truth %" PRIi64 ", entering %" PRIi64,
                     cycle, cost, truth.events[i], entering.events[i]);
        }
        trial->met->cycles++;
        trial->met->entered_cycles += !has_root;
    }
}

/* The root of each thread that nobody calls begins a tree of its own. */
static void check_roots(struct trial *trial, const struct inclusive *inclusive)
{
    const struct call_tree *tree = &trial->tree;
    struct tree_costs total = call_tree_total(tree);
    int64_t sums[TREE_EVENTS] = {0};

    for (unsigned i = 0; i < tree->n_functions; i++) {
        if (tree->functions[i].is_root && tree->functions[i].n_calls != 0)
            return;
    }
    for (row_id id = 0; id < inclusive->rows->count; id++) {
        struct code code = code_of_row(inclusive->rows, id);
        bool is_root = false;

        for (unsigned spot = 0; spot < tree->n_nodes * TREE_FILES; spot++)
            is_root |= tree->functions[tree->nodes[spot / TREE_FILES].function].is_root &&
                       is_spot_of(tree, spot, &code);
        for (size_t i = 0; i < TREE_EVENTS && is_root; i++)
            sums[i] += figured_cost(&inclusive->costs, id, i);
    }
    for (size_t i = 0; i < TREE_EVENTS; i++) {
        if (sums[i] != total.events[i])
            fail(trial, "the roots cost %" PRIi64 " of %" PRIi64, sums[i], total.events[i]);
    }
    trial->met->roots++;
}

/* Levels of recursion make every function exact, and without a cycle it always is. */
static void check_rules(struct trial *trial, const struct inclusive *inclusive)
{
    for (row_id id = 0; id < inclusive->rows->count; id++) {
        if (trial->levels != LEVELS_MERGED && !inclusive->is_exact[id])
            fail(trial, "%s: is not exact", show_row(inclusive->rows, id));
        if (inclusive->is_exact[id] != (inclusive->cycle[id] == 0) &&
            inclusive->nesting.rules[id] == RULE_BOUND)
            fail(trial, "%s: is a bound and in no cycle", show_row(inclusive->rows, id));
        trial->met->alone += inclusive->nesting.rules[id] == RULE_ALONE;
        trial->met->exact_in_cycle += inclusive->nesting.rules[id] == RULE_LEVELS;
        trial->met->bounds += !inclusive->is_exact[id];
    }
}

/* Calls that enter an exact row, of which no thread begins in one, add up to its cost. */
static void check_calls(struct trial *trial, const struct inclusive *inclusive)
{
    struct row_calls calls;
    struct error error = {0};
    const struct call_tree *tree = &trial->tree;

    const struct mapped_calls all = {inclusive->rows, &inclusive->nesting,
                                     inclusive->rows->of_place, inclusive->rows->of_function};
    row_calls_create(&calls, inclusive->rows, &all, 1);
    cr_assert(profile_fits(inclusive->rows->profile, &error), "%s", error.text);
    for (row_id id = 0; id < inclusive->rows->count; id++) {
        struct code code = code_of_row(inclusive->rows, id);
        int64_t sums[TREE_EVENTS] = {0}, count = 0, n_calls = 0;
        bool is_root = false;

        for (unsigned i = 0; i < tree->n_nodes; i++) {
            const struct tree_function *function = &tree->functions[tree->nodes[i].function];

            is_root |=
                is_spot_of(tree, i * TREE_FILES + function->file, &code) && function->is_root;
        }
        for (size_t i = 0; i < tree->n_calls; i++) {
            unsigned callee = tree->calls[i].callee;
            unsigned file = tree->functions[tree->nodes[callee].function].file;

            if (is_spot_of(tree, callee * TREE_FILES + file, &code))
                n_calls += tree->calls[i].count;
        }
        for (size_t i = calls.callers_begin[id]; i < calls.callers_begin[id + 1]; i++) {
            uint32_t arc = calls.callers[i];

            count += calls.arcs.counts[arc];
            for (size_t j = 0; j < TREE_EVENTS; j++)
                sums[j] += figured_cost(&calls.entering, arc, j);
        }
        if (count != n_calls || inclusive->rows->calls[id] != n_calls)
            fail(trial, "%s: %" PRIi64 " calls, not %" PRIi64, show_row(inclusive->rows, id), count,
                 n_calls);
        for (size_t i = 0; i < TREE_EVENTS && !is_root && inclusive->is_exact[id]; i++) {
            int64_t cost = figured_cost(&inclusive->costs, id, i);

            if (sums[i] != cost)
                fail(trial, "%s: callers cost %" PRIi64 " of %" PRIi64,
                     show_row(inclusive->rows, id), sums[i], cost);
        }
    }
    row_calls_free(&calls);
}

/* Whatever the rows are, their self costs add up to all that was spent. */
static void check_sums(struct trial *trial, const struct rows *rows)
{
    struct tree_costs total = call_tree_total(&trial->tree);

    for (size_t i = 0; i < TREE_EVENTS; i++) {
        int64_t sum = 0;

        for (row_id id = 0; id < rows->count; id++)
            sum += figured_cost(&rows->self, id, i);
        if (sum != total.events[i])
            fail(trial, "by %s: the sum is %" PRIi64 ", not %" PRIi64, figured_key_name(rows->key),
                 sum, total.events[i]);
    }
}

static void check_inclusive(struct trial *trial, const struct rows *rows)
{
    struct inclusive inclusive;
    struct error error = {0};

    inclusive_compute(&inclusive, rows, trial->levels);
    cr_assert(profile_fits(rows->profile, &error), "%s", error.text);
    for (row_id id = 0; id < rows->count; id++)
        check_row(trial, &inclusive, id);
    if (rows->is_folded)
        check_members(trial, &inclusive);
    if (rows->is_folded && rows->key == BY_FUNCTION) {
        check_cycles(trial, &inclusive);
        check_rules(trial, &inclusive);
        check_roots(trial, &inclusive);
        check_calls(trial, &inclusive);
    }
    inclusive_free(&inclusive);
}

static void check_rows(struct trial *trial, struct row_choice choice)
{
    struct rows rows;
    struct error error = {0};

    rows_create(&rows, &trial->parsed.profile, &choice);
    cr_assert(profile_fits(&trial->parsed.profile, &error), "%s", error.text);
    check_sums(trial, &rows);
    if (row_keys[choice.key].has_calls)
        check_inclusive(trial, &rows);
    rows_free(&rows);
}

/* Check the profile of one tree; false with trial->failure set. */
static bool try_tree(struct trial *trial, uint64_t seed, size_t max_steps)
{
    struct profile *profile = &trial->parsed.profile;
    struct error error = {0};

    call_tree_run(&trial->tree, seed, max_steps);
    char *text = call_tree_profile(&trial->tree);
    parsed_read(&trial->parsed, text);
    free(text);
    cr_assert(trial->parsed.is_read, "%s", trial->parsed.error.text);
    cr_assert_eq(trial->parsed.warnings.count, 0, "%s", trial->parsed.warnings.first[0].text);
    trial->failure[0] = '\0';
    trial->levels = profile_find_levels(profile, &profile->ledgers[ARCS]);
    profile->inputs[0].levels = trial->levels;
    program_compute(&trial->program, profile);
    cr_assert(profile_fits(profile, &error), "%s", error.text);
    row_figures_create(&trial->functions, profile,
                       &(struct row_figures_wanted){.choice = FOLDED(BY_FUNCTION)});
    cr_assert(profile_fits(profile, &error), "%s", error.text);
    /* No part has a label. */
    for (enum row_key key = BY_FUNCTION; key < N_ROW_KEYS; key++)
        if (key != BY_LABEL)
            check_rows(trial, FOLDED(key));
    /* Each node by itself, as in the report. */
    check_rows(trial, ROWS(BY_FUNCTION));
    check_rows(trial, ROWS(BY_FILE_FUNCTION));
    row_figures_free(&trial->functions);
    program_free(&trial->program);
    parsed_free(&trial->parsed);
    return trial->failure[0] == '\0';
}

/* The shortest beginning of the run that fails. */
static void report(struct trial *trial, uint64_t seed)
{
    size_t steps = 1;
    char *profile;

    while (try_tree(trial, seed, steps)) {
        call_tree_free(&trial->tree);
        steps++;
    }
    profile = call_tree_profile(&trial->tree);
    cr_expect_fail("QUERN_SEED=%" PRIu64 ": %s\n%s", seed, trial->failure, profile);
    free(profile);
}

Test(random_programs, cost_what_they_did)
{
    uint64_t first = call_tree_setting("QUERN_SEED", 1),
             count = call_tree_setting("QUERN_TREES", DEFAULT_TREES / run_stride());
    struct met met = {0};

    for (uint64_t seed = first; seed < first + count; seed++) {
        struct trial trial = {.met = &met};
        bool holds = try_tree(&trial, seed, SIZE_MAX);

        call_tree_free(&trial.tree);
        if (!holds) {
            report(&trial, seed);
            call_tree_free(&trial.tree);
            return;
        }
    }
    if (count < DEFAULT_TREES / run_stride())
        return;
    cr_expect_gt(met.alone, 0);
    cr_expect_gt(met.exact_in_cycle, 0);
    cr_expect_gt(met.bounds, 0);
    cr_expect_gt(met.cycles, 0);
    cr_expect_gt(met.entered_cycles, 0);
    cr_expect_gt(met.roots, 0);
}
