/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_FACTS_H
#define QUERN_REPORTER_VIEW_FACTS_H

/* What a report says of the run that it is about, from the model. */

struct arena;
struct events_chosen;
struct facts;
struct totals;

/*
 * Fills in all that the profile and the choice of events say; what only the options
 * know is left empty. The arena and *totals own the texts.
 */
void facts_gather(struct facts *facts, const struct totals *totals,
                  const struct events_chosen *chosen, struct arena *arena);

#endif
