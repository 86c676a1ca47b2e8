/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_COMPONENTS_H
#define QUERN_BASE_COMPONENTS_H

/* Strongly connected components: which nodes of a graph can reach each other. */

#include <stddef.h>
#include <stdint.h>

/* An edge from one node to another; nodes are numbered from 0. */
struct edge {
    uint32_t from, to;
};

/*
 * Returns the component of each node, numbered so that edges between components lead from higher
 * numbers to lower ones; *count is set to how many there are. The caller frees it. It takes time
 * and memory linear in nodes and edges, and no recursion: it is Tarjan's algorithm with a stack of
 * its own.
 */
uint32_t *components_find(size_t n_nodes, const struct edge *edges, size_t n_edges,
                          uint32_t *count);

#endif
