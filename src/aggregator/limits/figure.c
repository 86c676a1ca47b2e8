/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/limits/figure.h"

#include "aggregator/limits/limits.h"
#include "base/number.h"
#include "profile/events.h"

bool limit_cannot(const struct limit *limit, const char *reason, struct error *error)
{
    return error_set(error, ERROR_FAILED, NULL, 0, "--fail-if='%.150s': %s", limit->written.at,
                     reason);
}

static bool too_large(const struct measure *measure, struct error *error)
{
    return limit_cannot(measure->limit, "the figures add up to more than 64 bits", error);
}

bool figure_read(struct figure *figure, const struct measure *measure, const struct costs *costs,
                 const struct costs *old, size_t row, struct error *error)
{
    size_t event = measure->metric.event;
    struct event_cost cost, before = {0};

    if (!event_cost(measure->events, event, costs, costs_row(costs, row), &cost, error))
        return false;
    if (measure->limit->is_growth &&
        !event_cost(measure->events, event, old, costs_row(old, row), &before, error))
        return false;
    *figure = (struct figure){.fresh = cost.sum, .old = before.sum, .is_exact = true};
    return !add_overflows(&figure->fresh, before.sum) || too_large(measure, error);
}

struct figure figure_of_calls(int64_t change, int64_t old)
{
    struct figure figure = {.fresh = change, .old = old, .is_exact = true};

    /* What was read as a number of calls becomes the sum again. */
    (void)add_overflows(&figure.fresh, old);
    return figure;
}

bool figure_add(struct figure *sum, const struct figure *figure, const struct measure *measure,
                struct error *error)
{
    sum->is_exact = sum->is_exact && figure->is_exact;
    bool overflows = add_overflows(&sum->fresh, figure->fresh);
    overflows |= add_overflows(&sum->old, figure->old);
    return !overflows || too_large(measure, error);
}

bool figure_compare(struct comparison *comparison, const struct figure *figure,
                    const struct figure *total, const struct measure *measure, struct error *error)
{
    const struct limit *limit = measure->limit;

    *comparison = (struct comparison){.value = figure->fresh, .is_exact = figure->is_exact};
    if (limit->is_growth && subtract_overflows(&comparison->value, figure->old))
        return too_large(measure, error);
    comparison->bound =
        bound_of(&limit->bound, limit->is_growth ? magnitude(figure->old) : total->fresh);
    comparison->excess = comparison->value;
    if (subtract_overflows(&comparison->excess, comparison->bound))
        comparison->excess = comparison->value > comparison->bound ? INT64_MAX : INT64_MIN;
    return true;
}

bool comparison_is_sure(const struct comparison *comparison, const struct limit *limit)
{
    return comparison->is_exact || (comparison->excess > 0 && !limit->is_growth);
}
