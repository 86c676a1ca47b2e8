/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/formulas.h"

#include "base/number.h"
#include "profile/events.h"

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

static enum resolution add_term(const struct events *events, const struct term *term,
                                int64_t *factors)
{
    uint32_t id = events_find(events, term->name);

    if (id == NO_ID)
        return is_defined(events, term->name) ? FORMULA_WAITING : FORMULA_IMPOSSIBLE;
    if (id < events->n_recorded)
        return add_overflows(&factors[id], term->factor) ? FORMULA_IMPOSSIBLE : FORMULA_RESOLVED;
    const struct event *event = &events->list[id];
    for (size_t i = 0; i < event->n_columns; i++) {
        int64_t product;
        if (multiply_overflows(term->factor, event->factors[i], &product) ||
            add_overflows(&factors[i], product))
            return FORMULA_IMPOSSIBLE;
    }
    return FORMULA_RESOLVED;
}

enum resolution formula_resolve(const struct events *events, struct text formula, int64_t *factors)
{
    enum resolution resolution = FORMULA_RESOLVED;
    struct term term;

    for (bool is_first = true; formula.length != 0; is_first = false) {
        if (!cut_term(events, &formula, is_first, &term))
            return FORMULA_IMPOSSIBLE;
        enum resolution added = add_term(events, &term, factors);
        if (added == FORMULA_IMPOSSIBLE)
            return FORMULA_IMPOSSIBLE;
        if (added == FORMULA_WAITING)
            resolution = FORMULA_WAITING;
    }
    return resolution;
}
