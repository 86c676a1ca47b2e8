/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_MATCH_LINES_H
#define QUERN_REPORTER_VIEW_LISTING_MATCH_LINES_H

/*
 * Finds which lines of the old sources are which of the new ones: of files as a whole first, then
 * of functions that are not where they were, so that one that moved, within its file or to another,
 * is not rewritten. Where one of the two sources is not there, lines are the same that have the
 * same number.
 */

struct line_matching;
struct matches;
struct old_sources;
struct profile;
struct source_paths;

/* What is compared. The profiles share their symbols and have spots. */
struct matched_sides {
    const struct profile *fresh, *old;
    const struct matches *matches;
    const struct source_paths *paths; /* of the new sources */
    struct old_sources *old_sources;
};

/* Reads the sources and aligns them; line_matching_free() gives it back. */
void match_lines(struct line_matching *matching, const struct matched_sides *sides);

#endif
