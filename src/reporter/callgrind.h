/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_CALLGRIND_H
#define QUERN_REPORTER_CALLGRIND_H

/*
 * Writes a profile in the Callgrind format: one part, with the functions as they were
 * recorded, f'2 apart from f. The order is that of names and positions, never that of
 * the input, so that the same costs always give the same bytes and merging in steps
 * gives what merging at once does.
 */

#include <stdbool.h>
#include <stdio.h>

struct costs;
struct error;
struct filter;
struct profile;

/* What is written; it owns none of it. */
struct written_profile {
    const struct profile *profile; /* with spots, their calls and jumps */
    const struct costs *program;   /* one row: the program's total, for "summary:" */
    const struct filter *filter;   /* only functions that pass, but their calls to any */
};

/*
 * Writes it. Basic blocks and the ends of ranges are left out. A cost that was not given is left
 * out too where all after it are, and is 0 otherwise. False, and nothing is written, where readers
 * could not add up what is written. Whether the stream failed is for the caller to see.
 */
bool write_callgrind(const struct written_profile *written, FILE *out, struct error *error);

#endif
