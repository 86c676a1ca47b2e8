/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/row_calls.h"

#include <stdlib.h>

#include "aggregator/select.h"
#include "base/arena.h"

struct group_call group_call(const struct group_calls *calls, uint32_t arc)
{
    const struct index_key *key = &calls->arcs.index.keys[arc];

    return (struct group_call){(group_id)key->high, (group_id)key->low};
}

/* Adds a row of cost to another of the same shape, or takes it from that. */
static bool combine(struct costs *costs, size_t row, const int64_t *cost, bool is_subtracted)
{
    costs_ensure(costs, row + 1);
    return is_subtracted ? costs_subtract_row_overflows(costs, costs_row(costs, row), cost)
                         : costs_add_row_overflows(costs, costs_row(costs, row), cost);
}

static bool add_arc(struct group_calls *calls, const struct mapped_calls *from, size_t id,
                    bool is_subtracted)
{
    const struct profile *profile = from->inclusive->groups->profile;
    const int64_t *cost = costs_row(&profile->by_place.calls.costs, id);
    struct arc arc = profile_arc(profile, id);
    uint32_t row =
        call_table_add(&calls->arcs, from->of_place[arc.caller], from->of_function[arc.callee]);
    int64_t *count = &calls->arcs.counts[row];
    bool overflows = is_subtracted ? subtract_overflows(count, profile->by_place.calls.counts[id])
                                   : add_overflows(count, profile->by_place.calls.counts[id]);

    costs_ensure(&calls->entering, (size_t)row + 1);
    costs_ensure(&calls->leaving, (size_t)row + 1);
    overflows |= combine(&calls->arcs.costs, row, cost, is_subtracted);
    if (inclusive_counts_entering(from->inclusive, id))
        overflows |= combine(&calls->entering, row, cost, is_subtracted);
    if (inclusive_counts_leaving(from->inclusive, id))
        overflows |= combine(&calls->leaving, row, cost, is_subtracted);
    return overflows;
}

static bool add_arcs(struct group_calls *calls, const struct mapped_calls *from, bool is_subtracted)
{
    size_t n_arcs = from->inclusive->groups->profile->by_place.calls.index.count;
    bool overflows = false;

    for (size_t id = 0; id < n_arcs; id++)
        overflows |= add_arc(calls, from, id, is_subtracted);
    return overflows;
}

/* A counting sort: next[group + 2] counts its places, next[group + 1] places them. */
static void sort_places(struct group_calls *calls)
{
    const struct groups *groups = calls->groups;
    size_t n_places = profile_n_places(groups->profile);
    size_t *next = memory_alloc(groups->count + 2, sizeof *next);

    calls->places = memory_alloc(n_places, sizeof *calls->places);
    for (place_id id = 0; id < n_places; id++)
        next[groups->of_place[id] + 2]++;
    for (size_t group = 2; group < groups->count + 2; group++)
        next[group] += next[group - 1];
    for (place_id id = 0; id < n_places; id++)
        calls->places[next[groups->of_place[id] + 1]++] = id;
    calls->places_begin = next;
}

static void begin(struct group_calls *calls, const struct groups *groups)
{
    *calls = (struct group_calls){.groups = groups};
    costs_init(&calls->arcs.costs, groups->profile->events.n_recorded);
    costs_init(&calls->entering, groups->profile->events.n_recorded);
    costs_init(&calls->leaving, groups->profile->events.n_recorded);
}

static bool finish(struct group_calls *calls, bool overflows, struct error *error)
{
    size_t n_groups = calls->groups->count;

    sort_places(calls);
    calls->callers =
        call_table_sort(&calls->arcs, n_groups, CALLS_BY_CALLEE, &calls->callers_begin);
    calls->callees =
        call_table_sort(&calls->arcs, n_groups, CALLS_BY_CALLER, &calls->callees_begin);
    if (overflows)
        return error_set(error, ERROR_FAILED, NULL, 0, "the costs add up to more than 64 bits");
    return true;
}

bool group_calls_create(struct group_calls *calls, const struct inclusive *inclusive,
                        struct error *error)
{
    const struct groups *groups = inclusive->groups;
    const struct mapped_calls all = {inclusive, groups->of_place, groups->of_function};

    begin(calls, groups);
    return finish(calls, add_arcs(calls, &all, false), error);
}

bool group_calls_create_change(struct group_calls *calls, const struct groups *groups,
                               const struct mapped_calls *fresh, const struct mapped_calls *old,
                               struct error *error)
{
    begin(calls, groups);
    bool overflows = add_arcs(calls, fresh, false);
    overflows |= add_arcs(calls, old, true);
    return finish(calls, overflows, error);
}

/* From a group upwards. */
struct path {
    group_id *groups;
    size_t count;
};

static bool is_on_path(const struct path *path, group_id id)
{
    for (size_t i = 0; i < path->count; i++)
        if (path->groups[i] == id)
            return true;
    return false;
}

/* Of callers that cost the same, the one that lists name first. */
static bool is_named_before(const struct groups *groups, group_id a, group_id b)
{
    const int64_t none = 0;
    struct ranked left = rank_group(groups, a, a, &none), right = rank_group(groups, b, b, &none);

    return ranks_before(&left, &right);
}

/* The caller not on the path whose calls cost most by these costs; NO_ID for none. */
static group_id hottest_by(const struct group_calls *calls, const struct costs *costs,
                           const struct path *path, size_t column)
{
    group_id id = path->groups[path->count - 1], best = NO_ID;
    int64_t most = 0;

    for (size_t i = calls->callers_begin[id]; i < calls->callers_begin[id + 1]; i++) {
        uint32_t arc = calls->callers[i];
        group_id caller = group_call(calls, arc).caller;
        const int64_t *row = costs_row(costs, arc);
        int64_t cost = costs_sum(costs, row, column);
        if (!costs_is_given(row, column) || is_on_path(path, caller))
            continue;
        if (best == NO_ID || cost > most ||
            (cost == most && is_named_before(calls->groups, caller, best))) {
            best = caller;
            most = cost;
        }
    }
    return best;
}

/* Calls that nest in others count only where there are no others to come from. */
static group_id hottest_caller(const struct group_calls *calls, const struct path *path,
                               size_t column)
{
    group_id caller = hottest_by(calls, &calls->entering, path, column);

    return caller != NO_ID ? caller : hottest_by(calls, &calls->arcs.costs, path, column);
}

size_t group_calls_path(const struct group_calls *calls, group_id id, size_t column, group_id *path,
                        size_t room)
{
    struct path upwards = {path, 0};

    for (group_id at = id; at != NO_ID && upwards.count < room;
         at = hottest_caller(calls, &upwards, column))
        path[upwards.count++] = at;
    for (size_t i = 0; i < upwards.count / 2; i++) {
        group_id swapped = path[i];
        path[i] = path[upwards.count - 1 - i];
        path[upwards.count - 1 - i] = swapped;
    }
    return upwards.count;
}

void group_calls_free(struct group_calls *calls)
{
    call_table_free(&calls->arcs);
    costs_free(&calls->entering);
    costs_free(&calls->leaving);
    free(calls->callers_begin);
    free(calls->callees_begin);
    free(calls->callers);
    free(calls->callees);
    free(calls->places_begin);
    free(calls->places);
    *calls = (struct group_calls){0};
}
