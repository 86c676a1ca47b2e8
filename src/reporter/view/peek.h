/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_PEEK_H
#define QUERN_REPORTER_VIEW_PEEK_H

/*
 * One function from all sides: its callers above, its callees below, its calls of
 * itself, the files that its self cost comes from, and the hottest path to it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/inclusive.h"
#include "aggregator/row_calls.h"
#include "aggregator/row_diff.h"
#include "aggregator/rows.h"
#include "base/error.h"
#include "reporter/table.h"
#include "reporter/view/figures.h"
#include "reporter/view/old_row.h"

enum { PATH_ROOM = 200 };

struct view_peek {
    const struct figures *figures;
    const struct groups *groups;
    const struct inclusive *inclusive;
    const struct group_calls *calls;
    const struct group_diff *group_diff; /* of a difference; or NULL */
    struct old_group old;
    group_id group;
    bool function_first; /* before its callers */
    struct column *columns;
    struct cell *cells, *inclusive_cells;
    struct ranked *callers, *callees, *files; /* item ids: arcs, and rows of file_costs */
    size_t n_callers, n_callees, n_files;
    int64_t *keys, *file_keys;
    struct costs file_costs; /* by file, of this function's self cost */
    uint32_t recursive_arc;  /* NO_ID where it does not call itself */
    group_id path[PATH_ROOM];
    size_t path_length;
    size_t row;
};

/*
 * Sets up the table of a group, sorted by the first shown event; with group_diff, of the
 * difference, by the size of the change and without a path. False when a cost does not fit;
 * view_peek_end() is to be called in any case.
 */
bool view_peek_begin(struct view_peek *view, const struct figures *figures,
                     const struct groups *groups, const struct inclusive *inclusive,
                     const struct group_calls *calls, const struct group_diff *group_diff,
                     group_id group, bool function_first, struct table *table, struct error *error);

void view_peek_end(struct view_peek *view);

#endif
