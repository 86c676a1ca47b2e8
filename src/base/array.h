/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_ARRAY_H
#define QUERN_BASE_ARRAY_H

/*
 * An array that grows is a pointer, a count and a capacity, each a variable or member of its own.
 */

#include <stdlib.h>

#include "base/arena.h"

/* Makes room for one more item after `count`; the room is not cleared. The array may move. */
#define ARRAY_GROW(array, count, capacity)                                                         \
    ((void)((count) < (capacity) ||                                                                \
            ((array) = memory_grow((array), &(capacity), (size_t)(count) + 1, sizeof *(array)),    \
             1)))

/* Appends an item, given by the arguments after the capacity. */
#define ARRAY_ADD(array, count, capacity, ...)                                                     \
    (ARRAY_GROW(array, count, capacity), (void)((array)[(count)++] = __VA_ARGS__))

/* Sorts an array with qsort(), which does not accept the null pointer of an empty one. */
#define ARRAY_SORT(array, count, compare)                                                          \
    ((void)((count) < 2 || (qsort((array), (count), sizeof *(array), (compare)), 1)))

/* The number of items in an array (not a pointer). */
#define ARRAY_LENGTH(array) (sizeof(array) / sizeof *(array))

#endif
