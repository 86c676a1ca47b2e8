/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Partners of near ids are looked up one after the other: this many are in one cache line. */
enum { GROUP = 16 };

/*
 * The slot that holds the pair, or the free one where it belongs. It is looked for at one place of
 * each group, then at the next place of each.
 */
static uint32_t *find_slot(const struct pairs *pairs, uint32_t from, uint64_t to)
{
    size_t mask = pairs->n_slots - 1, hash = index_hash(from, to / GROUP);
    size_t start = ((hash * GROUP) | ((hash >> 16 ^ to) % GROUP)) & mask;

    for (size_t i = start;;) {
        uint32_t *slot = &pairs->slots[i];
        if (*slot == 0)
            return slot;
        const struct pair *pair = &pairs->list[*slot - 1];
        if (pair->from == from && pair->to == to)
            return slot;
        i = (i + GROUP) & mask;
        if (i == start)
            i = start = (start + 1) & mask;
    }
}

/* In the order of ids, which are beside each other in memory. */
static void double_slots(struct pairs *pairs)
{
    free(pairs->slots);
    pairs->n_slots = pairs->n_slots == 0 ? 64 : pairs->n_slots * 2;
    pairs->slots = memory_alloc(pairs->n_slots, sizeof *pairs->slots);
    for (size_t id = 0; id < pairs->count; id++) {
        const struct pair *pair = &pairs->list[id];
        if (pairs->chains[pair->from].length > LONGEST_CHAIN)
            *find_slot(pairs, pair->from, pair->to) = (uint32_t)id + 1;
    }
}

static void make_room(struct pairs *pairs)
{
    if (pairs->n_hashed >= pairs->n_slots / 2)
        double_slots(pairs);
}

static void hash_pair(struct pairs *pairs, uint32_t id, uint32_t *slot)
{
    *slot = id + 1;
    pairs->n_hashed++;
}

static void hash_chain(struct pairs *pairs, const struct pair_chain *chain)
{
    for (uint32_t at = chain->newest; at != 0; at = pairs->list[at - 1].older) {
        const struct pair *pair = &pairs->list[at - 1];
        make_room(pairs);
        hash_pair(pairs, at - 1, find_slot(pairs, pair->from, pair->to));
    }
}

static struct pair_chain *ensure_chain(struct pairs *pairs, uint32_t from)
{
    size_t known = pairs->n_chains;

    if (from >= known) {
        pairs->chains =
            memory_grow(pairs->chains, &pairs->n_chains, (size_t)from + 1, sizeof *pairs->chains);
        memset(pairs->chains + known, 0, (pairs->n_chains - known) * sizeof *pairs->chains);
    }
    return &pairs->chains[from];
}

static uint32_t find_in_chain(const struct pairs *pairs, const struct pair_chain *chain,
                              uint64_t to)
{
    for (uint32_t at = chain->newest; at != 0; at = pairs->list[at - 1].older)
        if (pairs->list[at - 1].to == to)
            return at - 1;
    return NO_ID;
}

uint32_t pairs_find(const struct pairs *pairs, uint32_t from, uint64_t to)
{
    if (from >= pairs->n_chains)
        return NO_ID;
    const struct pair_chain *chain = &pairs->chains[from];
    if (chain->length <= LONGEST_CHAIN)
        return find_in_chain(pairs, chain, to);
    uint32_t slot = *find_slot(pairs, from, to);
    return slot == 0 ? NO_ID : slot - 1;
}

static uint32_t add_to_chain(struct pairs *pairs, struct pair_chain *chain, uint32_t from,
                             uint64_t to)
{
    ARRAY_GROW(pairs->list, pairs->count, pairs->capacity);
    pairs->list[pairs->count++] = (struct pair){to, from, chain->newest};
    chain->newest = (uint32_t)pairs->count;
    chain->length++;
    return chain->newest - 1;
}

static uint32_t add_hashed(struct pairs *pairs, struct pair_chain *chain, uint32_t from,
                           uint64_t to)
{
    make_room(pairs);
    uint32_t *slot = find_slot(pairs, from, to);
    if (*slot == 0)
        hash_pair(pairs, add_to_chain(pairs, chain, from, to), slot);
    return *slot - 1;
}

uint32_t pairs_add_other(struct pairs *pairs, uint32_t from, uint64_t to)
{
    struct pair_chain *chain = ensure_chain(pairs, from);

    if (chain->length > LONGEST_CHAIN)
        return add_hashed(pairs, chain, from, to);
    uint32_t id = find_in_chain(pairs, chain, to);
    if (id != NO_ID)
        return id;
    id = add_to_chain(pairs, chain, from, to);
    if (chain->length > LONGEST_CHAIN)
        hash_chain(pairs, chain);
    return id;
}

uint32_t *pairs_sort(const struct pairs *pairs, enum pair_half half, size_t n_values,
                     size_t **begin)
{
    uint32_t *values = memory_alloc(pairs->count, sizeof *values);

    for (size_t id = 0; id < pairs->count; id++)
        values[id] = half == PAIR_FROM ? pairs->list[id].from : (uint32_t)pairs->list[id].to;
    uint32_t *ids = ids_sort(values, pairs->count, n_values, begin);
    free(values);
    return ids;
}

void pairs_free(struct pairs *pairs)
{
    free(pairs->list);
    free(pairs->chains);
    free(pairs->slots);
    *pairs = (struct pairs){0};
}
