/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_DEFINITIONS_H
#define QUERN_PROFILE_DEFINITIONS_H

/* What "event:" lines and --event define: "NAME = FORMULA : long name". */

#include <stdint.h>

#include "base/text.h"

struct events;

/* One definition; formula and long name are each empty where there is none. */
struct event_definition {
    struct text text;                     /* as it was written, and the parts of that: */
    struct text name, formula, long_name; /* good for the events that were known so far */
    const char *path;                     /* of the profile that says it, NULL for an option */
    uint64_t line;
};

/*
 * Finds the parts of a definition's text. A colon ends a name or a formula, blanks beside it or
 * not, unless it belongs to the name of an event, such as "cycles:u": so all recorded events, and
 * the names of all definitions that may be in formulas, are to be known.
 */
void definition_split(struct event_definition *definition, const struct events *events);

#endif
