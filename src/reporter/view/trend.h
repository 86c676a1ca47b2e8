/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_TREND_H
#define QUERN_REPORTER_VIEW_TREND_H

/* Inputs in the order in which they were given, each with how it differs from the one before. */

#include <stdbool.h>

#include "aggregator/rows.h"
#include "base/error.h"
#include "reporter/table.h"

struct figures;
struct row_figures;
struct view_input;

/* {0} is of rows that have no trend. */
struct trend {
    const struct figures *figures; /* NULL: there is none */
    const struct row_figures *of;
    struct cell *earlier, *change; /* of the row shown last */
};

/*
 * Rows of inputs have one unless they are to be ranked, by --sort or --threshold, or are those of a
 * difference. trend_end() in any case.
 */
void trend_begin(struct trend *trend, const struct view_input *input, const struct row_figures *of);

/* Whether there is one: then rows are in the order of their ids. */
static inline bool trend_is_there(const struct trend *trend)
{
    return trend->figures != NULL;
}

/*
 * Sets row->earlier and row->change, good until the next call, of a row whose cells are set. The
 * first one has neither.
 */
void trend_set(struct trend *trend, row_id id, struct table_row *row);

void trend_end(struct trend *trend);

#endif
