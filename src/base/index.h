/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_INDEX_H
#define QUERN_BASE_INDEX_H

/* Dense ids for keys that are numbers. For texts see names.h. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/*
 * An index gives dense ids to keys of any two numbers, by open addressing with the keys in an array
 * by id. What is looked up a million times a second is in pairs, below, where an id tells where to
 * look.
 */

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

/* Hashes a key, in each process differently, as index_hash_text() does. */
size_t index_hash(uint64_t high, uint64_t low);

/* Returns the id of the key, which is a new one (the count until now) if it had none. */
uint32_t index_add(struct index *index, uint64_t high, uint64_t low);

/* Returns the id of the key, or NO_ID. */
uint32_t index_find(const struct index *index, uint64_t high, uint64_t low);

void index_free(struct index *index);

/*
 * Sorts the ids from 0 up to the count by the group that each is in, which is below n_groups, or
 * NO_ID for those to leave out. Those of group i are from (*begin)[i] to (*begin)[i + 1], in
 * ascending order. The caller frees both arrays.
 */
uint32_t *ids_sort(const uint32_t *group_of, size_t count, size_t n_groups, size_t **begin);

/*
 * Hashes a text, eight bytes at a time. Each process hashes differently, so that no profile can be
 * made whose keys all have the same hash. All bits of the hash are equally good.
 */
uint64_t index_hash_text(struct text text);

/*
 * Pairs have dense ids too, such as those of a caller and its callee. The first of a pair is itself
 * a dense id and nearly always has few partners: these form a chain, which takes less time and
 * memory than a hash. More than LONGEST_CHAIN of them go into a hash all the same, so that no input
 * makes it slow. Where most of what may be the first of a pair has no partner at all, as few lines
 * of code call or jump, the pairs are sparse: there are no chains. As long as they come in the
 * order of their first half, each is at the end; then all go into the hash.
 */

struct pair {
    uint64_t to;
    uint32_t from;
    uint32_t older; /* id + 1 of the pair of the same `from` before; 0 for none, or if sparse */
};

/* The pairs of one `from`. */
struct pair_chain {
    uint32_t newest; /* id + 1 of its last pair; 0 for none */
    uint32_t length;
};

/* The pairs of a longer chain are in the hash. */
enum { LONGEST_CHAIN = 8 };

/* {0} has no pairs; neither has {.is_sparse = true}. */
struct pairs {
    bool is_sparse;    /* there are no chains */
    struct pair *list; /* by id */
    size_t count;      /* of ids; they run from 0 */
    size_t capacity;
    struct pair_chain *chains; /* by `from`, below n_chains */
    size_t n_chains;
    uint32_t *slots; /* id + 1 of pairs that are hashed, or 0; n_slots is a power of two */
    size_t n_slots, n_hashed;
};

/* Adds, for pairs_add() alone, what is not the newest pair of its `from`. */
uint32_t pairs_add_other(struct pairs *pairs, uint32_t from, uint64_t to);

/*
 * Returns the id of the pair, which is a new one (the count until now) if it had none. Memory grows
 * with the largest `from`, unless pairs are sparse; `to` may be any number.
 */
static inline uint32_t pairs_add(struct pairs *pairs, uint32_t from, uint64_t to)
{
    if (from < pairs->n_chains) {
        uint32_t newest = pairs->chains[from].newest;
        if (newest != 0 && pairs->list[newest - 1].to == to)
            return newest - 1;
    }
    return pairs_add_other(pairs, from, to);
}

/* Returns the id of the pair, or NO_ID. */
uint32_t pairs_find(const struct pairs *pairs, uint32_t from, uint64_t to);

/*
 * Sorts the ids by one of their halves, which is below n_values. Those of value i are from
 * (*begin)[i] to (*begin)[i + 1], in the order of their ids. The caller frees both arrays.
 */
enum pair_half { PAIR_FROM, PAIR_TO };
uint32_t *pairs_sort(const struct pairs *pairs, enum pair_half half, size_t n_values,
                     size_t **begin);

void pairs_free(struct pairs *pairs);

#endif
