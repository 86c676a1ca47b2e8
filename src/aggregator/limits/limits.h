/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LIMITS_LIMITS_H
#define QUERN_AGGREGATOR_LIMITS_LIMITS_H

/*
 * What --fail-if and --limits ask for: "METRIC [of [each] [KEY:]REGEX] > LIMIT" or
 * "cause(EVENT) > +LIMIT". It is parsed
 * before any profile is read, and decided after.
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
    enum row_key by;     /* which rows: functions, unless a key is named */
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
 * Adds those of a file, one a line. What follows a '#' at the start of a line or after a blank is a
 * comment. After a line "[REGEX]" they hold for runs whose name matches, up to the next one. They
 * are kept in the arena; the path must outlive the limits. False where the file cannot be read, has
 * none, or one is wrong: the error has the path, and the line.
 */
bool limits_read(struct limits *limits, const char *path, struct arena *arena, struct error *error);

/* False with an error if a match of one of their expressions was given up. */
bool limits_check(const struct limits *limits, struct error *error);

void limits_free(struct limits *limits);

/* Fails with a usage error: the limit as typed, after the option or, in a file, its line. */
bool limit_refuse(const struct limit *limit, const char *reason, struct error *error);

/* What a profile has to keep for them. */
struct keep limits_keep(const struct limits *limits, bool is_difference);

/*
 * False with a usage error where a limit compares with an old profile and there is none, compares
 * instructions, or is on rows that are not of functions where some of these are to be ignored.
 */
bool limits_fit(const struct limits *limits, bool has_old, const struct filter *filter,
                struct error *error);

/* What was decided: values, for whoever prints them. */
struct verdicts {
    struct arena arena;
    struct verdict *list;
    size_t count, capacity;
    bool has_exceeded, has_undecided;
};

/* Which limits are decided. */
enum limits_scope {
    LIMITS_ALL,
    LIMITS_WITHOUT_SECTION, /* sections are held against the labels of the run, */
    LIMITS_OF_SECTIONS      /* of which this is one */
};

/* What limits are decided on. */
struct evidence {
    const struct profile *profile;         /* the new one */
    const struct diff *diffs[N_MATCHINGS]; /* without an old one all NULL; else those needed */
    const struct filter *filter;           /* functions that its `ignored` matches do not count */
    const struct bound *least; /* nor do smaller changes, of the old total; NULL: all count */
    struct text run;           /* the name of the one run; without pointer: there are several */
    enum limits_scope scope;
};

/*
 * Decides all limits: one verdict each. Where "each" is asked for, one for each row that exceeds
 * it, or else one for the row nearest to it, and one for those of which that cannot be told. Growth
 * of what had no cost before is held against a share of the whole old program, and what is gone
 * does not exceed. A limit is undecided where it matches no row, or where the figure is only a
 * lower bound. A ratio of rows is that of all their costs together, and where nothing but 0 is
 * divided by it is undecided too, unless each is looked at: then such rows are left out. Without an
 * old profile growth is undecided where a section names the run, and else not asked for. False when
 * a limit names an event that does not exist, or a metric that such rows have not, or a section and
 * there are several runs (usage errors), or a figure does not fit. Of a cause of growth (see
 * causes.h) counts no more than the function's inclusive cost grew by, or of a cycle the total, and
 * nothing where that is a lower bound: one verdict for each above the limit, or else for the
 * nearest. Causes of ratios, and of several functions without calls, are usage errors.
 * verdicts_free() in any case.
 */
bool limits_decide(struct verdicts *verdicts, const struct limits *limits,
                   const struct evidence *evidence, struct error *error);

/* Leaves undecided what a section asks of a run by name, which is not there any more. */
void limits_miss_run(struct verdicts *verdicts, const struct limits *limits, struct text run);

/* Whether any limit is held against the run of that name; only one of a section, if wanted. */
bool limits_ask_for(const struct limits *limits, struct text run, bool of_sections);

/* Leaves undecided what a section asks of runs if none of these names matches. */
void limits_miss_sections(struct verdicts *verdicts, const struct limits *limits,
                          struct text_list runs);

/* Adds a verdict, whose texts outlive them all or are in their arena, and notes how it came out. */
void verdicts_add(struct verdicts *verdicts, const struct verdict *verdict);

void verdicts_free(struct verdicts *verdicts);

#endif
