/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_LINES_H
#define QUERN_AGGREGATOR_PATHS_PATH_LINES_H

/* The lines that the functions of a path graph are made of, to split what paths cost themselves. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/paths/path_graph.h"

struct path_line {
    uint32_t name; /* of the graph */
    file_id file;
    uint64_t number; /* 0: on no line in particular */
    uint32_t cost;   /* a row of `costs` */
};

/* {0} has none. */
struct path_lines {
    struct path_line *list; /* by name, file and number */
    size_t count, capacity;
    size_t *begin; /* by name: its lines are from there to where those of the next begin */
    struct costs costs;
};

/*
 * Adds up the spots of the graph's profile, which were kept. False when a sum does not fit into 64
 * bits; path_lines_free() in any case.
 */
bool path_lines_create(struct path_lines *lines, const struct path_graph *graph,
                       struct error *error);
void path_lines_free(struct path_lines *lines);

/* How much of a path's cost is due to each line of its function. */
struct path_split {
    uint32_t name;  /* of the graph: the function */
    size_t event;   /* id */
    int64_t cost;   /* of the path */
    int64_t *parts; /* by line of the name: how much of it */
    int64_t all;    /* what the lines cost by all paths */
};

/*
 * Sets the parts, for which there is room, and `all`. They are whole numbers in proportion to what
 * the lines cost in all, and their sum is the path's cost. Where the lines cost nothing, or some of
 * them less than 0, `all` is 0 and the parts mean nothing. False when a sum does not fit.
 */
bool path_lines_split(const struct path_lines *lines, const struct path_graph *graph,
                      struct path_split *split, struct error *error);

#endif
