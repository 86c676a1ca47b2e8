/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_PEEK_H
#define QUERN_REPORTER_VIEW_PEEK_H

/*
 * Functions from all sides, the costliest first: the callers of each above, its callees below, its
 * calls of itself, the files that its self cost comes from, and the hottest path to it. A section
 * for each function. Of a difference all of that is the change, by its size, without a path. See
 * views.c for what a view is made of.
 */

#include <stdbool.h>

#include "base/error.h"

struct section;
struct view_input;
struct view_options;

struct keep peek_keep(const struct view_options *options, bool is_difference);
void *peek_open(struct view_input *input, struct error *error);
bool peek_next(void *view, struct section *section, struct error *error);
void peek_close(void *view);

#endif
