/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_STACKS_H
#define QUERN_PROFILE_STACKS_H

/*
 * What was spent with which functions on the stack, where a profile tells that: a call_table whose
 * rows are stacks, each a function below another stack. Counts are how often the function ran
 * there, costs what it spent itself. A stack's id is larger than that of the one above it.
 */

#include <stdbool.h>
#include <stdint.h>

#include "profile/profile.h"

struct stack {
    uint32_t above; /* the stack that called the function; NO_ID: it is a root */
    function_id function;
};

struct stack stacks_get(const struct call_table *stacks, uint32_t id);

/* The id of a stack, made if it is not there. */
uint32_t stacks_add(struct call_table *stacks, struct stack stack);

static inline struct stack profile_stack(const struct profile *profile, uint32_t id)
{
    return stacks_get(&profile->stacks, id);
}

static inline uint32_t profile_add_stack(struct profile *profile, struct stack stack)
{
    return stacks_add(&profile->stacks, stack);
}

/* Nothing is known of stacks any more: some of what was read does not tell them. */
void profile_lose_stacks(struct profile *profile);

/*
 * Whether the stacks are those of all that was read: they were kept, no input contradicted them,
 * and what they cost is what all places did.
 */
bool profile_knows_stacks(const struct profile *profile);

#endif
