/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_HOTTEST_PATH_H
#define QUERN_REPORTER_VIEW_HOTTEST_PATH_H

/* Adds the steps of hottest paths to tables, of one profile: see path_hottest_through(). */

#include <stdbool.h>
#include <stdint.h>

#include "aggregator/paths/paths.h"
#include "aggregator/rows.h"
#include "reporter/view/tree_side.h"

struct figures;
struct row_figures;
struct table_rows;
struct view_input;

/* Holds the paths of a profile, and the one that was found last. {0} has none. */
struct hottest_paths {
    const struct figures *figures;
    const struct row_figures
        *by_row; /* functions, with their inclusive cost: the names of the paths */
    struct tree_side side;
    struct path_hottest hottest;
    struct path_steps_down path;
};

/*
 * Finds the paths of the input's profile, whose functions are these rows; both must outlive them.
 * Free with hottest_paths_close().
 */
void hottest_paths_open(struct hottest_paths *paths, const struct view_input *input,
                        const struct row_figures *by_row);
void hottest_paths_close(struct hottest_paths *paths);

/* Finds the hottest path through a function, by its name, in place of the one found last: see
 * path_hottest_through(). */
void hottest_paths_find(struct hottest_paths *paths, uint32_t name);

/*
 * Finds the hottest path of all from a start down, as far as each step costs `least` percent of the
 * program or more.
 */
void hottest_paths_find_first(struct hottest_paths *paths, double least);

/* Adds a row for each step of the path that was found, ROW_PATH; none if there is no path. */
void hottest_paths_add(const struct hottest_paths *paths, struct table_rows *rows);

#endif
