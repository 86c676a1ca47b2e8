/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_POOL_H
#define QUERN_BASE_POOL_H

/* Work is done side by side, and its results are taken in a fixed order. */

#include <stdbool.h>
#include <stddef.h>

struct pool_work {
    size_t count; /* of items */
    /* Makes the result of an item. Called by several threads at once, each for another item. */
    void *(*produce)(void *context, size_t item);
    /* Takes a result and gives back its memory. Called by one thread, in the order of the items;
       once it returned false, results are only discarded. */
    bool (*consume)(void *context, size_t item, void *result);
    void (*discard)(void *result);
    void *context;
};

/*
 * Does the work with `n_threads` besides the caller's, which consumes. At most one result more than
 * threads is waiting or being made. Where no thread can be started, the caller's does it all. False
 * when a consume() returned false.
 */
bool pool_run(const struct pool_work *work, size_t n_threads);

#endif
