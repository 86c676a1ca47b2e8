/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_SEEDS_H
#define QUERN_AGGREGATOR_PATHS_PATH_SEEDS_H

/* Where paths begin, and the rows of that. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/paths/path_tree.h"

struct inclusive;

/* A vertex where paths begin, under a name, with what they cost. */
struct seed {
    uint32_t name, vertex;
    bool is_sole;  /* all of what the vertex cost is of these paths */
    size_t costs;  /* in the tree's */
    uint32_t node; /* of functions, where paths go down: one of that name in the vertex */
};

/* {0} has none. The caller frees the list. */
struct seeds {
    struct seed *list;
    size_t count, capacity;
    const struct inclusive *known; /* of the graph's names: what they cost, where paths go down
                                      from functions. Not owned; NULL: what the seeds do */
};

/* Adds one that costs nothing yet. It is good until the next one is added. */
struct seed *path_seeds_add(struct seeds *seeds, struct path_tree *tree, uint32_t name,
                            uint32_t vertex);

/*
 * Adds a row for each name to the tree, as far as they are above the limit; the seeds are sorted.
 * Where a function is in a cycle, or its seeds may be below each other, the row costs no more than
 * is known of the function, and no less. False when a cost does not fit into 64 bits.
 */
bool path_seeds_add_rows(struct seeds *seeds, struct path_tree *tree, double least,
                         struct path_rows *added, struct error *error);

#endif
