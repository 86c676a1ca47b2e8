/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_CONTENTS_H
#define QUERN_REPORTER_FORMAT_CONTENTS_H

/*
 * Questions that all formats ask about a report: its next row, what rows of a kind have, the words
 * for it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/kinds.h"
#include "reporter/report.h"

/* Takes the next section. Returns false at the end, where it fails, and where the stream has. */
bool report_next(const struct report *report, FILE *out, struct section *section,
                 struct error *error);

/*
 * Returns the table's next row, which is good until the next call; NULL at its end, where a figure
 * does not fit, and where the stream has failed: nobody reads the rest then. The stream is NULL for
 * a format that writes to memory.
 */
const struct table_row *table_next_row(const struct table *table, FILE *out, struct error *error);

/*
 * Returns the table's rows that are still to be read, at most `most` of them, and sets how many;
 * they are good until a row of another table is read. The caller frees the list. Where a figure
 * does not fit, *error is set.
 */
struct table_row **table_read_rows(const struct table *table, size_t most, FILE *out, size_t *count,
                                   struct error *error);

/* Returns whether there is a figure to be marked as an estimate. */
bool cell_shows_estimate(struct cell cell);

/* Returns the row's most telling name: function, file, label or object; {0} where it has none. */
struct text row_name(const struct table_row *row);

/* Returns that name for people, who do not see an empty one: "(no name)", or "(no object)". */
struct text row_shown_name(const struct table_row *row);

/* Returns the name of the row in a picture: "(more)" for what was left out. */
struct text row_drawn_name(const struct table_row *row);

/* Return whether rows of the table are lines of source, or instructions. */
bool table_is_of_lines(const struct table *table);
bool table_is_of_instructions(const struct table *table);

/* Returns whether it is on one side alone, so that there is nothing to compare it with. */
bool change_is_one_sided(enum change change);

/* The names of a path; {0} is an empty one. Free with path_names_free(). */
struct path_names {
    struct buffer text;
    size_t *ends; /* where the name of each level ends in the text */
    size_t n_levels, capacity;
};

/*
 * Moves to a row at this depth, from 0, below the last row of each smaller depth. A ';' in the name
 * becomes ':'.
 */
void path_names_extend(struct path_names *names, size_t depth, struct text name);

/* Returns the name of the row above that depth; empty at the top. Good until the path changes. */
struct text path_names_parent(const struct path_names *names, size_t depth);

void path_names_free(struct path_names *names);

#endif
