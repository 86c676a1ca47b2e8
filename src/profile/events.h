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

/* The factor of a recorded event in a derived one. */
struct factor {
    int64_t times;
    bool is_named; /* false if the formula does not have it, true even for a factor of 0 */
};

/*
 * An event as reports see it. Ids first number the recorded events, in column order, then the
 * derived ones, in the order of definition.
 */
struct event {
    struct text name;
    struct text long_name;  /* empty where there is none */
    struct text formula;    /* as written; empty for a recorded event */
    bool is_self_only;      /* calls have none of it: it belongs to memory lines */
    bool is_built_in;       /* from the table of known events: shown only if requested by name */
    struct factor *factors; /* by column, n_columns of them; NULL for a recorded event */
    struct factor *divisor; /* the same for the divisor of a ratio; else NULL */
    int64_t unit;           /* divisor of a sum when shown; usually 1 */
    size_t n_columns;
    struct text absent; /* for a sum: its first missing event; not for estimates */
    size_t n_lists;     /* for a recorded event: the number of event lists that have it */
    bool overflows;     /* sticky: a sum of it did not fit into 64 bits; see events_fit() */
};

/* The result of resolving a formula. */
enum resolution {
    FORMULA_UNTRIED,
    FORMULA_RESOLVED,
    FORMULA_ABSENT,     /* a ratio with an event that is missing from some or all parts */
    FORMULA_IMPOSSIBLE, /* invalid, circular, or a factor exceeds 64 bits */
};

/* One definition; formula and long name are empty if absent. */
struct event_definition {
    struct text text;                     /* as written */
    struct text name, formula, long_name; /* parts of `text`, given the events known so far */
    const char *path;                     /* the profile that has it; NULL for an option */
    uint64_t line;
    bool is_built_in;            /* of the table of known events */
    enum resolution resolution;  /* result for the formula, set by events_resolve() */
    struct text absent, unknown; /* why it defines no event: see struct resolved_formula */
};

/* {0} has no events. */
struct events {
    struct arena arena;
    struct event *list; /* by event id; derived ones only after events_resolve() */
    size_t count, capacity;
    size_t n_recorded;
    size_t n_lists; /* number of event lists read: each part may have its own */
    struct event_definition *definitions;
    size_t n_definitions, definition_capacity;
    size_t definition_bytes; /* total size of their texts */
};

/* Appends an event that is not recorded. Copies the name; the caller sets everything else. */
struct event *events_add(struct events *events, struct text name);

/* Returns the column of a recorded event, a new last one (the old n_recorded) if it is missing. */
size_t events_add_recorded(struct events *events, struct text name);

/* Records an event list, by columns: each is in it once. */
void events_note_list(struct events *events, const uint32_t *columns, size_t count);

/* Records all event lists of others, whose columns map to these. */
void events_note_lists_of(struct events *events, const struct events *others,
                          const uint32_t *columns);

/* Returns whether all lists have the recorded event; if not, missing values may not be 0. */
bool events_are_complete(const struct events *events, size_t column);

/*
 * Records "NAME = FORMULA : long name", formula and long name each optional. The first formula and
 * the first long name of a name count. False, with the reason, if there is no name or there are too
 * many.
 */
bool events_define(struct events *events, struct text definition, const char *path, uint64_t line,
                   struct error *error);

/*
 * Adds the definitions of --event, which take precedence over those of files. False with a usage
 * error.
 */
bool events_define_all(struct events *events, struct text_list definitions, struct error *error);

/* Moves the resolved events of a profile with the same columns, leaving those empty. */
void events_move(struct events *events, struct events *others);

/* Adds all definitions that other events have and these do not. */
void events_add_definitions(struct events *events, const struct events *others);

/* Returns the id of the event with that name, or NO_ID. */
uint32_t events_find(const struct events *events, struct text name);

/* Returns the first definition of that name with a formula, or n_definitions if there is none. */
size_t events_find_formula(const struct events *events, struct text name);

/* The cost of one event; 0 if it is not given. */
struct event_cost {
    int64_t sum;
    bool is_given; /* for a derived event: any of its recorded events is */
};

/* Does the same as event_sum() for a derived sum. */
struct event_cost event_derived_sum(struct event *derived, const struct costs *costs,
                                    const int64_t *row);

/*
 * Returns the cost in a row for an event that is not a ratio. A derived cost that does not fit into
 * 64 bits counts as 0 and permanently marks its event, as ferror() marks a stream: call
 * events_fit() before printing anything derived from it.
 */
static inline struct event_cost event_sum(const struct events *events, size_t event,
                                          const struct costs *costs, const int64_t *row)
{
    if (event >= events->n_recorded)
        return event_derived_sum(&events->list[event], costs, row);
    return (struct event_cost){costs_sum(costs, row, event), costs_is_given(row, event)};
}

/* Returns whether each event_sum() so far did fit; false with an error that names the event. */
bool events_fit(const struct events *events, struct error *error);

void events_free(struct events *events);

/* True if the name of an event may end after that many bytes of a text. */
bool event_name_ends(struct text text, size_t length);

/* Returns the length of the longest event name at the start of the text, or 0. */
size_t event_name_length(const struct events *events, struct text text);

/*
 * Splits the text of a definition. A colon, with or without blanks beside it, ends a name or a
 * formula unless it is part of an event's name, such as "cycles:u": so all recorded events, and the
 * names of all definitions that formulas may use, must be known.
 */
void definition_split(struct event_definition *definition, const struct events *events);

/*
 * formulas.c turns the text of a formula into a factor for each recorded event. A sum consists of
 * "[integer [*]] NAME" with '+' or '-' between terms; a ratio is "TERM / TERM", where either side
 * may be "[integer [*]] (SUM)"; a figure per unit is "TERM / integer". A name is looked up as a
 * whole first, since it may contain such signs.
 */

/* Missing events that count as 0 in a sum; others make a formula impossible. */
enum absent_events {
    ABSENT_IF_KNOWN, /* events that Valgrind's tools can record */
    ABSENT_ALL,      /* events whose names consist of letters, digits and '_' */
};

/* A formula as factors; usable only if it is resolved. */
struct resolved_formula {
    struct factor *factors; /* by column, owned by the caller, initially all 0; for a ratio, the
                             * dividend */
    struct factor *divisor; /* the same for the divisor; stays 0 for a sum */
    bool is_ratio;
    int64_t unit;        /* for a sum: its divisor when shown, from 1 */
    struct text absent;  /* the first missing event; for a ratio, missing from any part */
    struct text unknown; /* the name that makes it impossible, if it is not an event */
};

/*
 * Adds the factors of a formula to those of `resolved`, after calling `resolve` for events in it
 * that are not resolved yet. The text must be followed by a byte that cannot belong to a number,
 * such as NUL.
 */
enum resolution formula_resolve(struct events *events, struct text formula,
                                enum absent_events absent,
                                void (*resolve)(struct events *events, size_t definition),
                                struct resolved_formula *resolved);

/* derive_events.c */

/*
 * Turns the definitions into long names and derived events, once all recorded events are known, and
 * adds the built-in events: sums with at least one recorded event, ratios with all events recorded
 * in all parts. An invalid or circular formula, factors that are too large, and a ratio of missing
 * events cause a warning instead of an event, or a usage error if an option gave them. See `enum
 * absent_events` for missing events.
 */
bool events_resolve(struct events *events, struct warnings *warnings, struct error *error);

/* Ratios of two sums of multiples of recorded events. Always add up first and divide last. */

/* Dividend and divisor, summed over rows. */
struct ratio {
    int64_t dividend, divisor;
    int scale;      /* 100 in percent, else 1 */
    bool overflows; /* a sum did not fit into 64 bits */
};

/* Returns whether the event is a ratio rather than a sum. */
bool event_is_ratio(const struct event *event);

/* Adds a row of cost to the ratio of the event; {0} is the ratio of no rows. */
void ratio_add(struct ratio *ratio, const struct event *event, const struct costs *costs,
               const int64_t *row);

/* Adds the sums of other rows. */
void ratio_join(struct ratio *ratio, const struct ratio *other);

/*
 * False if the divisor is 0 or a sum did not fit into 64 bits: then there is no ratio, and *value
 * is 0.
 */
bool ratio_value(const struct ratio *ratio, double *value);

/*
 * known_events.c is the table of known events: those that Valgrind's tools record, others for which
 * KCachegrind has a long name, and the built-in events derived from them.
 */

/* The facts known about an event by its name. */
struct known_event {
    struct text name;
    struct text long_name; /* empty if profiles define it themselves */
    struct text meaning;   /* a sentence or two, for --help=events */
    struct text formula;   /* of a built-in event, from rows above; empty for a recorded one */
    struct text option;    /* the option with which Callgrind records it, or its components;
                            * empty if always recorded or unknown */
    bool is_self_only;     /* calls have none of it: it belongs to memory lines */
    bool is_estimate;      /* missing components count as 0, by definition */
};

/* In order of display; built-in events get their ids in this order. */
extern const struct known_event known_events[];
extern const size_t n_known_events;

/* Returns the row of the event with that name, or an empty row; never NULL. */
const struct known_event *known_event_find(struct text name);

/* Returns whether it is a built-in ratio. */
bool known_event_is_ratio(struct text name);

/* Prints names and meanings, a line each, for --help=events without a profile. */
void known_events_print(FILE *out);

#endif
