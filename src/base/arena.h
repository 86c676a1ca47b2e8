/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_ARENA_H
#define QUERN_BASE_ARENA_H

/*
 * Memory that is given back all at once, and the one place where running out of
 * memory is dealt with: it ends the process with a message and status 1, so that
 * no caller has to check.
 */

#include <stddef.h>

#include "base/text.h"

struct arena_block;

/* {0} is an empty arena. What it gives out never moves and lives until arena_free(). */
struct arena {
    struct arena_block *blocks; /* newest first */
    char *at;                   /* next free byte of the newest block */
    size_t left;                /* bytes free from there */
    size_t size;                /* bytes of all blocks */
};

/* Returns `size` zeroed bytes, aligned for any type. */
void *arena_alloc(struct arena *arena, size_t size) __attribute__((returns_nonnull));

/* Returns `count` zeroed items of `size` bytes. A product that does not fit is out of memory. */
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

/* Takes over what the other arena gave out, which is empty then. */
void arena_take_over(struct arena *arena, struct arena *other);

/* Frees all of it. The arena is empty and usable again. */
void arena_free(struct arena *arena);

/*
 * Grows `items` to hold at least `wanted` items of `size` bytes, and sets *capacity to what it
 * holds. New memory is not cleared. The caller frees it.
 */
void *memory_grow(void *items, size_t *capacity, size_t wanted, size_t size)
    __attribute__((returns_nonnull));

/* Returns `count` zeroed items of `size` bytes from the heap. The caller frees them. */
void *memory_alloc(size_t count, size_t size) __attribute__((returns_nonnull));

/*
 * Ends the process, as nothing else may below main(): nothing sensible is left to do but to remove
 * the unfinished file.
 */
_Noreturn void out_of_memory(void);

/* Sets what the process ends with then, in place of EXIT_FAILURE. */
void out_of_memory_status_set(int status);

/*
 * Names the one file that is to be removed if the process ends before it is complete; NULL for none
 * any more. The path must stay where it is until then.
 */
void unfinished_file_set(const char *path);

/* Removes that file, if there is one. A signal handler may call it. */
void unfinished_file_remove(void);

#endif
