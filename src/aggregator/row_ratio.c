/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/row_ratio.h"

#include "profile/costs.h"
#include "profile/events.h"

struct row_ratio row_ratio_of(const struct event *event, struct row_costs costs, size_t row,
                              bool is_difference)
{
    struct row_ratio of_row = {0};
    struct ratio ratio = {0};

    if ((costs.is_exact != NULL && !costs.is_exact[row]) || (is_difference && costs.old == NULL))
        return of_row;
    if (is_difference) {
        ratio_add(&ratio, event, costs.old, costs_row(costs.old, row));
        of_row.has_was = ratio_value(&ratio, &of_row.was);
    }
    ratio_add(&ratio, event, costs.costs, costs_row(costs.costs, row));
    of_row.has_now = ratio_value(&ratio, &of_row.now);
    return of_row;
}
