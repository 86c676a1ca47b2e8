/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_REGEX_H
#define QUERN_BASE_REGEX_H

/*
 * Regular expressions of PCRE2, over bytes: letters and classes are those of ASCII, whatever the
 * locale, and names need not be valid UTF-8. '.' matches any byte, '$' only the very end.
 *
 * Expressions used to be POSIX extended ones with glibc's additions, and files of limits still
 * contain them. \< and \> still work. Other syntax that PCRE2 would take to mean something else is
 * refused with a hint, so that no check changes its meaning unnoticed.
 *
 * PCRE2 backtracks, so a match may need too many steps or too much memory. Callers that match
 * thousands of names need not check each result: a regex remembers its first failure and finds
 * nothing from then on. Callers that use one to choose output must call regex_check() before
 * printing.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

struct buffer;
struct regex;

/*
 * Compiles an expression. Returns NULL, with only the reason in error->text, if it is invalid or
 * would change its meaning. Free with regex_free(). A regex is used by one thread at a time.
 */
struct regex *regex_compile(const char *expression, bool ignores_case, struct error *error);
void regex_free(struct regex *regex);

/*
 * Appends an expression that matches the text, with a backslash before each special character but
 * '.'.
 */
void regex_append_literal(struct buffer *to, struct text text);

/* Returns the number of capturing groups. */
size_t regex_n_groups(const struct regex *regex);

/* True if any part of the text matches. */
bool regex_finds(struct regex *regex, struct text text);

/* The replacement for the first match, or for all of them. */
struct regex_replacement {
    char *text; /* "${N}" is the N-th group, 0 the whole match, and "$$" a '$' */
    bool is_global;
};

/*
 * Writes the text after replacement to `room`, with a NUL after it; *size is the room and becomes
 * the length. False if it does not fit or the match was abandoned: see regex_check().
 */
bool regex_substitute(struct regex *regex, struct text text,
                      const struct regex_replacement *replacement, char *room, size_t *size);

/* Returns false, with an error that names the expression, if any match was abandoned. */
bool regex_check(const struct regex *regex, struct error *error);

#endif
