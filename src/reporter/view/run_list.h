/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_RUN_LIST_H
#define QUERN_REPORTER_VIEW_RUN_LIST_H

/* The runs of a profile, as a report names them. */

#include <stdbool.h>

#include "reporter/report.h"

struct arena;
struct profile;

/*
 * All runs, in the order in which they were read. The notes say how many files, threads and parts
 * each has, where it has several, and which if these are not all from 1 on; with commands they
 * begin with what was run. The arena owns the list.
 */
struct run_list run_list_make(const struct profile *profile, bool has_commands,
                              struct arena *arena);

#endif
