/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_CODE_LISTING_H
#define QUERN_REPORTER_VIEW_CODE_LISTING_H

/*
 * The source of what --annotate names, one function or file after the other: a section each. Where
 * too many functions match they are listed as a table. See views.c for what a view is made of.
 */

#include <stdbool.h>

#include "base/error.h"

struct section;
struct view_input;
struct view_options;

struct keep code_listing_keep(const struct view_options *options, bool is_difference);
void *code_listing_open(struct view_input *input, struct error *error);
bool code_listing_next(void *view, struct section *section, struct error *error);
void code_listing_close(void *view);

#endif
