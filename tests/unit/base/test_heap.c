/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/heap.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { MEGABYTE = 1024 * 1024 };

static void fill(char *memory, size_t from, size_t to)
{
    for (size_t i = from; i < to; i += 1000)
        memory[i] = (char)(i / 1000);
}

static void expect_filled(const char *memory, size_t size)
{
    for (size_t i = 0; i < size; i += 1000)
        cr_assert_eq(memory[i], (char)(i / 1000), "byte %zu", i);
}

/* Two arrays that grow in turns have to be moved. */
static void grow_two(void)
{
    char *arrays[2] = {NULL, NULL};
    size_t size = 0;

    for (size_t grown = 1000; grown < 20 * MEGABYTE; grown *= 2) {
        for (size_t i = 0; i < 2; i++) {
            arrays[i] = heap_resize(arrays[i], grown);
            cr_assert_not_null(arrays[i]);
            expect_filled(arrays[i], size);
            fill(arrays[i], size, grown);
        }
        size = grown;
    }
    free(arrays[0]);
    free(arrays[1]);
}

static void expect_cleared(size_t count)
{
    char *memory = heap_alloc(count, 1);

    cr_assert_not_null(memory);
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(memory[i], 0, "byte %zu", i);
    memset(memory, 0xff, count);
    free(memory);
}

Test(heap, keeps_what_is_in_memory)
{
    heap_begin();
    grow_two();
    grow_two();
}

Test(heap, clears_what_was_used_before)
{
    heap_begin();
    grow_two();
    expect_cleared(1);
    expect_cleared(5 * MEGABYTE);
    expect_cleared(5 * MEGABYTE + 1);
}

/* AddressSanitizer maps terabytes, and ends a program that asks for more than there is. */
#ifndef __SANITIZE_ADDRESS__

Test(heap, returns_null_where_there_is_no_memory)
{
    heap_begin();
    char *memory = heap_resize(NULL, MEGABYTE);
    cr_assert_not_null(memory);
    fill(memory, 0, MEGABYTE);
    cr_expect_null(heap_resize(memory, PTRDIFF_MAX));
    cr_expect_null(heap_alloc(PTRDIFF_MAX, 1));
    expect_filled(memory, MEGABYTE);
    free(memory);
    grow_two();
}

/* As `ulimit -v` sets it: nothing is taken that is not needed. */
Test(heap, lives_within_a_limit_on_addresses)
{
    struct rlimit limit = {.rlim_cur = (rlim_t)4096 * MEGABYTE, .rlim_max = RLIM_INFINITY};

    cr_assert_eq(setrlimit(RLIMIT_AS, &limit), 0);
    heap_begin();
    grow_two();
    expect_cleared(5 * MEGABYTE);
}

#ifdef __linux__

static long count_faults(void)
{
    struct rusage usage;

    cr_assert_eq(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_minflt;
}

/* Whether a program may ask for large pages, which is the system's setting. */
static bool has_large_pages(void)
{
    char setting[64] = "";
    FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");

    if (file == NULL)
        return false;
    bool is_read = fgets(setting, sizeof setting, file) != NULL;
    fclose(file);
    return is_read && strstr(setting, "[never]") == NULL;
}

/* 40 MB are 10,000 pages of the usual size. */
Test(heap, has_few_page_faults)
{
    enum { MOST = 8000 };

    if (!has_large_pages())
        cr_skip("this system has no large pages");
    heap_begin();
    long before = count_faults();
    grow_two();
    cr_expect_lt(count_faults() - before, MOST, "%ld page faults", count_faults() - before);
}

#endif

#endif
