/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_COMPLETION_COMPLETION_H
#define QUERN_CLI_COMPLETION_COMPLETION_H

/* What makes shells complete quern's options, their values, events and functions. */

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

struct arena;
struct error;

/*
 * Prints what the row of --completion has words for: the script that bash, zsh or fish reads, or
 * the names of events or functions that these ask for, of the profiles among the files: see
 * event_names.h and function_names.h. False where there is none.
 */
bool completion_print(FILE *out, const char *wanted, struct text_list files, struct arena *arena,
                      struct error *error);

#endif
