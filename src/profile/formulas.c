/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/formulas.h"

#include "base/number.h"
#include "profile/events.h"
#include "profile/known_events.h"

/* "[+|-] [integer [*]] NAME" */
struct term {
    int64_t factor; /* signed; 1 where it is missing */
    struct text name;
};

static bool is_defined(const struct events *events, struct text name)
{
    for (size_t i = 0; i < events->n_definitions; i++)
        if (events->definitions[i].formula.length != 0 &&
            text_equal(events->definitions[i].name, name))
            return true;
    return false;
}

static bool is_event(const struct events *events, struct text name)
{
    return events_find(events, name) != NO_ID || is_defined(events, name);
}

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

/* The integer, unless it is the start of an event's name. */
static bool cut_factor(const struct events *events, struct text *formula, int64_t *factor)
{
    struct text rest = *formula, word;
    const char *end;

    *factor = 1;
    text_cut_word(&rest, &word);
    if (is_event(events, word) || !is_digit(word.at[0]))
        return true;
    /* Formulas end in a NUL byte, which stops the number. */
    if (read_signed(formula->at, &end, factor) != NUMBER_OK)
        return false;
    *formula = text_trim(text_between(end, formula->at + formula->length));
    if (formula->length != 0 && formula->at[0] == '*')
        *formula = text_trim(text_skip(*formula, 1));
    return true;
}

/*
 * The name of an event at the start of a formula: the word up to a blank if there is
 * an event of that name, since names may hold '+' and '-', else up to a '+'.
 */
static struct text cut_event_name(const struct events *events, struct text *formula)
{
    struct text rest = *formula, word;

    text_cut_word(&rest, &word);
    if (!is_event(events, word))
        for (size_t i = 0; i < word.length; i++)
            if (word.at[i] == '+')
                word.length = i;
    *formula = text_trim(text_skip(*formula, word.length));
    return word;
}

/* Cuts the next term off a formula that is not used up. False when it is not a term. */
static bool cut_term(const struct events *events, struct text *formula, bool is_first,
                     struct term *term)
{
    int64_t sign;

    if (!cut_sign(formula, is_first, &sign) || !cut_factor(events, formula, &term->factor))
        return false;
    term->factor *= sign;
    term->name = cut_event_name(events, formula);
    return true;
}

static bool is_plain_name(struct text name)
{
    for (size_t i = 0; i < name.length; i++) {
        char c = name.at[i], letter = (char)(c | 0x20);
        bool is_letter = (letter >= 'a' && letter <= 'z') || c == '_';
        if (!is_letter && (i == 0 || !is_digit(c)))
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

/* Adds each factor of a derived event, so often. */
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

static enum resolution add_term(const struct events *events, const struct term *term,
                                enum absent_events absent, struct factor *factors)
{
    uint32_t id = events_find(events, term->name);
    bool overflows;

    if (id == NO_ID && is_defined(events, term->name))
        return FORMULA_WAITING;
    if (id == NO_ID)
        return may_be_absent(term->name, absent) ? FORMULA_RESOLVED : FORMULA_IMPOSSIBLE;
    if (id < events->n_recorded)
        overflows = add_factor_overflows(&factors[id], term->factor);
    else
        overflows = add_derived_overflows(factors, &events->list[id], term->factor);
    return overflows ? FORMULA_IMPOSSIBLE : FORMULA_RESOLVED;
}

enum resolution formula_resolve(const struct events *events, struct text formula,
                                enum absent_events absent, struct factor *factors)
{
    enum resolution resolution = FORMULA_RESOLVED;
    struct term term;

    for (bool is_first = true; formula.length != 0; is_first = false) {
        if (!cut_term(events, &formula, is_first, &term))
            return FORMULA_IMPOSSIBLE;
        enum resolution added = add_term(events, &term, absent, factors);
        if (added == FORMULA_IMPOSSIBLE)
            return FORMULA_IMPOSSIBLE;
        if (added == FORMULA_WAITING)
            resolution = FORMULA_WAITING;
    }
    return resolution;
}
