/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_REGEX_H
#define QUERN_BASE_REGEX_H

/*
 * Regular expressions of PCRE2, over bytes: letters and classes are those of ASCII, whatever the
 * locale, and names need not be valid UTF-8. '.' matches any byte, '$' only the very end.
 *
 * Expressions once were extended ones of POSIX with glibc's additions, and are kept in files of
 * limits. \< and \> still work. Other syntax that PCRE2 would take to mean something else is
 * refused with a hint, so that no check changes its meaning unnoticed.
 *
 * PCRE2 backtracks, so a match may need too many steps or too much memory. Callers that ask for
 * thousands of names are not made to look at each answer: a regex remembers its first failure, and
 * finds nothing from then on. Whoever used one to choose what is printed has to call regex_check()
 * before anything is.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

struct buffer;
struct regex;

/*
 * Compiles an expression. Returns NULL with the bare reason in error->text where it is not valid or
 * would change its meaning. Free with regex_free(). A regex is used by one thread at a time.
 */
struct regex *regex_compile(const char *expression, bool ignores_case, struct error *error);
void regex_free(struct regex *regex);

/* Appends a text as an expression that it matches, with a backslash before each sign but '.'. */
void regex_append_literal(struct buffer *to, struct text text);

/* Returns how many groups in parentheses it has. */
size_t regex_n_groups(const struct regex *regex);

/* True if any part of the text matches. */
bool regex_finds(struct regex *regex, struct text text);

/* What takes the place of a match, or of all of them. */
struct regex_replacement {
    char *text; /* "${N}" is what the N-th group matched, 0 the whole, and "$$" a '$' */
    bool is_global;
};

/*
 * Writes what the text becomes to the room of that size, and a NUL after it; *size becomes its
 * length. False where it does not fit, and where the match was given up: see regex_check().
 */
bool regex_substitute(struct regex *regex, struct text text,
                      const struct regex_replacement *replacement, char *room, size_t *size);

/* False, with an error that names the expression, if a match was given up since it was compiled. */
bool regex_check(const struct regex *regex, struct error *error);

#endif
