/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_KINDS_H
#define QUERN_BASE_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Enumerations that one folder decides and others show. */

/* Status of an item in a difference. */
enum change {
    CHANGE_NONE,    /* on both sides, unchanged */
    CHANGE_NEW,     /* on the new side alone */
    CHANGE_GONE,    /* on the old side alone */
    CHANGE_MOVED,   /* a function whose file has another name */
    CHANGE_RENAMED, /* a function with another name */
};

/* Extent to which a function's code was inlined into others. */
enum inline_state {
    INLINED_NOT, /* or unknown */
    INLINED_PARTLY,
    INLINED_WHOLLY,
};

/* Direction of a jump, by address: the last one of a loop goes back. */
enum jump_course {
    JUMP_ANY_WAY, /* unknown */
    JUMP_BACK,    /* or to itself */
    JUMP_AHEAD,
};

/* Causes of a change in a function's cost: see aggregator/causes/causes.h. */
enum cause_kind {
    CAUSE_WORK,      /* its own work per run */
    CAUSE_LIBRARY,   /* cost of calls to a library function, per run */
    CAUSE_CALLS,     /* number of calls to a function, per run */
    CAUSE_RECURSION, /* the same for a call that leads back to it */
    CAUSE_CYCLE,     /* number of runs per entry into its cycle */
};

struct term_line;

/* One term of a cause: the part of a function that changed. */
struct term_facts {
    enum cause_kind kind;
    double old_value, new_value;  /* per run: calls, or cost of the measured event */
    int64_t old_calls, new_calls; /* in total; for work: the number of runs */
    bool is_weak;                 /* the difference is only a few calls */
    bool is_own;                  /* about the function alone: it calls itself, or runs more
                                   * often */
    const struct term_line *line; /* the line that shows it best, as in causes.h; NULL for none */
};

#endif
