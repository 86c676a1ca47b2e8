/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_GROWTH_H
#define QUERN_REPORTER_VIEW_GROWTH_H

/*
 * What a reviewer is to look at: limits that were exceeded, and in a difference the functions and
 * lines that cost more than before, the worst first, each with its place in the source. See views.c
 * for what a view is made of.
 */

#include <stdbool.h>

#include "base/error.h"
#include "profile/profile.h"

struct section;
struct view_input;
struct view_options;

struct keep growth_keep(const struct view_options *options, bool is_difference);
void *growth_open(struct view_input *input, struct error *error);
bool growth_next(void *view, struct section *section, struct error *error);
void growth_close(void *view);

#endif
