/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_CODE_EXTENT_H
#define QUERN_REPORTER_VIEW_LISTING_CODE_EXTENT_H

/* How far the code of a function goes in its source, so that a listing ends where it does. */

#include <stddef.h>

#include "aggregator/lines/line_costs.h"
#include "base/text.h"

struct line_range;
struct source_paths;

/*
 * Clips ranges of lines around those of a function, in the file where it is defined, so that they
 * show neither lines of other functions nor what is beyond a closing brace that is no deeper than
 * the function. `lines` are the function's in that file, by number. The source is read twice: it is
 * opened by the name, and where it is not there the ranges stay as they are.
 */
void code_extent_clip(const struct rows *rows, row_id row, const struct listed_line *lines,
                      size_t n_lines, struct text name, const struct source_paths *paths,
                      struct line_range *ranges, size_t n_ranges);

#endif
