/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/events.h"

#include "profile/known_events.h"

static bool next_row(void *opaque, struct table_row *row, struct error *error)
{
    struct view_events *view = opaque;
    const struct events *events = &view->totals->profile->events;
    const struct costs *program = &view->totals->program;
    struct event_cost cost;

    if (view->event == events->count)
        return false;
    const struct event *event = &events->list[view->event];
    if (!event_cost(events, view->event++, program, costs_row(program, 0), &cost, error))
        return false;
    view->cell = (struct cell){.value = cost.sum, .is_given = cost.is_given};
    view->facts = (struct event_facts){
        .name = event->name, .long_name = event->long_name, .formula = event->formula};
    if (view->has_meanings)
        view->facts.meaning = known_event_find(event->name)->meaning;
    *row = (struct table_row){.kind = ROW_EVENT, .cells = &view->cell, .event = &view->facts};
    return true;
}

void view_events_begin(struct view_events *view, const struct totals *totals, bool has_meanings,
                       struct table *table)
{
    *view = (struct view_events){.totals = totals, .has_meanings = has_meanings};
    *table =
        (struct table){.columns = &view->column, .n_columns = 1, .next = next_row, .view = view};
}
