/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_HOTSPOTS_H
#define QUERN_REPORTER_VIEW_HOTSPOTS_H

/* Where the cost is, by function or by whatever else: the first rows by one metric. */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/groups.h"
#include "aggregator/inclusive.h"
#include "aggregator/metric.h"
#include "base/error.h"
#include "reporter/figures.h"
#include "reporter/source.h"
#include "reporter/table.h"

struct view_hotspots {
    const struct figures *figures;
    const struct groups *groups;
    const struct inclusive *inclusive; /* NULL for groups without calls */
    struct text_list include_dirs;
    struct column *columns;
    struct cell *cells, *inclusive_cells;
    struct ranked *ranked; /* groups, and cycles as ids from groups->count up */
    int64_t *keys;
    size_t n_rows, row;
    char label[40];          /* of a cycle */
    struct source source;    /* of the line shown last, */
    struct text source_name; /* and its name */
};

/*
 * Ranks the groups by the metric and sets up the table of the first n_rows. False when
 * a cost does not fit; view_hotspots_end() is to be called in any case.
 */
bool view_hotspots_begin(struct view_hotspots *view, const struct figures *figures,
                         const struct groups *groups, const struct inclusive *inclusive,
                         struct metric metric, size_t n_rows, struct text_list include_dirs,
                         struct table *table, struct error *error);

void view_hotspots_end(struct view_hotspots *view);

#endif
