/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_ARENA_H
#define QUERN_BASE_ARENA_H

/*
 * Memory that is freed all at once, and the only place that handles running out of memory: it ends
 * the process with a message and status 1, so that no caller has to check.
 */

#include <stddef.h>

#include "base/text.h"

struct arena_block;

/* {0} is an empty arena. Its memory never moves and lives until arena_free(). */
struct arena {
    struct arena_block *blocks; /* newest first */
    char *at;                   /* next free byte of the newest block */
    size_t left;                /* bytes free from there */
    size_t size;                /* bytes of all blocks */
};

/* Returns `size` zeroed bytes, aligned for any type. */
void *arena_alloc(struct arena *arena, size_t size) __attribute__((returns_nonnull));

/* Returns `count` zeroed items of `size` bytes. An overflow counts as out of memory. */
void *arena_alloc_array(struct arena *arena, size_t count, size_t size)
    __attribute__((returns_nonnull));

/* Copies the text, with a NUL byte after it. The arena owns the copy. */
const char *arena_copy_string(struct arena *arena, struct text text);

/* Does the same as arena_copy_string(), and returns a text. */
struct text arena_copy_text(struct arena *arena, struct text text);

/*
 * Appends a text to a list that the arena owns, where {0} is an empty one. The text is not copied.
 */
void arena_append_text(struct arena *arena, struct text_list *list, struct text text);

/* Takes ownership of the other arena's memory, leaving it empty. */
void arena_take_over(struct arena *arena, struct arena *other);

/* Frees everything. The arena is then empty and can be used again. */
void arena_free(struct arena *arena);

/*
 * Grows `items` to hold at least `wanted` items of `size` bytes, and sets *capacity to the new
 * size. New memory is not cleared. The caller frees it.
 */
void *memory_grow(void *items, size_t *capacity, size_t wanted, size_t size)
    __attribute__((returns_nonnull));

/* Returns `count` zeroed items of `size` bytes from the heap. The caller frees them. */
void *memory_alloc(size_t count, size_t size) __attribute__((returns_nonnull));

/* Removes the unfinished file and ends the process, which nothing else below main() may do. */
_Noreturn void out_of_memory(void);

/* Sets the exit status of out_of_memory(), which is EXIT_FAILURE by default. */
void out_of_memory_status_set(int status);

/*
 * Names the file to remove if the process ends before it is complete; NULL for none. The path must
 * stay valid until then.
 */
void unfinished_file_set(const char *path);

/* Removes that file, if there is one. A signal handler may call it. */
void unfinished_file_remove(void);

#endif
