/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_CODE_LISTING_H
#define QUERN_REPORTER_VIEW_CODE_LISTING_H

/* The source of one function, or of one file, with what each line costs and calls. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/inclusive.h"
#include "aggregator/line_costs.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/warnings.h"
#include "reporter/source/source_paths.h"
#include "reporter/table.h"
#include "reporter/view/figures.h"

/* What is listed, and how. */
struct annotate_shown {
    struct listed_code code;
    uint64_t line;    /* of the file: only that one and those around it; 0: all */
    uint64_t context; /* lines shown around each with a cost */
    bool has_inclusive;
    bool is_bare; /* lines with a cost alone, as programs want them */
    const struct source_paths *paths;
};

struct annotate_entry;

struct view_annotate {
    const struct figures *figures;
    const struct inclusive *inclusive;
    struct annotate_shown shown;
    struct warnings *warnings;
    struct listing listing;
    struct arena texts;
    struct column *columns;
    struct cell *cells, *inclusive_cells;
    struct annotate_entry *entries; /* the rows, made beforehand */
    size_t n_entries, capacity, row;
};

/*
 * Reads the sources and sets up the table. What is wrong with them becomes a warning: a file that
 * is not found, newer than a profile, or shorter than its lines. Where no line of the code has a
 * cost there are no rows. False when a cost does not fit; view_annotate_end() in any case.
 */
bool view_annotate_begin(struct view_annotate *view, const struct figures *figures,
                         const struct inclusive *inclusive, const struct annotate_shown *shown,
                         struct warnings *warnings, struct table *table, struct error *error);

void view_annotate_end(struct view_annotate *view);

#endif
