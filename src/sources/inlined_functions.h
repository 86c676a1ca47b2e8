/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_SOURCES_INLINED_FUNCTIONS_H
#define QUERN_SOURCES_INLINED_FUNCTIONS_H

/*
 * Turns inlined code into functions of a profile, by the debug information of its objects. If all
 * costs of an object have addresses, these identify the functions. Otherwise lines do, if all code
 * of a line within a function belongs to one function; other lines are ambiguous, and their cost
 * stays where it is.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "profile/profile.h"
#include "sources/inlined_code.h"

struct source_paths;
struct warnings;

/* The result for an object, in percent of its cost in the first event. */
struct inlined_object {
    struct text name;
    enum inlined_code_status status;
    bool is_by_line;
    double of_program; /* its cost, in percent of the program's */
    double named;      /* code of functions that are known, inlined or not */
    double ambiguous;  /* code on lines that are of several functions, or on line 0 */
};

/* {0} is empty. */
struct inlined_objects {
    struct inlined_object *list; /* those with cost, the costliest first */
    size_t count, capacity;
};

/*
 * Turns a profile that keeps what inlined_functions_keep() says into one with inlined functions,
 * which keeps `keep`. `is_old` if it is the old one of a difference. Objects that cannot be read
 * stay as they are; the list says why. False when a sum does not fit into 64 bits.
 */
bool inlined_functions_add(struct profile *profile, const struct source_paths *paths, bool is_old,
                           struct keep keep, struct inlined_objects *objects, struct error *error);

/* Returns the data that a profile must keep for this. */
struct keep inlined_functions_keep(struct keep keep);

/* Returns why nothing of an object was inlined; without pointer if it was. */
struct text inline_reason(enum inlined_code_status status);

/*
 * Adds a note about each object that cost at least 1 % of the program, as in "inline: index: by
 * line, 95.6 % named, 4.4 % ambiguous".
 */
void inlined_objects_note(const struct inlined_objects *objects, bool is_old,
                          struct warnings *notes);

void inlined_objects_free(struct inlined_objects *objects);

#endif
