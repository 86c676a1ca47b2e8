/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_FRAMES_H
#define QUERN_AGGREGATOR_PATHS_PATH_FRAMES_H

/* What runs before main: the loader's entry, the start files, the C library. */

#include "aggregator/paths/path_tree.h"

/*
 * Where paths go up and the row is that of main: adds one of the start above it, unless that is
 * below the limit, if main and what leads to it are each called by one function alone. *is_done
 * says whether they are; if not, nothing was added. See path_tree_add_below().
 */
bool path_tree_add_frames_above(struct path_tree *tree, uint32_t row, double least,
                                struct path_rows *added, bool *is_done, struct error *error);

/*
 * Adds to a first row, which is not in the tree yet and is a start that nothing calls, the
 * functions that lead from there to one called main, where each is called by the one before alone.
 * Its self cost is that of them all, and below it stands what any of them calls.
 */
bool path_tree_add_frames(struct path_tree *tree, struct path_row *row, struct error *error);

/* Whether a step from an end of the row leads to another of its frames. */
bool path_row_has_frame(const struct path_tree *tree, const struct path_row *row,
                        const struct path_step *step);

#endif
