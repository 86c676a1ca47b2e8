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

#include "profile/filter.h"
#include "profile/profile.h"

/* What is written. */
struct written_profile {
    const struct profile *profile; /* with spots and arcs */
    const struct costs *program;   /* a row: its total, for "summary:" */
    const struct filter *filter;   /* only functions that pass, but their calls of all */
};

/*
 * Writes it. Jumps, basic blocks and the lines that calls lead to are left out. A cost that was not
 * given is left out too where all behind it are, and else is 0. Whether the stream failed is
 * for the caller to see.
 */
void write_callgrind(const struct written_profile *written, FILE *out);

#endif
