/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_REGEX_SEARCH_H
#define QUERN_BASE_REGEX_SEARCH_H

/*
 * What searches a text for an expression, each in a file of its own: the states of a program, which
 * scan.c follows side by side to find all matches, and groups.c within one; and an automaton that
 * only tells whether and where there is a match, but fast.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/regex.h"
#include "base/regex/tree.h"
#include "base/text.h"

/* states.c */

/* The states that a program can be in at one place of a text. */

/* What is on one side of a place. */
enum neighbour { NEIGHBOUR_NONE, NEIGHBOUR_OTHER, NEIGHBOUR_WORD };

/* Of letters, digits and '_' words are made. */
enum neighbour neighbour_of(unsigned char byte);

/* Returns which places, as flags of enum place, the one between two neighbours is. */
uint32_t places_between(enum neighbour before, enum neighbour after);

/* A state whose instruction matches a byte, and the mark of the search that reached it first. */
struct state {
    uint32_t at;
    size_t mark;
};

#define NO_MARK SIZE_MAX

struct states {
    struct state *list; /* in the order in which they were reached */
    uint32_t count;
    size_t mark_at_end; /* the mark with which the end was reached first; NO_MARK: it was not */
    size_t round;       /* grows with each place */
    size_t *reached;    /* by state: the last round in which it was reached */
    uint32_t *pending;  /* states reached that were not followed yet */
};

/* Makes room for the states of a program. Free with states_free(). */
void states_init(struct states *states, const struct program *program);
void states_free(struct states *states);

/* Empties the states, for another place. */
static inline void states_clear(struct states *states)
{
    states->count = 0;
    states->mark_at_end = NO_MARK;
    states->round++;
}

/*
 * Adds a state, with all that it leads to without a byte at a place of these kinds: unless they are
 * there already, with an earlier mark. `end` is where the range of instructions is left.
 */
void states_add(struct states *states, const struct program *program, uint32_t state, uint32_t end,
                uint32_t places, size_t mark);

/* scan.c */

/*
 * Where matches are: all states of a program, side by side, on one way through the text. The way
 * leads backward, since each state then needs to know one thing of its match, where it ends: of two
 * that meet, the one that ends further on is the one that counts, whichever place it begins at. So
 * one pass tells the longest match from every place.
 */

/* Instructions of a program: of all of it, of a node, or of nodes that follow each other. */
struct range {
    uint32_t begin, end;
};

struct scan {
    const struct tree *tree;
    struct program program; /* backward */
    bool has_places;        /* some instruction asks where in the text it is */
    struct states states;
    struct state *after; /* the states at the place before, which is one byte further on */
    struct text text;
};

void scan_init(struct scan *scan, const struct tree *tree);
void scan_free(struct scan *scan);

/*
 * Sets lefts[p], for each place p of the text from `begin` to `end`, to the furthest place up to
 * which a range matches from there, of those where `rights` is set: all of them if it is NULL.
 * Where there is none it stays NO_MARK, which it must be before. To find what a range matches
 * several times over, `rights` may be `lefts`, set at `end`.
 */
void scan_range(struct scan *scan, struct range range, size_t begin, size_t end,
                const size_t *rights, size_t *lefts);

/* groups.c */

/* What the groups of an expression match within a match. */

/*
 * Sets spans[1] and so on, up to before `n_spans`, to where the groups are in the match spans[0] of
 * the text that was scanned last. `lefts` and `rights` are memory for each place of the text.
 */
void groups_find(struct scan *scan, size_t *lefts, size_t *rights, size_t n_spans,
                 struct regex_span *spans);

/* automaton.c */

/*
 * Whether a text matches, and from where to where: a deterministic automaton, which is made while
 * texts are read, so that it has only the states that occur. It takes a look into a table for each
 * byte, which is what makes filters of a million names fast.
 */

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
