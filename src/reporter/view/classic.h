/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_CLASSIC_H
#define QUERN_REPORTER_VIEW_CLASSIC_H

/*
 * The report of callgrind_annotate: totals, functions, the source files with what their lines
 * cost. See views.c for what a view is made of.
 */

#include <stdbool.h>

#include "base/error.h"

struct section;
struct view_input;
struct view_options;

struct keep classic_keep(const struct view_options *options, bool is_difference);

/* Warnings about sources are added while the report is pulled. */
void *classic_open(struct view_input *input, struct error *error);
bool classic_next(void *view, struct section *section, struct error *error);
void classic_close(void *view);

#endif
