/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_NAME_PIECES_H
#define QUERN_PROFILE_NAME_PIECES_H

/*
 * Levels and contexts in names. Callgrind calls the second and deeper activations of f f'2
 * (--separate-recs), and f called from main f'main (--separate-callers); but an apostrophe may also
 * be part of a name. So this is decided once all names are known.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct names;

/* {0} knows nothing. */
struct name_pieces {
    const struct names *names; /* not owned */
    uint32_t *bases;           /* by name: the name without levels and contexts */
    uint32_t *levels;          /* by name: 1, or the level of recursion in it */
    size_t count;              /* number of names, including added bases */
    struct names *pieces;      /* the pieces between apostrophes of all names that have any */
};

/*
 * Splits each name of a table, unless that was done and there are no new names. A name is split at
 * its apostrophes only if each later piece is either the first piece of another name, a context, or
 * a number from 2 up, the level, in which case the first piece must also be that of another name: a
 * function may occur in a single context, but not only in its second level. A base that is not a
 * name yet is added to the table.
 */
void name_pieces_update(struct name_pieces *pieces, struct names *names);

/*
 * Returns the level of recursion if a piece after an apostrophe is one: a number from 2 up, without
 * leading zeros; else 0.
 */
uint32_t name_piece_level(struct text piece);

void name_pieces_free(struct name_pieces *pieces);

/* plain_name.c reduces names to what is stable across builds. */

/*
 * Returns the name without suffixes of compilers: ".constprop.0" and the like, " [clone .cold]",
 * and Rust's "::h" and 16 digits.
 */
struct text plain_name(struct text name);

/* Returns whether a word is Rust's hash of a function: 'h' and 16 hexadecimal digits. */
bool name_is_hash(struct text word);

/* Returns whether a name, without levels and contexts, is only a code address. */
bool name_is_address(struct text name);

/* The role of an object: the program itself, a library, or the dynamic linker. */
enum object_kind { OBJECT_OWN, OBJECT_LIBRARY, OBJECT_LINKER };

/*
 * object_kind.c classifies objects by name. The cost of C and C++ libraries follows from the work
 * they are given; other libraries may well be the ones under development.
 */
enum object_kind object_kind_of(struct text path);

#endif
