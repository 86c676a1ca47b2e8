/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_VIEWS_H
#define QUERN_REPORTER_VIEW_VIEWS_H

/* Which view of a profile is printed, and what of the profile it needs. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/match.h"
#include "aggregator/rows.h"
#include "base/bound.h"
#include "base/error.h"
#include "base/text.h"
#include "profile/filter.h"
#include "reporter/source/source_paths.h"

struct diff;
struct program;
struct report;
struct warnings;

enum view {
    VIEW_CLASSIC, /* the report of callgrind_annotate */
    VIEW_HOTSPOTS,
    VIEW_PEEK,
    VIEW_CODE_LISTING,
    VIEW_CALL_TREE,
    VIEW_CALL_GRAPH,
    VIEW_EVENTS,
};

/* What views show, and how. Each looks at what concerns it. */
struct view_options {
    enum view view;

    /* Which events, and which rows in which order. */
    struct text show;      /* events to show, "A,B"; empty for all */
    struct text sort;      /* what to sort by, "A:90,B"; empty for all events that are recorded */
    struct text threshold; /* percent, as typed */
    bool has_threshold;    /* one was asked for: only the report has one by default */
    enum row_key by;
    size_t depth;     /* of namespaces: how many components; of a call tree: levels; 0: all;
                         of a call graph: how far from what --peek matches */
    bool is_unfolded; /* f'2 and f'main are apart from f */
    struct filter filter;
    size_t n_rows;          /* of hotspots */
    bool has_limit;         /* n_rows was asked for */
    struct bound least;     /* of a difference: smaller changes are left out */
    bool has_least;         /* that was asked for */
    struct pattern peek;    /* functions to look at */
    struct pattern roots;   /* of the call tree; not given: what threads start in */
    bool is_bottom_up;      /* the call tree goes from functions to their callers */
    bool is_exact;          /* it has no estimates */
    double least_percent;   /* of the program, of each row of the call tree or graph */
    bool has_least_percent; /* that was asked for */
    bool has_shares;        /* rows of the call tree have shares of the total, */
    bool has_lines;         /* and their lines too */
    struct text annotate;   /* a function or a file to list */

    /* What of them. */
    bool is_inclusive; /* rows show inclusive cost and are ranked by it */
    bool shows_both;   /* self cost, by which they are ranked, and inclusive cost beside it */
    bool shows_callers, shows_callees;
    bool explains_events; /* says what they mean */
    bool is_for_machines; /* all events are columns, and without a limit all rows are shown */
    bool is_tabular;      /* instead of the classic report, functions are shown as a table */

    /* Sources. */
    bool is_auto_annotated;
    uint64_t context;                 /* lines shown around those with cost */
    struct source_options sources_at; /* where source files are */
    bool lists_missing;               /* a warning of each that is not found, not one of all */
    struct text_list old_dirs; /* of a difference: where the old sources are; empty: no listings */
    struct text_list sources;  /* files to annotate in any case */
    bool are_profiles_chosen;  /* they were found, not named */
};

/* What is reported on. */
struct subject {
    const struct profile *profile; /* with an old one: the change */
    const struct diff *diff;       /* NULL without an old profile */
};

struct views;

/* Whether source files that the command line names are listed: the classic report alone does. */
bool views_take_sources(const struct view_options *options);

/*
 * The total of the subject's program. False when it does not fit into 64 bits; program_free() in
 * any case.
 */
bool subject_total(const struct subject *subject, struct program *program, struct error *error);

/* What has to be matched for a difference: of files and the like, only their paths. */
enum matching views_matching(const struct view_options *options);

/* False with a usage error where the view cannot be of a difference. */
bool views_fit_difference(const struct view_options *options, struct error *error);

/* What of a profile the view needs. */
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
