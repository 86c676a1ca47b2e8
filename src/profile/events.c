/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/events.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"

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
                            .is_self_only = known_event_find(name)->is_self_only,
                            .unit = 1};
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

bool event_name_ends(struct text text, size_t length)
{
    if (length == text.length)
        return true;
    char after = text.at[length];
    return is_blank(after) || strchr("+/):=", after) != NULL;
}

static void take_longer(struct text text, struct text name, size_t *length)
{
    if (name.length > *length && text_starts_with(text, name) && event_name_ends(text, name.length))
        *length = name.length;
}

size_t event_name_length(const struct events *events, struct text text)
{
    size_t length = 0;

    for (size_t i = 0; i < events->count; i++)
        take_longer(text, events->list[i].name, &length);
    for (size_t i = 0; i < events->n_definitions; i++)
        if (events->definitions[i].formula.length != 0)
            take_longer(text, events->definitions[i].name, &length);
    return length;
}

/* Returns whether the byte is at the start of the text, or beside a blank. */
static bool is_beside_blank(struct text text, size_t at)
{
    return at == 0 || is_blank(text.at[at - 1]) ||
           (at + 1 < text.length && is_blank(text.at[at + 1]));
}

/* Returns the end of the name: at a '=', or at a colon after an event's name or beside a blank. */
static size_t find_name_end(struct text text, const struct events *events)
{
    const size_t begin = event_name_length(events, text);
    size_t end = begin;

    while (end < text.length && text.at[end] != '=' &&
           (text.at[end] != ':' || (end != begin && !is_beside_blank(text, end))))
        end++;
    return end;
}

/* Returns the end of the formula: a colon that is not part of an event's name. */
static size_t find_formula_end(struct text text, const struct events *events)
{
    size_t end = 0;

    while (end < text.length && text.at[end] != ':') {
        bool may_begin = end == 0 || strchr(" \t+-/(*0123456789", text.at[end - 1]) != NULL;
        size_t length = may_begin ? event_name_length(events, text_skip(text, end)) : 0;
        end += length != 0 ? length : 1;
    }
    return end;
}

void definition_split(struct event_definition *definition, const struct events *events)
{
    struct text rest = definition->text;
    size_t end = find_name_end(rest, events);

    definition->name = text_trim((struct text){rest.at, end});
    definition->formula = (struct text){0};
    rest = text_skip(rest, end);
    if (rest.length != 0 && rest.at[0] == '=') {
        rest = text_skip(rest, 1);
        end = find_formula_end(rest, events);
        definition->formula = text_trim((struct text){rest.at, end});
        rest = text_skip(rest, end);
    }
    definition->long_name = rest.length == 0 ? rest : text_trim(text_skip(rest, 1));
}

/* Returns whether a definition with the same text was recorded. */
static bool has_definition(const struct events *events, struct text text)
{
    for (size_t i = 0; i < events->n_definitions; i++)
        if (text_equal(events->definitions[i].text, text))
            return true;
    return false;
}

/* Records a definition once, though every part of a file may repeat it. */
static void note_definition(struct events *events, const struct event_definition *definition)
{
    if (has_definition(events, definition->text))
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
        return error_usage(error, "expected a formula"); /* an option without a formula */
    note_definition(events, &definition);
    return true;
}

bool events_define_all(struct events *events, struct text_list definitions, struct error *error)
{
    for (size_t i = 0; i < definitions.count; i++) {
        /* The text after a newline would become a line of a written profile. */
        if (strpbrk(definitions.items[i].at, "\n\r") != NULL)
            return error_usage(error, "--event=%.100s: has the end of a line in it",
                               definitions.items[i].at);
        if (!events_define(events, definitions.items[i], NULL, 0, error))
            return error_usage(error, "--event=%.100s: expected NAME = FORMULA",
                               definitions.items[i].at);
    }
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
    for (size_t i = 0; i < events->count; i++)
        if (events->list[i].overflows)
            return error_set(error, ERROR_FAILED, NULL, 0,
                             "event '%.60s' does not fit into 64 bits", events->list[i].name.at);
    return true;
}

bool event_is_ratio(const struct event *event)
{
    return event->divisor != NULL;
}

/* A ratio is in percent if its name ends in '%'. */
static int scale_of(const struct event *event)
{
    return event->name.length != 0 && event->name.at[event->name.length - 1] == '%' ? 100 : 1;
}

/*
 * Adds multiples of a row's costs. Costs that are not given count as 0, as at the end of a cost
 * line.
 */
static bool add_products_overflows(int64_t *sum, const struct event *event,
                                   const struct factor *factors, const struct costs *costs,
                                   const int64_t *row)
{
    bool overflows = false;
    int64_t product;

    for (size_t i = 0; i < event->n_columns && !overflows; i++)
        if (factors[i].times != 0 && costs_is_given(row, i))
            overflows = multiply_overflows(factors[i].times, costs_sum(costs, row, i), &product) ||
                        add_overflows(sum, product);
    return overflows;
}

void ratio_add(struct ratio *ratio, const struct event *event, const struct costs *costs,
               const int64_t *row)
{
    ratio->scale = scale_of(event);
    ratio->overflows |=
        add_products_overflows(&ratio->dividend, event, event->factors, costs, row) ||
        add_products_overflows(&ratio->divisor, event, event->divisor, costs, row);
}

void ratio_join(struct ratio *ratio, const struct ratio *other)
{
    ratio->overflows |= other->overflows || add_overflows(&ratio->dividend, other->dividend) ||
                        add_overflows(&ratio->divisor, other->divisor);
}

bool ratio_value(const struct ratio *ratio, double *value)
{
    *value = 0;
    if (ratio->divisor == 0 || ratio->overflows)
        return false;
    *value = (double)ratio->dividend * ratio->scale / (double)ratio->divisor;
    return true;
}

void events_free(struct events *events)
{
    free(events->list);
    free(events->definitions);
    arena_free(&events->arena);
    *events = (struct events){0};
}
