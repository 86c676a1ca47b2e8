/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/metric.h"

#include "profile/known_events.h"

/* The text between "prefix(" and ")". */
static bool inside(struct text text, struct text prefix, struct text *event)
{
    if (!text_starts_with(text, prefix) || text.at[text.length - 1] != ')')
        return false;
    *event = (struct text){text.at + prefix.length, text.length - prefix.length - 1};
    return true;
}

bool metric_read(struct metric *metric, struct text text, const struct events *events)
{
    uint32_t event = events_find(events, text);
    struct text name = text;

    *metric = (struct metric){.kind = METRIC_SELF};
    if (event == NO_ID && text_equal(text, TEXT("calls"))) {
        metric->kind = METRIC_CALLS;
        return true;
    }
    /* An event may be called like a function, as Time_(10ns) is: the whole goes first. */
    if (event == NO_ID && inside(text, TEXT("incl("), &name))
        metric->kind = METRIC_INCLUSIVE;
    else if (event == NO_ID)
        inside(text, TEXT("self("), &name);
    event = events_find(events, name);
    metric->event = event;
    return event != NO_ID;
}

struct text metric_option(struct text text, const struct events *events)
{
    struct text name = text;

    if (!inside(text, TEXT("incl("), &name))
        inside(text, TEXT("self("), &name);
    if (events_find(events, name) != NO_ID)
        return TEXT("");
    name = known_event_find(name)->option;
    return name.length != 0 ? name : TEXT("");
}
