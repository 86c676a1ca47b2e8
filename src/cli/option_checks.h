/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_OPTION_CHECKS_H
#define QUERN_CLI_OPTION_CHECKS_H

/* Which options go together, once all of them are read. */

#include <stdbool.h>

struct error;
struct options;

/* Sets what the format asks for where the command line does not say: its view, and its limit. */
void options_settle(struct options *options);

/*
 * False with a usage error where options cannot be combined, where the view ignores one of them, or
 * where an operand was meant as the value of one. Where only help is asked for, nothing is ignored.
 */
bool options_check(const struct options *options, struct error *error);

#endif
