/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_CODE_EXTENT_H
#define QUERN_REPORTER_VIEW_LISTING_CODE_EXTENT_H

/* How far the code of a function goes in its source, so that a listing ends where it does. */

#include <stddef.h>
#include <stdint.h>

#include "aggregator/rows.h"

struct line_range;
struct listed_lines;

/* A function in the file where it is defined. */
struct function_source {
    const struct listed_lines *file;
    const uint64_t *own; /* places of the function's lines, in ascending order */
    size_t n_own;
};

/*
 * Clips ranges of places around those of a function, a row, so that they show neither lines of
 * other functions nor what is beyond a closing brace that is no deeper than the function.
 */
void code_extent_clip(const struct rows *rows, row_id row, const struct function_source *source,
                      struct line_range *ranges, size_t n_ranges);

#endif
