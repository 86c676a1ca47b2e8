/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_COMPLETION_H
#define QUERN_CLI_COMPLETION_H

/*
 * What makes shells complete quern's options, their values, events and functions. Names are
 * untrusted: only those are offered that mean nothing to a shell.
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

struct arena;
struct error;

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
