/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_PEEK_SIDE_H
#define QUERN_REPORTER_VIEW_PEEK_SIDE_H

/*
 * A side of a function holds its callers, its callees, or the files of its self cost. If there are
 * many rows the first ones are shown, and one row stands for the rest.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rank.h"
#include "base/error.h"
#include "profile/costs.h"
#include "reporter/table.h"

struct view_input;
struct view_options;

/* Holds a side. {0} is empty; free with peek_side_free(). */
struct peek_side {
    struct ranking ranking; /* item ids are rows of the costs that it was cut with */
    size_t n_shown;         /* how many come first and are shown; of the others: */
    struct costs rest;      /* one row, their sum, */
    int64_t rest_calls;     /* and the sum of their calls */
};

/* Tells whether the options limit how many rows a side has. */
bool peek_side_is_limited(const struct view_options *options);

/*
 * Cuts a ranked side as --rows, --threshold and --percent-limit say: a row is shown where all of
 * them let it pass. The costs of a side, by item id, add up, as those of struct row_calls and of
 * files do; calls are NULL if it has none. Percentages are of the whole, in the measured event.
 */
void peek_side_cut(struct peek_side *side, const struct view_input *input,
                   const struct costs *costs, const int64_t *calls, struct cell whole);

void peek_side_free(struct peek_side *side);

#endif
