/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_LINE_MATCHING_H
#define QUERN_REPORTER_VIEW_LISTING_LINE_MATCHING_H

/* Which lines of the old sources are which of the new ones, with their texts: see match_lines.h. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/line_map.h"
#include "reporter/source/source_text.h"
#include "reporter/table.h"

struct names;

/* A line of an old source that is not in the new one. */
struct gone_line {
    uint32_t file;  /* of the new profile, in which it is listed, */
    uint64_t after; /* after this line of it; 0: before the first */
    struct file_line old;
};

struct line_matching {
    struct line_map map;
    struct source_text *fresh, *old; /* by file id; without path where it was not read */
    size_t n_files;
    struct gone_line *gone; /* by file, where they are listed, old file and number */
    size_t n_gone;
    bool *has_old;      /* by new file: the old profile has code that may be in it */
    size_t n_by_number; /* files whose new source was found, but not the old one */
};

void line_matching_free(struct line_matching *matching);

/* The text of a line of a new file that was compared, or of one that is gone. */
struct text line_matching_text(const struct line_matching *matching, struct file_line line);

/*
 * Sets the old number of a line, what became of it, and its old file where that had another name
 * than its directories alone.
 */
void line_matching_tell(const struct line_matching *matching, const struct names *files,
                        struct file_line line, struct old_table_row *old);

/* What became of it: LINE_BY_NUMBER where its file was not compared. */
enum line_change line_matching_change(const struct line_matching *matching, struct file_line line);

/* The lines that are gone from a file; *count is how many. */
const struct gone_line *line_matching_gone(const struct line_matching *matching, uint32_t file,
                                           size_t *count);

#endif
