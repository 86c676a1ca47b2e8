/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_METRIC_H
#define QUERN_AGGREGATOR_METRIC_H

/* A metric of rows: "Ir" or "self(Ir)", "incl(Ir)", "calls". */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "profile/events.h"

enum metric_kind { METRIC_SELF, METRIC_INCLUSIVE, METRIC_CALLS };

struct metric {
    enum metric_kind kind;
    size_t event; /* id; 0 for calls */
};

/* Reads a metric. False if it is not one, or its event is not in the profile. */
bool metric_read(struct metric *metric, struct text text, const struct events *events);

/*
 * Says of a metric that could not be read why, if Callgrind could have recorded its event: "D1mr is
 * not in this profile; record it with --cache-sim=yes". Else false.
 */
bool metric_explain_absence(struct text text, const struct events *events, char *reason,
                            size_t size);

/*
 * Lists the events, as many as fit into the room of at least 120 bytes, with a suggestion for an
 * invalid metric: "the events are Ir, Dr; did you mean 'Ir'?".
 */
void metric_list_events(struct text text, const struct events *events, char *list, size_t room);

#endif
