/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_INPUT_EVENT_CHOICE_H
#define QUERN_REPORTER_VIEW_INPUT_EVENT_CHOICE_H

/* What --show, --sort and --threshold choose among a profile's events. */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/rank.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "profile/events.h"

/* Arrays live in the arena that was given. */
struct event_choice {
    size_t *shown; /* event ids, in the order of the columns */
    size_t n_shown;
    struct sort_key *sort_keys;
    struct text *thresholds; /* by sort key: as typed, without '%' */
    size_t n_sort_keys;
};

enum { SORT_HINT_ROOM = 360 };

/*
 * Writes what was meant by a word of --sort that is no event, as an option and its value, of which
 * the event is an example. False where that is not known.
 */
typedef bool explain_sort(struct text word, const char *event, char hint[SORT_HINT_ROOM]);

/* The options as typed, and who knows what was meant by a word of `sort`; NULL: nobody. */
struct event_words {
    struct text show, sort, threshold;
    explain_sort *explain_sort;
};

/*
 * Resolves them; an empty text is the default: all events but the
 * built-in ones, sorted by all recorded ones. Once an event of `sort` has a threshold of its own
 * ("Ir:90"), those without one have 0 and `threshold` is not looked at; else it is the first
 * event's, unless that is a ratio: then all rows are shown. A usage error names the events that
 * there are.
 */
bool events_choose(struct event_choice *chosen, const struct events *events,
                   struct event_words words, struct arena *arena, struct error *error);

/* A percentage from 0 to 100, '%' allowed after it; *written is it without. */
bool read_threshold(struct text text, double *threshold, struct text *written);

#endif
