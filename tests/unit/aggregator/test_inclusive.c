/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/inclusive.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/program.h"
#include "aggregator/row_calls.h"
#include "base/array.h"
#include "support/call_tree.h"
#include "support/parsed.h"
#include "support/temporary.h"

/*
 * Random programs against the truth, which is known because they were run. QUERN_TREES is how
 * many of them, QUERN_SEED where they begin: a failure names the seed that repeats it as first.
 */

enum { DEFAULT_TREES = 2000 };

TestSuite(inclusive, .init = temporary_enter, .fini = temporary_leave, .timeout = 3600);

static const struct filter everything;

/* What of a program's code belongs to a row: names without pointer stand for any. */
struct code {
    struct text object, file, function, directory;
    bool is_recorded;      /* the function is a node as it stands in the profile, not folded */
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
    struct totals totals;
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

static bool matches(struct text wanted, struct text name)
{
    return !wanted.at || text_equal(wanted, name);
}

/* A function's row has its name, or a whole one that could not be told to be made of pieces. */
static bool is_spot_of(const struct call_tree *tree, unsigned spot, const struct code *code)
{
    const struct tree_node *node = &tree->nodes[spot / TREE_FILES];
    const struct tree_function *function = &tree->functions[node->function];
    unsigned file = code->is_by_definition ? function->file : spot % TREE_FILES;

    return matches(code->object, text_of(tree_objects[function->object])) &&
           matches(code->file, text_of(tree_files[file])) &&
           matches(code->directory, directory_of(tree_files[file])) &&
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

static struct code code_of_group(const struct groups *groups, group_id id)
{
    struct group_names names = groups_names(groups, id);

    return (struct code){.object = names.object,
                         .file = names.file,
                         .function = names.function,
                         .directory = names.label,
                         .is_by_definition = groups->key == BY_FUNCTION};
}

/* "KEY OBJECT FILE FUNCTION": which row is meant. Static memory. */
static const char *show_code(int key, const struct code *code)
{
    static char text[200];
    struct text parts[] = {code->object, code->file, code->function, code->directory};
    int length = snprintf(text, sizeof(text), "by %d:", key);

    for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
        if (parts[i].at)
            length += snprintf(text + length, sizeof(text) - (size_t)length, " %s", parts[i].at);
    }
    return text;
}

/* Self cost is the truth, inclusive cost too where it is exact, and else never above it. */
static void check_row(struct trial *trial, int key, const struct code *code,
                      const struct costs *costs, const int64_t *self, const int64_t *inclusive,
                      bool is_exact)
{
    struct tree_spots spots = spots_of(&trial->tree, code);
    struct tree_costs true_self = call_tree_self(&trial->tree, &spots);
    struct tree_costs truth = call_tree_inclusive(&trial->tree, &spots);
    struct tree_costs total = call_tree_total(&trial->tree);

    for (size_t i = 0; i < TREE_EVENTS; i++) {
        int64_t own = costs_sum(costs, self, i), all = costs_sum(costs, inclusive, i);

        if (own != true_self.events[i])
            fail(trial, "%s: self cost %zu is %" PRIi64 ", not %" PRIi64, show_code(key, code), i,
                 own, true_self.events[i]);
        if (own > all || all > total.events[i])
            fail(trial, "%s: inclusive cost %zu is %" PRIi64 ", self cost %" PRIi64,
                 show_code(key, code), i, all, own);
        if (is_exact ? all != truth.events[i] : all > truth.events[i])
            fail(trial, "%s: inclusive cost %zu is %s%" PRIi64 ", in truth %" PRIi64,
                 show_code(key, code), i, is_exact ? "" : "at least ", all, truth.events[i]);
    }
}

/* A cycle is all that its members' code and the calls that leave it cost. */
static void check_cycles(struct trial *trial, const struct inclusive *inclusive)
{
    const struct groups *groups = inclusive->groups;

    for (uint32_t cycle = 1; cycle <= inclusive->n_cycles; cycle++) {
        const int64_t *row = costs_row(&inclusive->cycles, cycle - 1);
        struct tree_spots members = {0};
        bool has_root = false;

        for (group_id id = 0; id < groups->count; id++) {
            struct code code = code_of_group(groups, id);

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
    for (group_id id = 0; id < inclusive->groups->count; id++) {
        struct code code = code_of_group(inclusive->groups, id);
        bool is_root = false;

        for (unsigned spot = 0; spot < tree->n_nodes * TREE_FILES; spot++)
            is_root |= tree->functions[tree->nodes[spot / TREE_FILES].function].is_root &&
                       is_spot_of(tree, spot, &code);
        for (size_t i = 0; i < TREE_EVENTS && is_root; i++)
            sums[i] += costs_sum(&inclusive->costs, costs_row(&inclusive->costs, id), i);
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
    for (group_id id = 0; id < inclusive->groups->count; id++) {
        struct code code = code_of_group(inclusive->groups, id);

        if (trial->levels != LEVELS_MERGED && !inclusive->is_exact[id])
            fail(trial, "%s: is not exact", show_code(BY_FUNCTION, &code));
        if (inclusive->is_exact[id] != (inclusive->cycle[id] == 0) &&
            inclusive->rules[id] == RULE_BOUND)
            fail(trial, "%s: is a bound and in no cycle", show_code(BY_FUNCTION, &code));
        trial->met->alone += inclusive->rules[id] == RULE_ALONE;
        trial->met->exact_in_cycle += inclusive->rules[id] == RULE_LEVELS;
        trial->met->bounds += !inclusive->is_exact[id];
    }
}

/* Calls that enter an exact group, of which no thread begins in one, add up to its cost. */
static void check_calls(struct trial *trial, const struct inclusive *inclusive)
{
    struct group_calls calls;
    struct error error = {0};
    const struct call_tree *tree = &trial->tree;

    cr_assert(group_calls_create(&calls, inclusive, &error), "%s", error.text);
    for (group_id id = 0; id < inclusive->groups->count; id++) {
        struct code code = code_of_group(inclusive->groups, id);
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
                sums[j] += costs_sum(&calls.entering, costs_row(&calls.entering, arc), j);
        }
        if (count != n_calls || inclusive->groups->calls[id] != n_calls)
            fail(trial, "%s: %" PRIi64 " calls, not %" PRIi64, show_code(BY_FUNCTION, &code), count,
                 n_calls);
        for (size_t i = 0; i < TREE_EVENTS && !is_root && inclusive->is_exact[id]; i++) {
            int64_t cost = costs_sum(&inclusive->costs, costs_row(&inclusive->costs, id), i);

            if (sums[i] != cost)
                fail(trial, "%s: callers cost %" PRIi64 " of %" PRIi64,
                     show_code(BY_FUNCTION, &code), sums[i], cost);
        }
    }
    group_calls_free(&calls);
}

/* Whatever the rows are, their self costs add up to all that was spent. */
static void check_sums(struct trial *trial, const struct groups *groups)
{
    struct tree_costs total = call_tree_total(&trial->tree);

    for (size_t i = 0; i < TREE_EVENTS; i++) {
        int64_t sum = 0;

        for (group_id id = 0; id < groups->count; id++)
            sum += costs_sum(&groups->self, costs_row(&groups->self, id), i);
        if (sum != total.events[i])
            fail(trial, "by %d: the sum is %" PRIi64 ", not %" PRIi64, groups->key, sum,
                 total.events[i]);
    }
}

static void check_groups(struct trial *trial, const struct groups *groups)
{
    struct inclusive inclusive;
    struct error error = {0};

    cr_assert(inclusive_compute(&inclusive, groups, trial->levels, &trial->totals.program, &error),
              "%s", error.text);
    for (group_id id = 0; id < groups->count; id++) {
        struct code code = code_of_group(groups, id);

        check_row(trial, groups->key, &code, &groups->self, costs_row(&groups->self, id),
                  costs_row(&inclusive.costs, id), inclusive.is_exact[id]);
    }
    if (inclusive.is_inconsistent)
        fail(trial, "by %d: is called inconsistent", groups->key);
    if (groups->key == BY_FUNCTION) {
        check_cycles(trial, &inclusive);
        check_rules(trial, &inclusive);
        check_roots(trial, &inclusive);
        check_calls(trial, &inclusive);
    }
    inclusive_free(&inclusive);
}

/* The rows of the classic report: each node for itself, and code inlined into it apart. */
static void check_classic(struct trial *trial)
{
    const struct totals *totals = &trial->totals;
    const struct symbols *symbols = &trial->parsed.symbols;
    struct error error = {0};

    cr_assert(totals_add_inclusive(&trial->totals, &error), "%s", error.text);
    for (row_id row = 0; row < totals_n_rows(totals); row++) {
        struct row_key key = totals_row(totals, row);
        struct code code = {.is_recorded = true,
                            .object = names_text(symbols->objects, key.object),
                            .file = names_text(symbols->files, key.file),
                            .function = names_text(symbols->functions, key.function)};

        check_row(trial, -1, &code, &totals->self, costs_row(&totals->self, row),
                  costs_row(&totals->inclusive, row), totals->is_exact[row]);
    }
}

/* Check the profile of one tree; false with trial->failure set. */
static bool try_tree(struct trial *trial, uint64_t seed, size_t max_steps)
{
    struct error error = {0};
    char *profile;

    call_tree_run(&trial->tree, seed, max_steps);
    profile = call_tree_profile(&trial->tree);
    parsed_read(&trial->parsed, profile);
    free(profile);
    cr_assert(trial->parsed.is_read, "%s", trial->parsed.error.text);
    cr_assert_eq(trial->parsed.warnings.count, 0, "%s", trial->parsed.warnings.first[0].text);
    trial->failure[0] = '\0';
    trial->levels = profile_find_levels(&trial->parsed.profile);
    trial->parsed.profile.inputs[0].levels = trial->levels;
    cr_assert(totals_compute(&trial->totals, &trial->parsed.profile, &error), "%s", error.text);
    for (enum group_key key = BY_FUNCTION; key <= BY_INPUT; key++) {
        struct groups groups;

        cr_assert(groups_create(&groups, &trial->parsed.profile, key, true, &everything, &error),
                  "%s", error.text);
        check_sums(trial, &groups);
        if (groups_have_calls(key))
            check_groups(trial, &groups);
        groups_free(&groups);
    }
    check_classic(trial);
    totals_free(&trial->totals);
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

static uint64_t number_from(const char *variable, uint64_t otherwise)
{
    const char *value = getenv(variable);

    return value ? strtoull(value, NULL, 10) : otherwise;
}

Test(inclusive, is_the_truth_of_random_programs)
{
    uint64_t first = number_from("QUERN_SEED", 1),
             count = number_from("QUERN_TREES", DEFAULT_TREES);
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
    if (count < DEFAULT_TREES)
        return;
    cr_expect_gt(met.alone, 0);
    cr_expect_gt(met.exact_in_cycle, 0);
    cr_expect_gt(met.bounds, 0);
    cr_expect_gt(met.cycles, 0);
    cr_expect_gt(met.entered_cycles, 0);
    cr_expect_gt(met.roots, 0);
}
