/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_KEYS_H
#define QUERN_AGGREGATOR_PATHS_PATH_KEYS_H

/* Which names of the paths of an old profile are which of a new one. */

#include <stdbool.h>
#include <stdint.h>

#include "aggregator/paths/path_graph.h"
#include "base/error.h"

struct diff;

/* By name of the side's graph, functions and cycles; the same key is the same on both sides. */
struct path_keys {
    uint32_t *of_fresh, *of_old;
};

/*
 * Functions are matched as the difference has them. A cycle is another one once it has other
 * members. False when a sum does not fit into 64 bits; path_keys_free() in any case.
 */
bool path_keys_create(struct path_keys *keys, const struct diff *diff,
                      const struct path_graph *fresh, const struct path_graph *old, bool is_folded,
                      struct error *error);
void path_keys_free(struct path_keys *keys);

#endif
