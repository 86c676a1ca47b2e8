/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/rests.h"

#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/number.h"
#include "reporter/format/html/number_list.h"
#include "reporter/format/html/page_graph.h"
#include "reporter/format/json/json_writer.h"

static double size_at(const struct cell_store *store, size_t row, size_t column)
{
    return (double)magnitude(cell_store_at(store, row, column).value);
}

/* What calls add to the caller: as much as to the callee where it is not said to be other. */
static const struct cell_store *leaving_of(const struct page_graph *graph)
{
    return graph->has_leaving ? &graph->leaving : &graph->entering;
}

static bool is_exact(double sum)
{
    const double most = 1.0 / DBL_EPSILON; /* 2^52: the sum itself may be rounded */

    return sum < most;
}

static bool rests_are_exact(const struct told_graph *told, size_t column)
{
    const struct page_graph *graph = told->graph;
    double sum = 0;

    if (graph->columns[column].is_ratio || told->n_arcs == 0)
        return false;
    for (size_t i = 0; i < told->n_functions; i++)
        sum += size_at(&graph->self, i, column) + size_at(&graph->inclusive, i, column);
    for (size_t i = 0; i < told->n_arcs; i++)
        sum += size_at(&graph->entering, told->arcs[i], column) +
               size_at(leaving_of(graph), told->arcs[i], column);
    return is_exact(sum);
}

static bool rests_of_calls_are_exact(const struct told_graph *told)
{
    const struct page_graph *graph = told->graph;
    double sum = 0;

    for (size_t i = 0; i < told->n_functions; i++)
        sum += (double)magnitude(graph->functions[i].calls);
    for (size_t i = 0; i < told->n_arcs; i++)
        sum += (double)magnitude(graph->arcs[told->arcs[i]].calls);
    return told->n_arcs != 0 && is_exact(sum);
}

/* By function: what its calls let expect of its inclusive cost. The caller frees it. */
static int64_t *expected_inclusive(const struct told_graph *told, size_t column)
{
    const struct page_graph *graph = told->graph;
    int64_t *sums = memory_alloc(told->n_functions, sizeof *sums);

    for (size_t i = 0; i < told->n_arcs; i++)
        sums[graph->arcs[told->arcs[i]].callee] +=
            cell_store_at(&graph->entering, told->arcs[i], column).value;
    return sums;
}

/* Likewise of its self cost, where its inclusive cost is known. */
static int64_t *expected_self(const struct told_graph *told, size_t column)
{
    const struct page_graph *graph = told->graph;
    int64_t *sums = memory_alloc(told->n_functions, sizeof *sums);

    for (size_t i = 0; i < told->n_functions; i++)
        sums[i] = cell_store_at(&graph->inclusive, i, column).value;
    for (size_t i = 0; i < told->n_arcs; i++)
        sums[graph->arcs[told->arcs[i]].caller] -=
            cell_store_at(leaving_of(graph), told->arcs[i], column).value;
    return sums;
}

/* Likewise of the number of its calls. */
static int64_t *expected_calls(const struct told_graph *told)
{
    const struct page_graph *graph = told->graph;
    int64_t *sums = memory_alloc(told->n_functions, sizeof *sums);

    for (size_t i = 0; i < told->n_arcs; i++)
        sums[graph->arcs[told->arcs[i]].callee] += graph->arcs[told->arcs[i]].calls;
    return sums;
}

/* A member with a list for each event: the figures less what is expected, where that is exact. */
static void write_costs(struct json *json, struct text key, const struct told_graph *told,
                        const struct cell_store *store,
                        int64_t *expected(const struct told_graph *, size_t))
{
    json_key(json, key);
    json_begin(json, '[');
    for (size_t column = 0; column < told->graph->n_columns; column++) {
        int64_t *sums = rests_are_exact(told, column) ? expected(told, column) : NULL;
        struct number_list list;
        number_list_begin(&list, json);
        for (size_t i = 0; i < told->n_functions; i++) {
            struct cell cell = cell_store_at(store, i, column);
            if (sums != NULL && cell.is_given)
                cell.value -= sums[i];
            number_list_add_cell(&list, cell);
        }
        number_list_end(&list);
        free(sums);
    }
    json_end(json, ']');
}

static void write_calls(struct json *json, const struct told_graph *told)
{
    int64_t *sums = rests_of_calls_are_exact(told) ? expected_calls(told) : NULL;
    struct number_list list;

    json_key(json, TEXT("calls"));
    number_list_begin(&list, json);
    for (size_t i = 0; i < told->n_functions; i++)
        number_list_add(&list, told->graph->functions[i].calls - (sums != NULL ? sums[i] : 0));
    number_list_end(&list);
    free(sums);
}

void rests_write(struct json *json, const struct told_graph *told)
{
    json_key(json, TEXT("rests"));
    json_begin(json, '[');
    for (size_t column = 0; column < told->graph->n_columns; column++)
        json_boolean(json, rests_are_exact(told, column));
    json_end(json, ']');
    json_key(json, TEXT("rests_of_calls"));
    json_boolean(json, rests_of_calls_are_exact(told));
    write_costs(json, TEXT("self"), told, &told->graph->self, expected_self);
    write_costs(json, TEXT("inclusive"), told, &told->graph->inclusive, expected_inclusive);
    write_calls(json, told);
}
