/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_PLAIN_NAME_H
#define QUERN_PROFILE_PLAIN_NAME_H

/* The part of a function's name that is the same in the next build. */

#include <stdbool.h>

#include "base/text.h"

/*
 * The name without what compilers append to it: ".constprop.0" and its kin, " [clone .cold]", and
 * Rust's "::h" and 16 digits.
 */
struct text plain_name(struct text name);

/* Whether a word is Rust's hash of a function: 'h' and 16 hexadecimal digits. */
bool name_is_hash(struct text word);

/* Whether a name, without levels and contexts, is only the address where the code was. */
bool name_is_address(struct text name);

#endif
