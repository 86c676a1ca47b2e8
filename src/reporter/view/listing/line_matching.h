/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_LINE_MATCHING_H
#define QUERN_REPORTER_VIEW_LISTING_LINE_MATCHING_H

/*
 * Matches the lines of old sources with those of the new ones, and keeps their texts. A line that
 * all old sources have once, and all new ones, is the same wherever it is, if lines next to it are
 * the same, too; and so are these: what moved, within its file or to another, does not count as
 * rewritten. What is left between such lines is aligned. Lines on which the same function has code
 * are compared first. Where one of the two sources was not found, lines with the same number are
 * the same.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/line_map.h"
#include "reporter/table.h"
#include "sources/source.h"

struct diff;
struct matches;
struct names;
struct old_sources;
struct profile;
struct rows;
struct source_paths;
struct warnings;

/* Says what is compared. The profiles share their symbols and have spots. */
struct matched_sides {
    const struct profile *current, *old;
    const struct matches *matches;
    const struct source_paths *paths; /* of the new sources */
    struct old_sources *old_sources;
};

/* Describes a line of an old source that is not in the new one. */
struct gone_line {
    uint32_t file;  /* of the new profile, in which it is listed */
    uint64_t after; /* the line of that file that it follows; 0: it is before the first */
    struct file_line old;
};

struct line_matching {
    struct line_map map;
    struct source_text *current, *old; /* by file id; without path where it was not read */
    size_t n_files;
    struct gone_line *gone; /* by file, where they are listed, old file and number */
    size_t n_gone;
    bool *has_old;      /* by new file: the old profile has code that may be in it */
    size_t n_by_number; /* files whose new source was found, but not the old one */
};

/* Reads the sources and matches their lines. Free with line_matching_free(). */
void match_lines(struct line_matching *matching, const struct matched_sides *sides);
void line_matching_free(struct line_matching *matching);

/* Returns the text of a line of a new file that was compared, or of one that is gone. */
struct text line_matching_text(const struct line_matching *matching, struct file_line line);

/*
 * Sets the old number of a line, what became of it, and its old file where more of its name changed
 * than its directories.
 */
void line_matching_set_old(const struct line_matching *matching, const struct names *files,
                           struct file_line line, struct old_row *old);

/* Returns what became of a line: LINE_BY_NUMBER where its file was not compared. */
enum line_change line_matching_change(const struct line_matching *matching, struct file_line line);

/* Returns the lines that are gone from a file, after a line or a later one, and how many. */
const struct gone_line *line_matching_gone(const struct line_matching *matching, uint32_t file,
                                           uint64_t after, size_t *count);

/*
 * Returns the lines of a file that was compared in the order in which they are listed, and how
 * many: their numbers, or those that stand for lines that are gone, each after the line that it
 * followed. The caller frees them.
 */
uint64_t *line_matching_order(const struct line_matching *matching, uint32_t file, size_t *count);

/*
 * Warns of files whose old source is not known, if there are any: their lines are compared by
 * number, and no findings or causes are made of them.
 */
void line_matching_warn(const struct line_matching *matching, struct warnings *warnings);

/*
 * code_changes.c finds whether functions of a difference have the source that they had: those that
 * are wanted, by row of the change, where the sources of both programs were compared. Lines with a
 * cost count, and in the file where a function is defined those between them, unless they are blank
 * or code of others is there. Both profiles have to keep spots. The caller frees the result.
 */
enum code_change *code_changes_find(const struct diff *diff, const struct rows *rows,
                                    const bool *is_wanted, const struct line_matching *matching);

#endif
