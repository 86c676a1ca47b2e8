/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_VERDICT_TEXT_H
#define QUERN_REPORTER_FORMAT_VERDICT_TEXT_H

/* How the verdicts on limits read: in a line each, or as the cells of a table. */

#include "base/verdict.h"
#include "reporter/format/pieces.h"

enum { VERDICT_ROOM = 2000 };

/* Returns "ok", "exceeded" or "undecided". */
struct text outcome_name(enum outcome outcome);

/* The figures of a verdict, each as text with commas; empty where it has none. */
struct verdict_figures {
    char figure[MAX_COUNT];
    char was[MAX_COUNT];   /* of growth; "new" where nothing of it was there */
    char least[MAX_COUNT]; /* and with further runs, over these; */
    char most[MAX_COUNT];
    char change[MAX_COUNT]; /* "+1,000", or where the limit is a share "+8.85 %" */
    char share[MAX_COUNT];  /* "39.71 %" of `whole`, where the limit is a share of that:
                                         of the program's total, of growth the old one */
    char whole[MAX_COUNT];
    char limit[MAX_COUNT]; /* the largest figure that is not above it */
};

/* Formats the figures. Ratios have as few digits as tell the figure from its limit. */
void verdict_figures_format(const struct verdict *verdict, struct verdict_figures *figures);

/*
 * Formats what became of a limit, without its outcome, NUL-terminated: "Ir of each . > +10%: 5,516
 * in f, was 2,454: +124.78 %, limit 2,699". Growth of the program names the first of its causes,
 * too.
 */
void format_verdict(const struct verdict *verdict, char text[VERDICT_ROOM]);

#endif
