/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_RUN_FACTS_H
#define QUERN_REPORTER_VIEW_RUN_FACTS_H

/* What a report says of runs, and of their parts where these differ. */

struct facts;
struct view_input;

/*
 * Fills in runs, parts, commands and descriptions, those of old profiles among them where there
 * is a difference. The input owns the texts.
 */
void run_facts_gather(struct facts *facts, struct view_input *input);

#endif
