/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/index.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static const uint64_t factor = 0x9e3779b97f4a7c15u;

/*
 * Returns a number that differs from process to process where addresses do. Mixed into hashes, it
 * keeps a profile made for the purpose from putting all its keys into one place. No output depends
 * on it.
 */
static uint64_t index_seed(void)
{
    static const char anchor;

    return (uint64_t)(uintptr_t)&anchor * factor;
}

static uint64_t load_word(const char *at)
{
    uint64_t word;

    memcpy(&word, at, sizeof word);
    return word;
}

/*
 * In the product with the factor alone, a difference of the topmost bit would show at a known
 * place, whatever the seed is, and the next word could cancel it: names made for that would all
 * have one hash. In the product of the halves, the place depends on the seed.
 */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash ^= word;

    uint64_t keyed = hash ^ index_seed();
    hash = hash * factor ^ (keyed >> 32) * (uint32_t)keyed;
    return hash ^ hash >> 32;
}

/* Hashes a long text in four lanes, none of which has to wait for another. */
static uint64_t hash_lanes(struct text *text, uint64_t hash)
{
    uint64_t lanes[4] = {hash, hash + 1, hash + 2, hash + 3};

    for (; text->length >= sizeof lanes; *text = text_skip(*text, sizeof lanes))
        for (size_t i = 0; i < 4; i++)
            lanes[i] = mix(lanes[i], load_word(text->at + 8 * i));
    return mix(mix(mix(lanes[0], lanes[1]), lanes[2]), lanes[3]);
}

/*
 * uthash's own hash takes a byte at a time; names of C++ have hundreds, and a profile
 * without name compression spells them out at each use.
 */
uint64_t index_hash_text(struct text text)
{
    uint64_t hash = text.length * factor ^ index_seed(), last = 0;

    if (text.length >= 64)
        hash = hash_lanes(&text, hash);
    for (; text.length >= 8; text = text_skip(text, 8))
        hash = mix(hash, load_word(text.at));
    if (text.length != 0)
        memcpy(&last, text.at, text.length);
    return mix(hash, last);
}

/* The last round makes every bit of the key reach the low bits. */
size_t index_hash(uint64_t high, uint64_t low)
{
    uint64_t mixed = mix(mix(0, low), high);

    mixed = (mixed ^ mixed >> 29) * 0xd6e8feb86659fd93u;
    return (size_t)(mixed ^ mixed >> 32);
}

/*
 * Keys with near `low` are often looked up one after the other, and so they start in one group of
 * slots, which is one cache line.
 */
enum { GROUP_BITS = 4, GROUP = 1 << GROUP_BITS };

/*
 * Returns the slot where a key is looked for first. The place in the group depends on the topmost
 * bits of the hash, which never tell the group: else keys whose `low` is the same in its last bits
 * would start in but some of the groups, and fill them.
 */
static size_t first_slot(uint64_t high, uint64_t low, size_t mask)
{
    size_t hash = index_hash(high, low / GROUP);
    size_t place = (hash >> (8 * sizeof hash - GROUP_BITS) ^ low) % GROUP;

    return (hash * GROUP | place) & mask;
}

/*
 * Returns the slot that holds the key, or the free one where it belongs. It looks at one place of
 * each group, then at the next place of each.
 */
static uint32_t *find_slot(const struct index *index, uint64_t high, uint64_t low)
{
    size_t mask = index->n_slots - 1, start = first_slot(high, low, mask);

    for (size_t i = start;;) {
        uint32_t *slot = &index->slots[i];
        if (*slot == 0)
            return slot;
        const struct index_key *key = &index->keys[*slot - 1];
        if (key->low == low && key->high == high)
            return slot;
        i = (i + GROUP) & mask;
        if (i == start)
            i = start = (start + 1) & mask;
    }
}

static void double_slots(struct index *index)
{
    free(index->slots);
    index->n_slots = index->n_slots == 0 ? 64 : index->n_slots * 2;
    index->slots = memory_alloc(index->n_slots, sizeof *index->slots);
    for (size_t id = 0; id < index->count; id++)
        *find_slot(index, index->keys[id].high, index->keys[id].low) = (uint32_t)id + 1;
}

uint32_t index_add(struct index *index, uint64_t high, uint64_t low)
{
    if (index->count >= index->n_slots / 4 * 3)
        double_slots(index);

    uint32_t *slot = find_slot(index, high, low);
    if (*slot == 0) {
        ARRAY_ADD(index->keys, index->count, index->capacity, (struct index_key){high, low});
        *slot = (uint32_t)index->count;
    }
    return *slot - 1;
}

uint32_t index_find(const struct index *index, uint64_t high, uint64_t low)
{
    if (index->count == 0)
        return NO_ID;
    uint32_t slot = *find_slot(index, high, low);
    return slot == 0 ? NO_ID : slot - 1;
}

void index_free(struct index *index)
{
    free(index->keys);
    free(index->slots);
    *index = (struct index){0};
}

/*
 * This is a counting sort: next[group + 2] counts the ids of a group, next[group + 1] places them.
 */
uint32_t *ids_sort(const uint32_t *group_of, size_t count, size_t n_groups, size_t **begin)
{
    uint32_t *ids = memory_alloc(count, sizeof *ids);
    size_t *next = memory_alloc(n_groups + 2, sizeof *next);

    for (size_t id = 0; id < count; id++)
        if (group_of[id] != NO_ID)
            next[(size_t)group_of[id] + 2]++;
    for (size_t group = 2; group < n_groups + 2; group++)
        next[group] += next[group - 1];
    for (size_t id = 0; id < count; id++)
        if (group_of[id] != NO_ID)
            ids[next[(size_t)group_of[id] + 1]++] = (uint32_t)id;
    *begin = next;
    return ids;
}

/* Does for pairs what find_slot() does for keys. */
static uint32_t *find_pair_slot(const struct pairs *pairs, uint32_t from, uint64_t to)
{
    size_t mask = pairs->n_slots - 1, start = first_slot(from, to, mask);

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

/* Fills the slots in the order of ids, whose pairs are next to each other in memory. */
static void double_pair_slots(struct pairs *pairs)
{
    free(pairs->slots);
    do
        pairs->n_slots = pairs->n_slots == 0 ? 64 : pairs->n_slots * 2;
    while (pairs->n_hashed >= pairs->n_slots / 2);
    pairs->slots = memory_alloc(pairs->n_slots, sizeof *pairs->slots);
    for (size_t id = 0; id < pairs->count; id++) {
        const struct pair *pair = &pairs->list[id];
        if (pairs->is_sparse || pairs->chains[pair->from].length > LONGEST_CHAIN)
            *find_pair_slot(pairs, pair->from, pair->to) = (uint32_t)id + 1;
    }
}

/* Up to this many pairs of one first half are compared, which are next to each other. */
enum { LONGEST_RUN = 128 };

/* Tells whether these are sparse pairs of which none is hashed, since they came in order. */
static bool are_in_order(const struct pairs *pairs)
{
    return pairs->is_sparse && pairs->n_slots == 0;
}

/*
 * Looks for a pair among those that came in order. *first is set to where those with the same first
 * half begin, or would.
 */
static uint32_t find_in_order(const struct pairs *pairs, uint32_t from, uint64_t to, size_t *first)
{
    size_t low = 0, high = pairs->count;

    if (high != 0 && pairs->list[high - 1].from < from)
        low = high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pairs->list[middle].from < from)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    for (size_t id = low; id < pairs->count && pairs->list[id].from == from; id++)
        if (pairs->list[id].to == to)
            return (uint32_t)id;
    return NO_ID;
}

static void make_room(struct pairs *pairs)
{
    if (pairs->n_hashed >= pairs->n_slots / 2)
        double_pair_slots(pairs);
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
        hash_pair(pairs, at - 1, find_pair_slot(pairs, pair->from, pair->to));
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
    size_t first;

    if (are_in_order(pairs))
        return find_in_order(pairs, from, to, &first);
    if (!pairs->is_sparse && from >= pairs->n_chains)
        return NO_ID;
    if (!pairs->is_sparse && pairs->chains[from].length <= LONGEST_CHAIN)
        return find_in_chain(pairs, &pairs->chains[from], to);
    uint32_t slot = *find_pair_slot(pairs, from, to);
    return slot == 0 ? NO_ID : slot - 1;
}

/* Adds a pair to the list; `older` is id + 1 of the one before it in its chain. */
static uint32_t append(struct pairs *pairs, uint32_t from, uint64_t to, uint32_t older)
{
    ARRAY_ADD(pairs->list, pairs->count, pairs->capacity, (struct pair){to, from, older});
    return (uint32_t)pairs->count - 1;
}

static uint32_t add_to_chain(struct pairs *pairs, struct pair_chain *chain, uint32_t from,
                             uint64_t to)
{
    uint32_t id = append(pairs, from, to, chain->newest);

    chain->newest = id + 1;
    chain->length++;
    return id;
}

/* The chain is NULL if the pairs are sparse. */
static uint32_t add_hashed(struct pairs *pairs, struct pair_chain *chain, uint32_t from,
                           uint64_t to)
{
    make_room(pairs);
    uint32_t *slot = find_pair_slot(pairs, from, to);
    if (*slot == 0)
        hash_pair(pairs,
                  chain != NULL ? add_to_chain(pairs, chain, from, to) : append(pairs, from, to, 0),
                  slot);
    return *slot - 1;
}

static uint32_t add_sparse(struct pairs *pairs, uint32_t from, uint64_t to)
{
    size_t first;

    if (!are_in_order(pairs))
        return add_hashed(pairs, NULL, from, to);
    uint32_t id = find_in_order(pairs, from, to, &first);
    if (id != NO_ID)
        return id;
    bool is_next = first == pairs->count || pairs->list[pairs->count - 1].from == from;
    if (is_next && pairs->count - first < LONGEST_RUN)
        return append(pairs, from, to, 0);
    pairs->n_hashed = pairs->count;
    return add_hashed(pairs, NULL, from, to);
}

uint32_t pairs_add_other(struct pairs *pairs, uint32_t from, uint64_t to)
{
    if (pairs->is_sparse)
        return add_sparse(pairs, from, to);
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
