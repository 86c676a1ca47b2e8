/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_FORMULAS_H
#define QUERN_PROFILE_FORMULAS_H

/*
 * Formulas of derived events: from text to a factor for each recorded event. A sum is "[integer
 * [*]] NAME", with '+' or '-' between such terms; a ratio "TERM / TERM", where either side may be
 * "[integer [*]] (SUM)". A name is looked up as a whole first, since it may have such signs itself.
 */

#include <stdbool.h>

#include "base/text.h"

struct events;
struct factor;

/* What becomes of a formula with the events that are there so far. */
enum resolution {
    FORMULA_RESOLVED,
    FORMULA_WAITING,    /* it names events that are defined, but not resolved yet */
    FORMULA_ABSENT,     /* it is a ratio, and an event in it is not there, or not in all parts */
    FORMULA_IMPOSSIBLE, /* it makes no sense, or a factor is beyond 64 bits */
};

/* Which events that are not there count 0 in a sum; others make a formula impossible. */
enum absent_events {
    ABSENT_IF_KNOWN, /* those that Valgrind's tools can record */
    ABSENT_ALL,      /* all whose names are letters, digits and '_' */
};

/* What a formula comes to; good for use only where it is resolved. */
struct resolved {
    struct factor *factors; /* the caller's, by column, all 0 before; of a ratio what is divided */
    struct factor *divisor; /* likewise; of a sum they stay 0 */
    bool is_ratio;
    struct text absent;  /* the first event that is not there, or of a ratio not everywhere */
    struct text unknown; /* the name that makes it impossible, if it is one that nobody knows */
    bool *waits_for;     /* set, by definition, where it waits for one; NULL: not wanted */
};

/*
 * Adds the factors of a formula to those of `resolved`. A byte that cannot belong to a number must
 * follow the text, such as NUL.
 */
enum resolution formula_resolve(const struct events *events, struct text formula,
                                enum absent_events absent, struct resolved *resolved);

#endif
