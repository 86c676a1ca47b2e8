/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/components.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/map.h"

/* This is the algorithm of R. E. Tarjan, Depth-first search and linear graph algorithms, 1972. */
struct search {
    size_t *begin;     /* start of each node's successors; one more at the end */
    uint32_t *targets; /* successors */
    size_t *next;      /* next successor to visit, by node */
    uint32_t *order;   /* order of discovery by node, from 1; 0 if not yet found */
    uint32_t *low;     /* earliest node on the stack that each node reaches */
    uint32_t *path;    /* nodes from the root of the search to the current one */
    size_t path_length;
    uint32_t *stack; /* nodes found whose component is not complete */
    size_t stack_length;
    uint32_t *component; /* component by node; NO_ID until it is complete */
    uint32_t n_found, n_components;
};

static void enter(struct search *search, uint32_t node)
{
    search->order[node] = ++search->n_found;
    search->low[node] = search->order[node];
    search->next[node] = search->begin[node];
    search->path[search->path_length++] = node;
    search->stack[search->stack_length++] = node;
}

/* Leaves the last node of the path after all its successors. */
static void leave(struct search *search)
{
    uint32_t node = search->path[--search->path_length], member;

    if (search->path_length != 0) {
        uint32_t parent = search->path[search->path_length - 1];
        if (search->low[node] < search->low[parent])
            search->low[parent] = search->low[node];
    }
    if (search->low[node] != search->order[node])
        return;
    do {
        member = search->stack[--search->stack_length];
        search->component[member] = search->n_components;
    } while (member != node);
    search->n_components++;
}

static void search_from(struct search *search, uint32_t root)
{
    enter(search, root);
    while (search->path_length != 0) {
        uint32_t node = search->path[search->path_length - 1];
        if (search->next[node] == search->begin[node + 1]) {
            leave(search);
            continue;
        }
        uint32_t target = search->targets[search->next[node]++];
        if (search->order[target] == 0)
            enter(search, target);
        else if (search->component[target] == NO_ID && search->order[target] < search->low[node])
            search->low[node] = search->order[target];
    }
}

uint32_t *components_find(size_t n_nodes, const struct edge *edges, size_t n_edges, uint32_t *count)
{
    struct search search = {0};
    uint32_t *from = memory_alloc(n_edges, sizeof *from);

    for (size_t i = 0; i < n_edges; i++)
        from[i] = edges[i].from;
    search.targets = ids_sort(from, n_edges, n_nodes, &search.begin);
    for (size_t i = 0; i < n_edges; i++) /* for each edge, its target */
        search.targets[i] = edges[search.targets[i]].to;
    free(from);
    search.next = memory_alloc(n_nodes, sizeof *search.next);
    search.order = memory_alloc(n_nodes, sizeof *search.order);
    search.low = memory_alloc(n_nodes, sizeof *search.low);
    search.path = memory_alloc(n_nodes, sizeof *search.path);
    search.stack = memory_alloc(n_nodes, sizeof *search.stack);
    search.component = memory_alloc(n_nodes, sizeof *search.component);
    for (size_t node = 0; node < n_nodes; node++)
        search.component[node] = NO_ID;
    for (uint32_t node = 0; node < n_nodes; node++)
        if (search.order[node] == 0)
            search_from(&search, node);
    free(search.begin);
    free(search.targets);
    free(search.next);
    free(search.order);
    free(search.low);
    free(search.path);
    free(search.stack);
    *count = search.n_components;
    return search.component;
}
