/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_CALLGRIND_H
#define QUERN_REPORTER_CALLGRIND_H

/*
 * Writes a profile in the Callgrind format: one part, with the functions as they were recorded, f'2
 * apart from f. The order is that of names and positions and never that of the input, so the same
 * costs always give the same bytes, and merging in steps gives what merging at once does.
 */

#include <stdbool.h>
#include <stdio.h>

struct costs;
struct error;
struct filter;
struct profile;

/*
 * Writes a profile that has spots, their calls and jumps. `program` is one row, the program's
 * total. The filter selects functions; their calls are written whatever they call. Leaves out basic
 * blocks and the ends of ranges. A cost that was not given is left out too if all after it are, and
 * is 0 otherwise. Returns false, with nothing written, if readers could not add up what would be
 * written. The caller checks whether the stream failed.
 */
bool write_callgrind(const struct profile *profile, const struct costs *program,
                     const struct filter *filter, FILE *out, struct error *error);

#endif
