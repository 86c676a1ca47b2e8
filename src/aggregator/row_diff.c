/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/row_diff.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/number.h"
#include "profile/levels.h"

/* One of the two profiles in the groups of the change. */
struct grouped_side {
    struct groups groups;
    struct inclusive inclusive;
    group_id *of_place, *of_function; /* by place and function of the side */
    group_id *in_change;              /* by group of the side */
};

static bool too_large(struct error *error)
{
    return error_set(error, ERROR_FAILED, NULL, 0, "the costs add up to more than 64 bits");
}

static void map_to_change(struct grouped_side *grouped, const struct diff_side *side,
                          const struct groups *change)
{
    size_t n_functions = profile_n_functions(&side->profile);
    size_t n_places = profile_n_places(&side->profile);

    grouped->of_function = memory_alloc(n_functions, sizeof *grouped->of_function);
    grouped->of_place = memory_alloc(n_places, sizeof *grouped->of_place);
    grouped->in_change = memory_alloc(grouped->groups.count, sizeof *grouped->in_change);
    for (function_id id = 0; id < n_functions; id++) {
        grouped->of_function[id] = change->of_function[side->functions[id]];
        grouped->in_change[grouped->groups.of_function[id]] = grouped->of_function[id];
    }
    for (place_id id = 0; id < n_places; id++) {
        grouped->of_place[id] = change->of_place[side->places[id]];
        grouped->in_change[grouped->groups.of_place[id]] = grouped->of_place[id];
    }
}

static bool group_side(struct grouped_side *grouped, const struct diff_side *side,
                       const struct groups *change, bool is_folded, const struct filter *filter,
                       struct error *error)
{
    struct costs program = {0};
    bool is_calculated;
    bool is_done =
        groups_create(&grouped->groups, &side->profile, change->key, is_folded, filter, error) &&
        totals_of_program(&side->profile, &program, &is_calculated, error) &&
        inclusive_compute(&grouped->inclusive, &grouped->groups, profile_levels(&side->profile),
                          &program, error);

    if (is_done)
        map_to_change(grouped, side, change);
    costs_free(&program);
    return is_done;
}

static void grouped_side_free(struct grouped_side *grouped)
{
    groups_free(&grouped->groups);
    inclusive_free(&grouped->inclusive);
    free(grouped->of_place);
    free(grouped->of_function);
    free(grouped->in_change);
}

static void init_costs(struct group_diff *group_diff)
{
    struct costs *const all[] = {&group_diff->inclusive.costs, &group_diff->old_self,
                                 &group_diff->old_inclusive};
    size_t count = group_diff->groups.count;

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        costs_init(all[i], group_diff->groups.self.n_events);
        costs_ensure(all[i], count);
    }
    group_diff->old_calls = memory_alloc(count, sizeof *group_diff->old_calls);
    group_diff->is_in_fresh = memory_alloc(count, sizeof *group_diff->is_in_fresh);
    group_diff->is_in_old = memory_alloc(count, sizeof *group_diff->is_in_old);
    group_diff->is_pooled = memory_alloc(count, sizeof *group_diff->is_pooled);
    group_diff->origins = memory_alloc(count, sizeof *group_diff->origins);
    group_diff->inclusive.groups = &group_diff->groups;
    group_diff->inclusive.is_exact = memory_alloc(count, sizeof *group_diff->inclusive.is_exact);
    for (group_id id = 0; id < count; id++)
        group_diff->inclusive.is_exact[id] = true;
}

/*
 * Inclusive costs of a side, by group of the change. Where that is several groups of the
 * side, their costs may hold one another: the largest is a lower bound.
 */
static void take_inclusive(struct group_diff *group_diff, const struct grouped_side *side,
                           struct costs *costs, bool *is_there)
{
    for (group_id id = 0; id < side->groups.count; id++) {
        group_id into = side->in_change[id];
        const int64_t *cost = costs_row(&side->inclusive.costs, id);
        int64_t *row = costs_row(costs, into);
        bool *is_exact = &group_diff->inclusive.is_exact[into];
        group_diff->is_pooled[into] = group_diff->is_pooled[into] || is_there[into];
        *is_exact = *is_exact && side->inclusive.is_exact[id] && !is_there[into];
        is_there[into] = true;
        costs_raise(costs, row, cost);
    }
}

/* Self cost and calls of the old side, by group of the change. */
static bool add_old(struct group_diff *group_diff, const struct grouped_side *old)
{
    bool overflows = false;

    for (group_id id = 0; id < old->groups.count; id++) {
        group_id into = old->in_change[id];
        overflows |= add_overflows(&group_diff->old_calls[into], old->groups.calls[id]);
        overflows |=
            costs_add_row_overflows(&group_diff->old_self, costs_row(&group_diff->old_self, into),
                                    costs_row(&old->groups.self, id));
    }
    return overflows;
}

static bool subtract_inclusive(struct group_diff *group_diff)
{
    struct costs *costs = &group_diff->inclusive.costs;
    bool overflows = false;

    for (group_id id = 0; id < group_diff->groups.count; id++)
        overflows |= costs_subtract_row_overflows(costs, costs_row(costs, id),
                                                  costs_row(&group_diff->old_inclusive, id));
    return overflows;
}

static void find_origins(struct group_diff *group_diff, const struct diff *diff)
{
    for (function_id id = 0; id < profile_n_functions(&diff->change); id++)
        if (diff->origins[id].is_known)
            group_diff->origins[group_diff->groups.of_function[id]] = &diff->origins[id];
}

static bool add_calls(struct group_diff *group_diff, const struct grouped_side *fresh,
                      const struct grouped_side *old, struct error *error)
{
    const struct mapped_calls of_fresh = {&fresh->inclusive, fresh->of_place, fresh->of_function};
    const struct mapped_calls of_old = {&old->inclusive, old->of_place, old->of_function};

    return group_calls_create_change(&group_diff->calls, &group_diff->groups, &of_fresh, &of_old,
                                     error);
}

bool group_diff_create(struct group_diff *group_diff, const struct diff *diff, enum group_key key,
                       bool is_folded, const struct filter *filter, bool has_calls,
                       struct error *error)
{
    struct grouped_side fresh = {0}, old = {0};

    *group_diff = (struct group_diff){0};
    bool is_done =
        groups_create(&group_diff->groups, &diff->change, key, is_folded, filter, error) &&
        group_side(&fresh, &diff->fresh, &group_diff->groups, is_folded, filter, error) &&
        group_side(&old, &diff->old, &group_diff->groups, is_folded, filter, error);
    if (is_done) {
        init_costs(group_diff);
        find_origins(group_diff, diff);
        take_inclusive(group_diff, &fresh, &group_diff->inclusive.costs, group_diff->is_in_fresh);
        take_inclusive(group_diff, &old, &group_diff->old_inclusive, group_diff->is_in_old);
        bool overflows = add_old(group_diff, &old);
        overflows |= subtract_inclusive(group_diff);
        group_diff->inclusive.is_inconsistent =
            fresh.inclusive.is_inconsistent || old.inclusive.is_inconsistent;
        is_done = overflows ? too_large(error) : true;
    }
    is_done = is_done && (!has_calls || add_calls(group_diff, &fresh, &old, error));
    grouped_side_free(&fresh);
    grouped_side_free(&old);
    return is_done;
}

static struct text name_of(const struct names *names, uint32_t id)
{
    static const struct text none = {0};

    return id == NO_ID ? none : names_text(names, id);
}

enum change group_diff_change(const struct group_diff *group_diff, group_id id,
                              struct group_names *was)
{
    const struct symbols *symbols = &group_diff->groups.profile->symbols;
    const struct origin *origin = group_diff->origins[id];

    if (!group_diff->is_in_old[id])
        return CHANGE_NEW;
    if (!group_diff->is_in_fresh[id])
        return CHANGE_GONE;
    if (group_diff->groups.key != BY_FUNCTION || origin == NULL)
        return CHANGE_NONE;
    *was = (struct group_names){
        .object = name_of(symbols->objects, origin->function.object),
        .file = names_text(symbols->files, origin->function.file),
        .function = names_text(symbols->functions, origin->function.symbol),
    };
    return origin->change;
}

void group_diff_free(struct group_diff *group_diff)
{
    groups_free(&group_diff->groups);
    inclusive_free(&group_diff->inclusive);
    group_calls_free(&group_diff->calls);
    costs_free(&group_diff->old_self);
    costs_free(&group_diff->old_inclusive);
    free(group_diff->old_calls);
    free(group_diff->is_in_fresh);
    free(group_diff->is_in_old);
    free(group_diff->is_pooled);
    free(group_diff->origins);
    *group_diff = (struct group_diff){0};
}
