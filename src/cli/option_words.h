/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_OPTION_WORDS_H
#define QUERN_CLI_OPTION_WORDS_H

/* From words to options: in any order among the operands, by the table of options. */

#include <stdbool.h>
#include <stddef.h>

struct error;
struct option_row;
struct options;

/* An option for every run. */
struct default_option {
    const struct option_row *row; /* set when it is read; NULL: there are not that many */
    bool is_left_out;             /* it gives way to the command line */
};

/* Words to be read, as main() gets them. */
struct words {
    int count;
    char **items;                    /* the first is the program's name, NULL is after the last */
    struct default_option *defaults; /* one for each option; NULL: they are the command line's */
    size_t n_defaults;               /* as many or more: no option is shorter than a letter */
};

/*
 * Applies the options, which then point into the words, and records which were given, and the
 * operands, of which defaults have none. False with a usage error.
 */
bool words_read(struct options *options, const struct words *words, struct error *error);

#endif
