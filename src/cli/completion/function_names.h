/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_COMPLETION_FUNCTION_NAMES_H
#define QUERN_CLI_COMPLETION_FUNCTION_NAMES_H

/* The names of functions that shells complete. */

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

struct arena;
struct error;

/*
 * Prints them, one a line and each once: of the profiles among the files, or of the newest run
 * here. Somebody waits for the answer: only the first 64 MB are read, 4 MB of what is compressed.
 * What is printed means nothing to a shell, and as a regular expression means itself: a name is
 * without its parameters, level and context, and is left out where it has template arguments,
 * blanks and the like. False where there is no profile, or it cannot be read; the arena, and the
 * files, have to outlive the error.
 */
bool function_names_print(FILE *out, struct text_list files, struct arena *arena,
                          struct error *error);

/* Of a name as a profile has it, what is printed; empty where it is left out. */
struct text function_name_plain(struct text name);

#endif
