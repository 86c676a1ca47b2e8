/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_INPUT_NO_MATCH_H
#define QUERN_REPORTER_VIEW_INPUT_NO_MATCH_H

/* What is said where a view finds no function that matches. */

#include <stdbool.h>

struct error;
struct pattern;

/* Fails: "--peek: no function matches", and what may be the reason. */
bool no_function_matches(const char *option, const struct pattern *pattern, struct error *error);

/*
 * Adds to an error about a pattern that it may be of a name as it was printed, which is not the
 * whole of it; nothing where it is not.
 */
void explain_no_match(const struct pattern *pattern, struct error *error);

#endif
