/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_COMPONENTS_H
#define QUERN_BASE_COMPONENTS_H

/* Strongly connected components: sets of nodes that can reach each other. */

#include <stddef.h>
#include <stdint.h>

/* An edge from one node to another; nodes are numbered from 0. */
struct edge {
    uint32_t from, to;
};

/*
 * Returns the component of each node, numbered so that edges between components lead from higher to
 * lower numbers, and sets *count to the number of components. The caller frees the result. This is
 * Tarjan's algorithm with an explicit stack: linear in nodes and edges, without recursion.
 */
uint32_t *components_find(size_t n_nodes, const struct edge *edges, size_t n_edges,
                          uint32_t *count);

#endif
