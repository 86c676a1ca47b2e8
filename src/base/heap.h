/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_HEAP_H
#define QUERN_BASE_HEAP_H

/*
 * Where all memory comes from. On a virtual machine the first use of a page takes far longer than
 * to read as much text, so with glibc, memory for anything but a small profile is in pages of 2 MB,
 * which there are few of. See heap.c. Elsewhere this is malloc() and realloc().
 */

#include <stddef.h>

/* Call it first of all, before there are threads; without it, memory is in pages of the usual size.
 */
void heap_begin(void);

/*
 * Does what realloc() does. Returns NULL where there is no memory; items stay then. The size is not
 * 0.
 */
void *heap_resize(void *items, size_t size);

/* Does what calloc() does, likewise. */
void *heap_alloc(size_t count, size_t size);

#endif
