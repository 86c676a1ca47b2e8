/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_VERDICT_H
#define QUERN_BASE_VERDICT_H

/* What became of a limit: a value, which is decided in one place and shown in others. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/kinds.h"
#include "base/spread.h"
#include "base/text.h"

enum outcome {
    LIMIT_OK,
    LIMIT_EXCEEDED,
    LIMIT_UNDECIDED, /* nothing matches, or the figure is not known for sure */
};

/* A count, or of a limit on a ratio that ratio: struct verdict says which. */
struct limited {
    int64_t count;
    double ratio;
};

struct verdict {
    struct text run;      /* of several that are compared one by one: its name; else empty */
    struct text limit;    /* as typed */
    const char *path;     /* the file of limits that it is in; NULL: it is on the command line */
    uint64_t line;        /* in that file, from 1 */
    struct text key;      /* what it is about is one of these: "function", "object", "line" */
    struct text name;     /* what it is about; empty: several, or the program */
    struct text function; /* of a function or an instruction: the function, */
    struct text file;     /* and where that is defined; of a line: where it is, */
    uint64_t file_line;   /* and which one, as of an instruction; else 0 */
    uint64_t address;     /* of an instruction; else 0 */
    bool has_namesake;    /* another function has this name, too */
    enum outcome outcome;
    const char *reason; /* why figures say nothing, as where it was not decided; else NULL */
    size_t n_others;    /* others of its kind that are undecided for this reason too */

    bool is_bound;             /* `fresh` is a lower bound, which is above the limit already */
    bool is_ratio;             /* all figures are ratios, else counts, */
    int64_t unit;              /* of which that many are shown as 1; with a reason also 0 */
    bool is_growth;            /* against what it was */
    bool is_share;             /* the bound is a share: of `old`, or else of `whole` */
    bool is_of_whole;          /* of `whole`: without growth, and where there was no cost */
    bool is_new;               /* of growth: the old side has nothing of it */
    struct limited fresh, old; /* the figure, and of growth what it was */
    struct limited value;      /* what was compared: the figure, or how much it grew */
    struct limited bound;      /* the largest value that is not above the limit */
    struct spread spread;      /* of growth: of what it was, over further runs of the old build; */
    bool has_spread;           /* value is what counts beside it, and the limit is above it */
    bool is_cause;             /* it is about one cause: see aggregator/causes/causes.h, */
    struct term_facts term;    /* and what is first to be said of it, */
    struct text term_name;     /* about the function of this name, if about one */
    int64_t whole; /* what the whole program has, or had; where the bound is a share of that */
};

/* What became of one of several runs that are compared one by one. */
struct run_verdict {
    const char *word; /* "ok", ... "missing"; NULL: it was held against nothing */
    size_t place;     /* in the order in which they are shown */
};

struct verdict_list {
    const struct verdict *items;
    size_t count;
};

/* Whether a figure of the verdict is shown as a decimal number: then it is this one. */
static inline bool verdict_has_decimals(const struct verdict *verdict)
{
    return verdict->is_ratio || verdict->unit > 1;
}

static inline double verdict_number(const struct verdict *verdict, struct limited figure)
{
    return verdict->is_ratio ? figure.ratio : (double)figure.count / (double)verdict->unit;
}

#endif
