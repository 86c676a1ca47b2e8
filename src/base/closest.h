/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_CLOSEST_H
#define QUERN_BASE_CLOSEST_H

/* Finds which of many names somebody may have meant who typed another one. */

#include <stddef.h>

#include "base/text.h"

/* {.typed = ...} has considered no name yet. */
struct closest {
    struct text typed;
    struct text name; /* the first of the closest so far; not owned; empty: none is close */
    size_t distance;  /* of that one */
};

/*
 * Takes a name into account. It is close when few letters are missing, too many, wrong or swapped
 * (the distance of Damerau and Levenshtein, without regard to case), or when it holds what was
 * typed.
 */
void closest_consider(struct closest *closest, struct text name);

/*
 * Appends ": did you mean 'name'?" to a text of `room` bytes, with the prefix before the name;
 * nothing where none is close.
 */
void closest_suggest(const struct closest *closest, const char *prefix, char *text, size_t room);

#endif
