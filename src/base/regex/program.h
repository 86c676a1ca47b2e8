/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_REGEX_PROGRAM_H
#define QUERN_BASE_REGEX_PROGRAM_H

/*
 * A regular expression as a nondeterministic automaton. Its states are the instructions, of which
 * the one comes next that has the state's number. Each node of the tree is a range of them, which
 * is entered at its first and left just after its last; what is repeated has a range for each copy.
 */

#include <stdint.h>

#include "base/regex/tree.h"

enum operation {
    MATCH_BYTE,  /* goes on after a byte of set x */
    MATCH_PLACE, /* goes on where the text is at place x */
    FORK,        /* goes on at x, and at y */
};

struct instruction {
    enum operation operation;
    uint32_t x, y;
};

struct program {
    struct instruction *list;
    uint32_t count;
};

/* The way the text is read. Backward, the parts of a sequence are in reverse order. */
enum direction { FORWARD, BACKWARD };

/* Returns the program of a tree. The caller frees its list. */
struct program program_create(const struct tree *tree, enum direction direction);

#endif
