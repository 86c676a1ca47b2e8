/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/metric.h"

#include <stdio.h>
#include <string.h>

#include "base/closest.h"
#include "profile/events.h"

/* Returns the text between "prefix(" and ")". */
static bool inside(struct text text, struct text prefix, struct text *event)
{
    if (!text_starts_with(text, prefix) || text.at[text.length - 1] != ')')
        return false;
    *event = (struct text){text.at + prefix.length, text.length - prefix.length - 1};
    return true;
}

/* Returns the event of a metric, "incl(EVENT)" or "self(EVENT)", and sets its kind. */
static struct text event_in(struct text text, enum metric_kind *kind)
{
    struct text name = text;

    *kind = inside(text, TEXT("incl("), &name) ? METRIC_INCLUSIVE : METRIC_SELF;
    if (*kind == METRIC_SELF)
        inside(text, TEXT("self("), &name);
    return name;
}

bool metric_read(struct metric *metric, struct text text, const struct events *events)
{
    *metric = (struct metric){.kind = METRIC_SELF, .event = events_find(events, text)};
    /* An event may be called like a function, as Time_(10ns) is: the whole goes first. */
    if (metric->event != NO_ID)
        return true;
    if (text_equal(text, TEXT("calls"))) {
        *metric = (struct metric){.kind = METRIC_CALLS};
        return true;
    }
    metric->event = events_find(events, event_in(text, &metric->kind));
    return metric->event != NO_ID;
}

bool metric_explain_absence(struct text text, const struct events *events, char *reason,
                            size_t size)
{
    enum metric_kind kind;
    const struct text name = event_in(text, &kind);
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

void metric_list_events(struct text text, const struct events *events, char *list, size_t room)
{
    static const char rest[] = " and 1024 more";
    char suggestion[160] = "";
    size_t length = 0, i;
    enum metric_kind kind;
    struct closest closest = {.typed = event_in(text, &kind)};

    for (i = 0; i < events->count; i++)
        closest_consider(&closest, events->list[i].name);
    closest_suggest(&closest, "", suggestion, sizeof suggestion);
    if (suggestion[0] != '\0')
        suggestion[0] = ';';
    const size_t most = room - strlen(suggestion) - sizeof rest;
    length = (size_t)snprintf(list, room, "the events are ");
    for (i = 0; i < events->count; i++) {
        struct text name = events->list[i].name;
        if (i != 0 && length + (size_t)text_shown_length(name) + 2 > most)
            break;
        length += (size_t)snprintf(list + length, room - length, "%s%.*s", i == 0 ? "" : ", ",
                                   text_shown_length(name), name.at);
    }
    if (i < events->count)
        length +=
            (size_t)snprintf(list + length, room - length, " and %zu more", events->count - i);
    snprintf(list + length, room - length, "%s", suggestion);
}
