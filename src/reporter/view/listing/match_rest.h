/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_MATCH_REST_H
#define QUERN_REPORTER_VIEW_LISTING_MATCH_REST_H

/* Matches the lines of files that are left over when those of functions are matched. */

#include <stdbool.h>
#include <stdint.h>

#include "profile/line_map.h"

struct line_matching;
struct pairs;

/* Of a line: no function has code around there. */
#define NO_HOME UINT32_MAX

/* In which function lines are: by file and number less 1, a number of it or NO_HOME. */
struct line_homes {
    uint32_t **fresh, **old;
};

/* Whether neither of the lines, of files that are mapped, has a partner yet. */
bool can_pair_lines(const struct line_matching *matching, struct file_line old,
                    struct file_line fresh);

/*
 * Matches first what is next to lines that are matched, such as the heading of a function that
 * moved, then files as a whole. `files` are (old file, new
 * file).
 */
void match_rest(struct line_matching *matching, const struct line_homes *homes,
                const struct pairs *files);

#endif
