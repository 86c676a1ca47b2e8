/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_NAMING_NAMESPACES_H
#define QUERN_PROFILE_NAMING_NAMESPACES_H

/*
 * What the names of functions say of where these belong: the namespace and class of C++, "std" and
 * "std::vector", without template arguments; the crate and module of Rust, "alloc::vec", which for
 * a method are those of its type, or of the trait where that has none; the package of Go,
 * "encoding/json". What is within a function belongs where that does. A name that is not
 * understood has none, nor has one without a path, as those of C.
 *
 * A path without arguments that begins in lower case, "regex::exec::Builder::build", is taken for
 * one of Rust: demanglers write the arguments of C++.
 */

#include <stddef.h>

#include "profile/profile.h"

struct namespaces;

/*
 * Of all functions that there are now; the texts are added to `texts`, which must outlive this.
 * `depth` is how many components a namespace has at most, from its begin; 0: all.
 */
struct namespaces *namespaces_create(const struct symbols *symbols, size_t depth,
                                     struct names *texts);

/*
 * The id in `texts` of the namespace of a function, by its name without levels and contexts; NO_ID
 * where it has none.
 */
uint32_t namespaces_of(struct namespaces *namespaces, symbol_id function);

void namespaces_free(struct namespaces *namespaces);

#endif
