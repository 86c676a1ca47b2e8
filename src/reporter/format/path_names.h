/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_PATH_NAMES_H
#define QUERN_REPORTER_FORMAT_PATH_NAMES_H

/* The names of a row of a tree and of those above it, in one text: main;parse;read. */

#include <stddef.h>

#include "base/buffer.h"

/* {0} is that of no row. path_names_free() gives it back. */
struct path_names {
    struct buffer text;
    size_t *ends; /* by level: where its name ends in the text */
    size_t n_levels, capacity;
};

/*
 * Makes it that of a row at this depth, below the last one of each depth above; from 0. A ';' in
 * the name becomes ':'.
 */
void path_names_extend(struct path_names *names, size_t depth, struct text name);

/* The name above that depth; empty at the top. Good until it is extended. */
struct text path_names_parent(const struct path_names *names, size_t depth);

void path_names_free(struct path_names *names);

#endif
