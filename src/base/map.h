/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_MAP_H
#define QUERN_BASE_MAP_H

/* Dense ids for keys that are one or two numbers. For texts see names.h. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* A caller and its callee, or a file and a line. One number alone has 0 before it. */
struct map_key {
    uint64_t from, to;
};

/*
 * Gives dense ids to keys, by open addressing with the keys in an array by id. Keys that differ
 * little in `to` are close in memory, which makes successive lookups fast. {0} is empty.
 */
struct map {
    struct map_key *keys; /* by id */
    size_t count;         /* number of ids, which start at 0 */
    size_t capacity;
    uint32_t *slots; /* id + 1 in as many bits as it needs, and bits of the key's hash above
                      * them, so that few other keys are compared; 0 for a free slot */
    size_t n_slots;  /* a power of two */
    uint32_t last;   /* the id that map_add() returned last */
};

/* No id: ids are dense and never get there. */
#define NO_ID UINT32_MAX

/* The slow path of map_add(). */
uint32_t map_add_other(struct map *map, uint64_t from, uint64_t to);

static inline bool map_has_at(const struct map *map, size_t id, uint64_t from, uint64_t to)
{
    return id < map->count && map->keys[id].from == from && map->keys[id].to == to;
}

/*
 * Returns the id of the key, a new one (the old count) if it had none. Profiles often repeat a
 * sequence of keys, so the last key and the one after it are tried first.
 */
static inline uint32_t map_add(struct map *map, uint64_t from, uint64_t to)
{
    if (map_has_at(map, map->last, from, to))
        return map->last;
    if (map_has_at(map, (size_t)map->last + 1, from, to))
        return ++map->last;
    return map_add_other(map, from, to);
}

/* Returns the id of the key, or NO_ID. */
uint32_t map_find(const struct map *map, uint64_t from, uint64_t to);

/*
 * Sorts the ids by one of the numbers of their keys, which is below n_values. Those with value i
 * are from (*begin)[i] to (*begin)[i + 1], in the order of their ids. The caller frees both arrays.
 */
enum map_half { MAP_FROM, MAP_TO };
uint32_t *map_sort(const struct map *map, enum map_half half, size_t n_values, size_t **begin);

void map_free(struct map *map);

/*
 * Sorts the ids from 0 up to the count by group, which is below n_groups, or NO_ID for ids to omit.
 * Those of group i are from (*begin)[i] to (*begin)[i + 1], in ascending order. The caller frees
 * both arrays.
 */
uint32_t *ids_sort(const uint32_t *group_of, size_t count, size_t n_groups, size_t **begin);

/*
 * Hashes a text, eight bytes at a time. Each process hashes differently, so that nobody can craft a
 * profile whose keys all collide. All bits of the hash are equally good.
 */
uint64_t hash_text(struct text text);

#endif
