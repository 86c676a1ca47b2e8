/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_LINE_ENTRIES_H
#define QUERN_REPORTER_VIEW_LISTING_LINE_ENTRIES_H

/* The rows that a line, or an instruction, has in a listing: its own, its jumps and its calls. */

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "reporter/view/listing/code_entries.h"

/* Adds a row, which is good until the next one. */
struct code_entry *line_entries_add(struct code_entries *entries, enum table_row_kind kind,
                                    struct file_line line);

/*
 * Adds all rows of a line or an instruction, the calls and jumps first that cost or were taken
 * most. False when a cost does not fit.
 */
bool line_entries_add_line(struct code_entries *entries, const struct listed_line *line,
                           struct text text, struct error *error);

/*
 * Whether it is shown: in a difference what it cost or called has to have changed, but for
 * programs. False when a cost does not fit.
 */
bool line_entries_find_shown(const struct code_entries *entries, const struct listed_line *line,
                             bool *is_shown, struct error *error);

#endif
