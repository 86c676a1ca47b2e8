/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_INPUT_NO_MATCH_H
#define QUERN_REPORTER_VIEW_INPUT_NO_MATCH_H

/* Explains why a view finds no function that matches. */

#include <stdbool.h>

#include "base/text.h"

struct error;
struct pattern;
struct rows;

/* Fails: "--peek: no function matches", with what explain_no_match() adds. */
bool no_function_matches(const char *option, const struct rows *rows, const struct pattern *pattern,
                         struct error *error);

/*
 * Adds to an error that the pattern may be a name as it was printed, which was shortened, where it
 * is one; and ": did you mean 'main'?", a function of the rows, or a file where the option takes
 * files. Returns false.
 */
bool explain_no_match(const struct rows *rows, struct text typed, const struct pattern *pattern,
                      bool takes_files, struct error *error);

#endif
