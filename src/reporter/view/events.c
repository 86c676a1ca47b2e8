/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shows the events of a profile, recorded and derived, with their totals, and if asked for what
 * each means.
 */

#include <stdlib.h>

#include "profile/events.h"
#include "reporter/report.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/view_kind.h"

struct events_view {
    const struct view_input *input;
    struct table_event event; /* stands for any: each row has one figure, its event's total */
    struct columns columns;
    size_t next;
};

/* Returns the figures for the total of one event. */
static struct figures figures_of(const struct events_view *view, const size_t *event)
{
    return (struct figures){.profile = view->input->profile, .shown = event, .n_shown = 1};
}

static void make_rows(void *opaque, struct table_rows *rows)
{
    struct events_view *view = opaque;

    for (; view->next < view->input->profile->events.count; view->next++) {
        const struct event *event = &view->input->profile->events.list[view->next];
        const struct figures figures = figures_of(view, &view->next);
        struct table_row *row = table_rows_add(rows, ROW_EVENT);
        struct event_facts *facts = arena_alloc(&rows->arena, sizeof *facts);
        *facts = (struct event_facts){
            .name = event->name, .long_name = event->long_name, .formula = event->formula};
        if (view->input->options->explains_events)
            facts->meaning = known_event_find(event->name)->meaning;
        row->event = facts;
        row->self = figures_make(&figures, costs_alone(&view->input->program.total), 0, rows);
    }
}

static void *events_open(struct view_input *input, struct error *error)
{
    struct events_view *view = memory_alloc(1, sizeof *view);

    view->input = input;
    for (size_t event = 0; event < input->profile->events.count; event++) {
        const struct figures figures = figures_of(view, &event);
        struct figure total;
        figures_fill(&figures, costs_alone(&input->program.total), 0, &total);
    }
    if (events_fit(&input->profile->events, error)) /* nothing is printed where a total does not */
        return view;
    free(view);
    return NULL;
}

static bool events_show(void *opaque, struct section *section, struct error *error)
{
    struct events_view *view = opaque;

    (void)error;
    section->kind = SECTION_EVENTS;
    section->table = (struct table){.columns = &view->columns,
                                    .events = &view->event,
                                    .n_events = 1,
                                    .by = TEXT("event"),
                                    .make_rows = make_rows,
                                    .view = view};
    columns_add_keys(&section->table, event_keys);
    return true;
}

static void events_close(void *opaque)
{
    struct events_view *view = opaque;

    columns_free(&view->columns);
    free(view);
}

const struct view_kind events_view = {
    .asked = "--list-events",
    .open = events_open,
    .has_one_section = true,
    .show = events_show,
    .close = events_close,
};
