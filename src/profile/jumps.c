/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/jumps.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/number.h"

static bool add(int64_t *sum, int64_t value, bool is_subtracted)
{
    return is_subtracted ? subtract_overflows(sum, value) : add_overflows(sum, value);
}

bool jumps_add_overflows(struct jumps *jumps, struct jump jump, const struct jump_counts *counts,
                         bool is_subtracted)
{
    uint64_t scope = (uint64_t)jump.to.file << 32 | jump.to.function;
    uint64_t position = (uint64_t)jump.to.course << 32 | jump.to.position;
    uint32_t target = index_add(&jumps->targets, scope, position);
    size_t known = jumps->pairs.count;
    uint32_t id = pairs_add(&jumps->pairs, jump.from, target);

    if (id == known) {
        ARRAY_GROW(jumps->counts, id, jumps->capacity);
        jumps->counts[id] = (struct jump_counts){0};
    }
    struct jump_counts *sums = &jumps->counts[id];
    bool overflows = add(&sums->unconditional, counts->unconditional, is_subtracted);
    overflows |= add(&sums->followed, counts->followed, is_subtracted);
    overflows |= add(&sums->executed, counts->executed, is_subtracted);
    return overflows;
}

struct jump jumps_get(const struct jumps *jumps, size_t id)
{
    const struct pair *pair = &jumps->pairs.list[id];
    const struct index_key *target = &jumps->targets.keys[pair->to];

    return (struct jump){.from = pair->from,
                         .to = {.file = (uint32_t)(target->high >> 32),
                                .function = (uint32_t)target->high,
                                .position = (uint32_t)target->low,
                                .course = (enum jump_course)(target->low >> 32)}};
}

void jumps_free(struct jumps *jumps)
{
    index_free(&jumps->targets);
    pairs_free(&jumps->pairs);
    free(jumps->counts);
    *jumps = (struct jumps){0};
}
