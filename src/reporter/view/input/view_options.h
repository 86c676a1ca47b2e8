/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_INPUT_VIEW_OPTIONS_H
#define QUERN_REPORTER_VIEW_INPUT_VIEW_OPTIONS_H

/* Says which view is printed, and what it shows of a profile. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rows.h"
#include "base/number.h"
#include "base/text.h"
#include "profile/filter.h"
#include "reporter/report.h"
#include "sources/source_paths.h"

/* Holds the options of all views; each reads those that concern it. */
/* Percent of the old program that a cause contributes at least, where nothing else is asked for. */
#define LEAST_CAUSE 0.02

/* Percent of what is listed that a line costs at least, so that it is not folded, likewise. */
#define LEAST_LISTED 0.5

/* Lines around those of a listing for people, likewise. */
enum { CONTEXT_OF_LISTING = 2 };

struct view_options {
    enum view view;

    /* These choose events, and rows and their order. */
    struct text show;      /* events to show, "A,B"; empty for all */
    struct text sort;      /* what to sort by, "A:90,B"; empty for all events that are recorded */
    struct text threshold; /* percent, as typed */
    enum row_key by;
    enum row_key per; /* each of these has a column: BY_PART, BY_THREAD, BY_LABEL or BY_INPUT; else,
                         as in {0}, none has */
    size_t depth; /* of namespaces: how many components; of a call tree: how many levels, 0 for all;
                     of a call graph: how far from what --peek matches */
    bool is_unfolded; /* f'2 and f'main are apart from f */
    struct filter filter;
    size_t n_rows;          /* of hotspots */
    bool has_limit;         /* n_rows was asked for */
    struct bound least;     /* of a difference: smaller changes are left out */
    bool has_least;         /* it was asked for */
    struct pattern peek;    /* functions to look at */
    struct pattern roots;   /* of the call tree; without one, the functions that threads start in */
    bool is_bottom_up;      /* the call tree goes from functions to their callers */
    bool is_brief;          /* the call tree is for people: rows that tell little are left out, and
                               a chain of calls is one row */
    double least_percent;   /* percent of the program that each row of the call tree or graph has to
                               reach, or of what is listed */
    bool has_least_percent; /* it was asked for */
    bool
        keeps_unchanged; /* of a difference, the call tree has what costs much and did not change */
    bool has_shares;     /* rows of the call tree have shares of the total, */
    struct text annotate;  /* a function or a file to list */
    bool has_instructions; /* the listing is by instruction, or a page has these, too */

    /* These say what is shown of rows. */
    bool is_inclusive; /* rows show inclusive cost and are ranked by it */
    bool shows_both;   /* self cost, by which they are ranked, and inclusive cost beside it */
    bool shows_callers, shows_callees;
    bool explains_events; /* says what events mean */
    bool is_complete;     /* all events are shown, and without a limit all rows */
    bool prefers_own;     /* lines of the user's files go before others of like cost */
    bool is_for_people;   /* a listing begins with what costs most, and cold lines are folded */
    bool shows_ratios;    /* shows the built-in ratios too, where no events were asked for */
    bool is_tabular;      /* rows are read by themselves: functions go before their callers, and the
 classic report is a table of them */

    /* These choose and find sources. */
    bool is_auto_annotated;
    size_t context;                   /* lines shown around those with cost */
    bool has_context;                 /* it was asked for */
    struct source_options sources_at; /* where source files are */
    bool lists_missing; /* warns of each source that is not found, instead of once for all */
    struct old_source_options old_sources_at; /* of a difference: where the old sources are */
    struct source_options objects_at;         /* where objects are, by maps alone, */
    struct source_options old_objects_at;     /* and in a difference the old ones */
    const char *objdump; /* the program that has the texts of instructions; NULL: none */
    bool shows_inlined;  /* inlined functions are functions, by the debug information of objects */
    struct text_list sources; /* files to annotate in any case */
    struct text command; /* of an overview: how those that it names begin; empty: it names none */
    bool are_profiles_chosen; /* they were found, not named */
};

#endif
