/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/stacks.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"

void profile_lose_stacks(struct profile *profile)
{
    ledger_free(&profile->ledgers[STACKS]);
    costs_init(&profile->ledgers[STACKS].costs, profile->events.n_recorded);
    profile->keep.stacks = false;
}

/* Adds up a column. False where the sum does not fit into 64 bits. */
static bool add_up_column(const struct costs *costs, size_t event, int64_t *sum)
{
    bool overflows = false;

    *sum = 0;
    for (size_t row = 0; row < costs->n_rows; row++)
        overflows |= add_overflows(sum, costs_sum(costs, costs_row(costs, row), event));
    return !overflows;
}

bool profile_knows_stacks(const struct profile *profile)
{
    if (!profile->keep.stacks || profile->ledgers[STACKS].map.count == 0)
        return false;
    for (size_t event = 0; event < profile->events.n_recorded; event++) {
        int64_t stacks, places;
        if (!add_up_column(&profile->ledgers[STACKS].costs, event, &stacks) ||
            !add_up_column(&profile->ledgers[PLACES].costs, event, &places) || stacks != places)
            return false;
    }
    return true;
}

/*
 * A block is written as its calls, from the first to the last, each its cost and its function; if
 * it has any, how many bytes these are; its costs, from the last to the first; their number; the
 * number of calls; the function. So reading backwards meets what is needed first.
 */

/* The most bytes of a number. */
enum { NUMBER_LENGTH = 10 };

/*
 * Writes seven bits a byte, the lowest first. All but the first byte have the top bit: the one
 * without it ends a number that is read backwards.
 */
static void put(struct stack_log *log, uint64_t number)
{
    unsigned char *at = log->bytes + log->length;

    *at++ = number & 0x7f;
    while ((number >>= 7) != 0)
        *at++ = (number & 0x7f) | 0x80;
    log->length = (size_t)(at - log->bytes);
}

/* Numbers near 0 are short, whatever their sign. */
static void put_signed(struct stack_log *log, int64_t number)
{
    put(log, (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0));
}

static uint64_t get(const unsigned char **at)
{
    uint64_t number = 0;
    unsigned char byte;

    do {
        byte = *--*at;
        number = number << 7 | (byte & 0x7f);
    } while ((byte & 0x80) != 0);
    return number;
}

static int64_t get_signed(const unsigned char **at)
{
    uint64_t number = get(at);

    return (int64_t)(number >> 1 ^ (0 - (number & 1)));
}

void stack_log_add(struct stack_log *log, const struct logged_block *block)
{
    size_t most = NUMBER_LENGTH * (4 + block->n_costs + 2 * block->n_calls), begin = log->length;

    if (log->capacity - begin < most)
        log->bytes = memory_grow(log->bytes, &log->capacity, begin + most, 1);
    for (size_t i = 0; i < block->n_calls; i++) {
        put_signed(log, block->calls[i].cost);
        put(log, block->calls[i].function);
    }
    if (block->n_calls != 0)
        put(log, log->length - begin);
    for (size_t i = block->n_costs; i > 0; i--)
        put_signed(log, block->costs[i - 1]);
    put(log, block->n_costs);
    put(log, block->n_calls);
    put(log, block->function);
}

void stack_log_free(struct stack_log *log)
{
    free(log->bytes);
    *log = (struct stack_log){0};
}

/* A block that expects the blocks of some of its calls. */
struct expecting {
    const unsigned char *calls; /* in the log, after the last of them */
    size_t n_calls;
    uint32_t stack;
    int64_t cost, count; /* of it and what it called so far: the first event, and invocations */
    int64_t recorded;    /* what its caller says that it cost */
};

/* The stacks that were gathered so far, and the blocks that are expected. */
struct gathering {
    const struct log_reading *reading;
    struct ledger *stacks;
    const uint32_t *columns;     /* by event of a block: that of the stacks; NULL: the same */
    struct expecting *expecting; /* the innermost last */
    size_t count, capacity;
};

/* Takes the last call that the innermost block expects. False where it is of another function. */
static bool take_call(struct gathering *gathering, uint32_t function, int64_t *recorded)
{
    struct expecting *caller = &gathering->expecting[gathering->count - 1];
    const struct log_reading *reading = gathering->reading;

    uint32_t called = (uint32_t)get(&caller->calls);
    *recorded = get_signed(&caller->calls);
    caller->n_calls--;
    return called == function || reading->is_callee(reading->context, called, function);
}

/* Finds the stack of a block. */
static uint32_t find_stack(const struct gathering *gathering, uint32_t function)
{
    bool is_root = gathering->count == 0;
    uint32_t above = is_root ? NO_ID : gathering->expecting[gathering->count - 1].stack;

    return ledger_add(gathering->stacks, above, function);
}

/*
 * Checks the cost of the innermost block, which is known with all below it: it has to be what its
 * caller says, except for the rounding of each figure.
 */
static bool finish(struct gathering *gathering)
{
    const struct expecting *done = &gathering->expecting[--gathering->count];
    int64_t difference = done->recorded;

    if (gathering->count == 0)
        return true;
    struct expecting *caller = &gathering->expecting[gathering->count - 1];
    return !subtract_overflows(&difference, done->cost) && magnitude(difference) <= done->count &&
           !add_overflows(&caller->cost, done->cost) && !add_overflows(&caller->count, done->count);
}

/* Reads a block's own costs into the row of its stack. */
static bool read_costs(struct gathering *gathering, const unsigned char **at, uint32_t stack,
                       int64_t *first)
{
    struct costs *costs = &gathering->stacks->costs;
    int64_t *row = costs_row(costs, stack);
    bool overflows = false;
    uint64_t n_costs = get(at);

    for (size_t i = 0; i < n_costs; i++) {
        int64_t cost = get_signed(at);
        size_t column = gathering->columns == NULL ? i : gathering->columns[i];
        overflows |= costs_add_overflows(costs, row, column, cost);
        *first = i == 0 ? cost : *first;
    }
    return !overflows;
}

/* Reads the block that ends at *at. */
static bool read_block(struct gathering *gathering, const unsigned char **at)
{
    uint32_t function = (uint32_t)get(at);
    struct expecting block = {.n_calls = (size_t)get(at), .count = 1};

    if (gathering->count != 0 && !take_call(gathering, function, &block.recorded))
        return false;
    block.stack = find_stack(gathering, function);
    if (!read_costs(gathering, at, block.stack, &block.cost) ||
        add_overflows(&gathering->stacks->counts[block.stack], 1))
        return false;
    if (block.n_calls != 0) {
        size_t length = (size_t)get(at);
        block.calls = *at;
        *at -= length;
    }
    ARRAY_ADD(gathering->expecting, gathering->count, gathering->capacity, block);
    while (gathering->count != 0 && gathering->expecting[gathering->count - 1].n_calls == 0)
        if (!finish(gathering))
            return false;
    return true;
}

/* Reads all blocks, from the last to the first. */
static bool gather(const struct stack_log *log, struct gathering *gathering)
{
    const unsigned char *at = log->bytes + log->length;
    bool is_done = true;

    while (is_done && at > log->bytes)
        is_done = read_block(gathering, &at);
    is_done = is_done && gathering->count == 0;
    free(gathering->expecting);
    return is_done;
}

bool stack_log_settle(struct stack_log *log, const struct log_reading *reading,
                      struct ledger *stacks)
{
    struct gathering gathering = {
        .reading = reading, .stacks = stacks, .columns = reading->columns};
    bool is_done = gather(log, &gathering);

    stack_log_free(log);
    return is_done;
}
