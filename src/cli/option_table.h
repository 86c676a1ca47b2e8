/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_OPTION_TABLE_H
#define QUERN_CLI_OPTION_TABLE_H

/* The table of options: what getopt_long, --help and the shells' completions derive from. */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct options;

/* One option: name, argument or values NULL for none. */
struct option_row {
    const char *group; /* begins a group of --help */
    const char *name;
    char letter;
    const char *argument; /* in brackets where it may be left out */
    const char *values;   /* what it may be, parted by blanks; "@file", "@dir" or "@events" */
    const char *help;     /* one sentence or two */
    /* Sets what the option says; false with a usage error. */
    bool (*apply)(struct options *options, const char *value, struct error *error);
};

/* Whether its argument may be left out. */
static inline bool option_is_optional(const struct option_row *row)
{
    return row->argument != NULL && row->argument[0] == '[';
}

extern const struct option_row option_rows[];
extern const size_t n_option_rows;

#endif
