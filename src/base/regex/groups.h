/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_REGEX_GROUPS_H
#define QUERN_BASE_REGEX_GROUPS_H

/* What the groups of an expression match within a match. */

#include <stddef.h>

#include "base/regex.h"
#include "base/regex/scan.h"

/*
 * Sets spans[1] and so on, up to before `n_spans`, to where the groups are in the match spans[0] of
 * the text that was scanned last. `lefts` and `rights` are memory for each place of the text.
 */
void groups_find(struct scan *scan, size_t *lefts, size_t *rights, size_t n_spans,
                 struct regex_span *spans);

#endif
