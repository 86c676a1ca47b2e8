/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LINES_LINE_CALLS_H
#define QUERN_AGGREGATOR_LINES_LINE_CALLS_H

/*
 * The calls that lines of source make, as the report's listings show them: how often
 * each function is called, as recorded, and what the calls cost, each instruction
 * once. Those that nest in others add only to the number; a cost is not given where
 * all of them do. Who calls whom, which shows what nests, is found out for the first
 * line that makes calls: that takes time, and in many reports no source is found.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/inclusive.h"
#include "base/error.h"
#include "profile/profile.h"

/* {0} has no calls. */
struct line_calls {
    const struct profile *profile;           /* whose lines are asked for */
    uint32_t *ids;                           /* its calls by line, */
    size_t *begin;                           /* by line: where its calls begin */
    const struct nesting *nesting;           /* of its functions as recorded; NULL: not known yet */
    struct function_figures functions_found; /* what that was found out from */
    struct call_table table;                 /* (line, function) of the lines asked for */
};

/*
 * The calls of the profile's lines. `nesting` is that of its functions as recorded, where that is
 * known; else NULL. Free them with line_calls_free().
 */
void line_calls_create(struct line_calls *calls, const struct profile *profile,
                       const struct nesting *nesting);

/* Whether a line makes calls. */
bool line_calls_has(const struct line_calls *calls, uint32_t line);

/*
 * Adds up the calls of a line, which is asked for once: they are the last rows of the table. Gives
 * the first of them.
 */
size_t line_calls_add_up(struct line_calls *calls, uint32_t line);

/* The function that a row of the table calls. */
function_id line_calls_callee(const struct line_calls *calls, size_t id);

void line_calls_free(struct line_calls *calls);

#endif
