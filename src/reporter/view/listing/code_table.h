/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_CODE_TABLE_H
#define QUERN_REPORTER_VIEW_LISTING_CODE_TABLE_H

/*
 * The source of one function, or of one file, as a table: what each line costs and calls, or how
 * that changed.
 */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/lines/line_costs.h"
#include "base/error.h"
#include "reporter/table.h"
#include "reporter/view/input/figures.h"
#include "reporter/view/listing/code_entries.h"
#include "reporter/view/listing/jump_lanes.h"

struct row_figures;
struct view_input;

/* {0} is empty. Not to be moved: its pointers lead into it. */
struct code_table {
    const struct view_input *input;
    const struct row_figures *of;
    struct code_shown shown;
    struct line_costs own_lines; /* of one profile, */
    struct line_diff diff;       /* or of a difference */
    const struct line_costs *lines;
    struct line_jumps jumps;     /* of one profile that has them */
    struct jump_facts jump;      /* of the row given last */
    struct code_entries entries; /* the rows, made beforehand, */
    struct jump_lanes lanes;     /* and what is beside instructions */
    size_t row;
    row_id listed; /* by instruction: the function of the last heading */
    struct column *columns;
    bool *is_exact; /* by id of a line: whether its inclusive cost is */
    struct cell *cells, *inclusive_cells;
    struct old_figures old;
};

/*
 * Reads the sources, or by instruction the objects, and sets up the table of rows by function, in a
 * difference with both sides of it. See code_entries.h
 * for the rows, and for what becomes a warning. False when a cost does not fit; code_table_end() in
 * any case.
 */
bool code_table_begin(struct code_table *code, const struct view_input *input,
                      const struct row_figures *of, const struct code_shown *shown,
                      struct table *table, struct error *error);

void code_table_end(struct code_table *code);

#endif
