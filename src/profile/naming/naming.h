/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_NAMING_NAMING_H
#define QUERN_PROFILE_NAMING_NAMING_H

/*
 * Short forms of the names of functions, and the namespaces in them. A name is known by its bytes
 * alone, whichever language it is of, as demanglers and linkers write it:
 *
 *     void ns::Class<A, B>::method<C>(int, char) const [clone .cold]
 *     <alloc::vec::Vec<T, A> as core::ops::drop::Drop>::drop::h0123456789abcdef
 *     golang.org/x/net/http2.(*Framer).WriteData
 */

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct buffer;
struct names;
struct namespaces;
struct symbols;

/*
 * brackets.c: returns the end of the operator whose name begins at `at`, "operator<<", with the
 * blank that demanglers put between it and its template arguments; `at` where no operator of signs
 * is.
 */
size_t name_skip_operator(struct text name, size_t at);

/* Returns what comes after the bracket that closes the one at `at`; 0 where none closes it. */
size_t name_skip_brackets(struct text name, size_t at);

/*
 * Returns whether a character may be part of a word. '.' and '@' occur in suffixes of compilers and
 * linkers.
 */
static inline bool is_of_name(char c)
{
    return is_of_identifier(c) || c == '.' || c == '$' || c == '~' || c == '@' ||
           (unsigned char)c >= 0x80;
}

/* Short forms of a name, each omitting more than the one before. */
enum name_form {
    NAME_FULL,
    NAME_USUAL,        /* as written in source: "std::string" */
    NAME_BARE,         /* without hashes, ABI tags and suffixes of clones */
    NAME_NO_TEMPLATES, /* with "<..>" for template arguments, "[..]" in Go */
    NAME_NO_ARGUMENTS, /* with "(..)" for arguments */
    N_NAME_FORMS
};

/*
 * short_names.c: appends a form of a function's name, for people. Forms of several names may be the
 * same. A bracket without a counterpart stays, with those of its kind after it. No form is longer
 * than the name.
 */
void name_append_form(struct buffer *to, struct text name, enum name_form form);

/*
 * namespaces.c: what the names of functions say of where these belong: the namespace and class of
 * C++, "std" and "std::vector", without template arguments; the crate and module of Rust,
 * "alloc::vec", which for a method are those of its type; the package of Go, "encoding/json". What
 * is within a function belongs where that does. A name that is not understood has none, nor has one
 * without a path, as those of C.
 *
 * A path without arguments that begins in lower case, "regex::exec::Builder::build", is taken for
 * one of Rust: demanglers write the arguments of C++.
 */

/*
 * Finds the namespaces of all current functions. Their texts are added to `texts`, which must
 * outlive them. `depth` is the largest number of components of a namespace; 0 means all.
 */
struct namespaces *namespaces_create(const struct symbols *symbols, size_t depth,
                                     struct names *texts);

/*
 * Returns the id in `texts` of a function's namespace, by its name without levels and contexts;
 * NO_ID if it has none.
 */
uint32_t namespaces_of(struct namespaces *namespaces, uint32_t function);

void namespaces_free(struct namespaces *namespaces);

#endif
