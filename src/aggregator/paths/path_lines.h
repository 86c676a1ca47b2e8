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

/*
 * How much of a path's cost of an event is due to each line of its function, in proportion to what
 * these cost in all: whole numbers, by line of the name, whose sum is that cost. *all is what the
 * lines cost. False when a sum does not fit. Where the lines cost nothing, or less than 0, *all is
 * 0 and nothing is set.
 */
bool path_lines_split(const struct path_lines *lines, const struct path_graph *graph, uint32_t name,
                      size_t event, int64_t cost, int64_t *parts, int64_t *all,
                      struct error *error);

#endif
