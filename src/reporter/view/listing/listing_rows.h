/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_LISTING_ROWS_H
#define QUERN_REPORTER_VIEW_LISTING_LISTING_ROWS_H

/* Makes the rows of a listing, in their order. It is private to this folder. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/line_map.h"
#include "reporter/view/listing/listing.h"

/* Adds a row of the code that is named, without a cost. */
struct listed_row *listing_add_row(struct listing *listing, enum table_row_kind kind,
                                   struct file_line line);

/* Adds a row that stands for several lines of a file, with their sum where it is said. */
struct listed_row *listing_add_sum(struct listing *listing, enum table_row_kind kind, file_id file,
                                   uint32_t sum);

/* Adds the row of a line or an instruction; one without a cost is of the file. */
void listing_add_item(struct listing *listing, struct listed_row *item, file_id file);

/* Adds its jumps, those first that were taken most, and its calls, those first that cost most. */
void listing_add_jumps_and_calls(struct listing *listing, const struct listed_row *item);

/*
 * Tells whether a line is shown: in a difference only where its cost or one of its calls changed,
 * unless the listing is bare; in the report where it has a cost of its own.
 */
bool listing_is_line_shown(const struct listing *listing, const struct listed_line *line);

/* Adds the cost of a line to the sums of a heading. */
void listing_add_to_sums(struct listing *listing, uint32_t sum, const struct listed_line *line);

/* Finds what shares of what is listed are percentages of, if cold lines are folded. */
void listing_find_bases(struct listing *listing);

/*
 * Returns the share in percent that a line has of what is listed, in the event that ranks: the
 * larger one of its shares of self and inclusive cost, or in a difference of all changes of these.
 */
double listing_share(const struct listing *listing, const struct listed_line *line);

/*
 * Adds all rows: of the source, file by file, or of the instructions of functions. Reads no source,
 * and returns false, where the sums of the headings do not fit.
 */
bool list_parts(struct listing *listing, struct error *error);

/* Adds the row at a place to those of the table, with its names and figures. */
void listing_make_row(const struct listing *listing, size_t place, struct table_rows *rows);

/* Limits the lanes that are drawn. */
enum { MOST_LANES = 8 };

struct drawn_jump {
    size_t from, to; /* rows */
    bool is_back;
};

/*
 * Puts arrows beside rows, from the row of a jump to the row that it leads to. Jumps to one row
 * share an arrow. Each arrow has a lane of its own, the shortest the innermost: the first lane that
 * is free from one end of it to the other. Those that find none are left out. Sorts the jumps.
 * Returns by row and then by lane, the innermost first, what is drawn there (see LANE_ABOVE), and
 * how many lanes there are; the caller frees it.
 */
unsigned char *jump_lanes_find(struct drawn_jump *jumps, size_t n_jumps, size_t n_rows,
                               size_t *n_lanes);

#endif
