/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_CLOSEST_H
#define QUERN_BASE_CLOSEST_H

/* Finds which of many names somebody may have meant who typed another one. */

#include <stddef.h>

#include "base/text.h"

enum { MOST_CLOSEST = 3 };

/* {.typed = ...} has considered no name yet. */
struct closest {
    struct text typed;
    struct text names[MOST_CLOSEST]; /* the closest first; not owned */
    size_t distances[MOST_CLOSEST];
    size_t count;
};

/*
 * Takes a name into account. It is close when few letters are missing, too many, wrong or swapped
 * (the distance of Damerau and Levenshtein, without regard to case), or when it holds what was
 * typed.
 */
void closest_consider(struct closest *closest, struct text name);

/*
 * Appends ": did you mean 'a', 'b' or 'c'?" to a text of `room` bytes, the prefix before each of
 * them; nothing where none is close.
 */
void closest_suggest(const struct closest *closest, const char *prefix, char *text, size_t room);

#endif
