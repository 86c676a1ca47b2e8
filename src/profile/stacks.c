/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/stacks.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"

/* A stack is a pair, from 0 for a root and else from the id and 1 of the stack above. */
struct stack stacks_get(const struct call_table *stacks, uint32_t id)
{
    const struct map_key *pair = &stacks->pairs.keys[id];

    return (struct stack){.above = (uint32_t)pair->from == 0 ? NO_ID : (uint32_t)pair->from - 1,
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
    if (!profile->keep.stacks || profile->lacks_stacks || profile->stacks.pairs.count == 0)
        return false;
    for (size_t event = 0; event < profile->events.n_recorded; event++) {
        int64_t stacks, places;
        if (!add_up_column(&profile->stacks.costs, event, &stacks) ||
            !add_up_column(&profile->by_place.self, event, &places) || stacks != places)
            return false;
    }
    return true;
}

/* With fewer bytes, blocks are not put together before the end. */
enum { LARGE_LOG = 32 * 1024 * 1024 };

/*
 * A block is written as its calls, from the first to the last, each its cost and its function; if
 * it has any, how many bytes these are; its costs, from the last to the first; their number; its
 * count, if that is not 1; the number of calls twice, and 1 more if there is a count; the function.
 * So reading backwards meets what is needed first.
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
    size_t most = NUMBER_LENGTH * (5 + block->n_costs + 2 * block->n_calls), begin = log->length;

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
    if (block->count != 1)
        put_signed(log, block->count);
    put(log, (uint64_t)block->n_calls << 1 | (block->count != 1));
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
    struct call_table *stacks;
    const uint32_t *columns; /* by event of a block: that of the stacks; NULL: the same */
    bool are_roots_apart;    /* each root has a stack of its own */
    uint32_t n_roots;
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

/* Finds the stack of a block. A root apart from others has its number beside the function. */
static uint32_t find_stack(struct gathering *gathering, uint32_t function)
{
    struct call_table *stacks = gathering->stacks;

    if (gathering->count != 0)
        return call_table_add(stacks, gathering->expecting[gathering->count - 1].stack + 1,
                              function);
    uint64_t number = gathering->are_roots_apart ? gathering->n_roots++ : 0;
    return call_table_add(stacks, 0, number << 32 | function);
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
    uint64_t n_calls = get(at);
    struct expecting block = {.n_calls = (size_t)(n_calls >> 1),
                              .count = (n_calls & 1) != 0 ? get_signed(at) : 1};

    if (gathering->count != 0 && !take_call(gathering, function, &block.recorded))
        return false;
    block.stack = find_stack(gathering, function);
    if (!read_costs(gathering, at, block.stack, &block.cost) ||
        add_overflows(&gathering->stacks->counts[block.stack], block.count))
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
                      struct call_table *stacks)
{
    struct gathering gathering = {
        .reading = reading, .stacks = stacks, .columns = reading->columns};
    bool is_done = gather(log, &gathering);

    stack_log_free(log);
    return is_done;
}

/* Stacks that are to be written as a log again. */
struct joined {
    const struct call_table *stacks;
    uint32_t *ids;   /* by the stack above, and 1: those below it */
    size_t *begin;   /* of these, */
    uint32_t *order; /* and all of them: each before those below it, these from last to first */
    int64_t *totals; /* by stack: the first event, with all below */
};

static void find_order(struct joined *joined)
{
    size_t count = joined->stacks->pairs.count, n_waiting = 0, n_done = 0;
    uint32_t *waiting = memory_alloc(count, sizeof *waiting);

    joined->ids = map_sort(&joined->stacks->pairs, MAP_FROM, count + 1, &joined->begin);
    joined->order = memory_alloc(count, sizeof *joined->order);
    /* Roots were met from the last to the first, and keep that order. */
    for (size_t i = joined->begin[1]; i > 0; i--)
        waiting[n_waiting++] = joined->ids[i - 1];
    while (n_waiting != 0) {
        uint32_t stack = waiting[--n_waiting];
        joined->order[n_done++] = stack;
        for (size_t i = joined->begin[stack + 1]; i < joined->begin[stack + 2]; i++)
            waiting[n_waiting++] = joined->ids[i];
    }
    free(waiting);
}

/* Adds up the first event with all below. False where a sum does not fit. */
static bool add_up_totals(struct joined *joined)
{
    const struct call_table *stacks = joined->stacks;
    bool overflows = false;

    joined->totals = memory_alloc(stacks->pairs.count, sizeof *joined->totals);
    for (size_t id = stacks->pairs.count; id > 0; id--) {
        uint32_t from = (uint32_t)stacks->pairs.keys[id - 1].from;
        overflows |= add_overflows(&joined->totals[id - 1],
                                   costs_sum(&stacks->costs, costs_row(&stacks->costs, id - 1), 0));
        if (from != 0)
            overflows |= add_overflows(&joined->totals[from - 1], joined->totals[id - 1]);
    }
    return !overflows;
}

static size_t n_given(const struct costs *costs, const int64_t *row)
{
    size_t count = costs->n_events;

    while (count != 0 && !costs_is_given(row, count - 1))
        count--;
    return count;
}

static uint32_t function_of(const struct call_table *stacks, uint32_t id)
{
    return (uint32_t)stacks->pairs.keys[id].to;
}

/* Writes stacks as blocks, what a stack calls before it. */
static void write_joined(const struct joined *joined, struct stack_log *log)
{
    const struct call_table *stacks = joined->stacks;

    for (size_t i = stacks->pairs.count; i > 0; i--) {
        uint32_t id = joined->order[i - 1];
        const int64_t *row = costs_row(&stacks->costs, id);
        struct logged_block block = {.function = function_of(stacks, id),
                                     .count = stacks->counts[id],
                                     .costs = row + stacks->costs.n_marks,
                                     .n_costs = n_given(&stacks->costs, row)};
        size_t begin = joined->begin[id + 1], end = joined->begin[id + 2];
        struct logged_call *calls = memory_alloc(end - begin, sizeof *calls);
        for (size_t k = begin; k < end; k++) {
            uint32_t below = joined->ids[k];
            calls[k - begin] =
                (struct logged_call){function_of(stacks, below), joined->totals[below]};
        }
        block.calls = calls;
        block.n_calls = end - begin;
        stack_log_add(log, &block);
        free(calls);
    }
}

bool stack_log_shrink(struct stack_log *log, const struct log_reading *reading, size_t least)
{
    struct call_table stacks = {0};
    struct joined joined = {.stacks = &stacks};

    if (log->length < (least != 0 ? least : LARGE_LOG) || log->length / 2 < log->joined_length)
        return true;
    costs_init(&stacks.costs, reading->n_events);
    struct gathering gathering = {.reading = reading, .stacks = &stacks, .are_roots_apart = true};
    bool is_done = gather(log, &gathering) && add_up_totals(&joined);
    stack_log_free(log);
    if (is_done) {
        find_order(&joined);
        write_joined(&joined, log);
        log->joined_length = log->length;
    }
    free(joined.ids);
    free(joined.begin);
    free(joined.order);
    free(joined.totals);
    call_table_free(&stacks);
    return is_done;
}
