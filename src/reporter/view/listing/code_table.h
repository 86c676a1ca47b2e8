/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_CODE_TABLE_H
#define QUERN_REPORTER_VIEW_LISTING_CODE_TABLE_H

/* The source of one function, or of one file, as a table: what each line costs and calls. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/lines/line_costs.h"
#include "aggregator/rank.h"
#include "base/arena.h"
#include "base/error.h"
#include "reporter/table.h"

struct row_figures;
struct view_input;

/* What is listed, and how. */
struct code_shown {
    struct listed_code code;
    uint64_t line; /* of the file: only that one and those around it; 0: all */
    bool has_inclusive;
    bool is_bare; /* lines with a cost alone, as programs want them */
};

/* {0} is empty. */
struct code_table {
    const struct view_input *input;
    const struct row_figures *of;
    struct code_shown shown;
    struct line_costs lines;
    struct arena texts;
    struct column *columns;
    bool *is_exact; /* by id of a line: whether its inclusive cost is */
    struct cell *cells, *inclusive_cells;
    struct ranking ranked;      /* the calls of a line */
    struct code_entry *entries; /* the rows, made beforehand */
    size_t n_entries, capacity, row;
    struct text missing; /* the first source that was not found, */
    size_t n_missing;    /* and how many were not, of which nothing was said yet */
};

/*
 * Reads the sources and sets up the table of rows by function. What is wrong with sources becomes
 * a warning: a file that is not found, newer than a profile, or shorter than its lines. Where no
 * line of the code has a cost there are no rows. False when a cost does not fit; code_table_end()
 * in any case.
 */
bool code_table_begin(struct code_table *code, const struct view_input *input,
                      const struct row_figures *of, const struct code_shown *shown,
                      struct table *table, struct error *error);

void code_table_end(struct code_table *code);

#endif
