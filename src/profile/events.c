/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/events.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/number.h"
#include "profile/known_events.h"

uint32_t events_find(const struct events *events, struct text name)
{
    for (size_t i = 0; i < events->count; i++)
        if (text_equal(events->list[i].name, name))
            return (uint32_t)i;
    return NO_ID;
}

size_t events_find_formula(const struct events *events, struct text name)
{
    size_t i = 0;

    while (i < events->n_definitions && (events->definitions[i].formula.length == 0 ||
                                         !text_equal(events->definitions[i].name, name)))
        i++;
    return i;
}

struct event *events_add(struct events *events, struct text name)
{
    ARRAY_GROW(events->list, events->count, events->capacity);
    struct event *event = &events->list[events->count++];
    *event = (struct event){.name = arena_copy_text(&events->arena, name),
                            .is_self_only = known_event_find(name)->is_self_only};
    return event;
}

size_t events_add_recorded(struct events *events, struct text name)
{
    uint32_t known = events_find(events, name);

    if (known != NO_ID)
        return known;
    events_add(events, name);
    return events->n_recorded++;
}

void events_note_list(struct events *events, const uint32_t *columns, size_t count)
{
    events->n_lists++;
    for (size_t i = 0; i < count; i++)
        events->list[columns[i]].n_lists++;
}

void events_note_lists_of(struct events *events, const struct events *others,
                          const uint32_t *columns)
{
    events->n_lists += others->n_lists;
    for (size_t i = 0; i < others->n_recorded; i++)
        events->list[columns[i]].n_lists += others->list[i].n_lists;
}

bool events_are_complete(const struct events *events, size_t column)
{
    return events->list[column].n_lists == events->n_lists;
}

static bool has_text(const struct events *events, struct text text)
{
    for (size_t i = 0; i < events->n_definitions; i++)
        if (text_equal(events->definitions[i].text, text))
            return true;
    return false;
}

/* Every part of a file may say the same. */
static void note_definition(struct events *events, const struct event_definition *definition)
{
    if (has_text(events, definition->text))
        return;
    ARRAY_GROW(events->definitions, events->n_definitions, events->definition_capacity);
    struct event_definition *noted = &events->definitions[events->n_definitions++];
    *noted = (struct event_definition){.text = arena_copy_text(&events->arena, definition->text),
                                       .path = definition->path,
                                       .line = definition->line};
    definition_split(noted, events);
    events->definition_bytes += noted->text.length;
}

bool events_define(struct events *events, struct text text, const char *path, uint64_t line,
                   struct error *error)
{
    struct event_definition definition = {.text = text_trim(text), .path = path, .line = line};

    if (events->n_definitions == MAX_EVENTS)
        return error_set(error, ERROR_FAILED, path, line, "more than %d events are defined",
                         MAX_EVENTS);
    if (events->definition_bytes + text.length > MAX_DEFINITION_BYTES)
        return error_set(error, ERROR_FAILED, path, line,
                         "definitions of events of more than %d bytes", MAX_DEFINITION_BYTES);
    definition_split(&definition, events);
    if (definition.name.length == 0)
        return error_set(error, ERROR_FAILED, path, line, "expected the name of an event");
    if (path == NULL && definition.formula.length == 0 && definition.long_name.length == 0)
        return error_usage(error, "expected a formula"); /* an option that says nothing */
    note_definition(events, &definition);
    return true;
}

bool events_define_all(struct events *events, struct text_list definitions, struct error *error)
{
    for (size_t i = 0; i < definitions.count; i++)
        if (!events_define(events, definitions.items[i], NULL, 0, error))
            return error_usage(error, "--event=%.100s: expected NAME = FORMULA",
                               definitions.items[i].at);
    return true;
}

void events_move(struct events *events, struct events *others)
{
    events_free(events);
    *events = *others;
    *others = (struct events){0};
}

void events_add_definitions(struct events *events, const struct events *others)
{
    for (size_t i = 0; i < others->n_definitions; i++)
        note_definition(events, &others->definitions[i]);
}

static bool sum_overflows(const struct event *derived, const struct costs *costs,
                          const int64_t *row, struct event_cost *cost)
{
    *cost = (struct event_cost){0};
    for (size_t i = 0; i < derived->n_columns; i++) {
        int64_t product;
        if (!derived->factors[i].is_named || !costs_is_given(row, i))
            continue;
        cost->is_given = true;
        if (multiply_overflows(derived->factors[i].times, costs_sum(costs, row, i), &product) ||
            add_overflows(&cost->sum, product))
            return true;
    }
    return false;
}

static bool refuse_overflow(const struct event *event, struct error *error)
{
    return error_set(error, ERROR_FAILED, NULL, 0, "event '%.60s' does not fit into 64 bits",
                     event->name.at);
}

bool event_derived_cost(const struct event *derived, const struct costs *costs, const int64_t *row,
                        struct event_cost *cost, struct error *error)
{
    return !sum_overflows(derived, costs, row, cost) || refuse_overflow(derived, error);
}

struct event_cost event_derived_sum(struct event *derived, const struct costs *costs,
                                    const int64_t *row)
{
    struct event_cost cost;

    if (sum_overflows(derived, costs, row, &cost)) {
        derived->overflows = true;
        cost.sum = 0;
    }
    return cost;
}

bool events_fit(const struct events *events, struct error *error)
{
    for (size_t i = events->n_recorded; i < events->count; i++)
        if (events->list[i].overflows)
            return refuse_overflow(&events->list[i], error);
    return true;
}

void events_free(struct events *events)
{
    free(events->list);
    free(events->definitions);
    arena_free(&events->arena);
    *events = (struct events){0};
}
