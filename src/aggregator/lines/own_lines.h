/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LINES_OWN_LINES_H
#define QUERN_AGGREGATOR_LINES_OWN_LINES_H

/*
 * Where functions are in their source: all that a profile says of it is on which lines they have
 * code. What is between two of these is the function's too, unless code of others is there.
 */

#include <stddef.h>
#include <stdint.h>

#include "profile/profile.h"

/* A line where a function has code of its own. */
struct own_line {
    uint32_t function; /* its number: see own_lines_find() */
    file_id file;
    uint64_t number; /* not 0 */
    size_t rank;     /* among all such lines of any function */
};

struct own_lines {
    struct own_line *list; /* by function and number */
    size_t *begin;         /* by function: where its lines begin, up to those of the next one */
    size_t n_functions;
};

/*
 * Finds them for a profile that has spots. `numbers` is by place, and below n_functions, or NO_ID
 * where code does not count: what has the same number is one function, of which only code in one
 * file is taken. Free with own_lines_free().
 */
void own_lines_find(struct own_lines *own, const struct profile *profile, const uint32_t *numbers,
                    size_t n_functions);

/*
 * Sets `lines` to the numbers of all lines of a function, up to the last line of its file, in their
 * order; there is room for as many as that. Gives how many there are.
 */
size_t own_lines_of(const struct own_lines *own, uint32_t function, uint32_t last_line,
                    uint32_t *lines);

void own_lines_free(struct own_lines *own);

#endif
