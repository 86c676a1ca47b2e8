/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_INPUT_NO_MATCH_H
#define QUERN_REPORTER_VIEW_INPUT_NO_MATCH_H

/* Explains why a view finds no function that matches. */

#include <stdbool.h>

struct error;
struct pattern;

/* Fails: "--peek: no function matches", with a possible reason. */
bool no_function_matches(const char *option, const struct pattern *pattern, struct error *error);

/*
 * Adds to an error that the pattern may be a name as it was printed, which was shortened; adds
 * nothing where it is not.
 */
void explain_no_match(const struct pattern *pattern, struct error *error);

#endif
