/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_FACTS_H
#define QUERN_REPORTER_VIEW_FACTS_H

/* Gathers what a report says of the run that it is about. */

#include <stdbool.h>

#include "reporter/report.h"

struct arena;
struct profile;
struct view_input;
struct warnings;

/* Gathers the facts for a view that has been opened. The input owns the texts. */
void facts_gather(struct facts *facts, struct view_input *input);

/*
 * Appends warnings as texts, and after those that were kept how many more `what` there were. The
 * arena owns them.
 */
void append_warnings(struct arena *arena, struct text_list *texts, const struct warnings *warnings,
                     const char *what);

/*
 * Returns all runs of a profile, in the order in which they were read. The notes say how many
 * files, threads and parts each has, where it has several, and which if these are not all from 1
 * on; with commands they begin with what was run. The arena owns the list.
 */
struct run_list run_list_make(const struct profile *profile, bool has_commands,
                              struct arena *arena);

#endif
