/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_OPTION_TABLE_H
#define QUERN_CLI_OPTION_TABLE_H

/*
 * The table of options: what getopt_long, --help and the shells' completions derive from. A new
 * option is a row here, and the function that it names in apply.c.
 */

#include <stddef.h>

#include "cli/option_row.h"

extern const struct option_row option_rows[];
extern const size_t n_option_rows;

#endif
