/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static const uint64_t factor = 0x9e3779b97f4a7c15u;

/*
 * Returns a number that differs between processes where addresses do. Mixed into hashes, it
 * prevents a crafted profile from giving all its keys the same hash. No output depends on it.
 */
static uint64_t hash_seed(void)
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
 * With a fixed factor, a difference of the topmost bit would show at a known place whatever the
 * seed, and the next word could cancel it: crafted names could all have the same hash. With the
 * product of the halves, that place depends on the seed.
 */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash ^= word;

    uint64_t keyed = hash ^ hash_seed();
    hash = hash * factor ^ (keyed >> 32) * (uint32_t)keyed;
    return hash ^ hash >> 32;
}

/* Hashes a long text in four independent lanes. */
static uint64_t hash_lanes(struct text *text, uint64_t hash)
{
    uint64_t lanes[4] = {hash, hash + 1, hash + 2, hash + 3};

    for (; text->length >= sizeof lanes; *text = text_skip(*text, sizeof lanes))
        for (size_t i = 0; i < 4; i++)
            lanes[i] = mix(lanes[i], load_word(text->at + 8 * i));
    return mix(mix(mix(lanes[0], lanes[1]), lanes[2]), lanes[3]);
}

/*
 * uthash's own hash goes byte by byte; C++ names have hundreds, and a profile without name
 * compression repeats them at each use.
 */
uint64_t hash_text(struct text text)
{
    uint64_t hash = text.length * factor ^ hash_seed(), last = 0;

    if (text.length >= 64)
        hash = hash_lanes(&text, hash);
    for (; text.length >= 8; text = text_skip(text, 8))
        hash = mix(hash, load_word(text.at));
    if (text.length != 0)
        memcpy(&last, text.at, text.length);
    return mix(hash, last);
}

/*
 * This is NH, the hash of UMAC (Black et al., 1999): two pairs of numbers that were chosen without
 * knowing the keys have the same sum as rarely as random ones. The last round makes every bit of
 * the sum affect every bit of the hash.
 */
static uint64_t hash_numbers(uint64_t high, uint64_t low)
{
    uint64_t seed = hash_seed(), other_seed = seed * factor;
    uint32_t keyed[] = {(uint32_t)(high + seed), (uint32_t)((high >> 32) + (seed >> 32)),
                        (uint32_t)(low + other_seed), (uint32_t)((low >> 32) + (other_seed >> 32))};
    uint64_t hash = (uint64_t)keyed[0] * keyed[1] + (uint64_t)keyed[2] * keyed[3];

    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

/*
 * Keys with nearby `to` are often looked up in succession, so they start in the same group of
 * slots, which is one cache line.
 */
enum { GROUP_BITS = 4, GROUP = 1 << GROUP_BITS };

/*
 * Returns the slot that holds the key, or the free one where it belongs. Probes one place in each
 * group, then the next place in each. The place depends on the topmost bits of the hash, which
 * never choose the group: otherwise keys whose `to` ends in the same bits would cluster in a few
 * groups. *tag is set to the bits that the slot has above the id.
 */
static uint32_t *find_slot(const struct map *map, struct map_key key, uint32_t *tag)
{
    uint64_t hash = hash_numbers(key.from, key.to / GROUP);
    size_t mask = map->n_slots - 1;
    size_t start = (size_t)(hash * GROUP | (hash >> (64 - GROUP_BITS) ^ key.to) % GROUP) & mask;

    *tag = (uint32_t)(hash >> 24) & (uint32_t)~mask;
    for (size_t i = start;;) {
        uint32_t *slot = &map->slots[i];
        if (*slot == 0)
            return slot;
        if ((*slot & (uint32_t)~mask) == *tag &&
            map_has_at(map, (*slot & mask) - 1, key.from, key.to))
            return slot;
        i = (i + GROUP) & mask;
        if (i == start)
            i = start = (start + 1) & mask;
    }
}

/* Quadruples the slots, since rehashing all keys costs as much as adding them did. */
static void add_slots(struct map *map)
{
    uint32_t tag;

    free(map->slots);
    map->n_slots = map->n_slots == 0 ? 64 : map->n_slots * 4;
    map->slots = memory_alloc(map->n_slots, sizeof *map->slots);
    for (size_t id = 0; id < map->count; id++) {
        uint32_t *slot = find_slot(map, map->keys[id], &tag);
        *slot = tag | ((uint32_t)id + 1);
    }
}

uint32_t map_add_other(struct map *map, uint64_t from, uint64_t to)
{
    const struct map_key key = {from, to};
    uint32_t tag;

    if (map->count >= map->n_slots / 4 * 3)
        add_slots(map);
    uint32_t *slot = find_slot(map, key, &tag);
    if (*slot == 0) {
        ARRAY_ADD(map->keys, map->count, map->capacity, key);
        *slot = tag | (uint32_t)map->count;
    }
    return map->last = (*slot & (uint32_t)(map->n_slots - 1)) - 1;
}

uint32_t map_find(const struct map *map, uint64_t from, uint64_t to)
{
    uint32_t tag;

    if (map->count == 0)
        return NO_ID;
    uint32_t slot = *find_slot(map, (struct map_key){from, to}, &tag);
    return slot == 0 ? NO_ID : (slot & (uint32_t)(map->n_slots - 1)) - 1;
}

void map_free(struct map *map)
{
    free(map->keys);
    free(map->slots);
    *map = (struct map){0};
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

uint32_t *map_sort(const struct map *map, enum map_half half, size_t n_values, size_t **begin)
{
    uint32_t *values = memory_alloc(map->count, sizeof *values);

    for (size_t id = 0; id < map->count; id++)
        values[id] = (uint32_t)(half == MAP_FROM ? map->keys[id].from : map->keys[id].to);
    uint32_t *ids = ids_sort(values, map->count, n_values, begin);
    free(values);
    return ids;
}
