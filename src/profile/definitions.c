/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/definitions.h"

#include <string.h>

#include "profile/events.h"

static bool is_beside_blank(struct text text, size_t at)
{
    return at == 0 || is_blank(text.at[at - 1]) ||
           (at + 1 < text.length && is_blank(text.at[at + 1]));
}

static bool is_recorded(const struct events *events, struct text name)
{
    return events_find(events, name) < events->n_recorded;
}

/* Whether a name begins the text, is longer than `length`, and ends where a name may end. */
static bool begins_with_name(struct text text, struct text name, size_t length)
{
    if (name.length <= length || !text_starts_with(text, name))
        return false;
    if (name.length == text.length)
        return true;
    char after = text.at[name.length];
    return is_blank(after) || strchr(":+=/)", after) != NULL;
}

/* Whether the text begins with the name of a recorded event that is longer than that. */
static bool begins_with_recorded(struct text text, size_t length, const struct events *events)
{
    for (size_t i = 0; i < events->n_recorded; i++)
        if (begins_with_name(text, events->list[i].name, length))
            return true;
    return false;
}

/* The same of any event. */
static bool begins_with_event(struct text text, size_t length, const struct events *events)
{
    for (size_t i = 0; i < events->n_definitions; i++)
        if (begins_with_name(text, events->definitions[i].name, length))
            return true;
    return begins_with_recorded(text, length, events);
}

/* Where the part of a formula that holds this byte begins: after a blank or one of the signs. */
static size_t part_begin(struct text formula, size_t at, const char *signs)
{
    size_t begin = at;

    while (begin > 0 && !is_blank(formula.at[begin - 1]) &&
           strchr(signs, formula.at[begin - 1]) == NULL)
        begin--;
    return begin;
}

/* Whether an event's name that goes on after the colon begins there, or after a factor. */
static bool begins_around(struct text formula, size_t begin, size_t colon,
                          const struct events *events)
{
    if (begins_with_event(text_skip(formula, begin), colon - begin, events))
        return true;
    while (begin < colon && (is_digit(formula.at[begin]) || formula.at[begin] == '*'))
        begin++;
    return begins_with_event(text_skip(formula, begin), colon - begin, events);
}

/* Whether a colon belongs to the name of an event, which may have signs of a ratio too. */
static bool is_in_event(struct text formula, size_t colon, const struct events *events)
{
    size_t begin = part_begin(formula, colon, "+"), inner = begin;

    while (inner < colon && formula.at[inner] == '(')
        inner++;
    return begins_around(formula, begin, colon, events) ||
           begins_around(formula, inner, colon, events) ||
           begins_around(formula, part_begin(formula, colon, "+/("), colon, events);
}

/* The end of the name: at a '=' or a colon. A name may have colons, if only after no event's. */
static size_t find_name_end(struct text text, const struct events *events)
{
    for (size_t i = 0; i < text.length; i++) {
        struct text name = {text.at, i};
        if (text.at[i] == '=')
            return i;
        if (text.at[i] == ':' &&
            (is_beside_blank(text, i) ||
             (is_recorded(events, name) && !begins_with_recorded(text, i, events))))
            return i;
    }
    return text.length;
}

static size_t find_formula_end(struct text text, const struct events *events)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] == ':' && (is_beside_blank(text, i) || !is_in_event(text, i, events)))
            return i;
    return text.length;
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
