/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/lines/line_costs.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/number.h"

/* Compares all that a listing tells jumps apart by: everything but how often. */
static int by_ends(const void *left, const void *right)
{
    const struct listed_jump *a = left, *b = right;
    const uint64_t keys[][2] = {{a->from, b->from},         {a->to.address, b->to.address},
                                {a->file, b->file},         {a->to.line, b->to.line},
                                {a->function, b->function}, {a->course, b->course}};
    int order = 0;

    for (size_t i = 0; order == 0 && i < ARRAY_LENGTH(keys); i++)
        order = number_compare(keys[i][0], keys[i][1]);
    return order;
}

static int by_count(const void *left, const void *right)
{
    const struct listed_jump *a = left, *b = right;
    int order = number_compare(a->from, b->from);

    if (order == 0)
        order = number_compare((uint64_t)listed_jump_taken(b), (uint64_t)listed_jump_taken(a));
    return order != 0 ? order : by_ends(left, right);
}

/* The jumps from what is listed, as they were recorded. */
static void take(struct line_jumps *jumps, const struct line_costs *listing,
                 const struct listed_side *side, struct listed_code code)
{
    const struct profile *profile = side->inclusive->rows->profile;
    struct id_range all = {.count = profile->ledgers[JUMPS].map.count};

    if (side->sorted != NULL && code.row != NO_ID)
        all = ids_of_row(&side->sorted->jumps, code.row);
    for (size_t i = 0; i < all.count; i++) {
        uint32_t id = id_range_get(all, i);
        struct jump jump = profile_jump(profile, id);
        uint32_t from = line_costs_find(listing, side, code, jump.from);
        if (from == NO_ID)
            continue;
        ARRAY_ADD(jumps->list, jumps->count, jumps->capacity,
                  (struct listed_jump){.from = from,
                                       .file = jump.to.file,
                                       .to = profile_position(profile, jump.to.position),
                                       .function = jump.to.function,
                                       .course = jump.to.course,
                                       .counts = *profile_jump_counts(profile, id)});
    }
}

static bool add_counts_overflows(struct jump_counts *sums, const struct jump_counts *counts)
{
    bool overflows = add_saturated(&sums->unconditional, counts->unconditional);

    overflows |= add_saturated(&sums->followed, counts->followed);
    return add_saturated(&sums->executed, counts->executed) || overflows;
}

/* Joins the records of each jump into one. True when a sum does not fit. */
static bool join(struct line_jumps *jumps)
{
    bool overflows = false;
    size_t kept = 0;

    for (size_t i = 0; i < jumps->count; i++) {
        if (kept != 0 && by_ends(&jumps->list[kept - 1], &jumps->list[i]) == 0)
            overflows |=
                add_counts_overflows(&jumps->list[kept - 1].counts, &jumps->list[i].counts);
        else
            jumps->list[kept++] = jumps->list[i];
    }
    jumps->count = kept;
    return overflows;
}

/* Returns the column of executed instructions; NO_ID where they were not counted. */
static uint32_t find_executions(const struct events *events)
{
    for (uint32_t event = 0; event < events->n_recorded; event++)
        if (text_equal(events->list[event].name, TEXT("Ir")))
            return event;
    return NO_ID;
}

/*
 * Callgrind writes a conditional jump as unconditional if its block only continues at the target;
 * but an instruction is either one or the other.
 */
static void take_all_as_conditional(struct jump_counts *counts)
{
    int64_t followed = counts->followed;

    if (!add_overflows(&followed, counts->unconditional)) {
        counts->followed = followed;
        counts->unconditional = 0;
    }
}

/* Counts how often conditions were looked at, which is known of instructions alone. */
static void count_executions(struct line_jumps *jumps, const struct line_costs *listing,
                             const struct events *events)
{
    uint32_t event = find_executions(events);

    for (size_t i = 0; i < jumps->count; i++) {
        struct listed_jump *jump = &jumps->list[i];
        if (jump->counts.executed == 0)
            continue;
        if (listing->homes != NULL)
            take_all_as_conditional(&jump->counts);
        const int64_t *cost = costs_row(&listing->self, jump->from);
        jump->is_bound = listing->homes == NULL || event == NO_ID || !costs_is_given(cost, event);
        if (!jump->is_bound && costs_sum(&listing->self, cost, event) > jump->counts.executed)
            jump->counts.executed = costs_sum(&listing->self, cost, event);
    }
}

void line_jumps_create(struct line_jumps *jumps, const struct line_costs *listing,
                       const struct listed_side *side, struct listed_code code)
{
    *jumps = (struct line_jumps){0};
    take(jumps, listing, side, code);
    ARRAY_SORT(jumps->list, jumps->count, by_ends);
    profile_note_overflow(side->inclusive->rows->profile, join(jumps));
    ARRAY_SORT(jumps->list, jumps->count, by_count);
    count_executions(jumps, listing, &side->inclusive->rows->profile->events);
    jumps->begin = memory_alloc(listing->ids.count + 1, sizeof *jumps->begin);
    for (size_t i = 0; i < jumps->count; i++)
        jumps->begin[jumps->list[i].from + 1]++;
    for (size_t id = 0; id < listing->ids.count; id++)
        jumps->begin[id + 1] += jumps->begin[id];
}

void line_jumps_free(struct line_jumps *jumps)
{
    free(jumps->list);
    free(jumps->begin);
    *jumps = (struct line_jumps){0};
}
