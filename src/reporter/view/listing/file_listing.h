/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_FILE_LISTING_H
#define QUERN_REPORTER_VIEW_LISTING_FILE_LISTING_H

/* The report's listing of a source file: its lines with their cost, and below them the calls they
 * make. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rank.h"
#include "base/error.h"
#include "reporter/table.h"

struct figures;
struct line_calls;
struct source;

struct file_listing {
    /* Set by the caller, and not owned: */
    const struct figures *figures;
    const struct rows *rows; /* by file:function, for the names of what is called */
    struct line_calls *calls;
    struct costs *annotated; /* one row: the sum of all lines shown, which is added to */
    struct source *source;   /* opened */
    file_id file;
    uint64_t context; /* lines shown around those with cost */

    struct numbered_line *lines; /* with cost, by number, also line 0 */
    size_t n_lines;
    struct line_range *ranges;
    size_t n_ranges;
    struct column *columns;
    struct cell *cells;

    enum file_listing_state {
        LISTING_RANGE_BEGIN,
        LISTING_SOURCE,
        LISTING_CALLS,
        LISTING_RANGE_END,
        LISTING_BOGUS,
        LISTING_LAST_GAP,
        LISTING_UNIDENTIFIED,
        LISTING_END,
    } state;
    size_t range, line; /* the current ones */
    struct ranking
        ranked; /* the calls of the current line; item ids are rows of the calls' table */
    size_t call;
    bool has_bogus; /* lines past the end of the file have cost */
};

/*
 * Sets up the table that pulls its rows. False when a cost does not fit; file_listing_end() is to
 * be called in any case.
 */
bool file_listing_begin(struct file_listing *listing, struct table *table, struct error *error);

void file_listing_end(struct file_listing *listing);

#endif
