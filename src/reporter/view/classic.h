/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_CLASSIC_H
#define QUERN_REPORTER_VIEW_CLASSIC_H

/* The report of callgrind_annotate, put together from views. */

#include <stdbool.h>
#include <stdint.h>

#include "aggregator/bound.h"
#include "aggregator/diff.h"
#include "aggregator/program.h"
#include "base/error.h"
#include "base/warnings.h"
#include "profile/filter.h"
#include "reporter/report.h"
#include "reporter/source/source_paths.h"

struct classic;

struct classic_options {
    struct text show;      /* events to show, "A,B"; empty for all */
    struct text sort;      /* events to sort by, "A:90,B"; empty for all that are recorded */
    struct text threshold; /* percent, as typed */
    uint64_t context;      /* lines shown around those with cost */
    bool is_inclusive;     /* rows show inclusive cost and are ranked by it */
    bool shows_both;       /* self cost, by which they are ranked, and inclusive cost beside it */
    bool shows_callers, shows_callees;
    bool is_auto_annotated;
    struct source_options sources_at; /* where source files are */
    struct text_list old_dirs;  /* of a difference: where the old sources are; empty: no listings */
    struct text_list sources;   /* files to annotate in any case */
    struct text chosen_profile; /* the profile, where it was not named; or empty */
};

/* What of a profile the report needs. */
struct keep classic_keep(const struct classic_options *options);

/* What the report is of. */
struct classic_subject {
    const struct totals *totals;      /* with inclusive costs where the options show them */
    const struct diff *diff;          /* NULL: no difference */
    const struct costs *old_program;  /* of a difference: a row, what percentages are of */
    const struct bound *least;        /* of a difference: smaller changes are left out; or NULL */
    const struct source_paths *paths; /* where source files are looked for */
};

/*
 * Sets up the report; what the subject points at and *options must outlive it. Warnings about
 * sources are added while the report is pulled. NULL with a usage error where the options and the
 * profile's events do not fit.
 */
struct classic *classic_create(const struct classic_subject *subject,
                               const struct classic_options *options, const struct filter *filter,
                               struct warnings *warnings, struct report *report,
                               struct error *error);

void classic_free(struct classic *classic);

#endif
