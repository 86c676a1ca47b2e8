/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/events.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/number.h"
#include "profile/formulas.h"

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
    *event = (struct event){.name = arena_copy_text(&events->arena, name)};
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

/* The colon between the formula and the long name: event names may hold colons too. */
static size_t find_long_name(struct text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] == ':' && (i == 0 || is_blank(text.at[i - 1])))
            return i;
    for (size_t i = 0; i + 1 < text.length; i++)
        if (text.at[i] == ':' && is_blank(text.at[i + 1]))
            return i;
    return text.length;
}

static struct event_definition *find_definition(const struct events *events, struct text name)
{
    for (size_t i = 0; i < events->n_definitions; i++)
        if (text_equal(events->definitions[i].name, name))
            return &events->definitions[i];
    return NULL;
}

static void note_text(struct events *events, struct text *noted, struct text text)
{
    if (noted->length == 0 && text.length != 0)
        *noted = arena_copy_text(&events->arena, text);
}

/* The first formula of a name holds, and so does the first long name. */
static void note_definition(struct events *events, const struct event_definition *definition)
{
    struct event_definition *noted = find_definition(events, definition->name);

    if (noted == NULL) {
        ARRAY_GROW(events->definitions, events->n_definitions, events->definition_capacity);
        noted = &events->definitions[events->n_definitions++];
        *noted =
            (struct event_definition){.name = arena_copy_text(&events->arena, definition->name),
                                      .path = definition->path,
                                      .line = definition->line};
    }
    if (noted->formula.length == 0)
        events->formula_bytes += definition->formula.length;
    note_text(events, &noted->formula, definition->formula);
    note_text(events, &noted->long_name, definition->long_name);
}

bool events_define(struct events *events, struct text text, const char *path, uint64_t line,
                   struct error *error)
{
    size_t colon = find_long_name(text);
    struct text sides = {text.at, colon};
    struct event_definition definition = {.path = path, .line = line};

    if (events->n_definitions == MAX_EVENTS)
        return error_set(error, ERROR_FAILED, path, line, "more than %d events are defined",
                         MAX_EVENTS);
    if (events->formula_bytes + text.length > MAX_FORMULA_BYTES)
        return error_set(error, ERROR_FAILED, path, line, "formulas of more than %d bytes",
                         MAX_FORMULA_BYTES);
    text_cut(&sides, '=', &definition.name);
    definition.name = text_trim(definition.name);
    if (sides.at != NULL)
        definition.formula = text_trim(sides);
    if (colon < text.length)
        definition.long_name = text_trim(text_skip(text, colon + 1));
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

/* Tries one definition; a formula that names events still to come has to wait. */
static enum resolution resolve_definition(struct events *events,
                                          const struct event_definition *definition)
{
    uint32_t known = events_find(events, definition->name);

    if (known != NO_ID && definition->long_name.length != 0)
        events->list[known].long_name = definition->long_name;
    /* A file may say how an event came about that it records all the same. */
    if (known != NO_ID)
        return definition->path == NULL && definition->formula.length != 0 ? FORMULA_IMPOSSIBLE
                                                                           : FORMULA_RESOLVED;
    if (definition->formula.length == 0)
        return FORMULA_RESOLVED;

    int64_t *factors = memory_alloc(events->n_recorded, sizeof *factors);
    enum resolution resolution = formula_resolve(events, definition->formula, factors);
    if (resolution == FORMULA_RESOLVED) {
        struct event *event = add_event(events, definition->name);
        event->long_name = definition->long_name;
        event->formula = definition->formula;
        event->n_columns = events->n_recorded;
        event->factors =
            arena_alloc_array(&events->arena, event->n_columns, sizeof *event->factors);
        for (size_t i = 0; i < event->n_columns; i++)
            event->factors[i] = factors[i];
    }
    free(factors);
    return resolution;
}

/* A definition that makes no event: a warning for a file's, a usage error for an option's. */
static bool reject(const struct event_definition *definition, struct warnings *warnings,
                   struct error *error)
{
    if (definition->path == NULL)
        return error_usage(error, "--event: the formula of '%.60s', '%.80s', makes no sense",
                           definition->name.at, definition->formula.at);
    warnings_add(warnings, definition->path, definition->line,
                 "event '%.60s' left out: its formula '%.80s' makes no sense", definition->name.at,
                 definition->formula.at);
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

/*
 * What everybody means by these names. The estimates are KCachegrind's (CEst) and
 * gungraun's (EstCycles). "expanded" names recorded events alone.
 */
static const struct built_in {
    const char *name, *long_name, *formula, *expanded;
} built_ins[] = {
    {"L1m", "L1 Miss Sum", "I1mr + D1mr + D1mw", "I1mr + D1mr + D1mw"},
    {"LLm", "Last-level Miss Sum", "ILmr + DLmr + DLmw", "ILmr + DLmr + DLmw"},
    {"L2m", "L2 Miss Sum", "I2mr + D2mr + D2mw", "I2mr + D2mr + D2mw"},
    {"Bm", "Mispredicted Branch", "Bim + Bcm", "Bim + Bcm"},
    {"CEst", "Cycle Estimation", "Ir + 10 Bm + 10 L1m + 20 Ge + 100 L2m + 100 LLm",
     "Ir + 10 Bim + 10 Bcm + 10 I1mr + 10 D1mr + 10 D1mw + 20 Ge + 100 I2mr + 100 D2mr"
     " + 100 D2mw + 100 ILmr + 100 DLmr + 100 DLmw"},
    {"EstCycles", "Estimated Cycles", "Ir + Dr + Dw + 4 L1m + 30 LLm",
     "Ir + Dr + Dw + 4 I1mr + 4 D1mr + 4 D1mw + 30 ILmr + 30 DLmr + 30 DLmw"},
};

static const char *const known_long_names[][2] = {
    {"Ir", "Instruction Fetch"},          {"Dr", "Data Read Access"},
    {"Dw", "Data Write Access"},          {"I1mr", "L1 Instr. Fetch Miss"},
    {"D1mr", "L1 Data Read Miss"},        {"D1mw", "L1 Data Write Miss"},
    {"ILmr", "LL Instr. Fetch Miss"},     {"DLmr", "LL Data Read Miss"},
    {"DLmw", "LL Data Write Miss"},       {"Bc", "Conditional Branch"},
    {"Bcm", "Mispredicted Cond. Branch"}, {"Bi", "Indirect Branch"},
    {"Bim", "Mispredicted Ind. Branch"},  {"Ge", "Global Bus Event"},
};

/* Adds "+ 10 Bim" and its like to the factors; events that are not recorded count 0. */
static bool add_recorded_terms(const struct events *events, struct text terms, int64_t *factors)
{
    bool has_any = false;
    int64_t factor = 1;
    struct text word;

    while (text_cut_word(&terms, &word)) {
        uint32_t event = events_find(events, word);
        if (is_digit(word.at[0])) {
            factor = strtol(word.at, NULL, 10);
            continue;
        }
        if (event != NO_ID && event < events->n_recorded) {
            factors[event] = factor;
            has_any = true;
        }
        if (word.at[0] != '+')
            factor = 1;
    }
    return has_any;
}

static void add_built_in(struct events *events, const struct built_in *built_in)
{
    size_t n_columns = events->n_recorded;
    int64_t *factors = arena_alloc_array(&events->arena, n_columns, sizeof *factors);

    if (events_find(events, text_of(built_in->name)) != NO_ID ||
        !add_recorded_terms(events, text_of(built_in->expanded), factors))
        return;
    struct event *event = add_event(events, text_of(built_in->name));
    event->long_name = text_of(built_in->long_name);
    event->formula = text_of(built_in->formula);
    event->factors = factors;
    event->n_columns = n_columns;
    event->is_built_in = true;
}

static void add_long_names(struct events *events)
{
    for (size_t i = 0; i < ARRAY_LENGTH(known_long_names); i++) {
        uint32_t id = events_find(events, text_of(known_long_names[i][0]));
        if (id != NO_ID && events->list[id].long_name.length == 0)
            events->list[id].long_name = text_of(known_long_names[i][1]);
    }
}

/* They were resolved in the order in which that was possible. */
static void order_derived(struct events *events)
{
    size_t n_derived = events->count - events->n_recorded, count = 0;
    struct event *ordered = memory_alloc(n_derived, sizeof *ordered);

    for (size_t i = 0; i < events->n_definitions; i++) {
        uint32_t id = events_find(events, events->definitions[i].name);
        if (id != NO_ID && id >= events->n_recorded)
            ordered[count++] = events->list[id];
    }
    for (size_t i = 0; i < count; i++)
        events->list[events->n_recorded + i] = ordered[i];
    free(ordered);
}

bool events_resolve(struct events *events, struct warnings *warnings, struct error *error)
{
    if (!resolve_definitions(events, warnings, error))
        return false;
    order_derived(events);
    add_long_names(events);
    for (size_t i = 0; i < ARRAY_LENGTH(built_ins); i++)
        add_built_in(events, &built_ins[i]);
    return true;
}

bool event_cost(const struct events *events, size_t event, const struct costs *costs,
                const int64_t *row, struct event_cost *cost, struct error *error)
{
    *cost = (struct event_cost){0};
    if (event < events->n_recorded) {
        *cost = (struct event_cost){costs_sum(costs, row, event), costs_is_given(row, event)};
        return true;
    }

    const struct event *derived = &events->list[event];
    for (size_t i = 0; i < derived->n_columns; i++) {
        int64_t product;
        if (derived->factors[i] == 0 || !costs_is_given(row, i))
            continue;
        cost->is_given = true;
        if (multiply_overflows(derived->factors[i], costs_sum(costs, row, i), &product) ||
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
