/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/regex/search.h"

#include <stdlib.h>

#include "base/arena.h"

void scan_init(struct scan *scan, const struct tree *tree)
{
    *scan = (struct scan){.tree = tree, .program = program_create(tree, BACKWARD)};
    for (uint32_t i = 0; i < scan->program.count; i++)
        scan->has_places |= scan->program.list[i].operation == MATCH_PLACE;
    states_init(&scan->states, &scan->program);
    scan->after = memory_alloc((size_t)scan->program.count + 1, sizeof *scan->after);
}

void scan_free(struct scan *scan)
{
    free(scan->program.list);
    free(scan->after);
    states_free(&scan->states);
}

static uint32_t places_at(struct text text, size_t at)
{
    const enum neighbour before =
        at == 0 ? NEIGHBOUR_NONE : neighbour_of((unsigned char)text.at[at - 1]);
    const enum neighbour after =
        at == text.length ? NEIGHBOUR_NONE : neighbour_of((unsigned char)text.at[at]);

    return places_between(before, after);
}

/* Goes from the states after a byte to those before it. */
static void step(struct scan *scan, uint32_t range_end, unsigned char byte, uint32_t places)
{
    struct state *after = scan->states.list;
    const uint32_t n_after = scan->states.count;

    scan->states.list = scan->after;
    scan->after = after;
    states_clear(&scan->states);
    for (uint32_t i = 0; i < n_after; i++) {
        const struct instruction *instruction = &scan->program.list[after[i].at];
        if (byte_set_has(&scan->tree->sets[instruction->x], byte))
            states_add(&scan->states, &scan->program, after[i].at + 1, range_end, places,
                       after[i].mark);
    }
}

void scan_range(struct scan *scan, struct range range, size_t begin, size_t end,
                const size_t *rights, size_t *lefts)
{
    states_clear(&scan->states);
    for (size_t at = end;; at--) {
        const uint32_t places = scan->has_places ? places_at(scan->text, at) : 0;
        if (at != end)
            step(scan, range.end, (unsigned char)scan->text.at[at], places);
        if (scan->states.mark_at_end != NO_MARK)
            lefts[at] = scan->states.mark_at_end;
        /* What begins to match here comes last, since it ends before all others. */
        if (rights == NULL || rights[at] != NO_MARK)
            states_add(&scan->states, &scan->program, range.begin, range.end, places, at);
        if (lefts[at] == NO_MARK)
            lefts[at] = scan->states.mark_at_end;
        if (at == begin)
            break;
    }
}
