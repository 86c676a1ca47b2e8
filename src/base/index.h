/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_INDEX_H
#define QUERN_BASE_INDEX_H

/*
 * Dense ids for keys of any two numbers: open addressing with the keys in an array by id. uthash
 * keeps names. What is looked up a million times a second is in pairs.h, where an id tells where
 * to look. And dense ids by what each belongs to.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct index_key {
    uint64_t high, low;
};

/* {0} is an empty index. */
struct index {
    struct index_key *keys; /* by id: the key that has it */
    size_t count;           /* of ids; they run from 0 */
    size_t capacity;
    uint32_t *slots; /* id + 1, or 0 for a free slot; n_slots is a power of two */
    size_t n_slots;
};

/* No id: ids are dense and never get there. */
#define NO_ID UINT32_MAX

/* The id of the key, a new one (the count until now) if it had none. */
uint32_t index_add(struct index *index, uint64_t high, uint64_t low);

/* The id of the key, or NO_ID. */
uint32_t index_find(const struct index *index, uint64_t high, uint64_t low);

void index_free(struct index *index);

/*
 * The ids from 0 up to the count by the group that each is in, which is below n_groups, or NO_ID
 * for those to be left out: those of group i are from (*begin)[i] to (*begin)[i + 1], in ascending
 * order. The caller frees both arrays.
 */
uint32_t *ids_sort(const uint32_t *group_of, size_t count, size_t n_groups, size_t **begin);

/*
 * A number that differs from process to process where addresses do: mixed into hashes,
 * it keeps a profile made for the purpose from putting all its keys into one place.
 * No output depends on it.
 */
uint64_t index_seed(void);

/* A hash of a text, with that seed, whose bits are all as good; it takes eight bytes at a time. */
uint64_t index_hash_text(struct text text);

/* Likewise of a key. */
size_t index_hash(uint64_t high, uint64_t low);

#endif
