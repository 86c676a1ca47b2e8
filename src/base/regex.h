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

struct regex;

/* Where a match, or a group of it, is in a text: both are REGEX_NOWHERE for a group not used. */
struct regex_span {
    size_t begin, end;
};

#define REGEX_NOWHERE ((size_t)-1)

/*
 * Compiles an expression. Returns NULL with the bare reason in error->text where it is not valid or
 * would change its meaning. Free with regex_free(). A regex is used by one thread at a time.
 */
struct regex *regex_compile(const char *expression, bool ignores_case, struct error *error);
void regex_free(struct regex *regex);

/* Returns how many groups in parentheses it has. */
size_t regex_n_groups(const struct regex *regex);

/* True if any part of the text matches. */
bool regex_finds(struct regex *regex, struct text text);

/*
 * Finds the first match that begins at byte `from` or later. Sets spans[0] to it and spans[N] to
 * where its N-th group matched last, for `n_spans` of them. False if there is no further match.
 */
bool regex_find(struct regex *regex, struct text text, size_t from, size_t n_spans,
                struct regex_span *spans);

/* False, with an error that names the expression, if a match was given up since it was compiled. */
bool regex_check(const struct regex *regex, struct error *error);

#endif
