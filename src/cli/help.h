/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_HELP_H
#define QUERN_CLI_HELP_H

/* What --help, --version and --completion print. */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

struct arena;

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

/*
 * Prints what the row of --completion has words for: the script that bash, zsh or fish reads, or
 * the names of events or functions that these ask for, of the profiles among the files, or of the
 * newest run here. False where there is no profile, or it cannot be read; the arena, and the files,
 * have to outlive the error.
 */
bool completion_print(FILE *out, const char *wanted, struct text_list files, struct arena *arena,
                      struct error *error);

/*
 * What is offered of a function's name as a profile has it: the name without its parameters, level
 * and context, which as a regular expression means itself; empty where the name is left out, since
 * it has template arguments, blanks and the like.
 */
struct text function_name_plain(struct text name);

#endif
