/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/metric.h"

#include <stdio.h>

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

bool metric_explain_absence(struct text text, const struct events *events, char *reason,
                            size_t size)
{
    struct text name = text;

    if (!inside(text, TEXT("incl("), &name))
        inside(text, TEXT("self("), &name);
    const struct known_event *known = known_event_find(name);
    if (known->option.length == 0 || events_find(events, name) != NO_ID)
        return false;
    bool is_ratio = known_event_is_ratio(name), is_of_one = events->n_lists <= 1;
    snprintf(reason, size, "%s %s; record %s with %s", known->name.at,
             !is_ratio   ? "is not in this profile"
             : is_of_one ? "needs events that are not in this profile"
                         : "needs events that are not in all parts and profiles",
             is_ratio ? "them" : "it", known->option.at);
    return true;
}
