/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "base/array.h"
#include "base/closest.h"
#include "base/error.h"
#include "profile/events.h"

static void resolve_definition(struct events *events, size_t id);

/*
 * True if a resolved formula defines an event. A built-in sum does if any of its events is
 * recorded: some of the misses are a lower bound of all.
 */
static bool makes_event(const struct events *events, const struct event_definition *definition,
                        const struct resolved_formula *resolved)
{
    bool has_any = !definition->is_built_in;

    for (size_t i = 0; i < events->n_recorded && !has_any; i++)
        has_any = resolved->factors[i].is_named;
    return has_any && definition->resolution == FORMULA_RESOLVED;
}

/* Adds the event that a formula defines, if it can be resolved; its long name is set later. */
static void derive(struct events *events, struct event_definition *definition)
{
    enum absent_events absent = definition->path == NULL ? ABSENT_IF_KNOWN : ABSENT_ALL;
    struct resolved_formula resolved = {
        .factors = arena_alloc_array(&events->arena, events->n_recorded, sizeof(struct factor)),
        .divisor = arena_alloc_array(&events->arena, events->n_recorded, sizeof(struct factor)),
    };

    definition->resolution =
        formula_resolve(events, definition->formula, absent, resolve_definition, &resolved);
    definition->absent = resolved.absent;
    definition->unknown = resolved.unknown;
    if (!makes_event(events, definition, &resolved))
        return;
    struct event *event = events_add(events, definition->name);
    event->formula = definition->formula;
    event->is_built_in = definition->is_built_in;
    event->n_columns = events->n_recorded;
    event->factors = resolved.factors;
    event->divisor = resolved.is_ratio ? resolved.divisor : NULL;
    event->unit = resolved.unit;
    if (!definition->is_built_in || !known_event_find(definition->name)->is_estimate)
        event->absent = resolved.absent;
}

/* Adds the event of a definition, if it defines one, after those that it needs. */
static void resolve_definition(struct events *events, size_t id)
{
    struct event_definition *definition = &events->definitions[id];
    bool is_option = definition->path == NULL;

    definition->resolution = FORMULA_IMPOSSIBLE; /* detects cycles */
    if (definition->formula.length != 0 && events_find(events, definition->name) == NO_ID)
        derive(events, definition);
    else if (definition->formula.length == 0 ||
             !is_option) /* a file may define an event that it also records */
        definition->resolution = FORMULA_RESOLVED;
}

/* Returns the length of a formula in a message, as the precision of "%.*s". */
static int formula_shown_length(struct text formula)
{
    return formula.length < 80 ? (int)formula.length : 80;
}

/* Two profiles that define the same name differently can be neither added nor compared. */
static void warn_of_second(const struct event_definition *first,
                           const struct event_definition *second, struct warnings *warnings)
{
    if (first->path == NULL || second->path == NULL || text_equal(first->formula, second->formula))
        return;
    warnings_add(warnings, second->path, second->line,
                 "the formula of event '%.*s' is another one than before, which counts: '%.*s'",
                 text_shown_length(second->name), second->name.at,
                 formula_shown_length(first->formula), first->formula.at);
}

/* Splits definitions once all recorded events are known. The first formula for a name counts. */
static void split_definitions(struct events *events, struct warnings *warnings)
{
    for (size_t i = 0; i < events->n_definitions; i++) {
        struct event_definition *definition = &events->definitions[i];
        definition_split(definition, events);
        size_t first = events_find_formula(events, definition->name);
        if (first >= i)
            continue;
        if (definition->formula.length != 0)
            warn_of_second(&events->definitions[first], definition, warnings);
        definition->formula = (struct text){0};
    }
}

/* Warns of formulas for events that another profile records: their costs have no column. */
static void warn_of_recorded(const struct events *events, struct warnings *warnings)
{
    for (size_t i = 0; i < events->n_definitions; i++) {
        const struct event_definition *definition = &events->definitions[i];
        uint32_t event = events_find(events, definition->name);
        if (definition->path != NULL && definition->formula.length != 0 && event != NO_ID &&
            event < events->n_recorded && !events_are_complete(events, event))
            warnings_add(warnings, definition->path, definition->line,
                         "event '%.*s' is recorded in another part or profile: what it is by its "
                         "formula here does not count",
                         text_shown_length(definition->name), definition->name.at);
    }
}

/* Omits a ratio of an event that is missing, or missing from some parts. */
static bool reject_ratio(const struct events *events, const struct event_definition *definition,
                         struct warnings *warnings, struct error *error)
{
    const struct text name = definition->name, missing = definition->absent;
    const struct text option = known_event_find(missing)->option;
    bool is_there = events_find(events, missing) != NO_ID;
    char reason[300];

    snprintf(reason, sizeof reason, "needs %.*s, which is not in %s%s%s",
             text_shown_length(missing), missing.at,
             is_there ? "all parts and profiles" : "this profile",
             option.length != 0 ? "; record it with " : "", option.length != 0 ? option.at : "");
    if (definition->path == NULL)
        return error_usage(error, "--event: '%.*s' %s", text_shown_length(name), name.at, reason);
    warnings_add(warnings, definition->path, definition->line, "event '%.*s' left out: it %s",
                 text_shown_length(name), name.at, reason);
    return true;
}

/* Rejects the formula of an option, with suggestions for an unknown name. */
static bool reject_option(const struct events *events, const struct event_definition *definition,
                          struct error *error)
{
    const struct text name = definition->name, formula = definition->formula;
    struct closest closest = {.typed = definition->unknown};
    char suggestion[200] = "";

    for (size_t i = 0; i < events->count; i++)
        closest_consider(&closest, events->list[i].name);
    closest_suggest(&closest, "", suggestion, sizeof suggestion);
    if (definition->unknown.length != 0)
        return error_usage(error, "--event: '%.*s' is made of '%.*s', which is no event%s",
                           text_shown_length(name), name.at, text_shown_length(definition->unknown),
                           definition->unknown.at, suggestion);
    return error_usage(error, "--event: the formula of '%.*s', '%.*s', makes no sense",
                       text_shown_length(name), name.at, formula_shown_length(formula), formula.at);
}

/* Omits a definition, with a warning; for an option it is a usage error. */
static bool reject(const struct events *events, const struct event_definition *definition,
                   struct warnings *warnings, struct error *error)
{
    const struct text name = definition->name, formula = definition->formula;

    if (definition->path == NULL)
        return reject_option(events, definition, error);
    warnings_add(warnings, definition->path, definition->line,
                 "event '%.*s' left out: its formula '%.*s' makes no sense",
                 text_shown_length(name), name.at, formula_shown_length(formula), formula.at);
    return true;
}

static bool resolve_definitions(struct events *events, struct warnings *warnings,
                                struct error *error)
{
    bool is_done = true;

    for (size_t i = 0; i < events->n_definitions; i++)
        if (events->definitions[i].resolution == FORMULA_UNTRIED)
            resolve_definition(events, i);
    for (size_t i = 0; is_done && i < events->n_definitions; i++) {
        const struct event_definition *definition = &events->definitions[i];
        if (definition->is_built_in)
            break; /* undefined ones are omitted */
        if (definition->resolution == FORMULA_ABSENT)
            is_done = reject_ratio(events, definition, warnings, error);
        else if (definition->resolution != FORMULA_RESOLVED)
            is_done = reject(events, definition, warnings, error);
    }
    return is_done;
}

/*
 * Gives each event the first long name defined, or else the known one. A profile may define an
 * event with the name of a built-in one as another sum.
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
        if (events->list[i].long_name.length == 0 &&
            (known->formula.length == 0 || events->list[i].is_built_in))
            events->list[i].long_name = known->long_name;
    }
}

/*
 * Defines the built-in events last, since a profile's definition of the same name takes precedence.
 */
static void define_built_ins(struct events *events)
{
    for (size_t i = 0; i < n_known_events; i++)
        if (known_events[i].formula.length != 0)
            ARRAY_ADD(events->definitions, events->n_definitions, events->definition_capacity,
                      (struct event_definition){.name = known_events[i].name,
                                                .formula = known_events[i].formula,
                                                .is_built_in = true});
}

bool events_resolve(struct events *events, struct warnings *warnings, struct error *error)
{
    const size_t n_definitions = events->n_definitions;

    split_definitions(events, warnings);
    warn_of_recorded(events, warnings);
    define_built_ins(events);
    bool is_done = resolve_definitions(events, warnings, error);
    events->n_definitions = n_definitions;
    add_long_names(events);
    return is_done;
}
