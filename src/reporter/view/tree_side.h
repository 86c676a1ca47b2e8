/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_TREE_SIDE_H
#define QUERN_REPORTER_VIEW_TREE_SIDE_H

/*
 * Holds the paths of one profile, whether new, old or the only one, and fills rows of a table with
 * their costs, shares and lines.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/paths/paths.h"
#include "base/error.h"
#include "reporter/table.h"

struct figures;
struct view_options;

/* Holds the paths of a side. {0} is no side. */
struct tree_side {
    const struct profile *profile; /* not owned */
    struct path_graph graph;
    struct path_tree tree;
    size_t *events; /* of the tree: first the measured event, or if it is a ratio the first of all;
                       then the others, but ratios */
    size_t *place_of;        /* by shown event: its index in events; unset for a ratio */
    int64_t *totals;         /* by event of the tree: the program's total */
    const int64_t *ceilings; /* by event of the profile: see program_ceilings(); not owned */
};

/* Says what a side is made of. */
struct tree_source {
    const struct profile *profile;
    const symbol_id *symbols; /* by function id: the names of rows; NULL: as in the profile */
    bool is_old;              /* of a difference */
};

/*
 * Finds the graph of a profile and prepares its tree, for the events of the figures. Free with
 * tree_side_close().
 */
void tree_side_open(struct tree_side *side, const struct tree_source *source,
                    const struct figures *figures, const struct view_options *options);
void tree_side_close(struct tree_side *side);

/*
 * Returns the cost that a row has to reach by the options, in the first event. What rounds to 0
 * never reaches it: otherwise every function would.
 */
double tree_side_least(const struct tree_side *side, const struct view_options *options);

/* Adds the rows at the top: of the functions that the options name, or of threads. */
struct path_rows tree_side_add_first(struct tree_side *side, const struct view_options *options,
                                     double least);

/*
 * Returns what the tree says of one of its costs, in the shown event of that index. No
 * ratio is given: what a path takes of each event it is made of may be an estimate.
 */
struct cell tree_side_cell(const struct tree_side *side, const struct figures *figures,
                           size_t place, size_t costs);

/* Names a table's row after a cycle, which has a name in the graph after those of functions. */
void tree_name_cycle(const struct path_graph *graph, uint32_t name, struct table_row *row,
                     struct table_rows *rows);

/* Adds the shares of a path, by event of the tree, to those by shown event; ratios have none. */
void tree_side_add_shares(const struct tree_side *side, const struct figures *figures,
                          const struct path_share *shares, bool is_old, struct tree_share *into);

#endif
