/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The tree of a real program's profile, held against a profile of the same run that tells functions
 * apart by twelve callers: there the whole path is in a function's name, so that what was spent by
 * it is known.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/paths.h"
#include "support/figured.h"
#include "support/run.h"
#include "support/temporary.h"

enum { MOST_CALLERS = 12 };

TestSuite(true_paths, .init = temporary_enter, .fini = temporary_leave);

/* A profile with its calls between functions as they were recorded. */
struct subject {
    struct parsed parsed;
    struct path_graph graph;
};

static void read_subject(struct subject *subject, const char *path)
{
    struct error error = {0};
    FILE *file = fopen(path, "r");
    size_t size;

    cr_assert(file, "%s", path);
    char *text = run_read_file(file, &size);
    fclose(file);
    parsed_read(&subject->parsed, text);
    free(text);
    cr_assert(subject->parsed.is_read, "%s", subject->parsed.error.text);
    path_graph_create(&subject->graph, &subject->parsed.profile,
                      &(struct path_naming){.is_folded = false}, false);
    cr_assert(profile_fits(&subject->parsed.profile, &error), "%s", error.text);
    cr_assert_eq(subject->graph.n_cycles, 0, "a name would not say the path");
}

static void free_subject(struct subject *subject)
{
    path_graph_free(&subject->graph);
    parsed_free(&subject->parsed);
}

static struct text without_level(struct text name)
{
    const char *level = memchr(name.at, '\'', name.length);

    return level == NULL ? name : (struct text){name.at, (size_t)(level - name.at)};
}

/*
 * The path of a row as twelve callers have it: "f'its caller'that one's caller", where one that
 * calls itself is there once.
 */
static char *path_of(const struct path_tree *tree, uint32_t row)
{
    struct text last = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (; row != NO_ID; row = tree->rows[row].parent) {
        struct text name = rows_names(&tree->graph->names, tree->rows[row].name).function;
        struct text base = without_level(name);
        if (last.at == NULL)
            fprintf(out, "%.*s", (int)name.length, name.at);
        else if (!text_equal(base, last))
            fprintf(out, "'%.*s", (int)base.length, base.at);
        last = base;
    }
    fclose(out);
    return text;
}

struct spent {
    int64_t all, self, calls;
};

/* What was spent by the path: 0 where it never ran. Several functions may have the name. */
static struct spent spent_by(const struct path_graph *graph, const char *path)
{
    struct spent spent = {0};

    for (row_id id = 0; id < graph->nodes.count; id++) {
        if (!text_equal(rows_names(&graph->nodes, id).function, text_of(path)))
            continue;
        uint32_t vertex = graph->vertex_of[id];
        spent.all += costs_sum(&graph->leaving, costs_row(&graph->leaving, vertex), 0);
        spent.self += costs_sum(&graph->self, costs_row(&graph->self, vertex), 0);
        for (size_t arc = 0; arc < graph->n_arcs; arc++)
            spent.calls += rows_arc(&graph->nodes, arc).to == id ? graph->arc_counts[arc] : 0;
    }
    return spent;
}

/* How many rows were tried, and what they are. */
struct tried {
    size_t count, n_exact, n_known_calls, n_never_ran;
    double never_ran; /* the largest estimate of those that never ran */
};

static void check_cost(const struct path_cost *cost, int64_t spent, const char *path)
{
    cr_expect(!cost->is_unsure && cost->least <= spent && spent <= cost->most,
              "%s: %" PRIi64 " is not from %" PRIi64 " to %" PRIi64, path, spent, cost->least,
              cost->most);
}

static void check_row(const struct path_tree *tree, uint32_t id, const struct path_graph *truth,
                      struct tried *tried)
{
    const struct path_row *row = &tree->rows[id];
    const struct path_cost cost = path_tree_cost(tree, row->inclusive, 0);
    const struct path_cost self = path_tree_cost(tree, row->self, 0);
    char *path = path_of(tree, id);
    struct spent spent = spent_by(truth, path);

    check_cost(&cost, spent.all, path);
    check_cost(&self, spent.self, path);
    if (row->knows_calls)
        cr_expect_eq(row->calls, spent.calls, "%s: calls", path);
    tried->count++;
    tried->n_exact += path_cost_is_exact(&cost);
    tried->n_known_calls += row->knows_calls;
    if (spent.all == 0 && cost.estimate > 0) {
        cr_expect_eq(cost.least, 0, "%s never ran", path);
        tried->n_never_ran++;
        if (cost.estimate > tried->never_ran)
            tried->never_ran = cost.estimate;
    }
    free(path);
}

/* Each path of the profile, down to where the other one does not know it. */
static struct tried check_tree(struct path_graph *graph, const struct path_graph *truth)
{
    static const size_t event = 0;
    struct path_tree tree;
    struct error error = {0};
    struct tried tried = {0};

    path_tree_begin(&tree, graph, &event, 1);
    path_tree_add_starts(&tree, -1);
    cr_assert(profile_fits(tree.graph->profile, &error), "%s", error.text);
    for (uint32_t row = 0; row < tree.n_rows; row++) {
        check_row(&tree, row, truth, &tried);
        if (tree.rows[row].depth + 1 < MOST_CALLERS) {
            path_tree_add_below(&tree, row, -1);
            cr_assert(profile_fits(tree.graph->profile, &error), "%s", error.text);
        }
    }
    path_tree_free(&tree);
    return tried;
}

/* load() spends as its caller says: ui's never reached slow(), for which a fifth is estimated. */
Test(true_paths, are_within_the_bounds)
{
    struct subject plain, deep;

    read_subject(&plain, TESTDATA_DIR "/callers_default");
    read_subject(&deep, TESTDATA_DIR "/callers_12");
    struct tried tried = check_tree(&plain.graph, &deep.graph);
    cr_expect_gt(tried.count, 150, "%zu", tried.count);
    cr_expect_gt(tried.n_exact, 100, "%zu", tried.n_exact);
    cr_expect_gt(tried.n_known_calls, 100, "%zu", tried.n_known_calls);
    cr_expect_geq(tried.n_never_ran, 2, "%zu", tried.n_never_ran);
    cr_expect_gt(tried.never_ran, 897561 / 5.0, "%f", tried.never_ran);
    free_subject(&plain);
    free_subject(&deep);
}
