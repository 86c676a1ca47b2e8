/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_REGEX_STATES_H
#define QUERN_BASE_REGEX_STATES_H

/* The states that a program can be in at one place of a text. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/regex/program.h"

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

#endif
