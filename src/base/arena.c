/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/heap.h"

/* Small enough for a profile of 10 KB, large enough to be needed rarely. */
enum { BLOCK_SIZE = 64 * 1024 };

/* The first one is smaller: there may be a thousand arenas, one for each label of a run. */
enum { FIRST_BLOCK_SIZE = 1024 };

/* A large arena gets larger blocks. */
enum { MUCH = 4 * 1024 * 1024, LARGE_BLOCK_SIZE = 2 * MUCH };

struct arena_block {
    struct arena_block *next;
    max_align_t memory[];
};

/* Global since a signal handler only gets the signal, and out_of_memory() nothing at all. */
static const char *_Atomic unfinished;
static int _Atomic out_of_memory_status = EXIT_FAILURE;

void unfinished_file_set(const char *path)
{
    unfinished = path;
}

void unfinished_file_remove(void)
{
    const char *path = unfinished;

    if (path != NULL)
        unlink(path);
}

void out_of_memory_status_set(int status)
{
    out_of_memory_status = status;
}

_Noreturn void out_of_memory(void)
{
    static const char message[] = "quern: out of memory\n";
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);

    (void)ignored;
    unfinished_file_remove();
    _Exit(out_of_memory_status);
}

static size_t product(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        out_of_memory();
    return count * size;
}

/* Adds a block for at least `size` bytes. */
static void add_block(struct arena *arena, size_t size)
{
    const size_t usual = arena->size == 0   ? FIRST_BLOCK_SIZE
                       : arena->size < MUCH ? BLOCK_SIZE
                                            : LARGE_BLOCK_SIZE;

    if (size > SIZE_MAX - sizeof(struct arena_block))
        out_of_memory();
    size_t block_size = sizeof(struct arena_block) + (size < usual ? usual : size);
    struct arena_block *block = heap_resize(NULL, block_size);
    if (block == NULL)
        out_of_memory();
    block->next = arena->blocks;
    arena->blocks = block;
    arena->at = (char *)block->memory;
    arena->left = block_size - sizeof *block;
    arena->size += block_size;
}

/* Returns `size` bytes, not cleared, at a multiple of the alignment, which is a power of two. */
static void *take(struct arena *arena, size_t size, size_t alignment)
{
    size_t padding = (alignment - (uintptr_t)arena->at % alignment) % alignment;

    if (size > SIZE_MAX - alignment)
        out_of_memory();
    if (size + padding > arena->left || arena->blocks == NULL) {
        add_block(arena, size);
        padding = 0;
    }
    void *memory = arena->at + padding;
    arena->at += padding + size;
    arena->left -= padding + size;
    return memory;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    return memset(take(arena, size, _Alignof(max_align_t)), 0, size);
}

void *arena_alloc_array(struct arena *arena, size_t count, size_t size)
{
    return arena_alloc(arena, product(count, size));
}

const char *arena_copy_string(struct arena *arena, struct text text)
{
    char *copy = take(arena, text.length + 1, 1);

    if (text.length != 0)
        memcpy(copy, text.at, text.length);
    copy[text.length] = '\0';
    return copy;
}

struct text arena_copy_text(struct arena *arena, struct text text)
{
    return (struct text){arena_copy_string(arena, text), text.length};
}

/* A full list doubles, so that the arrays it abandons are no larger than the new one. */
void arena_append_text(struct arena *arena, struct text_list *list, struct text text)
{
    bool is_full = (list->count & (list->count - 1)) == 0;
    struct text *items = (struct text *)list->items;

    if (is_full) {
        items = arena_alloc_array(arena, list->count == 0 ? 1 : 2 * list->count, sizeof *items);
        if (list->count != 0)
            memcpy(items, list->items, list->count * sizeof *items);
    }
    items[list->count++] = text;
    list->items = items;
}

void arena_take_over(struct arena *arena, struct arena *other)
{
    struct arena_block *last = other->blocks;

    if (arena->blocks == NULL) {
        *arena = *other;
    } else if (last != NULL) {
        while (last->next != NULL)
            last = last->next;
        last->next = arena->blocks->next; /* the newest block of this arena stays the newest */
        arena->blocks->next = other->blocks;
        arena->size += other->size;
    }
    *other = (struct arena){0};
}

void arena_free(struct arena *arena)
{
    struct arena_block *next;

    for (struct arena_block *block = arena->blocks; block != NULL; block = next) {
        next = block->next;
        free(block);
    }
    *arena = (struct arena){0};
}

void *memory_grow(void *items, size_t *capacity, size_t wanted, size_t size)
{
    size_t grown = *capacity + *capacity / 2 + 16;

    if (grown < wanted)
        grown = wanted;
    size_t bytes = product(grown, size);
    items = heap_resize(items, bytes != 0 ? bytes : 1);
    if (items == NULL)
        out_of_memory();
    *capacity = grown;
    return items;
}

void *memory_alloc(size_t count, size_t size)
{
    void *items = heap_alloc(count != 0 ? count : 1, size);

    if (items == NULL)
        out_of_memory();
    return items;
}
