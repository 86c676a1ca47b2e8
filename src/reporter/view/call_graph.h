/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_CALL_GRAPH_H
#define QUERN_REPORTER_VIEW_CALL_GRAPH_H

/*
 * The call graph, to be drawn: functions whose inclusive cost reaches the limit, or those around
 * what --peek matches, and the calls between them that reach it. See the table of views in views.c.
 */

#include <stdbool.h>

#include "base/error.h"
#include "profile/profile.h"

struct section;
struct view_input;
struct view_options;

struct keep call_graph_keep(const struct view_options *options, bool is_difference);
void *call_graph_open(struct view_input *input, struct error *error);
bool call_graph_next(void *view, struct section *section, struct error *error);
void call_graph_close(void *view);

#endif
