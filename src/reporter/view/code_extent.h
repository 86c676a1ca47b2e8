/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_CODE_EXTENT_H
#define QUERN_REPORTER_VIEW_CODE_EXTENT_H

/* How far the code of a function goes in its source, so that a listing ends where it does. */

#include <stddef.h>
#include <stdint.h>

#include "aggregator/line_costs.h"

struct source;

/* Lines from the first to the last. */
struct code_extent {
    uint64_t first, last;
};

/*
 * The extent of a function in the file where it is defined: from its first line with a cost to its
 * last, with `context` lines around them, but neither those of other functions nor what is beyond a
 * closing brace that is no deeper than the function. `lines`, of which some have a number, are the
 * function's in that file, by number; the source has not been read yet, and is read up to the end
 * of the extent.
 */
struct code_extent code_extent_find(const struct rows *rows, const struct listed_line *lines,
                                    size_t n_lines, row_id row, uint64_t context,
                                    struct source *source);

#endif
