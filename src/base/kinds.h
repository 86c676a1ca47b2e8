/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_KINDS_H
#define QUERN_BASE_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds that are decided in one place and shown in others. */

/* What became of something from an old to a new profile. */
enum change {
    CHANGE_NONE,    /* it is on both sides, as it was */
    CHANGE_NEW,     /* on the new side alone */
    CHANGE_GONE,    /* on the old side alone */
    CHANGE_MOVED,   /* a function in a file of another name */
    CHANGE_RENAMED, /* a function of another name */
};

/* Whether a function's own cost is of code that was inlined in other functions. */
enum inline_state {
    INLINED_NOT, /* or it is not known */
    INLINED_PARTLY,
    INLINED_WHOLLY,
};

/* Which way a jump goes, by address: the last one of a loop goes back. */
enum jump_course {
    JUMP_ANY_WAY, /* it is not known */
    JUMP_BACK,    /* or to itself */
    JUMP_AHEAD,
};

/* What made a function cost more or less than before: see aggregator/causes/causes.h. */
enum cause_kind {
    CAUSE_WORK,      /* its own work in a run */
    CAUSE_LIBRARY,   /* what calls of a function of a library cost in a run */
    CAUSE_CALLS,     /* how often it calls a function in a run */
    CAUSE_RECURSION, /* the same of a call that leads back to it */
    CAUSE_CYCLE,     /* how often it runs for each time that the cycle that it is in is entered */
};

struct term_line;

/* Describes what of a function changed. */
struct term_facts {
    enum cause_kind kind;
    double old_value, new_value;  /* of a run: calls, or cost of the measured event */
    int64_t old_calls, new_calls; /* in all; of work: how often it ran */
    bool is_weak;                 /* they differ by few calls */
    bool is_own;                  /* it is about nobody else: it calls itself, or runs more often */
    const struct term_line *line; /* the one that shows it most, as in causes.h; NULL: none */
};

#endif
