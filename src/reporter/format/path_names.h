/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_PATH_NAMES_H
#define QUERN_REPORTER_FORMAT_PATH_NAMES_H

/* The names of a row of a tree and of those above it, in one text: "main;parse;read". */

#include <stddef.h>

#include "base/buffer.h"

/* The names of a path; {0} is an empty one. Free with path_names_free(). */
struct path_names {
    struct buffer text;
    size_t *ends; /* where the name of each level ends in the text */
    size_t n_levels, capacity;
};

/*
 * Moves to a row at this depth, from 0, below the last row of each smaller depth. A ';' in the name
 * becomes ':'.
 */
void path_names_extend(struct path_names *names, size_t depth, struct text name);

/* Returns the name of the row above that depth; empty at the top. Good until the path changes. */
struct text path_names_parent(const struct path_names *names, size_t depth);

void path_names_free(struct path_names *names);

#endif
