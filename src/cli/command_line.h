/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_COMMAND_LINE_H
#define QUERN_CLI_COMMAND_LINE_H

/*
 * Reading the command line: options in any order among the operands, by the table of options.
 * Before it options for every run are read from the variable QUERN_OPTS, unless the program is
 * called as callgrind_annotate. These give way: of two values the command line's counts, and what
 * cannot be combined with it is left out, but for what says of what the figures are, which is an
 * error then.
 */

#include <stdbool.h>

struct error;
struct options;

/*
 * Reads both into options that point into argv. False with a usage error; options_free() is to be
 * called in any case.
 */
bool command_line_read(struct options *options, int argc, char **argv, struct error *error);

#endif
