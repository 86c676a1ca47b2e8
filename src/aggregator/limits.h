/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LIMITS_H
#define QUERN_AGGREGATOR_LIMITS_H

/*
 * What --fail-if asks for: "METRIC [of [each] REGEX] > LIMIT". It is parsed before
 * anything is read and decided after; the verdicts are values.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/bound.h"
#include "base/error.h"
#include "base/text.h"
#include "base/verdict.h"
#include "profile/filter.h"

struct diff;
struct profile;

struct limit {
    struct text written;
    struct text metric;
    struct pattern pattern; /* of function names; not given: the whole program */
    bool is_each;           /* each function that matches, one by one */
    bool may_be_missing;    /* "of?": no match is not an error */
    bool is_growth;         /* "+2%": what is above the old profile's figure is compared */
    struct bound bound;     /* a share is one of the program's total, or of the old figure */
};

struct limits {
    struct limit *list; /* owned, with the patterns */
    size_t count, capacity;
};

/* Adds a limit as typed. False with a usage error that says what is wrong with it. */
bool limits_add(struct limits *limits, const char *written, struct error *error);
void limits_free(struct limits *limits);

/* What of a profile they need: calls, if any of them asks for functions. */
bool limits_need_calls(const struct limits *limits);

/* False with a usage error where a limit compares with an old profile and there is none. */
bool limits_fit(const struct limits *limits, bool has_old, struct error *error);

struct verdicts {
    struct arena arena;
    struct verdict *list;
    size_t count, capacity;
    bool has_exceeded;
};

/* What limits are decided on. */
struct evidence {
    const struct profile *profile; /* with an old one: the change */
    const struct diff *diff;       /* NULL without an old profile; else of functions */
    const struct filter *filter;   /* functions that its `ignored` matches do not count */
    const struct bound *least;     /* nor do smaller changes, of the old total; NULL: all count */
};

/*
 * Decides all limits: one verdict each. Where "each" is asked for, one for each function
 * that exceeds, or else one for the function nearest to it. Of several functions growth
 * of self cost and calls is that of their sum; of inclusive costs, which contain one
 * another, the one furthest above its bound decides. False when a limit names an event
 * that does not exist (a usage error), matches no function, or cannot be decided since
 * the figure is only a lower bound. verdicts_free() in any case.
 */
bool limits_decide(struct verdicts *verdicts, const struct limits *limits,
                   const struct evidence *evidence, struct error *error);

void verdicts_free(struct verdicts *verdicts);

#endif
