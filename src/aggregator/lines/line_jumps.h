/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LINES_LINE_JUMPS_H
#define QUERN_AGGREGATOR_LINES_LINE_JUMPS_H

/*
 * The jumps that listed lines or instructions make. A branch may be recorded in several pieces, one
 * for each block of code that it ends: they are added up. Of a block after which it never jumped
 * Callgrind writes nothing, so that it may have been executed more often than is recorded; how
 * often is what the instruction cost in executed instructions, where these were counted.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/lines/line_costs.h"
#include "base/error.h"
#include "profile/jumps.h"

/* The jumps from one line or instruction to another. */
struct listed_jump {
    uint32_t from; /* its id in the listing */
    file_id file;  /* where it leads to, as far as that is recorded */
    struct position to;
    symbol_id function; /* another function, or NO_ID */
    enum jump_course course;
    struct jump_counts counts;
    bool is_bound; /* a condition may have been looked at more often than is counted */
};

/* {0} is empty. */
struct line_jumps {
    struct listed_jump
        *list;     /* by the id of what they are from, those first that were taken most */
    size_t *begin; /* by that id: where its jumps begin, up to those of the next one */
    size_t count, capacity;
};

/*
 * Adds up those of a listing whose profile has jumps. False when a sum does not fit into 64 bits;
 * line_jumps_free() in any case.
 */
bool line_jumps_create(struct line_jumps *jumps, const struct line_costs *listing,
                       const struct listed_side *side, struct listed_code code,
                       struct error *error);
void line_jumps_free(struct line_jumps *jumps);

/* How often a jump was taken. */
static inline int64_t listed_jump_taken(const struct listed_jump *jump)
{
    return jump->counts.followed != 0 ? jump->counts.followed : jump->counts.unconditional;
}

#endif
