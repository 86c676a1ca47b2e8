/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/made_events.h"

#include <criterion/criterion.h>

#include "profile/events.h"

struct events events_made(void)
{
    struct events events = {0};

    events_add_recorded(&events, TEXT("Tick"));
    events_add_recorded(&events, TEXT("Miss"));
    events_add_recorded(&events, TEXT("cycles:u"));
    events_add_recorded(&events, TEXT("Time_(10ns)"));
    return events;
}

bool events_made_define(struct events *events, const char *definition)
{
    struct error error;

    return events_define(events, text_of(definition), "p", 7, &error);
}

void events_made_resolve(struct events *events, struct warnings *warnings)
{
    struct error error = {0};

    cr_assert(events_resolve(events, warnings, &error), "%s", error.text);
}
