/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_FORMULAS_H
#define QUERN_PROFILE_FORMULAS_H

/*
 * Formulas of derived events: from text, a sum of "[integer [*]] NAME", to a factor for each
 * recorded event.
 */

#include <stdint.h>

#include "base/text.h"

struct events;
struct factor;

/* What becomes of a formula with the events that are there so far. */
enum resolution {
    FORMULA_RESOLVED,
    FORMULA_WAITING,    /* it names events that are defined, but not resolved yet */
    FORMULA_IMPOSSIBLE, /* it makes no sense, or a factor is beyond 64 bits */
};

/* Which events that are not there count 0; others make a formula impossible. */
enum absent_events {
    ABSENT_IF_KNOWN, /* those that Valgrind's tools can record */
    ABSENT_ALL,      /* all whose names are letters, digits and '_' */
};

/*
 * Adds the factors of a formula to `factors`, by column. A byte that cannot belong to a number must
 * follow the text, such as NUL. Unless the formula is resolved, the factors are not to be used.
 */
enum resolution formula_resolve(const struct events *events, struct text formula,
                                enum absent_events absent, struct factor *factors);

#endif
