/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/stacks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(stacks, .init = temporary_enter, .fini = temporary_leave);

#define HEAD "creator: xdebug 2.9.8 (PHP 7.4.33)\nevents: T\n\n"
#define FN(name, cost) "fl=a\nfn=" name "\n1 " cost "\n"
#define CALL(callee, cost) "cfl=a\ncfn=" callee "\ncalls=1 0 0\n1 " cost "\n"

/* g is called by f, and by m. */
static const char program[] = HEAD FN("g", "1") "\n" FN("f", "2")
    CALL("g", "1") "\n" FN("g", "4") "\n" FN("m", "8") CALL("f", "3") CALL("g", "4") "\n";

Test(stacks, of_a_parent_have_the_smaller_id)
{
    struct parsed parsed;

    parsed_read(&parsed, program);
    cr_assert(profile_knows_stacks(&parsed.profile));
    cr_assert_eq(parsed.profile.ledgers[STACKS].map.count, 4);
    for (uint32_t id = 0; id < 4; id++) {
        struct stack stack = profile_stack(&parsed.profile, id);
        cr_expect(stack.above == NO_ID ? id == 0 : stack.above < id);
        cr_expect_eq(map_find(&parsed.profile.ledgers[STACKS].map, stack.above, stack.function),
                     id);
    }
    parsed_free(&parsed);
}

Test(stacks, are_lost_in_a_difference)
{
    struct parsed parsed, other;
    const struct symbol_maps same = {0};

    parsed_read(&parsed, program);
    parsed_read_beside(&other, &parsed, program);
    cr_assert(profile_subtract(&parsed.profile, &other.profile, &same, &parsed.error));
    cr_expect_not(profile_knows_stacks(&parsed.profile));
    other.symbols.objects = NULL; /* the other one's */
    parsed_free(&other);
    parsed_free(&parsed);
}

Test(stacks, have_to_cost_what_places_do)
{
    struct parsed parsed;

    parsed_read(&parsed, program);
    costs_set(&parsed.profile.ledgers[PLACES].costs,
              costs_row(&parsed.profile.ledgers[PLACES].costs, 0), 0, 99);
    cr_expect_not(profile_knows_stacks(&parsed.profile));
    parsed_free(&parsed);
}

static const uint32_t columns[] = {0, 1};

static bool is_never_callee(const void *context, uint32_t called, uint32_t found)
{
    (void)context;
    (void)called;
    (void)found;
    return false;
}

static const struct log_reading reading = {.columns = columns, .is_callee = is_never_callee};

/* A block with two costs, of calls of those functions that cost as much. */
static void add(struct stack_log *log, uint32_t function, int64_t first, int64_t second,
                const struct logged_call *calls, size_t n_calls)
{
    const int64_t costs[] = {first, second};

    stack_log_add(log, &(struct logged_block){.function = function,
                                              .costs = costs,
                                              .calls = calls,
                                              .n_costs = 2,
                                              .n_calls = n_calls});
}

static void print(FILE *out, const struct ledger *stacks, uint32_t id)
{
    const struct map_key *stack = &stacks->map.keys[id];

    if (stack->from != NO_ID)
        print(out, stacks, (uint32_t)stack->from);
    fprintf(out, "/%u", (function_id)stack->to);
}

/* "/FUNCTION/FUNCTION COUNT COST COST" of each stack; NULL where the log cannot be settled. */
static char *show_settled(struct stack_log *log)
{
    struct ledger stacks = {0};
    char *text = NULL;
    size_t size;

    costs_init(&stacks.costs, 2);
    bool is_settled = stack_log_settle(log, &reading, &stacks);
    FILE *out = open_memstream(&text, &size);
    for (uint32_t id = 0; id < stacks.map.count; id++) {
        const int64_t *row = costs_row(&stacks.costs, id);
        print(out, &stacks, id);
        fprintf(out, " %lld %lld %lld\n", (long long)stacks.counts[id],
                (long long)costs_sum(&stacks.costs, row, 0),
                (long long)costs_sum(&stacks.costs, row, 1));
    }
    fclose(out);
    ledger_free(&stacks);
    cr_expect_eq(log->length, 0);
    if (is_settled)
        return text;
    free(text);
    return NULL;
}

static void expect_settled(struct stack_log *log, const char *expected)
{
    char *text = show_settled(log);

    cr_assert(text != NULL);
    cr_expect_str_eq(text, expected);
    free(text);
}

Test(stack_log, keeps_numbers_of_any_size)
{
    struct stack_log log = {0};

    add(&log, 0xfffffffe, INT64_MAX, INT64_MIN, NULL, 0);
    add(&log, 128, -1, -64, NULL, 0);
    add(&log, 127, 63, 64, NULL, 0);
    expect_settled(&log, "/127 1 63 64\n/128 1 -1 -64\n"
                         "/4294967294 1 9223372036854775807 -9223372036854775808\n");
}

/* Without recursion of ours, and in memory of the levels. */
Test(stack_log, knows_deep_stacks)
{
    enum { DEPTH = 300000 };
    struct stack_log log = {0};
    struct ledger stacks = {0};

    add(&log, 1, 1, 0, NULL, 0);
    for (int64_t i = 1; i < DEPTH; i++) {
        const struct logged_call call = {1, i};
        add(&log, 1, 1, 0, &call, 1);
    }
    costs_init(&stacks.costs, 2);
    cr_assert(stack_log_settle(&log, &reading, &stacks));
    cr_expect_eq(stacks.map.count, DEPTH);
    cr_expect_eq(stacks.map.keys[DEPTH - 1].from, DEPTH - 2);
    ledger_free(&stacks);
}
