/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_RATIOS_H
#define QUERN_PROFILE_RATIOS_H

/*
 * Events that are no sums: one sum of multiples of recorded events divided by another. They are
 * divided after all that belongs together has been added up, never before.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"

struct costs;
struct event;

/* What is divided and by what, of all rows so far; in percent the first is 100 times as much. */
struct ratio {
    struct wide dividend, divisor;
};

bool event_is_ratio(const struct event *event);

/* Adds a row of cost to a ratio that the event is; {0} is that of no rows. */
void ratio_add(struct ratio *ratio, const struct event *event, const struct costs *costs,
               const int64_t *row);

/* Adds what other rows had. */
void ratio_join(struct ratio *ratio, const struct ratio *other);

/* What is divided, as it is in the formula. */
double ratio_dividend(const struct ratio *ratio, const struct event *event);

/* False where the divisor is 0: then there is no ratio, and *value is 0. */
bool ratio_value(const struct ratio *ratio, double *value);

#endif
