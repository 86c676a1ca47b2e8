/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_OBJECTS_INSTRUCTION_ROWS_H
#define QUERN_REPORTER_VIEW_OBJECTS_INSTRUCTION_ROWS_H

/* Rows that are instructions. */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/rows.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

struct ranked;
struct row_figures;
struct view_input;

/*
 * False, with a usage error, where the profile has no addresses; or in a difference, where what
 * some instruction cost has changed, unless the code of its object is known to be the same.
 */
bool instruction_rows_fit(const struct view_input *input, const struct row_figures *of,
                          struct error *error);

/*
 * Sets the texts of the first ranked rows, without pointer where one is not available. The arena
 * owns them.
 */
void instruction_rows_read(struct text *texts, const struct view_input *input,
                           const struct rows *rows, const struct ranked *ranked, size_t count,
                           struct arena *arena);

#endif
