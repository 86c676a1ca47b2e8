/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_ARRAY_H
#define QUERN_BASE_ARRAY_H

/*
 * An array that grows is a pointer, a count and a capacity, each a variable or member of its own.
 */

#include "base/arena.h"

/* Makes room for one more item after `count`; the room is not cleared. The array may move. */
#define ARRAY_GROW(array, count, capacity)                                                         \
    ((void)((count) < (capacity) ||                                                                \
            ((array) = memory_grow((array), &(capacity), (size_t)(count) + 1, sizeof *(array)),    \
             1)))

/* How many items an array (not a pointer) has. */
#define ARRAY_LENGTH(array) (sizeof(array) / sizeof *(array))

#endif
