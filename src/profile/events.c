/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/events.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/number.h"
#include "profile/formulas.h"
#include "profile/known_events.h"

uint32_t events_find(const struct events *events, struct text name)
{
    for (size_t i = 0; i < events->count; i++)
        if (text_equal(events->list[i].name, name))
            return (uint32_t)i;
    return NO_ID;
}

static struct event *add_event(struct events *events, struct text name)
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
    add_event(events, name);
    return events->n_recorded++;
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

/* A derived event; its long name and formula are the caller's to set. The factors are copied. */
static struct event *add_derived(struct events *events, struct text name,
                                 const struct factor *factors)
{
    struct event *event = add_event(events, name);

    event->n_columns = events->n_recorded;
    event->factors = arena_alloc_array(&events->arena, event->n_columns, sizeof *event->factors);
    for (size_t i = 0; i < event->n_columns; i++)
        event->factors[i] = factors[i];
    return event;
}

/* Adds the event that a definition with a formula makes, if that can be resolved. */
static enum resolution derive(struct events *events, const struct event_definition *definition)
{
    enum absent_events absent = definition->path == NULL ? ABSENT_IF_KNOWN : ABSENT_ALL;
    struct factor *factors = memory_alloc(events->n_recorded, sizeof *factors);
    enum resolution resolution = formula_resolve(events, definition->formula, absent, factors);

    if (resolution == FORMULA_RESOLVED) {
        struct event *event = add_derived(events, definition->name, factors);
        event->formula = definition->formula;
    }
    free(factors);
    return resolution;
}

/* Tries one definition; a formula that names events still to come has to wait. */
static enum resolution resolve_definition(struct events *events,
                                          const struct event_definition *definition)
{
    if (definition->formula.length == 0)
        return FORMULA_RESOLVED;
    /* A file may say how an event came about that it records all the same. */
    if (events_find(events, definition->name) != NO_ID)
        return definition->path == NULL ? FORMULA_IMPOSSIBLE : FORMULA_RESOLVED;
    return derive(events, definition);
}

static bool has_earlier_formula(const struct events *events, size_t before, struct text name)
{
    for (size_t i = 0; i < before; i++)
        if (events->definitions[i].formula.length != 0 &&
            text_equal(events->definitions[i].name, name))
            return true;
    return false;
}

static bool has_formula(const struct events *events, struct text name)
{
    return has_earlier_formula(events, events->n_definitions, name);
}

/* Now that all recorded events are known. Only the first formula of a name stays. */
static void split_definitions(struct events *events)
{
    for (size_t i = 0; i < events->n_definitions; i++) {
        struct event_definition *definition = &events->definitions[i];
        definition_split(definition, events);
        if (has_earlier_formula(events, i, definition->name))
            definition->formula = (struct text){0};
    }
}

/* How much of a text a message has room for, as the precision of "%.*s". */
static int at_most(int length, struct text text)
{
    return text.length < (size_t)length ? (int)text.length : length;
}

/* A definition that makes no event: a warning for a file's, a usage error for an option's. */
static bool reject(const struct event_definition *definition, struct warnings *warnings,
                   struct error *error)
{
    const struct text name = definition->name, formula = definition->formula;

    if (definition->path == NULL)
        return error_usage(error, "--event: the formula of '%.*s', '%.*s', makes no sense",
                           at_most(60, name), name.at, at_most(80, formula), formula.at);
    warnings_add(warnings, definition->path, definition->line,
                 "event '%.*s' left out: its formula '%.*s' makes no sense", at_most(60, name),
                 name.at, at_most(80, formula), formula.at);
    return true;
}

static bool resolve_definitions(struct events *events, struct warnings *warnings,
                                struct error *error)
{
    size_t count = events->n_definitions;
    enum resolution *states = memory_alloc(count, sizeof *states);
    bool is_done = true, goes_on = true;

    for (size_t i = 0; i < count; i++)
        states[i] = FORMULA_WAITING;
    /* A pass over those that wait, as long as one of them gets further. */
    while (goes_on) {
        goes_on = false;
        for (size_t i = 0; i < count; i++) {
            if (states[i] == FORMULA_WAITING) {
                states[i] = resolve_definition(events, &events->definitions[i]);
                goes_on = goes_on || states[i] == FORMULA_RESOLVED;
            }
        }
    }
    for (size_t i = 0; is_done && i < count; i++)
        if (states[i] != FORMULA_RESOLVED)
            is_done = reject(&events->definitions[i], warnings, error);
    free(states);
    return is_done;
}

/* As if a profile recorded all known events: built-in formulas mean these and no others. */
static struct events create_known(void)
{
    struct events known = {0};

    for (size_t i = 0; i < n_known_events; i++)
        if (known_events[i].formula.length == 0)
            events_add_recorded(&known, known_events[i].name);
    for (size_t i = 0; i < n_known_events; i++) {
        const struct known_event *row = &known_events[i];
        const struct event_definition definition = {.name = row->name, .formula = row->formula};
        if (row->formula.length != 0 && derive(&known, &definition) == FORMULA_RESOLVED)
            known.list[known.count - 1].long_name = row->long_name;
    }
    return known;
}

/* Adds a built-in event, if the profile records anything that counts in it. */
static void add_built_in(struct events *events, const struct events *known,
                         const struct event *built_in)
{
    struct factor *factors = memory_alloc(events->n_recorded, sizeof *factors);
    bool has_any = false;

    for (size_t i = 0; i < built_in->n_columns; i++) {
        uint32_t column = events_find(events, known->list[i].name);
        if (built_in->factors[i].is_named && column < events->n_recorded) {
            factors[column] = built_in->factors[i];
            has_any = true;
        }
    }
    if (has_any) {
        struct event *event = add_derived(events, built_in->name, factors);
        event->long_name = built_in->long_name;
        event->formula = built_in->formula;
        event->is_built_in = true;
    }
    free(factors);
}

/*
 * An event of the profile's own goes before a built-in one of the same name: those that are defined
 * are to wait until it is known what becomes of that.
 */
static void add_built_ins(struct events *events, const struct events *known, bool defined_wait)
{
    for (size_t i = known->n_recorded; i < known->count; i++) {
        struct text name = known->list[i].name;
        bool waits = defined_wait && has_formula(events, name);
        if (!waits && events_find(events, name) == NO_ID)
            add_built_in(events, known, &known->list[i]);
    }
}

/*
 * The first that is defined, or else what is known. A profile's own event may have the name of a
 * built-in one and be another sum.
 */
static void add_long_names(struct events *events)
{
    for (size_t i = 0; i < events->n_definitions; i++) {
        const struct event_definition *definition = &events->definitions[i];
        uint32_t id = events_find(events, definition->name);
        if (id != NO_ID && events->list[id].long_name.length == 0)
            events->list[id].long_name = definition->long_name;
    }
    for (size_t i = 0; i < events->count; i++) {
        const struct known_event *known = known_event_find(events->list[i].name);
        if (events->list[i].long_name.length == 0 && known->formula.length == 0)
            events->list[i].long_name = known->long_name;
    }
}

/* The derived event of that name, or NULL; built in or not. */
static const struct event *find_derived(const struct events *events, struct text name,
                                        bool is_built_in)
{
    uint32_t id = events_find(events, name);
    bool is_derived = id != NO_ID && id >= events->n_recorded;

    return is_derived && events->list[id].is_built_in == is_built_in ? &events->list[id] : NULL;
}

/* They were added in the order in which that was possible. */
static void order_derived(struct events *events, const struct events *known)
{
    size_t n_derived = events->count - events->n_recorded, count = 0;
    struct event *ordered = memory_alloc(n_derived, sizeof *ordered);

    for (size_t i = 0; i < events->n_definitions; i++) {
        const struct event *event = find_derived(events, events->definitions[i].name, false);
        if (events->definitions[i].formula.length != 0 && event != NULL)
            ordered[count++] = *event;
    }
    for (size_t i = known->n_recorded; i < known->count; i++) {
        const struct event *event = find_derived(events, known->list[i].name, true);
        if (event != NULL)
            ordered[count++] = *event;
    }
    for (size_t i = 0; i < n_derived; i++)
        events->list[events->n_recorded + i] = ordered[i];
    free(ordered);
}

bool events_resolve(struct events *events, struct warnings *warnings, struct error *error)
{
    struct events known = create_known();

    split_definitions(events);
    add_built_ins(events, &known, true); /* for formulas to name them */
    bool is_done = resolve_definitions(events, warnings, error);
    add_built_ins(events, &known, false);
    order_derived(events, &known);
    add_long_names(events);
    events_free(&known);
    return is_done;
}

bool event_derived_cost(const struct event *derived, const struct costs *costs, const int64_t *row,
                        struct event_cost *cost, struct error *error)
{
    *cost = (struct event_cost){0};
    for (size_t i = 0; i < derived->n_columns; i++) {
        int64_t product;
        if (!derived->factors[i].is_named || !costs_is_given(row, i))
            continue;
        cost->is_given = true;
        if (multiply_overflows(derived->factors[i].times, costs_sum(costs, row, i), &product) ||
            add_overflows(&cost->sum, product))
            return error_set(error, ERROR_FAILED, NULL, 0,
                             "event '%.60s' does not fit into 64 bits", derived->name.at);
    }
    return true;
}

void events_free(struct events *events)
{
    free(events->list);
    free(events->definitions);
    arena_free(&events->arena);
    *events = (struct events){0};
}
