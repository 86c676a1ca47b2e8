/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_VIEWS_H
#define QUERN_REPORTER_VIEW_VIEWS_H

/* The table of views: what each needs of a profile, and its report. */

#include <stdbool.h>

#include "aggregator/diff.h"
#include "base/error.h"
#include "base/verdict.h"
#include "reporter/view/input/view_options.h"

struct diff;
struct line_matching;
struct program;
struct report;
struct warnings;

/* What is reported on. */
struct subject {
    const struct profile *profile;     /* with an old one: the change */
    const struct diff *diff;           /* NULL without an old profile */
    const struct diff *diff_of_paths;  /* where the view wants both: the same, of paths alone */
    const struct line_matching *lines; /* NULL where lines are not compared */
    struct verdict_list verdicts;      /* of limits; empty: there are none */
    const struct warnings *heard;      /* when the profile was read; NULL: nobody asks */
};

struct views;

/* Which view it is: the classic report is text alone, of which other formats show the functions. */
enum view views_actual(const struct view_options *options);

/* Whether source files that the command line names are listed: the classic report alone does. */
bool views_take_sources(const struct view_options *options);

/*
 * The total of the subject's program. False when it does not fit into 64 bits; program_free() in
 * any case.
 */
bool subject_total(const struct subject *subject, struct program *program, struct error *error);

/* What has to be matched for a difference: of files and the like, only their paths. */
enum matching views_matching(const struct view_options *options);

/* Whether paths are to be matched as well, for a diff_of_paths: a page has groups, too. */
bool views_match_both(const struct view_options *options);

/* Whether a difference is one of lines too, so that these have to be matched. */
bool views_match_lines(const struct view_options *options);

/* False with a usage error where the view cannot be of a difference. */
bool views_fit_difference(const struct view_options *options, struct error *error);

/* What the view needs of a profile. */
struct keep views_keep(const struct view_options *options, bool is_difference);

/*
 * Makes the view's report of the subject; both it and the options must outlive it. Warnings are
 * added now and while the report is pulled. NULL with a usage error where options and profile do
 * not fit, or another where a sum does not fit into 64 bits.
 */
struct views *views_create(const struct subject *subject, const struct view_options *options,
                           struct warnings *warnings, struct report *report, struct error *error);

void views_free(struct views *views);

#endif
