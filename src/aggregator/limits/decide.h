/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LIMITS_DECIDE_H
#define QUERN_AGGREGATOR_LIMITS_DECIDE_H

/* Decides limits on a profile, or on how it has changed. The verdicts are values. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/verdict.h"

struct bound;
struct diff;
struct filter;
struct limits;
struct profile;

struct verdicts {
    struct arena arena;
    struct verdict *list;
    size_t count, capacity;
    bool has_exceeded, has_undecided;
};

/* What limits are decided on. */
struct evidence {
    const struct profile *profile; /* with an old one: the change */
    const struct diff *diff;       /* NULL without an old profile; else of functions */
    const struct filter *filter;   /* functions that its `ignored` matches do not count */
    const struct bound *least;     /* nor do smaller changes, of the old total; NULL: all count */
};

/*
 * Decides all limits: one verdict each. Where "each" is asked for, one for each function that
 * exceeds it, or else one for the function nearest to it, and one for those of which that cannot be
 * told. Of several functions growth of self cost and calls is that of their sum; of inclusive
 * costs, which contain one another, the one furthest above its bound decides. A limit is undecided
 * where it matches no function, or where the figure is only a lower bound. A ratio of functions is
 * that of all their costs together, and where nothing but 0 is divided by it is undecided too,
 * unless each is looked at: then such functions are left out. False when a limit names an event
 * that does not exist (a usage error) or a figure does not fit. verdicts_free() in any case.
 */
bool limits_decide(struct verdicts *verdicts, const struct limits *limits,
                   const struct evidence *evidence, struct error *error);

void verdicts_free(struct verdicts *verdicts);

#endif
