/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_PAIRS_H
#define QUERN_BASE_PAIRS_H

/*
 * Dense ids for pairs, such as of a caller and its callee. The first of a pair is itself a dense
 * id and has few partners, nearly always: those are a chain, which takes less time and memory than
 * a hash. Where there are more than LONGEST_CHAIN of them they are in a hash all the same, so that
 * no input makes it slow. For any two numbers see index.h.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/index.h"

struct pair {
    uint64_t to;
    uint32_t from;
    uint32_t older; /* the id and 1 of the one before of the same `from`; 0: there is none */
};

/* The pairs of one `from`. */
struct pair_chain {
    uint32_t newest; /* the id and 1 of its last pair; 0: it has none */
    uint32_t length;
};

/* More are in the hash. */
enum { LONGEST_CHAIN = 8 };

/* {0} has no pairs. */
struct pairs {
    struct pair *list; /* by id */
    size_t count;      /* of ids; they run from 0 */
    size_t capacity;
    struct pair_chain *chains; /* by `from`, below n_chains */
    size_t n_chains;
    uint32_t *slots; /* of pairs in long chains: id and 1, or 0; n_slots is a power of two */
    size_t n_slots, n_hashed;
};

/* For pairs_add() alone: what is not the newest pair of its `from`. */
uint32_t pairs_add_other(struct pairs *pairs, uint32_t from, uint64_t to);

/*
 * The id of the pair, a new one (the count until now) if it had none. Memory follows the largest
 * `from`; `to` may be any number.
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

/* The id of the pair, or NO_ID. */
uint32_t pairs_find(const struct pairs *pairs, uint32_t from, uint64_t to);

/*
 * The ids by one of their halves, which is below n_values: those of value i are from (*begin)[i]
 * to (*begin)[i + 1], in the order of their ids. The caller frees both arrays.
 */
enum pair_half { PAIR_FROM, PAIR_TO };
uint32_t *pairs_sort(const struct pairs *pairs, enum pair_half half, size_t n_values,
                     size_t **begin);

void pairs_free(struct pairs *pairs);

#endif
