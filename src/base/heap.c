/* SPDX-License-Identifier: GPL-3.0-or-later */

/* sbrk() and madvise() are not in POSIX.1-2008. */
#undef _XOPEN_SOURCE
#define _DEFAULT_SOURCE /* NOLINT(bugprone-reserved-identifier) */

#include "base/heap.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#if defined __GLIBC__ && defined MADV_HUGEPAGE

/*
 * glibc's heap is one stretch of addresses that grows at its end (the "break"). What makes it fast,
 * in the order of what it brings:
 *
 *   - From its first 2 MB on it is advised to be in large pages; a small profile needs less. A page
 *     has to be advised before its first use, so heap_grown() looks after each allocation whether
 *     the break moved.
 *   - All threads and all sizes use this heap: by default each thread has another one, and a large
 *     block gets a mapping of its own, which begins with pages that were never used.
 *   - Before an array grows, room for it is taken and freed, so that the heap grows, and is
 *     advised, before realloc() copies the array there.
 *   - The heap takes twice as many addresses ahead as it grew by: a large page at its end would be
 *     an unfinished one, which the system makes of small ones. Addresses cost no memory.
 *
 * What is freed stays in the heap, for what is allocated next.
 */
enum { LARGE_PAGE = 2 * 1024 * 1024, LEAST_AHEAD = 128 * LARGE_PAGE };

/* The last known end of the heap; NULL if glibc's defaults are kept. Threads may set it. */
static char *_Atomic heap_end;

void heap_begin(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY)
        return; /* reserving ahead would starve other uses */
    (void)mallopt(M_MMAP_MAX, 0);
    (void)mallopt(M_TRIM_THRESHOLD, -1); /* never */
    (void)mallopt(M_ARENA_MAX, 1);
    heap_end = sbrk(0);
}

static void heap_grown(void)
{
    char *from = heap_end, *to = sbrk(0);

    if (from == NULL || to - from < LARGE_PAGE)
        return;
    if (!atomic_compare_exchange_strong(&heap_end, &from, to))
        return; /* another thread did it, or the heap must stay small */
    ptrdiff_t ahead = 2 * (to - from);
    if (ahead < LEAST_AHEAD)
        ahead = LEAST_AHEAD;
    (void)mallopt(M_TOP_PAD, ahead < INT_MAX ? (int)ahead : INT_MAX);

    size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (uintptr_t)from % page;
    (void)madvise(from - before, (size_t)(to - from) + before, MADV_HUGEPAGE);
}

static void make_room(size_t size)
{
    if (size < LARGE_PAGE || heap_end == NULL)
        return;
    void *volatile room = malloc(size); /* volatile: otherwise the compiler would omit both calls */
    heap_grown();
    free(room);
}

/* Makes the heap take no more addresses than needed from now on, and no large pages. */
static void take_little(void)
{
    heap_end = NULL;
    (void)mallopt(M_TOP_PAD, 0);
}

#else

void heap_begin(void)
{
}

static void take_little(void)
{
}

static void heap_grown(void)
{
}

static void make_room(size_t size)
{
    (void)size;
}

#endif

void *heap_resize(void *items, size_t size)
{
    if (items != NULL)
        make_room(size);
    void *resized = realloc(items, size);

    if (resized == NULL) {
        take_little();
        resized = realloc(items, size);
    }
    heap_grown();
    return resized;
}

void *heap_alloc(size_t count, size_t size)
{
    void *items = calloc(count, size);

    if (items == NULL) {
        take_little();
        items = calloc(count, size);
    }
    heap_grown();
    return items;
}
