/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LIMITS_LIMITS_H
#define QUERN_AGGREGATOR_LIMITS_LIMITS_H

/*
 * The limits of --fail-if and --limits: "METRIC [of [each] [KEY:]REGEX] > LIMIT" or "cause(EVENT) >
 * +LIMIT". They are parsed before any profile is read, and decided afterwards.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/compare/compare.h"
#include "aggregator/rows.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "base/verdict.h"
#include "profile/filter.h"

struct limit {
    struct text written; /* NUL-terminated */
    const char *path;    /* the file that it is in; NULL: the command line */
    uint64_t line;       /* in that file */
    size_t section;      /* 1 + its id among those of the file; 0: it holds for every run */
    struct text metric;
    struct pattern
        pattern;         /* of the names of rows, see rows_text(); not given: the whole program */
    enum row_key by;     /* kind of rows: functions, unless a key is given */
    bool is_each;        /* each row that matches, one by one */
    bool may_be_missing; /* "of?": no match is not an error */
    bool is_of_causes;   /* "cause(EVENT)": the metric is the event */
    bool is_growth;      /* "+2%": what is above the old profile's figure is compared */
    struct bound bound;  /* a share is one of the program's total, or of the old figure */
};

struct limits {
    struct limit *list; /* owned, with the patterns */
    size_t count, capacity;
    struct text_list files;   /* paths of --limits, which limits_read() is to read */
    struct pattern *sections; /* of names of runs; owned likewise */
    size_t n_sections, section_capacity;
};

/*
 * Adds a limit as typed, which must outlive the limits. False with a usage error that says what is
 * wrong with it.
 */
bool limits_add(struct limits *limits, const char *written, struct error *error);

/*
 * Adds the limits in a file, one a line. A '#' at the start of a line or after a blank starts a
 * comment. Limits after a line "[REGEX]" apply to runs whose name matches, up to the next such
 * line. The arena owns them; the path must outlive the limits. False, with path and line in the
 * error, if the file cannot be read, is empty, or has an invalid limit.
 */
bool limits_read(struct limits *limits, const char *path, struct arena *arena, struct error *error);

/* False with an error if a match of one of their expressions was given up. */
bool limits_check(const struct limits *limits, struct error *error);

void limits_free(struct limits *limits);

/* Fails with a usage error: the limit as typed, after the option or, in a file, its line. */
bool limit_refuse(const struct limit *limit, const char *reason, struct error *error);

/* Returns the data that a profile must keep for them. */
struct keep limits_keep(const struct limits *limits, bool is_difference);

/*
 * False with a usage error if a limit needs an old profile and there is none, compares
 * instructions, or is on rows other than functions while functions are ignored.
 */
bool limits_fit(const struct limits *limits, bool has_old, const struct filter *filter,
                struct error *error);

/* The decisions, as values for printing. */
struct verdicts {
    struct arena arena;
    struct verdict *list;
    size_t count, capacity;
    bool has_exceeded, has_undecided;
};

/* Selects the limits to decide. */
enum limits_scope {
    LIMITS_ALL,
    LIMITS_WITHOUT_SECTION, /* sections are held against the labels of the run, */
    LIMITS_OF_SECTIONS      /* of which this is one */
};

/* The input of deciding limits. */
struct evidence {
    const struct profile *profile;         /* the new one */
    const struct diff *diffs[N_MATCHINGS]; /* without an old one all NULL; else those needed */
    const struct filter *filter;           /* functions that its `ignored` matches do not count */
    const struct bound *least; /* nor do smaller changes, of the old total; NULL: all count */
    struct text run;           /* the name of the one run; without pointer: there are several */
    enum limits_scope scope;
};

/*
 * Decides all limits, with one verdict each. With "each", there is one for each row that exceeds
 * the limit, or else one for the nearest row, and one for all undecided rows. Growth of a row
 * without old cost is compared with a share of the whole old program; a removed row never exceeds.
 * A limit is undecided if it matches no row, or if the figure is only a lower bound. The ratio of
 * several rows is that of their summed costs; if the divisor is 0 it is undecided, or with "each"
 * such rows are skipped. Without an old profile, growth is undecided if a section names the run,
 * and otherwise skipped. A cause of growth (see causes.h) counts at most as the growth of the
 * function's inclusive cost, or of the total for a cycle, and not at all if that is a lower bound:
 * there is one verdict for each cause above the limit, or else for the nearest. False if a limit
 * has an unknown event, a metric that its rows lack, or a section while there are several runs, or
 * asks for causes of ratios or of several functions without calls (usage errors), or if a figure
 * does not fit. Call verdicts_free() in any case.
 */
bool limits_decide(struct verdicts *verdicts, const struct limits *limits,
                   const struct evidence *evidence, struct error *error);

/* Leaves undecided what a section asks of a run by name, which is not there any more. */
void limits_miss_run(struct verdicts *verdicts, const struct limits *limits, struct text run);

/* Returns whether any limit applies to the run of that name; optionally only limits in sections. */
bool limits_ask_for(const struct limits *limits, struct text run, bool of_sections);

/* Leaves undecided what a section asks of runs if none of these names matches. */
void limits_miss_sections(struct verdicts *verdicts, const struct limits *limits,
                          struct text_list runs);

/* Adds a verdict, whose texts outlive them all or are in their arena, and notes how it came out. */
void verdicts_add(struct verdicts *verdicts, const struct verdict *verdict);

void verdicts_free(struct verdicts *verdicts);

#endif
