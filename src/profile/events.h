/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_EVENTS_H
#define QUERN_PROFILE_EVENTS_H

/*
 * The kinds of cost: recorded events, which have a column in every row of cost, and derived ones,
 * which are sums of multiples of recorded events, or ratios of two such sums: see ratios.h.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/index.h" /* NO_ID */
#include "base/text.h"
#include "profile/costs.h"
#include "profile/definitions.h"

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
    bool is_self_only;      /* calls cannot have any of it: see known_events.h */
    bool is_built_in;       /* of the table of known events: shown only where asked for by name */
    struct factor *factors; /* by column, n_columns of them; NULL for a recorded event */
    struct factor *divisor; /* likewise, of a ratio: what the sum is divided by; else NULL */
    size_t n_columns;
    struct text absent; /* of a sum: the first of its events that is not there; not of estimates */
    size_t n_lists;     /* of a recorded event: how many of the lists of events name it */
    bool overflows;     /* sticky: event_sum() has met a sum of it that does not fit into 64 bits */
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

/* A new last event, which is not recorded. Its name is copied; all else is the caller's to set. */
struct event *events_add(struct events *events, struct text name);

/* The column of a recorded event, a new last one (n_recorded until now) if it is not there. */
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

/* The definitions of --event, which go before those of files. False with a usage error. */
bool events_define_all(struct events *events, struct text_list definitions, struct error *error);

/* Takes over the resolved events of a profile with the same columns; those are empty then. */
void events_move(struct events *events, struct events *others);

/* Notes all definitions that other events have and these do not. */
void events_add_definitions(struct events *events, const struct events *others);

/* The id of the event with that name, or NO_ID. */
uint32_t events_find(const struct events *events, struct text name);

/* The first definition of that name which has a formula; n_definitions where there is none. */
size_t events_find_formula(const struct events *events, struct text name);

/* The cost of one event; 0 where it is not given. */
struct event_cost {
    int64_t sum;
    bool is_given; /* a derived one: any of its recorded events is */
};

/* The same as event_cost() and event_sum(), for a sum that is derived. */
bool event_derived_cost(const struct event *derived, const struct costs *costs, const int64_t *row,
                        struct event_cost *cost, struct error *error);
struct event_cost event_derived_sum(struct event *derived, const struct costs *costs,
                                    const int64_t *row);

/*
 * The cost for an event that is no ratio in a row of cost. A derived cost that does not fit into 64
 * bits counts as 0 and marks its event for good, as ferror() marks a stream: ask events_fit()
 * before anything that follows from it is printed.
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

/* The same as event_sum(), but fails at once: for figures that are made while others are printed.
 */
static inline bool event_cost(const struct events *events, size_t event, const struct costs *costs,
                              const int64_t *row, struct event_cost *cost, struct error *error)
{
    if (event >= events->n_recorded)
        return event_derived_cost(&events->list[event], costs, row, cost, error);
    *cost = (struct event_cost){costs_sum(costs, row, event), costs_is_given(row, event)};
    return true;
}

void events_free(struct events *events);

#endif
