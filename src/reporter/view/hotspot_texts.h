/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_HOTSPOT_TEXTS_H
#define QUERN_REPORTER_VIEW_HOTSPOT_TEXTS_H

/* What is read from elsewhere for rows that are shown: lines of source, and instructions. */

#include <stddef.h>

#include "base/arena.h"
#include "base/text.h"

struct ranked;
struct row_figures;
struct view_input;

/*
 * The texts of the first ranked rows, without pointer where one is not available; NULL where rows
 * are neither lines nor instructions. The arena owns the texts, the caller frees the list.
 */
struct text *hotspot_texts_read(const struct view_input *input, const struct row_figures *of,
                                const struct ranked *ranked, size_t count, struct arena *arena);

#endif
