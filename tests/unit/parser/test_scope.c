/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "parser/grammar.h"

#include <criterion/criterion.h>

static void expect_unit(struct unit got, struct unit expected)
{
    cr_expect_eq(got.object, expected.object, "the object is %u", got.object);
    cr_expect_eq(got.file, expected.file, "the file is %u", got.file);
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
    scope_set_callee(&scope, 4, 10);
    expect_unit(scope_callee_unit(&scope), (struct unit){3, 2});

    scope.callee.next.file = 5;
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
