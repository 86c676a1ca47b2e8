/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/callgrind_sums.h"

#include "base/error.h"
#include "base/index.h"
#include "profile/costs.h"
#include "profile/profile.h"
#include "reporter/callgrind_order.h"

/*
 * Sums of what is above 0 and of what is below, apart: where both fit, so does any sum of some of
 * it in any order.
 */
struct signed_sums {
    struct index things;
    struct costs costs; /* two rows each thing: above 0, then below */
    bool overflows;
};

static void add_signed(struct signed_sums *sums, uint32_t thing, size_t event, int64_t figure)
{
    int64_t *row = costs_row(&sums->costs, 2 * (size_t)thing + (figure < 0));

    sums->overflows |= costs_add_overflows(&sums->costs, row, event, figure);
}

static void add_signed_row(struct signed_sums *sums, uint32_t thing, const struct costs *costs,
                           size_t id)
{
    const int64_t *row = costs_row(costs, id);

    for (size_t event = 0; event < costs->n_events; event++)
        add_signed(sums, thing, event, costs_sum(costs, row, event));
}

static bool has_negative(const struct costs *costs, size_t n_rows)
{
    int64_t signs = 0;

    for (size_t id = 0; id < n_rows; id++)
        for (size_t event = 0; event < costs->n_events; event++)
            signs |= costs_sum(costs, costs_row(costs, id), event);
    return signs < 0;
}

static bool has_negative_count(const struct call_table *calls)
{
    int64_t signs = 0;

    for (size_t id = 0; id < calls->pairs.count; id++)
        signs |= calls->counts[id];
    return signs < 0;
}

/* Without costs below 0 every sum fits: the same was added up when it was read. */
static bool self_fits(const struct written_order *order)
{
    const struct profile *profile = order->profile;
    const struct ledger *ledger = &profile->by_spot;
    struct signed_sums sums = {0};

    if (!has_negative(&ledger->self, profile->spots.count))
        return true;
    costs_init(&sums.costs, ledger->self.n_events);
    costs_ensure(&sums.costs, 2);
    for (uint32_t id = 0; id < profile->spots.count; id++)
        if (spot_is_written(order, id))
            add_signed_row(&sums, 0, &ledger->self, id);
    costs_free(&sums.costs);
    return !sums.overflows;
}

static bool calls_fit(const struct written_order *order)
{
    const struct profile *profile = order->profile;
    const struct call_table *calls = &profile->by_spot.calls;
    size_t n_events = calls->costs.n_events;
    struct signed_sums sums = {0};

    if (!has_negative(&calls->costs, calls->pairs.count) && !has_negative_count(calls))
        return true;
    costs_init(&sums.costs, n_events + 1); /* the number of calls is the last */
    for (size_t id = 0; id < calls->pairs.count; id++) {
        struct spot_call call = profile_spot_call(profile, id);
        if (!spot_is_written(order, call.spot))
            continue;
        uint32_t arc = index_add(&sums.things, profile_spot(profile, call.spot).place, call.callee);
        costs_ensure(&sums.costs, 2 * sums.things.count);
        add_signed_row(&sums, arc, &calls->costs, id);
        add_signed(&sums, arc, n_events, calls->counts[id]);
    }
    index_free(&sums.things);
    costs_free(&sums.costs);
    return !sums.overflows;
}

bool add_up_written(const struct written_order *order, struct costs *total, struct error *error)
{
    const struct profile *profile = order->profile;
    const struct ledger *ledger = &profile->by_spot;
    bool overflows = false;

    for (uint32_t id = 0; id < profile->spots.count; id++)
        if (ledger->has_self[id] && spot_is_written(order, id))
            overflows |=
                costs_add_row_overflows(total, costs_row(total, 0), costs_row(&ledger->self, id));
    if (!overflows && self_fits(order) && calls_fit(order))
        return true;
    return error_set(error, ERROR_FAILED, NULL, 0,
                     "the profile cannot be written: readers that add up its costs may come to "
                     "more than 64 bits on the way");
}
