/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_MESSAGES_H
#define QUERN_CLI_MESSAGES_H

/*
 * Prints what goes to standard error beside the report: errors, warnings and verdicts, which come
 * here as values. Each message is a line "quern: PATH:LINE: text"; names are untrusted, so control
 * characters are replaced by '?'.
 */

#include <stdint.h>
#include <stdio.h>

#include "base/verdict.h"

struct warnings;

/* Prints one message. The path is NULL and the line 0 where it is about no file or no line. */
void message_print(FILE *out, const char *path, uint64_t line, const char *text);

/* Prints each message that was kept, and how many others there were of that kind: "warnings". */
void messages_print(const struct warnings *messages, const char *kind, FILE *out);

/* Prints each verdict: what was asked for, the figure and the limit. */
void verdicts_print(struct verdict_list verdicts, FILE *out);

#endif
