/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_VERDICT_TEXT_H
#define QUERN_REPORTER_FORMAT_VERDICT_TEXT_H

/* The texts of verdicts on limits, a line each. */

#include "base/verdict.h"
#include "reporter/format/pieces.h"

enum { VERDICT_ROOM = 2000 };

/* Returns "ok", "exceeded" or "undecided". */
struct text outcome_name(enum outcome outcome);

/*
 * Formats what became of a limit, without its outcome, NUL-terminated: "Ir of each . > +10%: 5,516
 * in f, was 2,454: +124.78 %, limit 2,699"; of a cause what --explain says first of it.
 */
void format_verdict(const struct verdict *verdict, char text[VERDICT_ROOM]);

#endif
