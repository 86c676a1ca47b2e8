/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/row_figures.h"

#include <stdlib.h>

#include "aggregator/inclusive.h"
#include "base/array.h"

struct row_call row_call(const struct row_calls *calls, uint32_t arc)
{
    const struct map_key *pair = &calls->arcs.map.keys[arc];

    return (struct row_call){.caller = (row_id)pair->from, .callee = (row_id)pair->to};
}

struct side_of_row row_calls_side(const struct row_calls *calls, row_id row, enum calls_by by)
{
    bool is_by_callee = by == CALLS_BY_CALLEE;
    const size_t *begin = is_by_callee ? calls->callers_begin : calls->callees_begin;
    const uint32_t *arcs = is_by_callee ? calls->callers : calls->callees;

    return (struct side_of_row){arcs + begin[row], begin[row + 1] - begin[row]};
}

row_id row_calls_other(const struct row_calls *calls, uint32_t arc, enum calls_by by)
{
    struct row_call call = row_call(calls, arc);

    return by == CALLS_BY_CALLEE ? call.caller : call.callee;
}

static void add_arc(struct row_calls *calls, const struct mapped_calls *from, size_t id,
                    bool is_subtracted)
{
    const struct ledger *arcs = from->rows->arcs;
    const int64_t *cost = costs_row(&arcs->costs, id);
    struct arc arc = ledger_arc(arcs, id);
    uint32_t row =
        ledger_add(&calls->arcs, from->of_place[arc.caller], from->of_function[arc.callee]);
    const struct profile *profile = calls->rows->profile;

    profile_note_overflow(profile, ledger_combine(&calls->arcs, row, arcs, id, is_subtracted));
    costs_ensure(&calls->entering, (size_t)row + 1);
    costs_ensure(&calls->leaving, (size_t)row + 1);
    if (from->nesting != NULL && nesting_counts_entering(from->nesting, id))
        profile_combine(profile, &calls->entering, row, cost, is_subtracted);
    if (from->nesting != NULL && nesting_counts_leaving(from->nesting, id))
        profile_combine(profile, &calls->leaving, row, cost, is_subtracted);
}

void row_calls_create(struct row_calls *calls, const struct rows *rows,
                      const struct mapped_calls sides[], size_t n_sides)
{
    struct costs *tables[] = {&calls->arcs.costs, &calls->entering, &calls->leaving};
    size_t most = 0;

    *calls = (struct row_calls){.rows = rows};
    for (size_t side = 0; side < n_sides; side++)
        most += sides[side].rows->arcs->map.count;
    /* There is room for as many as there may be: to move them as they grow takes memory. */
    for (size_t i = 0; i < ARRAY_LENGTH(tables); i++) {
        costs_init(tables[i], rows->profile->events.n_recorded);
        costs_reserve(tables[i], most);
    }
    for (size_t side = 0; side < n_sides; side++)
        for (size_t id = 0; id < sides[side].rows->arcs->map.count; id++)
            add_arc(calls, &sides[side], id, side != 0);
    calls->callers = map_sort(&calls->arcs.map, MAP_TO, rows->count, &calls->callers_begin);
    calls->callees = map_sort(&calls->arcs.map, MAP_FROM, rows->count, &calls->callees_begin);
}

void row_calls_free(struct row_calls *calls)
{
    ledger_free(&calls->arcs);
    costs_free(&calls->entering);
    costs_free(&calls->leaving);
    free(calls->callers_begin);
    free(calls->callees_begin);
    free(calls->callers);
    free(calls->callees);
    *calls = (struct row_calls){0};
}
