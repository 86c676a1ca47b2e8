/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_VIEWS_H
#define QUERN_REPORTER_VIEW_VIEWS_H

/* Finds what each view needs of a profile, and makes its report. */

#include <stdbool.h>

#include "aggregator/compare/compare.h"
#include "base/error.h"
#include "base/verdict.h"
#include "reporter/view/input/view_options.h"

struct diff;
struct line_matching;
struct program;
struct report;
struct view_kind;
struct warnings;

/* Holds what is reported on. */
struct subject {
    const struct profile *profile;     /* the change, if there is an old one */
    const struct diff *diff;           /* NULL without an old profile */
    const struct diff *diff_of_paths;  /* comparing paths alone, where the view wants both */
    const struct noise *noise;         /* further runs of the old build; NULL: none */
    const struct line_matching *lines; /* NULL where lines are not compared */
    struct verdict_list verdicts;      /* of limits; empty if there are none */
    const struct inlined_objects *inlined, *old_inlined; /* with --inline; else NULL */
    const struct warnings *read_warnings; /* added when the profile was read; NULL if unused */
    const struct warnings *doubts;        /* notes of trust; NULL if unused */
    const struct run_verdict *runs; /* by row of inputs that are runs of directories; else NULL */
};

struct inlined_objects;
struct views;

/*
 * Returns which view it is: the classic report is text alone, of which other formats show the
 * functions.
 */
enum view views_actual(const struct view_options *options);

/*
 * Adds up the total of the subject's program. Returns false when it does not fit into 64 bits; call
 * program_free() in any case.
 */
bool subject_total(const struct subject *subject, struct program *program, struct error *error);

/* Returns what has to be matched for a difference: what its rows are, and lines that it shows. */
enum matching views_matching(const struct view_options *options);

/* Returns the kind of a view. */
const struct view_kind *views_kind(enum view view);

/* Returns what the view needs of a profile. */
struct keep views_keep(const struct view_options *options, bool is_difference);

/*
 * Makes the view's report of the subject; both it and the options must outlive it. Warnings are
 * added now and while the report is read. Returns NULL with a usage error where options and profile
 * do not fit, or with another error where a sum does not fit into 64 bits.
 */
struct views *views_create(const struct subject *subject, const struct view_options *options,
                           struct warnings *warnings, struct report *report, struct error *error);

void views_free(struct views *views);

#endif
