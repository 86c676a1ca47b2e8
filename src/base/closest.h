/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_CLOSEST_H
#define QUERN_BASE_CLOSEST_H

/* Suggests a name close to one that was mistyped. */

#include <stddef.h>

#include "base/text.h"

/* {.typed = ...} has considered no name yet. */
struct closest {
    struct text typed;
    struct text name; /* first of the closest names so far, not owned; empty if none is close */
    size_t distance;  /* distance of that name */
};

/*
 * Considers a name. It is close if its Damerau-Levenshtein distance, ignoring case, is small, or if
 * it contains the typed text.
 */
void closest_consider(struct closest *closest, struct text name);

/*
 * Appends ": did you mean 'name'?" to a text of `room` bytes, with the prefix before the name, if a
 * name is close.
 */
void closest_suggest(const struct closest *closest, const char *prefix, char *text, size_t room);

#endif
