/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_FILE_LISTING_H
#define QUERN_REPORTER_VIEW_FILE_LISTING_H

/* The listing of a source file: its lines with their cost, and below them the calls they make. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "reporter/source/line_ranges.h"
#include "reporter/source/source.h"
#include "reporter/table.h"
#include "reporter/view/figures.h"

/* The calls of each line, of all files: made once for all listings. */
struct line_calls {
    struct call_table table; /* (line, function that is called) */
    uint32_t *ids;           /* rows of the table by line */
    size_t *begin;           /* by line id: where its calls begin; one more at the end */
};

/* False when a sum does not fit into 64 bits; line_calls_free() in any case. */
bool line_calls_create(struct line_calls *calls, const struct profile *profile,
                       struct error *error);
void line_calls_free(struct line_calls *calls);

/* The sum of all source lines shown in listings, by column. */
struct annotated {
    struct cell *cells;
};

struct view_lines {
    const struct figures *figures;
    const struct line_calls *calls;
    struct annotated *annotated;
    struct source *source;
    struct text file;
    struct numbered_line *lines; /* with cost, by number, also line 0 */
    size_t n_lines;
    struct line_range *ranges;
    size_t n_ranges;
    struct column *columns;
    struct cell *cells;

    enum view_lines_state {
        LINES_RANGE_BEGIN,
        LINES_SOURCE,
        LINES_CALLS,
        LINES_RANGE_END,
        LINES_BOGUS,
        LINES_LAST_GAP,
        LINES_UNIDENTIFIED,
        LINES_END,
    } state;
    size_t range, line; /* the current ones */
    struct ranked_calls ranked;
    row_id *names;
    size_t n_names, name_capacity;
    size_t call;
    bool has_bogus; /* lines past the end of the file have cost */
};

/*
 * Sets up the listing of a file whose source was opened, and the table that pulls its
 * rows. False when a cost does not fit; view_lines_end() is to be called in any case.
 */
bool view_lines_begin(struct view_lines *view, const struct figures *figures,
                      const struct line_calls *calls, struct annotated *annotated,
                      struct source *source, file_id file, uint64_t context, struct table *table,
                      struct error *error);

void view_lines_end(struct view_lines *view);

#endif
