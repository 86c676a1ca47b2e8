/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_HOTSPOTS_H
#define QUERN_REPORTER_VIEW_HOTSPOTS_H

/* Where the cost is, by function or by whatever else: the first rows by one metric. */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/inclusive.h"
#include "aggregator/metric.h"
#include "aggregator/row_diff.h"
#include "aggregator/rows.h"
#include "base/error.h"
#include "reporter/source/source_lines.h"
#include "reporter/table.h"
#include "reporter/view/figures.h"
#include "reporter/view/old_row.h"

/* Which rows, and in which order. */
struct hotspots_shown {
    struct metric metric;                /* what they are ranked by */
    size_t n_rows;                       /* at most so many */
    double threshold;                    /* until they make up so many percent; or INFINITY */
    const struct source_paths *sources;  /* where sources of lines are looked for */
    const struct group_diff *group_diff; /* of a difference, ranked by size; or NULL */
    int64_t least;                       /* of a difference: smaller changes are left out, */
    bool skips_unchanged;                /* and rows in which nothing changed */
};

struct view_hotspots {
    const struct figures *figures;
    const struct groups *groups;
    const struct inclusive *inclusive; /* NULL for groups without calls */
    struct hotspots_shown shown;
    struct old_group old;
    struct column *columns;
    struct cell *cells, *inclusive_cells;
    struct ranked *ranked; /* groups, and cycles as ids from groups->count up */
    int64_t *keys;
    size_t n_rows, row;
    char label[40];            /* of a cycle */
    struct source_line *lines; /* by row, where they are lines; their texts: */
    struct arena texts;
};

/*
 * Ranks the groups and sets up the table of those shown. False when a cost does not
 * fit; view_hotspots_end() is to be called in any case.
 */
bool view_hotspots_begin(struct view_hotspots *view, const struct figures *figures,
                         const struct groups *groups, const struct inclusive *inclusive,
                         const struct hotspots_shown *shown, struct table *table,
                         struct error *error);

void view_hotspots_end(struct view_hotspots *view);

#endif
