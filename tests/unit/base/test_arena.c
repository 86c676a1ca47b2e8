/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/arena.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <signal.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static bool is_zero(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != 0)
            return false;
    }
    return true;
}

Test(arena, gives_zeroed_aligned_memory)
{
    static const size_t sizes[] = {1, 3, 8, 100, 4096, 65536, 65537, 1000000, 1, 0};
    struct arena arena = {0};

    for (int round = 0; round < 100; round++) {
        size_t size = sizes[(size_t)round % ARRAY_LENGTH(sizes)];
        char *memory = arena_alloc(&arena, size);

        cr_assert_not_null(memory);
        cr_expect_eq((uintptr_t)memory % alignof(max_align_t), 0);
        cr_expect(is_zero(memory, size), "%zu bytes are not cleared", size);
        memset(memory, 0xff, size);
    }
    arena_free(&arena);
}

/* Blocks are larger once there are many; so are those of an arena that took over others. */
Test(arena, gives_much_memory)
{
    enum { SIZE = 1000, COUNT = 12000 };
    struct arena arena = {0}, other = {0};

    for (int i = 0; i < COUNT; i++) {
        char *memory = arena_alloc(i % 2 == 0 ? &arena : &other, SIZE);
        cr_assert(is_zero(memory, SIZE), "bytes of %d are not cleared", i);
        memset(memory, 0xff, SIZE);
        cr_assert_str_eq(arena_copy_string(&arena, TEXT("ab")), "ab");
    }
    arena_take_over(&arena, &other);
    cr_expect_geq(arena.size, (size_t)SIZE * COUNT);
    char *memory = arena_alloc(&arena, SIZE * SIZE);
    cr_expect(is_zero(memory, SIZE * SIZE));
    arena_free(&arena);
    cr_expect_eq(arena.size, 0);
}

Test(arena, never_moves_what_it_gave)
{
    enum { COUNT = 10000 };
    struct arena arena = {0};
    int **items = arena_alloc_array(&arena, COUNT, sizeof(*items));

    for (int i = 0; i < COUNT; i++) {
        items[i] = arena_alloc(&arena, sizeof(**items));
        *items[i] = i;
    }
    for (int i = 0; i < COUNT; i++)
        cr_assert_eq(*items[i], i);
    arena_free(&arena);
}

Test(arena, copies_text)
{
    struct arena arena = {0};
    char source[] = "a\0b";
    struct text copy = arena_copy_text(&arena, (struct text){source, 3});

    source[0] = 'x';
    cr_expect(text_equal(copy, TEXT("a\0b")));
    cr_expect_eq(copy.at[3], '\0');
    cr_expect_str_eq(arena_copy_string(&arena, (struct text){0}), "");
    cr_expect_str_eq(arena_copy_string(&arena, (struct text){"abc", 2}), "ab");
    arena_free(&arena);
}

Test(arena, does_not_align_texts)
{
    struct arena arena = {0};

    const char *first = arena_copy_string(&arena, TEXT("ab"));
    const char *second = arena_copy_string(&arena, TEXT("c"));
    const char *aligned = arena_alloc(&arena, 1);
    cr_expect_eq(second - first, 3);
    cr_expect_str_eq(first, "ab");
    cr_expect_str_eq(second, "c");
    cr_expect_eq((uintptr_t)aligned % _Alignof(max_align_t), 0);
    cr_expect_leq(aligned - second, (ptrdiff_t) _Alignof(max_align_t) + 1);
    arena_free(&arena);
}

Test(arena, takes_over_another)
{
    static const size_t n_texts[][2] = {{0, 0}, {0, 5000}, {5000, 0}, {5000, 5000}, {3, 20000}};

    for (size_t i = 0; i < ARRAY_LENGTH(n_texts); i++) {
        struct arena arena = {0}, other = {0};
        struct text first = arena_copy_text(&arena, TEXT("first")), last = {0};

        for (size_t n = 0; n < n_texts[i][0]; n++)
            arena_copy_text(&arena, TEXT("some text of this arena"));
        for (size_t n = 0; n < n_texts[i][1]; n++)
            last = arena_copy_text(&other, TEXT("some text of the other"));
        arena_take_over(&arena, &other);
        cr_expect_null(other.blocks);
        struct text next = arena_copy_text(&arena, TEXT("next"));
        arena_free(&other);
        cr_expect_str_eq(first.at, "first");
        cr_expect_str_eq(next.at, "next");
        if (last.at != NULL)
            cr_expect_str_eq(last.at, "some text of the other");
        arena_free(&arena);
    }
    struct arena empty = {0}, other = {0};
    struct text text = arena_copy_text(&other, TEXT("text"));
    arena_take_over(&empty, &other);
    cr_expect_str_eq(arena_copy_text(&empty, TEXT("next")).at, "next");
    cr_expect_str_eq(text.at, "text");
    arena_free(&empty);
}

Test(arena, is_usable_after_it_was_freed)
{
    struct arena arena = {0};

    arena_free(&arena);
    arena_alloc(&arena, 10);
    arena_free(&arena);
    cr_expect(is_zero(arena_alloc(&arena, 10), 10));
    arena_free(&arena);
}

Test(arena, grows_arrays)
{
    size_t *items = NULL;
    size_t capacity = 0, count = 0;

    for (; count < 1000; count++) {
        ARRAY_GROW(items, count, capacity);
        cr_assert_gt(capacity, count);
        items[count] = count;
    }
    for (size_t i = 0; i < count; i++)
        cr_expect_eq(items[i], i);
    items = memory_grow(items, &capacity, 5000, sizeof(*items));
    cr_expect_geq(capacity, 5000);
    cr_expect_eq(items[999], 999);
    free(items);
}

/* A product that wraps must not be taken for a small size: the process ends with status 1. */
Test(arena, ends_the_process_where_a_product_does_not_fit, .init = cr_redirect_stderr,
     .exit_code = 1)
{
    struct arena arena = {0};

    arena_alloc_array(&arena, SIZE_MAX / 2 + 2, 2);
}

Test(arena, ends_the_process_where_an_array_does_not_fit, .init = cr_redirect_stderr,
     .exit_code = 1)
{
    size_t capacity = 0;

    free(memory_grow(NULL, &capacity, SIZE_MAX / 2 + 2, 2));
}
