/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_REGEX_AUTOMATON_H
#define QUERN_BASE_REGEX_AUTOMATON_H

/*
 * Whether a text matches, and from where to where: a deterministic automaton, which is made while
 * texts are read, so that it has only the states that occur. It takes a look into a table for each
 * byte, which is what makes filters of a million names fast.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/regex/program.h"
#include "base/regex/tree.h"
#include "base/text.h"

struct automaton;

/* Where a match may begin, in the order in which the text is read. */
enum automaton_kind { BEGINS_ANYWHERE, BEGINS_AT_ONCE };

/*
 * Returns the automaton of a program that reads in this direction. Tree and program must live as
 * long. Free with automaton_free().
 */
struct automaton *automaton_create(const struct tree *tree, const struct program *program,
                                   enum direction direction, enum automaton_kind kind);
void automaton_free(struct automaton *automaton);

/* Whether a text has a match; of an automaton that reads forward and begins anywhere. */
bool automaton_finds(struct automaton *automaton, struct text text);

/* Sets has_match[p] for each place where a match begins; of one that reads backward. */
void automaton_find_begins(struct automaton *automaton, struct text text, bool *has_match);

/*
 * Returns where the longest match ends that begins at `begin`, which there must be; of one that
 * reads forward and begins at once. Adds to *n_read how many bytes were read for that.
 */
size_t automaton_find_end(struct automaton *automaton, struct text text, size_t begin,
                          size_t *n_read);

#endif
