/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PATHS_PATH_LIST_H
#define QUERN_AGGREGATOR_PATHS_PATH_LIST_H

/*
 * A tree of paths as it is shown: each row before those below it, down to a limit, and after them a
 * row for what was left out. In a difference the trees of both sides together, row by row.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/paths/path_tree.h"

struct filter;

enum { PATHS_FRESH, PATHS_OLD, N_PATH_SIDES };

/* What has more is refused, or cut. */
enum { MOST_PATHS = 1000000, MOST_PATH_LEVELS = 250 };

/* One side; where there is no difference the other has no tree. */
struct path_side {
    struct path_tree *tree; /* gets rows; NULL: there is no such side */
    const uint32_t *keys;   /* by name: what it is called on both sides; NULL: as on this one */
    double least;           /* of the first event: paths that cost less are left out */
    struct path_rows first; /* what is shown at the top */
};

struct path_limits {
    size_t depth;  /* levels, from 1; 0: all */
    bool is_exact; /* only paths whose cost is known */
};

struct listed_path {
    uint32_t rows[N_PATH_SIDES]; /* by side; NO_ID where it has no such path, */
    uint32_t id;                 /* its place, until some are taken out */
    uint32_t depth;              /* 0 at the top */
    bool has_next;               /* another one of the same level follows, below the same row */
    bool is_recursive;           /* its function is above it, too */
    size_t n_left_out;           /* not 0: it stands for these, and both rows are NO_ID; */
    int64_t most_left_out;       /* none of them can be more than that */
};

/* {0} is empty. */
struct path_list {
    struct listed_path *items;
    size_t count, capacity;
    bool is_exact; /* of paths whose cost is known alone */
};

/*
 * Lists what is below the first rows of the sides, and these. False with an error where a cost does
 * not fit into 64 bits, or there are more than MOST_PATHS. path_list_free() in any case.
 */
bool path_list_create(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                      const struct path_limits *limits, struct error *error);

/* What is known of a side's row: of a member of a cycle its self cost. */
static inline const struct path_cost *path_side_cost(const struct path_side *side, uint32_t row)
{
    const struct path_row *of = &side->tree->rows[row];

    return &side->tree->costs[of->is_member ? of->self : of->inclusive];
}

/* How a path changed from the old side; one that a side has not cost nothing there. */
static inline double path_sides_change(const struct path_side sides[N_PATH_SIDES],
                                       const uint32_t rows[N_PATH_SIDES])
{
    struct path_cost costs[N_PATH_SIDES] = {0};

    for (int i = 0; i < N_PATH_SIDES; i++)
        if (rows[i] != NO_ID)
            costs[i] = *path_side_cost(&sides[i], rows[i]);
    return path_cost_change(&costs[PATHS_FRESH], &costs[PATHS_OLD]);
}

/*
 * path_filter.c: keeps the rows that the filter lets through, those above and those below them;
 * what is ignored goes, with all below it. Costs stay.
 */
void path_list_filter(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                      const struct filter *filter);

/*
 * path_filter.c, of a difference: drops rows whose cost changed by less than that, but for those
 * above others.
 */
void path_list_drop_unchanged(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                              double least);

void path_list_free(struct path_list *list);

#endif
