/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_INPUT_EVENT_CHOICE_H
#define QUERN_REPORTER_VIEW_INPUT_EVENT_CHOICE_H

/* Resolves what --show, --sort and --threshold choose among a profile's events. */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/rank.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "profile/events.h"

/* Holds the events that were chosen. The arrays live in the arena passed to events_choose(). */
struct event_choice {
    size_t *shown; /* event ids, in the order in which tables show them */
    size_t n_shown;
    struct sort_key *sort_keys;
    struct text *thresholds; /* by sort key: as typed, without '%' */
    size_t n_sort_keys;
};

/* Holds the options as typed. */
struct event_words {
    struct text show, sort, threshold;
};

/*
 * Resolves the options. An empty text is the default: all events but the built-in ones, sorted by
 * all recorded ones. Once an event of `sort` has a threshold of its own ("Ir:90"), those without
 * one have 0 and `threshold` is ignored; else it is the first event's, unless that is a ratio or
 * there is none: then all rows are shown. A usage error lists the events.
 */
bool events_choose(struct event_choice *chosen, const struct events *events,
                   struct event_words words, struct arena *arena, struct error *error);

/*
 * Reads a percentage from 0 to 100, with or without '%' after it; *written is the text without it.
 */
bool read_threshold(struct text text, double *threshold, struct text *written);

#endif
