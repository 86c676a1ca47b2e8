/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_CODE_CHANGES_H
#define QUERN_REPORTER_VIEW_CODE_CHANGES_H

/* Finds whether functions of a difference have the source that they had. */

#include <stdbool.h>

#include "aggregator/rows.h"
#include "reporter/table.h"

struct diff;
struct line_matching;

/*
 * Finds it for the functions that are wanted, by row of the change, where the sources of both
 * programs were compared. All lines of a function count, from the first with a cost to the last, in
 * the file where it is defined, and in others those with a cost; blank ones do not. Both profiles
 * have to keep spots. The caller frees the result.
 */
enum code_change *code_changes_find(const struct diff *diff, const struct rows *rows,
                                    const bool *is_wanted, const struct line_matching *matching);

#endif
