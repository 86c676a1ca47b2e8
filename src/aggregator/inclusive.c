/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/inclusive.h"

#include <stdlib.h>

#include "base/arena.h"

const struct nesting *inclusive_nesting(const struct inclusive *inclusive)
{
    bool is_split = inclusive->rows->key == BY_FILE_FUNCTION;

    return is_split ? &inclusive->functions->inclusive.nesting : &inclusive->nesting;
}

/* Makes room for the figures of the rows, all of which are still 0. */
static void make_room(struct inclusive *inclusive)
{
    const struct rows *rows = inclusive->rows;

    costs_init(&inclusive->costs, rows->profile->events.n_recorded);
    costs_ensure(&inclusive->costs, rows->count);
    inclusive->is_exact = memory_alloc(rows->count, sizeof *inclusive->is_exact);
    inclusive->cycle = memory_alloc(rows->count, sizeof *inclusive->cycle);
}

/* Makes the functions of the profile, and what they cost. */
static void add_functions(struct inclusive *inclusive, bool is_folded, enum levels levels)
{
    const struct row_choice choice = {
        .key = BY_FUNCTION, .is_folded = is_folded, .has_inclusive = true, .like = inclusive->rows};
    struct function_figures *functions = memory_alloc(1, sizeof *functions);

    inclusive->functions = functions;
    rows_create(&functions->rows, inclusive->rows->profile, &choice);
    functions->inclusive.rows = &functions->rows;
    make_room(&functions->inclusive);
    inclusive_by_graph(&functions->inclusive, levels);
}

static void raise_row(struct inclusive *inclusive, row_id row, const int64_t *cost)
{
    inclusive_raise(&inclusive->rows->profile->events, &inclusive->costs,
                    costs_row(&inclusive->costs, row), cost);
}

/*
 * The cycles are those of the functions; the row of its own file says which one a function is in.
 */
static void take_cycles(struct inclusive *inclusive)
{
    const struct inclusive *functions = &inclusive->functions->inclusive;
    const struct rows *rows = inclusive->rows;

    inclusive->n_cycles = functions->n_cycles;
    costs_init(&inclusive->cycles, functions->cycles.n_events);
    for (size_t i = 0; i < functions->n_cycles; i++)
        (void)costs_combine_overflows(&inclusive->cycles, i, costs_row(&functions->cycles, i),
                                      false);
    for (function_id id = 0; id < profile_n_functions(rows->profile); id++)
        inclusive->cycle[rows->of_function[id]] =
            functions->cycle[functions->rows->of_function[id]];
}

/* Gives by row how many parts of functions it is made of. The caller frees it. */
static uint32_t *take_parts(struct inclusive *inclusive, const struct function_parts *parts)
{
    const struct inclusive *functions = &inclusive->functions->inclusive;
    uint32_t *n_parts = memory_alloc(inclusive->rows->count, sizeof *n_parts);

    for (row_id id = 0; id < functions->rows->count; id++) {
        raise_row(inclusive, parts->own[id], costs_row(&functions->costs, id));
        inclusive->is_exact[parts->own[id]] = functions->is_exact[id];
        n_parts[parts->own[id]]++;
    }
    for (size_t i = 0; i < parts->count; i++) {
        const struct function_part *part = &parts->list[i];
        raise_row(inclusive, part->row, costs_row(&parts->costs, i));
        inclusive->is_exact[part->row] = part->is_exact && n_parts[part->row] == 0;
        n_parts[part->row]++;
    }
    return n_parts;
}

/*
 * Rows that functions of one name share, by code in a common header: their costs may nest, so that
 * the largest is a lower bound. Calls between rows may tell more.
 */
static void take_shared(struct inclusive *inclusive, const uint32_t *n_parts, enum levels levels)
{
    size_t n_shared = 0;
    struct inclusive graph = {.rows = inclusive->rows};

    for (row_id id = 0; id < inclusive->rows->count; id++)
        n_shared += n_parts[id] > 1;
    if (n_shared == 0)
        return;
    make_room(&graph);
    inclusive_by_graph(&graph, levels);
    for (row_id id = 0; id < inclusive->rows->count; id++) {
        if (n_parts[id] < 2)
            continue;
        raise_row(inclusive, id, costs_row(&graph.costs, id));
        inclusive->is_exact[id] = graph.is_exact[id];
    }
    inclusive_free(&graph);
}

/* Rows by file:function: what their functions cost there. */
static void split_functions(struct inclusive *inclusive, enum levels levels)
{
    const struct rows *rows = inclusive->rows;
    struct function_parts parts;

    add_functions(inclusive, rows->is_folded, levels);
    make_room(inclusive); /* only now, since the most memory is needed while functions are added */
    function_parts_create(&parts, inclusive->functions, rows);
    uint32_t *n_parts = take_parts(inclusive, &parts);
    take_cycles(inclusive);
    take_shared(inclusive, n_parts, levels);
    for (row_id id = 0; id < rows->count; id++)
        if (!inclusive->is_exact[id])
            raise_row(inclusive, id, costs_row(&rows->self, id));
    free(n_parts);
    function_parts_free(&parts);
}

/* A row costs at least what any function in it is known to cost. */
static void raise_to_functions(struct inclusive *inclusive, enum levels levels)
{
    struct function_parts parts;

    add_functions(inclusive, true, levels);
    function_parts_create(&parts, inclusive->functions, inclusive->rows);
    const struct inclusive *functions = &inclusive->functions->inclusive;
    for (row_id id = 0; id < functions->rows->count; id++) {
        row_id row = parts.own[id];
        if (functions->is_exact[id] && row != NO_ID && !inclusive->is_exact[row])
            raise_row(inclusive, row, costs_row(&functions->costs, id));
    }
    for (size_t i = 0; i < parts.count; i++) {
        const struct function_part *part = &parts.list[i];
        if (part->is_exact && !inclusive->is_exact[part->row])
            raise_row(inclusive, part->row, costs_row(&parts.costs, i));
    }
    function_parts_free(&parts);
}

void inclusive_compute(struct inclusive *inclusive, const struct rows *rows, enum levels levels)
{
    *inclusive = (struct inclusive){.rows = rows};
    if (rows->key == BY_FILE_FUNCTION) {
        split_functions(inclusive, levels);
        return;
    }
    make_room(inclusive);
    inclusive_by_graph(inclusive, levels);
    bool has_bounds = false;
    for (row_id id = 0; id < rows->count; id++)
        has_bounds = has_bounds || !inclusive->is_exact[id];
    if (rows->key != BY_FUNCTION && has_bounds)
        raise_to_functions(inclusive, levels);
}

static void free_own(struct inclusive *inclusive)
{
    nesting_free(&inclusive->nesting);
    costs_free(&inclusive->costs);
    free(inclusive->is_exact);
    free(inclusive->cycle);
    costs_free(&inclusive->cycles);
}

void inclusive_free(struct inclusive *inclusive)
{
    struct function_figures *functions = inclusive->functions;

    if (functions != NULL) {
        free_own(&functions->inclusive);
        rows_free(&functions->rows);
        free(functions);
    }
    free_own(inclusive);
    *inclusive = (struct inclusive){0};
}
