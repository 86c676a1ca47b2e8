/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_REGEX_H
#define QUERN_BASE_REGEX_H

/*
 * POSIX extended regular expressions, where running out of memory is not taken for a bad
 * expression, and expressions are refused that make the C library take all memory.
 */

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/*
 * Compiles an expression; `flags` are regcomp()'s beyond REG_EXTENDED. False with the reason, cut
 * to `room` bytes, where it is not an expression, or too much. Free with regfree().
 */
bool regex_compile(regex_t *regex, const char *expression, int flags, char *reason, size_t room);

/*
 * Whether the expression is found in the text, and where, as regexec() tells, with its `flags` and
 * groups.
 */
bool regex_finds(const regex_t *regex, const char *text, size_t n_groups, regmatch_t *groups,
                 int flags);

/*
 * Does the same from byte `from` of a text on, which has no NUL byte before that at its end;
 * groups, at least one, count from the beginning of the text. To find all matches of a long text
 * one by one takes time linear in it, where regexec() can be told where to begin.
 */
bool regex_finds_from(const regex_t *regex, struct text text, size_t from, size_t n_groups,
                      regmatch_t *groups);

#endif
