/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "base/closest.h"
#include "base/error.h"
#include "profile/events.h"

/* Has room for the factors, which are those of an event that is made of them. */
static struct resolved_formula resolved_create(struct events *events)
{
    size_t count = events->n_recorded;

    return (struct resolved_formula){
        .factors = arena_alloc_array(&events->arena, count, sizeof(struct factor)),
        .divisor = arena_alloc_array(&events->arena, count, sizeof(struct factor)),
    };
}

/* Adds a derived event, whose long name the caller sets. */
static struct event *add_derived(struct events *events, struct text name, struct text formula,
                                 const struct resolved_formula *resolved)
{
    struct event *event = events_add(events, name);

    event->formula = formula;
    event->n_columns = events->n_recorded;
    event->factors = resolved->factors;
    event->divisor = resolved->is_ratio ? resolved->divisor : NULL;
    event->absent = resolved->absent;
    return event;
}

static void resolve_definition(struct events *events, size_t id);

/* Adds the event that a formula makes, if it can be resolved. */
static void derive(struct events *events, struct event_definition *definition)
{
    enum absent_events absent = definition->path == NULL ? ABSENT_IF_KNOWN : ABSENT_ALL;
    struct resolved_formula resolved = resolved_create(events);

    definition->resolution =
        formula_resolve(events, definition->formula, absent, resolve_definition, &resolved);
    definition->absent = resolved.absent;
    definition->unknown = resolved.unknown;
    if (definition->resolution == FORMULA_RESOLVED)
        add_derived(events, definition->name, definition->formula, &resolved);
}

/* Adds the event that a definition makes, if it makes one, and before it those that it needs. */
static void resolve_definition(struct events *events, size_t id)
{
    struct event_definition *definition = &events->definitions[id];
    bool is_option = definition->path == NULL;

    definition->resolution = FORMULA_IMPOSSIBLE; /* for those that it needs: it would be a circle */
    if (definition->formula.length != 0 && events_find(events, definition->name) == NO_ID)
        derive(events, definition);
    else if (definition->formula.length == 0 ||
             !is_option) /* a file may say how an event came about that it records all the same */
        definition->resolution = FORMULA_RESOLVED;
}

/* Returns how much of a formula a message has room for, as the precision of "%.*s". */
static int formula_shown_length(struct text formula)
{
    return formula.length < 80 ? (int)formula.length : 80;
}

static bool is_same_but_for_blanks(struct text a, struct text b)
{
    a = text_trim(a);
    b = text_trim(b);
    while (a.length != 0 && b.length != 0 && *a.at == *b.at) {
        a = text_trim(text_skip(a, 1));
        b = text_trim(text_skip(b, 1));
    }
    return a.length == 0 && b.length == 0;
}

/* Two profiles that mean different things by one name cannot be added up, nor compared. */
static void warn_of_second(const struct event_definition *first,
                           const struct event_definition *second, struct warnings *warnings)
{
    if (first->path == NULL || second->path == NULL ||
        is_same_but_for_blanks(first->formula, second->formula))
        return;
    warnings_add(warnings, second->path, second->line,
                 "the formula of event '%.*s' is another one than before, which counts: '%.*s'",
                 text_shown_length(second->name), second->name.at,
                 formula_shown_length(first->formula), first->formula.at);
}

/* Splits definitions once all recorded events are known. The first formula of a name stays. */
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

/* Warns of formulas of events that another profile records: their costs are in no column. */
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

/* Leaves out a ratio of an event that is not there, or not in all parts: it has no figure. */
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

/* Refuses the formula of an option, and suggests others for a name that is not known. */
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

/* Leaves out a definition, with a warning; one of an option is a usage error. */
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
        if (definition->resolution == FORMULA_ABSENT)
            is_done = reject_ratio(events, definition, warnings, error);
        else if (definition->resolution != FORMULA_RESOLVED)
            is_done = reject(events, definition, warnings, error);
    }
    return is_done;
}

/* All known events as if a profile recorded them: built-in formulas mean these and no others. */
static struct events create_known(void)
{
    struct events known = {0};

    for (size_t i = 0; i < n_known_events; i++)
        if (known_events[i].formula.length == 0)
            events_add_recorded(&known, known_events[i].name);
    for (size_t i = 0; i < n_known_events; i++) {
        const struct known_event *row = &known_events[i];
        struct event_definition definition = {.name = row->name, .formula = row->formula};
        if (row->formula.length != 0)
            derive(&known, &definition);
    }
    return known;
}

/* How many of the events that are named in a formula the profile records, and in all its parts. */
struct presence {
    size_t n_named, n_recorded, n_complete;
    struct text absent; /* the first that it does not */
};

/* Copies factors from the columns of known events to those of the profile. */
static void map_factors(const struct events *events, const struct events *known,
                        const struct factor *from, struct factor *to, struct presence *presence)
{
    for (size_t i = 0; i < known->n_recorded; i++) {
        if (!from[i].is_named)
            continue;
        uint32_t column = events_find(events, known->list[i].name);
        presence->n_named++;
        if (column >= events->n_recorded && presence->absent.length == 0)
            presence->absent = known_event_find(known->list[i].name)->name;
        if (column >= events->n_recorded)
            continue;
        to[column] = from[i];
        presence->n_recorded++;
        presence->n_complete += events_are_complete(events, column);
    }
}

/*
 * Adds a built-in event, if the profile records anything that counts in it, or of a ratio all, and
 * in all its parts: some of what was missed, in percent of some of what was read, says nothing.
 */
static void add_built_in(struct events *events, const struct events *known,
                         const struct event *built_in)
{
    struct resolved_formula resolved = resolved_create(events);
    struct presence presence = {0};

    resolved.is_ratio = event_is_ratio(built_in);
    map_factors(events, known, built_in->factors, resolved.factors, &presence);
    if (resolved.is_ratio)
        map_factors(events, known, built_in->divisor, resolved.divisor, &presence);
    if (!known_event_find(built_in->name)->is_estimate)
        resolved.absent = presence.absent;
    if (resolved.is_ratio ? presence.n_complete == presence.n_named : presence.n_recorded != 0)
        add_derived(events, built_in->name, built_in->formula, &resolved)->is_built_in = true;
}

/*
 * Adds the built-in events, except those whose name an event of the profile has: that goes before
 * them. With `defined_wait`, one whose name the profile defines waits until it is known what
 * becomes of the definition.
 */
static void add_built_ins(struct events *events, const struct events *known, bool defined_wait)
{
    for (size_t i = known->n_recorded; i < known->count; i++) {
        struct text name = known->list[i].name;
        bool waits = defined_wait && events_find_formula(events, name) < events->n_definitions;
        if (!waits && events_find(events, name) == NO_ID)
            add_built_in(events, known, &known->list[i]);
    }
}

/*
 * Gives each event the first long name that is defined, or else the known one. A profile's own
 * event may have the name of a built-in one and be another sum.
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

/* Returns the derived event of that name, or NULL; built in or not. */
static const struct event *find_derived(const struct events *events, struct text name,
                                        bool is_built_in)
{
    uint32_t id = events_find(events, name);
    bool is_derived = id != NO_ID && id >= events->n_recorded;

    return is_derived && events->list[id].is_built_in == is_built_in ? &events->list[id] : NULL;
}

/* Sorts derived events as they were defined: they were added once they could be resolved. */
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

    split_definitions(events, warnings);
    warn_of_recorded(events, warnings);
    add_built_ins(events, &known, true); /* for formulas to name them */
    bool is_done = resolve_definitions(events, warnings, error);
    add_built_ins(events, &known, false);
    order_derived(events, &known);
    add_long_names(events);
    events_free(&known);
    return is_done;
}
