/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_VIEWS_H
#define QUERN_REPORTER_VIEW_VIEWS_H

/* Which view of a profile is printed, and what of the profile it needs. */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/bound.h"
#include "aggregator/diff.h"
#include "aggregator/rows.h"
#include "base/error.h"
#include "base/warnings.h"
#include "profile/filter.h"
#include "reporter/report.h"
#include "reporter/view/classic.h"

enum view {
    VIEW_CLASSIC,
    VIEW_HOTSPOTS,
    VIEW_PEEK,
    VIEW_ANNOTATE,
    VIEW_EVENTS,
};

struct view_options {
    enum view view;
    struct classic_options report; /* what is shown and how it is sorted, in all views */
    enum group_key by;
    size_t n_rows;        /* of hotspots */
    bool has_limit;       /* n_rows was asked for */
    bool is_for_machines; /* all events are columns, and without a limit all rows are shown */
    bool is_tabular;      /* instead of the classic report, functions are shown as a table */
    bool is_unfolded;
    struct pattern peek;  /* functions to look at */
    struct text annotate; /* a function or a file to list */
    bool explains_events; /* says what they mean */
    struct filter filter;
    struct bound least; /* of a difference: smaller changes are left out */
    bool has_least;
    bool has_threshold; /* one was asked for: other views than the report have none of themselves */
};

/* What is reported on. */
struct subject {
    const struct profile *profile; /* with an old one: the change */
    const struct diff *diff;       /* NULL without an old profile */
    struct text_list old_files;    /* the names of the latter */
};

struct views;

/* The total of the subject's program, a row of cost; costs_free() in any case. */
bool subject_total(const struct subject *subject, struct costs *program, struct error *error);

/* What has to be matched for a difference: of files and the like, only their paths. */
enum matching views_matching(const struct view_options *options);

/* False with a usage error where the view cannot be of a difference. */
bool views_fit_difference(const struct view_options *options, struct error *error);

/* What of a profile the view needs. */
struct keep views_keep(const struct view_options *options, bool is_difference);

/*
 * Makes the view's report of the subject; both it and the options must outlive it.
 * Warnings are added now and while the report is pulled. NULL with a usage error where
 * options and profile do not fit, or another where a sum does not fit into 64 bits.
 */
struct views *views_create(const struct subject *subject, const struct view_options *options,
                           struct warnings *warnings, struct report *report, struct error *error);

void views_free(struct views *views);

#endif
