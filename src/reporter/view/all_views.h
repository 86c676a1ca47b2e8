/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_ALL_VIEWS_H
#define QUERN_REPORTER_VIEW_ALL_VIEWS_H

/*
 * All that is known of a run, for a page to look around in: its functions and calls, groups of code
 * and parts, call trees both ways, and the code of what is hot. See the table of views in views.c.
 */

#include <stdbool.h>

#include "base/error.h"
#include "profile/profile.h"

struct section;
struct view_input;
struct view_options;

struct keep all_views_keep(const struct view_options *options, bool is_difference);
void *all_views_open(struct view_input *input, struct error *error);
bool all_views_next(void *view, struct section *section, struct error *error);
void all_views_close(void *view);

#endif
