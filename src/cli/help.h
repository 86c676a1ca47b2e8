/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_HELP_H
#define QUERN_CLI_HELP_H

/* What --help and --version print. */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

/*
 * Prints a screen with all options, or what the options of a topic mean, which is a group or "all".
 * False with a usage error where there is no such topic.
 */
bool help_print(FILE *out, const char *topic, struct error *error);

/* Prints each option on a line, as "--name" or "-x", which is what the manual has to document. */
void help_print_names(FILE *out);

/*
 * Prints "quern 1.0.0", then a line with the optional libraries that this program was built with,
 * and one with those that it was built without; either is left out where it would name none.
 * Capstone and libdebuginfod are named where they can be loaded: whether they are there is seen
 * when they are needed.
 */
void version_print(FILE *out);

#endif
