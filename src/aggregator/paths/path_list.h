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

#include "aggregator/paths/paths.h"

struct diff;
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
 * Lists what is below the first rows of the sides, and these. False with an error where there are
 * more than MOST_PATHS. Free the list with path_list_free() in any case.
 */
bool path_list_create(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                      const struct path_limits *limits, struct error *error);

/*
 * Keeps the rows that the filter lets through, those above and those below them;
 * what is ignored goes, with all below it. Costs stay.
 */
void path_list_filter(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                      const struct filter *filter);

/*
 * In a difference: drops rows whose cost changed by less than that, but for those
 * above others.
 */
void path_list_drop_unchanged(struct path_list *list, const struct path_side sides[N_PATH_SIDES],
                              double least);

void path_list_free(struct path_list *list);

/*
 * Which names of the paths of an old profile are which of a new one, by name of the side's graph,
 * functions and cycles: the same key is the same on both sides.
 */
struct path_keys {
    uint32_t *of_fresh, *of_old;
};

/*
 * Functions are matched as the difference has them. A cycle is another one once it has other
 * members. Free them with path_keys_free().
 */
void path_keys_create(struct path_keys *keys, const struct diff *diff,
                      const struct path_graph *fresh, const struct path_graph *old, bool is_folded);
void path_keys_free(struct path_keys *keys);

/*
 * What each listed path cost that no path below it stands for, in whole numbers whose sum is what
 * all paths cost: for whoever draws stacks. A path has its self cost; a row for what was left out
 * has what was spent by all of that. In a list of paths that are known it has their self cost, too,
 * where that is not.
 *
 * Below a vertex v there is spent, of each unit that a path to it cost,
 *
 *     spent(v) = (self(v) + the sum of c * spent(w) over its calls of w, which cost c) / I(v)
 *
 * which is 1 but where callers were charged for more than there is, and what was left out is that
 * part of the path's estimate, less its self cost and the same of what is shown below it. Where
 * paths go up, what is left of a path at v is what started there, (I(v) - what enters v) / I(v).
 */
struct path_share {
    int64_t cost;
    bool is_estimate;
};

/* {0} is none. */
struct path_shares {
    struct path_share *of[N_PATH_SIDES]; /* by a path's id, and by event of the tree; NULL: there is
                                            no such side */
};

/*
 * Shares of a list that nothing was taken out of, whose sides have all rows that there are at the
 * top. `totals`, by side and event of its tree, is what the shares are to add up to; NULL: to what
 * the rows at the top cost. What the paths lack of it goes to the row of what was left out at the
 * top, which the list gets if it has none. Free them with path_shares_free().
 */
void path_shares_create(struct path_shares *shares, struct path_list *list,
                        const struct path_side sides[N_PATH_SIDES],
                        const int64_t *const totals[N_PATH_SIDES]);
void path_shares_free(struct path_shares *shares);

#endif
