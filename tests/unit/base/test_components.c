/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/components.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"

/* Far more nodes than a search could have calls on the stack. */
enum { MANY = 1000000 };

static struct edge *chain_of(size_t n_nodes)
{
    struct edge *edges = malloc(n_nodes * sizeof(*edges));

    cr_assert(edges, "out of memory");
    for (uint32_t i = 0; i < n_nodes; i++)
        edges[i] = (struct edge){i, i + 1};
    return edges;
}

Test(components, are_those_that_reach_each_other)
{
    /* 0 <-> 1 -> 2 -> 3 -> 4 -> 2, 5 -> 5, 6 <- 0; an edge twice */
    static const struct edge edges[] = {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 4},
                                        {4, 2}, {5, 5}, {0, 6}, {0, 1}};
    uint32_t count, *found = components_find(7, edges, ARRAY_LENGTH(edges), &count);

    cr_expect_eq(count, 4);
    cr_expect_eq(found[0], found[1]);
    cr_expect(found[2] == found[3] && found[3] == found[4]);
    for (size_t i = 0; i < ARRAY_LENGTH(edges); i++)
        cr_expect_geq(found[edges[i].from], found[edges[i].to], "edge %zu leads up", i);
    cr_expect_neq(found[1], found[2]);
    cr_expect(found[5] != found[1] && found[5] != found[2] && found[5] != found[6]);
    cr_expect(found[6] != found[1] && found[6] != found[2]);
    free(found);
}

Test(components, may_be_none)
{
    uint32_t count, *found = components_find(0, NULL, 0, &count);

    cr_expect_eq(count, 0);
    free(found);
}

Test(components, of_a_long_chain_are_its_nodes)
{
    struct edge *edges = chain_of(MANY - 1);
    uint32_t count, *found = components_find(MANY, edges, MANY - 1, &count);

    cr_expect_eq(count, MANY);
    for (size_t i = 0; i < MANY; i++)
        cr_assert_eq(found[i], MANY - 1 - i);
    free(found);
    free(edges);
}

Test(components, of_a_long_cycle_is_one)
{
    struct edge *edges = chain_of(MANY);
    uint32_t count, *found;

    edges[MANY - 1].to = 0;
    found = components_find(MANY, edges, MANY, &count);
    cr_expect_eq(count, 1);
    free(found);
    free(edges);
}

/* Against reachability by Warshall's algorithm. */
Test(components, of_random_graphs)
{
    enum { NODES = 12 };
    unsigned random = 1;

    for (int graph = 0; graph < 500; graph++) {
        bool reaches[NODES][NODES] = {0};
        struct edge edges[3 * NODES];
        size_t n_edges = (size_t)(graph % (3 * NODES));
        uint32_t count, *found;

        for (size_t i = 0; i < NODES; i++)
            reaches[i][i] = true;
        for (size_t i = 0; i < n_edges; i++) {
            random = random * 1103515245 + 12345;
            edges[i] = (struct edge){random >> 8 & 0xffff, random >> 20};
            edges[i] = (struct edge){edges[i].from % NODES, edges[i].to % NODES};
            reaches[edges[i].from][edges[i].to] = true;
        }
        for (size_t k = 0; k < NODES; k++) {
            for (size_t i = 0; i < NODES; i++) {
                for (size_t j = 0; j < NODES; j++)
                    reaches[i][j] |= reaches[i][k] && reaches[k][j];
            }
        }
        found = components_find(NODES, edges, n_edges, &count);
        for (size_t i = 0; i < NODES; i++) {
            cr_assert_lt(found[i], count);
            for (size_t j = 0; j < NODES; j++)
                cr_assert_eq(found[i] == found[j], reaches[i][j] && reaches[j][i], "graph %d",
                             graph);
        }
        free(found);
    }
}
