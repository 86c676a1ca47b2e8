/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_KNOWN_EVENTS_H
#define QUERN_PROFILE_KNOWN_EVENTS_H

/*
 * The table of known events: what Valgrind's tools record, what else KCachegrind has a long name
 * for, and the built-in events that derive from that.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/text.h"

/* All that is known of an event by its name. */
struct known_event {
    struct text name;
    struct text long_name; /* empty where profiles give it themselves */
    struct text meaning;   /* a sentence or two, for --help=events */
    struct text formula;   /* of a built-in event, from rows above; empty for a recorded one */
    struct text option;    /* with which Callgrind records it, or what it is made of; empty where it
                              always does, or is not known to */
    bool is_self_only;     /* calls cost none of it: it belongs to lines of memory */
    bool is_estimate;      /* what it is made of and is not there counts 0 in it, by definition */
};

/* In the order in which they are listed; the built-in ones get their event ids in this order. */
extern const struct known_event known_events[];
extern const size_t n_known_events;

/* The row of the event with that name, or else one that is empty; never NULL. */
const struct known_event *known_event_find(struct text name);

/* Whether it is a built-in ratio. */
bool known_event_is_ratio(struct text name);

/* Names and meanings, a line each: for --help=events where there is no profile. */
void known_events_print(FILE *out);

#endif
