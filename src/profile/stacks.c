/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/stacks.h"

#include "base/number.h"

/* As a pair: from 0 for a root, else from the id and 1 of the stack above. */
struct stack stacks_get(const struct call_table *stacks, uint32_t id)
{
    const struct pair *pair = &stacks->pairs.list[id];

    return (struct stack){.above = pair->from == 0 ? NO_ID : pair->from - 1,
                          .function = (function_id)pair->to};
}

uint32_t stacks_add(struct call_table *stacks, struct stack stack)
{
    return call_table_add(stacks, stack.above == NO_ID ? 0 : stack.above + 1, stack.function);
}

void profile_lose_stacks(struct profile *profile)
{
    call_table_free(&profile->stacks);
    costs_init(&profile->stacks.costs, profile->events.n_recorded);
    profile->lacks_stacks = true;
}

/* The sum of a column; false where it does not fit into 64 bits. */
static bool add_up(const struct costs *costs, size_t event, int64_t *sum)
{
    bool overflows = false;

    *sum = 0;
    for (size_t row = 0; row < costs->n_rows; row++)
        overflows |= add_overflows(sum, costs_sum(costs, costs_row(costs, row), event));
    return !overflows;
}

bool profile_knows_stacks(const struct profile *profile)
{
    if (!profile->keep.stacks || profile->lacks_stacks || profile->stacks.pairs.count == 0)
        return false;
    for (size_t event = 0; event < profile->events.n_recorded; event++) {
        int64_t stacks, places;
        if (!add_up(&profile->stacks.costs, event, &stacks) ||
            !add_up(&profile->by_place.self, event, &places) || stacks != places)
            return false;
    }
    return true;
}
