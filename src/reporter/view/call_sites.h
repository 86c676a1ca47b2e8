/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_CALL_SITES_H
#define QUERN_REPORTER_VIEW_CALL_SITES_H

/* Finds the lines of source that make the calls between functions of a difference. */

#include <stdbool.h>
#include <stdint.h>

#include "aggregator/rows.h"
#include "base/index.h"

struct diff;

/* The line that makes most of the calls from one function to another. */
struct call_site {
    file_id file;
    uint64_t line;
    int64_t n_calls;
    bool is_old; /* only the old program makes such calls, and so it is a line of that */
};

/* {0} is empty. */
struct call_sites {
    struct index calls;     /* (caller, callee): rows */
    struct call_site *list; /* by id of those */
    size_t capacity;
};

/*
 * Finds them for the callers that are wanted, by row of the change. Both profiles have to keep the
 * calls of lines. Free with call_sites_free().
 */
void call_sites_find(struct call_sites *sites, const struct diff *diff, const struct rows *rows,
                     const bool *is_wanted);

/* Returns the place in the list of the line of such calls; NO_ID where it is not known. */
uint32_t call_sites_get(const struct call_sites *sites, row_id caller, row_id callee);

void call_sites_free(struct call_sites *sites);

#endif
