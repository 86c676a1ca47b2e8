/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_INDEX_H
#define QUERN_BASE_INDEX_H

/*
 * Dense ids for keys of two numbers: open addressing with the keys in an array by id.
 * uthash keeps names; this keeps what is looked up a million times a second (places,
 * arcs), where its chains cost several times as much.
 */

#include <stdbool.h>
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

/*
 * The ids by one half of their keys, which is below n_values: those of value i stand
 * from (*begin)[i] to (*begin)[i + 1], in the order of their ids. The caller frees both
 * arrays.
 */
enum index_half { INDEX_HIGH, INDEX_LOW };
uint32_t *index_sort(const struct index *index, enum index_half half, size_t n_values,
                     size_t **begin);

void index_free(struct index *index);

/*
 * A number that differs from process to process where addresses do: mixed into hashes,
 * it keeps a profile made for the purpose from putting all its keys into one place.
 * No output depends on it.
 */
uint64_t index_seed(void);

/* A hash of a text, with that seed, whose bits are all as good; it takes eight bytes at a time. */
uint64_t index_hash_text(struct text text);

#endif
