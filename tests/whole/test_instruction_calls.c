/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What instructions cost with what they call: as much as the callee's own figures say, in a listing
 * and among all instructions alike.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/code_table.h"
#include "support/recorded.h"
#include "support/run.h"
#include "support/temporary.h"

/* A test that is skipped here is not ended by `fini`. */
static void enter_with_valgrind(void)
{
    run_need("instruction_calls", "gcc");
    run_need("instruction_calls", "valgrind");
    temporary_enter();
}

TestSuite(instruction_calls, .init = enter_with_valgrind, .fini = temporary_leave, .timeout = 120);

static int64_t with_calls(const struct code_table *table, size_t row, size_t event)
{
    return code_table_number(table, row, table->rows.inclusive + event);
}

/* The row of the function that a row is of, or calls. */
static size_t find_function(const struct code_table *functions, const struct code_table *table,
                            size_t row)
{
    const struct figure_table *rows = &functions->rows;
    const char *object = code_table_field(table, row, table->rows.object);
    const char *function = code_table_field(table, row, table->rows.function);

    for (size_t i = 0; i < rows->n_rows; i++)
        if (strcmp(figure_table_field(rows, i, rows->object), object) == 0 &&
            strcmp(figure_table_field(rows, i, rows->function), function) == 0)
            return i;
    cr_assert_fail("no function %s", function);
    return 0;
}

/* Whether the row before is a call of nothing but this callee, and nothing else calls that. */
static bool is_only_call(const struct code_table *listing, size_t callee,
                         const struct code_table *functions, size_t function)
{
    bool is_one_callee =
        callee + 1 == listing->rows.n_rows || code_table_is(listing, callee + 1, "instruction");

    return is_one_callee && code_table_is(listing, callee - 1, "instruction") &&
           code_table_number(listing, callee, listing->rows.calls) ==
               code_table_number(functions, function, functions->rows.calls);
}

/* The calls that a function makes; gives how many were checked. */
static size_t check_calls(const struct code_table *functions, const char *caller)
{
    struct code_table listing;
    size_t n_checked = 0;

    code_table_read_function(&listing, caller, "profile");
    for (size_t row = 1; row < listing.rows.n_rows; row++) {
        if (!code_table_is(&listing, row, "callee"))
            continue;
        size_t function = find_function(functions, &listing, row);
        if (!is_only_call(&listing, row, functions, function))
            continue;
        for (size_t event = 0; event < functions->rows.n_events; event++)
            cr_expect_eq(with_calls(&listing, row - 1, event),
                         code_table_number(&listing, row - 1, listing.rows.self + event) +
                             with_calls(functions, function, event),
                         "%s calls %s: event %zu", caller,
                         code_table_field(&listing, row, listing.rows.function), event);
        n_checked++;
    }
    code_table_free(&listing);
    return n_checked;
}

/* No instruction of a function that calls itself costs more than the function does. */
static void check_recursion(const struct code_table *functions, const char *name)
{
    struct code_table listing;
    size_t n_calls = 0;

    code_table_read_function(&listing, name, "profile");
    for (size_t row = 0; row < listing.rows.n_rows; row++) {
        if (!code_table_is(&listing, row, "instruction"))
            continue;
        size_t function = find_function(functions, &listing, row);
        for (size_t event = 0; event < functions->rows.n_events; event++)
            cr_expect_leq(with_calls(&listing, row, event), with_calls(functions, function, event),
                          "%s: event %zu in row %zu", name, event, row);
        n_calls +=
            with_calls(&listing, row, 0) > code_table_number(&listing, row, listing.rows.self);
    }
    cr_expect_gt(n_calls, 0, "%s calls nothing", name);
    code_table_free(&listing);
}

/* The instructions of a function have the same self cost and texts among all others. */
static void check_among_all(const struct code_table *all, const char *function)
{
    struct code_table listing;

    code_table_read_function(&listing, function, "profile");
    for (size_t row = code_table_next_costly(&listing, 0); row < listing.rows.n_rows;
         row = code_table_next_costly(&listing, row + 1)) {
        size_t same = code_table_find(all, &listing, row);
        for (size_t column = 1; column <= listing.instruction; column++)
            if (column < listing.rows.inclusive || column > listing.exact)
                cr_expect_str_eq(code_table_field(all, same, column),
                                 code_table_field(&listing, row, column), "%s: row %zu", function,
                                 row);
    }
    code_table_free(&listing);
}

/* Where nothing is optimized no call becomes a jump. */
Test(instruction_calls, cost_what_they_call)
{
    struct code_table functions, all;

    recorded_compile("gcc", "-gdwarf-4 -O0 -o program pieces_main.c pieces.c");
    recorded_run("profile", RECORD_INSTRUCTIONS, "./program");
    code_table_read(&functions, OPTIONS("--by=function", "--format=csv"), "profile");
    /* choose, sum_squares, apply, letters; fibonacci is called by itself too. */
    cr_expect_geq(check_calls(&functions, "main"), 4);
    cr_expect_geq(check_calls(&functions, "apply"), 1);
    check_recursion(&functions, "fibonacci");
    code_table_read(&all, OPTIONS("--by=instruction", "--format=csv"), "profile");
    check_among_all(&all, "main");
    check_among_all(&all, "fibonacci");
    code_table_free(&all);
    code_table_free(&functions);
}
