/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_MADE_EVENTS_H
#define QUERN_TESTS_SUPPORT_MADE_EVENTS_H

/* Events made for a test, as a profile would declare them. */

#include <stdbool.h>

#include "base/error.h"
#include "profile/events.h"

enum { N_MADE_EVENTS = 4 };

/* Tick, Miss, cycles:u and Time_(10ns) are recorded: names that are not known. */
struct events events_made(void);

/* Defines one in line 7 of the profile "p". */
bool events_made_define(struct events *events, const char *definition);

/* Resolves them, which must succeed. */
void events_made_resolve(struct events *events, struct warnings *warnings);

#endif
