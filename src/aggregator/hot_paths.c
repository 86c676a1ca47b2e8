/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/hot_paths.h"

#include <stdlib.h>

#include "aggregator/inclusive.h"
#include "aggregator/rank.h"
#include "aggregator/row_calls.h"
#include "aggregator/row_figures.h"
#include "base/arena.h"

enum { NOTHING = -1 };

/* The cost in the column; 0 where none is given, and where it is below. */
static int64_t cost_of(const struct hot_paths *paths, const struct costs *costs, uint32_t id)
{
    int64_t cost = costs_sum(costs, costs_row(costs, id), paths->column);

    return cost > 0 ? cost : 0;
}

static bool is_of_itself(const struct row_calls *calls, uint32_t arc)
{
    struct row_call call = row_call(calls, arc);

    return call.caller == call.callee;
}

/* In a cycle without levels it is not known which calls nest in others. */
static bool may_enter(const struct hot_paths *paths, uint32_t arc)
{
    const struct nesting *nesting = &paths->of->inclusive->nesting;
    struct row_call call = row_call(paths->of->calls, arc);

    return nesting->rules[call.callee] == RULE_BOUND &&
           nesting_is_cyclic(nesting, call.caller, call.callee);
}

/*
 * What enters a row by its calls. Where it is not known whether they nest in others, or all of them
 * do, what was recorded of them: more cannot have come by them.
 */
static void find_arc_costs(struct hot_paths *paths, row_id row)
{
    const struct row_calls *calls = paths->of->calls;
    struct side_of_row callers = row_calls_side(calls, row, CALLS_BY_CALLEE);
    bool has_entering = false;

    for (size_t i = 0; i < callers.count; i++)
        has_entering = has_entering || (!is_of_itself(calls, callers.arcs[i]) &&
                                        cost_of(paths, &calls->entering, callers.arcs[i]) > 0);
    for (size_t i = 0; i < callers.count; i++) {
        uint32_t arc = callers.arcs[i];
        int64_t entering = cost_of(paths, &calls->entering, arc);
        paths->is_nested[arc] = entering == 0 && (!has_entering || may_enter(paths, arc));
        if (is_of_itself(calls, arc))
            paths->arc_costs[arc] = NOTHING;
        else if (paths->is_nested[arc])
            paths->arc_costs[arc] = cost_of(paths, &calls->arcs.costs, arc);
        else
            paths->arc_costs[arc] = entering > 0 ? entering : NOTHING;
    }
}

static bool has_callers(const struct row_calls *calls, row_id row)
{
    struct side_of_row callers = row_calls_side(calls, row, CALLS_BY_CALLEE);

    for (size_t i = 0; i < callers.count; i++)
        if (!is_of_itself(calls, callers.arcs[i]))
            return true;
    return false;
}

bool hot_paths_start_cost(const struct hot_paths *paths, row_id row, struct costs *costs)
{
    const struct row_calls *calls = paths->of->calls;
    struct side_of_row callers = row_calls_side(calls, row, CALLS_BY_CALLEE);

    costs->n_rows = 0; /* so that it is cleared when it is made again */
    bool overflows =
        costs_combine_overflows(costs, 0, costs_row(&paths->of->inclusive->costs, row), false);
    for (size_t i = 0; i < callers.count; i++)
        if (!is_of_itself(calls, callers.arcs[i]))
            overflows |= costs_combine_overflows(
                costs, 0, costs_row(&calls->entering, callers.arcs[i]), true);
    return !overflows;
}

static void find_start(struct hot_paths *paths, row_id row, struct costs *costs)
{
    bool is_called = has_callers(paths->of->calls, row);
    int64_t cost = hot_paths_start_cost(paths, row, costs) ? cost_of(paths, costs, 0) : 0;

    /* What nobody calls is a start, whatever it cost. */
    paths->starts[row] = is_called && cost == 0 ? NOTHING : cost;
}

/* Of a cycle whose levels are not known: what it cost and its calls from elsewhere do not. */
static int64_t *find_cycle_starts(const struct hot_paths *paths)
{
    const struct inclusive *inclusive = paths->of->inclusive;
    const struct row_calls *calls = paths->of->calls;
    int64_t *starts = memory_alloc(inclusive->n_cycles, sizeof *starts);

    for (uint32_t cycle = 0; cycle < inclusive->n_cycles; cycle++)
        starts[cycle] = cost_of(paths, &inclusive->cycles, cycle);
    for (uint32_t arc = 0; arc < calls->arcs.pairs.count; arc++) {
        struct row_call call = row_call(calls, arc);
        uint32_t cycle = inclusive->cycle[call.callee];
        if (cycle == 0 || inclusive->cycle[call.caller] == cycle)
            continue;
        int64_t cost = cost_of(paths, &calls->arcs.costs, arc), *start = &starts[cycle - 1];
        *start = cost < *start ? *start - cost : 0;
    }
    return starts;
}

/* Any member of such a cycle may be where the thread starts, and none if it does elsewhere. */
static void find_starts(struct hot_paths *paths)
{
    const struct inclusive *inclusive = paths->of->inclusive;
    int64_t *of_cycles = find_cycle_starts(paths);
    struct costs costs;

    costs_init(&costs, paths->of->rows->profile->events.n_recorded);
    for (row_id row = 0; row < paths->of->rows->count; row++) {
        uint32_t cycle = inclusive->cycle[row];
        if (cycle == 0 || inclusive->is_exact[row])
            find_start(paths, row, &costs);
        else
            paths->starts[row] = of_cycles[cycle - 1] != 0 ? of_cycles[cycle - 1] : NOTHING;
    }
    costs_free(&costs);
    free(of_cycles);
}

/* An entry to a row: a thread that starts there, or calls. */
struct entry {
    int64_t cost;
    uint32_t row, arc; /* arc: NO_ID for a start */
};

/* Of entries that cost the same any may come first: they give the rows below the same width. */
static int compare_entries(const void *a, const void *b)
{
    int64_t left = ((const struct entry *)a)->cost, right = ((const struct entry *)b)->cost;

    return (left < right) - (left > right);
}

/* All entries, the largest first. The caller frees them. */
static struct entry *sort_entries(const struct hot_paths *paths, size_t *count)
{
    const struct row_calls *calls = paths->of->calls;
    size_t n_rows = calls->rows->count, n_arcs = calls->arcs.pairs.count;
    struct entry *entries = memory_alloc(n_rows + n_arcs, sizeof *entries);

    *count = 0;
    for (row_id row = 0; row < n_rows; row++)
        if (paths->starts[row] >= 0)
            entries[(*count)++] = (struct entry){paths->starts[row], row, NO_ID};
    for (uint32_t arc = 0; arc < n_arcs; arc++)
        if (paths->arc_costs[arc] >= 0)
            entries[(*count)++] =
                (struct entry){paths->arc_costs[arc], row_call(calls, arc).callee, arc};
    qsort(entries, *count, sizeof *entries, compare_entries);
    return entries;
}

/* Rows that were reached, and those of them whose calls have still to be followed. */
struct wave {
    struct hot_paths *paths;
    row_id *stack;
    size_t count;
};

static void reach(struct wave *wave, row_id row, int64_t width)
{
    if (wave->paths->widths[row] >= 0)
        return;
    wave->paths->widths[row] = width;
    wave->stack[wave->count++] = row;
}

/* Reaches all rows below those reached, by calls that cost at least as much. */
static void spread(struct wave *wave, int64_t width)
{
    const struct hot_paths *paths = wave->paths;
    const struct row_calls *calls = paths->of->calls;

    while (wave->count != 0) {
        row_id row = wave->stack[--wave->count];
        struct side_of_row callees = row_calls_side(calls, row, CALLS_BY_CALLER);
        for (size_t i = 0; i < callees.count; i++)
            if (paths->arc_costs[callees.arcs[i]] >= width)
                reach(wave, row_call(calls, callees.arcs[i]).callee, width);
    }
}

/*
 * Entries are taken from the largest to the smallest: a row is first reached when all entries of
 * some path to it were taken, the smallest of them just now.
 */
static void find_widths(struct hot_paths *paths)
{
    const struct row_calls *calls = paths->of->calls;
    size_t n_rows = calls->rows->count, count;
    struct entry *entries = sort_entries(paths, &count);
    struct wave wave = {paths, memory_alloc(n_rows, sizeof *wave.stack), 0};

    for (row_id row = 0; row < n_rows; row++)
        paths->widths[row] = NOTHING;
    for (size_t i = 0; i < count; i++) {
        const struct entry *entry = &entries[i];
        bool is_open =
            entry->arc == NO_ID || paths->widths[row_call(calls, entry->arc).caller] >= 0;
        if (!is_open)
            continue;
        reach(&wave, entry->row, entry->cost);
        spread(&wave, entry->cost);
    }
    free(wave.stack);
    free(entries);
}

/* Whether some hottest path to the arc's callee ends with it. */
static bool is_hottest(const struct hot_paths *paths, uint32_t arc)
{
    struct row_call call = row_call(paths->of->calls, arc);
    int64_t width = paths->widths[call.caller], cost = paths->arc_costs[arc];

    return width >= 0 && cost >= 0 && (width < cost ? width : cost) == paths->widths[call.callee];
}

/* The fewest calls of a hottest path: from the starts on, one call further each time. */
static void count_steps(struct hot_paths *paths)
{
    const struct row_calls *calls = paths->of->calls;
    size_t n_rows = calls->rows->count, count = 0;
    row_id *queue = memory_alloc(n_rows, sizeof *queue);

    for (row_id row = 0; row < n_rows; row++) {
        bool is_start = paths->widths[row] >= 0 && paths->starts[row] >= paths->widths[row];
        paths->steps[row] = is_start ? 0 : NO_ID;
        if (is_start)
            queue[count++] = row;
    }
    for (size_t i = 0; i < count; i++) {
        struct side_of_row callees = row_calls_side(calls, queue[i], CALLS_BY_CALLER);
        for (size_t j = 0; j < callees.count; j++) {
            row_id callee = row_call(calls, callees.arcs[j]).callee;
            if (paths->steps[callee] != NO_ID || !is_hottest(paths, callees.arcs[j]))
                continue;
            paths->steps[callee] = paths->steps[queue[i]] + 1;
            queue[count++] = callee;
        }
    }
    free(queue);
}

/* Whether a hottest path had better end with this arc: the most expensive, or the first by name. */
static bool is_better(const struct hot_paths *paths, uint32_t arc, uint32_t than)
{
    const struct row_calls *calls = paths->of->calls;
    int64_t cost = paths->arc_costs[arc], other = than == NO_ID ? NOTHING : paths->arc_costs[than];

    return cost > other ||
           (cost == other && rank_is_named_before(calls->rows, row_call(calls, arc).caller,
                                                  row_call(calls, than).caller));
}

/* The last call of a hottest path with the fewest calls, to each row. */
static void find_last_arcs(struct hot_paths *paths)
{
    const struct row_calls *calls = paths->of->calls;

    for (row_id row = 0; row < calls->rows->count; row++)
        paths->last[row] = NO_ID;
    for (uint32_t arc = 0; arc < calls->arcs.pairs.count; arc++) {
        struct row_call call = row_call(calls, arc);
        bool is_last = is_hottest(paths, arc) && paths->steps[call.callee] != 0 &&
                       paths->steps[call.caller] + 1 == paths->steps[call.callee];
        if (is_last && is_better(paths, arc, paths->last[call.callee]))
            paths->last[call.callee] = arc;
    }
}

void hot_paths_create(struct hot_paths *paths, const struct row_figures *of, size_t column)
{
    size_t n_rows = of->rows->count, n_arcs = of->calls->arcs.pairs.count;

    *paths = (struct hot_paths){
        .of = of,
        .column = column,
        .arc_costs = memory_alloc(n_arcs, sizeof *paths->arc_costs),
        .is_nested = memory_alloc(n_arcs, sizeof *paths->is_nested),
        .starts = memory_alloc(n_rows, sizeof *paths->starts),
        .widths = memory_alloc(n_rows, sizeof *paths->widths),
        .steps = memory_alloc(n_rows, sizeof *paths->steps),
        .last = memory_alloc(n_rows, sizeof *paths->last),
    };
    for (row_id row = 0; row < n_rows; row++)
        find_arc_costs(paths, row);
    find_starts(paths);
    find_widths(paths);
    count_steps(paths);
    find_last_arcs(paths);
}

void hot_paths_free(struct hot_paths *paths)
{
    free(paths->arc_costs);
    free(paths->is_nested);
    free(paths->starts);
    free(paths->widths);
    free(paths->steps);
    free(paths->last);
    *paths = (struct hot_paths){0};
}

size_t hot_paths_to(const struct hot_paths *paths, row_id row, struct hot_step *steps, size_t room)
{
    size_t count = paths->widths[row] >= 0 ? (size_t)paths->steps[row] + 1 : 1;

    if (count > room)
        count = room;
    for (size_t i = count; i > 0; i--) {
        uint32_t arc = paths->last[row];
        steps[i - 1] = (struct hot_step){row, arc};
        if (arc != NO_ID)
            row = row_call(paths->of->calls, arc).caller;
    }
    return count;
}
