/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_JUMPS_H
#define QUERN_PROFILE_JUMPS_H

/*
 * Jumps: from a spot, to a position in a file, and how often. They cost nothing and are kept where
 * they are asked for: see struct keep.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/index.h"
#include "base/kinds.h"

/* How often a jump was taken; of conditional ones also how often it was come to. */
struct jump_counts {
    int64_t unconditional;
    int64_t followed, executed; /* of conditional ones: followed, of how many executions */
};

/* Of a jump that was never executed, or no more often than before, in a difference. */
static inline bool jump_counts_are_zero(const struct jump_counts *counts)
{
    return counts->unconditional == 0 && counts->followed == 0 && counts->executed == 0;
}

/* Where a jump leads to. */
struct jump_target {
    uint32_t file;           /* file id */
    uint32_t function;       /* symbol id of another function than that of the jump; else NO_ID */
    uint32_t position;       /* id in the index of positions of the profile */
    enum jump_course course; /* by line, where addresses are not known */
};

struct jump {
    uint32_t from; /* spot */
    struct jump_target to;
};

/* {0} is empty. */
struct jumps {
    struct index targets;       /* (file and function, position and course) */
    struct pairs pairs;         /* (spot, target): one jump for each */
    struct jump_counts *counts; /* by jump */
    size_t capacity;
};

/* Adds the counts to those of the jump, or takes them from it. True when a sum does not fit. */
bool jumps_add_overflows(struct jumps *jumps, struct jump jump, const struct jump_counts *counts,
                         bool is_subtracted);

struct jump jumps_get(const struct jumps *jumps, size_t id);

void jumps_free(struct jumps *jumps);

#endif
