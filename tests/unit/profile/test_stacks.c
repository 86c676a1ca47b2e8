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
    cr_assert_eq(parsed.profile.stacks.pairs.count, 4);
    for (uint32_t id = 0; id < 4; id++) {
        struct stack stack = profile_stack(&parsed.profile, id);
        cr_expect(stack.above == NO_ID ? id == 0 : stack.above < id);
        cr_expect_eq(stacks_add(&parsed.profile.stacks, stack), id);
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
    costs_set(&parsed.profile.by_place.self, costs_row(&parsed.profile.by_place.self, 0), 0, 99);
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

static const struct log_reading reading = {
    .columns = columns, .n_events = 2, .is_callee = is_never_callee};

/* A block with two costs, of calls of those functions that cost as much. */
static void add(struct stack_log *log, uint32_t function, int64_t first, int64_t second,
                const struct logged_call *calls, size_t n_calls)
{
    const int64_t costs[] = {first, second};

    stack_log_add(log, &(struct logged_block){.function = function,
                                              .count = 1,
                                              .costs = costs,
                                              .calls = calls,
                                              .n_costs = 2,
                                              .n_calls = n_calls});
}

static void print(FILE *out, const struct call_table *stacks, uint32_t id)
{
    struct stack stack = stacks_get(stacks, id);

    if (stack.above != NO_ID)
        print(out, stacks, stack.above);
    fprintf(out, "/%u", stack.function);
}

/* "/FUNCTION/FUNCTION COUNT COST COST" of each stack; NULL where the log cannot be settled. */
static char *show_settled(struct stack_log *log)
{
    struct call_table stacks = {0};
    char *text = NULL;
    size_t size;

    costs_init(&stacks.costs, 2);
    bool is_settled = stack_log_settle(log, &reading, &stacks);
    FILE *out = open_memstream(&text, &size);
    for (uint32_t id = 0; id < stacks.pairs.count; id++) {
        const int64_t *row = costs_row(&stacks.costs, id);
        print(out, &stacks, id);
        fprintf(out, " %lld %lld %lld\n", (long long)stacks.counts[id],
                (long long)costs_sum(&stacks.costs, row, 0),
                (long long)costs_sum(&stacks.costs, row, 1));
    }
    fclose(out);
    call_table_free(&stacks);
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

/* In a file of n calls of 3, each with two of 2, and then of 4 that called the last of them. */
static void add_many(struct stack_log *log, size_t count, size_t least)
{
    static const struct logged_call twice[] = {{2, 5}, {2, 6}}, once[] = {{3, 21}};

    for (size_t i = 0; i < count; i++) {
        add(log, 2, 5, 1, NULL, 0);
        add(log, 2, 6, 1, NULL, 0);
        add(log, 3, 10, 1, twice, 2);
        if (least != 0)
            cr_assert(stack_log_shrink(log, &reading, least));
    }
    add(log, 4, 100, 1, once, 1);
}

Test(stack_log, shrinks_to_stacks_of_what_waits_for_its_caller)
{
    struct stack_log log = {0}, shrunk = {0};
    struct logged_call *calls = memory_alloc(100, sizeof *calls);

    for (size_t i = 0; i < 99; i++)
        calls[i] = (struct logged_call){3, 21};
    calls[99] = (struct logged_call){4, 121};
    add_many(&log, 100, 0);
    add_many(&shrunk, 100, 40);
    cr_expect_lt(shrunk.length, log.length);
    add(&log, 9, 1, 1, calls, 100);
    add(&shrunk, 9, 1, 1, calls, 100);
    cr_assert(stack_log_shrink(&shrunk, &reading, 1));
    cr_expect_lt(shrunk.length, 100);
    static const char expected[] = "/9 1 1 1\n/9/4 1 100 1\n/9/4/3 1 10 1\n/9/4/3/2 2 11 2\n"
                                   "/9/3 99 990 99\n/9/3/2 198 1089 198\n";
    expect_settled(&log, expected);
    char *text = show_settled(&shrunk);
    cr_assert(text != NULL);
    for (const char *at = expected; *at != '\0'; at = strchr(at, '\n') + 1) {
        char line[40];
        snprintf(line, sizeof line, "%.*s", (int)(strchr(at, '\n') + 1 - at), at);
        cr_expect(strstr(text, line) != NULL, "expected %s in\n%s", line, text);
    }
    free(text);
    free(calls);
}

Test(stack_log, does_not_shrink_what_is_small)
{
    struct stack_log log = {0};

    add_many(&log, 10, 0);
    size_t before = log.length;
    cr_assert(stack_log_shrink(&log, &reading, before + 1));
    cr_expect_eq(log.length, before);
    cr_assert(stack_log_shrink(&log, &reading, 0));
    cr_expect_eq(log.length, before);
    stack_log_free(&log);
}

Test(stack_log, finds_contradictions_when_it_shrinks)
{
    static const struct logged_call missing[] = {{2, 5}, {2, 6}};
    struct stack_log log = {0};

    add(&log, 2, 6, 1, NULL, 0);
    add(&log, 3, 6, 1, missing, 2);
    cr_expect_not(stack_log_shrink(&log, &reading, 1));
    cr_expect_eq(log.length, 0);
}

/* Without recursion of ours, and in memory of the levels. */
Test(stack_log, knows_deep_stacks)
{
    enum { DEPTH = 300000 };
    struct stack_log log = {0};
    struct call_table stacks = {0};

    add(&log, 1, 1, 0, NULL, 0);
    for (int64_t i = 1; i < DEPTH; i++) {
        const struct logged_call call = {1, i};
        add(&log, 1, 1, 0, &call, 1);
    }
    cr_assert(stack_log_shrink(&log, &reading, 1));
    costs_init(&stacks.costs, 2);
    cr_assert(stack_log_settle(&log, &reading, &stacks));
    cr_expect_eq(stacks.pairs.count, DEPTH);
    cr_expect_eq(stacks_get(&stacks, DEPTH - 1).above, DEPTH - 2);
    call_table_free(&stacks);
}
