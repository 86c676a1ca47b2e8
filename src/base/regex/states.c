/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/regex/search.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/text.h"

enum neighbour neighbour_of(unsigned char byte)
{
    return is_of_identifier((char)byte) ? NEIGHBOUR_WORD : NEIGHBOUR_OTHER;
}

uint32_t places_between(enum neighbour before, enum neighbour after)
{
    const bool is_after_word = before == NEIGHBOUR_WORD, is_before_word = after == NEIGHBOUR_WORD;
    uint32_t places = is_after_word == is_before_word ? PLACE_NO_EDGE : PLACE_EDGE;

    if (is_before_word && !is_after_word)
        places |= PLACE_WORD_BEGIN;
    if (is_after_word && !is_before_word)
        places |= PLACE_WORD_END;
    if (before == NEIGHBOUR_NONE)
        places |= PLACE_BEGIN;
    if (after == NEIGHBOUR_NONE)
        places |= PLACE_END;
    return places;
}

void states_init(struct states *states, const struct program *program)
{
    const size_t n_states = (size_t)program->count + 1; /* with the end */

    *states = (struct states){
        .list = memory_alloc(n_states, sizeof *states->list),
        .reached = memory_alloc(n_states, sizeof *states->reached),
        .pending = memory_alloc(n_states, sizeof *states->pending),
    };
}

void states_free(struct states *states)
{
    free(states->list);
    free(states->reached);
    free(states->pending);
}

void states_add(struct states *states, const struct program *program, uint32_t state, uint32_t end,
                uint32_t places, size_t mark)
{
    uint32_t n_pending = 0;

    states->pending[n_pending++] = state;
    while (n_pending != 0) {
        const uint32_t at = states->pending[--n_pending];
        if (states->reached[at] == states->round)
            continue;
        states->reached[at] = states->round;
        if (at == end) {
            states->mark_at_end = mark;
            continue;
        }
        const struct instruction *instruction = &program->list[at];
        if (instruction->operation == MATCH_BYTE) {
            states->list[states->count++] = (struct state){at, mark};
        } else if (instruction->operation == FORK) {
            states->pending[n_pending++] = instruction->y;
            states->pending[n_pending++] = instruction->x;
        } else if ((instruction->x & places) != 0) {
            states->pending[n_pending++] = at + 1;
        }
    }
}
