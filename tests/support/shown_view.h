/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_SHOWN_VIEW_H
#define QUERN_TESTS_SUPPORT_SHOWN_VIEW_H

/*
 * What views make of small profiles given as text, as text again: a line for each section and for
 * each row of its table.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/view_kind.h"
#include "reporter/view/views.h"
#include "support/figured.h"

struct section;

/* A profile, or two in a difference, and all that a view of them is opened with. */
struct viewed {
    struct compared compared; /* without an old profile `fresh` alone is read */
    struct warnings warnings;
    struct view_input input;
    bool is_difference;
};

/*
 * Reads the texts, which must succeed; `old` is NULL where it is not a difference. viewed_free()
 * gives it back; the options must outlive it.
 */
void viewed_read(struct viewed *viewed, const struct view_options *options, const char *fresh,
                 const char *old);
void viewed_free(struct viewed *viewed);

/* How much of a table is shown. */
enum shown_of_view {
    SHOW_ROWS,    /* "KIND NAME = CELLS incl CELLS xCALLS" and whatever else a row has */
    SHOW_COLUMNS, /* also "table ..." and "column NAME ..." with their extents, before the rows */
};

/*
 * Pulls all sections: "== KIND" and the table of each, and at the end "error failed: MESSAGE" or
 * "error usage: MESSAGE", where there is one. In cells "~" is before a bound, "<" before what may
 * be less, and "." is a cost that was not given. The caller frees the text.
 */
char *show_sections(bool (*next)(void *maker, struct section *section, struct error *error),
                    void *maker, enum shown_of_view shown);

/*
 * Reads, opens, pulls and closes; the text of that, or "not opened: " and the error. The caller
 * frees it.
 */
char *show_view(const struct view_kind *kind, const struct view_options *options, const char *fresh,
                const char *old, enum shown_of_view shown);

struct view_case {
    const char *behaviour;
    struct view_options options;
    const char *fresh, *old; /* as of viewed_read() */
    const char *expected;    /* as show_view() gives it */
};

/* Compares what the view shows in each case. */
void check_view(const struct view_kind *kind, const struct view_case *cases, size_t count,
                enum shown_of_view shown);

#endif
