/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_REGEX_H
#define QUERN_BASE_REGEX_H

/*
 * Extended regular expressions of POSIX, over bytes, with those of glibc's additions that are
 * regular: \< \> \b \B \` \' \w \W \s \S. Letters and classes are those of ASCII.
 *
 * They are our own since the C library's take time that grows with the square of a text, or
 * without end, and differ from one C library to the next. Here time is linear in the text whatever
 * the expression, and at most the product of both lengths; so there are no back-references.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct regex;

/* Where a match, or a group of it, is in a text: both are REGEX_NOWHERE for a group not used. */
struct regex_span {
    size_t begin, end;
};

#define REGEX_NOWHERE ((size_t)-1)

/*
 * Compiles an expression. Returns NULL, and sets *reason to a static text, where it is not valid,
 * or its repeats make it too large. Free with regex_free(). A regex is used by one thread at a
 * time.
 */
struct regex *regex_compile(const char *expression, bool ignores_case, const char **reason);
void regex_free(struct regex *regex);

/* Returns how many groups in parentheses it has. */
size_t regex_n_groups(const struct regex *regex);

/* Whether any part of the text matches. */
bool regex_finds(struct regex *regex, struct text text);

/*
 * Finds all matches of a text at once, for regex_next_match() to give; returns whether there are
 * any. The text must live until the last one was given.
 */
bool regex_find_all(struct regex *regex, struct text text);

/*
 * Gives the first match that begins at byte `from` or later, the longest of those that begin there.
 * Sets spans[0] to it and spans[N] to where its N-th group matched last, for up to `n_spans` of
 * them. Of the matches that an expression has at a place, the one is chosen in which its parts,
 * from left to right, are as long as they can be. False when there is no further match.
 */
bool regex_next_match(struct regex *regex, size_t from, size_t n_spans, struct regex_span *spans);

#endif
