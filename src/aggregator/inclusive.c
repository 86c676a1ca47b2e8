/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/inclusive.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/components.h"
#include "profile/known_events.h"

/* What it takes to compute it. */
struct work {
    struct inclusive *inclusive;
    const struct groups *groups;
    const struct profile *profile;
    const struct costs *program;
    struct costs entering; /* by group: calls into it that its rule counts */
    struct costs leaving;  /* by group: self cost and calls out of it that its rule counts */
    bool overflows;
};

/* An arc of the profile between groups. */
struct group_arc {
    group_id from, to;
    bool from_first, to_first; /* whether its ends are of the first level */
};

static struct group_arc group_arc(const struct groups *groups, size_t id)
{
    struct arc arc = profile_arc(groups->profile, id);
    function_id caller = profile_place(groups->profile, arc.caller).function;

    return (struct group_arc){
        .from = groups->of_place[arc.caller],
        .to = groups->of_function[arc.callee],
        .from_first = groups->levels[caller] == 1,
        .to_first = groups->levels[arc.callee] == 1,
    };
}

/*
 * Who calls whom. Code inlined from another file runs when its function does: where
 * that is another group, it is as if it had been called.
 */
static void find_components(struct work *work)
{
    const struct profile *profile = work->profile;
    const struct groups *groups = work->groups;
    size_t n_arcs = profile->by_place.calls.index.count, n_places = profile_n_places(profile),
           count = 0;
    struct edge *edges = memory_alloc(n_arcs + n_places, sizeof *edges);

    for (size_t id = 0; id < n_arcs; id++) {
        struct group_arc arc = group_arc(work->groups, id);
        edges[count++] = (struct edge){arc.from, arc.to};
    }
    for (place_id id = 0; id < n_places; id++)
        edges[count++] = (struct edge){groups->of_function[profile_place(profile, id).function],
                                       groups->of_place[id]};
    work->inclusive->components =
        components_find(groups->count, edges, count, &work->inclusive->n_components);
    free(edges);
}

static bool is_same_component(const struct inclusive *inclusive, group_id a, group_id b)
{
    return inclusive->components[a] == inclusive->components[b];
}

static bool has_own_levels(const struct profile *profile, function_id id)
{
    return profile->mixes_levels == NULL || !profile->mixes_levels[id];
}

/* The rule for each group, as far as calls alone decide. */
static void choose_rules(struct work *work, enum levels levels)
{
    const struct groups *groups = work->groups;
    bool may_separate = levels == LEVELS_SEPARATED && groups->key == BY_FUNCTION;
    uint32_t *sizes = memory_alloc(work->inclusive->n_components, sizeof *sizes);

    for (group_id id = 0; id < groups->count; id++)
        sizes[work->inclusive->components[id]]++;
    for (group_id id = 0; id < groups->count; id++)
        work->inclusive->rules[id] =
            sizes[work->inclusive->components[id]] == 1 ? RULE_ALONE : RULE_BOUND;
    free(sizes);
    if (!may_separate)
        return;
    for (function_id id = 0; id < profile_n_functions(work->profile); id++) {
        group_id group = groups->of_function[id];
        if (work->inclusive->rules[group] == RULE_BOUND && groups->levels[id] == 1 &&
            has_own_levels(work->profile, id))
            work->inclusive->rules[group] = RULE_LEVELS;
    }
    for (size_t id = 0; id < work->profile->by_place.calls.index.count; id++) {
        struct group_arc arc = group_arc(work->groups, id);
        if (arc.from == arc.to && arc.from_first && arc.to_first &&
            work->inclusive->rules[arc.to] == RULE_LEVELS)
            work->inclusive->rules[arc.to] = RULE_BOUND;
    }
}

bool inclusive_counts_entering(const struct inclusive *inclusive, size_t id)
{
    struct group_arc arc = group_arc(inclusive->groups, id);

    switch (inclusive->rules[arc.to]) {
    case RULE_ALONE:
        return arc.from != arc.to;
    case RULE_LEVELS:
        return arc.to_first && !(arc.from == arc.to && arc.from_first);
    case RULE_BOUND:
        return !is_same_component(inclusive, arc.from, arc.to);
    }
    return false;
}

bool inclusive_counts_leaving(const struct inclusive *inclusive, size_t id)
{
    struct group_arc arc = group_arc(inclusive->groups, id);

    switch (inclusive->rules[arc.from]) {
    case RULE_ALONE:
        return arc.from != arc.to;
    case RULE_LEVELS:
        return arc.from_first && !(arc.from == arc.to && arc.to_first);
    case RULE_BOUND:
        return !is_same_component(inclusive, arc.from, arc.to);
    }
    return false;
}

static void add_row(struct work *work, struct costs *costs, size_t row, const int64_t *added)
{
    work->overflows |= costs_add_row_overflows(costs, costs_row(costs, row), added);
}

/* Self cost of a place and the calls made from there, by place. */
static struct costs place_costs(struct work *work)
{
    const struct profile *profile = work->profile;
    struct costs costs;

    costs_init(&costs, profile->events.n_recorded);
    costs_ensure(&costs, profile_n_places(profile));
    for (place_id id = 0; id < profile_n_places(profile); id++)
        add_row(work, &costs, id, costs_row(&profile->by_place.self, id));
    for (size_t id = 0; id < profile->by_place.calls.index.count; id++)
        add_row(work, &costs, profile_arc(profile, id).caller,
                costs_row(&profile->by_place.calls.costs, id));
    return costs;
}

/* Whether code of one function can be in several groups. */
static bool splits_functions(const struct work *work)
{
    return work->groups->key != BY_FUNCTION && work->groups->key != BY_OBJECT;
}

/*
 * Where inlined code is another group than its function, that is as if it had called it:
 * from and to which group, and the row of cost in place_costs().
 */
static bool is_split(const struct work *work, place_id place, group_id *own, group_id *inlined)
{
    const struct groups *groups = work->groups;

    *own = groups->of_function[profile_place(work->profile, place).function];
    *inlined = groups->of_place[place];
    return !is_same_component(work->inclusive, *own, *inlined);
}

static void add_inlined(struct work *work)
{
    group_id own, inlined;

    if (!splits_functions(work))
        return;
    struct costs costs = place_costs(work);
    for (place_id id = 0; id < profile_n_places(work->profile); id++) {
        if (!is_split(work, id, &own, &inlined))
            continue;
        add_row(work, &work->leaving, own, costs_row(&costs, id));
        add_row(work, &work->entering, inlined, costs_row(&costs, id));
    }
    costs_free(&costs);
}

static void add_sums(struct work *work)
{
    const struct profile *profile = work->profile;
    const struct groups *groups = work->groups;

    costs_init(&work->entering, profile->events.n_recorded);
    costs_init(&work->leaving, profile->events.n_recorded);
    costs_ensure(&work->entering, groups->count);
    costs_ensure(&work->leaving, groups->count);
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        group_id group = groups->of_place[id];
        uint32_t level = groups->levels[profile_place(profile, id).function];
        if (work->inclusive->rules[group] != RULE_LEVELS || level == 1)
            add_row(work, &work->leaving, group, costs_row(&profile->by_place.self, id));
    }
    for (size_t id = 0; id < profile->by_place.calls.index.count; id++) {
        struct group_arc arc = group_arc(work->groups, id);
        const int64_t *cost = costs_row(&profile->by_place.calls.costs, id);
        if (inclusive_counts_entering(work->inclusive, id))
            add_row(work, &work->entering, arc.to, cost);
        if (inclusive_counts_leaving(work->inclusive, id))
            add_row(work, &work->leaving, arc.from, cost);
    }
    add_inlined(work);
}

/* Members' self cost and the calls that leave it, by component. */
static struct costs component_costs(struct work *work)
{
    const struct profile *profile = work->profile;
    const struct groups *groups = work->groups;
    struct costs costs;

    costs_init(&costs, profile->events.n_recorded);
    costs_ensure(&costs, work->inclusive->n_components);
    for (group_id id = 0; id < groups->count; id++)
        add_row(work, &costs, work->inclusive->components[id], costs_row(&groups->self, id));
    for (size_t id = 0; id < profile->by_place.calls.index.count; id++) {
        struct group_arc arc = group_arc(work->groups, id);
        if (!is_same_component(work->inclusive, arc.from, arc.to))
            add_row(work, &costs, work->inclusive->components[arc.from],
                    costs_row(&profile->by_place.calls.costs, id));
    }
    if (!splits_functions(work))
        return costs;
    struct costs places = place_costs(work);
    group_id own, inlined;
    for (place_id id = 0; id < profile_n_places(profile); id++)
        if (is_split(work, id, &own, &inlined))
            add_row(work, &costs, work->inclusive->components[own], costs_row(&places, id));
    costs_free(&places);
    return costs;
}

/* First levels that are called for more than the whole cycle cost are none. */
static bool distrust_levels(struct work *work, const struct costs *components)
{
    bool has_changed = false;

    for (group_id id = 0; id < work->groups->count; id++) {
        if (work->inclusive->rules[id] != RULE_LEVELS)
            continue;
        const int64_t *whole = costs_row(components, work->inclusive->components[id]);
        const int64_t *entering = costs_row(&work->entering, id);
        for (size_t event = 0; event < components->n_events; event++) {
            if (costs_sum(&work->entering, entering, event) <= costs_sum(components, whole, event))
                continue;
            work->inclusive->rules[id] = RULE_BOUND;
            has_changed = true;
            break;
        }
    }
    return has_changed;
}

bool inclusive_has_meaning(struct text event)
{
    return !known_event_find(event)->is_self_only;
}

static void set_larger(struct work *work, group_id id)
{
    struct costs *costs = &work->inclusive->costs;
    const int64_t *entering = costs_row(&work->entering, id);
    const int64_t *leaving = costs_row(&work->leaving, id);
    int64_t *row = costs_row(costs, id);

    for (size_t event = 0; event < costs->n_events; event++) {
        int64_t in = costs_sum(&work->entering, entering, event);
        int64_t out = costs_sum(&work->leaving, leaving, event);
        bool has_in = costs_is_given(entering, event), has_out = costs_is_given(leaving, event);
        if (!(has_in || has_out) || !inclusive_has_meaning(work->profile->events.list[event].name))
            continue;
        costs_set(costs, row, event, !has_in || (has_out && out > in) ? out : in);
    }
}

static void number_cycles(struct work *work, const struct costs *components)
{
    struct inclusive *inclusive = work->inclusive;
    uint32_t *numbers = memory_alloc(inclusive->n_components, sizeof *numbers);

    costs_init(&inclusive->cycles, components->n_events);
    inclusive->cycle = memory_alloc(work->groups->count, sizeof *inclusive->cycle);
    for (group_id id = 0; id < work->groups->count; id++) {
        uint32_t component = inclusive->components[id];
        if (work->inclusive->rules[id] != RULE_BOUND || numbers[component] != 0)
            continue;
        numbers[component] = (uint32_t)++inclusive->n_cycles;
        costs_ensure(&inclusive->cycles, inclusive->n_cycles);
        add_row(work, &inclusive->cycles, inclusive->n_cycles - 1,
                costs_row(components, component));
    }
    for (group_id id = 0; id < work->groups->count; id++)
        inclusive->cycle[id] = numbers[inclusive->components[id]];
    free(numbers);
}

/* Under recursion the costs of calls nest in each other, and add up to more by right. */
static bool has_call_above_total(const struct work *work)
{
    const struct costs *arcs = &work->profile->by_place.calls.costs;
    const int64_t *total = costs_row(work->program, 0);

    for (size_t id = 0; id < work->profile->by_place.calls.index.count; id++) {
        struct group_arc arc = group_arc(work->groups, id);
        if (is_same_component(work->inclusive, arc.from, arc.to))
            continue;
        for (size_t event = 0; event < arcs->n_events; event++)
            if (costs_sum(arcs, costs_row(arcs, id), event) >
                    costs_sum(work->program, total, event) &&
                inclusive_has_meaning(work->profile->events.list[event].name))
                return true;
    }
    return false;
}

bool inclusive_compute(struct inclusive *inclusive, const struct groups *groups, enum levels levels,
                       const struct costs *program, struct error *error)
{
    struct work work = {
        .inclusive = inclusive, .groups = groups, .profile = groups->profile, .program = program};

    *inclusive = (struct inclusive){.groups = groups};
    inclusive->rules = memory_alloc(groups->count, sizeof *inclusive->rules);
    find_components(&work);
    choose_rules(&work, levels);
    add_sums(&work);
    struct costs components = component_costs(&work);
    if (distrust_levels(&work, &components)) {
        costs_free(&work.entering);
        costs_free(&work.leaving);
        add_sums(&work);
    }
    costs_init(&inclusive->costs, program->n_events);
    costs_ensure(&inclusive->costs, groups->count);
    inclusive->is_exact = memory_alloc(groups->count, sizeof *inclusive->is_exact);
    for (group_id id = 0; id < groups->count; id++) {
        inclusive->is_exact[id] = inclusive->rules[id] != RULE_BOUND;
        set_larger(&work, id);
    }
    number_cycles(&work, &components);
    inclusive->is_inconsistent = has_call_above_total(&work);
    costs_free(&components);
    costs_free(&work.entering);
    costs_free(&work.leaving);
    if (work.overflows)
        return error_set(error, ERROR_FAILED, NULL, 0, "the costs add up to more than 64 bits");
    return true;
}

void inclusive_free(struct inclusive *inclusive)
{
    free(inclusive->rules);
    costs_free(&inclusive->costs);
    free(inclusive->is_exact);
    free(inclusive->components);
    free(inclusive->cycle);
    costs_free(&inclusive->cycles);
    *inclusive = (struct inclusive){0};
}
