/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_RUN_H
#define QUERN_RUN_H

/* A run reads profiles into one, decides limits on it, and prints a view of it. */

#include <stdbool.h>

#include "base/error.h"

struct options;

/* What became of all limits together: the last of these that became of one. */
enum run_outcome { RUN_DONE, RUN_UNDECIDED, RUN_EXCEEDED };

/*
 * Does what the options say, and prints warnings and verdicts on standard error. *outcome is set
 * also with an error; the error is left for main() to print.
 */
bool run(struct options *options, enum run_outcome *outcome, struct error *error);

#endif
