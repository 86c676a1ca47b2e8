/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/costs.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static size_t marks_for(size_t n_events)
{
    return (n_events + 63) / 64;
}

void costs_init(struct costs *costs, size_t n_events)
{
    *costs = (struct costs){.n_events = n_events,
                            .n_marks = marks_for(n_events),
                            .stride = marks_for(n_events) + n_events};
}

void costs_free(struct costs *costs)
{
    free(costs->cells);
    *costs = (struct costs){0};
}

void costs_reserve(struct costs *costs, size_t n_rows)
{
    size_t wanted = n_rows * costs->stride;

    if (wanted > costs->capacity || costs->cells == NULL)
        costs->cells = memory_grow(costs->cells, &costs->capacity, wanted, sizeof *costs->cells);
}

void costs_ensure(struct costs *costs, size_t n_rows)
{
    if (n_rows <= costs->n_rows)
        return;
    size_t used = costs->n_rows * costs->stride;
    size_t wanted = n_rows * costs->stride;
    costs_reserve(costs, n_rows);
    if (wanted > used)
        memset(costs->cells + used, 0, (wanted - used) * sizeof *costs->cells);
    costs->n_rows = n_rows;
}

void costs_widen(struct costs *costs, size_t n_events)
{
    struct costs wide;

    costs_init(&wide, n_events);
    costs_ensure(&wide, costs->n_rows);
    for (size_t i = 0; i < costs->n_rows && costs->n_events != 0; i++) {
        const int64_t *from = costs_row(costs, i);
        int64_t *to = costs_row(&wide, i);
        memcpy(to, from, costs->n_marks * sizeof *to);
        memcpy(to + wide.n_marks, from + costs->n_marks, costs->n_events * sizeof *to);
    }
    costs_free(costs);
    *costs = wide;
}

/* Adds a row to another or subtracts it. What either had given is given in the result. */
static inline bool combine_rows(const struct costs *costs, int64_t *row, const int64_t *other,
                                bool is_subtracted)
{
    bool overflows = false;

    for (size_t i = 0; i < costs->n_marks; i++)
        row[i] |= other[i];
    for (size_t i = costs->n_marks; i < costs->stride; i++)
        overflows |= is_subtracted ? subtract_saturated(&row[i], other[i])
                                   : add_saturated(&row[i], other[i]);
    return overflows;
}

bool costs_add_row_overflows(const struct costs *costs, int64_t *row, const int64_t *added)
{
    return combine_rows(costs, row, added, false);
}

void costs_raise(const struct costs *costs, int64_t *row, const int64_t *other)
{
    for (size_t event = 0; event < costs->n_events; event++)
        if (costs_is_given(other, event) &&
            (!costs_is_given(row, event) ||
             costs_sum(costs, other, event) > costs_sum(costs, row, event)))
            costs_set(costs, row, event, costs_sum(costs, other, event));
}

bool costs_combine_overflows(struct costs *costs, size_t id, const int64_t *row, bool is_subtracted)
{
    costs_ensure(costs, id + 1);
    return combine_rows(costs, costs_row(costs, id), row, is_subtracted);
}
