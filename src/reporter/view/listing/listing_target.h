/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_LISTING_TARGET_H
#define QUERN_REPORTER_VIEW_LISTING_LISTING_TARGET_H

/* What --annotate names. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/lines/line_costs.h"
#include "aggregator/rows.h"
#include "base/error.h"

struct listing_target {
    struct listed_code *codes; /* to be listed, one after the other */
    size_t count;
    uint64_t line;  /* of the file; 0: all of it */
    bool *is_match; /* by group: too many functions match to be listed; or NULL */
};

/*
 * Takes what was typed for, in this order, the exact name of functions; a file, as recorded or by
 * an end of its path, with ":LINE" or without; a regular expression of functions. Where that
 * matches several functions, or very many have the name, there are no codes, but is_match. False
 * with an error that names the closest functions and files where nothing matches;
 * listing_target_free() in any case.
 */
bool listing_target_find(struct listing_target *choice, const struct rows *rows, struct text what,
                         struct error *error);

/* Whether code of a row, in a file, is to be listed. */
bool listing_target_has(const struct listing_target *choice, row_id row, file_id file);

void listing_target_free(struct listing_target *choice);

#endif
