/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_HEAP_H
#define QUERN_BASE_HEAP_H

/*
 * The source of all memory. On a virtual machine, the first use of a page takes far longer than
 * reading as much text, so with glibc all but small profiles use pages of 2 MB. See heap.c.
 * Elsewhere this is malloc() and realloc().
 */

#include <stddef.h>

/* Call this first, before starting threads. Without it, memory is in pages of the usual size. */
void heap_begin(void);

/*
 * Works like realloc(). Returns NULL if there is no memory, leaving items as they are. The size is
 * not 0.
 */
void *heap_resize(void *items, size_t size);

/* Works like calloc(). Returns NULL if there is no memory. */
void *heap_alloc(size_t count, size_t size);

#endif
