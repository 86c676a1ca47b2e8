/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_MATCH_FILES_H
#define QUERN_REPORTER_VIEW_LISTING_MATCH_FILES_H

/* Matches the lines of files, by their texts and by the functions that they are in. */

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

/* Matches the lines of files as a whole: (old file, new file). */
void match_files(struct line_matching *matching, const struct line_homes *homes,
                 const struct pairs *files);

/* Matches what is next to lines that are matched, such as the heading of a function that moved. */
void match_neighbours(struct line_matching *matching, const struct line_homes *homes);

#endif
