/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_NAME_PIECES_H
#define QUERN_PROFILE_NAME_PIECES_H

/*
 * Levels and contexts in names. Callgrind calls the second and deeper activation of f
 * f'2 (--separate-recs), and f called from main f'main (--separate-callers); but an
 * apostrophe may also be part of a name. So this is decided when all names are there.
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
    size_t count;              /* of names, with the bases that were added */
    struct names *pieces;      /* what is between apostrophes, of all names that have one */
};

/*
 * Decides for each name of a table, unless that was done before and there are no more names since.
 * A name is cut at its apostrophes only when each later piece is the first piece of another name,
 * which is a context, or a number from 2 up, which is the level, and then the first piece must be
 * that of another name too: a function may be there in one context alone, but not in its second
 * level alone. A base that is no name yet is added to the table.
 */
void name_pieces_update(struct name_pieces *pieces, struct names *names);

/*
 * Returns the level of recursion that a piece after an apostrophe means, if it is one: a number
 * from 2 up, without leading zeros; else 0.
 */
uint32_t name_piece_level(struct text piece);

void name_pieces_free(struct name_pieces *pieces);

/* plain_name.c tells what of a name is the same in the next build. */

/*
 * Returns the name without what compilers append to it: ".constprop.0" and its kin, " [clone
 * .cold]", and Rust's "::h" and 16 digits.
 */
struct text plain_name(struct text name);

/* Whether a word is Rust's hash of a function: 'h' and 16 hexadecimal digits. */
bool name_is_hash(struct text word);

/* Whether a name, without levels and contexts, is only the address where the code was. */
bool name_is_address(struct text name);

/* What an object has to do with a program. */
enum object_kind { OBJECT_OWN, OBJECT_LIBRARY, OBJECT_LINKER };

/*
 * object_kind.c tells by its name what an object is. What the libraries of C and C++ cost follows
 * from what they are given to do; other libraries may well be what is worked on.
 */
enum object_kind object_kind_of(struct text path);

#endif
