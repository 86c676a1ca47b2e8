/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_SOURCE_LINE_RANGES_H
#define QUERN_REPORTER_SOURCE_LINE_RANGES_H

/* Which lines of a source file to show: ranges of lines, not their text. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/lines.h"

struct line_range {
    uint64_t first, last;
};

/*
 * Returns ranges of the lines with self cost and `context` lines before and after each; ranges that
 * overlap are joined. `lines` are sorted by number and without line 0; has_self is by line id. The
 * caller frees the ranges.
 */
struct line_range *line_ranges_find(const struct numbered_line *lines, size_t n_lines,
                                    const bool *has_self, uint64_t context, size_t *count);

#endif
