/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "parser/grammar.h"

#include <criterion/criterion.h>

enum { N_IDS = 9 };

/* Each id becomes ten times its kind more. */
static uint32_t object_map[N_IDS] = {10, 11, 12, 13, 14, 15, 16, 17, 18};
static uint32_t file_map[N_IDS] = {20, 21, 22, 23, 24, 25, 26, 27, 28};
static uint32_t function_map[N_IDS] = {30, 31, 32, 33, 34, 35, 36, 37, 38};
static uint32_t *const maps[N_NAME_KINDS] = {object_map, file_map, function_map};

static void expect_unit(struct unit got, struct unit expected)
{
    cr_expect_eq(got.object, expected.object, "the object is %u", got.object);
    cr_expect_eq(got.file, expected.file, "the file is %u", got.file);
}

static void expect_scope(const struct scope *got, const struct scope *expected)
{
    cr_expect_eq(got->object, expected->object);
    cr_expect_eq(got->file, expected->file);
    cr_expect_eq(got->unit_file, expected->unit_file);
    cr_expect_eq(got->has_fl, expected->has_fl);
    cr_expect_eq(got->function_file, expected->function_file);
    cr_expect_eq(got->function, expected->function);
    cr_expect_eq(got->callee.name, expected->callee.name);
    expect_unit(got->callee.unit, expected->callee.unit);
    expect_unit(got->callee.next, expected->callee.next);
    cr_expect_eq(got->callee.line, expected->callee.line);
    cr_expect_eq(got->awaited.kind, expected->awaited.kind);
    cr_expect_eq(got->awaited.n_calls, expected->awaited.n_calls);
    cr_expect_eq(got->awaited.line, expected->awaited.line);
    cr_expect_eq(got->awaited.jump.file, expected->awaited.jump.file);
    cr_expect_eq(got->awaited.jump.function, expected->awaited.jump.function);
    cr_expect_eq(got->next_jump.file, expected->next_jump.file);
    cr_expect_eq(got->next_jump.function, expected->next_jump.function);
    cr_expect_eq(got->base.address, expected->base.address);
    cr_expect_eq(got->base.line, expected->base.line);
}

/* Members are not named, so that the compiler warns where a new one is missing. */
Test(scope, maps_every_id)
{
    const struct scope scope = {1,
                                2,
                                3,
                                true,
                                4,
                                5,
                                {6, {7, 8}, {0, 1}, 9},
                                {3, 2},
                                {AWAITS_CALL, 5, {8, 9}, 4, {1, 2, 3}, {5, 6}},
                                {6, 7}};
    const struct scope expected = {11,
                                   22,
                                   23,
                                   true,
                                   24,
                                   35,
                                   {36, {17, 28}, {10, 21}, 109},
                                   {23, 32},
                                   {AWAITS_CALL, 105, {8, 9}, 4, {1, 2, 3}, {25, 36}},
                                   {6, 7}};
    const struct scope mapped = scope_map(&scope, maps, 100);

    expect_scope(&mapped, &expected);
}

Test(scope, maps_nothing_to_nothing)
{
    const struct scope empty = scope_empty(), mapped = scope_map(&empty, maps, 0);

    expect_scope(&mapped, &empty);
}

Test(scope, takes_fi_for_fl_until_there_is_one)
{
    struct scope scope = scope_empty();

    scope_set_file(&scope, 1, false);
    cr_expect_eq(scope.unit_file, 1);
    scope_set_file(&scope, 2, true);
    cr_expect_eq(scope.unit_file, 2);
    scope_set_file(&scope, 3, false);
    cr_expect_eq(scope.file, 3);
    cr_expect_eq(scope.unit_file, 2);
    scope_set_function(&scope, 4);
    cr_expect_eq(scope.file, 2);
    cr_expect_eq(scope.function_file, 2);
}

Test(scope, puts_the_callee_together)
{
    struct scope scope = scope_empty();

    scope.object = 1;
    scope_set_file(&scope, 2, true);
    scope.callee.next.object = 3;
    cr_expect(scope_awaits_target(&scope));
    scope_set_callee(&scope, 4, 10);
    cr_expect_not(scope_awaits_target(&scope));
    expect_unit(scope_callee_unit(&scope), (struct unit){3, 2});

    scope.callee.next.file = 5;
    cr_expect(scope_awaits_target(&scope));
    expect_unit(scope_callee_unit(&scope), (struct unit){3, 5});
    expect_unit(scope_callee_unit(&scope), (struct unit){3, 5});

    scope_set_callee(&scope, 6, 20);
    expect_unit(scope_callee_unit(&scope), (struct unit){1, 2});
}

Test(scope, takes_callees_of_two_lines_in_a_row_for_one)
{
    struct scope scope = scope_empty();

    scope.callee.next.object = 3;
    scope_set_callee(&scope, 4, 10);
    scope_set_callee(&scope, 5, 11);
    cr_expect_eq(scope.callee.name, 5);
    expect_unit(scope_callee_unit(&scope), (struct unit){3, NO_ID});
    scope_set_callee(&scope, 6, 13);
    expect_unit(scope_callee_unit(&scope), (struct unit){NO_ID, NO_ID});
}
