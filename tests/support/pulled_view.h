/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_PULLED_VIEW_H
#define QUERN_TESTS_SUPPORT_PULLED_VIEW_H

/*
 * What views are opened with, made from profiles that a test holds as text; and the sections and
 * tables that are pulled from them, as text.
 */

#include <stdbool.h>
#include <stdio.h>

#include "aggregator/diff.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/view_kind.h"
#include "reporter/view/views.h"
#include "support/parsed.h"

struct section;
struct table;

/* {0} is empty. Not to be moved: its pointers lead into it. */
struct pulled_view {
    struct parsed fresh, old;
    struct diff diff;
    bool is_difference;
    struct view_options options;
    struct warnings warnings; /* of the view */
    struct error error;
    struct view_input input;
    struct line_matching lines; /* of a difference */
};

/* Members of options that show all rows: most tests begin with them. */
#define ALL_ROWS .threshold = {"100", 3}

/*
 * Reads the profiles and adds up their totals, which must succeed: what a view is opened with.
 * `old` is NULL where there is no difference. Sources have to be written before, or they are newer
 * than the profile. pulled_view_end() gives it back.
 */
void pulled_view_begin(struct pulled_view *pulled, const struct view_options *options,
                       const char *fresh, const char *old);
void pulled_view_end(struct pulled_view *pulled);

/* What a view shows. */
struct view_case {
    const char *behaviour;
    struct view_options options;
    const char *fresh, *old;
    const char *expected; /* as pulled_view_show() gives it */
};

/* Compares what is shown of each. */
void pulled_view_check(const struct view_kind *kind, const struct view_case *cases, size_t count);

/*
 * Opens the view, pulls all of it and closes it. A line "== KIND TITLE" for each section, with
 * "calculated", "named" or "in DIRECTORY" where it says so and its names; the rows of its table;
 * at the end warnings and the error. The caller frees it.
 */
char *pulled_view_show(const struct view_kind *kind, struct pulled_view *pulled);

/* What a table that is not of a view asks, with a struct pulled_view as its maker. */
bool pulled_fits(const void *maker, struct error *error);

/*
 * Prints the rows of a table, a line each, until it ends or fails: "KIND LINE FILE:FUNCTION
 * [OBJECT] = FIGURES / INCLUSIVE xCALLS (CHANGE) | TEXT", as far as the row has them. A figure is
 * "." where it is not given, and has "~" before a bound.
 */
void pulled_print_table(FILE *out, struct table *table, struct error *error);

/* "NAME TOTAL SMALLEST to LARGEST" of each event, in one line. */
void pulled_print_events(FILE *out, const struct table *table);

/* Prints "warning PATH:LINE: TEXT" for each warning, and "error PATH: TEXT" for an error. */
void pulled_print_messages(FILE *out, const struct warnings *warnings, const struct error *error);

#endif
