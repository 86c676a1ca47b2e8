/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_TEXT_NAMES_H
#define QUERN_REPORTER_FORMAT_TEXT_NAMES_H

/* What a row is called, in as many columns as there are for it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/buffer.h"
#include "reporter/table.h"

/*
 * "function (file) [object]" and the end of the line: in full where room is 0, else with base
 * names, and as much of it as fits into `room` columns. First the object goes, then the file, then
 * what is in brackets in the name, and at last its middle.
 */
void write_label(FILE *out, const struct table_row *row, size_t room, bool has_color);

/*
 * The name without what is in its outermost <> and (), as "std::vector<…>::push_back(…)"; a
 * name that begins with '<' keeps that, as "<Vec<…>>::push".
 */
void append_without_arguments(struct buffer *to, struct text name);

/* As much of a name as fits into `room` columns; all of it where that is 0. */
void append_fitted(struct buffer *to, struct text name, size_t room);

#endif
