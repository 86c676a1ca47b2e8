/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number.h"
#include "profile/events.h"

static bool cut_sign(struct text *formula, bool is_first, int64_t *sign)
{
    char c = formula->at[0];

    *sign = c == '-' ? -1 : 1;
    if (c == '+' || c == '-')
        *formula = text_trim(text_skip(*formula, 1));
    else if (!is_first)
        return false;
    return formula->length != 0;
}

/* Cuts off an integer, unless it starts an event's name; the factor is 1 if there is none. */
static bool cut_factor(const struct events *events, struct text *formula, int64_t *factor)
{
    const char *end;

    *factor = 1;
    if (event_name_length(events, *formula) != 0 || !is_digit(formula->at[0]))
        return true;
    /* Formulas end in a NUL byte, which stops the number. */
    if (read_signed(formula->at, &end, factor) != NUMBER_OK)
        return false;
    *formula = text_trim(text_between(end, formula->at + formula->length));
    if (formula->length != 0 && formula->at[0] == '*')
        *formula = text_trim(text_skip(*formula, 1));
    return true;
}

/* Cuts a name off a formula: the longest event name, or else up to where a name may end. */
static struct text cut_event_name(const struct events *events, struct text *formula)
{
    struct text name = {formula->at, event_name_length(events, *formula)};

    if (name.length == 0)
        while (!event_name_ends(*formula, name.length))
            name.length++;
    *formula = text_trim(text_skip(*formula, name.length));
    return name;
}

static bool is_plain_name(struct text name)
{
    for (size_t i = 0; i < name.length; i++) {
        if (!is_of_identifier(name.at[i]) || (i == 0 && is_digit(name.at[i])))
            return false;
    }
    return name.length != 0;
}

static bool may_be_absent(struct text name, enum absent_events absent)
{
    return absent == ABSENT_ALL ? is_plain_name(name) : known_event_find(name)->name.length != 0;
}

static bool add_factor_overflows(struct factor *factor, int64_t times)
{
    factor->is_named = true;
    return add_overflows(&factor->times, times);
}

/* Adds a multiple of each factor of a derived event. */
static bool add_derived_overflows(struct factor *factors, const struct event *derived,
                                  int64_t times)
{
    for (size_t i = 0; i < derived->n_columns; i++) {
        int64_t product;
        if (!derived->factors[i].is_named)
            continue;
        if (multiply_overflows(times, derived->factors[i].times, &product) ||
            add_factor_overflows(&factors[i], product))
            return true;
    }
    return false;
}

/* The state of parsing a formula. */
struct formula_reading {
    struct events *events;
    struct text rest;
    enum absent_events absent;
    void (*resolve)(struct events *events, size_t definition);
    struct resolved_formula *resolved;
};

static void note_absent(struct formula_reading *reading, struct text name)
{
    if (reading->resolved->absent.length == 0)
        reading->resolved->absent = name;
}

/* Returns the event of that name, after resolving it if necessary. */
static uint32_t find_event(struct formula_reading *reading, struct text name)
{
    struct events *events = reading->events;
    uint32_t id = events_find(events, name);
    size_t definition = id == NO_ID ? events_find_formula(events, name) : events->n_definitions;

    if (definition == events->n_definitions ||
        events->definitions[definition].resolution != FORMULA_UNTRIED)
        return id;
    reading->resolve(events, definition);
    return events_find(events, name);
}

/* Handles a name that is not an event. A formula cannot contain a missing ratio. */
static bool read_unknown(struct formula_reading *reading, struct text name)
{
    const struct events *events = reading->events;
    size_t definition = events_find_formula(events, name);

    if (definition < events->n_definitions && !events->definitions[definition].is_built_in)
        return false;
    bool is_possible = may_be_absent(name, reading->absent);
    if (!is_possible && is_plain_name(name))
        reading->resolved->unknown = name;
    if (!is_possible || known_event_is_ratio(name))
        return false;
    note_absent(reading, name);
    return true;
}

/* Cuts off and adds a term, "[+|-] [integer [*]] NAME". */
static bool add_term(struct formula_reading *reading, bool is_first, struct factor *factors)
{
    struct events *events = reading->events;
    int64_t sign, factor;
    bool overflows;

    if (!cut_sign(&reading->rest, is_first, &sign) || !cut_factor(events, &reading->rest, &factor))
        return false;
    factor *= sign;
    struct text name = cut_event_name(events, &reading->rest);
    uint32_t id = find_event(reading, name);
    if (id == NO_ID)
        return read_unknown(reading, name);
    if (event_is_ratio(&events->list[id]) || events->list[id].unit != 1)
        return false;
    if (events->list[id].absent.length != 0)
        note_absent(reading, events->list[id].absent);
    if (id < events->n_recorded)
        overflows = add_factor_overflows(&factors[id], factor);
    else
        overflows = add_derived_overflows(factors, &events->list[id], factor);
    return !overflows;
}

static bool is_at(const struct formula_reading *reading, char sign)
{
    return reading->rest.length != 0 && reading->rest.at[0] == sign;
}

static bool cut_char(struct formula_reading *reading, char sign)
{
    if (!is_at(reading, sign))
        return false;
    reading->rest = text_trim(text_skip(reading->rest, 1));
    return true;
}

/* Adds terms up to the end of the sum, or of one side of a ratio, and counts them. */
static bool add_terms(struct formula_reading *reading, struct factor *factors, size_t *n_terms)
{
    *n_terms = 0;
    while (reading->rest.length != 0 && !is_at(reading, '/') && !is_at(reading, ')'))
        if (!add_term(reading, (*n_terms)++ == 0, factors))
            return false;
    return true;
}

/* Cuts off "[integer [*]] (". False, with nothing cut, if the text is something else. */
static bool cut_parenthesis(struct formula_reading *reading, int64_t *factor)
{
    struct text rest = reading->rest;

    if (rest.length != 0 && cut_factor(reading->events, &rest, factor) && rest.length != 0 &&
        rest.at[0] == '(' && event_name_length(reading->events, rest) == 0) {
        reading->rest = text_trim(text_skip(rest, 1));
        return true;
    }
    return false;
}

static bool multiply_factors_overflows(const struct events *events, struct factor *factors,
                                       int64_t times)
{
    bool overflows = false;

    for (size_t i = 0; i < events->n_recorded; i++)
        overflows |= multiply_overflows(times, factors[i].times, &factors[i].times);
    return overflows;
}

/*
 * Adds a side of a ratio, or a sum. *is_one is set if it has parentheses or needs none beside a
 * '/'.
 */
static bool add_side(struct formula_reading *reading, struct factor *factors, bool *is_one)
{
    int64_t times = 1;
    bool is_in_parentheses = cut_parenthesis(reading, &times);
    size_t n_terms;
    bool is_possible = add_terms(reading, factors, &n_terms);

    *is_one = n_terms != 0 && (is_in_parentheses || n_terms == 1);
    if (!is_possible || !is_in_parentheses)
        return is_possible;
    return cut_char(reading, ')') && !multiply_factors_overflows(reading->events, factors, times) &&
           (is_at(reading, '/') || reading->resolved->is_ratio);
}

/*
 * Returns whether a side of a ratio can be summed in 128 bits over the 64-bit costs of many rows,
 * times 100: its factors add up to at most 2^40. A divisor without events is invalid.
 */
static bool is_ratio_of(const struct events *events, const struct factor *factors, bool is_divisor)
{
    const int64_t most = INT64_C(1) << 40;
    int64_t sum = 0;
    bool has_any = false;

    for (size_t i = 0; i < events->n_recorded; i++) {
        has_any = has_any || factors[i].times != 0;
        if (magnitude(factors[i].times) > most || add_overflows(&sum, magnitude(factors[i].times)))
            return false;
    }
    return sum <= most && (has_any || !is_divisor);
}

/*
 * Finds an event that some parts do not record. It may not have been 0 there, so a ratio over all
 * parts would be wrong.
 */
static void note_incomplete(const struct events *events, const struct factor *factors,
                            struct text *absent)
{
    for (size_t i = 0; i < events->n_recorded && absent->length == 0; i++)
        if (factors[i].is_named && !events_are_complete(events, i))
            *absent = events->list[i].name;
}

static enum resolution resolve_ratio(struct formula_reading *reading)
{
    const struct events *events = reading->events;
    struct resolved_formula *resolved = reading->resolved;
    bool is_one;

    resolved->is_ratio = true;
    if (!add_side(reading, resolved->divisor, &is_one) || !is_one || reading->rest.length != 0)
        return FORMULA_IMPOSSIBLE;
    note_incomplete(events, resolved->factors, &resolved->absent);
    note_incomplete(events, resolved->divisor, &resolved->absent);
    if (resolved->absent.length != 0)
        return FORMULA_ABSENT;
    return is_ratio_of(events, resolved->factors, false) &&
                   is_ratio_of(events, resolved->divisor, true)
             ? FORMULA_RESOLVED
             : FORMULA_IMPOSSIBLE;
}

/* Reads a positive integer that is the rest of the formula and not the name of an event. */
static bool read_unit(const struct formula_reading *reading, int64_t *unit)
{
    const struct text rest = reading->rest;
    const char *end;

    return rest.length != 0 && event_name_length(reading->events, rest) == 0 &&
           is_digit(rest.at[0]) && read_signed(rest.at, &end, unit) == NUMBER_OK &&
           end == text_end(rest) && *unit > 0;
}

enum resolution formula_resolve(struct events *events, struct text formula,
                                enum absent_events absent,
                                void (*resolve)(struct events *events, size_t definition),
                                struct resolved_formula *resolved)
{
    struct formula_reading reading = {events, formula, absent, resolve, resolved};
    bool is_one;

    resolved->is_ratio = false;
    resolved->unit = 1;
    resolved->absent = resolved->unknown = (struct text){0};
    if (!add_side(&reading, resolved->factors, &is_one))
        return FORMULA_IMPOSSIBLE;
    if (reading.rest.length == 0)
        return FORMULA_RESOLVED;
    if (!is_one || !cut_char(&reading, '/'))
        return FORMULA_IMPOSSIBLE;
    if (read_unit(&reading, &resolved->unit))
        return FORMULA_RESOLVED;
    resolved->unit = 1;
    return resolve_ratio(&reading);
}
