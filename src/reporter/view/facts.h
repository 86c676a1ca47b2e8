/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_FACTS_H
#define QUERN_REPORTER_VIEW_FACTS_H

/* What a report says of the run that it is about. */

struct facts;
struct view_input;

/* For a view that has been opened. The input owns the texts. */
void facts_gather(struct facts *facts, struct view_input *input);

#endif
