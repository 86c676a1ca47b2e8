/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_COMMAND_LINE_H
#define QUERN_CLI_COMMAND_LINE_H

/* Reading the command line: options in any order among the operands, by the table of options. */

#include <stdbool.h>

struct error;
struct options;

/*
 * Reads it into options that point into argv. False with a usage error; options_free() is to be
 * called in any case.
 */
bool command_line_read(struct options *options, int argc, char **argv, struct error *error);

#endif
