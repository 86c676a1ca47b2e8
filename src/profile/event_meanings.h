/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_EVENT_MEANINGS_H
#define QUERN_PROFILE_EVENT_MEANINGS_H

/* What the events that everybody records mean, for --help=events. */

#include <stdio.h>

#include "base/text.h"

/* A sentence or two; empty for an event that is not among them. */
struct text event_meaning(struct text name);

/* All of them, a line each: for --help=events where there is no profile. */
void event_meanings_print(FILE *out);

#endif
