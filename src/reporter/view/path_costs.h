/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_PATH_COSTS_H
#define QUERN_REPORTER_VIEW_PATH_COSTS_H

/*
 * What was spent by a path from the start of a thread, step by step. A profile does not have that,
 * but bounds: by the path to w that comes from v, at most the cost of v's calls of w, and at most
 * what was spent by the path to v; at least what the path to v and these calls have in common,
 * since both are parts of what v cost:
 *
 *     most(w) = min(most(v), calls)        least(w) = max(0, least(v) + calls - cost(v))
 *
 * Where both are the same, that is what it cost. In a cycle, and below what is not exact itself,
 * nothing is known of what is common. A ratio is known where all that it is made of is.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "profile/costs.h"
#include "reporter/table.h"
#include "reporter/view/figures.h"

struct hot_paths;
struct hot_step;

/* {0} is empty. */
struct path_costs {
    struct figures figures; /* with the recorded events after those shown, if ratios are */
    size_t *shown;          /* these */
    size_t n_columns;       /* those shown */
    const struct hot_paths *paths;
    struct cell *most;      /* of the step added last, by column: marked where it may be less */
    int64_t *least;         /* likewise */
    bool may_have_common;   /* the least is known of what the last step leads to */
    struct cell *calls;     /* by column: of the step that is being added */
    struct cell *inclusive; /* by column: of the row of the step added last */
    struct costs start;     /* one row */
    struct costs exact;     /* one row: what ratios are made of */
};

/* path_costs_end() in any case. */
void path_costs_begin(struct path_costs *costs, const struct figures *figures,
                      const struct hot_paths *paths);
void path_costs_end(struct path_costs *costs);

/* Adds a step to the path, or begins one. False when a cost does not fit into 64 bits. */
bool path_costs_add(struct path_costs *costs, const struct hot_step *step, bool is_first,
                    struct error *error);

#endif
