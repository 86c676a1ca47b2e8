/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/pairs.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* The slot that holds the pair, or the free one where it belongs. */
static uint32_t *find_slot(const struct pairs *pairs, uint32_t from, uint64_t to)
{
    size_t mask = pairs->n_slots - 1;

    for (size_t i = index_hash(from, to) & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &pairs->slots[i];
        if (*slot == 0)
            return slot;
        const struct pair *pair = &pairs->list[*slot - 1];
        if (pair->from == from && pair->to == to)
            return slot;
    }
}

static void double_slots(struct pairs *pairs)
{
    uint32_t *old = pairs->slots;
    size_t n_old = pairs->n_slots;

    pairs->n_slots = n_old == 0 ? 64 : n_old * 2;
    pairs->slots = memory_alloc(pairs->n_slots, sizeof *pairs->slots);
    for (size_t i = 0; i < n_old; i++)
        if (old[i] != 0)
            *find_slot(pairs, pairs->list[old[i] - 1].from, pairs->list[old[i] - 1].to) = old[i];
    free(old);
}

static void hash_pair(struct pairs *pairs, uint32_t id)
{
    if (pairs->n_hashed >= pairs->n_slots / 2)
        double_slots(pairs);
    *find_slot(pairs, pairs->list[id].from, pairs->list[id].to) = id + 1;
    pairs->n_hashed++;
}

static void hash_chain(struct pairs *pairs, const struct pair_chain *chain)
{
    for (uint32_t at = chain->newest; at != 0; at = pairs->list[at - 1].older)
        hash_pair(pairs, at - 1);
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

uint32_t pairs_find(const struct pairs *pairs, uint32_t from, uint64_t to)
{
    if (from >= pairs->n_chains)
        return NO_ID;
    const struct pair_chain *chain = &pairs->chains[from];
    if (chain->length > LONGEST_CHAIN) {
        uint32_t slot = *find_slot(pairs, from, to);
        return slot == 0 ? NO_ID : slot - 1;
    }
    for (uint32_t at = chain->newest; at != 0; at = pairs->list[at - 1].older)
        if (pairs->list[at - 1].to == to)
            return at - 1;
    return NO_ID;
}

uint32_t pairs_add_other(struct pairs *pairs, uint32_t from, uint64_t to)
{
    uint32_t id = pairs_find(pairs, from, to);

    if (id != NO_ID)
        return id;
    struct pair_chain *chain = ensure_chain(pairs, from);
    id = (uint32_t)pairs->count;
    ARRAY_GROW(pairs->list, pairs->count, pairs->capacity);
    pairs->list[pairs->count++] = (struct pair){to, from, chain->newest};
    chain->newest = id + 1;
    chain->length++;
    if (chain->length == LONGEST_CHAIN + 1)
        hash_chain(pairs, chain);
    else if (chain->length > LONGEST_CHAIN)
        hash_pair(pairs, id);
    return id;
}

static uint64_t half_of(const struct pair *pair, enum pair_half half)
{
    return half == PAIR_FROM ? pair->from : pair->to;
}

uint32_t *pairs_sort(const struct pairs *pairs, enum pair_half half, size_t n_values,
                     size_t **begin)
{
    uint32_t *ids = memory_alloc(pairs->count, sizeof *ids);
    size_t *next = memory_alloc(n_values + 2, sizeof *next);

    /* A counting sort: next[value + 2] counts the ids of a value, next[value + 1] places them. */
    for (size_t id = 0; id < pairs->count; id++)
        next[half_of(&pairs->list[id], half) + 2]++;
    for (size_t value = 2; value < n_values + 2; value++)
        next[value] += next[value - 1];
    for (size_t id = 0; id < pairs->count; id++)
        ids[next[half_of(&pairs->list[id], half) + 1]++] = (uint32_t)id;
    *begin = next;
    return ids;
}

void pairs_free(struct pairs *pairs)
{
    free(pairs->list);
    free(pairs->chains);
    free(pairs->slots);
    *pairs = (struct pairs){0};
}
