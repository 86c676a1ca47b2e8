/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_DERIVE_EVENTS_H
#define QUERN_PROFILE_DERIVE_EVENTS_H

/* From the definitions of events, and the table of known ones, to derived events. */

#include <stdbool.h>

struct error;
struct events;
struct warnings;

/*
 * Turns the definitions into long names and derived events, once all recorded events are known,
 * and adds the built-in events: sums of which at least one event is recorded, ratios of which all
 * are, in all parts. A formula that makes no sense, a circle, factors that are too large, and a
 * ratio of events that are not there make no event but a warning, or where an option gave it, a
 * usage error. See formulas.h for names of events that are not there.
 */
bool events_resolve(struct events *events, struct warnings *warnings, struct error *error);

#endif
