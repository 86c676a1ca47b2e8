/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/ratios.h"

#include "profile/events.h"

bool event_is_ratio(const struct event *event)
{
    return event->divisor != NULL;
}

/* In percent where the name ends in that. */
static int scale_of(const struct event *event)
{
    return event->name.length != 0 && event->name.at[event->name.length - 1] == '%' ? 100 : 1;
}

/* What is not given counts 0, as where it ends a line of the format. */
static void add_products(struct wide *sum, const struct event *event, const struct factor *factors,
                         int64_t scale, const struct costs *costs, const int64_t *row)
{
    for (size_t i = 0; i < event->n_columns; i++)
        if (factors[i].times != 0 && costs_is_given(row, i))
            wide_add_product(sum, scale * factors[i].times, costs_sum(costs, row, i));
}

void ratio_add(struct ratio *ratio, const struct event *event, const struct costs *costs,
               const int64_t *row)
{
    add_products(&ratio->dividend, event, event->factors, scale_of(event), costs, row);
    add_products(&ratio->divisor, event, event->divisor, 1, costs, row);
}

void ratio_join(struct ratio *ratio, const struct ratio *other)
{
    wide_add(&ratio->dividend, other->dividend);
    wide_add(&ratio->divisor, other->divisor);
}

double ratio_dividend(const struct ratio *ratio, const struct event *event)
{
    return wide_to_double(ratio->dividend) / scale_of(event);
}

bool ratio_value(const struct ratio *ratio, double *value)
{
    *value = 0;
    if (wide_is_zero(ratio->divisor))
        return false;
    *value = wide_to_double(ratio->dividend) / wide_to_double(ratio->divisor);
    return true;
}
