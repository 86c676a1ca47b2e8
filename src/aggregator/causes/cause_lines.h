/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_CAUSES_CAUSE_LINES_H
#define QUERN_AGGREGATOR_CAUSES_CAUSE_LINES_H

/*
 * Finds the lines of source that show what of a function changed: the line whose calls of another
 * one changed most, or which makes most of them, and those whose own work in a run changed most.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/causes/cause_graph.h"
#include "aggregator/rows.h"
#include "base/map.h"

struct diff;
struct line_map;

/*
 * A line of the change. One that is gone has a number that stands for it, and so may one that only
 * the old program calls from: see struct line_map.
 */
struct cause_line {
    file_id file;
    uint64_t number;
    double amounts[N_SIDES]; /* by side: calls, or the function's own cost, there */
};

enum { MOST_CAUSE_LINES = 2 };

/*
 * The lines of one matter, the one that shows most first. A matter is what a term is about: the
 * calls that a row makes of another one, or its own work.
 */
struct shown_lines {
    struct cause_line list[MOST_CAUSE_LINES];
    size_t count;
    bool is_old;  /* only the old program makes such calls */
    bool is_more; /* of work: they cost more in a run than before, and not less */
};

/* {0} is empty. */
struct cause_lines {
    struct map matters;        /* (row, row that it calls), or (row, NO_ID) of its own work */
    struct shown_lines *shown; /* by id of those */
};

/* What lines are looked for. */
struct cause_lines_wanted {
    const struct cause_graph *graph; /* how often functions ran */
    const struct rows *rows;         /* of the change, by function */
    const bool *is_wanted;           /* by row: whose lines */
    const struct line_map *map;      /* lines of work are of files that are mapped alone: others may
                                        have lines of the same number that are not the same */
    size_t event;                    /* the event by which work is measured */
};

/* Finds them. Both profiles have to keep the cost and the calls of spots. Free them. */
void cause_lines_find(struct cause_lines *lines, const struct diff *diff,
                      const struct cause_lines_wanted *wanted);

/* Returns the lines of calls, or with NO_ID of the row's own work; NULL where none are known. */
const struct shown_lines *cause_lines_get(const struct cause_lines *lines, row_id row,
                                          row_id callee);

void cause_lines_free(struct cause_lines *lines);

#endif
