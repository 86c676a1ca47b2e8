/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_EVENTS_H
#define QUERN_PROFILE_EVENTS_H

/*
 * The kinds of cost: recorded events, which have a column in every row of cost, and derived ones,
 * which are sums of multiples of recorded events, or ratios of two such sums. A sum may be shown in
 * a unit, a multiple of its own. Derived ones come from definitions, "NAME = FORMULA : long name",
 * and from the table of known events.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/map.h" /* NO_ID */
#include "base/number.h"
#include "base/text.h"
#include "profile/costs.h"

struct warnings;

enum { MAX_EVENTS = 1024, MAX_DEFINITION_BYTES = 32 * 1024 };

/* How often a recorded event counts in a derived one. */
struct factor {
    int64_t times;
    bool is_named; /* false: the formula does not have it; it may also have it 0 times */
};

/*
 * An event as reports see it. Ids run over the recorded events, in the order of the
 * columns, and then over the derived ones, in the order of their definitions.
 */
struct event {
    struct text name;
    struct text long_name;  /* empty where there is none */
    struct text formula;    /* as written; empty for a recorded event */
    bool is_self_only;      /* calls cannot have any of it: they belong to lines of memory */
    bool is_built_in;       /* of the table of known events: shown only where asked for by name */
    struct factor *factors; /* by column, n_columns of them; NULL for a recorded event */
    struct factor *divisor; /* likewise, of a ratio: what the sum is divided by; else NULL */
    int64_t unit;           /* what a sum is divided by where it is shown: 1 of most */
    size_t n_columns;
    struct text absent; /* of a sum: the first of its events that is not there; not of estimates */
    size_t n_lists;     /* of a recorded event: how many of the lists of events name it */
    bool overflows;     /* sticky: a sum of it did not fit into 64 bits; see events_fit() */
};

/* What becomes of a formula. */
enum resolution {
    FORMULA_UNTRIED,
    FORMULA_RESOLVED,
    FORMULA_ABSENT,     /* it is a ratio, and an event in it is not there, or not in all parts */
    FORMULA_IMPOSSIBLE, /* it makes no sense, needs itself, or a factor is beyond 64 bits */
};

/* One definition; formula and long name are each empty where there is none. */
struct event_definition {
    struct text text;                     /* as it was written, and the parts of that: */
    struct text name, formula, long_name; /* good for the events that were known so far */
    const char *path;                     /* of the profile that says it, NULL for an option */
    uint64_t line;
    bool is_built_in;            /* of the table of known events */
    enum resolution resolution;  /* of the formula, set by events_resolve(), */
    struct text absent, unknown; /* and why it makes no event: see struct resolved_formula */
};

/* {0} has no events. */
struct events {
    struct arena arena;
    struct event *list; /* by event id; derived ones only after events_resolve() */
    size_t count, capacity;
    size_t n_recorded;
    size_t n_lists; /* lists of events that have been read: each part may have its own */
    struct event_definition *definitions;
    size_t n_definitions, definition_capacity;
    size_t definition_bytes; /* of their texts */
};

/* Adds a last event, which is not recorded. Its name is copied; all else is the caller's to set. */
struct event *events_add(struct events *events, struct text name);

/*
 * Returns the column of a recorded event, a new last one (n_recorded until now) if it is not there.
 */
size_t events_add_recorded(struct events *events, struct text name);

/* Notes a list of events, by their columns: each is there once. */
void events_note_list(struct events *events, const uint32_t *columns, size_t count);

/* Notes all lists of others, whose columns are these here. */
void events_note_lists_of(struct events *events, const struct events *others,
                          const uint32_t *columns);

/* Whether all lists name the recorded event: else what is not given may not be 0. */
bool events_are_complete(const struct events *events, size_t column);

/*
 * Notes "NAME = FORMULA : long name", formula and long name each optional. The first formula of a
 * name counts, and so does the first long name. False, with the reason, when there is no name in it
 * or there are too many.
 */
bool events_define(struct events *events, struct text definition, const char *path, uint64_t line,
                   struct error *error);

/* Adds the definitions of --event, which go before those of files. False with a usage error. */
bool events_define_all(struct events *events, struct text_list definitions, struct error *error);

/* Takes over the resolved events of a profile with the same columns; those are empty then. */
void events_move(struct events *events, struct events *others);

/* Notes all definitions that other events have and these do not. */
void events_add_definitions(struct events *events, const struct events *others);

/* Returns the id of the event with that name, or NO_ID. */
uint32_t events_find(const struct events *events, struct text name);

/*
 * Returns the first definition of that name which has a formula; n_definitions where there is none.
 */
size_t events_find_formula(const struct events *events, struct text name);

/* The cost of one event; 0 where it is not given. */
struct event_cost {
    int64_t sum;
    bool is_given; /* a derived one: any of its recorded events is */
};

/* Does the same as event_sum(), for a sum that is derived. */
struct event_cost event_derived_sum(struct event *derived, const struct costs *costs,
                                    const int64_t *row);

/*
 * Returns the cost for an event that is no ratio in a row of cost. A derived cost that does not fit
 * into 64 bits counts as 0 and marks its event for good, as ferror() marks a stream: ask
 * events_fit() before anything that follows from it is printed.
 */
static inline struct event_cost event_sum(const struct events *events, size_t event,
                                          const struct costs *costs, const int64_t *row)
{
    if (event >= events->n_recorded)
        return event_derived_sum(&events->list[event], costs, row);
    return (struct event_cost){costs_sum(costs, row, event), costs_is_given(row, event)};
}

/* Whether each event_sum() so far did fit; false with an error that names the event. */
bool events_fit(const struct events *events, struct error *error);

void events_free(struct events *events);

/* True if the name of an event may end after so many bytes of a text. */
bool event_name_ends(struct text text, size_t length);

/* Returns the length of the longest name of an event that the text begins with; 0: with none. */
size_t event_name_length(const struct events *events, struct text text);

/*
 * Finds the parts of a definition's text. A colon ends a name or a formula, blanks beside it or
 * not, unless it belongs to the name of an event, such as "cycles:u": so all recorded events, and
 * the names of all definitions that may be in formulas, have to be known.
 */
void definition_split(struct event_definition *definition, const struct events *events);

/*
 * formulas.c: from the text of a formula to a factor for each recorded event. A sum is "[integer
 * [*]] NAME", with '+' or '-' between such terms; a ratio "TERM / TERM", where either side may be
 * "[integer [*]] (SUM)"; a figure per unit "TERM / integer". A name is looked up as a whole first,
 * since it may have such signs itself.
 */

/* Which events that are not there count 0 in a sum; others make a formula impossible. */
enum absent_events {
    ABSENT_IF_KNOWN, /* those that Valgrind's tools can record */
    ABSENT_ALL,      /* all whose names are letters, digits and '_' */
};

/* What a formula comes to; good for use only where it is resolved. */
struct resolved_formula {
    struct factor *factors; /* the caller's, by column, all 0 before; of a ratio what is divided */
    struct factor *divisor; /* likewise; of a sum they stay 0 */
    bool is_ratio;
    int64_t unit;        /* of a sum: what it is divided by where it is shown, from 1 */
    struct text absent;  /* the first event that is not there, or of a ratio not everywhere */
    struct text unknown; /* the name that makes it impossible, if it is not that of an event */
};

/*
 * Adds the factors of a formula to those of `resolved`. `resolve` is called first for what it names
 * and is only defined yet. A byte that cannot belong to a number must follow the text, such as NUL.
 */
enum resolution formula_resolve(struct events *events, struct text formula,
                                enum absent_events absent,
                                void (*resolve)(struct events *events, size_t definition),
                                struct resolved_formula *resolved);

/* derive_events.c */

/*
 * Turns the definitions into long names and derived events, once all recorded events are known,
 * and adds the built-in events: sums of which at least one event is recorded, ratios of which all
 * are, in all parts. A formula that makes no sense, a circle, factors that are too large, and a
 * ratio of events that are not there make no event but a warning, or where an option gave it, a
 * usage error. See `enum absent_events` for names of events that are not there.
 */
bool events_resolve(struct events *events, struct warnings *warnings, struct error *error);

/*
 * Ratios: one sum of multiples of recorded events divided by another. They are divided after all
 * that belongs together has been added up, never before.
 */

/* What is divided and by what, of all rows so far; in percent the first is 100 times as much. */
struct ratio {
    struct wide dividend, divisor;
};

/* Whether the event is a ratio, and so no sum. */
bool event_is_ratio(const struct event *event);

/* Adds a row of cost to a ratio that the event is; {0} is that of no rows. */
void ratio_add(struct ratio *ratio, const struct event *event, const struct costs *costs,
               const int64_t *row);

/* Adds what other rows had. */
void ratio_join(struct ratio *ratio, const struct ratio *other);

/* False where the divisor is 0: then there is no ratio, and *value is 0. */
bool ratio_value(const struct ratio *ratio, double *value);

/*
 * known_events.c: the table of known events: what Valgrind's tools record, what else KCachegrind
 * has a long name for, and the built-in events that derive from that.
 */

/* All that is known of an event by its name. */
struct known_event {
    struct text name;
    struct text long_name; /* empty where profiles give it themselves */
    struct text meaning;   /* a sentence or two, for --help=events */
    struct text formula;   /* of a built-in event, from rows above; empty for a recorded one */
    struct text option;    /* with which Callgrind records it, or what it is made of; empty where it
                              always does, or is not known to */
    bool is_self_only;     /* calls cost none of it: it belongs to lines of memory */
    bool is_estimate;      /* what it is made of and is not there counts 0 in it, by definition */
};

/* In the order in which they are listed; the built-in ones get their event ids in this order. */
extern const struct known_event known_events[];
extern const size_t n_known_events;

/* Returns the row of the event with that name, or else one that is empty; never NULL. */
const struct known_event *known_event_find(struct text name);

/* Whether it is a built-in ratio. */
bool known_event_is_ratio(struct text name);

/* Names and meanings, a line each: for --help=events where there is no profile. */
void known_events_print(FILE *out);

#endif
