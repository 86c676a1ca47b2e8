/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_HOTTEST_H
#define QUERN_AGGREGATOR_PATHS_PATH_HOTTEST_H

/*
 * The hottest path through a function: of all that lead there from a start of a thread the one with
 * the largest estimate, and below it, from call to call, the costliest, until a function costs more
 * itself than any that it calls. It never goes up in cost, since what a path costs is a part of
 * what its beginning does.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/paths/path_tree.h"

/* The best way to each vertex. {0} is empty. */
struct path_hottest {
    double *estimates; /* by vertex; below 0: no path of any cost leads there */
    uint32_t *before;  /* by vertex: the one before on that way; NO_ID: it is a start */
    uint32_t *last;    /* by name: the vertex of it with the hottest path; NO_ID: there is none */
};

/*
 * Finds them, by the tree's first event, where paths go down. False when a cost does not fit into
 * 64 bits; path_hottest_free() in any case.
 */
bool path_hottest_find(struct path_hottest *hottest, struct path_tree *tree, struct error *error);
void path_hottest_free(struct path_hottest *hottest);

/* Rows of a tree, each below the one before. */
struct path_steps_down {
    uint32_t *rows;
    size_t count, capacity;
    bool is_known; /* the first is a start; else no path leads to the function */
};

/*
 * Adds the path through a function, a row of the graph's names, to the tree. False as above. The
 * caller frees the rows.
 */
bool path_hottest_through(const struct path_hottest *hottest, struct path_tree *tree, uint32_t name,
                          struct path_steps_down *path, struct error *error);

#endif
