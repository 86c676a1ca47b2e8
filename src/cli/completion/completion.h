/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_COMPLETION_COMPLETION_H
#define QUERN_CLI_COMPLETION_COMPLETION_H

/* What makes shells complete quern's options, their values, and the events of a profile. */

#include <stdio.h>

/* Prints the script that a shell reads: bash, zsh or fish, as the row of --completion has them. */
void completion_print(FILE *out, const char *shell);

#endif
