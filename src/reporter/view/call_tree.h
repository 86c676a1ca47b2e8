/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_CALL_TREE_H
#define QUERN_REPORTER_VIEW_CALL_TREE_H

/*
 * What was spent by which path of calls, from the starts of threads or from chosen functions down,
 * or from functions up to their callers; estimates with their bounds, see path_tree.h. One section
 * with a row for each path, below that of the path that it goes on. Of a difference the paths of
 * both sides, with what changed. See views.c for what a view is made of.
 */

#include <stdbool.h>

#include "base/error.h"

struct section;
struct view_input;
struct view_options;

struct keep call_tree_keep(const struct view_options *options, bool is_difference);
void *call_tree_open(struct view_input *input, struct error *error);
bool call_tree_next(void *view, struct section *section, struct error *error);
void call_tree_close(void *view);

#endif
