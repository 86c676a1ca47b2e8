/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_COMPLETION_EVENT_NAMES_H
#define QUERN_CLI_COMPLETION_EVENT_NAMES_H

/* The names of events that shells complete. */

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

struct arena;
struct error;

/*
 * Prints the events of the profiles among the files, or of the newest run here, one a line: those
 * that --list-events has, but for names that mean something to a shell. Somebody waits for the
 * answer: of what is not compressed only the first megabyte is read, whose header has them. False
 * where there is no profile, or it cannot be read; the arena, and the files, have to outlive the
 * error.
 */
bool event_names_print(FILE *out, struct text_list files, struct arena *arena, struct error *error);

#endif
