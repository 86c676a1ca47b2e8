/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_MEMBERS_H
#define QUERN_AGGREGATOR_PATHS_PATH_MEMBERS_H

/* The functions of a cycle, below its row. How they call each other is no path. */

#include "aggregator/paths/path_tree.h"

/*
 * Whether a row is of a function that is in the cycle of one of its ends: a row at the top. Others
 * that end at a cycle are called as that is.
 */
static inline bool path_row_is_within(const struct path_tree *tree, const struct path_row *row,
                                      const struct path_end *end)
{
    return row->name < tree->graph->names.count && path_graph_is_cycle(tree->graph, end->vertex);
}

/*
 * Adds a row for each function of the cycles that a row ends at, but for the row's own where it is
 * of one of them, with the self cost of all nodes of that name, as far as it is above the limit;
 * see path_tree_add_below(), which calls this.
 */
bool path_tree_add_members(struct path_tree *tree, uint32_t row, double least,
                           struct path_rows *added, struct error *error);

#endif
