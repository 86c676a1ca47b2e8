/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_FILTER_H
#define QUERN_PROFILE_FILTER_H

/* A filter on functions, from --function, --file, --object and --ignore. */

#include <stdbool.h>

#include "base/error.h"
#include "base/regex.h"
#include "base/text.h"

/* A regular expression, see base/regex.h; "!..." passes what does not match. */
struct pattern {
    struct regex *expression; /* owned; NULL if not given */
    struct text written;      /* the text given to an option; not owned */
    bool is_given;
    bool is_negated;
};

/* {0} passes everything. */
struct filter {
    struct pattern function, file, object;
    struct pattern ignored; /* functions to exclude */
};

/*
 * Compiles an expression. False, with only the reason in error->text, if it is invalid. Free with
 * pattern_free().
 */
bool pattern_compile(struct pattern *pattern, const char *expression, struct error *error);

/* Does the same with a usage error that names the option. */
bool pattern_set(struct pattern *pattern, const char *option, const char *expression,
                 struct error *error);

/* Returns whether the text passes the pattern, or no pattern was given. */
bool pattern_passes(const struct pattern *pattern, struct text text);

/* Returns whether all texts pass their patterns. An unknown object is empty. */
bool filter_passes(const struct filter *filter, struct text object, struct text file,
                   struct text function);

bool filter_is_empty(const struct filter *filter);

/*
 * False with an error if a match was abandoned: then nothing that depends on the results may be
 * printed.
 */
bool pattern_check(const struct pattern *pattern, struct error *error);
bool filter_check(const struct filter *filter, struct error *error);

void pattern_free(struct pattern *pattern);
void filter_free(struct filter *filter);

#endif
