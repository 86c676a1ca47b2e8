/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_COMPLETION_SCRIPTS_H
#define QUERN_CLI_COMPLETION_SCRIPTS_H

/*
 * The scripts that shells read. Names come from strangers: all three offer only those that mean
 * nothing to a shell.
 */

#include <stdbool.h>
#include <stdio.h>

struct option_row;

void bash_script_print(FILE *out);
void zsh_script_print(FILE *out);
void fish_script_print(FILE *out);

/* An option's help text between single quotes, on one line; a backslash before each of `escaped`.
 */
void script_print_description(FILE *out, const struct option_row *row, const char *escaped);

#endif
