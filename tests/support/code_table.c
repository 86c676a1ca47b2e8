/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/code_table.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"

enum { OPTION_SIZE = 256 };

static size_t find_column(const struct figure_table *rows, const char *name)
{
    for (size_t i = 0; i < rows->n_columns; i++)
        if (strcmp(rows->fields[i], name) == 0)
            return i;
    return SIZE_MAX;
}

void code_table_read(struct code_table *table, const char *const options[], const char *profile)
{
    struct run run = run_quern(options, profile);

    cr_assert_eq(run.status, 0, "%s %s: %s", options[0], profile, run.err);
    figure_table_read(&table->rows, run);
    table->address = find_column(&table->rows, "address");
    table->instruction = find_column(&table->rows, "instruction");
    table->exact = find_column(&table->rows, "exact");
    table->to_line = find_column(&table->rows, "to_line");
    table->to_address = find_column(&table->rows, "to_address");
    table->times = find_column(&table->rows, "times");
    table->taken = find_column(&table->rows, "taken");
    table->executed = find_column(&table->rows, "executed");
    table->course = find_column(&table->rows, "course");
}

void code_table_read_function(struct code_table *table, const char *function, const char *profile)
{
    char option[OPTION_SIZE];
    const char *const options[] = {option, "--instructions", "--format=csv", NULL};

    snprintf(option, sizeof(option), "--annotate=%s", function);
    code_table_read(table, options, profile);
}

void code_table_read_lines(struct code_table *table, const char *function, const char *profile)
{
    char option[OPTION_SIZE];
    const char *const options[] = {option, "--format=csv", NULL};

    snprintf(option, sizeof(option), "--annotate=%s", function);
    code_table_read(table, options, profile);
}

void code_table_free(struct code_table *table)
{
    figure_table_free(&table->rows);
}

uint64_t code_table_address(const struct code_table *table, size_t row, size_t column)
{
    return strtoull(code_table_field(table, row, column), NULL, 16);
}

size_t code_table_next_costly(const struct code_table *table, size_t row)
{
    while (row < table->rows.n_rows && (!code_table_is(table, row, "instruction") ||
                                        *code_table_field(table, row, table->rows.self) == '\0'))
        row++;
    return row;
}

size_t code_table_find(const struct code_table *table, const struct code_table *of, size_t row)
{
    const char *object = code_table_field(of, row, of->rows.object);
    uint64_t address = code_table_address(of, row, of->address);

    for (size_t i = 0; i < table->rows.n_rows; i++)
        if (code_table_is(table, i, "instruction") &&
            code_table_address(table, i, table->address) == address &&
            strcmp(code_table_field(table, i, table->rows.object), object) == 0)
            return i;
    cr_assert_fail("no instruction at %" PRIx64, address);
    return 0;
}
