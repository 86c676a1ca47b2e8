/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/program.h"

#include <stdlib.h>

#include "aggregator/inclusive.h"
#include "aggregator/rows.h"
#include "base/arena.h"
#include "profile/levels.h"

static bool too_large(const struct profile *profile, struct error *error)
{
    return error_set(error, ERROR_FAILED, profile->n_inputs == 1 ? profile->inputs[0].path : NULL,
                     0, "the costs add up to more than 64 bits");
}

static row_id add_row(struct totals *totals, struct function function, file_id file)
{
    /* Two ids of 32 bits fit into one half of the key. */
    uint64_t where = (uint64_t)function.object << 32 | file;

    return index_add(&totals->rows, where, function.symbol);
}

struct row_key totals_row(const struct totals *totals, row_id row)
{
    const struct index_key *key = &totals->rows.keys[row];

    return (struct row_key){(object_id)(key->high >> 32), (file_id)key->high, (symbol_id)key->low};
}

struct row_arc totals_arc(const struct totals *totals, uint32_t arc)
{
    const struct index_key *key = &totals->arcs.index.keys[arc];

    return (struct row_arc){(row_id)key->high, (row_id)key->low};
}

struct event_cost totals_of_part(const struct profile *profile, size_t part, size_t event)
{
    const struct costs *const claims[] = {&profile->part_summary, &profile->part_totals};
    const int64_t *self_row = costs_row(&profile->part_self, part);
    int64_t self = costs_sum(&profile->part_self, self_row, event);
    struct event_cost total = {self, costs_is_given(self_row, event)};

    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        const int64_t *row = costs_row(claims[i], part);
        int64_t claim = costs_sum(claims[i], row, event);
        if (costs_is_given(row, event) && claim != 0 && claim >= self)
            return (struct event_cost){claim, true};
    }
    return total;
}

static bool has_claim(const struct costs *costs, size_t part)
{
    const int64_t *row = costs_row(costs, part);

    for (size_t event = 0; event < costs->n_events; event++)
        if (costs_sum(costs, row, event) > 0)
            return true;
    return false;
}

bool totals_of_program(const struct profile *profile, struct costs *program, bool *is_calculated,
                       struct error *error)
{
    bool overflows = false;

    costs_init(program, profile->events.n_recorded);
    costs_ensure(program, 1);
    int64_t *row = costs_row(program, 0);
    *is_calculated = true;
    for (size_t part = 0; part < profile->n_parts; part++) {
        if (profile->parts[part].is_left_out)
            continue;
        if (has_claim(&profile->part_summary, part) || has_claim(&profile->part_totals, part))
            *is_calculated = false;
        for (size_t event = 0; event < program->n_events; event++) {
            struct event_cost total = totals_of_part(profile, part, event);
            if (total.is_given)
                overflows |= costs_add_overflows(program, row, event, total.sum);
        }
    }
    return overflows ? too_large(profile, error) : true;
}

static bool compute_self(struct totals *totals, struct error *error)
{
    const struct profile *profile = totals->profile;
    size_t n_places = profile_n_places(profile), n_functions = profile_n_functions(profile);
    bool overflows = false;

    totals->of_place = memory_alloc(n_places, sizeof *totals->of_place);
    totals->of_function = memory_alloc(n_functions, sizeof *totals->of_function);
    for (place_id id = 0; id < n_places; id++) {
        struct place place = profile_place(profile, id);
        struct function function = profile_function(profile, place.function);
        totals->of_place[id] = add_row(totals, function, place.file);
    }
    totals->n_self_rows = totals_n_rows(totals);
    for (function_id id = 0; id < n_functions; id++) {
        struct function function = profile_function(profile, id);
        totals->of_function[id] = add_row(totals, function, function.file);
    }

    costs_init(&totals->self, profile->events.n_recorded);
    costs_ensure(&totals->self, totals_n_rows(totals));
    for (place_id id = 0; id < n_places; id++) {
        int64_t *row = costs_row(&totals->self, totals->of_place[id]);
        overflows |=
            costs_add_row_overflows(&totals->self, row, costs_row(&profile->by_place.self, id));
    }
    return overflows ? too_large(totals->profile, error) : true;
}

static bool compute_arcs(struct totals *totals, struct error *error)
{
    const struct profile *profile = totals->profile;
    struct call_table *arcs = &totals->arcs;
    bool overflows = false;

    costs_init(&arcs->costs, profile->events.n_recorded);
    for (size_t id = 0; id < profile->by_place.calls.index.count; id++) {
        struct arc arc = profile_arc(profile, id);
        uint32_t row =
            call_table_add(arcs, totals->of_place[arc.caller], totals->of_function[arc.callee]);
        overflows |= add_overflows(&arcs->counts[row], profile->by_place.calls.counts[id]);
        overflows |= costs_add_row_overflows(&arcs->costs, costs_row(&arcs->costs, row),
                                             costs_row(&profile->by_place.calls.costs, id));
    }
    totals->callers =
        call_table_sort(arcs, totals_n_rows(totals), CALLS_BY_CALLEE, &totals->callers_begin);
    totals->callees =
        call_table_sort(arcs, totals_n_rows(totals), CALLS_BY_CALLER, &totals->callees_begin);
    return overflows ? too_large(totals->profile, error) : true;
}

bool totals_compute(struct totals *totals, const struct profile *profile, struct error *error)
{
    *totals = (struct totals){.profile = profile};
    return totals_of_program(profile, &totals->program, &totals->is_calculated, error) &&
           compute_self(totals, error) && compute_arcs(totals, error);
}

/* What makes up the rows' inclusive cost. */
struct addition {
    struct totals *totals;
    struct inclusive inclusive; /* of functions as recorded */
    struct costs inlined;       /* by place in another file than its function's: self and calls */
    bool *is_partial;           /* by place: it makes calls that nest in others */
    bool *is_taken;             /* by row: it has a part already */
};

/*
 * Nearly every row is of one function, or of one function's code in another file. Where
 * functions share a row, their costs may nest: the largest is a lower bound.
 */
static void take_part(struct addition *addition, row_id row, const int64_t *part, bool is_exact)
{
    struct totals *totals = addition->totals;
    struct costs *costs = &totals->inclusive;
    int64_t *sum = costs_row(costs, row);

    totals->is_exact[row] = is_exact && !addition->is_taken[row];
    addition->is_taken[row] = true;
    costs_raise(costs, sum, part);
}

static bool add_inlined(struct addition *addition, struct error *error)
{
    const struct totals *totals = addition->totals;
    const struct profile *profile = totals->profile;
    bool overflows = false;

    costs_init(&addition->inlined, profile->events.n_recorded);
    costs_ensure(&addition->inlined, profile_n_places(profile));
    for (place_id id = 0; id < profile_n_places(profile); id++)
        overflows |= costs_add_row_overflows(&addition->inlined, costs_row(&addition->inlined, id),
                                             costs_row(&profile->by_place.self, id));
    addition->is_partial = memory_alloc(profile_n_places(profile), sizeof *addition->is_partial);
    for (size_t id = 0; id < profile->by_place.calls.index.count; id++) {
        place_id caller = profile_arc(profile, id).caller;
        if (inclusive_counts_leaving(&addition->inclusive, id))
            overflows |=
                costs_add_row_overflows(&addition->inlined, costs_row(&addition->inlined, caller),
                                        costs_row(&profile->by_place.calls.costs, id));
        else
            addition->is_partial[caller] = true;
    }
    return overflows ? too_large(totals->profile, error) : true;
}

static void take_parts(struct addition *addition)
{
    const struct totals *totals = addition->totals;
    const struct profile *profile = totals->profile;
    const struct inclusive *inclusive = &addition->inclusive;
    const struct groups *groups = inclusive->groups;

    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        group_id group = groups->of_function[id];
        take_part(addition, totals->of_function[id], costs_row(&inclusive->costs, group),
                  inclusive->is_exact[group]);
    }
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place place = profile_place(profile, id);
        if (place.file != profile_function(profile, place.function).file)
            take_part(addition, totals->of_place[id], costs_row(&addition->inlined, id),
                      !addition->is_partial[id] &&
                          inclusive->is_exact[groups->of_function[place.function]]);
    }
}

/* Where parts are bounds, the row's own self cost may be a better one. */
static void raise_to_self(struct totals *totals)
{
    const struct costs *self = &totals->self;
    struct costs *inclusive = &totals->inclusive;

    for (row_id row = 0; row < totals->n_self_rows; row++) {
        const int64_t *from = costs_row(self, row);
        int64_t *to = costs_row(inclusive, row);
        for (size_t event = 0; !totals->is_exact[row] && event < self->n_events; event++)
            if (costs_is_given(to, event) &&
                costs_sum(self, from, event) > costs_sum(inclusive, to, event))
                costs_set(inclusive, to, event, costs_sum(self, from, event));
    }
}

/* What the arcs between rows add to inclusive costs at either end. */
static bool add_arcs(struct addition *addition, struct error *error)
{
    struct totals *totals = addition->totals;
    const struct profile *profile = totals->profile;
    struct costs *entering = &totals->entering, *leaving = &totals->leaving;
    bool overflows = false;

    costs_init(entering, profile->events.n_recorded);
    costs_init(leaving, profile->events.n_recorded);
    costs_ensure(entering, totals->arcs.index.count);
    costs_ensure(leaving, totals->arcs.index.count);
    for (size_t id = 0; id < profile->by_place.calls.index.count; id++) {
        const int64_t *cost = costs_row(&profile->by_place.calls.costs, id);
        struct arc arc = profile_arc(profile, id);
        uint32_t row = index_find(&totals->arcs.index, totals->of_place[arc.caller],
                                  totals->of_function[arc.callee]);
        if (inclusive_counts_entering(&addition->inclusive, id))
            overflows |= costs_add_row_overflows(entering, costs_row(entering, row), cost);
        if (inclusive_counts_leaving(&addition->inclusive, id))
            overflows |= costs_add_row_overflows(leaving, costs_row(leaving, row), cost);
    }
    return overflows ? too_large(totals->profile, error) : true;
}

bool totals_add_inclusive(struct totals *totals, struct error *error)
{
    static const struct filter everything = {0};
    const struct profile *profile = totals->profile;
    struct addition addition = {.totals = totals};
    struct groups groups;

    costs_init(&totals->inclusive, totals->self.n_events);
    costs_ensure(&totals->inclusive, totals_n_rows(totals));
    totals->is_exact = memory_alloc(totals_n_rows(totals), sizeof *totals->is_exact);
    addition.is_taken = memory_alloc(totals_n_rows(totals), sizeof *addition.is_taken);
    bool is_done = groups_create(&groups, profile, BY_FUNCTION, false, &everything, error) &&
                   inclusive_compute(&addition.inclusive, &groups, profile_levels(profile),
                                     &totals->program, error) &&
                   add_inlined(&addition, error) && add_arcs(&addition, error);
    if (is_done) {
        take_parts(&addition);
        raise_to_self(totals);
    }
    totals->is_inconsistent = addition.inclusive.is_inconsistent;
    costs_free(&addition.inlined);
    inclusive_free(&addition.inclusive);
    groups_free(&groups);
    free(addition.is_partial);
    free(addition.is_taken);
    return is_done;
}

void totals_free(struct totals *totals)
{
    costs_free(&totals->program);
    index_free(&totals->rows);
    free(totals->of_place);
    free(totals->of_function);
    costs_free(&totals->self);
    costs_free(&totals->inclusive);
    free(totals->is_exact);
    costs_free(&totals->entering);
    costs_free(&totals->leaving);
    call_table_free(&totals->arcs);
    free(totals->callers_begin);
    free(totals->callees_begin);
    free(totals->callers);
    free(totals->callees);
    *totals = (struct totals){0};
}
