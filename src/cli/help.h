/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_HELP_H
#define QUERN_CLI_HELP_H

/* What --help prints. */

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

#endif
