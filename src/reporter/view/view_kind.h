/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_VIEW_KIND_H
#define QUERN_REPORTER_VIEW_VIEW_KIND_H

/*
 * Says what a view is made of. Each file of a view exports its kind, and VIEWS in report.h lists
 * them.
 */

#include <stdbool.h>

#include "profile/profile.h"
#include "reporter/report.h"

struct error;
struct view_input;
struct view_options;

/*
 * Features that a view can use: a bit for options that do the same. An option that no bit stands
 * for is taken everywhere, as those of callgrind_annotate are.
 */
enum use {
    /* These change which figures there are. It is an error where a view has no use for one. */
    USE_FUNCTIONS = 1 << 0,
    USE_FILES = 1 << 1,
    USE_IGNORED = 1 << 2,
    USE_FOLDS = 1 << 3,
    USE_LEAST = 1 << 4, /* --min-delta */
    USE_NOISE = 1 << 5,
    USE_SLICES = 1 << 6, /* --per */
    USE_FIGURES = (1 << 7) - 1,
    USE_SELECT = USE_FUNCTIONS | USE_FILES | USE_IGNORED, /* what every view of functions uses */

    /* These change how figures are presented. A view that has no use for one ignores it. */
    USE_ROWS = 1 << 7,
    USE_SHARE = 1 << 8, /* --percent-limit */
    USE_THRESHOLD = 1 << 9,
    USE_DEPTH = 1 << 10,
    USE_DIRECTION = 1 << 11, /* --bottom-up */
    USE_SOURCES = 1 << 12,
    USE_OBJECTS = 1 << 13,
};

struct view_kind {
    const char *asked; /* how a message names it, as "--top"; NULL where only a format has it */
    unsigned uses;     /* enum use: of what options, whatever its rows and its format are */
    struct keep keep;  /* what it needs of a profile, if keep_for is NULL */
    struct keep (*keep_for)(const struct view_options *options, bool is_difference);
    /*
     * Returns a view, which shows the sections of the report one by one, or NULL with an error
     * where options and profile do not go together. The caller asks view_fits() whether the figures
     * that were made for it fit.
     */
    void *(*open)(struct view_input *input, struct error *error);
    /*
     * Fills in the empty section with the next one, valid until the next call. Returns false where
     * there are no more, or with an error.
     */
    bool (*show)(void *view, struct section *section, struct error *error);
    bool has_one_section; /* show() is called once */
    void (*close)(void *view);
};

#define VIEW_KIND(name, kind) extern const struct view_kind kind;
VIEWS(VIEW_KIND)

#endif
