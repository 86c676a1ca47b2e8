/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The events of a profile, recorded and derived, with their totals, and where that is wanted what
 * each means.
 */

#include <stdlib.h>

#include "base/array.h"
#include "profile/events.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/view_kind.h"

struct events_view {
    const struct view_input *input;
    struct column column;
    struct cell cell;
    struct event_facts facts;
    size_t event; /* the next one */
    bool was_given;
};

static void next_total(struct events_view *view)
{
    const size_t shown[] = {view->event++};
    const struct figures figures = {
        .profile = view->input->profile, .shown = shown, .n_shown = ARRAY_LENGTH(shown)};

    figures_cells(&figures, costs_alone(&view->input->program.total), 0, &view->cell);
}

/* Nothing is printed where a total does not fit. */
static bool totals_fit(struct events_view *view, struct error *error)
{
    const struct events *events = &view->input->profile->events;

    while (view->event < events->count)
        next_total(view);
    view->event = 0;
    return events_fit(events, error);
}

static bool next_row(void *opaque, struct table_row *row)
{
    struct events_view *view = opaque;
    const struct events *events = &view->input->profile->events;

    if (view->event == events->count)
        return false;
    const struct event *event = &events->list[view->event];
    next_total(view);
    view->facts = (struct event_facts){
        .name = event->name, .long_name = event->long_name, .formula = event->formula};
    if (view->input->options->explains_events)
        view->facts.meaning = known_event_find(event->name)->meaning;
    *row = (struct table_row){.kind = ROW_EVENT, .cells = &view->cell, .event = &view->facts};
    return true;
}

static struct keep events_keep(const struct view_options *options, bool is_difference)
{
    (void)options;
    (void)is_difference;
    return (struct keep){0};
}

static const char *events_why_no_difference(const struct view_options *options)
{
    (void)options;
    return "--list-events cannot be combined with --diff";
}

static void events_close(void *view)
{
    free(view);
}

static void *events_open(struct view_input *input, struct error *error)
{
    struct events_view *view = memory_alloc(1, sizeof *view);

    view->input = input;
    if (totals_fit(view, error))
        return view;
    free(view);
    return NULL;
}

static bool events_next(void *opaque, struct section *section, struct error *error)
{
    struct events_view *view = opaque;
    bool is_first = !view->was_given;

    (void)error;
    view->was_given = true;
    section->kind = SECTION_EVENTS;
    section->table =
        (struct table){.columns = &view->column, .n_columns = 1, .next = next_row, .view = view};
    return is_first;
}

const struct view_kind events_view = {
    .keep = events_keep,
    .why_no_difference = events_why_no_difference,
    .open = events_open,
    .next = events_next,
    .close = events_close,
};
