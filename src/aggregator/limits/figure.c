/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/limits/figure.h"

#include <math.h>

#include "aggregator/limits/limits.h"
#include "base/number.h"
#include "profile/events.h"

static bool too_large(const struct measure *measure, struct error *error)
{
    return limit_refuse(measure->limit, ERROR_FAILED, "the figures add up to more than 64 bits",
                        error);
}

bool measure_is_ratio(const struct measure *measure)
{
    return measure->metric.kind != METRIC_CALLS &&
           event_is_ratio(&measure->events->list[measure->metric.event]);
}

/* For growth the new one is made of what it was and the change. */
static void read_ratio(struct figure *figure, const struct measure *measure,
                       const struct costs *costs, const struct costs *old, size_t row)
{
    const struct event *event = &measure->events->list[measure->metric.event];

    *figure = (struct figure){.is_exact = true};
    if (measure->limit->is_growth)
        ratio_add(&figure->old_ratio, event, old, costs_row(old, row));
    figure->fresh_ratio = figure->old_ratio;
    ratio_add(&figure->fresh_ratio, event, costs, costs_row(costs, row));
}

bool figure_read(struct figure *figure, const struct measure *measure, const struct costs *costs,
                 const struct costs *old, size_t row, struct error *error)
{
    size_t event = measure->metric.event;
    struct event_cost cost, before = {0};

    if (measure_is_ratio(measure)) {
        read_ratio(figure, measure, costs, old, row);
        return true;
    }
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
    ratio_join(&sum->fresh_ratio, &figure->fresh_ratio);
    ratio_join(&sum->old_ratio, &figure->old_ratio);
    bool overflows = add_overflows(&sum->fresh, figure->fresh);
    overflows |= add_overflows(&sum->old, figure->old);
    return !overflows || too_large(measure, error);
}

/*
 * In doubles, which tell apart what is printed and more, but not 0.6 + 0.5 from 1.1: what is nearer
 * than that is the same.
 */
static void compare_ratio(struct comparison *comparison, const struct figure *figure,
                          const struct limit *limit)
{
    const double same = 1e-12;
    double fresh, old = 0, excess;

    comparison->is_missing = !ratio_value(&figure->fresh_ratio, &fresh) ||
                             (limit->is_growth && !ratio_value(&figure->old_ratio, &old));
    comparison->fresh.ratio = fresh;
    comparison->old.ratio = old;
    comparison->value.ratio = fresh - old;
    comparison->bound.ratio = limit->bound.kind == BOUND_PERCENT
                                ? limit->bound.number / 100 * fabs(old)
                                : limit->bound.number;
    excess = comparison->value.ratio - comparison->bound.ratio;
    if (fabs(excess) <= same * (fabs(fresh) + fabs(old)))
        excess = 0;
    comparison->excess = in_order_of_doubles(excess);
}

bool figure_compare(struct comparison *comparison, const struct figure *figure,
                    const struct figure *total, const struct measure *measure, struct error *error)
{
    const struct limit *limit = measure->limit;
    int64_t value = figure->fresh, bound, excess;

    *comparison = (struct comparison){.is_exact = figure->is_exact};
    if (measure_is_ratio(measure)) {
        compare_ratio(comparison, figure, limit);
        return true;
    }
    if (limit->is_growth && subtract_overflows(&value, figure->old))
        return too_large(measure, error);
    bound = bound_of(&limit->bound, limit->is_growth ? magnitude(figure->old) : total->fresh);
    excess = value;
    if (subtract_overflows(&excess, bound))
        excess = value > bound ? INT64_MAX : INT64_MIN;
    comparison->fresh.count = figure->fresh;
    comparison->old.count = figure->old;
    comparison->value.count = value;
    comparison->bound.count = bound;
    comparison->excess = excess;
    return true;
}

/* In doubles, as good as a limit on what is small has to be. */
static bool ratio_is_small(const struct figure *figure, const struct figure *total,
                           const struct measure *measure, const struct bound *least)
{
    const struct event *event = &measure->events->list[measure->metric.event];
    double growth =
        ratio_dividend(&figure->fresh_ratio, event) - ratio_dividend(&figure->old_ratio, event);
    double bound = least->number;

    if (least->kind == BOUND_PERCENT)
        bound *= fabs(ratio_dividend(&total->old_ratio, event)) / 100;
    return fabs(growth) < bound;
}

bool figure_is_small(const struct figure *figure, const struct figure *total,
                     const struct measure *measure, const struct bound *least)
{
    int64_t growth = figure->fresh;

    if (measure_is_ratio(measure))
        return ratio_is_small(figure, total, measure, least);
    return !subtract_overflows(&growth, figure->old) &&
           magnitude(growth) < bound_least(least, magnitude(total->old));
}

bool comparison_is_sure(const struct comparison *comparison, const struct measure *measure)
{
    return comparison->is_exact ||
           (comparison->excess > 0 && !measure->limit->is_growth && !measure_is_ratio(measure));
}
