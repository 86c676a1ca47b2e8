/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_NAMING_NAME_CUTS_H
#define QUERN_PROFILE_NAMING_NAME_CUTS_H

/* What can be taken out of a name, noted while it is read. */

#include <stdbool.h>
#include <stddef.h>

#include "profile/naming/name_syntax.h"

/* Notes a cut, whose end may be set later; gives its index. */
size_t name_cuts_add(struct name_syntax *syntax, enum name_stage stage, size_t begin, size_t end);

/* The end of the identifier that begins at `at`; the same place where none does. */
size_t name_skip_word(struct text name, size_t at);

/*
 * The end of what names an operator from `at` on, after that word: "<<", "()", " new[]",
 * "\"\" _km". The same place where nothing does: " bool" is a type.
 */
size_t name_skip_operator(struct text name, size_t at);

/* Whether there is, at `at`, the word "operator". */
bool name_has_operator(struct text name, size_t at);

/*
 * From an opening bracket at *at to after the one that closes it, with the cuts in between.
 * `is_template` says that what is in it are the arguments of a template. False where the brackets
 * do not match, or are nested too deeply.
 */
bool name_cuts_brackets(struct name_syntax *syntax, size_t *at, bool is_template);

/* "(anonymous namespace)" at *at, if it is there. */
bool name_cuts_anonymous(struct name_syntax *syntax, size_t *at);

/* All "[abi:cxx11]" from *at on. */
void name_cuts_abi_tags(struct name_syntax *syntax, size_t *at);

#endif
