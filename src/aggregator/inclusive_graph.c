/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/inclusive.h"

#include <stdlib.h>

#include "base/arena.h"

static bool gives_any(const struct costs *costs, const int64_t *row)
{
    for (size_t i = 0; i < costs->n_marks; i++)
        if (row[i] != 0)
            return true;
    return false;
}

void inclusive_raise(const struct events *events, const struct costs *costs, int64_t *row,
                     const int64_t *other)
{
    const bool is_first = !gives_any(costs, row);

    if (!gives_any(costs, other))
        return;
    for (size_t event = 0; event < costs->n_events; event++) {
        bool is_given = costs_is_given(row, event) || costs_is_given(other, event);
        int64_t own = costs_sum(costs, row, event), others = costs_sum(costs, other, event);
        if (is_given && !events->list[event].is_self_only)
            costs_set(costs, row, event, is_first || others > own ? others : own);
    }
}

void inclusive_give_bound(const struct events *events, const struct costs *costs, int64_t *row)
{
    for (size_t event = 0; event < costs->n_events; event++)
        if (!events->list[event].is_self_only && !costs_is_given(row, event))
            costs_set(costs, row, event, 0);
}

/* The state while inclusive costs are computed. */
struct work {
    struct inclusive *inclusive;
    const struct nesting *nesting;
    const struct rows *rows;
    const struct profile *profile;
    /*
     * inclusive->costs first has, by row, the calls into it that its rule counts; set_larger() then
     * raises it to what leaves the row.
     */
    struct costs leaving; /* by row: self cost and calls out of it that its rule counts */
    uint32_t *cycle_of;   /* by component: 1 and its row in cycles, or 0 where nobody asks for it */
    struct costs cycles;  /* cost of each of those components */
    bool overflows;
};

static void add_row(struct work *work, struct costs *costs, size_t row, const int64_t *added)
{
    work->overflows |= costs_add_row_overflows(costs, costs_row(costs, row), added);
}

static struct costs create_costs(const struct work *work, size_t n_rows)
{
    struct costs costs;

    costs_init(&costs, work->profile->events.n_recorded);
    costs_ensure(&costs, n_rows);
    return costs;
}

static const int64_t *cost_of_arc(const struct work *work, size_t id)
{
    return costs_row(&work->rows->arcs->costs, id);
}

/*
 * Returns whether inlined code is in another row than its function, which then counts as a call.
 * Sets the rows of the call; its cost is in split_costs().
 */
static bool is_split(const struct work *work, place_id place, row_id *own, row_id *inlined)
{
    const struct rows *rows = work->rows;

    *own = rows->of_function[profile_place(work->profile, place).function];
    *inlined = rows->of_place[place];
    return !nesting_is_cyclic(work->nesting, *own, *inlined);
}

/*
 * Adds up, by place of such code, its self cost and the calls made from there. Other places are
 * left out: their calls may nest, and add up to more than fits.
 */
static struct costs split_costs(struct work *work)
{
    const struct profile *profile = work->profile;
    struct costs costs = create_costs(work, profile_n_places(profile));
    row_id own, inlined;

    for (place_id id = 0; id < profile_n_places(profile); id++)
        if (is_split(work, id, &own, &inlined))
            add_row(work, &costs, id, costs_row(&profile->ledgers[PLACES].costs, id));
    for (size_t id = 0; id < work->rows->arcs->map.count; id++) {
        place_id caller = ledger_arc(work->rows->arcs, id).caller;
        if (is_split(work, caller, &own, &inlined))
            add_row(work, &costs, caller, cost_of_arc(work, id));
    }
    return costs;
}

static void add_inlined(struct work *work)
{
    row_id own, inlined;

    if (!row_keys[work->rows->key].splits_functions)
        return;
    struct costs costs = split_costs(work);
    for (place_id id = 0; id < profile_n_places(work->profile); id++) {
        if (!is_split(work, id, &own, &inlined))
            continue;
        add_row(work, &work->leaving, own, costs_row(&costs, id));
        add_row(work, &work->inclusive->costs, inlined, costs_row(&costs, id));
    }
    costs_free(&costs);
}

static void add_sums(struct work *work)
{
    const struct profile *profile = work->profile;
    const struct rows *rows = work->rows;

    work->leaving = create_costs(work, rows->count);
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        row_id row = rows->of_place[id];
        uint32_t level = rows->levels[profile_place(profile, id).function];
        enum rule rule = work->nesting->rules[row];
        if (level == 1 || (rule != RULE_LEVELS && rule != RULE_CUT))
            add_row(work, &work->leaving, row, costs_row(&profile->ledgers[PLACES].costs, id));
    }
    for (size_t id = 0; id < rows->arcs->map.count; id++) {
        struct row_arc arc = rows_arc(rows, id);
        if (nesting_counts_entering(work->nesting, id))
            add_row(work, &work->inclusive->costs, arc.to, cost_of_arc(work, id));
        if (nesting_counts_leaving(work->nesting, id))
            add_row(work, &work->leaving, arc.from, cost_of_arc(work, id));
    }
    add_inlined(work);
}

/* Adds the cost of a row to its component, if requested. */
static void add_to_cycle(struct work *work, row_id row, const int64_t *added)
{
    uint32_t cycle = work->cycle_of[work->nesting->components[row]];

    if (cycle != 0)
        add_row(work, &work->cycles, cycle - 1, added);
}

/*
 * Adds up the members' self cost and the calls that leave it, of components for whose rows it
 * matters. Nearly all have one row, which is in no cycle, and are left out.
 */
static void add_cycles(struct work *work)
{
    const struct rows *rows = work->rows;
    uint32_t n_cycles = 0;

    work->cycle_of = memory_alloc(work->nesting->n_components, sizeof *work->cycle_of);
    for (row_id id = 0; id < rows->count; id++) {
        enum rule rule = work->nesting->rules[id];
        uint32_t *cycle = &work->cycle_of[work->nesting->components[id]];
        if ((rule == RULE_LEVELS || rule == RULE_BOUND) && *cycle == 0)
            *cycle = ++n_cycles;
    }
    work->cycles = create_costs(work, n_cycles);
    for (row_id id = 0; id < rows->count; id++)
        add_to_cycle(work, id, costs_row(&rows->self, id));
    for (size_t id = 0; id < rows->arcs->map.count; id++) {
        struct row_arc arc = rows_arc(rows, id);
        if (!nesting_is_cyclic(work->nesting, arc.from, arc.to))
            add_to_cycle(work, arc.from, cost_of_arc(work, id));
    }
    if (!row_keys[work->rows->key].splits_functions)
        return;
    struct costs places = split_costs(work);
    row_id own, inlined;
    for (place_id id = 0; id < profile_n_places(work->profile); id++)
        if (is_split(work, id, &own, &inlined))
            add_to_cycle(work, own, costs_row(&places, id));
    costs_free(&places);
}

/* Returns what the component of a row cost that is in one of work->cycles. */
static const int64_t *cost_of_cycle(const struct work *work, row_id id)
{
    return costs_row(&work->cycles, work->cycle_of[work->nesting->components[id]] - 1);
}

/* Returns whether calls of the row's first level cost more than its whole cycle. */
static bool exceeds_cycle(const struct work *work, row_id id)
{
    const struct costs *entering = &work->inclusive->costs;
    const int64_t *whole = cost_of_cycle(work, id), *row = costs_row(entering, id);

    for (size_t event = 0; event < entering->n_events; event++)
        if (costs_sum(entering, row, event) > costs_sum(&work->cycles, whole, event))
            return true;
    return false;
}

/* First levels that are called for more than the whole cycle cost are not first levels. */
static bool distrust_levels(struct work *work)
{
    enum rule *rules = work->inclusive->nesting.rules;
    bool has_changed = false;

    for (row_id id = 0; id < work->rows->count; id++) {
        if (rules[id] != RULE_LEVELS || !exceeds_cycle(work, id))
            continue;
        rules[id] = RULE_BOUND;
        has_changed = true;
    }
    return has_changed;
}

/* Forgets what calls say of events that have no inclusive cost. */
static void drop_self_only(const struct events *events, const struct costs *costs, int64_t *row)
{
    for (size_t event = 0; event < costs->n_events; event++)
        if (events->list[event].is_self_only)
            costs_unset(costs, row, event);
}

/* Until then, the row of inclusive cost has the calls that enter it. */
static void set_larger(struct work *work, row_id id)
{
    const struct events *events = &work->profile->events;
    struct costs *costs = &work->inclusive->costs;
    int64_t *row = costs_row(costs, id);

    drop_self_only(events, costs, row);
    inclusive_raise(events, costs, row, costs_row(&work->leaving, id));
    if (work->nesting->rules[id] == RULE_CUT)
        inclusive_raise(events, costs, row, costs_row(&work->rows->self, id));
    if (work->nesting->rules[id] == RULE_BOUND)
        inclusive_give_bound(events, costs, row);
}

static void number_cycles(struct work *work)
{
    struct inclusive *inclusive = work->inclusive;
    const struct nesting *nesting = work->nesting;
    uint32_t *numbers = memory_alloc(nesting->n_components, sizeof *numbers);

    costs_init(&inclusive->cycles, work->cycles.n_events);
    for (row_id id = 0; id < work->rows->count; id++) {
        uint32_t component = nesting->components[id];
        if (nesting->rules[id] != RULE_BOUND || numbers[component] != 0)
            continue;
        numbers[component] = (uint32_t)++inclusive->n_cycles;
        costs_ensure(&inclusive->cycles, inclusive->n_cycles);
        inclusive_raise(&work->profile->events, &inclusive->cycles,
                        costs_row(&inclusive->cycles, inclusive->n_cycles - 1),
                        cost_of_cycle(work, id));
    }
    for (row_id id = 0; id < work->rows->count; id++)
        inclusive->cycle[id] = numbers[nesting->components[id]];
    free(numbers);
}

void inclusive_by_graph(struct inclusive *inclusive, enum levels levels)
{
    const struct rows *rows = inclusive->rows;
    struct work work = {.inclusive = inclusive,
                        .nesting = &inclusive->nesting,
                        .rows = rows,
                        .profile = rows->profile};

    nesting_create(&inclusive->nesting, rows, levels);
    add_sums(&work);
    add_cycles(&work);
    if (distrust_levels(&work)) {
        costs_free(&inclusive->costs);
        costs_free(&work.leaving);
        inclusive->costs = create_costs(&work, rows->count);
        add_sums(&work);
    }
    for (row_id id = 0; id < rows->count; id++) {
        enum rule rule = inclusive->nesting.rules[id];
        inclusive->is_exact[id] = rule == RULE_ALONE || rule == RULE_LEVELS;
        set_larger(&work, id);
    }
    number_cycles(&work);
    free(work.cycle_of);
    costs_free(&work.cycles);
    costs_free(&work.leaving);
    profile_note_overflow(rows->profile, work.overflows);
}
