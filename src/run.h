/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_RUN_H
#define QUERN_RUN_H

/* One run: profiles are read into one, limits decided on it, and a view of it is printed. */

#include <stdbool.h>

#include "base/error.h"

struct options;

/* What became of the limits together: of several kinds the last of these. */
enum run_outcome { RUN_DONE, RUN_EXCEEDED, RUN_UNDECIDED };

/*
 * Does what the options say, and prints warnings and verdicts on standard error. *outcome is set
 * also with an error, which is not printed.
 */
bool run(struct options *options, enum run_outcome *outcome, struct error *error);

#endif
