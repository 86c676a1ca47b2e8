/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_MESSAGES_H
#define QUERN_CLI_MESSAGES_H

/*
 * Prints errors, warnings and verdicts, given as values, on standard error. Each message is a line
 * "quern: PATH:LINE: text"; names are untrusted, so control characters are replaced by '?'.
 */

#include <stdint.h>
#include <stdio.h>

#include "base/verdict.h"

struct warnings;

/* Prints one message. The path may be NULL, and the line 0. */
void message_print(FILE *out, const char *path, uint64_t line, const char *text);

/* Prints each message that was kept, and the number of others of that kind, such as "warnings". */
void messages_print(const struct warnings *messages, const char *kind, FILE *out);

/* Prints each verdict: the limit as typed, the figure and the bound. */
void verdicts_print(struct verdict_list verdicts, FILE *out);

#endif
