/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_EVENTS_H
#define QUERN_REPORTER_VIEW_EVENTS_H

/* The events of a profile, recorded and derived, with their totals. */

#include <stddef.h>

#include "aggregator/program.h"
#include "base/error.h"
#include "reporter/table.h"

struct view_events {
    const struct totals *totals;
    struct column column;
    struct cell cell;
    struct event_facts facts; /* of the row given last */
    size_t event;             /* the next one */
    bool has_meanings;
};

/*
 * Sets up the view and the table that pulls its rows, with what each event means if that is wanted.
 * Nothing is to be freed.
 */
void view_events_begin(struct view_events *view, const struct totals *totals, bool has_meanings,
                       struct table *table);

#endif
