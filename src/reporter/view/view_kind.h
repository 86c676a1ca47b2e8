/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_VIEW_KIND_H
#define QUERN_REPORTER_VIEW_VIEW_KIND_H

/*
 * Says what a view is made of. Each file of a view exports its kind, and views.c has the table of
 * them.
 */

#include <stdbool.h>
#include <stddef.h>

#include "profile/profile.h"

struct error;
struct section;
struct view_input;
struct view_options;

struct view_kind {
    bool takes_noise; /* it marks changes that further runs have as well */
    /* Returns what it needs of a profile. */
    struct keep (*keep)(const struct view_options *options, bool is_difference);
    /*
     * Returns a view, which shows the sections of the report one by one, or NULL with an error
     * where options and profile do not go together. The caller asks view_fits() whether the figures
     * that were made for it fit.
     */
    void *(*open)(struct view_input *input, struct error *error);
    /*
     * Fills in the empty section of that number, from 0 on, valid until the next call: call
     * once for each, in order. Returns false where there are no more, or with an error.
     */
    bool (*show)(void *view, size_t number, struct section *section, struct error *error);
    void (*close)(void *view);
};

extern const struct view_kind classic_view, overview_view, hotspots_view, peek_view,
    code_listing_view, call_tree_view, call_graph_view, growth_view, explanation_view, events_view,
    all_views;

#endif
