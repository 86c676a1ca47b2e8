/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_COMPLETION_H
#define QUERN_CLI_COMPLETION_H

/* What makes shells complete quern's options, their values, and the events of a profile. */

#include <stdbool.h>
#include <stdio.h>

enum shell { SHELL_BASH, SHELL_ZSH, SHELL_FISH };

/* False where there is no shell of that name. */
bool completion_find(const char *name, enum shell *shell);

/* The script that the shell reads. */
void completion_print(FILE *out, enum shell shell);

#endif
