/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_MESSAGES_H
#define QUERN_CLI_MESSAGES_H

/*
 * What is printed beside the report, on standard error: errors, warnings and verdicts, which come
 * here as values. Each message is a line "quern: PATH:LINE: text"; names come from strangers, so
 * control characters are replaced by '?'.
 */

#include <stdint.h>
#include <stdio.h>

#include "base/verdict.h"

struct warnings;

/* One message; path NULL and line 0 where it is about no file or no line. */
void message_print(FILE *out, const char *path, uint64_t line, const char *text);

/* A message for each warning that was kept, and one with the number of the others. */
void warnings_print(const struct warnings *warnings, FILE *out);

/* The same of what is no warning. */
void notes_print(const struct warnings *notes, FILE *out);

/* A message for each: what was asked for, the figure and the limit. */
void verdicts_print(struct verdict_list verdicts, FILE *out);

#endif
