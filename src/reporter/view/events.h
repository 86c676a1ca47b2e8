/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_EVENTS_H
#define QUERN_REPORTER_VIEW_EVENTS_H

/*
 * The events of a profile, recorded and derived, with their totals, and where that is wanted what
 * each means. See views.c for what a view is made of.
 */

#include <stdbool.h>

#include "base/error.h"

struct section;
struct view_input;
struct view_options;

struct keep events_keep(const struct view_options *options, bool is_difference);
const char *events_why_no_difference(const struct view_options *options);
void *events_open(struct view_input *input, struct error *error);
bool events_next(void *view, struct section *section, struct error *error);
void events_close(void *view);

#endif
