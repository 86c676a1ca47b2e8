/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_CODE_TABLE_H
#define QUERN_TESTS_SUPPORT_CODE_TABLE_H

/* What quern says of instructions and jumps with --format=csv. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/figure_table.h"

struct code_table {
    struct figure_table rows;
    /* Columns; SIZE_MAX where the table has none. */
    size_t address, instruction;
    size_t exact, to_line, to_address, times, taken, executed, course;
};

/* Runs quern, which must succeed, with these options, which end in NULL. */
void code_table_read(struct code_table *table, const char *const options[], const char *profile);

/* The instructions of a function, or its lines, with its jumps. */
void code_table_read_function(struct code_table *table, const char *function, const char *profile);
void code_table_read_lines(struct code_table *table, const char *function, const char *profile);

void code_table_free(struct code_table *table);

static inline const char *code_table_field(const struct code_table *table, size_t row,
                                           size_t column)
{
    return figure_table_field(&table->rows, row, column);
}

static inline int64_t code_table_number(const struct code_table *table, size_t row, size_t column)
{
    return figure_table_number(&table->rows, row, column);
}

static inline bool code_table_is(const struct code_table *table, size_t row, const char *kind)
{
    return figure_table_is(&table->rows, row, kind);
}

/* "0x1139"; 0 for none. */
uint64_t code_table_address(const struct code_table *table, size_t row, size_t column);

/* The next row of an instruction that has cost, from a row on; n_rows after the last one. */
size_t code_table_next_costly(const struct code_table *table, size_t row);

/* The row of the instruction that a row of another table is of; there must be one. */
size_t code_table_find(const struct code_table *table, const struct code_table *of, size_t row);

#endif
