/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Another qsort(), to be loaded before that of the C library: of equal elements the last comes
 * first, where a stable sort has the first. What is printed must not tell one from the other. Once
 * it has sorted something there is a file where the environment variable OTHER_SORT_USED says.
 */

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int compare_function(const void *, const void *);

static void note_used(void)
{
    const char *path = getenv("OTHER_SORT_USED");
    int descriptor = path != NULL ? creat(path, 0666) : -1;

    if (descriptor >= 0)
        close(descriptor);
}

/* Merges two sorted halves, the second of which goes first where elements are equal. */
static void merge(char *items, size_t middle, size_t count, size_t size, compare_function *compare,
                  char *room)
{
    size_t left = 0, right = middle;

    for (size_t i = 0; i < count; i++) {
        bool takes_left = right == count ||
                          (left < middle && compare(items + left * size, items + right * size) < 0);
        memcpy(room + i * size, items + (takes_left ? left++ : right++) * size, size);
    }
    memcpy(items, room, count * size);
}

static void sort(char *items, size_t count, size_t size, compare_function *compare, char *room)
{
    size_t middle = count / 2;

    if (count < 2)
        return;
    sort(items, middle, size, compare, room);
    sort(items + middle * size, count - middle, size, compare, room);
    merge(items, middle, count, size, compare, room);
}

void qsort(void *items, size_t count, size_t size, compare_function *compare)
{
    char *room = malloc(count * size + 1);

    if (room == NULL)
        abort();
    sort(items, count, size, compare, room);
    free(room);
    note_used();
}
