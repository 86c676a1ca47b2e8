/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_STACKS_H
#define QUERN_PROFILE_STACKS_H

/*
 * What was spent with which functions on the stack, where a profile says that: a ledger whose
 * rows are stacks, each a function below another stack. Counts are how often the function ran
 * there, costs what it spent itself. A stack's id is larger than that of the one above it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/profile.h"

struct stack {
    uint32_t above; /* the stack that called the function; NO_ID: it is a root */
    function_id function;
};

static inline struct stack profile_stack(const struct profile *profile, uint32_t id)
{
    const struct map_key *stack = &profile->ledgers[STACKS].map.keys[id];

    return (struct stack){.above = (uint32_t)stack->from, .function = (function_id)stack->to};
}

/* Forgets all stacks, and keeps none, since some of what was read does not say them. */
void profile_lose_stacks(struct profile *profile);

/*
 * Whether the stacks are those of all that was read: they were kept, no input contradicted them,
 * and what they cost is what all places did.
 */
bool profile_knows_stacks(const struct profile *profile);

/*
 * A log of invocations, from which stacks are made. Xdebug writes a block for each invocation once
 * it has returned, so that those that it called come before it, and each block lists what was
 * called, in order. Read from the last to the first, a block that lists k calls is followed by
 * those that it called, the last of them first: a stack of what is still expected tells whose each
 * one is. A block that nobody expects is a root: the block of its caller was never written, or it
 * has none.
 *
 * What is read is kept as a log of bytes, from 6 to 10 for a block, until its end is known.
 */

/* A call as the caller's block lists it. */
struct logged_call {
    uint32_t function;
    int64_t cost; /* inclusive, of the first event, as it was recorded */
};

/* An invocation. */
struct logged_block {
    uint32_t function;
    const int64_t *costs; /* its self cost, by event; those left out at the end were not given */
    const struct logged_call *calls; /* in the order in which their blocks came */
    size_t n_costs, n_calls;
};

/* {0} is an empty log. */
struct stack_log {
    unsigned char *bytes;
    size_t length, capacity;
};

void stack_log_add(struct stack_log *log, const struct logged_block *block);

/* How the log is read. */
struct log_reading {
    const uint32_t *columns; /* by event of a block: that of the table */
    /* Whether a call of one function may lead to a block of another. */
    bool (*is_callee)(const void *context, uint32_t called, uint32_t found);
    const void *context;
};

/*
 * Adds the stacks of all blocks to the table and empties the log. False where the blocks contradict
 * each other: calls whose blocks are missing or of other functions, or cost something else than
 * was recorded, by more than its rounding; or where a sum does not fit into 64 bits. The table
 * holds some of them then.
 */
bool stack_log_settle(struct stack_log *log, const struct log_reading *reading,
                      struct ledger *stacks);

void stack_log_free(struct stack_log *log);

#endif
