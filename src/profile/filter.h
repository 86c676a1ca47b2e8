/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_FILTER_H
#define QUERN_PROFILE_FILTER_H

/* The functions that --function, --file, --object and --ignore let through. */

#include <stdbool.h>

#include "base/error.h"
#include "base/regex.h"
#include "base/text.h"

/* A regular expression, see base/regex.h; "!..." lets through what does not match. */
struct pattern {
    struct regex *expression; /* owned; NULL if not given */
    struct text written;      /* what was given, where an option did; not owned */
    bool is_given;
    bool is_negated;
    bool is_of_short_name; /* it has what is printed in place of what a short name leaves out */
};

/* {0} lets everything through. */
struct filter {
    struct pattern function, file, object;
    struct pattern ignored; /* functions that are not let through */
};

/*
 * Compiles an expression. False with the bare reason in error->text where it is not valid. Free
 * with pattern_free().
 */
bool pattern_compile(struct pattern *pattern, const char *expression, struct error *error);

/* Does the same with a usage error that names the option. */
bool pattern_set(struct pattern *pattern, const char *option, const char *expression,
                 struct error *error);

/* Whether the pattern is not given or lets the text through. */
bool pattern_passes(const struct pattern *pattern, struct text text);

/* Whether all patterns let their text through. An object not known is empty. */
bool filter_passes(const struct filter *filter, struct text object, struct text file,
                   struct text function);

bool filter_is_empty(const struct filter *filter);

/*
 * False with an error if a match was given up: then some names were not told apart, and nothing
 * that depends on the answers may be printed.
 */
bool pattern_check(const struct pattern *pattern, struct error *error);
bool filter_check(const struct filter *filter, struct error *error);

void pattern_free(struct pattern *pattern);
void filter_free(struct filter *filter);

#endif
