/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_HELP_H
#define QUERN_CLI_HELP_H

/* What --help and --version print. */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

/*
 * A screen with all options, or for a topic, a group of them or "all", what they mean. False with a
 * usage error where there is no such topic.
 */
bool help_print(FILE *out, const char *topic, struct error *error);

/* Each option as "--name" or "-x", a line each: what the manual has to document. */
void help_print_names(FILE *out);

/*
 * "quern 1.0.0", and a line each of the optional libraries that this program was built with and
 * without; the second or third line is left out where it would name none. Capstone and
 * libdebuginfod are named where they can be loaded: whether they are there is seen when they are
 * needed.
 */
void version_print(FILE *out);

#endif
