/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_VERDICT_H
#define QUERN_BASE_VERDICT_H

/* The verdict on a limit, decided in one folder and shown by others. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/kinds.h"
#include "base/spread.h"
#include "base/text.h"

enum outcome {
    LIMIT_OK,
    LIMIT_EXCEEDED,
    LIMIT_UNDECIDED, /* nothing matches, or the figure is uncertain */
};

/* A count or, for a limit on a ratio, that ratio: struct verdict says which. */
struct limited {
    int64_t count;
    double ratio;
};

struct verdict {
    struct text run;      /* name of the run if several are compared separately; else empty */
    struct text limit;    /* as typed */
    const char *path;     /* file that contains the limit; NULL for the command line */
    uint64_t line;        /* in that file, from 1 */
    struct text key;      /* kind of the subject: "function", "object", "line" */
    struct text name;     /* name of the subject; empty for several, or the program */
    struct text function; /* of a function or an instruction: the function */
    struct text file;     /* file of that function or line */
    uint64_t file_line;   /* line number, of a line or an instruction; else 0 */
    uint64_t address;     /* of an instruction; else 0 */
    bool has_namesake;    /* another function has the same name */
    enum outcome outcome;
    const char *reason; /* why figures are unreliable or the limit is undecided; else NULL */
    size_t n_others;    /* number of similar limits undecided for the same reason */

    bool is_bound;               /* `current` is a lower bound, and already above the limit */
    bool is_ratio;               /* all figures are ratios, else counts */
    int64_t unit;                /* number of counts shown as 1; may be 0 if there is a reason */
    bool is_growth;              /* the limit is on growth over the old value */
    bool is_share;               /* the bound is a share: of `old` or `whole` */
    bool is_of_whole;            /* the share is of `whole`: without growth, or if the old cost was
                                  * 0 */
    bool is_new;                 /* for growth: the subject is new */
    struct limited current, old; /* the figure, and for growth the old one */
    struct limited value;        /* value compared with the bound: the figure, or its growth */
    struct limited bound;        /* the largest value allowed */
    struct spread spread;        /* for growth: the spread over further runs of the old build */
    bool has_spread;             /* `value` is the growth beyond the spread */
    bool is_cause;               /* the limit is on one cause: see aggregator/causes/causes.h */
    struct term_facts term;      /* its main term */
    struct text term_name;       /* the function that the term is about, if any */
    int64_t whole; /* total of the program, new or old, if the bound is a share of it */
};

/* The result of one of several runs that are compared separately. */
struct run_verdict {
    const char *word; /* "ok", ... "missing"; NULL if there was nothing to check */
    size_t place;     /* position in the order of display */
};

struct verdict_list {
    const struct verdict *items;
    size_t count;
};

/* Returns whether figures of the verdict are shown as decimal numbers. */
static inline bool verdict_has_decimals(const struct verdict *verdict)
{
    return verdict->is_ratio || verdict->unit > 1;
}

static inline double verdict_number(const struct verdict *verdict, struct limited figure)
{
    return verdict->is_ratio ? figure.ratio : (double)figure.count / (double)verdict->unit;
}

#endif
