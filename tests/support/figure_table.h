/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_FIGURE_TABLE_H
#define QUERN_TESTS_SUPPORT_FIGURE_TABLE_H

/*
 * What quern says with --format=csv: rows of figures, whose cells are found by what they are. They
 * are printed in a form that the lines of the report, which is text, can be brought into too.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "support/run.h"

struct figure_table {
    char *text;               /* owned; fields lie in it, each ends in a NUL byte */
    char **fields;            /* row by row, the heading first */
    size_t n_columns, n_rows; /* rows without the heading */

    size_t object, file, function, line, calls, exact; /* columns */
    size_t self, inclusive;                            /* the first of these, of n_events each */
    size_t n_events;
};

/* Takes the output of a run, which is freed. */
void figure_table_read(struct figure_table *table, struct run run);
void figure_table_free(struct figure_table *table);

static inline const char *figure_table_field(const struct figure_table *table, size_t row,
                                             size_t column)
{
    return table->fields[(row + 1) * table->n_columns + column];
}

/* The place of the column whose heading begins like that; n_columns where there is none. */
size_t figure_table_find(const struct figure_table *table, const char *start);

/* The field as a number. */
int64_t figure_table_number(const struct figure_table *table, size_t row, size_t column);

/* Whether a row is of a kind: "function", "caller". */
bool figure_table_is(const struct figure_table *table, size_t row, const char *kind);

/*
 * Prints "CELL " for each event, from table->self or table->inclusive on: "." for what is not
 * given.
 */
void figure_table_print_cells(FILE *out, const struct figure_table *table, size_t row,
                              size_t column);

/*
 * Prints "FILE:FUNCTION [OBJECT]", with_calls "FILE:FUNCTION (CALLSx) [OBJECT]"; " (at least)"
 * after the name of a function whose inclusive cost is not exact.
 */
void figure_table_print_name(FILE *out, const struct figure_table *table, size_t row,
                             bool with_calls);

/*
 * Prints the first cells of a line of the report as figure_table_print_cells() does, and gives what
 * follows them; commas between thousands stay.
 */
const char *report_print_cells(FILE *out, const char *line, size_t count);

#endif
