/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_RUN_H
#define QUERN_RUN_H

/* One run: profiles are read into one, limits decided on it, and a view of it is printed. */

#include <stdbool.h>

#include "base/error.h"

struct options;

/*
 * Does what the options say, and prints warnings and verdicts on standard error. *has_exceeded is
 * set where a limit was exceeded, also with an error, which is not printed.
 */
bool run(struct options *options, bool *has_exceeded, struct error *error);

#endif
