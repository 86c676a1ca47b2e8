/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_CODE_ENTRIES_H
#define QUERN_REPORTER_VIEW_LISTING_CODE_ENTRIES_H

/* Which lines a listing of code shows, in their order, with what there is to say of their files. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/lines/line_costs.h"
#include "aggregator/rank.h"
#include "base/arena.h"
#include "base/error.h"
#include "profile/line_map.h"
#include "reporter/table.h"
#include "reporter/view/listing/missing_sources.h"

struct line_diff;
struct line_jumps;
struct line_sides;
struct object_codes;
struct row_figures;
struct view_input;

/* What is listed, and how. */
struct code_shown {
    struct listed_code code;
    uint64_t line; /* of the file: only that one and those around it; 0: all */
    bool has_inclusive;
    bool is_bare;                     /* lines with a cost alone, as programs want them */
    const struct line_sides *sides;   /* of a difference; else NULL */
    struct object_codes *codes;       /* by instruction: what their texts are from; else NULL */
    const struct spots_by_row *spots; /* where many rows are listed, not in a difference; or NULL */
    bool *is_missing; /* by file: set where the source is not found, for whoever tells
                         of all listings; NULL: each has a warning of its own */
};

/* A row of the listing, before its figures are looked up. */
struct code_entry {
    enum table_row_kind kind;
    struct file_line line;
    uint32_t id; /* of a line, a call, or a listing: its row of cost, NO_ID: none; of a jump: which
                    it is */
    row_id callee;    /* of a call; or of instructions the function that they are of */
    uint64_t address; /* of an instruction, and of its jumps and calls */
    bool has_target;  /* likewise: its text tells where it leads to */
    struct text text;
};

/* {0} is empty. */
struct code_entries {
    const struct view_input *input;
    const struct row_figures *of;
    struct code_shown shown;
    const struct line_costs *lines; /* in a difference the change */
    const struct line_diff *diff;   /* NULL: there is none */
    const struct line_jumps *jumps; /* NULL: none are shown */
    int64_t least;                  /* in a difference: smaller changes are not shown */
    struct arena texts;
    struct ranking ranked; /* the calls of a line */
    struct code_entry *list;
    size_t count, capacity;
    struct costs sums, old_sums; /* by listing: of all lines of the code in that file */
    struct missing_sources missing;
};

/*
 * Reads the sources and lists the lines; in a difference those that changed, unless it is bare.
 * What is wrong with sources becomes a warning: a file that is not found, newer than a profile, or
 * shorter than its lines. Where no line of the code has a cost there are none, and where none
 * changed the heading of one file alone. `entries` has everything up to `diff`. False when a cost
 * does not fit; code_entries_free() in any case.
 */
bool code_entries_make(struct code_entries *entries, struct error *error);
void code_entries_free(struct code_entries *entries);

#endif
