/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_OPTION_ROW_H
#define QUERN_CLI_OPTION_ROW_H

/* One option: what the table says of it, and how it is given on a command line. */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct error;
struct given_option;
struct options;

/* Sets what a given option says. False with a usage error. */
typedef bool option_apply(struct options *options, const struct given_option *given,
                          struct error *error);

/*
 * What becomes of an option in QUERN_OPTS. What figures are of, and what they are held against,
 * must not change unseen: options that say that are kept.
 */
enum as_default {
    DEFAULT_NEVER, /* it cannot be there: it prints something else than a report */
    DEFAULT_KEPT,  /* it counts for every run; where it does not go with one, that is an error */
    DEFAULT_GIVES_WAY, /* it is left out where it cannot be combined with the command line */
};

struct option_row {
    const char *group; /* begins this group of --help; or NULL */
    const char *name;
    char letter;          /* 0 for none */
    const char *argument; /* as --help calls it, in brackets where it may be left out; or NULL */
    const char *values;   /* what it may be: words separated by blanks, or "@file", "@dir",
                             "@events", "@metrics" (with incl(EVENT) and calls), "@functions" or
                             "@code" (a function or a file); NULL for anything */
    const char *help;     /* one sentence or two */
    option_apply *apply;
    unsigned goes_with; /* the views that it is for: bits of enum goes_with */
    enum as_default as_default;
};

struct given_option {
    const struct option_row *row;
    const char *value; /* NULL where the argument was left out, or there is none to give */
};

/* Whether its argument may be left out. */
static inline bool option_is_optional(const struct option_row *row)
{
    return row->argument != NULL && row->argument[0] == '[';
}

/* Whether its values are words. */
static inline bool option_has_words(const struct option_row *row)
{
    return row->values != NULL && row->values[0] != '@';
}

/* Whether its values are these: "@events". */
static inline bool option_has_values(const struct option_row *row, const char *values)
{
    return row->values != NULL && strcmp(row->values, values) == 0;
}

/* False with a usage error that lists the row's words where the value is not one of them. */
bool option_check_word(const struct given_option *given, struct error *error);

/* Fails with that error. */
bool option_refuse(const struct given_option *given, struct error *error);

/* False with a usage error, "expected numbers", where the value is empty. */
bool option_require_value(const struct given_option *given, const char *expected,
                          struct error *error);

#endif
